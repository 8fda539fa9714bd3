"""The classes of seed 001 on the player in Rust."""

import math
import time

import numpy as np
import pytest

import gomoku
from gomoku import minimax


def state_with(game, black, white, player):
    board = np.zeros((15, 15), dtype=int)
    for cell in black:
        board[cell] = -1
    for cell in white:
        board[cell] = 1
    return game.state_of(board, player)


def test_a_state_is_the_tuple_of_the_report():
    game = minimax.Game()
    state = game.initial_state()
    assert len(state) == 5 and isinstance(state, tuple)
    chessboard, player, last_move, utility, board_hash = state
    assert chessboard.shape == (15, 15) and not chessboard.any()
    assert (player, last_move, utility, board_hash) == (-1, None, 0, 0)
    after = game.result(state, (7, 7))
    assert after[0][7, 7] == -1 and after[1] == 1 and after[2] == (7, 7)
    assert not state[0].any(), "the earlier state is left alone"
    for move in ((7, 7), (15, 0), (-1, 3)):
        with pytest.raises(ValueError):
            game.result(after, move)


def test_the_hash_does_not_depend_on_the_order_of_moves():
    game = minimax.Game()
    one = two = game.initial_state()
    for move in ((7, 7), (6, 6), (8, 8), (3, 3)):
        one = game.result(one, move)
    for move in ((8, 8), (3, 3), (7, 7), (6, 6)):
        two = game.result(two, move)
    assert one[4] == two[4] != 0
    assert one[4] == game.m_black[7][7] ^ game.m_white[6][6] ^ game.m_black[8][8] ^ game.m_white[3][3]
    assert game.state_of(one[0], -1)[4] == one[4]


def test_actions_are_the_k_most_valuable_points():
    three = [(7, 6), (7, 7), (7, 8)]
    game = minimax.Game(k=4)
    state = state_with(game, three, [(6, 7), (5, 9)], 1)
    actions = game.actions(state)
    assert len(actions) == 4 and set(actions[:2]) == {(7, 5), (7, 9)}
    everything = minimax.Game(k=None).actions(state)
    assert len(everything) == 220 and everything[:4] == actions
    assert game.eval_pos(state, (7, 5), -1) >= minimax.SCORE["Four"]


def test_the_terminal_test_and_the_utility():
    game = minimax.Game()
    state = state_with(game, [(0, i) for i in range(4)], [(1, i) for i in range(4)], -1)
    assert not game.terminal_test(state)
    won = game.result(state, (0, 4))
    assert game.terminal_test(won) and won[3] == -1
    with pytest.raises(ValueError):
        game.alphabeta_cutoff_search(won)


def test_the_evaluation_is_val_and_defense_and_attack():
    game = minimax.Game()
    quiet = state_with(game, [(7, 7), (7, 8)], [(6, 6)], 1)
    parts = game.evaluation(quiet, -1)
    assert game.eval_fn(quiet, -1) == parts.val + parts.defense + parts.attack == parts.val > 0
    assert game.eval_fn(quiet, 1) == -parts.val
    open_four = state_with(game, [(7, i) for i in range(4, 8)], [(0, 0), (0, 2), (0, 4)], 1)
    assert game.evaluation(open_four, -1).attack == math.inf
    assert game.eval_fn(open_four, 1) == -math.inf


def test_the_search_finds_what_explain_tells():
    game = minimax.Game(depth=4, k=5)
    state = state_with(game, [(7, 6), (7, 7), (7, 8)], [(6, 7), (5, 9)], 1)
    row, column = game.alphabeta_cutoff_search(state)
    assert (row, column) in {(7, 5), (7, 9), (7, 4), (7, 10)}
    native = gomoku.Game.from_board(state[0].tolist(), to_move=1)
    told = gomoku.explain("minimax", native, depth=4, width=5)
    assert native.point(told["choice"]) == (column, row)
    assert {"val", "attack", "defense"} <= set(told["figures"])
    tree = game.tree_view(state, 2)
    assert "tree (scores for white" in tree and "\n    black " in tree


def test_the_ai_of_the_report_with_other_settings():
    ai = minimax.AI(15, 1, 5, depth=6, k=4)
    board = np.zeros((15, 15), dtype=int)
    board[7, 7] = -1
    started = time.monotonic()
    ai.go(board)
    assert time.monotonic() - started < 0.5
    (row, column) = ai.candidate_list[-1]
    assert max(abs(row - 7), abs(column - 7)) == 1
    board[row, column], board[8, 8] = 1, -1
    ai.go(board)
    assert board[ai.candidate_list[-1]] == 0
    assert (ai.game.depth, ai.game.k) == (6, 4)
