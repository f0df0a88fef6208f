"""The referee's own instructions and heap allocations of a turn in each game, beside those of Ataxx."""

import json
import re
import subprocess
import sys

from figures import print_required, print_table
from section_counts import allocations, least

# The numbers of a move, and a game that fills the board without a line.
LISTED = {
    "connect-four": (1, "547125662271261266215743771576315353334444"),
    "tic-tac-toe": (2, "112233123231132321"),
}
COUNTED_GAMES = 20


class Played:
    """A game between two agents at almost no cost. The end of a game is not counted: all are cut off by a turn limit."""

    def __init__(self, bench, name, agent):
        self.bench = bench
        self.name = name
        self.agent = agent
        log = bench.new_path()
        bench.output(bench.play_with(agent, 1, 400, "--game", name, "--log", log))
        with open(log, encoding="utf-8") as line:
            self.moves = " ".join(str(number) for move in json.load(line)["moves"] for number in move[:-1])

    def instructions(self, turns):
        """Instructions of the referee for so many turns of this game in memory, and for start and end. The same each time."""
        count = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        command = [*count, self.bench.played, self.name, self.moves, str(turns)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        collected = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode != 0 or not collected:
            sys.exit(f"bench: {' '.join(command)}: {done.stderr}")
        return int(collected[1])

    def instructions_a_turn(self, first, last):
        return (self.instructions(last) - self.instructions(first - 1)) / (last - first + 1)

    def command(self, games, turns):
        log = self.bench.new_path()
        return self.bench.play_with(self.agent, games, turns, "--game", self.name, "--log", log)

    def allocations_a_turn(self, first, last):
        counts = [least(self.bench, self.command, allocations, COUNTED_GAMES, turns)["malloc"] for turns in (last, first - 1)]
        return (counts[0] - counts[1]) / (COUNTED_GAMES * (last - first + 1))


def print_section(bench):
    ataxx = Played(bench, "ataxx", bench.word(bench.agent))
    rows, ratios, most = [], {}, 0
    for name, (numbers, digits) in LISTED.items():
        turns = len(digits) // numbers
        played = Played(bench, name, f"{bench.word(bench.listed_agent)} {numbers} {digits}")
        first, last = turns // 2 + 1, turns - 1
        ours, theirs = (game.instructions_a_turn(first, last) for game in (played, ataxx))
        allocated = played.allocations_a_turn(first, last)
        ratios[name] = ours / theirs
        most = max(most, allocated)
        rows.append([name, f"{first} to {last}", f"{ours:.0f}", f"{theirs:.0f}", f"{ratios[name]:.2f}", f"{allocated:.2f}"])
    print("Turns of the second half of each game, and the same turns of Ataxx. The instructions are those of a game in memory.\n")
    head = ["game", "turns", "own instructions a turn", "the same in Ataxx", "beside Ataxx", "heap allocations a turn"]
    print_table(head, rows)
    for name, ratio in ratios.items():
        print_required(f"A turn of {name} takes {ratio:.2f} of the instructions of one of Ataxx.", "at most 1", ratio <= 1)
    print_required(f"{most:.2f} heap allocations a turn at most.", "0", most < 0.005)
