"""Game records, and what players say about a position."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from gomoku import _native

if TYPE_CHECKING:
    import numpy

__all__ = ["convert", "explain", "log_to_chessboard", "read_games"]

#: Where a record comes from: its bytes or text, or the path of its file.
Source = Union[bytes, str, Path]

_TEXT_FORMATS = frozenset({"psq", "sgf", "pos", "pos-top", "offset", "chesslog", "json", "link", "board"})


def convert(
    data: bytes | str,
    to: str,
    source: str | None = None,
    *,
    rule: str | None = None,
    size: int = 15,
    lossless: bool = False,
) -> bytes | str:
    """Turn a game record into another format.

    ``to`` and ``source`` are names of ``gomoku.formats()``; ``to`` may also be ``"board"``, the last
    position as a diagram. Without ``source`` the contents tell. ``rule`` and ``size`` are for formats
    that do not store them. Text formats come back as ``str``, the others as ``bytes``. With
    ``lossless`` a format that cannot hold everything is refused.
    """
    raw = data.encode() if isinstance(data, str) else bytes(data)
    converted = _native.convert(raw, to, source, rule, size, lossless)
    return converted.decode() if to.lower() in _TEXT_FORMATS else converted


def read_games(
    data: Source, source: str | None = None, *, rule: str | None = None, size: int = 15
) -> list[_native.Game]:
    """The games of a record, each at its last move. A ``Path`` is read as a file."""
    if isinstance(data, Path):
        data = data.read_bytes()
    raw = data.encode() if isinstance(data, str) else bytes(data)
    return _native.read_games(raw, source, rule, size)


def log_to_chessboard(filename: str | Path, size: int = 15) -> numpy.ndarray:
    """The board at the end of a ``chess_log.txt`` as a numpy array: -1 black, 1 white, 0 empty.

    A log with several games gives the board of the last one, with a warning.
    """
    import numpy as np

    data = Path(filename).read_bytes()
    # A game that was lost before its first stone leaves an empty log.
    games = _native.chess_log_stones(data, size) if data.strip() else []
    if len(games) > 1:
        warnings.warn(f"{filename} holds {len(games)} games; this is the last", stacklevel=2)
    board = np.zeros((size, size), dtype=int)
    for row, column, color in games[-1] if games else []:
        board[row, column] = color
    return board


def explain(
    bot: _native.Bot | str,
    game: _native.Game,
    seed: int = 0,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    width: int | None = None,
    tree: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """How a player thinks about a position, number by number, as ``Gomoku explain --json`` has it.

    ``time``, ``depth``, ``nodes``, ``width`` and ``seed`` are those of ``gomoku.Bot.choose``, which
    plays the same move for the same of them. ``tree`` is how many plies of the search tree are told,
    and how many moves of each node.
    """
    player = _native.Bot(bot) if isinstance(bot, str) else bot
    told = player.explain_json(
        game, seed, time=time, depth=depth, nodes=nodes, width=width, tree=tree
    )
    return json.loads(told)
