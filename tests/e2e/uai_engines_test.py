"""The UAI engines that do nothing wrong, without the referee.

uai_engine in C++ and uai_engine.py have rules of their own: they must agree.
"""

import contextlib
import os
import pathlib
import random
import re
import select
import signal
import subprocess
import sys
import time
import unittest

from harness import BIN, SANITIZED
from uai_engine import Position, move_text, perft

ENGINES = {
    "uai_engine": [BIN / "uai" / "uai_engine"],
    "uai_engine.py": [sys.executable, "-B", pathlib.Path(__file__).with_name("uai_engine.py")],
}
PATIENCE_S = 300 if SANITIZED else 60  # with what must answer
LOOK_S = 0.1  # between two looks whether an engine has exited
MOST_LINE_BYTES, MOST_TURN_BYTES = 64 << 10, 16 << 20


class Fault(Exception):
    """Its text is a termination of games."""


class Session:
    """An engine as a process."""

    def __init__(self, words, patience_s=PATIENCE_S):
        program, *arguments = words
        self.patience_s = patience_s
        self.bytes = b""
        self.process = subprocess.Popen(
            [*ENGINES[program], *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def say(self, text):
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Fault("crashed") from None

    def line(self, deadline):
        """The next line without its newline. None when it did not come in time."""
        while b"\n" not in self.bytes:
            if len(self.bytes) > MOST_LINE_BYTES:
                raise Fault("protocol_error")
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            has_exited = self.process.poll() is not None
            if not select.select([self.process.stdout], [], [], min(left, LOOK_S))[0]:
                if has_exited:  # and a child of it holds its output
                    raise Fault("crashed")
                continue
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                raise Fault("crashed")
            self.bytes += more
        if time.monotonic() > deadline:
            return None
        line, _, self.bytes = self.bytes.partition(b"\n")
        if len(line) > MOST_LINE_BYTES:
            raise Fault("protocol_error")
        return line.decode(errors="replace")

    def wait_for(self, word, late="timeout"):
        """The words of the first line that begins with `word`; nobody may answer `go` before it was said."""
        deadline = time.monotonic() + self.patience_s
        taken = 0
        while (line := self.line(deadline)) is not None:
            taken += len(line)
            if taken > MOST_TURN_BYTES:
                raise Fault("protocol_error")
            words = line.split()
            if words and words[0] == word:
                return words
            if words and words[0] == "bestmove":
                raise Fault("protocol_error")
        raise Fault(late)

    def ready(self, late="ready_timeout"):
        self.say("isready")
        self.wait_for("readyok", late)

    def start(self, options=()):
        self.say("uai")
        self.wait_for("uaiok", "ready_timeout")
        for name, value in options:
            self.say(f"setoption name {name} value {value}")
        self.ready()
        self.say("uainewgame")
        self.ready()

    def move(self, position, limit):
        """The move as one of position.moves()."""
        self.say("position fen " + position.fen())
        self.ready("timeout")
        self.say("go " + limit)
        return named(position, self.wait_for("bestmove"))

    def end(self, exits):
        """Whether it exits by itself."""
        with contextlib.suppress(Fault):
            self.say("quit")
        with contextlib.suppress(BrokenPipeError):  # what was not written is written now
            self.process.stdin.close()
        try:
            self.process.stdout.close()
            self.process.wait(PATIENCE_S if exits else 0.2)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)  # with its children
            self.process.wait()


def named(position, words):
    """The legal move that the words `bestmove M ...` name."""
    if len(words) < 2:
        raise Fault("protocol_error")
    text = words[1].lower().removeprefix("p@")
    if not re.fullmatch("([a-g][1-7]){1,2}|0000|pass|null", text, re.ASCII):
        raise Fault("protocol_error")
    if text in ("pass", "null") or text[:2] == text[2:]:
        text = "0000"
    if len(text) == 4 and text != "0000":
        file, rank = (abs(ord(text[i]) - ord(text[i + 2])) for i in (0, 1))
        source = "abcdefg".index(text[0]) + 1, int(text[1])
        if max(file, rank) == 1 and position.stones.get(source) == position.mover:
            text = text[2:]
    for move in position.moves():
        if move_text(move) == text:
            return move
    raise Fault("illegal_move")


def without_half_moves(position):
    position.half_moves = 0
    return position


def positions_of_a_game(seed, turns=60):
    chance = random.Random(seed)
    position = Position()
    for _ in range(turns):
        if not position.moves():
            return
        yield position
        position = position.after(chance.choice(position.moves()))


class Rules(unittest.TestCase):
    def test_both_engines_count_the_same_moves(self):
        session = Session(["uai_engine"])
        self.addCleanup(session.end, True)
        session.start()
        for seed in range(3):
            for position in positions_of_a_game(seed):
                session.say(f"position fen {position.fen()}\nperft 2")
                self.assertEqual(int(session.wait_for("nodes")[1]), perft(position, 2), position.fen())

    def test_perft_of_the_start_is_what_is_published(self):
        self.assertEqual([perft(Position(), depth) for depth in range(4)], [1, 16, 256, 6460])

    def test_moves_after_a_position_are_played(self):
        for words in (["uai_engine"], ["uai_engine.py"]):
            session = Session(words)
            self.addCleanup(session.end, True)
            session.start()
            session.say("position startpos moves g2 a1a3 f3\nperft 1")
            self.assertEqual(session.wait_for("nodes")[1], str(len(self.after("g2", "a1a3", "f3").moves())))

    def after(self, *texts):
        position = Position()
        for text in texts:
            position.play(next(move for move in position.moves() if move_text(move) == text))
        return position

    def test_they_play_each_other_by_the_rules(self):
        for seed in range(2):
            sessions = [Session(["uai_engine", "--seed", str(seed)]), Session(["uai_engine.py", str(seed)])]
            position = Position()
            for session in sessions:
                self.addCleanup(session.end, True)
                session.start()
            for turn in range(400):
                if not position.moves():
                    break
                position.play(sessions[(turn + seed) % 2].move(without_half_moves(position), "depth 2"))
            own = "xo"[seed]
            stones = list(position.stones.values())
            self.assertGreater(stones.count(own), len(stones) / 2, "a search beats random moves")


class WellBehaved(unittest.TestCase):
    def setUp(self):
        self.session = Session(["uai_engine"])
        self.addCleanup(self.session.end, True)
        self.session.start()
        self.session.say("position startpos")

    def test_isready_and_stop_are_answered_during_a_search(self):
        self.session.say("go infinite")
        self.session.ready()
        self.session.say("stop")
        self.assertEqual(len(self.session.wait_for("bestmove")), 2)

    def test_each_limit_ends_the_search(self):
        for limit in ("movetime 20", "nodes 500", "depth 2", "btime 300 wtime 300 binc 10 winc 10"):
            with self.subTest(limit=limit):
                self.session.move(Position(), limit)

    def test_depth_and_nodes_choose_the_same_move_again(self):
        for limit in ("nodes 3000", "depth 3"):
            chosen = {self.session.move(Position(), limit) for _ in range(3)}
            self.assertEqual(len(chosen), 1, limit)

    def test_info_lines_have_depth_score_nodes_and_pv(self):
        self.session.say("go depth 3")
        words = self.session.wait_for("info")
        self.assertEqual(words[:2], ["info", "depth"])
        self.assertLess({"depth", "score", "cp", "nodes", "pv"}, set(words))


if __name__ == "__main__":
    unittest.main()
