//! Words and numbers that people type: rules, openings, colors, sizes, and the random stream.

use std::str::FromStr;

use tengen_rules::{
    ActionKind, Axis, Ban, ByColor, Color, DrawReason, Forbidden, IllegalMove, LossReason,
    Notation, Opening, OpeningError, Point, Ray, Rule, Seat, Size, SizeError, SplitMix64,
    UnknownRule, UnsupportedOpening, WinReason,
};

/// What is promised about each rule, from `rules.txt`: the name, the Gomocup code, the usual side,
/// and whether both colors live under the same rules.
fn promised_rules() -> Vec<(String, Option<u8>, u8, bool)> {
    let text = crate::common::beside_the_tests("rules.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, code, side, colors] = words[..] else { panic!("four words, not {line:?}") };
        let alike = match colors {
            "alike" => true,
            "differ" => false,
            _ => panic!("alike or differ, not {colors:?}"),
        };
        (name.to_owned(), code.parse().ok(), side.parse().expect("a side"), alike)
    })
    .collect()
}

#[test]
fn rules_are_read_in_any_case_and_written_in_lower() {
    let names: Vec<String> = promised_rules().into_iter().map(|(name, ..)| name).collect();
    assert_eq!(Rule::ALL.map(Rule::name).as_slice(), names);
    for rule in Rule::ALL {
        let name = rule.name();
        assert_eq!(name, name.to_lowercase());
        assert_eq!(rule.to_string(), name);
        assert_eq!(name.parse(), Ok(rule));
        assert_eq!(name.to_uppercase().parse(), Ok(rule));
    }
    for text in ["", "caro7", "renju ", "gomoku", "ninuki", "ренджу"] {
        assert_eq!(Rule::from_str(text), Err(UnknownRule), "{text:?}");
    }
    let expected = format!("unknown rule; the rules are {}", names.join(", "));
    assert_eq!(UnknownRule.to_string(), expected);
}

#[test]
fn gomocup_codes_are_those_of_the_rules_document() {
    let codes: Vec<Option<u8>> = promised_rules().into_iter().map(|(_, code, ..)| code).collect();
    assert_eq!(Rule::ALL.map(|rule| rule.spec().gomocup_code).as_slice(), codes);
    for (rule, &code) in Rule::ALL.into_iter().zip(&codes) {
        assert_eq!(code.and_then(Rule::from_gomocup_code), code.map(|_| rule));
    }
    for unknown in (0..=255).filter(|&code| !codes.contains(&Some(code))) {
        assert_eq!(Rule::from_gomocup_code(unknown), None);
    }
}

#[test]
fn rules_have_the_boards_people_expect() {
    for (rule, (_, _, side, alike)) in Rule::ALL.into_iter().zip(promised_rules()) {
        assert_eq!(rule.spec().default_size.get(), side, "{rule}");
        assert_eq!(rule.treats_colors_alike(), alike, "{rule}");
    }
    assert_eq!(Rule::Renju.spec().ban, Ban::RenjuForBlack);
}

#[test]
fn openings_are_read_in_any_case() {
    let names = [
        "free",
        "pro",
        "longpro",
        "pie",
        "swap",
        "swap2",
        "rif",
        "yamaguchi",
        "soosorv8",
        "tarannikov",
        "taraguchi10",
    ];
    for (opening, name) in Opening::ALL.into_iter().zip(names) {
        assert_eq!((opening.name(), opening.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(opening));
        assert_eq!(name.to_uppercase().parse(), Ok(opening));
    }
    for text in ["", "swap3", "soosorv", "pro "] {
        assert_eq!(Opening::from_str(text), Err(UnsupportedOpening::Unknown), "{text:?}");
    }
    assert_eq!(
        UnsupportedOpening::Unknown.to_string(),
        format!("unknown opening procedure; they are {}", names.join(", "))
    );
    assert_eq!(
        UnsupportedOpening::NeedsOddBoard(Opening::Rif).to_string(),
        "the opening rif needs a board with a centre point"
    );
}

#[test]
fn colors_have_words_letters_and_turns() {
    for (text, color) in [
        ("black", Some(Color::Black)),
        ("B", Some(Color::Black)),
        ("White", Some(Color::White)),
        ("w", Some(Color::White)),
        ("", None),
        ("x", None),
        ("blac", None),
    ] {
        assert_eq!(Color::from_name(text), color, "{text:?}");
    }
    assert_eq!(Color::ALL.map(|color| color.to_string()), ["black", "white"]);
    assert_eq!(Color::ALL.map(Color::letter), ['X', 'O']);
    assert_eq!(Color::ALL.map(|color| !color), [Color::White, Color::Black]);
    let first_four = [1, 2, 3, 4].map(Color::of_stone);
    assert_eq!(first_four, [Color::Black, Color::White, Color::Black, Color::White]);
}

#[test]
fn pairs_by_color_keep_their_sides() {
    let mut pair = ByColor::from_fn(Color::letter);
    assert_eq!(pair, ByColor::new('X', 'O'));
    assert_eq!((pair[Color::Black], pair[Color::White]), ('X', 'O'));
    assert_eq!(pair.swapped(), ByColor::new('O', 'X'));
    pair[Color::White] = 'W';
    pair[Color::Black] = 'B';
    assert_eq!(pair, ByColor { black: 'B', white: 'W' });
}

#[test]
fn sizes_from_five_to_twenty_six_exist() {
    for side in (0..5).chain(27..300).chain([u64::from(u32::MAX), u64::MAX, 256 + 15]) {
        assert_eq!(Size::new(side), Err(SizeError { requested: side }));
    }
    assert_eq!(
        SizeError { requested: u64::from(u32::MAX) }.to_string(),
        "board size 4294967295 is not supported: boards are square, from 5x5 to 26x26"
    );
    for side in 5..=26 {
        let size = Size::new(side).expect("it exists");
        assert_eq!(u64::from(size.get()), side);
        assert_eq!(size, Size::literal(side as u8));
        assert_eq!(size.to_string(), format!("{side}x{side}"));
        assert_eq!(size.n_points() as u64, side * side);
        assert_eq!(size.points().len() as u64, side * side);
        assert!(size.points().enumerate().all(|(i, point)| size.index(point) == i));
        assert!(size.points().is_sorted() && size.points().all(|point| size.contains(point)));
        let middle = Point::new(side as u8 / 2, side as u8 / 2);
        assert_eq!(size.middle(), middle);
        assert_eq!(size.center(), (side % 2 == 1).then_some(middle));
    }
}

#[test]
fn only_points_of_the_board_are_made() {
    let size = Size::literal(15);
    assert_eq!(size.point(14, 0), Some(Point::new(14, 0)));
    assert_eq!(size.point(0, 14), Some(Point::new(0, 14)));
    for (x, y) in [(15, 0), (0, 15), (-1, 0), (0, -1), (i64::MAX, 0), (0, i64::MIN), (256, 256)] {
        assert_eq!(size.point(x, y), None, "{x},{y}");
    }
    assert!(size.contains(Point::new(14, 14)));
    assert!(!size.contains(Point::new(15, 0)) && !size.contains(Point::new(0, 15)));
    assert_eq!(format!("{:?}", Point::new(3, 14)), "(3, 14)");
}

#[test]
fn distance_is_the_larger_of_the_two_ways() {
    let from = Point::new(7, 7);
    assert_eq!(from.distance(Point::new(7, 7)), 0);
    assert_eq!(from.distance(Point::new(4, 9)), 3);
    assert_eq!(from.distance(Point::new(8, 2)), 5);
}

#[test]
fn no_point_lies_beyond_the_largest_board() {
    assert_eq!(Point::try_new(25, 25), Some(Point::new(25, 25)));
    for (x, y) in [(0, 26), (26, 0), (26, 26), (255, 0), (0, 255)] {
        assert_eq!(Point::try_new(x, y), None, "{x},{y}");
    }
}

/// A size written down as a literal is refused by the compiler where it is a constant, by the same
/// decision as any other.
#[test]
fn a_literal_size_is_one_that_exists() {
    const SMALLEST: Size = Size::literal(Size::MIN);
    const LARGEST: Size = Size::literal(Size::MAX);
    assert_eq!((SMALLEST.get(), LARGEST.get()), (5, 26));
    assert_eq!(Size::new(4), Err(SizeError { requested: 4 }));
    assert_eq!(Size::new(27), Err(SizeError { requested: 27 }));
}

#[test]
fn every_kind_has_its_own_word() {
    fn assert_distinct<T: Copy>(items: &[T], name: impl Fn(T) -> String) {
        let mut names: Vec<String> = items.iter().map(|&item| name(item)).collect();
        assert!(names.iter().all(|name| !name.is_empty()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), items.len(), "{names:?}");
    }
    let kinds = Forbidden::ALL;
    assert_eq!(kinds.map(Forbidden::name), ["overline", "double-four", "double-three"]);
    assert_eq!(kinds.map(Forbidden::digit), ['6', '4', '3']);
    assert_eq!(kinds.map(|kind| kind.to_string()), kinds.map(Forbidden::name));
    assert_distinct(&IllegalMove::ALL, |reason| reason.to_string());
    assert_distinct(&IllegalMove::ALL, |reason| reason.name().to_owned());
    assert_distinct(&OpeningError::ALL, |error| error.to_string());
    assert_distinct(&OpeningError::ALL, |error| error.name().to_owned());
    assert_distinct(&ActionKind::ALL, |kind| kind.name().to_owned());
    assert!(ActionKind::ALL.map(ActionKind::name).is_sorted());
    assert_distinct(&Notation::ALL, |notation| notation.name().to_owned());
    assert_eq!([Seat::First, Seat::Second].map(Seat::name), ["P1", "P2"]);
    assert_eq!([!Seat::First, !Seat::Second], [Seat::Second, Seat::First]);
    assert_distinct(&WinReason::ALL, |reason| reason.name().to_owned());
    assert_distinct(&LossReason::ALL, |reason| reason.name().to_owned());
    assert_distinct(&DrawReason::ALL, |reason| reason.name().to_owned());
    assert_eq!(DrawReason::NoLegalMove.name(), "no-legal-move");
    let axes = ["horizontal", "vertical", "diagonal", "antidiagonal"];
    assert_eq!(Axis::ALL.map(Axis::name), axes);
}

#[test]
fn rays_are_the_axes_both_ways() {
    let rays: Vec<Ray> = Ray::all().collect();
    assert_eq!(rays.len(), 8);
    for axis in Axis::ALL {
        assert!(rays.contains(&axis.forward()) && rays.contains(&axis.backward()));
        assert_eq!(axis.forward().reversed(), axis.backward());
        assert_eq!(axis.backward().reversed(), axis.forward());
    }
}

/// Computed from the published algorithm by a separate program.
#[test]
fn splitmix_stream_is_the_published_one() {
    let mut random = SplitMix64::new(0);
    let stream = [random.next_u64(), random.next_u64(), random.next_u64()];
    assert_eq!(stream, [0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f]);
}

#[test]
fn a_bounded_number_is_the_high_part_of_the_product() {
    let (mut random, mut raw) = (SplitMix64::new(11), SplitMix64::new(11));
    for bound in [1, 2, 3, 7, 225, 1 << 20] {
        let expected = ((u128::from(raw.next_u64()) * bound as u128) >> 64) as usize;
        assert_eq!(random.below(bound), expected);
        assert!(expected < bound);
    }
    let items = [10, 20, 30, 40];
    let expected = items[SplitMix64::new(5).below(4)];
    assert_eq!(SplitMix64::new(5).pick(&items), Some(&expected));
}

#[test]
fn no_number_is_below_zero() {
    let mut random = SplitMix64::new(1);
    assert_eq!(random.try_below(0), None);
    assert_eq!(random.next_u64(), SplitMix64::new(1).next_u64(), "nothing was drawn");
    assert_eq!(random.try_below(1), Some(0));
}

/// Every order of three items comes up about as often as every other.
#[test]
fn shuffling_reaches_every_order() {
    let mut random = SplitMix64::new(2);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        let mut items = [1, 2, 3];
        random.shuffle(&mut items);
        *seen.entry(items).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 6);
    assert!(seen.values().all(|times| (850..1150).contains(times)), "{seen:?}");
}
