//! `Gomoku proof grow`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use tengen_proof::{Book, Effort, Event, Key, Known, Note, grower, note_from_line, stones_of_key};
use tengen_rules::{Color, Point, Rule, Size};

use super::{moves_of, name, names, read_book};
use crate::input::{EngineBoardArgs, UsageError, game_of_moves};
use crate::selfplay::{progress_bar, say};

/// What `proof grow` is asked.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    board: EngineBoardArgs,
    /// Where the book goes when it is complete. What is found on the way is kept beside it, in
    /// FILE.journal, and an interrupted run goes on from there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The moves after which Black wins, in renju notation [default: Black's first in the middle].
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Books whose entries are known already.
    #[arg(long, value_name = "BOOK")]
    from: Vec<PathBuf>,
    /// Books of other rules on the same board, whose moves are tried first.
    #[arg(long, value_name = "BOOK")]
    like: Vec<PathBuf>,
    /// How many of White's replies to the opening are worked on at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How many positions a leaf may take.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(20..))]
    nodes: u64,
    /// How many nodes the engine may take for a list of candidates.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    engine_nodes: u64,
    /// For each of White's replies to the opening that is closed, also write the book of that reply
    /// alone into this folder.
    #[arg(long, value_name = "FOLDER")]
    parts: Option<PathBuf>,
}

/// Grows a book until it is complete.
pub(super) fn run(args: &Args) -> Result<()> {
    let size = args.board.size()?;
    let rule = args.board.rule;
    let opening = opening(rule, size, args.moves.as_deref())?;
    let empty = Book {
        rule,
        size,
        opening: opening.clone(),
        leaf_nodes: args.nodes,
        entries: BTreeMap::new(),
    };
    let (root, to_move) = empty.root();
    let journal = journal_path(&args.out);
    let known = read_known(args, size, &journal)?;
    let file = OpenOptions::new().append(true).create(true).open(&journal);
    let file = file.with_context(|| format!("cannot write {}", journal.display()))?;
    let stop = AtomicBool::new(false);
    let effort =
        Effort { leaf_nodes: args.nodes, engine_nodes: args.engine_nodes, ..Effort::default() };
    let classes = if to_move == Color::Black {
        vec![root]
    } else {
        let mut ignore = |_: &Event<'_>| {};
        grower(rule, size, effort, &known, &stop, &mut ignore)?.classes(&root)
    };
    let bar = progress_bar(classes.len() as u64, "classes");
    let job = Job { args, empty: &empty, known: &known, stop: &stop, effort, bar: &bar, file };
    let n_closed = job.work(&farthest_first(size, &opening, classes.clone()))?;
    bar.finish_and_clear();
    if n_closed < classes.len() {
        bail!("{} of {} classes are closed; what was found is kept", n_closed, classes.len());
    }
    let book = Book { entries: known.entries(), ..empty.clone() }.trimmed().with_moves_that_hold();
    let bytes = book.to_bytes();
    write_whole(&args.out, &bytes)?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{}: {} entries, {} bytes, hash {}",
        args.out.display(),
        book.entries.len(),
        bytes.len(),
        book.hash()
    )?;
    Ok(())
}

/// The moves after which Black is to win; they must be a game that goes on.
fn opening(rule: Rule, size: Size, moves: Option<&str>) -> Result<Vec<Point>> {
    let Some(moves) = moves else { return Ok(vec![size.middle()]) };
    let game = game_of_moves(rule, size, moves)?;
    if !game.status().is_ongoing() {
        return Err(UsageError("the game is over after these moves".to_owned()).into());
    }
    Ok(moves_of(&game)?)
}

fn journal_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// What the journal and other books say is proven.
fn read_known(args: &Args, size: Size, journal: &Path) -> Result<Known> {
    let (mut entries, mut whole) = (BTreeMap::new(), BTreeMap::new());
    for path in &args.from {
        let book = read_book(path)?;
        if (book.rule, book.size) != (args.board.rule, size) {
            bail!("{} is about {} on {}", path.display(), book.rule, book.size);
        }
        entries.extend(book.entries.into_iter().map(|(key, entry)| (key, entry.answer)));
    }
    match File::open(journal) {
        Ok(file) => {
            for line in BufReader::new(file).lines() {
                let line = line.with_context(|| format!("cannot read {}", journal.display()))?;
                match note_from_line(size, &line) {
                    Some(Note::Entry(key, answer)) => {
                        entries.insert(key, answer);
                    }
                    Some(Note::Whole(key, moves)) => {
                        whole.insert(key, moves);
                    }
                    // The end of a line that was being written.
                    None => {}
                }
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", journal.display()));
        }
    }
    let mut likely = BTreeMap::new();
    for path in &args.like {
        let book = read_book(path)?;
        if book.size != size {
            bail!("{} is about boards of {}", path.display(), book.size);
        }
        likely.extend(book.entries.into_iter().map(|(key, entry)| (key, entry.answer)));
    }
    Ok(Known::new(entries, whole).with_likely(likely))
}

/// The farthest replies first: they are the easiest, and what wins after them is tried after the others.
fn farthest_first(size: Size, opening: &[Point], mut classes: Vec<Key>) -> Vec<Key> {
    let distance = |key: &Key| {
        let whites = stones_of_key(size, key).into_iter().filter(|s| s.1 == Color::White);
        let from = opening.first().copied().unwrap_or(size.middle());
        whites.map(|(point, _)| point.distance(from)).max()
    };
    classes.sort_by_key(|key| (Reverse(distance(key)), key.clone()));
    classes
}

/// Writes a file so that it is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    std::fs::write(&new, bytes)
        .and_then(|()| std::fs::rename(&new, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

struct Job<'a> {
    args: &'a Args,
    empty: &'a Book,
    known: &'a Known,
    stop: &'a AtomicBool,
    effort: Effort,
    bar: &'a ProgressBar,
    file: File,
}

/// What is told of the work, at most so often.
const TELL_EVERY: Duration = Duration::from_secs(10);

impl Job<'_> {
    /// Works on all classes; returns how many are closed.
    fn work(&self, classes: &[Key]) -> Result<usize> {
        let next = AtomicUsize::new(0);
        let n_closed = AtomicUsize::new(0);
        let failed = Mutex::new(None::<anyhow::Error>);
        let journal = Mutex::new(&self.file);
        std::thread::scope(|scope| {
            for _ in 0..self.args.threads.clamp(1, classes.len().max(1)) {
                scope.spawn(|| {
                    if let Err(error) = self.close_classes(classes, &next, &n_closed, &journal) {
                        self.stop.store(true, Ordering::Relaxed);
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                });
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(n_closed.into_inner()),
        }
    }

    /// One thread: takes one class after the other.
    fn close_classes(
        &self,
        classes: &[Key],
        next: &AtomicUsize,
        n_closed: &AtomicUsize,
        journal: &Mutex<&File>,
    ) -> Result<()> {
        let Book { rule, size, .. } = *self.empty;
        let mut told = Instant::now();
        let mut trouble = None::<std::io::Error>;
        let mut tell = |event: &Event<'_>| {
            if let Some(note) = note_of(event) {
                let line = format!("{}\n", note.line(size));
                let journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
                if let Err(error) = (&**journal).write_all(line.as_bytes()) {
                    trouble = Some(error);
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                self.tell(event);
            }
        };
        let mut grower = grower(rule, size, self.effort, self.known, self.stop, &mut tell)?;
        while let Some(class) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
            let begin = Instant::now();
            let is_closed = grower.prove(class) && grower.complete(class);
            let (n_proven, n_whole) = self.known.counts();
            let verdict = if is_closed { "closed" } else { "open" };
            say(
                self.bar,
                &format!(
                    "{} {verdict} after {:.0} s, {n_proven} positions proven, {n_whole} complete",
                    self.name(class),
                    begin.elapsed().as_secs_f64()
                ),
            );
            if is_closed {
                n_closed.fetch_add(1, Ordering::Relaxed);
                self.bar.inc(1);
                self.write_part(class)?;
            }
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        drop(grower);
        trouble.map_or(Ok(()), |error| Err(error).context("cannot write the journal"))
    }

    /// White's last stone, which a class is called by, or the opening.
    fn name(&self, class: &Key) -> String {
        let size = self.empty.size;
        let own: Vec<_> = self.empty.opening.iter().map(|&point| name(size, point)).collect();
        let stones = stones_of_key(size, class);
        let whites: Vec<_> = stones
            .iter()
            .filter(|stone| stone.1 == Color::White)
            .map(|stone| name(size, stone.0))
            .filter(|name| !own.contains(name))
            .collect();
        if whites.is_empty() { names(size, &self.empty.opening) } else { whites.join(" ") }
    }

    fn tell(&self, event: &Event<'_>) {
        let size = self.empty.size;
        let (n_proven, n_whole) = self.known.counts();
        let (what, tally) = match event {
            Event::Entry { key, tally, .. } => (format!("{} stones deep", key.len()), tally),
            Event::Whole { key, tally, .. } => {
                (format!("completing, {} stones deep", key.len()), tally)
            }
            Event::Number { key, proof, best, tally } => {
                let line = Note::Entry((*key).clone(), *best).line(size);
                (format!("{line} looks {proof} hard"), tally)
            }
        };
        let text = format!(
            "{n_proven} proven, {n_whole} complete; {what}; {} of {} leaves, {} of {} hints, {} engine calls",
            tally.won.iter().sum::<u64>(),
            tally.tried.iter().sum::<u64>(),
            tally.hints[1],
            tally.hints[0],
            tally.engine_calls
        );
        if self.bar.is_hidden() {
            say(self.bar, &text);
        } else {
            self.bar.set_message(text);
        }
    }

    /// The book of one class alone, whose opening is the opening with the reply.
    fn write_part(&self, class: &Key) -> Result<()> {
        let Some(folder) = &self.args.parts else { return Ok(()) };
        let size = self.empty.size;
        let Some(opening) = opening_of(class, size) else { return Ok(()) };
        let book = Book { opening, entries: self.known.entries(), ..*self.empty }
            .trimmed()
            .with_moves_that_hold();
        let file = format!("{}.book", names(size, &book.opening).replace(' ', "-"));
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        write_whole(&folder.join(file), &book.to_bytes())
    }
}

fn note_of(event: &Event<'_>) -> Option<Note> {
    match event {
        Event::Entry { key, answer, .. } => Some(Note::Entry((*key).clone(), *answer)),
        Event::Whole { key, moves, .. } => Some(Note::Whole((*key).clone(), *moves)),
        Event::Number { .. } => None,
    }
}

/// Moves that lead to the stones of a class, Black's and White's by turns.
fn opening_of(class: &Key, size: Size) -> Option<Vec<Point>> {
    let stones = stones_of_key(size, class);
    let of = |color| stones.iter().filter(move |stone| stone.1 == color).map(|stone| stone.0);
    let (mut blacks, mut whites) = (of(Color::Black), of(Color::White));
    let mut moves = Vec::new();
    while moves.len() < stones.len() {
        moves.push(blacks.next()?);
        moves.push(whites.next()?);
    }
    Some(moves)
}
