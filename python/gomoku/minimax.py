"""The minimax player of seed 001 with its own words, for students who read its report.

    >>> from gomoku import minimax
    >>> game = minimax.Game(depth=5, k=5)
    >>> state = game.initial_state()
    >>> state = game.result(state, (7, 7))
    >>> game.terminal_test(state)
    False

``AI`` is the class that the platform asks for and ``Game`` the search space behind it. A state is a
tuple of five: the chessboard, the player to move, the last move, the utility, and the hash of the
board. Boards are numpy arrays with -1 for black, 1 for white and 0 for empty, and moves are
``(row, column)``, as everywhere on the platform. What is computed is computed by the player in Rust
that ``Gomoku explain --bot minimax`` shows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, Optional

from gomoku import _native
from gomoku.sustech import AI as _PlatformAI
from gomoku.sustech import COLOR_BLACK, COLOR_NONE, COLOR_WHITE, _rows

if TYPE_CHECKING:
    import numpy

__all__ = [
    "AI",
    "COLOR_BLACK",
    "COLOR_NONE",
    "COLOR_WHITE",
    "DEPTH",
    "K",
    "SCORE",
    "Evaluation",
    "Game",
    "State",
]

#: The report's settings: five plies deep, the five most valuable moves of every position.
DEPTH = 5
K = 5

#: Table 2 of the report.
SCORE = {
    "Five": 10_000_000,
    "next_win": 99_900,
    "Four": 100_000,
    "BlockedFour": 10_000,
    "Three": 1_000,
    "BlockedThree": 100,
    "Two": 100,
    "BlockedTwo": 10,
    "One": 10,
    "BlockedOne": 1,
}


class State(NamedTuple):
    """Table 1 of the report: ``state[0]`` to ``state[4]``, which have names as well."""

    #: ``state[0]``: the board.
    chessboard: numpy.ndarray
    #: ``state[1]``: the player to move, -1 black or 1 white.
    player: int
    #: ``state[2]``: the last move as ``(row, column)``, or None.
    last_move: Optional[tuple[int, int]]
    #: ``state[3]``: -1 if black has five, 1 if white has, 0 as long as nobody has.
    utility: int
    #: ``state[4]``: the Zobrist key of the stones.
    board_hash: int


class Evaluation(NamedTuple):
    """The three parts of ``EVAL(state) = val + defense + attack``."""

    #: The values of all empty points above 100, the player's own less the opponent's.
    val: int
    #: Infinity if the player must win, else 0.
    attack: float
    #: Minus infinity if the player must lose, else 0.
    defense: float


class Game:
    """The search space: actions, results, the terminal test, the evaluation and the search.

    ``depth`` is how many plies are searched and ``k`` how many actions of a state are looked at; with
    ``k=None`` that is all of them. ``time`` is the most seconds that a search may take.
    """

    def __init__(
        self, size: int = 15, depth: int = DEPTH, k: int | None = K, time: float = 60.0
    ) -> None:
        if depth < 1 or (k is not None and k < 1):
            raise ValueError("depth and k are 1 or more")
        self.size, self.depth, self.k, self.time = int(size), int(depth), k, float(time)
        #: The two random matrices of Zobrist hashing: M_B and M_W.
        self.m_black, self.m_white = _native.minimax_zobrist(self.size)

    def initial_state(self) -> State:
        """The empty board with black to move; its hash is zero."""
        import numpy as np

        return State(np.zeros((self.size, self.size), dtype=int), COLOR_BLACK, None, 0, 0)

    def state_of(
        self, chessboard: numpy.ndarray, player: int, last_move: tuple[int, int] | None = None
    ) -> State:
        """The state with these stones and ``player`` to move."""
        import numpy as np

        board = np.array(chessboard, dtype=int)
        if board.shape != (self.size, self.size):
            raise ValueError(f"the board is {board.shape}, not {(self.size, self.size)}")
        key = 0
        for row, column in zip(*board.nonzero()):
            key ^= self._number(int(row), int(column), int(board[row, column]))
        return State(board, _color(player), last_move, self._utility(_rows(board)), key)

    def actions(self, state: State) -> list[tuple[int, int]]:
        """The empty points, the most valuable first and cut to the first ``k``."""
        width = self.size * self.size if self.k is None else self.k
        return _native.minimax_actions(self._game(state), state[1], width)

    def result(self, state: State, move: tuple[int, int]) -> State:
        """The state after ``move``: a new board, the other player, and what else follows."""
        row, column = int(move[0]), int(move[1])
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise ValueError(f"({row}, {column}) is not on the board")
        if state[0][row, column] != COLOR_NONE:
            raise ValueError(f"({row}, {column}) is taken")
        player = _color(state[1])
        board = state[0].copy()
        board[row, column] = player
        key = state[4] ^ self._number(row, column, player)
        return State(board, -player, (row, column), self._utility(_rows(board)), key)

    def terminal_test(self, state: State) -> bool:
        """Whether five stones of a color stand in a row, or no point is empty."""
        return state[3] != 0 or not (state[0] == COLOR_NONE).any()

    def eval_pos(self, state: State, move: tuple[int, int], player: int | None = None) -> int:
        """What an empty point is worth to ``player`` (to the side to move if left out)."""
        color = _color(state[1] if player is None else player)
        return _native.minimax_point_value(self._game(state), int(move[0]), int(move[1]), color)

    def evaluation(self, state: State, player: int | None = None) -> Evaluation:
        """``val``, ``attack`` and ``defense`` for ``player`` (the side to move if left out)."""
        color = _color(state[1] if player is None else player)
        val, wins, loses = _native.minimax_evaluation(self._game(state), color, state[1])
        return Evaluation(val, math.inf if wins else 0, -math.inf if loses else 0)

    def eval_fn(self, state: State, player: int | None = None) -> float:
        """``val + defense + attack``: the higher, the better for ``player``."""
        val, attack, defense = self.evaluation(state, player)
        return val + defense + attack

    def alphabeta_cutoff_search(
        self, state: State, search_depth: int | None = None
    ) -> tuple[int, int]:
        """The best action of the side to move, by alpha-beta search to ``search_depth`` plies."""
        if self.terminal_test(state):
            raise ValueError("the game is over")
        column, row = _native.Bot("minimax").choose(
            self._game(state),
            time=self.time,
            depth=self.depth if search_depth is None else int(search_depth),
            width=self.size * self.size if self.k is None else self.k,
        )
        return row, column

    def tree_view(self, state: State, search_depth: int | None = None) -> str:
        """The search as text: values, lines and the tree, deeper moves further to the right."""
        depth = self.depth if search_depth is None else int(search_depth)
        width = self.size * self.size if self.k is None else self.k
        return _native.Bot("minimax").explain_text(
            self._game(state), time=self.time, depth=depth, width=width, tree=(depth, width)
        )

    def _game(self, state: State) -> _native.Game:
        return _native.Game.from_board(_rows(state[0]), to_move=state[1])

    def _number(self, row: int, column: int, player: int) -> int:
        return (self.m_black if player == COLOR_BLACK else self.m_white)[row][column]

    @staticmethod
    def _utility(rows: list[list[int]]) -> int:
        winner = _native.Game.from_board(rows).winner
        return {"black": COLOR_BLACK, "white": COLOR_WHITE, None: 0}[winner]


class AI(_PlatformAI):
    """The report's class ``AI``: ``go`` leaves the decision at the end of ``candidate_list``.

    ``depth`` and ``k`` are the report's d and k. The first stone goes to the middle
    (``first_chess``) and the second beside the first (``second_chess``), at once.
    """

    def __init__(
        self,
        chessboard_size: int,
        color: int,
        time_out: float,
        depth: int = DEPTH,
        k: int = K,
    ) -> None:
        super().__init__(chessboard_size, color, time_out, bot="minimax", depth=depth, width=k)
        self.game = Game(chessboard_size, depth, k)


def _color(player: int) -> int:
    if player not in (COLOR_BLACK, COLOR_WHITE):
        raise ValueError("a player is -1 for black or 1 for white")
    return int(player)
