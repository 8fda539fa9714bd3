//! What a network knows about a board, brought up to date when it is asked.

use tengen_board::{Bits, Board, Cell, MAX_CELLS, Variant};
use tengen_rules::{Color, Size};

use crate::kernel::Lanes;
use crate::network::Network;
use crate::rows::Rows;

/// What is known of an empty point. Under a stone it is what was known before.
#[derive(Clone, Debug)]
struct PointState {
    sum: Lanes,
    /// The numbers of its lines' rows.
    lines: [u16; 4],
}

impl PointState {
    /// What is needed to undo a change of the line in one direction.
    #[inline(always)]
    fn saved(&self, cell: Cell, direction: usize) -> Saved {
        Saved { sum: self.sum, cell, direction: direction as u8, line: self.lines[direction] }
    }
}

/// A point as it was before a step.
#[derive(Clone, Debug)]
struct Saved {
    sum: Lanes,
    cell: Cell,
    direction: u8,
    line: u16,
}

/// What is needed to go back to an earlier position.
#[derive(Clone, Debug)]
struct Step {
    stones: [Bits; 2],
    pool: Lanes,
    n_saved: usize,
}

/// The running sums of a network.
///
/// Nothing has to be told about moves: when a value is wanted, the stones are compared with those
/// of the last time. A position that came before is gone back to by copying, and only what lies
/// around new stones is looked at again. Positions that are never judged cost nothing.
#[derive(Clone, Debug)]
pub struct State {
    size: Size,
    rows: &'static Rows,
    points: Vec<PointState>,
    stones: [Bits; 2],
    pool: Lanes,
    /// From position to position until now, and what each step changed.
    steps: Vec<Step>,
    saved: Vec<Saved>,
    uses_avx2: bool,
}

impl State {
    /// The state of a position.
    pub fn new<V: Variant>(network: &Network, board: &Board<V>) -> Self {
        let mut state = Self {
            size: board.size(),
            rows: Rows::of(V::RULE),
            points: Vec::with_capacity(MAX_CELLS),
            stones: [Bits::EMPTY; 2],
            pool: Lanes::ZERO,
            steps: Vec::new(),
            saved: Vec::new(),
            uses_avx2: network.may_use_avx2 && has_avx2(),
        };
        state.look_around(network, board);
        state
    }

    /// Works everything out anew.
    fn look_around<V: Variant>(&mut self, network: &Network, board: &Board<V>) {
        self.steps.clear();
        self.saved.clear();
        self.points.clear();
        self.stones = Color::ALL.map(|color| *board.stones(color));
        self.pool = Lanes::ZERO;
        for cell in Cell::all(board.size()) {
            let point = self.point_at(network, board, cell);
            if board.is_empty(cell) {
                point.sum.enter(&mut self.pool);
            }
            self.points.push(point);
        }
    }

    fn point_at<V: Variant>(&self, network: &Network, board: &Board<V>, cell: Cell) -> PointState {
        let lines = core::array::from_fn(|d| self.rows.pair_of(board.line_code(cell, d)));
        let mut sum = Lanes::ZERO;
        for line in lines {
            sum.add(network.pair(line));
        }
        PointState { sum, lines }
    }

    /// What the position is worth to the side to move, in units of the score. `facts` are yes-or-no
    /// facts about the position, a bit each.
    #[inline]
    pub fn value<V: Variant>(&mut self, network: &Network, board: &Board<V>, facts: u16) -> i32 {
        debug_assert_eq!(self.size, board.size(), "a state belongs to one size");
        #[cfg(target_arch = "x86_64")]
        if self.uses_avx2 {
            #[expect(unsafe_code, reason = "two thirds of the time of a judgement")]
            // SAFETY: `uses_avx2` is only set when the processor has AVX2 and POPCNT.
            return unsafe { self.value_with_avx2(network, board, facts) };
        }
        self.value_inlined(network, board, facts)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn value_with_avx2<V: Variant>(
        &mut self,
        network: &Network,
        board: &Board<V>,
        facts: u16,
    ) -> i32 {
        self.value_inlined(network, board, facts)
    }

    #[inline(always)]
    fn value_inlined<V: Variant>(
        &mut self,
        network: &Network,
        board: &Board<V>,
        facts: u16,
    ) -> i32 {
        self.catch_up(network, board);
        network.head.value(&self.pool, board.to_move() as usize, facts)
    }

    #[inline(always)]
    fn catch_up<V: Variant>(&mut self, network: &Network, board: &Board<V>) {
        let now = Color::ALL.map(|color| *board.stones(color));
        self.go_back_toward::<V>(&now);
        if now == self.stones {
            return;
        }
        let occupied_before = self.stones[0].or(&self.stones[1]);
        let occupied = now[0].or(&now[1]);
        let cleared = occupied_before.without(&occupied);
        let changed = now[0].xor(&self.stones[0]).or(&now[1].xor(&self.stones[1]));
        if !cleared.is_empty() && !V::CAPTURES {
            // Another game: a search only goes forth and back.
            self.look_around(network, board);
            return;
        }
        self.steps.push(Step { stones: self.stones, pool: self.pool, n_saved: self.saved.len() });
        let mut pool = self.pool;
        for cell in &occupied.without(&occupied_before) {
            self.points[cell.index()].sum.leave(&mut pool);
        }
        for cell in &changed {
            for direction in 0..4 {
                for (neighbor, code) in board.empties_along(cell, direction) {
                    let line = self.rows.pair_of(code);
                    let point = &mut self.points[neighbor.index()];
                    let before = point.lines[direction];
                    if before == line || (V::CAPTURES && cleared.contains(neighbor)) {
                        continue;
                    }
                    self.saved.push(point.saved(neighbor, direction));
                    point.lines[direction] = line;
                    point.sum.exchange(network.pair(before), network.pair(line), &mut pool);
                }
            }
        }
        if V::CAPTURES {
            for cell in &cleared {
                let point = self.point_at(network, board, cell);
                point.sum.enter(&mut pool);
                let before = &mut self.points[cell.index()];
                // Going back further than to the stone, the point is as it was before the stone.
                self.saved.extend((0..4).map(|direction| before.saved(cell, direction)));
                *before = point;
            }
        }
        self.pool = pool;
        self.stones = now;
    }

    /// Takes steps back that do not lead to a position.
    #[inline(always)]
    fn go_back_toward<V: Variant>(&mut self, wanted: &[Bits; 2]) {
        let distance = |stones: &[Bits; 2]| {
            let [black, white] = [0, 1].map(|color| wanted[color].xor(&stones[color]).len());
            black + white
        };
        while let Some(step) = self.steps.last() {
            let is_on_the_way = if V::CAPTURES {
                distance(&self.stones) < distance(&step.stones)
            } else {
                (0..2).all(|color| self.stones[color].without(&wanted[color]).is_empty())
            };
            if is_on_the_way {
                return;
            }
            self.stones = step.stones;
            self.pool = step.pool;
            while self.saved.len() > step.n_saved {
                let Some(saved) = self.saved.pop() else { break };
                let point = &mut self.points[saved.cell.index()];
                point.sum = saved.sum;
                point.lines[usize::from(saved.direction & 3)] = saved.line;
            }
            self.steps.pop();
        }
    }
}

fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{CHANNELS, Head};
    use tengen_board::{Caro, Freestyle, Keryo, Ninuki42, NoObserver, Renju, Standard};
    use tengen_rules::{Point, Rule, SplitMix64, Symmetry};

    /// Numbers that exercise both ends of every cut-off.
    fn random_network(rule: Rule, seed: u64) -> Network {
        let mut random = SplitMix64::new(seed);
        let mut row = || random.below(161) as i16 - 80;
        let rows = (0..Rows::of(rule).n_rows()).map(|_| [(); CHANNELS].map(|()| row())).collect();
        let mut head = Head::zeros();
        for number in head.numbers_mut() {
            *number = random.below(2001) as f32 / 1000.0 - 1.0;
        }
        Network::new(rule, rows, head)
    }

    fn random_empty<V: Variant>(board: &mut Board<V>, random: &mut SplitMix64) -> Option<Cell> {
        let empties: Vec<Cell> = board.empties().collect();
        random.pick(&empties).copied().filter(|&cell| board.is_legal(cell))
    }

    /// Goes forth and back at random and compares what was kept with what is worked out anew, on
    /// the code for every processor and on the one for AVX2.
    fn assert_kept_is_worked_out<V: Variant>(seed: u64) {
        let network = random_network(V::RULE, seed);
        let mut random = SplitMix64::new(seed);
        // Where stones are taken, a board so small that many are.
        let size = Size::literal(if V::CAPTURES { 7 } else { 15 });
        let mut board = Board::<V>::new(size).expect("it fits");
        let mut n_taken = 0;
        let mut kept = State::new(&network, &board);
        let common = network.clone().with_common_instructions();
        let mut narrow = State::new(&common, &board);
        for _ in 0..300 {
            if board.n_plies() > 0 && random.below(3) == 0 {
                board.unmake();
            } else if let Some(cell) = random_empty(&mut board, &mut random) {
                n_taken += usize::from(board.n_takes(board.to_move(), cell));
                board.make(cell, &mut NoObserver);
            }
            if random.below(3) > 0 {
                let facts = random.below(1024) as u16;
                let fresh = State::new(&network, &board).value(&network, &board, facts);
                assert_eq!(kept.value(&network, &board, facts), fresh);
                assert_eq!(narrow.value(&common, &board, facts), fresh);
            }
        }
        assert_eq!(V::CAPTURES, n_taken > 20, "{n_taken} stones were taken");
    }

    #[test]
    fn what_is_kept_is_what_is_worked_out_anew() {
        assert_kept_is_worked_out::<Freestyle>(1);
        assert_kept_is_worked_out::<Standard>(2);
        assert_kept_is_worked_out::<Caro>(3);
        assert_kept_is_worked_out::<Renju>(4);
        assert_kept_is_worked_out::<Ninuki42>(5);
        assert_kept_is_worked_out::<Keryo>(6);
    }

    #[test]
    fn turning_the_board_and_exchanging_the_colors_changes_nothing() {
        let network = random_network(Rule::Freestyle, 7);
        let size = Size::literal(15);
        let mut random = SplitMix64::new(8);
        let board = Board::<Freestyle>::new(size).expect("it fits");
        let cells: Vec<Cell> = board.empties().collect();
        let stones: Vec<_> = (0..40)
            .map(|i| {
                let cell = *random.pick(&cells).expect("the board has points");
                (board.point(cell), Color::ALL[i % 2])
            })
            .collect();
        let value = |symmetry: Symmetry, swaps: bool| {
            let mut board = Board::<Freestyle>::new(size).expect("it fits");
            let place = |&(point, color): &(Point, Color)| {
                let cell = board.cell(symmetry.apply(size, point));
                (cell, if swaps { !color } else { color })
            };
            let placed: Vec<_> = stones.iter().map(place).collect();
            let to_move = if swaps { Color::White } else { Color::Black };
            board.set_stones(placed, to_move);
            State::new(&network, &board).value(&network, &board, 5)
        };
        let identity = Symmetry::all().next().expect("there are eight");
        let expected = value(identity, false);
        for symmetry in Symmetry::all() {
            assert_eq!(value(symmetry, false), expected, "{symmetry:?}");
            assert_eq!(value(symmetry, true), expected, "{symmetry:?}");
        }
    }

    #[test]
    fn networks_are_read_as_they_were_written() {
        use crate::network::NetworkError;
        let network = random_network(Rule::Ninuki42, 9);
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
        assert_eq!(Network::from_bytes(&[]), Err(NetworkError::Rule));
        assert_eq!(Network::from_bytes(&[99]), Err(NetworkError::Rule));
        let (found, expected) = (bytes.len() - 2, bytes.len() - 1);
        let cut = Network::from_bytes(&bytes[..bytes.len() - 1]);
        assert_eq!(cut, Err(NetworkError::Length { found, expected }));
    }
}
