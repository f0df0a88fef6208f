"""Each misbehaviour with its outcome: the agents of tests/hostile, in both seats, against ordinary agents.

A hostile agent misbehaves in the first half of a run's games and obeys the rules in the second half. All games must
equal those that the agent `honest` plays with the same seeds: the whole game without a fault, or the moves before the
fault.

Arguments: [--concurrency N] [--only REGEX] and those of unittest. N games are played at once (default 1); --only plays
only the rows whose agent matches REGEX.
"""

import argparse
import dataclasses
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

from harness import BIN, CONTROL_BYTES, MACHINE, REFEREE, SANITIZED, SPRT, ProgramTest, read_games, wait_until

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--concurrency", type=int, default=1)
parser.add_argument("--only", default="")
OPTIONS, UNITTEST_ARGUMENTS = parser.parse_known_args()

HOSTILE = BIN / "hostile"
GAMES = 4 if OPTIONS.concurrency == 1 else 8
HOSTILE_GAMES = GAMES // 2
SEED = 11
KILLED = "killed by referee"
BOARD = ("annihilation", "board_full", "turn_limit")

# The budget of agents whose time is to run out. All others have times that no healthy agent reaches on a busy machine.
# A result must be known SLACK_MS after the deadline.
SHORT_MS = 2000 if SANITIZED else 800
LONG_MS = 60_000
SLACK_MS = 10_000 if SANITIZED else 3000

# The turns that both agents have taken when the fault ends the game; the first number is for an agent that plays first.
AT_READY = (0, 0)
FIRST_TURN = (0, 1)  # judged in its first turn
THIRD_TURN = (4, 5)  # judged in its third turn, in which agents of tests/hostile begin to misbehave
FOURTH_TURN = (6, 7)
ANY_TURN = None


@dataclasses.dataclass(frozen=True)
class Row:
    """An agent, and the outcome of the games in which it misbehaves."""

    words: tuple  # program of tests/hostile and its arguments
    loses_by: tuple = ()  # one of these terminations; empty: no fault, the board decides
    turns: tuple | None = THIRD_TURN
    reason: str = ""  # regular expression, found in the fault's reason
    exit: str = "exited 0"  # regular expression that matches the whole text
    stderr: str = ""  # regular expression for the text after the agent's command on its standard error
    flags: dict = dataclasses.field(default_factory=dict)
    time_ms: int | None = None  # its own time for a game
    opponent: tuple = ()  # words; default: `random` for agent 1, `greedy` for agent 2
    complaint: str = ""  # regular expression for a line of sprt on standard error

    @property
    def command(self):
        return " ".join(self.words)

    @property
    def is_slow(self):
        """Whether a game waits for a time limit. Such rows are played as one of the two agents only."""
        return bool(self.time_ms or self.flags.get("--ready-ms"))


def fine(*words, **more):
    """A row without a fault: the game is played to its end, and the record tells how the agent exited."""
    return Row(words, **more)


def crashes(turns, reason, *words, **more):
    return Row(words, ("crashed",), turns, reason, **more)


def says(text, reason=None, moment="turn", turns=THIRD_TURN):
    """A row whose agent answers with `text`, as say.cpp reads it, which is a protocol error."""
    wanted = "OK" if moment == "ready" else "MOVE x1 y1 x2 y2"
    shown = reason or re.escape(f"sent '{text.removesuffix(chr(92) + 'n')}' instead of {wanted}")
    return Row(("say", moment, text), ("protocol_error",), AT_READY if moment == "ready" else turns, shown)


def illegal(kind, reason, turns=THIRD_TURN):
    return Row(("illegal", kind), ("illegal_move",), turns, reason)


def runs_out_of_time(*words, exit="exited 0", finish_ms=LONG_MS):
    flags = {"--finish-ms": finish_ms, "--turns": 40}
    reason = "^sent no answer in time$"
    return Row(words, ("timeout",), THIRD_TURN, reason, exit, flags=flags, time_ms=SHORT_MS)


def never_ready(*words, exit="exited 0", finish_ms=LONG_MS):
    flags = {"--ready-ms": SHORT_MS, "--finish-ms": finish_ms, "--turns": 40}
    reason = r"^did not say OK in time; (nothing came: is its output flushed\?|'OK *' came without a newline)$"
    return Row(words, ("ready_timeout",), AT_READY, reason, exit, flags=flags, opponent=("honest",))


GONE = "^exited or closed its (in|out)put"
OWED = "^exited or closed its output while an answer was owed$"
UNTOLD = "a message could not be delivered$"
BEHIND = "behind its answer$"
UNASKED = "when no answer was owed$"
TOO_LONG = "^sent a line longer than 256 bytes: 'MOVE "
SOON = {"--finish-ms": 200}  # for agents that do not exit by themselves

WAYS_TO_DIE = {"0": "exited 0", "7": "exited 7"} | {
    str(-number): f"signal {number}"
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM, signal.SIGPIPE)
}


def deaths():
    for how, exited in WAYS_TO_DIE.items():
        end = {"exit": exited, "stderr": "last words\n"}
        yield crashes(AT_READY, OWED, "die", "ready", how, **end)
        yield crashes(THIRD_TURN, OWED, "die", "turn", how, **end)
        yield crashes(FOURTH_TURN, GONE, "die", "moved", how, **end)
        yield fine("die", "finish", how, exit=exited)
    end = {"exit": "exited 7", "stderr": "last words\n"}
    yield crashes(AT_READY, GONE, "die", "start", "7", **end)
    yield crashes(THIRD_TURN, "after 'MOVE 1 1', in the middle of a line$", "die", "half", "7", **end)
    # Either player may make the last move: the fifth turn is the first player's third, the sixth the second player's.
    yield fine("die", "moved", "7", flags={"--turns": 5}, exit="exited [07]")
    yield fine("die", "moved", "7", flags={"--turns": 6}, exit="exited 7")
    yield fine("die", "moved", "-11", flags={"--turns": 6}, exit="signal 11")
    yield fine("die", "last", "7", exit="exited [07]")  # the opponent may have made the last move


def answers_to_ready():
    for text in ("KO\\n", "ok\\n", " OK\\n", "OKAY\\n", "\\n", "OK\\r\\r\\n", "MOVE 1 1 1 2\\n", "READY\\n"):
        shown = text.removesuffix("\\n").replace("\\r", "\\x0d")
        yield says(text, re.escape(f"sent '{shown}' instead of OK"), moment="ready")
    yield says("\\x00\\n", r"^sent '\\x00' instead of OK$", "ready")
    for text in ("OK\\r\\n", "OK \\t \\r\\n", "OK FANCY x=1 \\xff\\xfe\\n"):
        yield fine("say", "ready", text)
    # Two answers to one question: the second is judged in the agent's first turn.
    twice = r"^sent 'OK\\x0a' behind its answer$"
    yield Row(("say", "ready", "OK\\nOK\\n"), ("protocol_error",), FIRST_TURN, twice)
    yield never_ready("silent")
    yield never_ready("say", "ready", "OK")  # no newline
    yield never_ready("late", "ready", str(2 * SHORT_MS))
    yield never_ready("dribble", "ready", exit=KILLED, finish_ms=200)


def answers_to_turn():
    yield from (
        says(text)
        for text in (
            *("move 1 1 1 2\\n", "Move 1 1 1 2\\n", "MOVE\\n", "MOVE 1 1 1\\n", "MOVE 1 1 1 2 3\\n", "OK\\n", "\\n"),
            *("MOVE 1.0 1 1 2\\n", "MOVE 0x1 1 1 2\\n", "MOVE +1 1 1 2\\n", "MOVE --1 1 1 2\\n", "MOVE 1 1 1 - 2\\n"),
            *("MOVE 4294967297 1 1 2\\n", f"MOVE 1 1 1 {'1234567890' * 3}\\n", "MOVE 1,1,1,2\\n", "MOVE1 1 1 2\\n"),
            *(" MOVE 1 1 1 2\\n", "MOVE 1 1 1 2;\\n", "MOVE one 1 1 2\\n", "MOVE 1 1 1 2 \u0660\\n"),
            *("MOVE \u0661 \u0661 \u0661 \u0662\\n", "MOVE \uff11 \uff11 \uff11 \uff12\\n"),
        )
    )
    yield says("MOVE @ 1\\n", r"^sent 'MOVE \d \d \d \d 1' instead of")
    yield says("MOVE @\\x00\\n", r"^sent 'MOVE \d \d \d \d\\x00' instead of")
    yield says("MOVE @\\r\\r\\n", r"^sent 'MOVE \d \d \d \d\\x0d\\x0d' instead of")
    yield says("\\x00\\n", r"^sent '\\x00' instead of")
    yield says("\\xff\\xfe\\x80\\x01\\xc3\\n", r"^sent '\ufffd\ufffd\ufffd\\x01\ufffd' instead of")
    yield says("\\x1b]0;mine\\x07\\x1b[2J\\xc2\\x9b\\n", r"^sent '\\x1b]0;mine\\x07\\x1b\[2J\\xc2\\x9b' instead of")

    yield fine("say", "turn", "MOVE @\\r\\n")
    yield fine("say", "turn", "MOVE @ \\t \\n")
    yield fine("say", "turn", "MOVE @ \\t\\r\\n")
    yield fine("say", "turn", "MOVE \\t @\\n")
    yield fine("pieces", flags={"--turns": 40})
    yield fine("long_line", "256")
    for size in (257, 1 << 20):
        yield Row(("long_line", str(size)), ("protocol_error",), THIRD_TURN, TOO_LONG)

    # Text after an answer in the same read is judged in the next turn.
    twice = {"loses_by": ("protocol_error",), "turns": FOURTH_TURN}
    behind = r"^sent 'MOVE 1 1 1 2\\x0a' behind its answer$"
    yield Row(("say", "turn", "MOVE @\\nMOVE 1 1 1 2\\n"), reason=behind, **twice)
    yield Row(("say", "turn", "MOVE @\\nx"), reason="^sent 'x' behind its answer$", **twice)
    # Before the next TURN is written the text is uninvited; after that it is an answer, and the same move again is illegal.
    yield Row(("early",), ("protocol_error", "illegal_move"), FOURTH_TURN, f"{BEHIND}|{UNASKED}|^played ")

    yield illegal("occupied", r"^played \d \d \d \d: \(\d,\d\) is not empty$")
    yield illegal("foreign", "holds no stone of its own$")
    yield illegal("nobodys", "holds no stone of its own$")
    yield illegal("distance0", r"\) is 0 away, not 1 or 2$")
    yield illegal("distance3", r"\) is 3 away, not 1 or 2$")
    yield illegal("wrapped", r"\) is 6 away, not 1 or 2$", ANY_TURN)
    yield illegal("off_board", r"\([1-7]?[08]?,[1-7]?[08]?\) is not on the board$")
    yield illegal("pass", "^played -1 -1 -1 -1: it may not pass while it has a move$")
    yield illegal("half_pass", r"^played -1 -1 \d \d: \(-1,-1\) is not on the board$")
    yield illegal("half_pass_to", r"^played \d \d -1 -1: \(-1,-1\) is not on the board$")


def waits_and_floods():
    for how in ("sleep", "spin", "stop"):
        yield runs_out_of_time("hang", how, exit=KILLED, finish_ms=200)
    yield runs_out_of_time("say", "turn", "MOVE 1 1")  # half an answer
    yield runs_out_of_time("late", "turn", str(2 * SHORT_MS))
    yield runs_out_of_time("dribble", "turn", exit=KILLED, finish_ms=200)

    yield crashes(THIRD_TURN, OWED, "close", "out")
    yield crashes(FOURTH_TURN, UNTOLD, "close", "in", exit=KILLED, flags=SOON)

    told = ("protocol_error",)
    chatter = "^sent 'info depth 3 score 17' instead of"
    yield Row(("chatter", "ready"), told, AT_READY, chatter, KILLED, flags=SOON, opponent=("honest",))
    yield Row(("chatter", "turn"), told, THIRD_TURN, chatter, KILLED, flags=SOON)
    yield fine("chatter", "finish", exit=KILLED, flags=SOON)
    yield Row(("flood",), told, THIRD_TURN, "^sent a line longer than 256 bytes: 'xxx", KILLED, flags=SOON)
    yield Row(("flood_moves",), told, FOURTH_TURN, f"{BEHIND}|{UNASKED}", KILLED, flags=SOON)

    yield fine("flood_stderr", "start")
    yield fine("flood_stderr", "turn")
    end = {"exit": "exited 7", "stderr": r"e{1000,}\nlast words\n"}
    yield crashes(AT_READY, OWED, "flood_stderr", "start", "dies", **end)
    yield crashes(THIRD_TURN, OWED, "flood_stderr", "turn", "dies", **end)
    text = "caf\ufffd \x1b[31m\x00\ufffd\ufffd\ufffd\ufffd\ufffd last words \ufffd"
    yield crashes(THIRD_TURN, OWED, "stderr_bytes", exit="exited 7", stderr=re.escape(text))


def what_is_left():
    yield fine("inspect")
    yield fine("ignore_finish", exit=KILLED, flags=SOON)
    yield fine("ignore_sigterm", exit=KILLED, flags=SOON)
    yield fine("talk_after_finish")
    yield fine("grandchild", "stays")
    # The agent has exited, and its pipes are still open.
    yield Row(("grandchild", "exits"), ("crashed",), THIRD_TURN, "^exited", "exited 7", time_ms=SHORT_MS)
    yield fine("children", "40", "sleep", "own")
    yield fine("children", "40", "sleep", "sessions")
    yield fine("children", "40", "sleep", "parents")
    yield fine("children", "8", "spin", "own", flags={"--turns": 20})
    yield fine("children", "8", "spin", "sessions", flags={"--turns": 20})
    memory = {"--memory-mb": 256}
    yield crashes(
        *(THIRD_TURN, OWED, "eat_memory"),
        **{"exit": "signal 6", "stderr": r".*bad_alloc.*", "flags": memory, "opponent": ("honest",)},
    )
    for name in ("SIGTERM", "SIGINT"):
        for who in ("agent", "child"):
            number = str(int(signal.Signals[name]))
            yield fine("signal_referee", number, who, complaint=f"{name}.*ignored")


ROWS = [*deaths(), *answers_to_ready(), *answers_to_turn(), *waits_and_floods(), *what_is_left()]


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two agents that both misbehave. An agent that loses does so as its row says."""

    words: tuple
    loser: str = "first"  # "first": the agent that plays first; "a" or "b": that one in both games; "": none
    turns: tuple | None = ANY_TURN  # when a plays first, and when b plays first
    both: bool = False  # fault names both


KO = ("say", "ready", "KO\\n")
PAIRS = [
    Pair((("silent",), ("silent",)), both=True, turns=(0, 0)),
    Pair((KO, ("die", "ready", "7")), both=True, turns=(0, 0)),
    Pair((KO, ("silent",)), both=True, turns=(0, 0)),
    Pair((("die", "ready", "-11"), ("chatter", "ready")), both=True, turns=(0, 0)),
    Pair((KO, ("die", "turn", "7")), "a", turns=(0, 0)),
    Pair((("hang", "sleep"), ("die", "turn", "-11")), turns=(4, 4)),
    Pair((("close", "out"), ("hang", "spin")), turns=(4, 4)),
    Pair((("illegal", "foreign"), ("say", "turn", "MOVE 1.0 1 1 2\\n")), turns=(4, 4)),
    Pair((("die", "moved", "7"), ("die", "moved", "-9")), turns=(6, 6)),
    Pair((("early",), ("early",)), turns=(6, 6)),
    # Uninvited output is judged when its sender is asked next; the opponent's fault ends the game before.
    Pair((("flood_moves",), ("die", "turn", "7")), "b", turns=(5, 4)),
    Pair((("say", "turn", "MOVE @\\nMOVE 1 1 1 2\\n"), ("illegal", "pass")), "b", turns=(5, 4)),
    Pair((("die", "moved", "7"), ("flood",)), "b", turns=(5, 4)),
    Pair((("ignore_sigterm",), ("ignore_sigterm",)), ""),
    Pair((("grandchild", "stays"), ("children", "40", "sleep", "sessions")), ""),
    Pair((("flood_stderr", "start"), ("flood_stderr", "turn")), ""),
    Pair((("chatter", "finish"), ("die", "finish", "7")), ""),
]

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
        complaints = [line for line in done.stderr.splitlines() if not MACHINE.search(line)]
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
            is_hostile = record["game"] < HOSTILE_GAMES
            if is_hostile and row.loses_by:
                turns = row.turns and row.turns[0 if record["first"] == agent else 1]
                self.check_fault(record, line, expected, row, agent, turns)
            else:
                self.check_same_game(record, expected)
            if is_hostile:
                self.assertRegex(record["exit"][seat], f"^({row.exit})$", record)
            elif leaves_in_time:
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
            if record["game"] >= HOSTILE_GAMES or not pair.loser:
                self.check_same_game(record, expected)
            else:
                loser = {"first": record["first"], "a": 1, "b": 2}[pair.loser]
                turns = pair.turns[record["first"] - 1]
                named_with = rows[2 - loser] if pair.both else None
                self.check_fault(record, line, expected, rows[loser - 1], loser, turns, named_with)
            if record["game"] < HOSTILE_GAMES and not pair.loser:
                for i, row in enumerate(rows):
                    self.assertRegex(record["exit"][i], f"^({row.exit})$", record)


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
    return [move[:4] for move in record["moves"]]


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # agents that die leave no dumps
    unittest.main(argv=[sys.argv[0], *UNITTEST_ARGUMENTS])
