//! Checks before a record is written.

use tengen_rules::{Action, Color, Move, Point};

use super::Record;
use crate::error::WriteError;
use crate::format::Format;
use crate::tree::NodeId;

impl Record {
    /// Refuses points beyond the board: most notations could not even write them.
    pub(crate) fn check_points(&self) -> Result<(), WriteError> {
        let size = self.header.size;
        let check = |point: Point| {
            if size.contains(point) { Ok(()) } else { Err(WriteError::OffBoard { point, size }) }
        };
        for visit in self.tree.pre_order() {
            let node = &self.tree[visit.id];
            node.point().map_or(Ok(()), check)?;
            let notes = node.notes();
            notes.setup().iter().try_for_each(|&(point, _)| check(point))?;
            notes.marks().iter().try_for_each(|mark| check(mark.point))?;
        }
        let actions = self.header.opening.iter().flat_map(|opening| &opening.actions);
        actions.into_iter().try_for_each(|action| match action {
            Action::Place(point) | Action::Pick(point) => check(*point),
            Action::Offer(points) => points.iter().try_for_each(|&point| check(point)),
            _ => Ok(()),
        })
    }

    /// The stones of the main line for a format that holds nothing but stones in turn.
    pub(crate) fn plain_stones(&self, format: Format) -> Result<Vec<(NodeId, Point)>, WriteError> {
        self.check_points()?;
        let mut stones = Vec::new();
        for id in self.tree.main_line() {
            let node = &self.tree[id];
            if !node.notes().setup().is_empty() {
                return Err(WriteError::Setup { format, ply: stones.len() });
            }
            let Some(played) = node.ply else { continue };
            let ply = stones.len() + 1;
            if played.color != Color::of_stone(ply) {
                return Err(WriteError::OutOfTurn { format, ply });
            }
            match played.mv {
                Move::Place(point) => stones.push((id, point)),
                Move::Pass => return Err(WriteError::Pass { format, ply }),
            }
        }
        Ok(stones)
    }

    /// As [`Record::plain_stones`], for a format that cannot say "none".
    pub(crate) fn some_stones(&self, format: Format) -> Result<Vec<Point>, WriteError> {
        let stones = self.plain_stones(format)?;
        if stones.is_empty() {
            return Err(WriteError::NoMoves { format });
        }
        Ok(stones.into_iter().map(|(_, point)| point).collect())
    }
}
