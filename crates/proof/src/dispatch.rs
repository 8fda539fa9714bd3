//! From a rule that is only known when the program runs to the code made for it.

use std::sync::atomic::AtomicBool;

use tengen_board::{Caro, Caro6, Freestyle, Standard, Variant};
use tengen_rules::{Point, Rule, Size, SplitMix64};
use thiserror::Error;

use crate::answer::{Answer, Answerer};
use crate::book::{Book, Entry};
use crate::check::{Checked, Checker, Thoroughness};
use crate::frame::Key;
use crate::grow::{Effort, Event, Grower, Known, Tally};
use crate::walk::{Lost, Reply};

/// A game for which there are no books.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NoBooks {
    /// The solvers do not know captures, and a reply that is no stone has no place in a book.
    #[error("there are no books for {0}: they know neither captures nor passing")]
    Rule(Rule),
    /// The board is too large.
    #[error("there are no books for a board of {0}")]
    Size(Size),
}

/// Runs code for each rule that has books.
macro_rules! for_provable {
    ($rule:expr, $variant:ident => $code:expr) => {
        match $rule {
            Rule::Freestyle => {
                type $variant = Freestyle;
                $code
            }
            Rule::Standard => {
                type $variant = Standard;
                $code
            }
            Rule::Caro => {
                type $variant = Caro;
                $code
            }
            Rule::Caro6 => {
                type $variant = Caro6;
                $code
            }
            other => Err(NoBooks::Rule(other)),
        }
    };
}

/// A [`Grower`] of some rule.
pub trait Growing {
    /// See [`Grower::classes`].
    fn classes(&self, stones: &[u16]) -> Vec<Key>;
    /// See [`Grower::prove`].
    fn prove(&mut self, stones: &[u16]) -> bool;
    /// See [`Grower::complete`].
    fn complete(&mut self, stones: &[u16]) -> bool;
    /// See [`Grower::tally`].
    fn tally(&self) -> Tally;
}

impl<V: Variant> Growing for Grower<'_, V> {
    fn classes(&self, stones: &[u16]) -> Vec<Key> {
        self.classes(stones)
    }

    fn prove(&mut self, stones: &[u16]) -> bool {
        self.prove(stones)
    }

    fn complete(&mut self, stones: &[u16]) -> bool {
        self.complete(stones)
    }

    fn tally(&self) -> Tally {
        self.tally()
    }
}

/// A grower for a rule.
pub fn grower<'a>(
    rule: Rule,
    size: Size,
    effort: Effort,
    known: &'a Known,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(&Event<'_>),
) -> Result<Box<dyn Growing + 'a>, NoBooks> {
    for_provable!(rule, V => {
        let grower = Grower::<V>::new(size, effort, known, stop, tell);
        grower.map(|grower| Box::new(grower) as Box<dyn Growing>).ok_or(NoBooks::Size(size))
    })
}

/// A [`Checker`] of some rule.
pub trait Checking {
    /// See [`Checker::opening`].
    fn opening(&mut self);
    /// See [`Checker::entry`].
    fn entry(&mut self, key: &Key, entry: Entry);
    /// See [`Checker::entry_sample`].
    fn entry_sample(&mut self, key: &Key, entry: Entry, random: &mut SplitMix64);
    /// See [`Checker::checked`].
    fn checked(&self) -> &Checked;
}

impl<V: Variant> Checking for Checker<'_, V> {
    fn opening(&mut self) {
        self.opening();
    }

    fn entry(&mut self, key: &Key, entry: Entry) {
        self.entry(key, entry);
    }

    fn entry_sample(&mut self, key: &Key, entry: Entry, random: &mut SplitMix64) {
        self.entry_sample(key, entry, random);
    }

    fn checked(&self) -> &Checked {
        self.checked()
    }
}

/// A checker of a book.
pub fn checker(book: &Book, thoroughness: Thoroughness) -> Result<Box<dyn Checking + '_>, NoBooks> {
    for_provable!(book.rule, V => {
        let checker = Checker::<V>::new(book, thoroughness);
        checker.map(|checker| Box::new(checker) as Box<dyn Checking>).ok_or(NoBooks::Size(book.size))
    })
}

/// Black's move after these legal moves, by a book; see [`Answerer::answer`].
pub fn answer(book: &Book, moves: &[Point]) -> Result<Option<Answer>, NoBooks> {
    for_provable!(book.rule, V => Ok(answerer::<V>(book)?.answer(moves)))
}

/// Whether White is lost after these legal moves, by a book; see [`Answerer::lost`].
pub fn lost(book: &Book, moves: &[Point]) -> Result<Option<Lost>, NoBooks> {
    for_provable!(book.rule, V => Ok(answerer::<V>(book)?.lost(moves)))
}

/// What follows each reply of White after these legal moves, by a book; see [`Answerer::replies`].
pub fn replies(book: &Book, moves: &[Point]) -> Result<Option<Vec<Reply>>, NoBooks> {
    for_provable!(book.rule, V => Ok(answerer::<V>(book)?.replies(moves)))
}

fn answerer<V: Variant>(book: &Book) -> Result<Answerer<'_, V>, NoBooks> {
    Answerer::new(book).ok_or(NoBooks::Size(book.size))
}
