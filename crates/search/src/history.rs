//! What moves did well before in this search.

use tengen_board::Cell;
use tengen_rules::Color;

/// The largest a history value gets.
const MOST: i32 = 8_192;

/// Moves a value by a bonus or a malus, the more the less it was expected; it stays within bounds.
fn update(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let current = i32::from(*value);
    *value = (current + bonus - current * bonus.abs() / MOST) as i16;
}

/// The histories of one thread of a search. With shared ones two threads were a tenth slower each,
/// because they wrote to the same memory all the time, and needed longer to a depth.
#[derive(Debug)]
pub(crate) struct Histories {
    n_points: usize,
    /// By color and cell.
    main: Vec<i16>,
    /// By color, the move before, and cell: replies to the opponent's last move.
    reply: Vec<i16>,
    /// The same for the own move before that: plans.
    plan: Vec<i16>,
}

impl Histories {
    pub(crate) fn new(n_points: usize) -> Self {
        Self {
            n_points,
            main: vec![0; 2 * n_points],
            reply: vec![0; 2 * n_points * n_points],
            plan: vec![0; 2 * n_points * n_points],
        }
    }

    fn index(&self, color: Color, cell: Cell) -> usize {
        color as usize * self.n_points + cell.index()
    }

    fn pair(&self, color: Color, before: Cell, cell: Cell) -> usize {
        self.index(color, before) * self.n_points + cell.index()
    }

    /// How well a move did, given the last two moves.
    #[inline]
    pub(crate) fn get(&self, color: Color, cell: Cell, recent: [Option<Cell>; 2]) -> i32 {
        let main = i32::from(self.main[self.index(color, cell)]);
        let after = |table: &[i16], before: Option<Cell>| {
            before.map_or(0, |before| i32::from(table[self.pair(color, before, cell)]))
        };
        main + after(&self.reply, recent[0]) + after(&self.plan, recent[1])
    }

    /// Notes how a move did, given the two moves before it.
    pub(crate) fn note(&mut self, color: Color, cell: Cell, recent: [Option<Cell>; 2], bonus: i32) {
        let main = self.index(color, cell);
        update(&mut self.main[main], bonus);
        if let Some(before) = recent[0] {
            let pair = self.pair(color, before, cell);
            update(&mut self.reply[pair], bonus);
        }
        if let Some(before) = recent[1] {
            let pair = self.pair(color, before, cell);
            update(&mut self.plan[pair], bonus);
        }
    }
}
