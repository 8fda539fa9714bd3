//! The tree of a search that is over, as far as the table remembers it.

use tengen_board::{Board, Variant};
use tengen_search::{MakeNode, Table, TreeSize, read_tree};

use crate::dispatch::Task;

/// Reads the tree off the table, made of whatever the caller keeps.
pub(crate) struct ReadTree<'a, N> {
    pub(crate) table: &'a Table,
    pub(crate) size: TreeSize,
    pub(crate) make: &'a mut MakeNode<'a, N>,
}

impl<N> Task for ReadTree<'_, N> {
    type Output = Vec<N>;

    fn run<V: Variant>(self, mut board: Board<V>) -> Vec<N> {
        read_tree(&mut board, self.table, self.size, self.make)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tengen_rules::{Game, Point, Rule, Size};
    use tengen_search::{Bound, KnownMove};

    use super::*;
    use crate::{Engine, Position, Settings, Think};

    #[test]
    fn the_best_move_leads_the_tree_with_its_own_score() {
        let size = Size::literal(15);
        let mut game = Game::new(Rule::Freestyle, size);
        for (x, y) in [(7, 7), (8, 8), (7, 8), (8, 7)] {
            game.try_play(Point::new(x, y)).unwrap();
        }
        let engine = Engine::new(Settings::default());
        let think = Think { depth: Some(6), ..Think::default() };
        let position = Position::of(&game);
        let report = engine.think(&position, &think, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let wanted = TreeSize { depth: 3, root_width: 8, width: 4 };
        // For every move, itself and the moves that answer it.
        let tree = engine.tree(&position, wanted, |known, answers: Vec<(KnownMove, Vec<_>)>, _| {
            (known, answers.into_iter().map(|(answer, _)| answer).collect::<Vec<KnownMove>>())
        });
        let (best, answers) =
            tree.iter().find(|(known, _)| Some(known.point) == report.best()).unwrap();
        assert_eq!(best.score, report.score());
        assert_eq!(best.bound, Bound::Exact);
        assert!(!answers.is_empty());
        assert!(answers.iter().all(|answer| game.is_legal(answer.point)));
        assert!(tree.len() > 1, "the moves that were refuted are there too");
    }
}
