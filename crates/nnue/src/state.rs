//! What a network knows about a board, brought up to date when it is asked.

use tengen_board::{Bits, Board, Cell, MAX_CELLS, Variant};
use tengen_rules::{Color, Size};

use crate::kernel::Lanes;
use crate::network::Network;
use crate::rows::Rows;

/// What is known of a point.
#[derive(Clone, Debug)]
struct PointState {
    sum: Lanes,
    /// The numbers of its lines' rows.
    lines: [u16; 4],
}

/// The running sums of a network.
///
/// Nothing has to be told about moves: when a value is wanted, the stones are compared with those
/// of the last time, and only what lies around the differences is looked at again. Positions that
/// are never judged cost nothing, and taking moves back is no case of its own.
#[derive(Clone, Debug)]
pub struct State {
    size: Size,
    rows: &'static Rows,
    points: Vec<PointState>,
    stones: [Bits; 2],
    pool: Lanes,
    is_wide: bool,
}

impl State {
    /// The state of a position.
    pub fn new<V: Variant>(network: &Network, board: &Board<V>) -> Self {
        let mut state = Self {
            size: board.size(),
            rows: Rows::of(V::RULE),
            points: Vec::with_capacity(MAX_CELLS),
            stones: Color::ALL.map(|color| *board.stones(color)),
            pool: Lanes::ZERO,
            is_wide: network.may_be_wide && has_wide_vectors(),
        };
        for cell in 0..board.n_cells() as Cell {
            let lines = core::array::from_fn(|d| state.rows.pair_of(board.line_code(cell, d)));
            let mut sum = Lanes::ZERO;
            for line in lines {
                sum.add(network.pair(line));
            }
            if board.is_empty(cell) {
                sum.enter(&mut state.pool);
            }
            state.points.push(PointState { sum, lines });
        }
        state
    }

    /// What the position is worth to the side to move, in units of the score. `facts` are yes-or-no
    /// facts about the position, a bit each.
    #[inline]
    pub fn value<V: Variant>(&mut self, network: &Network, board: &Board<V>, facts: u16) -> i32 {
        debug_assert_eq!(self.size, board.size(), "a state belongs to one size");
        #[cfg(target_arch = "x86_64")]
        if self.is_wide {
            #[expect(unsafe_code, reason = "two thirds of the time of a judgement")]
            // SAFETY: `is_wide` is only set when the processor has AVX2.
            return unsafe { self.wide_value(network, board, facts) };
        }
        self.any_value(network, board, facts)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn wide_value<V: Variant>(&mut self, network: &Network, board: &Board<V>, facts: u16) -> i32 {
        self.any_value(network, board, facts)
    }

    #[inline(always)]
    fn any_value<V: Variant>(&mut self, network: &Network, board: &Board<V>, facts: u16) -> i32 {
        self.catch_up(network, board);
        network.head.value(&self.pool, board.to_move() as usize, facts)
    }

    #[inline(always)]
    fn catch_up<V: Variant>(&mut self, network: &Network, board: &Board<V>) {
        let now = Color::ALL.map(|color| *board.stones(color));
        if now == self.stones {
            return;
        }
        let occupied_before = self.stones[0].or(&self.stones[1]);
        let occupied = now[0].or(&now[1]);
        let changed = now[0].xor(&self.stones[0]).or(&now[1].xor(&self.stones[1]));
        let ever_occupied = occupied.or(&occupied_before);
        let mut pool = self.pool;
        for cell in &occupied.without(&occupied_before) {
            self.points[usize::from(cell)].sum.leave(&mut pool);
        }
        for cell in &changed {
            for direction in 0..4 {
                board.for_each_in_reach(cell, direction, |neighbor, code| {
                    let line = self.rows.pair_of(code);
                    let point = &mut self.points[usize::from(neighbor)];
                    let before = point.lines[direction];
                    if before == line {
                        return;
                    }
                    point.lines[direction] = line;
                    let (old, new) = (network.pair(before), network.pair(line));
                    // Points that were and are empty are in the sum.
                    let is_in = !ever_occupied.contains(neighbor);
                    point.sum.exchange(old, new, -i16::from(is_in), &mut pool);
                });
            }
        }
        for cell in &occupied_before.without(&occupied) {
            self.points[usize::from(cell)].sum.enter(&mut pool);
        }
        self.pool = pool;
        self.stones = now;
    }
}

fn has_wide_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
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
    use tengen_rules::{Rule, SplitMix64, Symmetry};

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
        let mut board = Board::<V>::new(Size::literal(15)).expect("it fits");
        let mut kept = State::new(&network, &board);
        let common = network.clone().with_common_instructions();
        let mut narrow = State::new(&common, &board);
        for _ in 0..300 {
            if board.n_plies() > 0 && random.below(3) == 0 {
                board.unmake();
            } else if let Some(cell) = random_empty(&mut board, &mut random) {
                board.make(cell, &mut NoObserver);
            }
            if random.below(3) > 0 {
                let facts = random.below(1024) as u16;
                let fresh = State::new(&network, &board).value(&network, &board, facts);
                assert_eq!(kept.value(&network, &board, facts), fresh);
                assert_eq!(narrow.value(&common, &board, facts), fresh);
            }
        }
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
        let stones: Vec<_> = (0..40)
            .map(|i| (board.point(random.below(size.n_points()) as Cell), Color::ALL[i % 2]))
            .collect();
        let value = |symmetry: Symmetry, swaps: bool| {
            let mut board = Board::<Freestyle>::new(size).expect("it fits");
            let placed = stones.iter().map(|&(point, color)| {
                let point = symmetry.apply(size, point);
                (size.index(point) as Cell, if swaps { !color } else { color })
            });
            let to_move = if swaps { Color::White } else { Color::Black };
            board.set_stones(placed.collect::<Vec<_>>(), to_move);
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
