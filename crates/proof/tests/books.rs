//! A small proof from nothing to the last certificate, and every way to spoil it.
#![cfg(test)]

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use tengen_proof::{
    AnswerKind, Book, BookError, Checked, Effort, Entry, Event, Fault, Frames, Key, Known, Note,
    Thoroughness, answer, built_in, built_in_bytes, built_in_kinds, checker, grower, key_of_stones,
    lost, note_from_line, replies,
};
use tengen_rules::{Color, Game, Notation, Point, Rule, Size, SplitMix64};

const SIZE: Size = Size::literal(9);
/// Black to move; the win begins with a quiet move.
const OPENING: &str = "e5 a1 f6 i9";

fn effort() -> Effort {
    Effort { leaf_nodes: 400, engine_nodes: 400, lines: 8, hash_mib: 1 }
}

fn points(words: &str) -> Vec<Point> {
    words.split_whitespace().map(|word| Notation::Renju.parse(SIZE, word).unwrap()).collect()
}

/// Grows the book of the opening, going on from these notes; returns it with the notes it made.
fn grow(opening: &str, known: &Known) -> (Book, Vec<Note>) {
    let book = Book {
        rule: Rule::Freestyle,
        size: SIZE,
        opening: points(opening),
        leaf_nodes: effort().leaf_nodes,
        entries: BTreeMap::new(),
    };
    let (root, to_move) = book.root();
    let mut notes = Vec::new();
    let mut tell = |event: &Event<'_>| match event {
        Event::Entry { key, answer, .. } => notes.push(Note::Entry((*key).clone(), *answer)),
        Event::Whole { key, moves, .. } => notes.push(Note::Whole((*key).clone(), *moves)),
        Event::Number { .. } => {}
    };
    let stop = AtomicBool::new(false);
    let mut grower = grower(book.rule, SIZE, effort(), known, &stop, &mut tell).unwrap();
    let classes = if to_move == Color::Black { vec![root] } else { grower.classes(&root) };
    for class in classes {
        assert!(grower.prove(&class) && grower.complete(&class), "{class:?}");
    }
    drop(grower);
    (Book { entries: known.entries(), ..book }.trimmed().with_moves_that_hold(), notes)
}

/// A book of the opening that was grown before; growing takes longer than spoiling.
static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::from_bytes(include_bytes!("small.book")).expect("a book"));

fn check_at(book: &Book, nodes: u64, judge_every: u64) -> Checked {
    let mut checker = checker(book, Thoroughness { nodes, judge_every }).unwrap();
    checker.opening();
    for (key, &entry) in &book.entries {
        checker.entry(key, entry);
    }
    checker.checked().clone()
}

fn check(book: &Book) -> Checked {
    check_at(book, book.leaf_nodes, 1000)
}

#[test]
fn a_small_class_is_grown_and_checked_from_nothing() {
    let (book, notes) = grow(OPENING, &Known::default());
    let checked = check_at(&book, book.leaf_nodes, 20);
    assert_eq!(checked.failures, []);
    assert!(checked.entries > 1 && checked.inner > 0 && checked.leaves > 50, "{checked:?}");
    assert_eq!(checked.judged, checked.leaves / 20);
    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    goes_on_from(&notes);
}

#[test]
fn the_small_book_of_the_other_tests_is_sound() {
    assert_eq!(BOOK.opening, points(OPENING));
    assert_eq!(check(&BOOK).failures, []);
}

/// The small book of the tests was written before books were packed.
#[test]
fn packing_a_book_changes_neither_it_nor_its_hash() {
    let plain = include_bytes!("small.book");
    assert_eq!(Book::from_bytes(&BOOK.to_bytes()).as_ref(), Ok(&*BOOK));
    let hash: Vec<String> =
        plain[plain.len() - 32..].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(BOOK.hash(), hash.concat());
}

#[test]
fn a_changed_byte_anywhere_is_found() {
    let bytes = BOOK.to_bytes();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(Book::from_bytes(&changed).is_err(), "byte {at}");
    }
    for length in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(Book::from_bytes(b"PK\x03\x04"), Err(BookError::Format));
}

#[test]
fn a_corrupted_entry_is_found() {
    let (key, &entry) = BOOK.entries.first_key_value().unwrap();
    let occupied = key[0] >> 1;
    for wrong in [0, occupied, 3, 77, 500] {
        if wrong == entry.answer {
            continue;
        }
        let mut book = BOOK.clone();
        book.entries.insert(key.clone(), Entry { answer: wrong, ..entry });
        let failures = check(&book).failures;
        assert!(failures.iter().any(|failure| failure.key == *key), "{wrong}: {failures:?}");
    }
}

#[test]
fn a_missing_reply_is_found() {
    for key in BOOK.entries.keys() {
        let mut book = BOOK.clone();
        book.entries.remove(key);
        let failures = check(&book).failures;
        let is_open = |fault: &Fault| matches!(fault, Fault::Open(_));
        assert!(failures.iter().any(|failure| is_open(&failure.fault)), "without {key:?}");
    }
}

#[test]
fn a_length_that_is_too_short_is_found() {
    for (key, &entry) in &BOOK.entries {
        let mut book = BOOK.clone();
        book.entries.insert(key.clone(), Entry { moves: entry.moves - 1, ..entry });
        let failures = check(&book).failures;
        let is_too_short = |fault: &Fault| matches!(fault, Fault::Length(_));
        assert!(failures.iter().any(|f| f.key == *key && is_too_short(&f.fault)), "{key:?}");
    }
}

#[test]
fn a_wrong_symmetry_is_found() {
    let (key, &entry) = BOOK.entries.last_key_value().unwrap();
    let mirror = |stone: u16| {
        let cell = stone >> 1;
        (cell / 9 * 9 + 8 - cell % 9) << 1 | stone & 1
    };
    let mut mirrored: Vec<u16> = key.iter().map(|&stone| mirror(stone)).collect();
    mirrored.sort_unstable();
    let mirrored: Key = mirrored.into();
    assert_ne!(mirrored, *key);
    // In another frame an entry is not found, and the frame itself is refused.
    let mut book = BOOK.clone();
    book.entries.remove(key);
    let answer = mirror(entry.answer << 1) >> 1;
    book.entries.insert(mirrored.clone(), Entry { answer, ..entry });
    let failures = check(&book).failures;
    let has = |key: &Key, fault: &Fault| {
        failures.iter().any(|failure| failure.key == *key && failure.fault == *fault)
    };
    assert!(has(&mirrored, &Fault::Position), "{failures:?}");
    assert!(failures.iter().any(|f| matches!(f.fault, Fault::Open(_))), "{failures:?}");
}

#[test]
fn a_shortened_budget_is_found() {
    let failures = check_at(&BOOK, 20, 1000).failures;
    assert!(failures.iter().any(|failure| matches!(failure.fault, Fault::Open(_))));
}

/// Growing goes on from the first half of a journal whose last line is torn.
fn goes_on_from(notes: &[Note]) {
    let lines: Vec<String> = notes.iter().map(|note| note.line(SIZE)).collect();
    let mut text = lines[..lines.len() / 2].join("\n");
    text.push_str("\ne5 f");
    let (mut entries, mut whole) = (BTreeMap::new(), BTreeMap::new());
    for note in text.lines().filter_map(|line| note_from_line(SIZE, line)) {
        match note {
            Note::Entry(key, answer) => {
                entries.insert(key, answer);
            }
            Note::Whole(key, moves) => {
                whole.insert(key, moves);
            }
        }
    }
    let n_known = entries.len();
    assert!(n_known > 0);
    let (again, new_notes) = grow(OPENING, &Known::new(entries, whole));
    assert_eq!(check(&again).failures, []);
    let is_entry = |note: &&Note| matches!(note, Note::Entry(..));
    assert!(new_notes.iter().filter(is_entry).count() < notes.iter().filter(is_entry).count());
}

/// Plays the opening in one of its eight images against a defender who plays anywhere, and says in
/// how many plies Black has won.
fn play(random: &mut SplitMix64, is_stubborn: bool) -> usize {
    let symmetry = tengen_rules::Symmetry::all().nth(random.below(8)).unwrap();
    let mut moves: Vec<Point> =
        BOOK.opening.iter().map(|&point| symmetry.apply(SIZE, point)).collect();
    let mut game = Game::new(Rule::Freestyle, SIZE);
    for &point in &moves {
        game.try_play(point).unwrap();
    }
    let (mut at_most, mut has_forced) = (None::<usize>, false);
    loop {
        let found = answer(&BOOK, &moves).unwrap().expect("the game follows the book");
        let end = moves.len() + found.plies as usize;
        assert!(at_most.is_none_or(|most| end <= most), "{moves:?}");
        at_most = Some(end);
        has_forced |= found.kind == AnswerKind::Forced;
        game.try_play(found.point).unwrap();
        moves.push(found.point);
        if game.status().winner() == Some(Color::Black) {
            assert!(has_forced && at_most.is_some_and(|most| moves.len() <= most));
            return moves.len();
        }
        let answers = game.answers();
        let choices =
            if is_stubborn && !answers.is_empty() { answers } else { game.legal_points() };
        let reply = *random.pick(&choices).unwrap();
        game.try_play(reply).unwrap();
        moves.push(reply);
        assert!(game.status().is_ongoing(), "White must not win: {moves:?}");
    }
}

#[test]
fn whoever_plays_white_loses_within_the_bound() {
    let mut random = SplitMix64::new(7);
    for game in 0..12 {
        let length = play(&mut random, game % 2 == 0);
        assert!(length < SIZE.n_points());
    }
}

#[test]
fn outside_of_the_proof_there_is_no_answer() {
    let outside = points("a1 e5 i9 f5");
    assert_eq!(answer(&BOOK, &outside).unwrap(), None);
    assert_eq!(answer(&BOOK, &points("e5")).unwrap(), None);
    let key = key_of_stones(SIZE, [(points("e5")[0], Color::Black)]);
    assert_eq!(BOOK.answer(&Frames::new(SIZE), &key), None);
}

#[test]
#[ignore = "makes the small book of the other tests anew, in the folder for temporary files"]
fn make_the_small_book() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("small.book");
    std::fs::write(path, grow(OPENING, &Known::default()).0.to_bytes()).unwrap();
}

#[test]
fn every_reply_is_listed_with_its_answer() {
    let mut moves = points(OPENING);
    let first = answer(&BOOK, &moves).unwrap().unwrap();
    assert_eq!(lost(&BOOK, &moves), Ok(None), "Black is to move");
    moves.push(first.point);
    let known = lost(&BOOK, &moves).unwrap().unwrap();
    assert_eq!(known.plies + 1, first.plies);
    let listed = replies(&BOOK, &moves).unwrap().unwrap();
    assert_eq!(listed.len(), SIZE.n_points() - moves.len());
    for reply in listed {
        let mut after = moves.clone();
        after.push(reply.point);
        let played = answer(&BOOK, &after).unwrap().unwrap();
        assert_eq!(played.point, reply.answer.point, "{:?}", reply.point);
        assert_eq!((played.kind, played.plies), (reply.answer.kind, reply.answer.plies));
        assert!(played.plies < known.plies);
    }
    // Another move of Black, and a position that the book is not about.
    *moves.last_mut().unwrap() = points("a2")[0];
    assert_eq!(replies(&BOOK, &moves), Ok(None));
}

const LARGE: Size = Size::literal(15);

#[test]
fn the_books_of_the_program_are_small_and_have_nothing_to_spare() {
    let mut n_bytes = 0;
    for (rule, size) in built_in_kinds() {
        for book in built_in(rule, size) {
            assert_eq!((book.rule, book.size, book.leaf_nodes), (rule, size, 20_000));
            assert_eq!(book.opening[0], size.middle());
            assert!(book.moves().is_some(), "{:?}: it says how long it takes", book.opening);
            assert_eq!(*book, book.trimmed(), "{:?}", book.opening);
        }
        n_bytes += built_in_bytes(rule, size).iter().map(|bytes| bytes.len()).sum::<usize>();
    }
    assert!(n_bytes < 200_000, "{n_bytes}");
    assert!(built_in(Rule::Renju, LARGE).is_empty() && built_in(Rule::Freestyle, SIZE).is_empty());
}

/// Black wins freestyle on 15x15, whatever White does: the whole game is in one book.
#[test]
fn freestyle_is_proven_from_the_first_move() {
    let [book] = built_in(Rule::Freestyle, LARGE) else { panic!("one book") };
    assert_eq!(book.opening, [LARGE.middle()]);
    let first = answer(book, &[]).unwrap().unwrap();
    assert_eq!(first.point, LARGE.middle());
    let replies = replies(book, &[LARGE.middle()]).unwrap().unwrap();
    assert_eq!(replies.len(), LARGE.n_points() - 1);
    assert!(replies.iter().all(|reply| reply.answer.plies < first.plies));
}

/// The whole check takes an hour: `make check-deep ONLY=proof`.
#[test]
fn a_sample_of_the_books_of_the_program_holds() {
    let mut random = SplitMix64::new(15);
    for (rule, size) in built_in_kinds() {
        let books = built_in(rule, size);
        let n_samples = SAMPLE_OF_A_GAME / books.len();
        for book in books {
            let entries: Vec<(&Key, Entry)> = book.entries.iter().map(|(k, &e)| (k, e)).collect();
            let thoroughness = Thoroughness { nodes: book.leaf_nodes, judge_every: 20 };
            let mut checker = checker(book, thoroughness).unwrap();
            checker.opening();
            for _ in 0..n_samples {
                let &(key, entry) = random.pick(&entries).unwrap();
                checker.entry_sample(key, entry, &mut random);
            }
            let checked = checker.checked();
            assert_eq!(checked.failures, [], "{rule} {:?}", book.opening);
            assert!(
                checked.leaves as usize > n_samples / 2,
                "{rule} {:?}: {checked:?}",
                book.opening
            );
            assert!(
                checked.judged >= checked.leaves / 20,
                "{rule} {:?}: {checked:?}",
                book.opening
            );
        }
    }
}

/// How many replies are made in the books of one kind of game: about half a minute.
const SAMPLE_OF_A_GAME: usize = 4_000;

#[test]
fn an_entry_that_takes_longer_makes_those_before_it_take_longer() {
    let mut book = BOOK.clone();
    let (deepest, entry) = book.entries.iter_mut().max_by_key(|(key, _)| key.len()).unwrap();
    let n_stones = deepest.len();
    entry.moves += 9;
    let is_length = |failure: &tengen_proof::Failure| matches!(failure.fault, Fault::Length(_));
    assert!(n_stones > book.opening.len() && check(&book).failures.iter().any(is_length));
    let settled = book.with_moves_that_hold();
    assert_eq!(check(&settled).failures, []);
    assert!(settled.moves() > BOOK.moves());
    assert_eq!(BOOK.with_moves_that_hold(), *BOOK);
}
