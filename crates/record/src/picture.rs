//! A board as a picture: SVG, for documents and for sharing.

use std::fmt::Write;

use tengen_rules::{Color, Notation, Point, Size, Stones};

/// What a picture shows besides the stones.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Words on points, at most a few letters each: on a stone, or on the empty board.
    pub labels: Vec<(Point, String)>,
    /// Stones that are not there yet, drawn hollow.
    pub ghosts: Vec<(Point, Color)>,
    /// Lines from point to point.
    pub lines: Vec<(Point, Point)>,
    /// How many points to show around what there is; the whole board if `None`.
    pub margin: Option<u8>,
}

/// The distance of two points in the picture.
const CELL: i32 = 40;
/// The border with the coordinates.
const BORDER: i32 = 34;

/// The part of the board that is shown, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    left: u8,
    top: u8,
    right: u8,
    bottom: u8,
}

impl Picture {
    /// Draws the stones and everything else.
    pub fn to_svg(&self, stones: &Stones) -> String {
        let size = stones.size();
        let view = self.view(stones);
        let (width, height) = (view.right - view.left, view.bottom - view.top);
        let (width, height) =
            (i32::from(width) * CELL + 2 * BORDER, i32::from(height) * CELL + 2 * BORDER);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n\
             <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#e3b96f\"/>"
        );
        grid(&mut svg, size, view);
        for (from, to) in &self.lines {
            let ((x1, y1), (x2, y2)) = (view.place(*from), view.place(*to));
            let _ = writeln!(
                svg,
                "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#0072b2\" stroke-width=\"7\" \
                 stroke-linecap=\"round\" opacity=\".55\"/>"
            );
        }
        for (point, color) in stones.iter().filter(|&(point, _)| view.shows(point)) {
            stone(&mut svg, view.place(point), color, 1.0);
        }
        for &(point, color) in self.ghosts.iter().filter(|(point, _)| view.shows(*point)) {
            stone(&mut svg, view.place(point), color, 0.45);
        }
        for (point, text) in self.labels.iter().filter(|(point, _)| view.shows(*point)) {
            let ghost = self.ghosts.iter().find(|(ghost, _)| ghost == point);
            let under = stones.get(*point).or(ghost.map(|&(_, color)| color));
            label(&mut svg, view.place(*point), text, under);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// What there is and the margin around it.
    fn view(&self, stones: &Stones) -> View {
        let last = stones.size().get() - 1;
        let whole = View { left: 0, top: 0, right: last, bottom: last };
        let Some(margin) = self.margin else { return whole };
        let shown = stones.iter().map(|(point, _)| point);
        let shown = shown.chain(self.labels.iter().map(|&(point, _)| point));
        let shown: Vec<Point> = shown.chain(self.ghosts.iter().map(|&(p, _)| p)).collect();
        let bounds = |of: fn(&Point) -> u8| {
            let (least, most) = (shown.iter().map(of).min(), shown.iter().map(of).max());
            least.zip(most).map_or((0, last), |(least, most)| {
                (least.saturating_sub(margin), most.saturating_add(margin).min(last))
            })
        };
        let ((left, right), (top, bottom)) = (bounds(|p| p.x()), bounds(|p| p.y()));
        View { left, top, right, bottom }
    }
}

impl View {
    fn shows(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x())
            && (self.top..=self.bottom).contains(&point.y())
    }

    fn place(self, point: Point) -> (i32, i32) {
        (
            BORDER + (i32::from(point.x()) - i32::from(self.left)) * CELL,
            BORDER + (i32::from(point.y()) - i32::from(self.top)) * CELL,
        )
    }
}

/// The lines, which run off the picture where the board goes on, and the coordinates.
fn grid(svg: &mut String, size: Size, view: View) {
    let last = size.get() - 1;
    let run_off = |is_edge: bool| if is_edge { 0 } else { CELL / 3 };
    let (x1, y1) = view.place(Point::new(view.left, view.top));
    let (x2, y2) = view.place(Point::new(view.right, view.bottom));
    let mut path = String::new();
    for y in view.top..=view.bottom {
        let (_, at) = view.place(Point::new(view.left, y));
        let (from, to) = (x1 - run_off(view.left == 0), x2 + run_off(view.right == last));
        let _ = write!(path, "M{from} {at}H{to}");
    }
    for x in view.left..=view.right {
        let (at, _) = view.place(Point::new(x, view.top));
        let (from, to) = (y1 - run_off(view.top == 0), y2 + run_off(view.bottom == last));
        let _ = write!(path, "M{at} {from}V{to}");
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"#5b4423\" fill=\"none\"/>");
    for x in view.left..=view.right {
        let name = Notation::Renju.format(size, Point::new(x, 0));
        let letter = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (at, _) = view.place(Point::new(x, view.top));
        coordinate(svg, (at, y2 + BORDER - 12), letter);
    }
    for y in view.top..=view.bottom {
        let (_, at) = view.place(Point::new(view.left, y));
        coordinate(svg, (12, at), &(size.get() - y).to_string());
    }
}

fn coordinate(svg: &mut String, (x, y): (i32, i32), text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" fill=\"#5b4423\" text-anchor=\"middle\" \
         dominant-baseline=\"central\">{text}</text>"
    );
}

fn stone(svg: &mut String, (x, y): (i32, i32), color: Color, opacity: f32) {
    let (fill, rim) = match color {
        Color::Black => ("#1c1c1c", "#000"),
        Color::White => ("#f6f4ee", "#6b675e"),
    };
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"{fill}\" stroke=\"{rim}\" \
         opacity=\"{opacity}\"/>"
    );
}

fn label(svg: &mut String, (x, y): (i32, i32), text: &str, under: Option<Color>) {
    let fill = match under {
        Some(Color::Black) => "#fff",
        Some(Color::White) => "#111",
        None => "#8f1d1d",
    };
    if under.is_none() {
        // So that the lines of the board do not run through the letters.
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"#e3b96f\"/>");
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let size = if text.chars().count() > 2 { 12 } else { 16 };
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" fill=\"{fill}\" \
         text-anchor=\"middle\" dominant-baseline=\"central\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones() -> Stones {
        let mut stones = Stones::empty(Size::literal(15));
        stones.set(Point::new(7, 7), Some(Color::Black));
        stones.set(Point::new(8, 7), Some(Color::White));
        stones
    }

    #[test]
    fn a_picture_shows_what_it_is_given() {
        let labels = vec![(Point::new(7, 7), "1".to_owned()), (Point::new(5, 5), "<&".to_owned())];
        let ghosts = vec![(Point::new(9, 9), Color::Black)];
        let lines = vec![(Point::new(7, 7), Point::new(9, 9))];
        let picture = Picture { labels, ghosts, lines, margin: None };
        let svg = picture.to_svg(&stones());
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("r=\"17\"").count(), 3);
        assert!(svg.contains("&lt;&amp;"), "words are escaped");
        assert!(svg.contains(">A</text>") && svg.contains(">15</text>"), "the whole board");
    }

    #[test]
    fn a_margin_cuts_the_board_down() {
        let picture = Picture { margin: Some(2), ..Picture::default() };
        let svg = picture.to_svg(&stones());
        assert!(svg.contains(">F</text>") && svg.contains(">K</text>"));
        assert!(!svg.contains(">A</text>") && !svg.contains(">15</text>"));
        let empty = Stones::empty(Size::literal(15));
        assert!(picture.to_svg(&empty).contains(">15</text>"), "nothing to cut down to");
    }
}
