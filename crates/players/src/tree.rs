//! The engine's tree in the record that every player shares.

use tengen_engine::{Bound as EngineBound, Engine, KnownMove, Position, TreeSize};
use tengen_rules::{Color, Point};

use crate::{Bound, Ending, TreeNode, Variation};

/// The tree of the engine's last search of a position, as much of it as is asked for.
pub(crate) fn tree_of(engine: &Engine, position: &Position, size: TreeSize) -> Vec<TreeNode> {
    engine.tree(position, size, |known: KnownMove, children, n_omitted| TreeNode {
        point: known.point,
        color: if known.ply % 2 == 0 { position.to_move } else { !position.to_move },
        score: known.score.into(),
        bound: bound_of(known.bound),
        depth: u32::try_from(known.depth).ok(),
        ending: ending_of(&known),
        children,
        n_omitted,
    })
}

const fn bound_of(bound: EngineBound) -> Bound {
    match bound {
        EngineBound::Upper => Bound::AtMost,
        EngineBound::Lower => Bound::AtLeast,
        EngineBound::Exact | EngineBound::None => Bound::Exact,
    }
}

/// A node whose value is only a bound was cut: from above, the root has better elsewhere; from
/// below, the opponent has.
fn ending_of(known: &KnownMove) -> Ending {
    match (known.is_five, known.depth, known.bound) {
        (true, _, _) => Ending::Five,
        (false, ..=0, _) => Ending::Depth,
        (false, _, EngineBound::Upper) => Ending::AlphaCut,
        (false, _, EngineBound::Lower) => Ending::BetaCut,
        (false, _, EngineBound::Exact | EngineBound::None) => Ending::Complete,
    }
}

/// How far the last iteration came that the lines are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iterated {
    /// Every move of the root was tried: what is not among the lines is not better than the last.
    Whole,
    /// Some moves were not compared with what the lines say now.
    Partly,
}

/// Brings the moves of the root in line with what the search found. The table remembers moves from
/// earlier iterations and windows; what they promised then is not what they are worth now.
///
/// The lines come first, each with its moves below it; the others follow, none of them better.
pub(crate) fn settle(
    tree: &mut Vec<TreeNode>,
    lines: &[Variation],
    color: Color,
    iterated: Iterated,
) {
    let Some(least) = lines.iter().map(|line| line.value.score).min() else { return };
    let is_of_line =
        |node: &TreeNode| lines.iter().any(|line| line.moves.first() == Some(&node.point));
    let mut of_lines: Vec<TreeNode> = tree.extract_if(.., |node| is_of_line(node)).collect();
    tree.retain(|node| iterated == Iterated::Whole || node.score <= least);
    for node in tree.iter_mut().filter(|node| node.score > least || node.bound == Bound::AtLeast) {
        node.score = node.score.min(least);
        (node.bound, node.ending) = (Bound::AtMost, Ending::AlphaCut);
    }
    // A bound is no value, however high: whatever was looked at fully goes before it.
    tree.sort_by_key(|node| (node.bound != Bound::Exact, core::cmp::Reverse(node.score)));
    for line in lines.iter().rev() {
        let Some(&first) = line.moves.first() else { continue };
        let known = of_lines.iter().position(|node| node.point == first);
        let mut node =
            known.map_or_else(|| TreeNode::unknown(first, color), |at| of_lines.swap_remove(at));
        node.depth = Some(line.depth);
        put_line(&mut node, line, &line.moves[1..]);
        tree.insert(0, node);
    }
}

/// Gives a node the value of the line it begins, and the rest of the line as its first answers.
fn put_line(node: &mut TreeNode, line: &Variation, rest: &[Point]) {
    (node.score, node.bound) = (line.value.score, line.bound);
    let Some((&answer, rest)) = rest.split_first() else {
        if matches!(node.ending, Ending::AlphaCut | Ending::BetaCut) {
            node.ending = Ending::Complete;
        }
        return;
    };
    node.ending = Ending::Complete;
    let known = node.children.iter().position(|child| child.point == answer);
    let mut child = known.map_or_else(
        || TreeNode { ending: Ending::Depth, ..TreeNode::unknown(answer, !node.color) },
        |at| node.children.remove(at),
    );
    put_line(&mut child, line, rest);
    node.children.insert(0, child);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Score, Valuation};

    fn node(x: u8, score: i64, bound: Bound) -> TreeNode {
        let ending = Ending::Complete;
        let unknown = TreeNode::unknown(Point::new(x, 0), Color::White);
        TreeNode { score: Score(score), bound, ending, ..unknown }
    }

    fn line(points: &[u8], score: i64) -> Variation {
        Variation {
            moves: points.iter().map(|&x| Point::new(x, 0)).collect(),
            value: Valuation { score: Score(score), units: crate::Units::Engine },
            bound: Bound::Exact,
            depth: 9,
        }
    }

    #[test]
    fn no_cut_move_of_the_root_is_shown_as_better_than_the_move_played() {
        let remembered = || {
            vec![
                node(1, 90, Bound::AtMost),
                node(2, 80, Bound::Exact),
                node(3, 70, Bound::AtLeast),
                node(4, 50, Bound::Exact),
                node(5, 20, Bound::AtMost),
                node(6, 10, Bound::Exact),
            ]
        };
        let mut tree = remembered();
        settle(&mut tree, &[line(&[4], 40)], Color::White, Iterated::Whole);
        let seen: Vec<_> = tree.iter().map(|it| (it.point.x(), it.score.0, it.bound)).collect();
        assert_eq!(
            seen,
            [
                (4, 40, Bound::Exact),
                (6, 10, Bound::Exact),
                (1, 40, Bound::AtMost),
                (2, 40, Bound::AtMost),
                (3, 40, Bound::AtMost),
                (5, 20, Bound::AtMost),
            ]
        );
        // What was not compared with the new choice says nothing about it.
        let mut tree = remembered();
        settle(&mut tree, &[line(&[4], 40)], Color::White, Iterated::Partly);
        assert_eq!(tree.iter().map(|it| it.point.x()).collect::<Vec<_>>(), [4, 6, 5]);
    }

    #[test]
    fn the_tree_has_the_move_that_is_played_and_the_whole_line_below_it() {
        let mut tree = vec![node(1, 5, Bound::AtMost)];
        settle(&mut tree, &[line(&[7, 8, 9], 60)], Color::White, Iterated::Whole);
        let (mut at, mut seen) = (tree.first(), Vec::new());
        while let Some(it) = at {
            seen.push((it.point.x(), it.color, it.score.0));
            at = it.children.first();
        }
        assert_eq!(seen, [(7, Color::White, 60), (8, Color::Black, 60), (9, Color::White, 60)]);
    }
}
