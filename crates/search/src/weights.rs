//! The numbers of the classical evaluation and move ordering, one set per rule.

use tengen_board::{Board, Cell, N_COMBOS, Pattern, Variant, patterns_of};
use tengen_nnue::{Network, NetworkError};

use crate::capture::{CaptureWeights, N_CAPTURE_NUMBERS};

/// How many situations the threats on the board are told apart as.
pub const N_MASKS: usize = 1 << 10;

/// Two numbers for each combination; larger than needed, so that a masked index needs no check.
pub type ByCombo = Box<[[i16; 2]; 4096]>;

/// Fills a table from its numbers; what is missing is zero.
pub fn by_combo(numbers: impl IntoIterator<Item = [i16; 2]>) -> ByCombo {
    let mut table = Box::new([[0; 2]; 4096]);
    for (slot, pair) in table.iter_mut().zip(numbers) {
        *slot = pair;
    }
    table
}

/// The fitted numbers of a rule. Index 0 of a pair is Black's, 1 is White's; rules that treat the
/// colors alike have both the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What an empty point is worth to its color by its combination: if that color is to move, and
    /// if it is not.
    pub value: [ByCombo; 2],
    /// What the threats on the board are worth to the side to move.
    pub mask: [Vec<i16>; 2],
    /// How good a move looks: by the combination it makes, and by the one it takes away.
    pub policy: [ByCombo; 2],
    /// What captures are worth, where there are any.
    pub capture: Option<Box<CaptureWeights>>,
    /// The network that judges positions instead of `value` and `mask`, where there is one.
    pub network: Option<Network>,
}

/// Why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not begin as weights do, or of another version.
    Header,
    /// They are too few or too many.
    Length {
        /// How many were found.
        found: usize,
        /// How many were expected.
        expected: usize,
    },
    /// The network behind them is damaged.
    Network(NetworkError),
}

impl core::fmt::Display for WeightsError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Header => f.write_str("not a weights file of this version"),
            Self::Length { found, expected } => {
                write!(f, "a weights file has {expected} bytes, this one {found}")
            }
            Self::Network(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WeightsError {}

/// What a file has beside the tables, as bits of the byte behind the header.
const HAS_CAPTURES: u8 = 1;
const HAS_NETWORK: u8 = 2;

const HEADER: &[u8; 8] = b"TGWGT\x00\x00\x02";

impl Weights {
    /// The starting point before anything was fitted: a stone is worth more the nearer its line is
    /// to five. Only good enough to play the first games that the real numbers are fitted on.
    pub fn untrained() -> Self {
        let sum_of =
            |combo: usize| -> i32 { patterns_of(combo as u16).into_iter().map(worth).sum() };
        let value = by_combo((0..N_COMBOS).map(|combo| {
            let sum = sum_of(combo);
            [(sum / 4) as i16, (sum / 5) as i16]
        }));
        let policy = by_combo((0..N_COMBOS).map(|combo| {
            let sum = sum_of(combo) * 8;
            [sum.min(16_000) as i16, (sum * 7 / 8).min(16_000) as i16]
        }));
        Self {
            value: [value.clone(), value],
            mask: [vec![0; N_MASKS], vec![0; N_MASKS]],
            policy: [policy.clone(), policy],
            capture: None,
            network: None,
        }
    }

    /// The same with numbers for captures, if there are none yet.
    #[must_use]
    pub fn with_captures(mut self) -> Self {
        self.capture.get_or_insert_with(|| Box::new(CaptureWeights::untrained()));
        self
    }

    /// The same with a network that uses no instructions but those every processor has.
    #[must_use]
    pub fn with_common_instructions(mut self) -> Self {
        self.network = self.network.map(Network::with_common_instructions);
        self
    }

    /// What the captures of a position are worth to the side to move, by themselves.
    #[inline]
    pub fn value_of_captures<V: Variant>(&self, board: &Board<V>) -> i32 {
        match &self.capture {
            Some(capture) if V::CAPTURES => capture.value(board),
            _ => 0,
        }
    }

    /// How good a move of the side to move looks before it is tried.
    #[inline]
    pub(crate) fn policy_of<V: Variant>(&self, board: &Board<V>, cell: Cell) -> i32 {
        let us = board.to_move();
        let table = &self.policy[us as usize];
        let made = table[usize::from(board.combo(us, cell)) & 4095][0];
        let taken = table[usize::from(board.combo(!us, cell)) & 4095][1];
        let captures = match &self.capture {
            Some(capture) if V::CAPTURES => capture.policy(board, cell),
            _ => 0,
        };
        i32::from(made) + i32::from(taken) + captures
    }

    /// The file form: a header, a byte that says what there is, then all numbers as little-endian
    /// 16-bit integers, those for captures, and the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        let captures = if self.capture.is_some() { HAS_CAPTURES } else { 0 };
        let network = if self.network.is_some() { HAS_NETWORK } else { 0 };
        bytes.push(captures | network);
        for number in self.numbers() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        if let Some(network) = &self.network {
            bytes.extend(network.to_bytes());
        }
        bytes
    }

    fn numbers(&self) -> impl Iterator<Item = i16> {
        let tables = self.value.iter().chain(&self.policy);
        let pairs = tables.flat_map(|table| table[..N_COMBOS].iter().flatten());
        let captures = self.capture.iter().flat_map(|capture| capture.numbers());
        pairs.chain(self.mask.iter().flatten()).copied().chain(captures)
    }

    /// Reads the file form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let after_header = bytes.strip_prefix(HEADER).ok_or(WeightsError::Header)?;
        let (&has, body) = after_header.split_first().ok_or(WeightsError::Header)?;
        let has_captures = has & HAS_CAPTURES != 0;
        let n_captures = if has_captures { N_CAPTURE_NUMBERS } else { 0 };
        let expected = 2 * (8 * N_COMBOS + 2 * N_MASKS + n_captures);
        let has_network = has & HAS_NETWORK != 0;
        if body.len() < expected || (!has_network && body.len() > expected) {
            return Err(WeightsError::Length { found: body.len(), expected });
        }
        let (body, rest) = body.split_at(expected);
        let network = if has_network {
            Some(Network::from_bytes(rest).map_err(WeightsError::Network)?)
        } else {
            None
        };
        let mut numbers = body.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
        let mut next = || numbers.next().unwrap_or_default();
        let mut pairs = || by_combo((0..N_COMBOS).map(|_| [next(), next()]));
        let value = [pairs(), pairs()];
        let policy = [pairs(), pairs()];
        let mut masks = || -> Vec<i16> { (0..N_MASKS).map(|_| next()).collect() };
        let mask = [masks(), masks()];
        let capture = has_captures.then(|| Box::new(CaptureWeights::from_numbers(next)));
        Ok(Self { value, mask, policy, capture, network })
    }
}

fn worth(pattern: Pattern) -> i32 {
    match pattern {
        Pattern::Dead | Pattern::DoubleFour | Pattern::Overline => 0,
        Pattern::BlockedOne => 1,
        Pattern::One => 4,
        Pattern::BlockedTwo => 5,
        Pattern::TwoOneWay => 12,
        Pattern::TwoTwoWays => 16,
        Pattern::Two => 19,
        Pattern::BlockedThree => 20,
        Pattern::ThreeOneWay => 55,
        Pattern::Three => 65,
        Pattern::Four => 70,
        Pattern::OpenFour => 300,
        Pattern::Five => 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let mut weights = Weights::untrained();
        weights.mask[1][7] = -321;
        weights.value[0][1234] = [5, -6];
        weights.policy[1][99] = [-7, 8];
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights.clone()));
        let mut weights = weights.with_captures();
        if let Some(capture) = &mut weights.capture {
            capture.effects[3][15][2] = -7;
        }
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
    }

    #[test]
    fn damaged_weights_are_refused() {
        let bytes = Weights::untrained().to_bytes();
        assert_eq!(Weights::from_bytes(&[]), Err(WeightsError::Header));
        assert_eq!(Weights::from_bytes(&bytes[1..]), Err(WeightsError::Header));
        let expected = bytes.len() - HEADER.len() - 1;
        let found = expected - 1;
        assert_eq!(
            Weights::from_bytes(&bytes[..bytes.len() - 1]),
            Err(WeightsError::Length { found, expected })
        );
    }
}
