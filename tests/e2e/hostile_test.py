"""Each misbehaviour with its outcome: the agents of tests/hostile play Ataxx, in both seats, against ordinary agents.

A hostile agent misbehaves in the first half of a run's games and obeys the rules in the second half. All games must
equal those that the agent `honest` plays with the same seeds: the whole game without a fault, or the moves before the
fault.

Arguments: [--concurrency N] [--only REGEX] and those of unittest. N games are played at once (default 1); --only plays
only the rows whose agent matches REGEX.
"""

import argparse
import itertools
import json
import os
import pathlib
import re
import resource
import signal
import sys
import time
import unittest

from harness import BIN, CONTROL_BYTES, MACHINE, SPRT, ProgramTest, read_games, wait_until
from hostile_table import ATAXX, BOARD, LONG_MS, SHORT_MS, SLACK_MS, SOON, pairs_of, rows_of

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--concurrency", type=int, default=1)
parser.add_argument("--only", default="")
OPTIONS, UNITTEST_ARGUMENTS = parser.parse_known_args()

HOSTILE = BIN / "hostile"
GAMES = 4 if OPTIONS.concurrency == 1 else 8
HOSTILE_GAMES = GAMES // 2
SEED = 11
ROWS = rows_of(ATAXX)
PAIRS = pairs_of(ATAXX)

# Games up to a position in which a side must pass: the first player after 24 turns, the second after 25. Then the
# illegal move of that side: from its stone to a neighbour that belongs to the opponent.
MUST_PASS = {
    1: (
        "7775 1716 7577 7172 7775 7274 1131 1625 3111 2514 1131 2524 "
        "3112 2534 1222 2433 1211 2413 1131 3342 2211 2423 1121 4232 ",
        "MOVE 1 1 2 2",
    ),
    2: (
        "1112 7173 1222 7371 2221 7151 2141 1715 1223 1517 2324 1737 2314 "
        "3716 2434 1626 2435 1617 2415 1737 3546 2617 2425 1727 3536 ",
        "MOVE 1 7 2 7",
    ),
}


def marked_processes(mark):
    """The environments, by process, of all descendants of agents with this mark. Zombies have no environment."""
    wanted = f"HOSTILE_MARK={mark}".encode()
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if wanted in environment:
            found[int(process.name)] = environment
    return found


def processes_of(mark, seeds_of_games):
    """The processes that descend from the agents of some games."""
    wanted = {f"REFEREE_SEED={seed}".encode() for seeds in seeds_of_games for seed in seeds}
    return [process for process, environment in marked_processes(mark).items() if wanted.intersection(environment)]


def kill(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def zombies_of(parent):
    states = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(errors="replace")
        except OSError:
            continue
        state, its_parent = text.rpartition(")")[2].split()[:2]
        if int(its_parent) == parent and state == "Z":
            states.append(text)
    return states


def command_of(words):
    """The path of a program of tests/hostile, or the name of an ordinary agent."""
    program = HOSTILE / words[0]
    return [str(program) if program.exists() else words[0], *words[1:]]


class HostileTest(ProgramTest):
    """Plays runs in which agents misbehave in the first half of the games."""

    usual = MACHINE  # lines on standard error that do not count
    marks = itertools.count()
    references = {}

    def configure(self, agents, times=(None, None), excepted=((), ()), games=GAMES, flags=()):
        """The arguments of sprt, and the mark of the agents."""
        mark = f"{os.getpid()}.{next(self.marks)}"
        config = {
            f"agent{i + 1}": {
                "command": command_of(agents[i]),
                "time_ms": times[i],
                "env": {"HOSTILE_MARK": mark, "HOSTILE_EXCEPT": "".join(f",{seed}," for seed in excepted[i])},
            }
            for i in range(2)
        }
        settings = {
            **{"--elo0": 0, "--elo1": 50, "--model": "wald", "--openings": "start", "--repeats": "count"},
            **{"--seed": SEED, "--max-games": games, "--concurrency": OPTIONS.concurrency},
            **{"--ready-ms": LONG_MS, "--time-ms": LONG_MS, "--finish-ms": LONG_MS, "--out": self.dir / mark},
            **dict(flags),
        }
        words = itertools.chain.from_iterable(settings.items())
        file = self.write_json(f"{mark}.json", config)
        return ["run", file, *words, "--no-check", "--max-faults", "none"], mark

    def check_run(self, done, mark, complaint=""):
        """Checks what every run must fulfil. Returns the records and the lines of the transcript."""
        self.assertEqual(done.status, 0, done)
        for text in (done.raw_stdout, done.raw_stderr):
            self.assertIsNone(CONTROL_BYTES.search(text), text)
        complaints = [line for line in done.stderr.splitlines() if not self.usual.search(line)]
        if complaint:
            self.assertTrue(complaints, f"no line about {complaint}")
        for line in complaints:
            self.assertRegex(line, complaint or "^$")
        log = self.dir / mark / "games.jsonl"
        records = read_games(log)
        self.assertEqual([record["game"] for record in records], list(range(len(records))))
        self.review_is_clean(log)
        lines = [line for line in done.stdout.splitlines() if re.match(r"DRAW|agent\d\([OX]\) WINS", line)]
        self.assertEqual(len(lines), len(records))
        result = json.loads((self.dir / mark / "run.json").read_text())["result"]
        winners = [record["winner"] for record in records]
        self.assertEqual(result["wld"], [winners.count(winner) for winner in (1, 2, 0)])
        self.assertEqual((result["games"], result["unscored"]), (len(records), 0))
        self.assertEqual((result["verdict"], result["reason"]), (None, "max_games"))
        return records, lines

    def run_agents(self, agents, complaint="", **settings):
        """Plays a run, of which no process may be left. Returns the records and the lines of the transcript."""
        arguments, mark = self.configure(agents, **settings)
        try:
            done = self.run_program(SPRT, *arguments)
            is_clean = wait_until(lambda: not marked_processes(mark), 2)
            self.assertTrue(is_clean, f"{len(marked_processes(mark))} processes left running")
        finally:
            kill(marked_processes(mark))
        return self.check_run(done, mark, complaint)

    def reference(self, agents, turns=None):
        """The records of the same games when nobody misbehaves."""
        key = (agents, turns)
        if key not in self.references:
            records, _ = self.run_agents(agents, flags={"--turns": turns} if turns else {})
            for record in records:
                self.assertIn(record["termination"], BOARD)
                self.assertEqual(record["exit"], ["exited 0", "exited 0"])
            self.references[key] = records
        return self.references[key]

    def check_same_game(self, record, reference):
        """The games are equal but for times and exits."""
        self.assertIsNone(record["fault"], record)
        for key in ("game", "first", "winner", "score", "turns", "termination", "seed"):
            self.assertEqual(record[key], reference[key], (key, record))
        self.assertEqual(moves_of(record), moves_of(reference))

    def check_fault(self, record, line, reference, row, agent, turns=None, named_with=None):
        """`agent` lost as `row` says after `turns`; the moves before equal those of the game `reference`."""
        self.assertIn(record["termination"], row.loses_by, record)
        self.assertEqual(record["winner"], 3 - agent)
        self.assertEqual(moves_of(record), moves_of(reference)[: record["turns"]])
        if turns is not None:
            self.assertEqual(record["turns"], turns, record)
        fault = record["fault"]
        self.assertEqual(fault["agent"], agent)
        self.assertTrue(fault["reason"].isprintable(), fault["reason"])
        self.check_stderr(fault["stderr"], row)
        if named_with:
            self.assertRegex(fault["reason"], f"^agent {agent} .*; agent {3 - agent} ")
            self.assertEqual(record["also_fault"]["agent"], 3 - agent)
            self.assertRegex(record["also_fault"]["reason"], named_with.reason)
            self.check_stderr(record["also_fault"]["stderr"], named_with)
        else:
            self.assertRegex(fault["reason"], row.reason)
            self.assertNotIn("also_fault", record)
        if row.loses_by == ("timeout",):
            used_ms = record["used_us"][agent - 1] / 1000
            self.assertTrue(row.time_ms <= used_ms < row.time_ms + SLACK_MS, f"{used_ms} ms used")
        side = "O" if record["first"] == 3 - agent else "X"
        pattern = rf"agent{3 - agent}\({side}\) WINS \| T{record['turns']} \| A1 \d+ms / A2 \d+ms \| "
        self.assertRegex(line, f"^{pattern}agent{agent} {record['termination']}$")

    def check_row_in(self, record, line, reference, row, agent):
        """`agent` misbehaved as `row` says in a game that without it is `reference`."""
        if row.loses_by:
            turns = row.turns and row.turns[0 if record["first"] == agent else 1]
            self.check_fault(record, line, reference, row, agent, turns)
        else:
            self.check_same_game(record, reference)
        self.assertRegex(record["exit"][agent - 1], f"^({row.exit})$", record)

    def check_pair_in(self, record, line, reference, pair, rows):
        """Both agents misbehaved, as `pair` says; `rows` are theirs."""
        if pair.loser:
            loser = {"first": record["first"], "a": 1, "b": 2}[pair.loser]
            turns = pair.turns and pair.turns[record["first"] - 1]
            named_with = rows[2 - loser] if pair.both else None
            self.check_fault(record, line, reference, rows[loser - 1], loser, turns, named_with)
            return
        self.check_same_game(record, reference)
        for i, row in enumerate(rows):
            self.assertRegex(record["exit"][i], f"^({row.exit})$", record)

    def check_stderr(self, text, row):
        """The agent's standard error begins with its command, unless later text replaced it; the row's text follows."""
        self.assertLessEqual(len(text.encode()), 64 * 1024 + 16)
        start = "" if row.words[0] == "flood_stderr" else re.escape(row.command + "\n")
        self.assertRegex(text, re.compile(rf"\A{start}{row.stderr}\Z", re.DOTALL))


class Table(HostileTest):
    def check_row(self, row, agent):
        opponent = row.opponent or (("random",) if agent == 1 else ("greedy",))
        seat = agent - 1

        def by_seat(mine, others):
            return (mine, others) if agent == 1 else (others, mine)

        reference = self.reference(by_seat(("honest",), opponent), row.flags.get("--turns"))
        spared = [record["seed"][seat] for record in reference[HOSTILE_GAMES:]]
        records, lines = self.run_agents(
            by_seat(row.words, opponent),
            row.complaint,
            times=by_seat(row.time_ms, None),
            excepted=by_seat(spared, ()),
            flags=row.flags,
        )
        self.assertEqual(len(records), GAMES)
        leaves_in_time = row.flags.get("--finish-ms", LONG_MS) == LONG_MS
        for record, line, expected in zip(records, lines, reference):
            if record["game"] < HOSTILE_GAMES:
                self.check_row_in(record, line, expected, row, agent)
            else:
                self.check_same_game(record, expected)
                if leaves_in_time:
                    self.assertEqual(record["exit"][seat], "exited 0", record)
            if leaves_in_time:
                self.assertEqual(record["exit"][1 - seat], "exited 0", record)

    def test_each_fault_of_one_agent_has_its_outcome(self):
        slow = itertools.cycle((1, 2))  # rows that wait for a time limit are played as one of the two agents
        for row in ROWS:
            for agent in (next(slow),) if row.is_slow else (1, 2):
                if re.search(OPTIONS.only, row.command):
                    with self.subTest(row.command, agent=agent, flags=row.flags):
                        self.check_row(row, agent)

    def test_two_faults_in_one_game_have_their_outcome(self):
        for pair in PAIRS:
            if any(re.search(OPTIONS.only, " ".join(words)) for words in pair.words):
                with self.subTest(" and ".join(map(" ".join, pair.words))):
                    self.check_pair(pair)

    def check_pair(self, pair):
        rows = [next(row for row in ROWS if row.words == words) for words in pair.words]
        reference = self.reference((("honest",), ("honest",)), None)
        flags = {}
        for row in rows:
            flags |= row.flags
        turn_limit = flags.pop("--turns", None)  # other rows are about games that go on, which these do not
        spared = [[record["seed"][i] for record in reference[HOSTILE_GAMES:]] for i in range(2)]
        records, lines = self.run_agents(
            pair.words, times=[row.time_ms for row in rows], excepted=spared, flags=flags
        )
        self.assertEqual(len(records), GAMES)
        for record, line, expected in zip(records, lines, reference):
            if record["game"] < HOSTILE_GAMES:
                self.check_pair_in(record, line, expected, pair, rows)
            else:
                self.check_same_game(record, expected)


class MustPass(HostileTest):
    """In a position without a legal move a move is illegal and a pass is legal, for either player."""

    def test_move_in_a_position_that_requires_a_pass_is_illegal(self):
        for seat, (moves, wrong) in MUST_PASS.items():
            with self.subTest(seat=seat):
                records, lines = self.run_agents((("replay", moves, wrong), ("replay", moves)), games=2)
                turns = len(moves.split())
                for record, line in zip(records, lines):
                    played = "".join("%d%d%d%d " % tuple(move) for move in moves_of(record)[:turns])
                    self.assertEqual(played, moves)
                    if record["first"] == seat:  # agent 1 must pass and does not
                        self.assertEqual((record["termination"], record["winner"]), ("illegal_move", 2))
                        self.assertEqual((record["fault"]["agent"], record["turns"]), (1, turns))
                        self.assertRegex(record["fault"]["reason"], r"^played \d \d \d \d: \(\d,\d\) is not empty$")
                        self.assertRegex(line, r"\| agent1 illegal_move$")
                    else:
                        self.assertEqual(moves_of(record)[turns], [-1, -1, -1, -1])
                        self.assertIsNone(record["fault"])


class Leftovers(HostileTest):
    """While a run goes on, after a game that left processes."""

    def test_processes_of_a_game_end_with_the_game(self):
        """Later games wait until a file is removed; by then the processes of earlier games must have ended."""
        reference = self.reference((("honest",), ("honest",)))
        first, later = ([record["seed"] for record in part] for part in (reference[:2], reference[2:]))
        for words in (
            *(("ignore_sigterm",), ("hang", "stop"), ("grandchild", "stays"), ("die", "turn", "-9")),
            *(("children", "40", "sleep", how) for how in ("own", "sessions", "parents")),
            ("children", "8", "spin", "sessions"),
        ):
            if not re.search(OPTIONS.only, " ".join(words)):
                continue
            with self.subTest(" ".join(words)):
                self.check_leftovers(words, first, later)

    def check_leftovers(self, words, first, later):
        hold = self.dir / "hold"
        hold.touch()
        arguments, mark = self.configure(
            (words, ("hold", str(hold))),
            times=(SHORT_MS, None) if words[0] == "hang" else (None, None),
            excepted=([seeds[0] for seeds in later], [seeds[1] for seeds in first]),
            flags={**SOON, "--turns": 40},
        )
        log = self.dir / mark / "games.jsonl"
        process = self.start_program(SPRT, *arguments)
        try:
            # The lines are written when the games and their processes have ended.
            has_two = wait_until(lambda: log.exists() and log.read_bytes().count(b"\n") >= 2, 60)
            left = processes_of(mark, first)
            zombies = zombies_of(process.pid)
            is_playing = wait_until(lambda: len(processes_of(mark, later)) >= 2, 60)
            hold.unlink()
            done = self.finish(process)
            self.assertTrue(has_two, done)
            self.assertFalse(left, "left running")
            self.assertFalse(zombies, "never reaped")
            self.assertTrue(is_playing, "the games after it were not being played")
        finally:
            kill(marked_processes(mark))
        records, _ = self.check_run(done, mark)
        self.assertEqual(len(records), GAMES)

    def seconds(self, words, games, finish_ms):
        """The seconds that concurrent games of two such agents take."""
        began = time.monotonic()
        flags = {"--finish-ms": finish_ms, "--turns": 10, "--concurrency": games}
        self.run_agents((words, words), games=games, flags=flags)
        return time.monotonic() - began

    def test_both_agents_are_stopped_together(self):
        seconds = self.seconds(("ignore_sigterm",), games=1, finish_ms=3000)
        self.assertGreaterEqual(seconds, 3)
        self.assertLess(seconds, 6)

    def test_128_games_at_once_are_stopped_together(self):
        extra = self.seconds(("ignore_sigterm",), 128, finish_ms=500) - self.seconds(("honest",), 128, LONG_MS)
        self.assertLess(extra, 0.5 + 0.1 + SLACK_MS / 1000)


def moves_of(record):
    return [move[:-1] for move in record["moves"]]


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # agents that die leave no dumps
    unittest.main(argv=[sys.argv[0], *UNITTEST_ARGUMENTS])
