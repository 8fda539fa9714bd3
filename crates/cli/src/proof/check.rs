//! `Gomoku proof check`.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, bail};
use tengen_proof::{
    Book, Checked, Entry, Failure, Fault, Key, NoBooks, Thoroughness, built_in, built_in_kinds,
    checker, stones_of_key,
};
use tengen_rules::{Color, Rule, Size, SplitMix64};

use super::{name, names, read_book};
use crate::input::UsageError;
use crate::selfplay::{progress_bar, say};

/// What `proof check` is asked.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The book [default: those that come with the program].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Of the books that come with the program, that of this rule only.
    #[arg(long, value_name = "RULE", conflicts_with = "file")]
    rule: Option<Rule>,
    /// How many positions a leaf may take [default: what the book states].
    #[arg(long, value_parser = clap::value_parser!(u64).range(20..))]
    nodes: Option<u64>,
    /// Make only so many replies, chosen by chance, instead of all.
    #[arg(long, value_name = "K")]
    sample: Option<u64>,
    /// The seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// The slow judge looks at every M-th certificate, the fast verifier at all others; with 1 the
    /// slow judge looks at all.
    #[arg(long, value_name = "M", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    judge_every: u64,
    /// Check only the I-th of N parts of the entries, so that a long check can be done bit by bit.
    #[arg(long, value_name = "I/N", conflicts_with = "sample")]
    part: Option<Part>,
    /// How many entries are checked at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A part of the entries, counted from one.
#[derive(Clone, Copy, Debug)]
struct Part {
    number: usize,
    of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, of) = text.split_once('/').unwrap_or((text, ""));
        match (number.parse(), of.parse()) {
            (Ok(number), Ok(of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("a part is written as 2/10, the second of ten".to_owned()),
        }
    }
}

impl Part {
    const WHOLE: Self = Self { number: 1, of: 1 };

    /// Every so-manieth entry: all parts have easy and hard ones.
    fn of_entries<T: Copy>(self, entries: &[T]) -> Vec<T> {
        entries.iter().copied().skip(self.number - 1).step_by(self.of).collect()
    }
}

/// So many failures are told one by one.
const MOST_TOLD: usize = 20;

/// Checks books; it is an error if anything does not hold.
pub(super) fn run(args: &Args) -> Result<()> {
    if let Some(file) = &args.file {
        return check(args, &read_book(file)?);
    }
    let mut n_books = 0;
    for (rule, size) in built_in_kinds() {
        if args.rule.is_some_and(|wanted| wanted != rule) {
            continue;
        }
        for book in built_in(rule, size) {
            n_books += 1;
            check(args, book)?;
        }
    }
    if n_books == 0 {
        return Err(UsageError("no book of this rule comes with the program".to_owned()).into());
    }
    Ok(())
}

fn check(args: &Args, book: &Book) -> Result<()> {
    let begin = Instant::now();
    let thoroughness = Thoroughness {
        nodes: args.nodes.unwrap_or(book.leaf_nodes),
        judge_every: args.judge_every,
    };
    let checked = match args.sample {
        Some(n_replies) => check_sample(book, thoroughness, n_replies, args.seed)?,
        None => check_all(book, thoroughness, args)?,
    };
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} on {}, Black wins after {}{}: {} entries, hash {}",
        book.rule,
        book.size,
        names(book.size, &book.opening),
        book.moves().map_or_else(String::new, |moves| format!(" in {moves} moves at most")),
        book.entries.len(),
        book.hash()
    )?;
    writeln!(
        out,
        "{} entries looked at, {} replies to other entries, {} leaves at {} positions, {} of them \
         judged slowly, the longest {} plies; {:.1} s",
        checked.entries,
        checked.inner,
        checked.leaves,
        thoroughness.nodes,
        checked.judged,
        checked.longest,
        begin.elapsed().as_secs_f64()
    )?;
    for failure in checked.failures.iter().take(MOST_TOLD) {
        writeln!(out, "FAILED {}", failure_text(book.size, failure))?;
    }
    if !checked.failures.is_empty() {
        bail!("the proof does not hold: {} failures", checked.failures.len());
    }
    let is_whole = args.sample.is_none() && args.part.is_none_or(|part| part.of == 1);
    let what = if is_whole { "the proof holds" } else { "what was looked at holds" };
    writeln!(out, "{what}")?;
    Ok(())
}

fn failure_text(size: Size, failure: &Failure) -> String {
    let stones = stones_of_key(size, &failure.key);
    let of = |color| {
        let own: Vec<_> = stones.iter().filter(|s| s.1 == color).map(|s| s.0).collect();
        names(size, &own)
    };
    let place = match &failure.fault {
        Fault::Lost(point)
        | Fault::Open(point)
        | Fault::Certificate(point)
        | Fault::Length(point) => {
            format!(" ({})", name(size, *point))
        }
        Fault::Position | Fault::Move => String::new(),
    };
    format!("{}/{}: {}{place}", of(Color::Black), of(Color::White), failure.fault)
}

/// So many replies to entries, chosen by chance, and every reply to the opening.
fn check_sample(
    book: &Book,
    thoroughness: Thoroughness,
    n_replies: u64,
    seed: u64,
) -> Result<Checked, NoBooks> {
    let entries: Vec<(&Key, Entry)> =
        book.entries.iter().map(|(key, &entry)| (key, entry)).collect();
    let mut random = SplitMix64::new(seed);
    let mut checker = checker(book, thoroughness)?;
    checker.opening();
    for _ in 0..n_replies {
        if let Some(&(key, entry)) = random.pick(&entries) {
            checker.entry_sample(key, entry, &mut random);
        }
    }
    Ok(checker.checked().clone())
}

/// Every reply to every entry.
fn check_all(book: &Book, thoroughness: Thoroughness, args: &Args) -> Result<Checked> {
    let entries: Vec<(&Key, Entry)> =
        book.entries.iter().map(|(key, &entry)| (key, entry)).collect();
    let entries = args.part.unwrap_or(Part::WHOLE).of_entries(&entries);
    let bar = progress_bar(entries.len() as u64, "entries");
    let next = AtomicUsize::new(0);
    let sum = Mutex::new(Checked::default());
    let work = |is_first: bool| -> Result<(), NoBooks> {
        let mut checker = checker(book, thoroughness)?;
        if is_first {
            checker.opening();
        }
        while let Some(&(key, entry)) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            let n_failures = checker.checked().failures.len();
            checker.entry(key, entry);
            for failure in &checker.checked().failures[n_failures..] {
                say(&bar, &format!("FAILED {}", failure_text(book.size, failure)));
            }
            bar.inc(1);
        }
        sum.lock().unwrap_or_else(PoisonError::into_inner).add(checker.checked().clone());
        Ok(())
    };
    let outcome = std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..args.threads.max(1)).map(|_| scope.spawn(|| work(false))).collect();
        let mut outcome = work(true);
        for other in others {
            match other.join() {
                Ok(done) => outcome = outcome.and(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        outcome
    });
    bar.finish_and_clear();
    outcome?;
    Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner))
}
