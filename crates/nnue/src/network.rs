//! The numbers of a network, and the small network behind the sums.

use core::fmt;

use tengen_rules::Rule;

use crate::kernel::Lanes;
use crate::rows::Rows;

/// Numbers for each line, as seen from one side.
pub const CHANNELS: usize = 16;
/// The width of the small network behind the sums.
pub const HIDDEN: usize = 32;
/// Yes-or-no facts beside the sums.
pub const FACTS: usize = 10;
/// What the small network is fed.
pub const INPUTS: usize = 2 * CHANNELS + FACTS;

/// What integers stand for.
pub mod scale {
    /// A one in the table of lines.
    pub const ROW: i16 = 64;
    /// The largest activation of a point.
    pub const ROW_LIMIT: i16 = 127;
    /// Sums of ones over the board are divided by this before the small network.
    pub const POOL: f32 = 32.0;
    /// The largest activation in the small network.
    pub const LIMIT: f32 = ROW_LIMIT as f32 / ROW as f32;
    /// Units of the score for one of log odds.
    pub const SCORE: f32 = 200.0;
}

/// The small network behind the sums, or its gradients. In floating point, with every sum in a
/// fixed order, so that it too gives the same on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The first layer by input: our sums, their sums, the facts.
    pub first: [[f32; HIDDEN]; INPUTS],
    /// Its constants.
    pub first_bias: [f32; HIDDEN],
    /// The second layer by input.
    pub second: [[f32; HIDDEN]; HIDDEN],
    /// Its constants.
    pub second_bias: [f32; HIDDEN],
    /// The last layer.
    pub last: [f32; HIDDEN],
    /// What the facts are worth by themselves.
    pub by_facts: Vec<f32>,
}

impl Head {
    /// A head that says zero.
    pub fn zeros() -> Self {
        Self {
            first: [[0.0; HIDDEN]; INPUTS],
            first_bias: [0.0; HIDDEN],
            second: [[0.0; HIDDEN]; HIDDEN],
            second_bias: [0.0; HIDDEN],
            last: [0.0; HIDDEN],
            by_facts: vec![0.0; 1 << FACTS],
        }
    }

    /// All its numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        let first = self.first.as_flattened().iter().chain(&self.first_bias);
        let second = self.second.as_flattened().iter().chain(&self.second_bias);
        first.chain(second).chain(&self.last).chain(&self.by_facts)
    }

    /// All its numbers, to change them.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.as_flattened_mut().iter_mut().chain(&mut self.first_bias);
        let second = self.second.as_flattened_mut().iter_mut().chain(&mut self.second_bias);
        first.chain(second).chain(&mut self.last).chain(&mut self.by_facts)
    }
}

/// A network: lines in integers, so that sums may be kept up to date without error.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The rule it was trained for.
    pub rule: Rule,
    /// The table of lines.
    pub rows: Vec<[i16; CHANNELS]>,
    /// What turns the sums into a score.
    pub head: Head,
    /// The rows of both views side by side, made from `rows`.
    pairs: Vec<Lanes>,
    /// Whether it may use what only some processors have.
    pub(crate) may_use_avx2: bool,
}

/// Why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// They name no rule.
    Rule,
    /// They are too few or too many.
    Length {
        /// How many were found.
        found: usize,
        /// How many were expected.
        expected: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule => f.write_str("the network is for a rule that does not exist"),
            Self::Length { found, expected } => {
                write!(f, "the network has {expected} bytes, this one {found}")
            }
        }
    }
}

impl core::error::Error for NetworkError {}

impl Network {
    /// A network of these numbers.
    pub fn new(rule: Rule, rows: Vec<[i16; CHANNELS]>, head: Head) -> Self {
        let both_views = |pair: &[u16; 2]| {
            let mut lanes = Lanes::ZERO;
            for (view, &row) in lanes.0.chunks_exact_mut(CHANNELS).zip(pair) {
                view.copy_from_slice(&rows[usize::from(row)]);
            }
            lanes
        };
        let pairs = Rows::of(rule).pairs().iter().map(both_views).collect();
        Self { rule, rows, head, pairs, may_use_avx2: true }
    }

    /// The same with code that every processor of its kind runs. The values are the same too.
    #[must_use]
    pub fn with_common_instructions(mut self) -> Self {
        self.may_use_avx2 = false;
        self
    }

    /// Whether it can judge positions of a rule.
    pub fn reads(&self, rule: Rule) -> bool {
        Rows::of(rule).are_those_of(self.rule)
    }

    /// The rows of a line, Black's view first.
    #[inline]
    pub(crate) fn pair(&self, number: u16) -> &Lanes {
        &self.pairs[usize::from(number)]
    }

    /// The file form: the rule, then all numbers, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.rule as u8];
        for number in self.rows.as_flattened() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for number in self.head.numbers() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Reads the file form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (&rule, body) = bytes.split_first().ok_or(NetworkError::Rule)?;
        let rule = *Rule::ALL.get(usize::from(rule)).ok_or(NetworkError::Rule)?;
        let mut rows = vec![[0; CHANNELS]; Rows::of(rule).n_rows()];
        let mut head = Head::zeros();
        let n_row_bytes = 2 * CHANNELS * rows.len();
        let expected = n_row_bytes + 4 * head.numbers().count();
        if body.len() != expected {
            return Err(NetworkError::Length { found: body.len(), expected });
        }
        let (row_bytes, head_bytes) = body.split_at(n_row_bytes);
        for (number, b) in rows.as_flattened_mut().iter_mut().zip(row_bytes.chunks_exact(2)) {
            *number = i16::from_le_bytes([b[0], b[1]]);
        }
        for (number, b) in head.numbers_mut().zip(head_bytes.chunks_exact(4)) {
            *number = f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        }
        Ok(Self::new(rule, rows, head))
    }
}
