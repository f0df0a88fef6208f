"""Runs with agents of tests/hostile: how they are played, and what each run and each record must fulfil.

Arguments of the tests that play them: [--concurrency N] [--only REGEX] [--game NAME] [--sandbox MODE] and those of unittest.
N games are played at once (default 1); --only plays only the agents whose words match REGEX; NAME is the one game of whose
table they are (default: all of them); MODE is that of sprt (default off).
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
import unittest

from harness import BIN, CONTROL_BYTES, MACHINE, SPRT, ProgramTest, processes, read_games, wait_until, why_no_sandbox
from hostile_table import LONG_MS, SLACK_MS

HOSTILE = BIN / "hostile"
SEED = 11

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--concurrency", type=int, default=1)
parser.add_argument("--only", default="")
parser.add_argument("--game")
parser.add_argument("--sandbox", default="off")
OPTIONS, UNITTEST_ARGUMENTS = parser.parse_known_args()


def marked_processes(mark):
    """The environments, by process, of all descendants of agents with this mark. Zombies have no environment."""
    wanted = f"HOSTILE_MARK={mark}".encode()
    return {process.pid: process.environment for process in processes() if wanted in process.environment}


def kill(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def command_of(words):
    """The path of a program of tests/hostile, or the name of an ordinary agent."""
    program = HOSTILE / words[0]
    return [str(program) if program.exists() else words[0], *words[1:]]


class HostileTest(ProgramTest):
    """Plays runs in which agents misbehave, and checks their records."""

    usual = MACHINE  # lines on standard error that do not count
    marks = itertools.count()

    def configure(self, agents, times=(None, None), excepted=((), ()), games=2, flags=()):
        """The arguments of sprt, and the mark of the agents."""
        mark = f"{os.getpid()}.{next(self.marks)}"
        config = {
            f"agent{i + 1}": {
                "command": command_of(agents[i]),
                "time_ms": times[i],
                "restart": "game",  # what a program does depends on the seed that it is started with
                "env": {
                    **{"HOSTILE_MARK": mark, "HOSTILE_EXCEPT": "".join(f",{seed}," for seed in excepted[i])},
                    **({"ASAN_OPTIONS": "detect_leaks=0"} if OPTIONS.sandbox == "on" else {}),  # that traces the agent
                },
            }
            for i in range(2)
        }
        settings = {
            # With the Elo so near to each other no run ends before its last game.
            **{"--elo0": 0, "--elo1": 1, "--model": "wald", "--openings": "start", "--repeats": "count"},
            **{"--seed": SEED, "--max-games": games, "--concurrency": OPTIONS.concurrency},
            "--sandbox": OPTIONS.sandbox,
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


def moves_of(record):
    return [move[:-1] for move in record["moves"]]


def main():
    """Runs the tests of the file that is run."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # agents that die leave no dumps
    reason = why_no_sandbox() if OPTIONS.sandbox == "on" else ""
    if reason:
        print(f"not played: this machine cannot make a sandbox: {reason}")
        return
    unittest.main(argv=[sys.argv[0], *UNITTEST_ARGUMENTS])
