"""A Gomoku player in one file of plain Python, for the SUSTech platform.

It answers what a stone on a point would make by looking up the eight neighbours of each line in a
table, looks for wins by a chain of fours first, and searches the rest by alpha-beta with
iterative deepening. Points are (row, column); black is -1, white 1, and five or more win.
"""

import random
import time

COLOR_BLACK = -1
COLOR_WHITE = 1
COLOR_NONE = 0
random.seed(0)

# What a stone makes along one line, from nothing to five. "Open" fours have two points to
# complete them, threes can become open fours, twos can become threes.
NOTHING, ONE, CLOSED_TWO, TWO, CLOSED_THREE, THREE, FOUR, OPEN_FOUR, FIVE = range(9)

# Four bits for each kind, so that the sum over the four lines counts them.
WEIGHT = [0, 1, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28]
ANY_FIVE = 1 << 28
ANY_OPEN_FOUR = 1 << 24
ANY_FOUR = 1 << 20

# What a whole point is, over all lines.
PLAIN, MAKES_THREE, MAKES_FOUR, MAKES_TWO_THREES, MAKES_FOUR_AND_THREE, WINS_SOON, WINS_NOW = range(7)

WIN = 1000000
PROVEN = WIN - 1000


def _grow(own, empty, known):
    """What the stones `own` of a line of nine are worth to the middle one."""
    state = (own, empty)
    if state in known:
        return known[state]
    completing = 0
    result = NOTHING
    for window in (0b11111, 0b111110, 0b1111100, 0b11111000, 0b111110000):
        missing = window & ~own
        if missing == 0:
            result = FIVE
        elif missing & (missing - 1) == 0 and missing & empty:
            completing |= missing
    if result != FIVE:
        if completing:
            result = OPEN_FOUR if completing & (completing - 1) else FOUR
        else:
            best = NOTHING
            for place in range(9):
                bit = 1 << place
                if empty & bit:
                    best = max(best, _grow(own | bit, empty ^ bit, known))
            after = {OPEN_FOUR: THREE, FOUR: CLOSED_THREE, THREE: TWO, CLOSED_THREE: CLOSED_TWO, TWO: ONE}
            result = after.get(best, NOTHING)
    known[state] = result
    return result


def _line_tables():
    """For both colors, the weight of a stone by its eight neighbours: two bits each, from the far
    one on the one side to the far one on the other; 0 empty, 1 black, 2 white, 3 the edge."""
    sides = [()]
    for _ in range(4):
        # Beyond the edge there is only edge.
        sides = [s + (c,) for s in sides for c in ((3,) if s and s[-1] == 3 else (0, 1, 2, 3))]
    known = {}
    black, white = [0] * 65536, [0] * 65536
    for left in sides:
        for right in sides:
            key, own, other, empty = 0, [16, 16], 0, 0
            for place, cell in enumerate(left[::-1] + right):
                key |= cell << (2 * place)
                bit = 1 << (place if place < 4 else place + 1)
                if cell == 0:
                    empty |= bit
                elif cell < 3:
                    own[cell - 1] |= bit
            black[key] = WEIGHT[_grow(own[0], empty, known)]
            white[key] = WEIGHT[_grow(own[1], empty, known)]
    return black, white


BLACK_TABLE, WHITE_TABLE = _line_tables()


class _Kinds(dict):
    """From the counted kinds of a point to what it is and what it is worth."""

    def __missing__(self, packed):
        ones = packed & 15
        closed_twos = packed >> 4 & 15
        twos = packed >> 8 & 15
        closed_threes = packed >> 12 & 15
        threes = packed >> 16 & 15
        fours = packed >> 20 & 15
        open_fours = packed >> 24 & 15
        value = 3 * ones + 7 * closed_twos + 24 * twos + 26 * closed_threes + 90 * threes + 110 * fours
        if packed >= ANY_FIVE:
            kind, value = WINS_NOW, value + 20000
        elif open_fours or fours > 1:
            kind, value = WINS_SOON, value + 5000
        elif fours and threes:
            kind, value = MAKES_FOUR_AND_THREE, value + 2000
        elif threes > 1:
            kind, value = MAKES_TWO_THREES, value + 800
        elif fours:
            kind = MAKES_FOUR
        elif threes:
            kind = MAKES_THREE
        else:
            kind = PLAIN
        self[packed] = (kind, value)
        return self[packed]


KINDS = _Kinds()


class OutOfTime(Exception):
    """The move has to be decided now."""


class Position:
    """A board that knows what a stone of either color would make on each point."""

    def __init__(self, size):
        self.size = size
        n = size * size
        self.cells = [0] * n
        self.keys = [0] * (4 * n)
        # For each color (1 black, 2 white), the kinds that a stone on a point would make.
        self.made = [None, [0] * n, [0] * n]
        # For each point, the places in `keys` that see it, with their point and shift.
        self.seen_by = [[] for _ in range(n)]
        self.on_lines = [[] for _ in range(n)]
        self.hash = 0
        self._link()
        rng = random.Random(20181)
        self.zobrist = [None, [rng.getrandbits(62) for _ in range(n)], [rng.getrandbits(62) for _ in range(n)]]

    def _link(self):
        size = self.size
        n = size * size
        for row in range(size):
            for col in range(size):
                point = row * size + col
                for line, (dr, dc) in enumerate(((0, 1), (1, 0), (1, 1), (1, -1))):
                    key = 0
                    for place, step in enumerate((-4, -3, -2, -1, 1, 2, 3, 4)):
                        r, c = row + step * dr, col + step * dc
                        if 0 <= r < size and 0 <= c < size:
                            other = r * size + c
                            self.seen_by[other].append((line * n + point, point, 2 * place))
                            self.on_lines[point].append(other)
                        else:
                            key |= 3 << (2 * place)
                    self.keys[line * n + point] = key
                    self.made[1][point] += BLACK_TABLE[key]
                    self.made[2][point] += WHITE_TABLE[key]

    def put(self, point, color):
        """Puts a stone, or takes it away again with a negative color."""
        stone = abs(color)
        self.cells[point] = stone if color > 0 else 0
        self.hash ^= self.zobrist[stone][point]
        keys, (_, black, white) = self.keys, self.made
        black_table, white_table = BLACK_TABLE, WHITE_TABLE
        for place, other, shift in self.seen_by[point]:
            old = keys[place]
            new = old + (color << shift)
            keys[place] = new
            black[other] += black_table[new] - black_table[old]
            white[other] += white_table[new] - white_table[old]

    def empties_near_stones(self, reach):
        """The empty points within `reach` of a stone."""
        size, cells = self.size, self.cells
        near = set()
        for point, stone in enumerate(cells):
            if stone:
                row, col = divmod(point, size)
                for r in range(max(0, row - reach), min(size, row + reach + 1)):
                    for c in range(max(0, col - reach), min(size, col + reach + 1)):
                        if not cells[r * size + c]:
                            near.add(r * size + c)
        return sorted(near)

    def completions(self, point, color):
        """The points where `color` now makes five on a line through `point`."""
        cells, made = self.cells, self.made[color]
        return {p for p in self.on_lines[point] if not cells[p] and made[p] >= ANY_FIVE}


class Searcher:
    """Looks for the best move of a position until a deadline."""

    def __init__(self, position, deadline):
        self.position = position
        self.deadline = deadline
        self.area = position.empties_near_stones(3)
        self.table = {}
        self.nodes = 0
        self.fours_left = 0

    def tick(self):
        self.nodes += 1
        if self.nodes & 63 == 0 and time.time() > self.deadline:
            raise OutOfTime()

    # Wins by fours only.

    def win_by_fours(self, color, budget, depth=14):
        """The first move of a win in which every move of `color` is a four, or None."""
        self.fours_left = budget
        return self._fours(color, depth, self.area)

    def _fours(self, color, depth, points):
        position = self.position
        cells, made, against = position.cells, position.made[color], position.made[3 - color]
        self.fours_left -= 1
        self.tick()
        fours, forced = [], None
        for p in points:
            if cells[p]:
                continue
            if made[p] >= ANY_FIVE:
                return p
            if against[p] >= ANY_FIVE:
                forced = p
            elif made[p] >= ANY_FOUR:
                fours.append(p)
        if forced is not None:
            if made[forced] < ANY_FOUR:
                return None
            fours = [forced]
        kinds = KINDS
        fours.sort(key=lambda p: -kinds[made[p]][1])
        if depth <= 0:
            return None
        for p in fours:
            # An open four wins unless the answer to it is a five, which was looked for above.
            if kinds[made[p]][0] >= WINS_SOON and forced is None:
                return p
            if self.fours_left <= 0:
                return None
            position.put(p, color)
            try:
                answers = position.completions(p, color)
                if len(answers) > 1 and forced is None:
                    return p
                if len(answers) == 1:
                    answer = next(iter(answers))
                    position.put(answer, 3 - color)
                    try:
                        if self._fours(color, depth - 1, self.area) is not None:
                            return p
                    finally:
                        position.put(answer, color - 3)
            finally:
                position.put(p, -color)
        return None

    # Alpha-beta.

    def candidates(self, color, width):
        """A sure score, or the moves worth trying, best first, and the value of standing still."""
        position = self.position
        cells, mine, theirs = position.cells, position.made[color], position.made[3 - color]
        kinds = KINDS
        blocks, wins, stops, answers, moves = [], [], [], [], []
        my_total = their_total = 0
        my_best = their_best = PLAIN
        for p in self.area:
            if cells[p]:
                continue
            my_kind, my_value = kinds[mine[p]]
            their_kind, their_value = kinds[theirs[p]]
            if my_kind > my_best:
                my_best = my_kind
                if my_kind == WINS_NOW:
                    return WIN - 1, [p], 0
            if their_kind > their_best:
                their_best = their_kind
            if their_kind == WINS_NOW:
                blocks.append(p)
            elif my_kind == WINS_SOON:
                wins.append(p)
            if their_kind >= WINS_SOON:
                stops.append(p)
            elif theirs[p] >= ANY_FOUR or mine[p] >= ANY_FOUR:
                answers.append((my_value + their_value, p))
            my_total += my_value
            their_total += their_value
            moves.append((my_value + their_value + (my_value >> 2), p))
        if blocks:
            return (2 - WIN, blocks, 0) if len(blocks) > 1 else (None, blocks, 0)
        if wins:
            return WIN - 3, wins, 0
        still = my_total + (my_total >> 2) - their_total
        if my_best == MAKES_FOUR_AND_THREE:
            still += 1500
        elif my_best == MAKES_TWO_THREES and their_best < MAKES_FOUR:
            still += 700
        if stops:
            answers.sort(reverse=True)
            return None, stops + [p for _, p in answers[:8]], still - 600
        moves.sort(reverse=True)
        return None, [p for _, p in moves[:width]], still

    def search(self, color, depth, alpha, beta, ply):
        self.tick()
        position = self.position
        state = (position.hash, color)
        known = self.table.get(state)
        first = None
        if known is not None:
            known_depth, bound, value, first = known
            if known_depth >= depth:
                if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                    return value
        sure, moves, still = self.candidates(color, 12 if ply < 3 else 8)
        if sure is not None:
            return sure - ply if sure > 0 else sure + ply
        if not moves:
            return 0
        is_forced = len(moves) == 1
        if (depth <= 0 and not is_forced) or ply > 24:
            return still
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        best, best_move, old_alpha = -WIN, moves[0], alpha
        for i, p in enumerate(moves):
            position.put(p, color)
            try:
                deeper = depth if is_forced else depth - 1
                if i == 0:
                    value = -self.search(3 - color, deeper, -beta, -alpha, ply + 1)
                else:
                    value = -self.search(3 - color, deeper, -alpha - 1, -alpha, ply + 1)
                    if alpha < value < beta:
                        value = -self.search(3 - color, deeper, -beta, -value, ply + 1)
            finally:
                position.put(p, -color)
            if value > best:
                best, best_move = value, p
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        bound = 1 if best >= beta else (-1 if best <= old_alpha else 0)
        self.table[state] = (depth, bound, best, best_move)
        return best

    def choose(self, color, found):
        """Calls `found` with better and better moves until time is up."""
        sure, moves, _ = self.candidates(color, 24)
        if not moves:
            return
        found(moves[0])
        if sure is not None or len(moves) == 1:
            return
        attack = self.win_by_fours(color, 3000)
        if attack is not None:
            found(attack)
            return
        moves = self.not_losing_to_fours(color, moves)
        found(moves[0])
        for depth in range(1, 40):
            best, alpha = moves[0], -WIN
            scored = []
            for p in moves:
                self.position.put(p, color)
                try:
                    if alpha == -WIN:
                        value = -self.search(3 - color, depth, -WIN, WIN, 1)
                    else:
                        value = -self.search(3 - color, depth, -alpha - 1, -alpha, 1)
                        if value > alpha:
                            value = -self.search(3 - color, depth, -WIN, -alpha, 1)
                finally:
                    self.position.put(p, -color)
                scored.append((value, p))
                if value > alpha:
                    alpha, best = value, p
                    if depth > 2:
                        found(p)
            found(best)
            scored.sort(key=lambda pair: (pair[1] != best, -pair[0]))
            moves = [p for value, p in scored if value > -PROVEN] or [best]
            if abs(alpha) >= PROVEN or len(moves) == 1:
                return

    def not_losing_to_fours(self, color, moves):
        """The moves after which the other side has no win by fours, or all if there is none."""
        safe = []
        for p in moves:
            self.position.put(p, color)
            try:
                if self.win_by_fours(3 - color, 300) is None:
                    safe.append(p)
            finally:
                self.position.put(p, -color)
        return safe or moves


class AI(object):
    """The class the platform asks for."""

    # 180 seconds a game at 5 seconds a move, planned as if so many moves were to come.
    MOVES_ON_THE_CLOCK = 36
    MOVES_TO_GO = 14
    USABLE = 0.8

    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.clock = self.MOVES_ON_THE_CLOCK * time_out

    def go(self, chessboard):
        started = time.time()
        self.candidate_list.clear()
        try:
            self.think([[int(cell) for cell in row] for row in chessboard], started)
        finally:
            self.clock -= time.time() - started

    def think(self, rows, started):
        size = len(rows)
        middle = size // 2
        empty = [(r, c) for r in range(size) for c in range(size) if rows[r][c] == COLOR_NONE]
        if not empty:
            return
        # A first guess, so that there is a decision whatever happens.
        empty.sort(key=lambda cell: max(abs(cell[0] - middle), abs(cell[1] - middle)))
        self.candidate_list.append(empty[0])
        if len(empty) == 1 or len(empty) == size * size:
            return
        position = Position(size)
        for r in range(size):
            for c in range(size):
                if rows[r][c] != COLOR_NONE:
                    position.put(r * size + c, 1 if rows[r][c] == COLOR_BLACK else 2)
        share = min(self.USABLE * self.time_out, max(self.clock, 0) / self.MOVES_TO_GO)
        searcher = Searcher(position, started + share)
        try:
            searcher.choose(1 if self.color == COLOR_BLACK else 2, self.improve)
        except OutOfTime:
            pass

    def improve(self, point):
        move = (point // self.chessboard_size, point % self.chessboard_size)
        if self.candidate_list[-1] != move:
            self.candidate_list.append(move)
