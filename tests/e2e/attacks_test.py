"""Agents that attack the rival, the referee, the run and the machine: with a sandbox nothing of it works, from either seat.

Without a sandbox some attacks do work; attacks_table.py says what becomes of each. Each run is one attack of an agent of
tests/hostile/attacks against a copy of an ordinary agent, which beats it when nobody attacks.

Arguments: [--sandbox on|off] [--only REGEX] and those of unittest. --sandbox plays only one half; --only plays only the
attacks whose words match REGEX.
"""

import argparse
import dataclasses
import itertools
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import socket
import subprocess
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from attacks_table import LARGE_SEED, LONG_MS, ROWS, WORKS
from harness import AGENTS, BIN, PATIENCE_S, REFEREE, SPRT, Finished, ProgramTest, command, processes, read_games, wait_until, why_no_sandbox
from hostile_run import kill

ATTACKS = BIN / "hostile" / "attacks"
HONEST = str(BIN / "hostile" / "honest")
SECRETS = {"GITHUB_TOKEN": "a token", "SECRET_X": "a secret"}
# An agent may begin processes; the sandbox ends them. What it takes of the cores while no clock runs is no harm either: it
# cannot tell that from its rival's turns, but the records can.
HARMLESS = ("leave a process", *(f"take the rival's cores by {what}" for what in ("children", "orphans", "hidden orphans")))
MOST_TAKEN_US = 20_000  # in the rival's turns of a game, until the attacker is held still
SAID = re.compile(r"attack: TRIED ([^:]*): ([^\\\n]*)")
GAMES = 2  # one in each seat at the board
CROWD = {"games": 16, "concurrency": 8}

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--sandbox", choices=("on", "off"))
parser.add_argument("--only", default="")
OPTIONS, UNITTEST_ARGUMENTS = parser.parse_known_args()


def sandbox(mode):
    """The flags of a mode. Without a sandbox agents get all of the environment."""
    return ["--sandbox", mode, "--env", "inherit"]


def chosen_rows():
    return [row for row in ROWS if re.search(OPTIONS.only, row.name)]


def moves_of(record):
    return [move[:-1] for move in record["moves"]]


def commands_with(mark):
    """The processes in whose command, or environment, the mark is."""
    mark = mark.encode()
    return [p.pid for p in processes() if p.pid != os.getpid() and any(mark in text for text in p.words + p.environment)]


class Server:
    """Answers each word that comes by TCP, by UDP at the same port, and by the abstract Unix socket with its number."""

    def __init__(self):
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        self.named = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.named.bind(f"\0referee-attack-{self.port}")
        self.named.listen()
        for serve in (lambda: self.answer(self.tcp), lambda: self.answer(self.named), self.answer_datagrams):
            threading.Thread(target=serve, daemon=True).start()

    @staticmethod
    def answer(listener):
        while True:
            channel = listener.accept()[0]
            channel.settimeout(1)
            try:
                channel.send(channel.recv(1))
            except OSError:
                pass
            channel.close()

    def answer_datagrams(self):
        while True:
            word, address = self.udp.recvfrom(16)
            self.udp.sendto(word, address)


@dataclasses.dataclass
class Case:
    """A run of one attack: where it plays, and what it may attack."""

    row: object
    seat: int  # of the attacker, 1 or 2
    dir: pathlib.Path
    mark: str
    done: Finished | None = None
    left: list = dataclasses.field(default_factory=list)  # processes that were left behind

    @property
    def rival(self):
        return self.dir / self.row.rival[0]

    @property
    def files(self):
        """The files that are attacked, each with its content before."""
        return {self.dir / "summary.md": "", self.dir / "github.env": "", self.dir / "home" / "private": "a private text"}

    def records(self):
        return read_games(self.dir / "run" / "games.jsonl")

    def result(self):
        return json.loads((self.dir / "run" / "run.json").read_text())["result"]

    def said(self):
        """What the attacker told of each attack, in all games."""
        said = {}
        for trace in (self.dir / "trace").glob("*.txt"):
            for what, result in SAID.findall(trace.read_text(encoding="utf-8", errors="replace")):
                said.setdefault(what, set()).add(result)
        return said


class AttackTest(ProgramTest):
    numbers = itertools.count()

    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    def new_case(self, row, seat):
        number = next(self.numbers)
        case = Case(row, seat, self.dir / f"{number}", f"attack-test-{os.getpid()}.{number}.")
        (case.dir / "home").mkdir(parents=True)
        for file, text in case.files.items():
            file.write_text(text)
        shutil.copy(AGENTS / row.rival[0], case.rival)
        return case

    def configure(self, case, words, mode):
        """The configuration of a run: the attacker with these words, and its rival."""
        told = {"RIVAL": case.rival, "RUN": case.dir / "run", "HOME": case.dir / "home"}
        told |= {"SUMMARY": case.dir / "summary.md", "ENV": case.dir / "github.env"}
        program = HONEST if words[0] == "honest" else str(ATTACKS / words[0])
        words = [str(self.server.port) if word == "PORT" else word for word in words[1:]]
        attacker = {
            "command": [program, *words, case.mark],
            "env": {f"ATTACK_{name}": str(path) for name, path in told.items()} | {"HOSTILE_MARK": case.mark},
            "restart": "game",
            "time_ms": LONG_MS,
            **(case.row.sandboxed if mode == "on" else {}),
        }
        rival = {
            "command": [str(case.rival), *case.row.rival[1:]],
            "env": {"HOSTILE_MARK": case.mark},
            "restart": "game",
            "time_ms": LONG_MS if mode == "on" else case.row.rival_ms,
        }
        agents = (attacker, rival) if case.seat == 1 else (rival, attacker)
        file = case.dir / "config.json"
        file.write_text(json.dumps({f"agent{i + 1}": agent for i, agent in enumerate(agents)}))
        return file

    def play(self, row, mode, seat=1, program="run", words=None, games=GAMES, concurrency=1, **settings):
        """Plays a run of an attack in a directory of its own. Afterwards no process may be left."""
        case = self.new_case(row, seat)
        flags = {
            **{"--model": "wald", "--openings": "start", "--repeats": "count", "--elo0": 0, "--elo1": 1},
            **{"--seed": LARGE_SEED, "--max-games": games, "--concurrency": concurrency, "--turns": row.turns},
            **{"--ready-ms": LONG_MS, "--finish-ms": 100, "--max-faults": "none"},
            **{"--out": "run", "--trace": "trace"},
            **row.flags,
            **settings,
        }
        arguments = [program, self.configure(case, words or row.words, mode), "--no-check", *sandbox(mode)]
        arguments += [word for flag in flags.items() for word in flag]
        environment = SECRETS | {"HOME": str(case.dir / "home")}
        environment |= {"GITHUB_STEP_SUMMARY": str(case.dir / "summary.md"), "GITHUB_ENV": str(case.dir / "github.env")}
        start = self.run_with_terminal if row.has_terminal else self.run_program
        try:
            case.done = start(SPRT, *arguments, cwd=case.dir, env=environment)
            wait_until(lambda: not commands_with(case.mark), 2)
            case.left = commands_with(case.mark)
        finally:
            kill(commands_with(case.mark))
        return case

    def run_with_terminal(self, program, *arguments, cwd, env):
        """As run_program(), in a session whose terminal nobody reads."""
        user, terminal = pty.openpty()
        try:
            done = subprocess.run(
                ["setsid", "--ctty", str(program), *map(str, arguments)],
                cwd=cwd,
                env={**os.environ, **env},
                stdin=terminal,
                capture_output=True,
                timeout=PATIENCE_S,
                check=False,
            )
        finally:
            os.close(user)
            os.close(terminal)
        return Finished(done.returncode, done.stdout, done.stderr)

    def play_all(self, cases, at_once):
        """Plays cases, each the arguments of play(), """
        cases = sorted(cases, key=lambda case: case[0][0].rival_ms)  # those that wait for a clock first
        with ThreadPoolExecutor(at_once) as pool:
            return list(pool.map(lambda case: self.play(*case[0], **case[1]), cases))

    def references(self, rows):
        """Both games of each rival against the attacker without its attack, from both seats. The rival wins them all."""
        found = {}
        kinds = {(row.rival, row.turns): row for row in rows}
        for (key, row), seat in itertools.product(kinds.items(), (1, 2)):
            row = dataclasses.replace(row, flags={}, has_terminal=False, rival_ms=LONG_MS)
            case = self.play(row, "off", seat, words=("honest",))
            self.assertEqual(case.done.status, 0, case.done)
            records = case.records()
            self.assertEqual([record["winner"] for record in records], [3 - seat] * GAMES)
            self.assertEqual([record["fault"] for record in records], [None] * GAMES)
            found[*key, seat] = records
        return found

    def check_as_honest(self, case, records, references):
        """The attacker played as without its attack, and lost by that or by a fault of its own. The rival has no fault."""
        for record in records:
            self.assertEqual(record["winner"], 3 - case.seat, record)
            fault = record["fault"]
            if fault or record["termination"] == "timeout":
                self.assertEqual((fault or {"agent": case.seat})["agent"], case.seat, record)
                self.assertNotIn("also_fault", record)
                continue
            reference = references[case.row.rival, case.row.turns, case.seat][record["game"] % GAMES]
            self.assertEqual(moves_of(record), moves_of(reference))
            self.assertEqual(record["termination"], reference["termination"])

    def check_log(self, case, games):
        """The log and its result are whole, and agree."""
        records = case.records()
        self.assertEqual([record["game"] for record in records], list(range(games)))
        self.review_is_clean(case.dir / "run" / "games.jsonl")
        report = json.loads(self.succeed(SPRT, "report", case.dir / "run", "--json").stdout)
        self.assertEqual((report["over"], report["differences"]), (True, []))
        return records

    def check_untouched(self, case):
        for file, text in case.files.items():
            said = file.read_text()
            self.assertTrue(said == text or file.name == "summary.md" and "forged" not in said, f"{file}: {said}")
        self.assertEqual(case.rival.read_bytes(), (AGENTS / case.row.rival[0]).read_bytes(), "the rival was changed")
        expected = {"run", "trace", "home", "config.json", case.rival.name, *(file.name for file in case.files)}
        self.assertLessEqual({file.name for file in case.dir.iterdir()}, expected, "files were added")


def gate_flags(games=16):
    """A gate that sixteen games, all won or all lost, decide."""
    return {"program": "gate", "games": games, "--elo1": 400, "--max-faults": 3}


class WithoutSandbox(AttackTest):
    """The table is true."""

    def setUp(self):
        super().setUp()
        if OPTIONS.sandbox == "on":
            self.skipTest("only the other half is played")

    def check_what_was_written(self):
        """Runs that were attacked may be damaged."""

    def check_tries(self, case):
        said = case.said()
        if case.done.status < 0:
            return  # a dead referee writes down nothing
        self.assertLessEqual(set(said), set(case.row.tries), case.done)
        for what, expected in case.row.tries.items():
            if not expected.startswith("depends on "):
                self.assertIn(what, said, case.done)
                for result in said[what]:
                    self.assertRegex(result, f"^({expected})$", what)

    def check_outcome(self, case, references):
        outcome = case.row.outcome
        self.assertEqual(case.done.status, outcome.status, case.done)
        if outcome.complaint:
            self.assertRegex(case.done.stderr, outcome.complaint)
        else:
            self.assertNotRegex(case.done.stderr, "interference|tampering|damaged|has changed")
        self.assertEqual(case.left, [], "processes were left")
        if outcome.status != 0:
            return
        records = self.check_log(case, GAMES)
        won = [record for record in records if outcome.wins_by and (outcome.is_sure or record["winner"] == case.seat)]
        if not outcome.wins_by:
            self.check_as_honest(case, records, references)
        self.assertEqual(bool(won), bool(outcome.wins_by))
        for record in won:
            self.assertEqual((record["winner"], record["termination"]), (case.seat, outcome.wins_by), record)
            if outcome.rival_fault:
                self.assertEqual(record["fault"]["agent"], 3 - case.seat)
                self.assertRegex(record["fault"]["reason"], outcome.rival_fault)
        interfered = any(record.get("interference") == [case.seat] for record in records)
        self.assertEqual(interfered, outcome.interferes)

    def test_each_attack_has_its_outcome_from_both_seats(self):
        rows = chosen_rows()
        references = self.references(rows)
        cases = [((row, "off", seat), {}) for row in rows for seat in (1, 2)]
        alone = [case for case in cases if case[0][0].words[0] == "spin"]
        for case in (*self.play_all([case for case in cases if case not in alone], 6), *self.play_all(alone, 1)):
            with self.subTest(case.row.name, seat=case.seat):
                self.check_tries(case)
                self.check_outcome(case, references)

    def test_each_gate_of_an_attacker_has_its_status(self):
        cases = [((row, "off"), gate_flags()) for row in chosen_rows() if row.words[0] != "spin"]
        for case in self.play_all(cases, 6):
            with self.subTest(case.row.name):
                self.assertIn(case.done.status, case.row.gate, case.done)
                self.assertEqual(case.left, [], "processes were left")

    def test_eight_attacks_at_once_end(self):
        soon = {"--ready-ms": 2000}  # of agents that are stopped before they are ready
        cases = [((row, "off"), {**CROWD, **soon, "words": row.crowd or row.words}) for row in chosen_rows() if row.crowd is not None]
        for case in self.play_all(cases, 4):
            with self.subTest(case.row.name):
                self.assertIn(case.done.status, {0, case.row.outcome.status}, case.done)
                self.assertEqual(case.left, [], "processes were left")


class WithSandbox(AttackTest):
    """No attack works, and each attacker loses."""

    def setUp(self):
        super().setUp()
        if OPTIONS.sandbox == "off":
            self.skipTest("only the other half is played")
        if reason := why_no_sandbox():
            self.skipTest(f"no sandbox here: {reason}")

    def check_nothing_worked(self, case):
        said = case.said()
        died = any(record["fault"] for record in case.records())  # of its own attack, before it could tell
        self.assertTrue(said or died, f"nothing was tried: {case.done}")
        worked = [what for what, results in said.items() if WORKS in results and what not in HARMLESS]
        if case.row.is_sandbox_a_remedy:
            self.assertEqual(worked, [])
        first = r"interference: agent \d used \d+ ms of processor time in game [0-7] "
        complaints = re.sub(first, "", case.done.stderr) if case.row.words[0] == "spin" else case.done.stderr
        self.assertNotRegex(complaints, "interference|tampering|damaged|has changed")
        self.assertEqual(case.left, [], "processes were left")
        self.check_untouched(case)

    def test_no_attack_works_from_either_seat_or_by_eight_at_once(self):
        rows = chosen_rows()
        references = self.references(rows)
        cases = [((row, "on", seat), {}) for row in rows for seat in (1, 2)]
        cases += [((row, "on", 1 + i % 2), CROWD) for i, row in enumerate(rows)]
        alone = [case for case in cases if case[0][0].words[0] == "spin"]
        for case in (*self.play_all([case for case in cases if case not in alone], 2), *self.play_all(alone, 1)):
            with self.subTest(case.row.name, seat=case.seat, mark=case.mark):
                self.assertEqual(case.done.status, 0, case.done)
                records = self.check_log(case, len(case.records()))
                self.assertIn(len(records), (GAMES, CROWD["games"]))
                self.check_as_honest(case, records, references)
                # On a busy core the referee may look late the first time, and eight games at once share the cores anyway.
                for record in records[1:] if len(records) == GAMES else ():
                    self.assertNotIn("interference", record)
                    self.assertLess(record["rival_cpu_us"][2 - case.seat], MOST_TAKEN_US, record)
                self.assertEqual(case.result()["faults"][2 - case.seat], 0)
                self.check_nothing_worked(case)

    def test_agents_of_referee_play_are_apart_too(self):
        rows = [row for row in chosen_rows() if row.name in ("stop kill", "speak answer", "referee kill", "trace memory")]
        references = self.references(rows)
        for row in rows:
            with self.subTest(row.name):
                case = self.new_case(row, seat=1)
                (case.dir / "run").mkdir()
                attacker = ["restart=game", str(ATTACKS / row.words[0]), *row.words[1:], case.mark]
                flags = ["--games", GAMES, "--turns", row.turns, "--finish-ms", 100]
                flags += ["--log", "run/games.jsonl", "--trace", "trace", *sandbox("on")]
                agents = (command(attacker), command([str(case.rival)]))
                case.done = self.run_program(REFEREE, "play", *agents, *flags, cwd=case.dir)
                self.assertEqual(case.done.status, 0, case.done)
                self.assertEqual(len(case.records()), GAMES)
                self.check_as_honest(case, case.records(), references)
                case.left = commands_with(case.mark)
                self.check_nothing_worked(case)

    def test_no_gate_accepts_an_attacker(self):
        for case in self.play_all([((row, "on"), gate_flags()) for row in chosen_rows()], 2):
            with self.subTest(case.row.name):
                self.assertIn(case.done.status, (1, 4, 5), case.done)
                self.assertEqual(case.result()["faults"][1], 0)
                self.check_nothing_worked(case)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # agents that die leave no dumps
    unittest.main(argv=[sys.argv[0], *UNITTEST_ARGUMENTS])
