"""Two ``AI`` files of the SUSTech platform against each other, under the platform's limits.

    python -m gomoku.sustech_judge BLACK.py WHITE.py

Each ``go`` has 5 seconds and is interrupted then; what stands last in ``candidate_list`` counts all
the same. A player loses by five stones, an exception, an empty list, a stone outside the board or
on another one, and by more than 180 seconds in all. The moves go to ``chess_log.txt``.
"""

from __future__ import annotations

import argparse
import importlib.util
import signal
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from gomoku._native import Game, IllegalMoveError
from gomoku.sustech import COLOR_BLACK, COLOR_WHITE, REFUSED_WORDS, UPLOAD_LIMIT

__all__ = ["GameResult", "Limits", "check_upload", "load_player", "play_game"]

_NAMES = {COLOR_BLACK: "black", COLOR_WHITE: "white"}


class TimeIsUp(AssertionError):
    """Thrown into ``go`` when its time is over, as the platform does."""


@dataclass(frozen=True)
class Limits:
    """The platform's limits, in seconds."""

    turn: float = 5.0
    game: float = 180.0


@dataclass
class GameResult:
    """How a game ended."""

    #: -1 black, 1 white, 0 nobody.
    winner: int
    #: A few words.
    reason: str
    #: The stones as (row, column, color).
    moves: list[tuple[int, int, int]] = field(default_factory=list)
    #: Seconds used by each color.
    seconds: dict[int, float] = field(default_factory=dict)

    def chess_log(self) -> str:
        """The moves as the platform logs them: no line break at the end."""
        return "\n".join(f"{row},{column},{color}" for row, column, color in self.moves)


class Loss(Exception):
    """A player lost without being beaten on the board."""


def check_upload(path: Path) -> str | None:
    """Why the platform would not take the file, or None if it would."""
    data = path.read_bytes()
    if len(data) >= UPLOAD_LIMIT:
        return f"it has {len(data)} bytes, and the limit is {UPLOAD_LIMIT}"
    text = data.decode("utf-8", errors="replace")
    found = [word for word in REFUSED_WORDS if word in text]
    return f"it contains {found[0]!r}" if found else None


def load_player(path: Path, name: str) -> ModuleType:
    """The module of a player, under a name of its own: both may be the same file."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    if not hasattr(module, "AI"):
        raise ImportError(f"{path} has no class AI")
    return module


def _within(seconds: float, work: Any, *arguments: Any) -> bool:
    """Runs something with an alarm; whether it ended by itself."""
    can_interrupt = (
        hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    )
    if not can_interrupt:
        started = time.monotonic()
        work(*arguments)
        return time.monotonic() - started <= seconds

    def ring(_signal: int, _frame: Any) -> None:
        raise TimeIsUp("time is up")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        # Again every second, for players who catch everything.
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), 1.0)
        try:
            work(*arguments)
            return True
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeIsUp:
        return False
    finally:
        signal.signal(signal.SIGALRM, before)


def _decision(player: Any, board: Any, limits: Limits) -> tuple[int, int]:
    """What a player decides, or a loss."""
    try:
        _within(limits.turn, player.go, board)
    except Exception as error:
        detail = traceback.format_exception_only(type(error), error)[-1].strip()
        raise Loss(f"go failed: {detail}") from error
    candidates = player.candidate_list
    if len(candidates) == 0:
        raise Loss("the candidate list is empty")
    try:
        row, column = candidates[-1]
        return int(row), int(column)
    except (TypeError, ValueError) as error:
        raise Loss(f"{candidates[-1]!r} is no point") from error


def play_game(black: Any, white: Any, size: int = 15, limits: Limits = Limits()) -> GameResult:
    """Plays one game between two modules (or anything with a class ``AI``)."""
    import numpy as np

    result = GameResult(0, "", seconds={COLOR_BLACK: 0.0, COLOR_WHITE: 0.0})
    players: dict[int, Any] = {}
    for color, module in ((COLOR_BLACK, black), (COLOR_WHITE, white)):
        try:
            players[color] = module.AI(size, color, limits.turn)
        except Exception as error:
            result.winner, result.reason = -color, f"{_NAMES[color]}'s constructor failed: {error}"
            return result
    board = np.zeros((size, size), dtype=int)
    game = Game("freestyle", size)
    while not game.is_over:
        color = COLOR_BLACK if game.to_move == "black" else COLOR_WHITE
        started = time.monotonic()
        try:
            row, column = _decision(players[color], np.copy(board), limits)
            result.seconds[color] += time.monotonic() - started
            if result.seconds[color] > limits.game:
                raise Loss(f"more than {limits.game:g} seconds in all")
            try:
                game.play(column, row)
            except IllegalMoveError as error:
                raise Loss(f"({row}, {column}): {error.reason}") from error
        except Loss as loss:
            result.winner, result.reason = -color, f"{_NAMES[color]} lost: {loss}"
            return result
        board[row, column] = color
        result.moves.append((row, column, color))
    result.winner = {"black": COLOR_BLACK, "white": COLOR_WHITE, None: 0}[game.winner]
    result.reason = game.reason or ""
    return result


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m gomoku.sustech_judge", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("black", type=Path, help="the file of the player who begins")
    parser.add_argument("white", type=Path, help="the file of the other")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--turn", type=float, default=Limits.turn, metavar="SECONDS")
    parser.add_argument("--game", type=float, default=Limits.game, metavar="SECONDS")
    parser.add_argument("--log", type=Path, default=Path("chess_log.txt"), metavar="FILE")
    parser.add_argument("--no-upload-check", action="store_true", help="take files the platform would refuse")
    options = parser.parse_args(arguments)
    modules = []
    for number, path in enumerate((options.black, options.white)):
        try:
            refusal = None if options.no_upload_check else check_upload(path)
            if refusal:
                print(f"gomoku.sustech_judge: {path} would be refused: {refusal}", file=sys.stderr)
                return 1
            modules.append(load_player(path, f"_sustech_player_{number}"))
        except Exception as error:
            print(f"gomoku.sustech_judge: cannot load {path}: {error}", file=sys.stderr)
            return 1
    result = play_game(*modules, size=options.size, limits=Limits(options.turn, options.game))
    options.log.write_text(result.chess_log(), encoding="ascii")
    winner = {COLOR_BLACK: options.black, COLOR_WHITE: options.white}.get(result.winner)
    outcome = f"{_NAMES[result.winner]} wins ({winner})" if winner else "draw"
    print(f"{outcome}: {result.reason}")
    for color, name in _NAMES.items():
        print(f"{name}: {result.seconds.get(color, 0.0):.1f} s")
    print(f"{len(result.moves)} moves in {options.log}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
