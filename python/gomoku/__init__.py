"""Gomoku in all its rules: judge, engine, players and game records.

    >>> import gomoku
    >>> game = gomoku.Game("renju", moves=["h8", "h9", "g8"])
    >>> game.to_move
    'white'
    >>> engine = gomoku.Engine()
    >>> x, y = engine.best_move(game, time=0.5)
    >>> game.play(x, y)
    []

Points are ``(x, y)``: the column from the left and the row from the top, both from zero; wherever a
point is asked for, a name as ``"h8"`` (row from the bottom) will do. ``gomoku.sustech`` has the
class of the SUSTech platform, which writes points as ``(row, column)``.
"""

from gomoku._native import (
    Analysis,
    Bot,
    Engine,
    Game,
    IllegalMoveError,
    InternalError,
    RecordError,
    Report,
    Variation,
    __version__,
    bots,
    formats,
    rules,
)
from gomoku.records import convert, explain, log_to_chessboard, read_games

__all__ = [
    "Analysis",
    "Bot",
    "Engine",
    "Game",
    "IllegalMoveError",
    "InternalError",
    "RecordError",
    "Report",
    "Variation",
    "__version__",
    "bots",
    "convert",
    "explain",
    "formats",
    "log_to_chessboard",
    "read_games",
    "rules",
]
