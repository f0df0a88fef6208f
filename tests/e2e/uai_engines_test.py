"""The engines of the tests, without the referee, in both dialects: UAI and UCI.

Those in C++ and uai_engine.py have rules of their own: they must agree.
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
from uai_engine import Dialect, Position, move_text, perft

ENGINES = {
    "uai_engine": [BIN / "uai" / "uai_engine"],
    "uci_engine": [BIN / "uci" / "uci_engine"],
    "hostile_uai": [BIN / "hostile" / "hostile_uai"],
    "uai_engine.py": [sys.executable, "-B", pathlib.Path(__file__).with_name("uai_engine.py")],
}
UAI, UCI = Dialect("uai"), Dialect("uci")
PATIENCE_S = 300 if SANITIZED else 60  # with what must answer
LOOK_S = 0.1  # between two looks whether an engine has exited
MOST_LINE_BYTES, MOST_TURN_BYTES = 64 << 10, 16 << 20


class Fault(Exception):
    """Its text is a termination of games."""


class Session:
    """An engine as a process."""

    def __init__(self, words, dialect=UAI, patience_s=PATIENCE_S):
        program, *arguments = words
        self.dialect = dialect
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
        """The words of the first line that begins with `word`; nobody may answer `go` before it was said. The lines
        before it are in `self.before`.
        """
        self.before = []
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
            self.before.append(line)
        raise Fault(late)

    def ready(self, late="ready_timeout"):
        self.say("isready")
        self.wait_for("readyok", late)

    def introduce(self):
        """What it says of itself."""
        self.say(self.dialect.name)
        self.wait_for(f"{self.dialect.name}ok", "ready_timeout")
        return self.before

    def start(self, options=()):
        self.introduce()
        for name, value in (*options, *(("UCI_Variant", "ataxx"),) * self.dialect.is_uci):
            self.say(f"setoption name {name} value {value}")
        self.ready()
        self.say(f"{self.dialect.name}newgame")
        self.ready()

    def place(self, position):
        self.say("position fen " + self.dialect.fen(position))

    def perft(self, depth):
        """In the position that it was told."""
        self.say(f"go perft {depth}" if self.dialect.is_uci else f"perft {depth}")
        return int(self.wait_for("Nodes" if self.dialect.is_uci else "nodes")[-1])

    def move(self, position, limit):
        """The move as one of position.moves()."""
        self.place(position)
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


class InBothDialects(unittest.TestCase):
    """Its tests are those of UAI; a class that derives from a class of tests makes them in UCI."""

    DIALECT = UAI

    def session(self, *words, options=(), exits=True):
        """With an engine that has begun a game; without words it is the one in C++."""
        session = Session(words if words and words[0] in ENGINES else [f"{self.DIALECT.name}_engine", *words], self.DIALECT)
        self.addCleanup(session.end, exits)
        session.start(options)
        return session


class Rules(InBothDialects):
    def test_both_engines_count_the_same_moves(self):
        session = self.session()
        for seed in range(3):
            for position in positions_of_a_game(seed):
                session.place(position)
                self.assertEqual(session.perft(2), perft(position, 2), position.fen())

    def test_perft_of_the_start_is_what_is_published(self):
        self.assertEqual([perft(Position(), depth) for depth in range(4)], [1, 16, 256, 6460])

    def test_moves_after_a_position_are_played(self):
        drop = "P@" if self.DIALECT.is_uci else ""
        for words in ([], ["uai_engine.py"]):
            session = self.session(*words)
            session.say(f"position startpos moves {drop}g2 a1a3 {drop}f3")
            self.assertEqual(session.perft(1), len(self.after("g2", "a1a3", "f3").moves()))

    def after(self, *texts):
        position = Position()
        for text in texts:
            position.play(next(move for move in position.moves() if move_text(move) == text))
        return position

    def test_they_play_each_other_by_the_rules(self):
        for seed in range(2):
            sessions = [self.session("--seed", str(seed)), self.session("uai_engine.py", str(seed))]
            position = Position()
            for turn in range(400):
                if not position.moves():
                    break
                position.play(sessions[(turn + seed) % 2].move(without_half_moves(position), "depth 2"))
            own = "xo"[seed]
            stones = list(position.stones.values())
            self.assertGreater(stones.count(own), len(stones) / 2, "a search beats random moves")


class WellBehaved(InBothDialects):
    def test_isready_and_stop_are_answered_during_a_search(self):
        session = self.session()
        session.say("go infinite")
        session.ready()
        session.say("stop")
        self.assertEqual(len(session.wait_for("bestmove")), 2)

    def test_each_limit_ends_the_search(self):
        session = self.session()
        for limit in ("movetime 20", "nodes 500", "depth 2", "btime 300 wtime 300 binc 10 winc 10"):
            with self.subTest(limit=limit):
                session.move(Position(), limit)

    def test_own_clock_is_that_of_the_side_to_move(self):
        """White plays first in UCI, black in UAI: a silent engine looked at the clock that is short."""
        first = "wb" if self.DIALECT.is_uci else "bw"
        position = Position()
        for own, other in (first, reversed(first)):
            session = self.session("--silent-below", "1000", exits=False)
            session.move(position, f"{own}time 60000 {other}time 100")
            session.patience_s = 1
            with self.assertRaisesRegex(Fault, "timeout"):
                session.move(position, f"{own}time 100 {other}time 60000")
            position = position.after(position.moves()[0])

    def test_depth_and_nodes_choose_the_same_move_again(self):
        session = self.session()
        for limit in ("nodes 3000", "depth 3"):
            chosen = {session.move(Position(), limit) for _ in range(3)}
            self.assertEqual(len(chosen), 1, limit)

    def test_info_lines_have_depth_score_nodes_and_pv(self):
        session = self.session()
        session.say("go depth 3")
        words = session.wait_for("info")
        self.assertEqual(words[:2], ["info", "depth"])
        self.assertLess({"depth", "score", "cp", "nodes", "pv"}, set(words))

    def test_pass_is_written_as_the_dialect_has_it(self):
        position = Position("xooo3/xxoo3/oooo3/oooo3/7/7/7 x 0 1")
        self.assertEqual(position.moves(), [(None, None)])
        for words in ([], ["uai_engine.py"]):
            session = self.session(*words)
            session.place(position)
            session.say("go depth 2")
            self.assertEqual(session.wait_for("bestmove")[1], "a6a6" if self.DIALECT.is_uci else "0000")


OVER = Position("xx5/7/7/7/7/7/7 o 0 9")  # nobody should ask for a move there


class Habits(InBothDialects):
    """Each flag has the effect that its name says."""

    def answer(self, session, limit="depth 2", position=None):
        """The whole line."""
        session.place(position or Position())
        session.say(f"go {limit}")
        deadline = time.monotonic() + PATIENCE_S
        self.lines = []
        while not (self.lines and self.lines[-1].startswith("bestmove")):
            self.lines.append(session.line(deadline))
        return self.lines[-1]

    def dies(self, session, *lines):
        for line in lines:
            session.say(line)
        with self.assertRaisesRegex(Fault, "crashed"):
            session.ready()

    def test_what_it_dies_of(self):
        name, fen = self.DIALECT.name, self.DIALECT.fen(Position())
        for what, line in (
            ("startpos", "position startpos"),
            ("moves", f"position fen {fen} moves a1b1"),
            ("no-counters", f"position fen {fen.rpartition(' ')[0]}"),
            ("blocked", f"position fen {fen.replace('/7/', '/3*3/' if name == 'uci' else '/3-3/', 1)}"),
            ("late-option", "setoption name Hash value 2"),
            ("unknown", "xyzzy"),
            ("ponder", "go ponder wtime 1000 btime 1000"),
        ):
            with self.subTest(what=what):
                session = self.session("--dies-of", what)
                session.say(f"\nposition fen {fen}\ngo depth 1")
                session.wait_for("bestmove")
                self.dies(session, line)
        if self.DIALECT.is_uci:  # it has four of six fields
            self.dies(self.session("--dies-of", "no-counters"), f"position fen {' '.join(fen.split()[:4])}")

    def test_what_it_says(self):
        self.assertTrue(self.answer(self.session("--trailing-blank")).endswith(" "))
        self.assertRegex(self.answer(self.session("--move-form", "short"), "depth 1"), "^bestmove [a-g][1-7]$")
        self.answer(self.session("--score-form", "multipv"))
        self.assertRegex(self.lines[-2], "^info multipv 1 depth 2 score cp -?[0-9]+ nodes [0-9]+ .* pv ")
        for form in ("upperbound", "lowerbound"):
            self.answer(self.session("--score-form", form))
            self.assertRegex(self.lines[-3], "^info depth 2 score cp .* pv ")
            self.assertRegex(self.lines[-2], f"^info depth 3 score cp -?[0-9]+ {form} nodes [0-9]+$")

    def test_answer_in_a_finished_position(self):
        for text in ("(none)", "0000", "NULL"):
            self.assertEqual(self.answer(self.session("--at-end", text), position=OVER), f"bestmove {text}")
        session = self.session("--at-end", "stale")
        self.assertEqual(self.answer(session), self.answer(session, position=OVER))

    def test_options(self):
        name = self.DIALECT.name
        session = self.session("--introduces-once", exits=True)
        session.say(f"{name}\nisready")
        session.wait_for("readyok")
        self.assertEqual(session.before, [])
        listed = self.session("--lower-names", options=[("THREADS", "2")]).introduce()
        self.assertIn("option name threads type spin default 1 min 1 max 8", listed)
        self.session("--book", options=[("Book", ""), ("Book", "x")]).say("setoption name Clear Hash")
        self.dies(self.session("--book"), "setoption name Book")
        self.dies(self.session("--book"), "setoption name Clear Hash value ")

    def test_times(self):
        for flag in ("--start-late", "--newgame-late"):
            begin = time.monotonic()
            self.session(flag, "300")
            self.assertGreater(time.monotonic() - begin, 0.3)
        begin = time.monotonic()
        self.answer(self.session("--bad", "late"), "movetime 10")
        self.assertGreater(time.monotonic() - begin, 0.4)
        session = self.session("--nodes-unknown", "endless")
        session.patience_s = 0.3
        with self.assertRaisesRegex(Fault, "timeout"):
            session.move(Position(), "nodes 10")
        session.patience_s = PATIENCE_S
        session.say("stop")
        session.wait_for("bestmove")

    def test_more_threads_than_it_says(self):
        def threads(session):
            return len(list(pathlib.Path(f"/proc/{session.process.pid}/task").iterdir()))

        for flags, most in (([], 2), (["--threads", "3"], 5)):
            session = self.session(*flags)
            session.say("go infinite")
            session.wait_for("info")
            self.assertEqual(threads(session), most)
            session.say("stop")
            session.wait_for("bestmove")

    def test_hostile_engine_speaks_the_dialect_of_its_first_word(self):
        name = self.DIALECT.name
        session = self.session("hostile_uai", "go", "says", "bestmove @\\n")
        for position in positions_of_a_game(1, 6):
            session.move(position, "depth 1")
        session = Session(["hostile_uai", f"second_{name}", "dies"], self.DIALECT)
        self.addCleanup(session.end, True)
        session.start()
        self.dies(session, name)


class UciRules(Rules):
    DIALECT = UCI


class UciWellBehaved(WellBehaved):
    DIALECT = UCI


class UciHabits(Habits):
    """And those that only UCI has."""

    DIALECT = UCI

    def variants(self, session):
        listed = [line for line in session.introduce() if line.startswith("option name UCI_Variant ")]
        return [line.partition("default ")[2] for line in listed]

    def test_clones_are_drops(self):
        self.assertRegex(self.answer(self.session(), "depth 1"), r"^bestmove P@[a-g][1-7]$")

    def test_variants(self):
        self.assertEqual(self.variants(self.session()), ["chess var chess var ataxx"])
        self.assertEqual(self.variants(self.session("--variant", "none")), [])
        session = self.session("--variants-from-file")
        self.assertEqual(self.variants(session), ["chess var chess"])
        self.assertEqual(self.answer(session), "bestmove e2e4")
        session.say("setoption name VariantPath value x.ini")
        self.assertEqual(self.variants(session), ["chess var chess var ataxx"])
        session.say("setoption name UCI_Variant value ataxx")
        session.move(Position(), "depth 1")
        session = self.session("--variant", "other")
        self.assertEqual(self.answer(session), "bestmove e2e4")
        session.say("setoption name UCI_Variant value other")
        session.move(Position(), "depth 1")


if __name__ == "__main__":
    unittest.main()
