"""The engine and the other players."""

import signal
import threading
import time

import pytest

import gomoku

FOUR = ["a15", "a1", "b15", "c1", "c15", "e1", "d15", "g1"]


def test_it_completes_a_five():
    game = gomoku.Game(moves=FOUR)
    assert gomoku.Engine(hash_mb=4).best_move(game, time=0.2) == (4, 0)


@pytest.mark.parametrize("rule", gomoku.rules())
@pytest.mark.parametrize("size", [5, 15, 22, 26])
def test_it_plays_every_game(rule, size):
    game = gomoku.Game(rule, size=size)
    engine = gomoku.Engine(hash_mb=1)
    for _ in range(3):
        move = engine.best_move(game, time=0.02)
        assert move in game.legal_moves()
        game.play(move)


def test_limits_of_every_kind_end_it():
    engine, game = gomoku.Engine(hash_mb=4), gomoku.Game(moves=["h8"])
    assert engine.analyse(game, depth=3).result().depth == 3
    assert engine.analyse(game, nodes=500).result().nodes < 5000
    started = time.monotonic()
    engine.best_move(game, time=0.1)
    assert time.monotonic() - started < 5


def test_live_reports_get_deeper():
    engine, game = gomoku.Engine(hash_mb=4), gomoku.Game(moves=["h8", "i9"])
    reports = list(engine.analyse(game, depth=6, lines=3))
    depths = [report.depth for report in reports]
    assert depths == sorted(depths) and depths[-1] == 6 and len(depths) > 3
    last = reports[-1]
    assert len(last.lines) == 3
    assert last.best_move == last.lines[0].moves[0]
    assert last.lines[0].score >= last.lines[1].score
    assert 0 <= last.win_rate <= 1 and last.mate is None


def test_a_forced_win_is_told_in_plies():
    report = gomoku.Engine(hash_mb=4).analyse(gomoku.Game(moves=FOUR), depth=4).result()
    assert report.mate == 1 and report.best_move == (4, 0)


def test_only_and_avoid():
    engine, game = gomoku.Engine(hash_mb=4), gomoku.Game(moves=FOUR)
    assert engine.best_move(game, depth=2, avoid=["e15"]) != (4, 0)
    assert engine.analyse(game, depth=2, only=["a8"]).result().best_move == (0, 7)


def test_an_endless_analysis_is_stopped():
    engine, game = gomoku.Engine(hash_mb=4), gomoku.Game(moves=["h8"])
    with engine.analyse(game) as analysis:
        next(analysis)
        assert analysis.latest is not None
    assert analysis.result().best_move in game.legal_moves()
    assert list(analysis) == []
    other = engine.analyse(game)
    other.stop()
    assert other.result().best_move in game.legal_moves()


def test_the_interpreter_is_free_meanwhile():
    engine, game = gomoku.Engine(hash_mb=4), gomoku.Game(moves=["h8"])
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    engine.best_move(game, time=0.5)
    done.set()
    thread.join()
    assert len(ticks) >= 5


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on this system")
def test_control_c_stops_it():
    engine, game = gomoku.Engine(hash_mb=4), gomoku.Game(moves=["h8"])
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    # A shell that starts the tests in the background has them ignore Ctrl-C.
    before_interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for work in (
            lambda: engine.best_move(game, time=60),
            lambda: engine.analyse(game).result(),
            lambda: gomoku.Bot("champion").choose(game, time=60),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            started = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                work()
            assert time.monotonic() - started < 30
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, before_interrupt)


def test_panics_are_exceptions():
    with pytest.raises(gomoku.InternalError, match="this is a test"):
        gomoku._native._panic_for_tests("this is a test")
    assert issubclass(gomoku.InternalError, Exception)


def test_wrong_questions():
    engine = gomoku.Engine(hash_mb=1)
    over = gomoku.Game(moves=[*FOUR, "e15"])
    for question in (
        lambda: engine.best_move(over, time=0.1),
        lambda: engine.best_move(gomoku.Game(), time=-1),
        lambda: engine.best_move(gomoku.Game(), time=float("nan")),
        lambda: gomoku.Engine(hash_mb=0),
        lambda: gomoku.Bot("deepblue"),
        lambda: gomoku.Bot("scorer").choose(over),
    ):
        with pytest.raises(ValueError):
            question()


def test_the_engine_forgets_and_can_be_shared():
    engine, game = gomoku.Engine(hash_mb=2, threads=2), gomoku.Game(moves=["h8"])
    moves = []
    threads = [
        threading.Thread(target=lambda: moves.append(engine.best_move(game, nodes=2000)))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 3 and all(move in game.legal_moves() for move in moves)
    engine.new_game()
    assert (engine.hash_mb, engine.threads) == (2, 2)


def test_the_bots_introduce_themselves_and_play():
    bots = gomoku.bots()
    assert {"scorer", "minimax", "fivetuple", "patterns", "champion"} <= {bot.name for bot in bots}
    game = gomoku.Game(moves=["h8", "i9"])
    for bot in bots:
        assert bot.title and bot.who and bot.feel
        assert bot.supports(game)
        assert bot.choose(game, time=0.05) in game.legal_moves()
    assert gomoku.Bot("scorer").choose(game, seed=1) == gomoku.Bot("scorer").choose(game, seed=1)


def test_a_bot_explains_itself():
    explanation = gomoku.explain("scorer", gomoku.Game(moves=["h8"]))
    assert isinstance(explanation, dict) and explanation


def test_choosing_and_explaining_agree():
    game = gomoku.Game(moves=["h8", "i9", "i8", "g8", "j8", "k8"])
    for bot in gomoku.bots():
        limits = {"nodes": 2000} if "time" in bot.usual or "nodes" in bot.usual else {}
        chosen = bot.choose(game, seed=3, **limits)
        told = gomoku.explain(bot, game, seed=3, **limits)
        assert game.point(told["choice"]) == chosen, bot.name
        assert told["why"]


def test_a_tree_is_told_as_large_as_asked_for():
    game = gomoku.Game(moves=["h8", "i9", "i8", "g8"])
    told = gomoku.explain("champion", game, nodes=5000, tree=(2, 3))
    assert told["detail"] == {"depth": 2, "width": 3} and 0 < len(told["tree"]) <= 3
    assert "tree" in gomoku.Bot("minimax").explain_text(game, depth=3, width=3)


def test_docstrings_name_what_exists():
    for name in ("choose", "explain_json", "explain_text"):
        text = getattr(gomoku.Bot, name).__doc__
        for word in ("gomoku.explain", "gomoku.bots()"):
            if word in text:
                assert eval(word) is not None
        assert "Bot.explain`" not in text
