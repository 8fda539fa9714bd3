//! The books that come with the program.

use std::sync::OnceLock;

use tengen_rules::{Point, Rule, Size};

use crate::book::Book;

/// The books of one kind of game: one for the whole game, or one for each opening that is proven.
struct Shelf {
    rule: Rule,
    side: u8,
    bytes: &'static [&'static [u8]],
    /// Read when somebody asks, which takes a moment.
    books: OnceLock<Vec<Book>>,
}

impl Shelf {
    const fn new(rule: Rule, side: u8, bytes: &'static [&'static [u8]]) -> Self {
        Self { rule, side, bytes, books: OnceLock::new() }
    }
}

static SHELVES: [Shelf; 1] =
    [Shelf::new(Rule::Freestyle, 15, &[include_bytes!("../books/freestyle-15.book")])];

fn shelf(rule: Rule, size: Size) -> Option<&'static Shelf> {
    SHELVES.iter().find(|shelf| (shelf.rule, shelf.side) == (rule, size.get()))
}

/// The kinds of games for which books come with the program.
pub fn built_in_kinds() -> impl Iterator<Item = (Rule, Size)> {
    SHELVES.iter().map(|shelf| (shelf.rule, Size::literal(shelf.side)))
}

/// The bytes of the books that come with the program for a game.
pub fn built_in_bytes(rule: Rule, size: Size) -> &'static [&'static [u8]] {
    shelf(rule, size).map_or(&[], |shelf| shelf.bytes)
}

/// The books that come with the program for a game. The first time they are read, which takes a
/// moment.
pub fn built_in(rule: Rule, size: Size) -> &'static [Book] {
    shelf(rule, size).map_or(&[], |shelf| shelf.books.get_or_init(|| read(shelf.bytes)))
}

/// Those of them that say something about a game with these moves: before its opening is played a
/// book of one opening says nothing about the game.
pub fn built_in_after(
    rule: Rule,
    size: Size,
    moves: &[Point],
) -> impl Iterator<Item = &'static Book> + use<> {
    let n_moves = moves.len().max(1);
    built_in(rule, size).iter().filter(move |book| book.opening.len() <= n_moves)
}

fn read(books: &[&[u8]]) -> Vec<Book> {
    let book = |bytes: &&[u8]| {
        Book::from_bytes(bytes).expect("the built-in books were written by this program")
    };
    books.iter().map(book).collect()
}
