"""The judge for two files of students."""

import pytest

import gomoku
from gomoku import sustech_judge
from gomoku.sustech_judge import Limits, main, play_game

WALKER = """
class AI:
    def __init__(self, size, color, time_out):
        self.color, self.row, self.candidate_list = color, {row}, []
        self.column = 0
    def go(self, chessboard):
        self.candidate_list.clear()
        self.candidate_list.append((self.row, self.column))
        self.column += 1
"""


def player(body, init="pass"):
    """A player whose `go` does the body."""
    lines = "\n".join("        " + line for line in body.splitlines())
    return (
        "class AI:\n    def __init__(self, size, color, time_out):\n"
        f"        self.candidate_list = []\n        {init}\n    def go(self, chessboard):\n{lines}\n"
    )


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_a_game_and_its_log(files, capsys, tmp_path):
    first, second = files("a.py", WALKER.format(row=0)), files("b.py", WALKER.format(row=5))
    assert main([first, second]) == 0
    out = capsys.readouterr().out
    assert out.startswith("black wins") and "five" in out
    log = (tmp_path / "chess_log.txt").read_text()
    assert log.splitlines()[:2] == ["0,0,-1", "5,0,1"] and not log.endswith("\n")
    assert len(log.splitlines()) == 9
    assert gomoku.log_to_chessboard(tmp_path / "chess_log.txt")[0, 4] == -1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise RuntimeError('no idea')", "no idea"),
        ("pass", "empty"),
        ("self.candidate_list.append((15, 0))", "off-board"),
        ("self.candidate_list.append((5, 0))", "occupied"),
        ("self.candidate_list.append(3)", "no point"),
        ("self.candidate_list.append((1, 2, 3))", "no point"),
    ],
)
def test_ways_to_lose(files, body, reason):
    white = sustech_judge.load_player(files("b.py", WALKER.format(row=5)), "judged_white")
    black = sustech_judge.load_player(files("a.py", player(body)), "judged_black")
    result = play_game(white, black)
    assert result.winner == -1 and reason in result.reason, result.reason


def test_a_late_decision_counts(files):
    slow = player("self.candidate_list.append((9, len([1 for v in chessboard[9] if v])))\nwhile True: pass")
    black = sustech_judge.load_player(files("a.py", slow), "judged_slow")
    white = sustech_judge.load_player(files("b.py", WALKER.format(row=5)), "judged_white")
    result = play_game(black, white, limits=Limits(turn=0.1))
    assert result.winner == -1 and result.reason == "five" and len(result.moves) == 9
    result = play_game(black, white, limits=Limits(turn=0.1, game=0.25))
    assert result.winner == 1 and "seconds in all" in result.reason


def test_players_see_copies(files):
    vandal = player("self.candidate_list.append((0, int((chessboard[0] != 0).sum())))\nchessboard[:] = 1")
    black = sustech_judge.load_player(files("a.py", vandal), "judged_vandal")
    white = sustech_judge.load_player(files("b.py", WALKER.format(row=5)), "judged_white")
    assert play_game(black, white).winner == -1


def test_a_broken_constructor_loses(files):
    broken = player("pass", init="raise ValueError('broken')")
    black = sustech_judge.load_player(files("a.py", broken), "judged_broken")
    white = sustech_judge.load_player(files("b.py", WALKER.format(row=5)), "judged_white")
    result = play_game(black, white)
    assert result.winner == 1 and "broken" in result.reason


def test_refused_files(files, capsys):
    good = files("a.py", WALKER.format(row=0))
    for name, text in (("b.py", "import os\n"), ("c.py", "# exec\n"), ("d.py", "x = 1\n"), ("e.py", "(\n")):
        assert main([good, files(name, text)]) == 1
        assert name in capsys.readouterr().err
    assert main([good, "missing.py"]) == 1
    assert main([good, files("f.py", "import os\n" + WALKER.format(row=5)), "--no-upload-check"]) == 0


def test_a_full_board_is_a_draw():
    # Rows of pairs that never make five, on the smallest board.
    cells = [(r, c) for r in range(5) for c in range(5)]
    black = [cell for cell in cells if (cell[1] + 2 * (cell[0] % 2)) // 2 % 2 == 0]
    white = [cell for cell in cells if cell not in black]
    while len(black) > 13:
        white.append(black.pop())
    while len(black) < 13:
        black.append(white.pop())

    def scripted(moves):
        class AI:
            def __init__(self, *_):
                self.moves, self.candidate_list = list(moves), []

            def go(self, _board):
                self.candidate_list[:] = [self.moves.pop(0)]

        return type("Module", (), {"AI": AI})

    result = play_game(scripted(black), scripted(white), size=5)
    assert (result.winner, result.reason) == (0, "full-board")
