"""Game records."""

import numpy as np
import pytest

import gomoku

LOG = "7,7,-1\n7,8,1\n8,8,-1"


def test_a_log_becomes_a_board(tmp_path):
    path = tmp_path / "chess_log.txt"
    for text in (LOG, LOG + "\n", LOG.replace("\n", "\r\n")):
        path.write_bytes(text.encode())
        board = gomoku.log_to_chessboard(path)
        assert board.shape == (15, 15) and np.count_nonzero(board) == 3
        assert board[7, 7] == -1 and board[7, 8] == 1 and board[8, 8] == -1
    assert np.array_equal(gomoku.log_to_chessboard(str(path)), board)


def test_a_log_of_two_games_gives_the_last_with_a_warning(tmp_path):
    path = tmp_path / "chess_log.txt"
    path.write_text(LOG + "\n7,7,-1\n")
    with pytest.warns(UserWarning, match="2 games"):
        board = gomoku.log_to_chessboard(path)
    assert np.count_nonzero(board) == 1


def test_an_empty_log_is_an_empty_board(tmp_path):
    path = tmp_path / "chess_log.txt"
    path.write_text("")
    assert not gomoku.log_to_chessboard(path).any()


def test_a_damaged_log_says_where(tmp_path):
    path = tmp_path / "chess_log.txt"
    path.write_text("7,7,-1\nhello\n")
    with pytest.raises(gomoku.RecordError, match="2"):
        gomoku.log_to_chessboard(path)


def test_records_are_converted():
    psq = gomoku.convert(LOG, "psq", "chesslog")
    assert psq.startswith("Piskvorky 15x15")
    assert gomoku.convert(psq, "chesslog") == LOG
    assert isinstance(gomoku.convert(LOG, "lib", "chesslog"), bytes)
    assert gomoku.convert(LOG, "pos", "chesslog").strip().lower() == "h8i8i7"
    assert gomoku.convert(LOG.encode(), "board", "chesslog").count("X") == 2
    game = gomoku.read_games(psq)[0]
    assert game.moves == [(7, 7), (8, 7), (8, 8)]


def test_games_are_read_from_files(tmp_path):
    path = tmp_path / "log.txt"
    path.write_text(LOG)
    assert len(gomoku.read_games(path, "chesslog")[0]) == 3


def test_what_cannot_be_read_or_written():
    for work in (
        lambda: gomoku.convert("nothing of the kind", "psq", "sgf"),
        lambda: gomoku.convert(LOG, "docx", "chesslog"),
        lambda: gomoku.convert(LOG, "psq", "docx"),
        lambda: gomoku.convert(b"\xff\xfe\x00", "psq"),
    ):
        with pytest.raises(gomoku.RecordError):
            work()
    assert "chesslog" in gomoku.formats()
