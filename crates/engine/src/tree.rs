//! The tree of a search that is over, as far as the table remembers it.

use tengen_board::{Board, Variant};
use tengen_search::{Table, TreeMove, TreeSize, read_tree};

use crate::dispatch::Task;

/// Reads the tree off the table.
pub(crate) struct ReadTree<'a> {
    pub(crate) table: &'a Table,
    pub(crate) size: TreeSize,
}

impl Task for ReadTree<'_> {
    type Output = Vec<TreeMove>;

    fn run<V: Variant>(self, mut board: Board<V>) -> Vec<TreeMove> {
        read_tree(&mut board, self.table, self.size)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tengen_rules::{Game, Point, Rule, Size};
    use tengen_search::Bound;

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
        let tree = engine.tree(&position, wanted);
        let best = tree.iter().find(|node| Some(node.point) == report.best()).unwrap();
        assert_eq!(best.score, report.score());
        assert_eq!(best.bound, Bound::Exact);
        assert!(!best.answers.is_empty());
        assert!(best.answers.iter().all(|answer| game.is_legal(answer.point)));
        assert!(tree.len() > 1, "the moves that were refuted are there too");
    }
}
