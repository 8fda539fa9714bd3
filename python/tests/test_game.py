"""The rules as Python sees them."""

import copy

import numpy as np
import pytest

import gomoku


def test_a_game_from_the_first_stone_to_the_five():
    game = gomoku.Game()
    assert (game.rule, game.size, game.to_move, game.status) == ("freestyle", 15, "black", "ongoing")
    for x in range(4):
        game.play(x, 0)
        game.play(x, 5)
    assert game.play((4, 0)) == []
    assert (game.status, game.winner, game.reason, game.is_over) == ("black_win", "black", "five", True)
    assert game.winning_lines() == [[(x, 0) for x in range(5)]]
    assert game.legal_moves() == []
    assert len(game) == 9 and game.moves[-1] == (4, 0)
    with pytest.raises(gomoku.IllegalMoveError) as refused:
        game.play(9, 9)
    assert refused.value.reason == "game-over"
    assert game.undo() == (4, 0)
    assert not game.is_over


def test_every_rule_has_its_usual_board():
    assert {rule: gomoku.Game(rule).size for rule in gomoku.rules()}["ninuki42"] == 19
    for rule in gomoku.rules():
        game = gomoku.Game(rule)
        assert game.rule == rule
        # Pente-like openings may narrow the first stone; none closes the board.
        assert 1 <= len(game.legal_moves()) <= game.size**2


def test_points_have_many_spellings():
    for spelling in ("h8", "H8", (7, 7), [7, 7], np.array([7, 7]), (np.int8(7), np.uint64(7))):
        game = gomoku.Game()
        game.play(spelling)
        assert game.moves == [(7, 7)]
    game = gomoku.Game(moves=["a1", (0, 0)])
    assert game.moves == [(0, 14), (0, 0)]
    assert game.name(0, 14) == "a1" and game.point("a1") == (0, 14)
    assert all(type(number) is int for number in game.moves[0])


@pytest.mark.parametrize("nonsense", ["zz9", "", "7", "h16"])
def test_names_that_are_no_points(nonsense):
    with pytest.raises(ValueError):
        gomoku.Game().play(nonsense)


@pytest.mark.parametrize("nonsense", [1, (1,), (1, 2, 3), None, 1.5, object()])
def test_things_that_are_no_points(nonsense):
    with pytest.raises(TypeError):
        gomoku.Game().play(nonsense)


def test_refused_moves_change_nothing():
    game = gomoku.Game(moves=["h8"])
    before = game.copy()
    for bad, reason in (((7, 7), "occupied"), ((15, 0), "off-board"), ((-1, 3), "off-board")):
        with pytest.raises(gomoku.IllegalMoveError) as refused:
            game.play(bad)
        assert refused.value.reason == reason
        assert game.illegal_reason(bad) == reason
        assert not game.is_legal(bad)
    assert game == before
    assert game.illegal_reason(0, 0) is None and game.is_legal("a1")


def test_renju_forbids_points_to_black_only():
    rows = [[0] * 15 for _ in range(15)]
    for x, y in ((6, 7), (8, 7), (7, 6), (7, 8)):
        rows[y][x] = -1
    for x, y in ((0, 0), (14, 0), (0, 14), (14, 14)):
        rows[y][x] = 1
    game = gomoku.Game.from_board(rows, rule="renju", to_move="black")
    assert game.forbidden() == {(7, 7): "double-three"}
    assert (7, 7) not in game.legal_moves()
    with pytest.raises(gomoku.IllegalMoveError) as refused:
        game.play(7, 7)
    assert refused.value.reason == "double-three"
    white = gomoku.Game.from_board(rows, rule="renju", to_move="white")
    assert white.forbidden() == {}


def test_captures_are_returned_and_counted():
    game = gomoku.Game("ninuki42", moves=["a19", "b19", "k10", "c19"])
    assert game.captures == (0, 0)
    assert sorted(game.play("d19")) == [(1, 0), (2, 0)]
    assert game.captures == (2, 0)
    assert game.stone("b19") == 0 and game.stone("a19") == -1


@pytest.mark.parametrize("dtype", [int, float, np.int8, np.int64, np.float32, np.float64, object])
def test_boards_of_any_number_type(dtype):
    array = np.zeros((15, 15), dtype=dtype)
    array[3, 4] = -1
    array[5, 6] = 1
    game = gomoku.Game.from_board(array)
    assert game.stone(4, 3) == -1 and game.stone(6, 5) == 1 and game.to_move == "black"
    assert np.array_equal(np.array(game.board()), array.astype(int))


def test_boards_that_are_none():
    for rows in ([], [[0]], [[0] * 15] * 14, [[0] * 14] * 15, [[0] * 15] * 14 + [[2] + [0] * 14]):
        with pytest.raises(ValueError):
            gomoku.Game.from_board(rows)
    unbalanced = [[-1, -1, 0, 0, 0]] + [[0] * 5] * 4
    with pytest.raises(ValueError):
        gomoku.Game.from_board(unbalanced, strict=True)
    assert gomoku.Game.from_board(unbalanced, to_move="white").to_move == "white"
    with pytest.raises(ValueError):
        gomoku.Game.from_board(unbalanced, to_move="red")


def test_drawn_boards():
    game = gomoku.Game(size=5, moves=["a5", "b5"])
    assert str(game).splitlines()[0].replace(" ", "") == "XO..."
    assert gomoku.Game.from_text(str(game)).board() == game.board()
    with pytest.raises(ValueError):
        gomoku.Game.from_text("not a board")


def test_wrong_arguments():
    with pytest.raises(ValueError, match="freestyle"):
        gomoku.Game("chess")
    for size in (4, 27, -1, 10**9):
        with pytest.raises(ValueError):
            gomoku.Game(size=size)
    with pytest.raises(IndexError):
        gomoku.Game().undo()


def test_copies_share_nothing():
    game = gomoku.Game(moves=["h8"])
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        twin.play("h9")
        assert twin != game and len(game) == 1
    assert game.key == gomoku.Game(moves=["h8"]).key


def test_resigning_and_passing():
    game = gomoku.Game()
    with pytest.raises(gomoku.IllegalMoveError):
        game.pass_turn()
    game.resign()
    assert (game.winner, game.reason) == ("white", "resignation")
