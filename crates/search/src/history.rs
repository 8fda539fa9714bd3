//! What moves did well before in this search.

use std::sync::atomic::AtomicI16;
use std::sync::atomic::Ordering::Relaxed;

use tengen_board::Cell;
use tengen_rules::Color;

/// The largest a history value gets.
const MOST: i32 = 8_192;

/// A value that moves toward good or bad news, faster the more surprising the news is.
fn update(value: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let current = i32::from(value.load(Relaxed));
    value.store((current + bonus - current * bonus.abs() / MOST) as i16, Relaxed);
}

/// The histories of one search. Its threads learn from each other, so that they order and reduce
/// moves alike and find what the others have stored; a note that two threads make at once may be
/// lost.
#[derive(Debug)]
pub(crate) struct Histories {
    n_cells: usize,
    /// By color and cell.
    main: Vec<AtomicI16>,
    /// By color, the move before, and cell: replies to the opponent's last move.
    reply: Vec<AtomicI16>,
    /// The same for the own move before that: plans.
    plan: Vec<AtomicI16>,
}

impl Histories {
    pub(crate) fn new(n_cells: usize) -> Self {
        let zeros = |n: usize| (0..n).map(|_| AtomicI16::new(0)).collect();
        Self {
            n_cells,
            main: zeros(2 * n_cells),
            reply: zeros(2 * n_cells * n_cells),
            plan: zeros(2 * n_cells * n_cells),
        }
    }

    fn index(&self, color: Color, cell: Cell) -> usize {
        color as usize * self.n_cells + usize::from(cell)
    }

    fn pair(&self, color: Color, before: Cell, cell: Cell) -> usize {
        self.index(color, before) * self.n_cells + usize::from(cell)
    }

    /// How well a move did, given the last two moves.
    #[inline]
    pub(crate) fn get(&self, color: Color, cell: Cell, recent: [Option<Cell>; 2]) -> i32 {
        let main = i32::from(self.main[self.index(color, cell)].load(Relaxed));
        let after = |table: &[AtomicI16], before: Option<Cell>| {
            before
                .map_or(0, |before| i32::from(table[self.pair(color, before, cell)].load(Relaxed)))
        };
        main + after(&self.reply, recent[0]) + after(&self.plan, recent[1])
    }

    /// Notes how a move did, given the two moves before it.
    pub(crate) fn note(&self, color: Color, cell: Cell, recent: [Option<Cell>; 2], bonus: i32) {
        let main = self.index(color, cell);
        update(&self.main[main], bonus);
        if let Some(before) = recent[0] {
            let pair = self.pair(color, before, cell);
            update(&self.reply[pair], bonus);
        }
        if let Some(before) = recent[1] {
            let pair = self.pair(color, before, cell);
            update(&self.plan[pair], bonus);
        }
    }
}
