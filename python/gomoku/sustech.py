"""The engine as the ``AI`` class of the SUSTech CS303 platform, and a module to upload there.

    python -m gomoku.sustech --export my_ai.py

The platform gives ``go`` a numpy board and takes the last element of ``candidate_list`` as the
decision, also when it interrupts ``go`` for being late. Points are ``(row, column)``.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from gomoku._native import Bot, Engine, Game
from gomoku.records import log_to_chessboard

if TYPE_CHECKING:
    import numpy

__all__ = ["AI", "COLOR_BLACK", "COLOR_NONE", "COLOR_WHITE", "export", "log_to_chessboard"]

COLOR_BLACK = -1
COLOR_WHITE = 1
COLOR_NONE = 0

#: Upload limit of the platform in bytes, and the words it refuses anywhere in the file.
UPLOAD_LIMIT = 1_000_000
REFUSED_WORDS = ("import os", "exec")

# The platform allows 180 seconds a game at 5 seconds a move.
_MOVES_ON_THE_CLOCK = 36
# A game is planned as if this many more of our moves were to come.
_MOVES_TO_GO = 14
# The share of a move that may be thought away; the rest is for an interpreter that is busy.
_USABLE = 0.8
# The platform speaks of 100 MB for everything, numpy and the interpreter included.
_HASH_MB = 16


class AI:
    """A player for the platform: ``AI(chessboard_size, color, time_out)``.

    ``go(chessboard)`` clears ``candidate_list`` and appends a first guess at once, then better
    moves as the search finds them. Moves are tuples of plain ints. The first stone of either color
    is not thought about (``first_chess``, ``second_chess``).

    The engine plays, or any player of ``gomoku.bots()`` by its name: ``AI(15, -1, 5, bot="scorer")``.
    ``depth``, ``nodes`` and ``width`` limit it as ``gomoku.Bot.choose`` explains.
    """

    def __init__(
        self,
        chessboard_size: int,
        color: int,
        time_out: float,
        bot: str | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        width: int | None = None,
    ) -> None:
        self.chessboard_size = int(chessboard_size)
        self.color = int(color)
        if self.color not in (COLOR_BLACK, COLOR_WHITE):
            raise ValueError("color is -1 for black or 1 for white")
        self.time_out = float(time_out)
        self.candidate_list: list[tuple[int, int]] = []
        self._clock = _MOVES_ON_THE_CLOCK * self.time_out
        self._limits = {"depth": depth, "nodes": nodes, "width": width}
        self._bot = None if bot is None else Bot(bot)
        self._engine = Engine(hash_mb=_HASH_MB) if bot is None else None
        self._opponents: list[tuple[int, int]] = []

    def go(self, chessboard: numpy.ndarray) -> None:
        """Think about a board (-1 black, 1 white, 0 empty) and leave the decision in the list."""
        started = time.monotonic()
        self.candidate_list.clear()
        rows = _rows(chessboard)
        stones = [(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value]
        try:
            if not stones:
                self.first_chess()
            elif len(stones) == 1 and rows[stones[0][0]][stones[0][1]] != self.color:
                self._opponents = stones
                self.second_chess()
            else:
                self._think(rows, started)
        finally:
            self._clock -= time.monotonic() - started

    def first_chess(self) -> None:
        """The first stone of the game: the middle of the board (tianyuan), without a search."""
        middle = self.chessboard_size // 2
        self.candidate_list.append((middle, middle))

    def second_chess(self) -> None:
        """The second stone: beside the first, on the side of the middle, without a search."""
        if not self._opponents:
            raise ValueError("there is no first stone yet: go() tells where it stands")
        row, column = self._opponents[0]
        near = [(row + dr, column + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
        side = range(self.chessboard_size)
        middle = self.chessboard_size // 2
        on_board = [cell for cell in near if cell[0] in side and cell[1] in side]
        self.candidate_list.append(
            min(on_board, key=lambda cell: (abs(cell[0] - middle) + abs(cell[1] - middle), cell))
        )

    def _think(self, rows: list[list[int]], started: float) -> None:
        guess = _first_guess(rows)
        if guess is None:
            return
        self.candidate_list.append(guess)
        game = Game.from_board(rows, to_move=self.color)
        if game.is_over:
            # A line stands already; the platform's check of a nearly full board is like that.
            return
        share = min(_USABLE * self.time_out, max(self._clock, 0.0) / _MOVES_TO_GO)
        left = max(share - (time.monotonic() - started), 0.01)
        if self._bot is not None:
            usual = self._bot.usual
            limits = {name: self._limits[name] or usual.get(name) for name in self._limits}
            self._improve(self._bot.choose(game, time=min(left, usual.get("time", left)), **limits))
            return
        depth, nodes = self._limits["depth"], self._limits["nodes"]
        with self._engine.analyse(game, time=left, depth=depth, nodes=nodes) as analysis:
            for report in analysis:
                self._improve(report.best_move)

    def _improve(self, best: tuple[int, int] | None) -> None:
        if best is not None:
            column, row = best
            if self.candidate_list[-1] != (row, column):
                self.candidate_list.append((row, column))


def _rows(chessboard: numpy.ndarray) -> list[list[int]]:
    """The board as plain numbers, whatever the type of the array."""
    return [[int(value) for value in row] for row in chessboard]


def _first_guess(rows: list[list[int]]) -> tuple[int, int] | None:
    """The empty cell nearest to the middle, so that there is always a decision."""
    middle = len(rows) // 2
    empty = [(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value == 0]
    return min(empty, key=lambda cell: max(abs(cell[0] - middle), abs(cell[1] - middle)), default=None)


def export(path: str | Path) -> Path:
    """Write a module to upload: pure Python, one file, within the platform's limits."""
    text = Path(__file__).with_name("_upload.py").read_text(encoding="utf-8")
    data = text.encode("ascii")
    if len(data) >= UPLOAD_LIMIT or any(word in text for word in REFUSED_WORDS):
        raise RuntimeError("the module in this package would be refused by the platform")
    path = Path(path)
    path.write_bytes(data)
    return path


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m gomoku.sustech", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--export", metavar="FILE", help="write a module for the upload page")
    options = parser.parse_args(arguments)
    if options.export is None:
        parser.print_usage(sys.stderr)
        return 2
    try:
        path = export(options.export)
    except OSError as error:
        print(f"gomoku.sustech: cannot write {options.export}: {error}", file=sys.stderr)
        return 1
    print(f"{path}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
