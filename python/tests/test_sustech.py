"""The class of the SUSTech platform: ours, and the one that is uploaded."""

import ast
import subprocess
import sys
import time

import numpy as np
import pytest

from gomoku import sustech, sustech_judge

# (black, white, accepted) with black to move, from the checks students are given.
CHECKED = {
    "five": ([(0, 0), (0, 1), (0, 2), (0, 3)], [(1, 0), (1, 1), (1, 2), (1, 3)], [(0, 4)]),
    "stop the three": ([(0, 0), (0, 1), (0, 7)], [(1, 1), (1, 2), (1, 3)], [(1, 4), (1, 0)]),
    "two threes": ([(1, 1), (1, 2), (2, 3), (3, 3)], [(1, 6), (1, 7), (2, 8), (3, 8)], [(1, 3)]),
    "their two threes": (
        [(0, 0), (0, 1), (0, 14), (1, 14)],
        [(1, 6), (1, 7), (2, 8), (3, 8)],
        [(0, 8), (1, 8), (4, 8), (5, 8), (1, 5), (1, 9), (1, 10)],
    ),
    "2019-1": (
        [(1, 11), (2, 11), (3, 9), (3, 10), (6, 13)],
        [(2, 2), (3, 3), (4, 4), (5, 6), (5, 8)],
        [(5, 5)],
    ),
    "2019-2": ([(1, 10), (1, 11), (2, 10), (4, 12)], [(2, 2), (2, 3), (4, 1), (4, 2)], [(1, 9)]),
    "2019-3": (
        [(1, 10), (1, 11), (2, 10), (4, 12), (4, 13)],
        [(2, 2), (2, 4), (3, 2), (3, 3), (5, 2)],
        [(4, 2)],
    ),
    "2019-4": (
        [(1, 10), (1, 11), (2, 10), (4, 12), (4, 13)],
        [(2, 2), (3, 2), (4, 2), (6, 3), (6, 4)],
        [(5, 2)],
    ),
    "2019-5": (
        [(1, 11), (1, 12), (2, 11), (2, 12), (5, 13)],
        [(1, 3), (2, 2), (2, 5), (3, 3), (4, 3)],
        [(2, 3)],
    ),
}


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    path = tmp_path_factory.mktemp("upload") / "student.py"
    assert sustech.main(["--export", str(path)]) == 0
    return path


@pytest.fixture(params=["native", "exported"])
def module(request, exported):
    if request.param == "native":
        return sustech
    return sustech_judge.load_player(exported, "student_under_test")


def board(black=(), white=(), dtype=float):
    array = np.zeros((15, 15), dtype=dtype)
    for cell in black:
        array[cell] = -1
    for cell in white:
        array[cell] = 1
    return array


def test_an_empty_board(module):
    ai = module.AI(15, -1, 5)
    ai.go(board())
    assert ai.candidate_list[-1] == (7, 7)


def test_the_first_stones_are_answered_at_once():
    for stones, color in (([], -1), ([(7, 7)], 1), ([(0, 0)], 1), ([(14, 3)], 1)):
        ai = sustech.AI(15, color, 5)
        started = time.monotonic()
        ai.go(board(stones))
        assert time.monotonic() - started < 0.5
        row, column = ai.candidate_list[-1]
        if stones:
            assert max(abs(row - stones[0][0]), abs(column - stones[0][1])) == 1
        else:
            assert (row, column) == (7, 7)


@pytest.mark.parametrize("bot", ["scorer", "minimax", "fivetuple", "patterns", "adept", "patterns-regex"])
def test_any_player_can_play_on_the_platform(bot):
    black, white, accepted = CHECKED["five"]
    ai = sustech.AI(15, -1, 1, bot=bot)
    ai.go(board(black, white))
    assert ai.candidate_list[-1] in accepted
    with pytest.raises(ValueError):
        sustech.AI(15, -1, 1, bot="deepblue")


@pytest.mark.parametrize("seed", range(3))
def test_the_last_empty_cell(module, seed):
    chessboard = np.ones((15, 15))
    chessboard[:, ::2] = -1
    for i in range(0, 15, 4):
        chessboard[i] = -chessboard[i]
    x, y = np.random.default_rng(seed).integers(0, 15, 2)
    chessboard[x, y] = 0
    ai = module.AI(15, -1, 5)
    ai.go(chessboard)
    assert list(ai.candidate_list[-1]) in [[x, y]]


def test_a_full_board_leaves_the_list_empty(module):
    ai = module.AI(15, -1, 5)
    ai.go(np.ones((15, 15)))
    assert ai.candidate_list == []


@pytest.mark.parametrize("name", CHECKED)
def test_positions_of_the_upload_check(module, name):
    black, white, accepted = CHECKED[name]
    ai = module.AI(15, -1, 1)
    ai.go(board(black, white))
    assert ai.candidate_list[-1] in accepted


@pytest.mark.parametrize("name", ["five", "2019-1"])
def test_the_same_for_white(module, name):
    black, white, accepted = CHECKED[name]
    ai = module.AI(15, 1, 1)
    ai.go(board(white, black))
    assert ai.candidate_list[-1] in accepted


@pytest.mark.parametrize("dtype", [int, float, np.int8, np.int32, np.float32, object])
def test_any_dtype_and_plain_ints(module, dtype):
    ai = module.AI(15, 1, 0.2)
    array = board([(7, 7)], dtype=dtype)
    kept = array.copy()
    ai.go(array)
    assert np.array_equal(array, kept), "the board belongs to the platform"
    move = ai.candidate_list[-1]
    assert type(move) is tuple and all(type(number) is int for number in move)
    assert array[move] == 0


def test_the_list_is_cleared_and_starts_with_a_guess(module):
    ai = module.AI(15, 1, 0.2)
    kept = ai.candidate_list
    ai.go(board([(7, 7)]))
    first = list(kept)
    ai.go(board([(0, 0), (14, 14)], [(7, 7)]))
    assert ai.candidate_list is kept, "somebody may hold the list"
    assert kept[: len(first)] != first or len(kept) <= len(first) + 2
    assert all(cell not in ((0, 0), (14, 14), (7, 7)) for cell in kept)


def test_a_move_ends_in_time(module):
    ai = module.AI(15, -1, 1)
    started = time.monotonic()
    ai.go(board([(7, 7), (8, 8)], [(6, 6), (7, 8)]))
    # A busy machine may be slow, but not by whole limits.
    assert time.monotonic() - started < 3


def test_a_used_up_clock_means_quick_moves(module):
    ai = module.AI(15, -1, 1)
    setattr(ai, "_clock" if hasattr(ai, "_clock") else "clock", 0.0)
    started = time.monotonic()
    ai.go(board([(7, 7), (8, 8)], [(6, 6), (7, 8)]))
    assert time.monotonic() - started < 0.7
    assert ai.candidate_list


def test_an_interrupt_leaves_a_decision(module):
    ai = module.AI(15, -1, 60)
    is_done = sustech_judge._within(0.7, ai.go, board([(7, 7), (8, 8)], [(6, 6), (7, 8)]))
    assert not is_done and ai.candidate_list


def test_other_sizes_and_wrong_colors(module):
    for size in (5, 9, 19):
        ai = module.AI(size, 1, 0.2)
        array = np.zeros((size, size), dtype=int)
        array[size // 2, size // 2] = -1
        ai.go(array)
        assert array[ai.candidate_list[-1]] == 0
    with pytest.raises(ValueError):
        sustech.AI(15, 0, 5)


def test_the_upload_is_one_plain_file(exported):
    text = exported.read_text(encoding="ascii")
    assert len(text) < 1_000_000
    assert "import os" not in text and "exec" not in text
    imports = {
        name.name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in node.names
    }
    assert imports <= {"random", "time", "numpy"}
    assert sustech_judge.check_upload(exported) is None
    # It plays where this package does not exist.
    program = (
        "import sys, runpy; sys.modules['gomoku'] = None\n"
        f"ai = runpy.run_path({str(exported)!r})['AI'](15, 1, 0.3)\n"
        "ai.go([[-1 if (r, c) == (7, 7) else 0 for c in range(15)] for r in range(15)])\n"
        "print(ai.candidate_list[-1])"
    )
    result = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    row, column = ast.literal_eval(result.stdout)
    # How far it looks in this time depends on the machine, and so does the move; near it is always.
    assert (row, column) != (7, 7) and abs(row - 7) <= 4 and abs(column - 7) <= 4


def test_export_says_what_is_wrong(tmp_path, capsys):
    assert sustech.main(["--export", str(tmp_path / "no" / "folder.py")]) == 1
    assert "cannot write" in capsys.readouterr().err
    assert sustech.main([]) == 2
