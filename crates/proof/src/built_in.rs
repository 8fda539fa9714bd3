//! The books that come with the program.

use std::sync::LazyLock;

use tengen_rules::{Rule, Size};

use crate::book::Book;

/// Freestyle on 15x15: a book for each second move of White that is proven, but for mirror images.
const FREESTYLE_15: &[&[u8]] = &[
    include_bytes!("../books/freestyle-15/h8-a15.book"),
    include_bytes!("../books/freestyle-15/h8-b14.book"),
    include_bytes!("../books/freestyle-15/h8-b15.book"),
    include_bytes!("../books/freestyle-15/h8-c13.book"),
    include_bytes!("../books/freestyle-15/h8-c14.book"),
    include_bytes!("../books/freestyle-15/h8-c15.book"),
    include_bytes!("../books/freestyle-15/h8-d12.book"),
    include_bytes!("../books/freestyle-15/h8-d13.book"),
    include_bytes!("../books/freestyle-15/h8-d14.book"),
    include_bytes!("../books/freestyle-15/h8-d15.book"),
    include_bytes!("../books/freestyle-15/h8-e11.book"),
    include_bytes!("../books/freestyle-15/h8-e12.book"),
    include_bytes!("../books/freestyle-15/h8-e13.book"),
    include_bytes!("../books/freestyle-15/h8-e14.book"),
    include_bytes!("../books/freestyle-15/h8-e15.book"),
    include_bytes!("../books/freestyle-15/h8-f10.book"),
    include_bytes!("../books/freestyle-15/h8-f11.book"),
    include_bytes!("../books/freestyle-15/h8-f12.book"),
    include_bytes!("../books/freestyle-15/h8-f13.book"),
    include_bytes!("../books/freestyle-15/h8-f14.book"),
    include_bytes!("../books/freestyle-15/h8-f15.book"),
    include_bytes!("../books/freestyle-15/h8-g10.book"),
    include_bytes!("../books/freestyle-15/h8-g11.book"),
    include_bytes!("../books/freestyle-15/h8-g13.book"),
    include_bytes!("../books/freestyle-15/h8-g14.book"),
    include_bytes!("../books/freestyle-15/h8-g15.book"),
    include_bytes!("../books/freestyle-15/h8-g9.book"),
    include_bytes!("../books/freestyle-15/h8-h10.book"),
    include_bytes!("../books/freestyle-15/h8-h11.book"),
    include_bytes!("../books/freestyle-15/h8-h13.book"),
    include_bytes!("../books/freestyle-15/h8-h14.book"),
    include_bytes!("../books/freestyle-15/h8-h15.book"),
];

/// The bytes of the books that come with the program for a game.
pub fn built_in_bytes(rule: Rule, size: Size) -> &'static [&'static [u8]] {
    match (rule, size.get()) {
        (Rule::Freestyle, 15) => FREESTYLE_15,
        _ => &[],
    }
}

/// The books that come with the program for a game. The first time they are read, which takes a
/// moment.
pub fn built_in(rule: Rule, size: Size) -> &'static [Book] {
    static FREESTYLE: LazyLock<Vec<Book>> = LazyLock::new(|| read(FREESTYLE_15));
    match (rule, size.get()) {
        (Rule::Freestyle, 15) => &FREESTYLE,
        _ => &[],
    }
}

fn read(books: &[&[u8]]) -> Vec<Book> {
    let book = |bytes: &&[u8]| {
        Book::from_bytes(bytes).expect("the built-in books were written by this program")
    };
    books.iter().map(book).collect()
}
