#!/usr/bin/env python3
"""Makes a games file with the program of the day, and writes down what that program says of it.

Later versions must be able to open the file and say the same. It was run beside the program:

    python3 make_database.py ./Gomoku .

It starts the program twice, on folders of its own, and leaves two files in the folder that is the
second argument:

games.db       The games file: eleven games, an analysis, an imported record, the reasonings of six
               AI moves, and settings. The program alone wrote it; then it was packed with VACUUM.
expected.json  What the program answered after a second start, on a copy of that file.

The answers were kept as they came, with what depends on the moment of asking: `now` everywhere,
and in games that are not over the `current_ms` of the seat to move and what is left on its clock. A
test has to leave these out. A pause is not stored: the paused game runs again after a start.

Ids, times and the moves of an AI that goes by time differ from run to run, so running it again
makes another pair of files, which belong together as well.
"""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

GAMES_FILE = "games.db"
ANSWER_SECONDS = 60

SETTINGS = {
    "threads": 1,
    "hash_mib": 32,
    "adapt": True,
    "language": "fr",
    "page": {
        "settings": json.dumps(
            {"theme": "dark", "language": "fr", "stones": "numbered", "volume": 0.25, "tips": False}
        ),
        "note": "réglages d’une autre page",
    },
}

ANALYSIS = {
    "title": "Variantes étudiées – 研究",
    "record": {
        "rule": "renju",
        "size": 15,
        "start": {"type": "moves", "rule": "renju", "size": 15, "moves": []},
        "players": {"black": "Élodie", "white": None},
        "result": "black_win",
        "date": "2024-02-29",
        "event": "Club evening",
        "nodes": [
            {
                "parent": None,
                "point": None,
                "color": None,
                "comment": "The root has a comment too.",
            },
            {"parent": 0, "point": "H8", "color": "black", "time_ms": 1500},
            {"parent": 1, "point": "I9", "color": "white", "comment": "Indirect."},
            {
                "parent": 2,
                "point": "J8",
                "color": "black",
                "marks": [
                    {"point": "K7", "kind": "label", "text": "A"},
                    {"point": "G9", "kind": "triangle", "text": None},
                ],
            },
            {"parent": 1, "point": "H9", "color": "white", "comment": "直接打法\nsecond line"},
            {
                "parent": 4,
                "point": "I10",
                "color": "black",
                "marks": [
                    {"point": "I8", "kind": "circle", "text": None},
                    {"point": "J9", "kind": "square", "text": None},
                    {"point": "G8", "kind": "cross", "text": None},
                ],
            },
            {"parent": 5, "point": "pass", "color": "white"},
        ],
    },
}

IMPORTED = (
    "(;GM[4]FF[4]SZ[15]RU[renju]PB[Zoë]PW[Łukasz]DT[2023-05-06]EV[Open]RE[W+]"
    ";B[hh]C[middle];W[ig](;B[gf]LB[hg:x])(;B[if]N[other];W[gg]TR[hh]))"
)


class Refused(Exception):
    """The program refused a request."""


class Program:
    """The program, serving a folder."""

    def __init__(self, executable, folder):
        self.process = subprocess.Popen(
            [str(executable), "--no-open", "--data", str(folder)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stdout:
            ready = re.search(r"ready: (http://\S+)/\?token=(\S+)", line)
            if ready:
                self.base, self.token = ready.groups()
                return
        raise RuntimeError("the program did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def ask(self, method, path, body=None):
        """Sends a request and gives the answer as JSON."""
        request = urllib.request.Request(
            f"{self.base}/api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(f"{method} {path}: {error.read().decode()}") from error

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body):
        return self.ask("POST", path, body)


class Table:
    """A game that is being played."""

    def __init__(self, program, wish):
        self.program = program
        self.id = program.post("/games", wish)["id"]
        self.state()

    def state(self):
        """How the game stands once no AI is thinking."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < deadline:
            game = self.program.get(f"/games/{self.id}")
            turn = game["turn"]
            if turn is None or game[turn]["opponent"] is None:
                return game
            time.sleep(0.02)
        raise RuntimeError("the AI does not answer")

    def act(self, kind, **rest):
        """Does something and waits for the AI's answer, if there is one."""
        request = {"request": 1, "action": {"type": kind, **rest}}
        answer = self.program.post(f"/games/{self.id}/actions", request)
        return answer if kind == "hint" else self.state()

    def play(self, *points):
        game = None
        for point in points:
            game = self.act("play", point=point)
        return game

    def opening(self, kind, **rest):
        return self.act("opening", action={"type": kind, **rest})

    def play_any(self, game, wanted):
        """Plays the first of the wanted points that is empty."""
        taken = {spot for stones in game["position"]["stones"].values() for spot in stones}
        return self.play(next(point for point in wanted if point not in taken))


def human(name=None):
    return {"type": "human", "name": name}


def engine(opponent, time_ms=None):
    return {"type": "ai", "opponent": opponent, "time_ms": time_ms}


HOTSEAT = {"first": human(), "second": human()}
AROUND = ["H8", "I9", "G9", "J8", "H10", "F8", "I6", "K11", "E5", "L5"]


def against_scorer(program):
    """Freestyle on 8x8 against the seed player scorer: three AI moves, the last pair taken back."""
    # It writes down every cell of the board with every move, so the board is a small one.
    wish = {"rule": "freestyle", "size": 8, "first": human(), "second": engine("scorer")}
    table = Table(program, wish)
    game = table.play("D4")
    game = table.play_any(game, ["E5", "C3", "F3"])
    game = table.play_any(game, ["C6", "E6", "G4"])
    assert len(game["moves"]) == 6
    game = table.act("undo")
    assert len(game["moves"]) == 4 and len(game["undone"]) == 2 and game["can"]["redo"]
    return table.id


def against_champion(program):
    """Freestyle against the champion with 50 ms a move, adapting: two AI moves, ongoing."""
    wish = {"rule": "freestyle", "size": 15, "first": human(), "second": engine("champion", 50)}
    table = Table(program, wish)
    game = table.play("H8")
    game = table.play_any(game, AROUND)
    assert len(game["moves"]) == 4 and all(move["has_reasoning"] for move in game["moves"][1::2])
    return table.id


def ninuki(program):
    """Ninuki on 19x19 for two: a capture, a hint asked for, a draw on offer."""
    table = Table(program, {"rule": "ninuki42", "size": 19, **HOTSEAT})
    game = table.play("J10", "K10", "A1", "L10", "M10")
    assert game["moves"][-1]["captured"] == ["K10", "L10"]
    assert table.act("hint")["reason"]["text"]
    game = table.act("offer_draw")
    assert game["draw_offer"] == "second"
    return table.id


def renju(program):
    """Renju for two: points forbidden to Black on the way, Black passes, White wins by five."""
    table = Table(program, {"rule": "renju", "size": 15, **HOTSEAT})
    game = table.play("I8", "C3", "J8", "D3", "H9", "E3", "H10", "F3")
    assert [point["point"] for point in game["position"]["forbidden"]] == ["H8"]
    try:
        table.play("H8")
    except Refused as refused:
        assert "illegal_move" in str(refused)
    else:
        raise AssertionError("a forbidden move was accepted")
    table.act("pass")
    game = table.play("G3")
    assert game["outcome"]["reason"] == "five" and game["outcome"]["winner"] == "white"
    return table.id


def swap2(program):
    """Freestyle with the opening swap2 against the apprentice, who chooses; then resigned."""
    wish = {
        "rule": "freestyle",
        "opening": "swap2",
        "first": human("Ana"),
        "second": engine("apprentice"),
    }
    table = Table(program, wish)
    game = table.play("H8", "I9", "J7")
    while game["phase"] == "opening":
        kinds = [option["kind"] for option in game["opening"]["step"]["options"]]
        if "take_white" in kinds:
            game = table.opening("take_white")
        else:
            game = table.play_any(game, AROUND)
    assert any(entry["reason"] for entry in game["opening"]["log"])
    game = table.play_any(game, AROUND)
    assert any(move["has_reasoning"] for move in game["moves"])
    game = table.act("resign")
    assert game["outcome"]["reason"] == "resignation"
    return table.id


def clocked(program):
    """Standard for two with names and a clock of a minute and increments, renamed and paused."""
    wish = {
        "rule": "standard",
        "first": human("Zoë"),
        "second": human("李雷"),
        "clock": {"main_ms": 60_000, "increment_ms": 2_000},
        "title": "To be renamed",
    }
    table = Table(program, wish)
    table.play("H8", "H9", "I9", "G7")
    table.act("rename", title="Fünf gewinnt – été 五子棋")
    game = table.act("pause")
    assert game["is_paused"] and game["first"]["clock"]["main_ms"] > 0
    return table.id


def from_a_set_up_position(program):
    """Pente from a set-up position with captures and a move played from it; a draw was agreed."""
    start = {
        "type": "setup",
        "rule": "pente",
        "size": 19,
        "stones": {"black": ["J10", "K10", "M14"], "white": ["I10", "D4"]},
        "to_move": "white",
        "captured": {"black": 2, "white": 4},
        "moves": ["D16"],
    }
    table = Table(program, {**HOTSEAT, "start": start})
    game = table.play("E5", "L10")
    assert game["moves"][-1]["captured"] == ["J10", "K10"]
    assert game["position"]["captured"]["white"] == 6
    table.act("offer_draw")
    game = table.act("accept_draw")
    assert game["outcome"]["winner"] is None
    return table.id


def out_of_time(program):
    """Caro for two, lost on time with a clock of one second."""
    table = Table(program, {"rule": "caro", **HOTSEAT, "clock": {"main_ms": 1_000}})
    table.play("H8")
    time.sleep(1.5)
    game = table.state()
    assert game["outcome"]["reason"] == "timeout" and game["outcome"]["winner"] == "black"
    return table.id


def soosorv(program):
    """Renju for two with the opening soosorv8: swapped, declared, offered, a pick to be made."""
    table = Table(program, {"rule": "renju", "opening": "soosorv8", **HOTSEAT})
    table.play("H8", "I9", "J8")
    table.opening("swap")
    table.play("G7")
    table.opening("declare", count=3)
    table.opening("stay")
    game = table.opening("offer", points=["K10", "F9", "H6"])
    assert game["opening"]["step"]["offers"] == ["K10", "F9", "H6"] and game["phase"] == "opening"
    return table.id


def taraguchi(program):
    """Renju for two with the opening taraguchi10: ten fifth moves were chosen, none offered yet."""
    table = Table(program, {"rule": "renju", "opening": "taraguchi10", **HOTSEAT})
    table.play("H8")
    table.opening("stay")
    table.play("H9")
    table.opening("swap")
    table.play("J10")
    table.opening("stay")
    table.play("K8")
    game = table.opening("offer_ten")
    assert game["opening"]["step"]["count"] == 10 and game["phase"] == "opening"
    return table.id


def left_before_the_first_move(program):
    """Keryo for two, left before the first move."""
    return Table(program, {"rule": "keryo", **HOTSEAT}).id


GAMES = [
    against_scorer,
    against_champion,
    ninuki,
    renju,
    swap2,
    clocked,
    from_a_set_up_position,
    out_of_time,
    soosorv,
    taraguchi,
    left_before_the_first_move,
]


def fill(executable, folder):
    """Plays the games; gives what each id is about and the ids of the analyses."""
    with Program(executable, folder) as program:
        program.ask("PUT", "/settings", SETTINGS)
        games = {play(program): play for play in GAMES}
        analyses = [program.post("/analyses", ANALYSIS)["id"]]
        file = {"name": "open.sgf", "content": {"type": "text", "text": IMPORTED}, "keep": True}
        analyses += [record["id"] for record in program.post("/import", file)["records"]]
    return games, analyses


def pack(file):
    """Takes in what the program left in its log, and packs the file."""
    connection = sqlite3.connect(file)
    connection.execute("VACUUM")
    connection.close()


def reasonings(program, game, n_plies):
    """Every recorded reasoning, those of moves that were taken back included."""
    found = {}
    for ply in range(1, n_plies + 1):
        path = f"/games/{game}/reasoning/{ply}"
        try:
            said = {"reasoning": program.get(path), "tree": program.get(f"{path}/tree")}
        except Refused as refused:
            if "not_found" not in str(refused):
                raise
            continue
        # One level below shows that the rest of the tree is there as well.
        fathers = (node["point"] for node in said["tree"]["nodes"] if node["n_children"] > 0)
        if father := next(fathers, None):
            said["tree_below"] = program.get(f"{path}/tree?path={father}")
        found[str(ply)] = said
    return found


def answers(executable, folder, games, analyses):
    """What a new start of the program says about the file."""
    with Program(executable, folder) as program:
        hello = program.get("/hello")
        assert not hello["notices"], hello["notices"]
        said = {"made_with": hello["version"], "games": {}, "analyses": {}}
        for game, play in games.items():
            snapshot = program.get(f"/games/{game}")
            n_plies = len(snapshot["moves"]) + len(snapshot["undone"])
            said["games"][game] = {
                "about": play.__doc__,
                "snapshot": snapshot,
                "record": program.get(f"/games/{game}/record"),
                "export": {
                    name: program.get(f"/games/{game}/export?format={name}")
                    for name in ("json", "sgf")
                },
                "reasoning": reasonings(program, game, n_plies),
            }
        for analysis in analyses:
            said["analyses"][analysis] = program.get(f"/analyses/{analysis}")
        said["library"] = program.get("/games?limit=200")
        said["settings"] = program.get("/settings")
    return said


def main():
    executable, target = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        games, analyses = fill(executable, first)
        made = Path(first) / GAMES_FILE
        pack(made)
        # The answers are those of a copy: nothing that a start does gets into the file.
        shutil.copy(made, second)
        said = answers(executable, second, games, analyses)
        shutil.copy(made, target)
    text = json.dumps(said, indent=1, sort_keys=True, ensure_ascii=False)
    (target / "expected.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
