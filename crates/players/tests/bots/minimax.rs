//! What is particular to `minimax`.

use tengen_players::bots::minimax::{Minimax, evaluation};
use tengen_players::{Detail, Ending, Limits, Player, Reasoning, Score, TreeNode};
use tengen_rules::{Color, Game, Move, Point, Rule, Size, Stones};

use crate::bots::{answer, game_of, spot, stones_at};

#[test]
fn the_first_stone_goes_to_tengen_and_the_second_beside_it() {
    let mut game = Game::new(Rule::Freestyle, Size::literal(15));
    assert_eq!(spot(answer("minimax", &game)), Some((7, 7)));
    for first in [Point::new(7, 7), Point::new(0, 0), Point::new(14, 3)] {
        game.try_play(first).unwrap();
        let (row, column) = spot(answer("minimax", &game)).unwrap();
        assert_eq!(Point::new(column, row).distance(first), 1);
        game.undo();
    }
}

fn example() -> Game {
    let stones = stones_at(&[(7, 7), (6, 8), (8, 8)], &[(7, 8), (6, 6), (9, 7)]);
    game_of(Rule::Freestyle, stones, Color::Black)
}

fn depth_of(nodes: &[TreeNode]) -> u32 {
    nodes.iter().map(|node| 1 + depth_of(&node.children)).max().unwrap_or(0)
}

#[test]
fn the_tree_is_recorded_to_the_depth_and_width_asked_for() {
    let game = example();
    for (depth, width) in [(1, 2), (3, 2), (5, 5)] {
        let mut reasoning = Reasoning::new(Detail { depth, width });
        let choice = Minimax::default().choose(&game, &Limits::default(), Some(&mut reasoning));
        assert_eq!(choice.depth, 5);
        assert_eq!(depth_of(&reasoning.tree), depth);
        assert!(reasoning.tree.len() <= width);
        assert_eq!(Some(reasoning.tree[0].score), choice.score, "the best move comes first");
        assert_eq!(reasoning.lines.len(), 5, "one line for each depth");
        let line = reasoning.lines.last().unwrap();
        assert_eq!(Some(Move::Place(line.moves[0])), reasoning.choice);
        assert_eq!(line.moves.len(), 5);
        let text = reasoning.to_text(&game);
        assert!(text.contains("\n  black ") && (depth == 1 || text.contains("\n    white ")));
    }
}

#[test]
fn asking_why_does_not_change_the_answer() {
    let game = example();
    let silent = Minimax::default().choose(&game, &Limits::default(), None);
    let mut reasoning = Reasoning::new(Detail::default());
    let told = Minimax::default().choose(&game, &Limits::default(), Some(&mut reasoning));
    assert_eq!((silent.mv, silent.score, silent.nodes), (told.mv, told.score, told.nodes));
    assert!(reasoning.cutoffs["alpha"] > 0 && reasoning.cutoffs["beta"] > 0);
    assert!(reasoning.cutoffs["dictionary"] > 0, "move orders meet again");
}

/// Alpha-beta finds what plain minimax finds: the cut branches could not have changed it.
#[test]
fn the_value_does_not_depend_on_the_cuts() {
    let game = example();
    // With one move each there is nothing to cut, and the value is that of the only line.
    let mut narrow = Minimax { width: 1, ..Minimax::default() };
    let mut reasoning = Reasoning::new(Detail { depth: 9, width: 9 });
    let choice = narrow.choose(&game, &Limits::to_depth(4), Some(&mut reasoning));
    assert_eq!(choice.nodes, 1 + 2 + 3 + 4);
    let mut node = &reasoning.tree[0];
    while let Some(child) = node.children.first() {
        node = child;
    }
    assert_eq!((Some(node.score), node.ending), (choice.score, Ending::Depth));
}

#[test]
fn it_looks_at_as_many_moves_as_it_is_told() {
    let game = example();
    let mut reasoning = Reasoning::new(Detail::default());
    let mut player = Minimax { width: 3, ..Minimax::default() };
    player.choose(&game, &Limits::default(), Some(&mut reasoning));
    assert_eq!(reasoning.candidates.len(), 3);
}

#[test]
fn other_board_sizes_have_their_own_middle() {
    for (side, expected) in [(5, (2, 2)), (19, (9, 9)), (20, (10, 10)), (26, (13, 13))] {
        let game = game_of(Rule::Freestyle, Stones::empty(Size::literal(side)), Color::Black);
        assert_eq!(spot(answer("minimax", &game)), Some(expected));
    }
}

/// Seed 001, 2.4: `EVAL(state) = val + defense + attack`, shown for the position and for the end of
/// the line, where the score comes from.
#[test]
fn the_evaluation_is_shown_in_its_parts() {
    let game = example();
    let mut reasoning = Reasoning::new(Detail::default());
    let choice = Minimax::default().choose(&game, &Limits::default(), Some(&mut reasoning));
    let text = |name: &str| reasoning.figures[name].to_text(game.size());
    let now = evaluation(game.stones(), Color::Black, Color::Black);
    assert_eq!(text("val"), now.val.to_string());
    assert_eq!((text("attack").as_str(), text("defense").as_str()), ("0", "0"));
    assert_eq!(text("val at the end of the line"), choice.score.unwrap().to_string());
    // An open four of White with Black to move: nothing helps.
    let lost = stones_at(&[(0, 0), (0, 2), (0, 4)], &[(7, 4), (7, 5), (7, 6), (7, 7)]);
    let parts = evaluation(&lost, Color::Black, Color::Black);
    assert!(parts.defends() && !parts.attacks());
    assert_eq!(parts.score(), Score::LOSS);
}

#[test]
fn the_reports_other_setting_can_be_tried() {
    // 3.4: "at most six depth with the length of children list being 4".
    let limits = Limits { depth: Some(6), width: Some(4), ..Limits::default() };
    let mut reasoning = Reasoning::new(Detail { depth: 6, width: 4 });
    let choice = Minimax::default().choose(&example(), &limits, Some(&mut reasoning));
    assert_eq!((choice.depth, reasoning.candidates.len()), (6, 4));
    assert_eq!(depth_of(&reasoning.tree), 6);
}
