"""Shared by all sections of the benchmark: the programs, the cores, and the measuring of a command."""

import os
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

ENDLESS = [  # the hypotheses are too close for a verdict
    "--model", "wald", "--openings", "start", "--repeats", "count", "--elo0", "-0.000001", "--elo1", "0.000001",
]  # fmt: skip


class Measured(NamedTuple):
    """Nanoseconds: wall time, processor time of the process, and processor time with its children."""

    wall: int
    own: int
    all: int


def siblings(core):
    """The threads of the physical core of `core`."""
    path = pathlib.Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    threads = set()
    for part in path.read_text().strip().split(",") if path.exists() else []:
        first, _, last = part.partition("-")
        threads.update(range(int(first), int(last or first) + 1))
    return threads | {core}


def allowed_cores():
    """The allowed cores; those on different physical cores come first."""
    first, second = [], []
    for core in sorted(os.sched_getaffinity(0)):
        (second if siblings(core) & set(first) else first).append(core)
    return first + second


class Bench:
    def __init__(self, source, build, work, agent, rounds, games):
        self.source = source
        self.build = build
        self.work = work
        self.rounds = rounds
        self.games = games
        self.cores = allowed_cores()
        programs = build / "bin"
        self.referee = str(programs / "referee")
        self.sprt = str(programs / "sprt")
        self.floor = str(programs / "bench" / "bench_floor")
        self.measure = str(programs / "bench" / "bench_measure")
        self.played = str(programs / "bench" / "bench_played")
        self.ratings = str(programs / "bench" / "bench_ratings")
        self.search = str(programs / "bench" / "bench_search")
        self.count_malloc = str(programs / "bench" / "libbench_count_malloc.so")
        self.timed_agent = str(programs / "bench" / "bench_timed_agent")
        self.silent_agent = str(programs / "bench" / "bench_silent_agent")
        self.listed_engine = str(programs / "bench" / "bench_listed_engine")
        self.trivial_engine = str(programs / "bench" / "bench_trivial_engine")
        self.sleeping_agent = str(programs / "bench" / "bench_sleeping_agent")
        self.listed_agent = str(programs / "bench" / "bench_listed_agent")
        self.agent = str(agent or programs / "bench" / "bench_trivial_agent")
        self.made = 0
        self.turns = self.turns_of_a_game()

    def turns_of_a_game(self):
        lines = self.output(self.play(games=2))
        turns = set(re.findall(r"\| T(\d+) \|", lines))
        if len(turns) != 1 or int(min(turns)) < 10:
            sys.exit(f"bench: {self.agent} does not play the same number of turns, at least 10, each time:\n{lines}")
        return int(turns.pop())

    def new_path(self):
        """A path at which there is no file or directory yet."""
        self.made += 1
        return str(self.work / str(self.made))

    def on(self, cores, command):
        """The command limited to these cores; None: those of the bench itself."""
        if cores is None:
            return command
        return ["taskset", "-c", ",".join(map(str, cores)), *command]

    def measured(self, command, cores=None):
        return Measured(*map(int, self.output(self.on(cores, [self.measure, *command])).split()))

    def output(self, command, **options):
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **options)
        if done.returncode != 0:
            sys.exit(f"bench: exit status {done.returncode}: {' '.join(command)}")
        return done.stdout

    # The commands that are measured.

    def play_floor(self, games, turns, games_a_process=1):
        return [self.floor, self.agent, str(games), str(turns), str(games_a_process)]

    def play(self, games, turns=400, log=True):
        return self.play_with(self.word(self.agent), games, turns, *(["--log", self.new_path()] if log else []))

    def play_with(self, agent, games, turns, *flags):
        """`agent` is the command of both sides."""
        limits = ["--games", str(games), "--turns", str(turns), "--seed", "1"]
        return [self.referee, "play", agent, agent, *limits, *flags]

    def run(self, games, turns=400, concurrency=1, log=True):
        agent = self.word(self.agent)
        out = ["--out", self.new_path()] if log else []
        return [
            self.sprt, "run", "--agent1", agent, "--agent2", agent, *ENDLESS, "--max-games", str(games), "--turns", str(turns),
            "--seed", "1", "--concurrency", str(concurrency), "--quiet", *out,
        ]  # fmt: skip

    @staticmethod
    def word(path):
        """A path quoted as one word of an agent's command."""
        return re.sub(r"([^\w/.-])", r"\\\1", path)
