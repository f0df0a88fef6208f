"""The referee's own processor time and heap allocations of a turn in each game, beside those of Ataxx."""

from statistics import median

from figures import print_required, print_table, spread
from section_counts import allocations, least

# The numbers of a move, and a game that fills the board without a line.
LISTED = {
    "connect-four": (1, "547125662271261266215743771576315353334444"),
    "tic-tac-toe": (2, "112233123231132321"),
}
COUNTED_GAMES = 20


class Played:
    """A game between two agents at almost no cost, of `turns` turns, and the same cut off half way."""

    def __init__(self, bench, name, agent, turns):
        self.bench = bench
        self.name = name
        self.agent = agent
        self.turns = turns
        self.more = turns - turns // 2
        self.own = []

    def command(self, games, turns):
        return self.bench.play_with(self.agent, games, turns, "--game", self.name, "--log", self.bench.new_path())

    def measure(self):
        """Adds the time of a turn of the second half, in us. The shorter the game, the more are played."""
        games = self.bench.games * self.bench.turns // self.turns
        ns = [self.bench.measured(self.command(games, turns), self.bench.cores[:1]).own for turns in (self.turns, self.turns // 2)]
        self.own.append((ns[0] - ns[1]) / (games * self.more) / 1e3)

    def allocations(self):
        counts = [
            least(self.bench, self.command, allocations, COUNTED_GAMES, turns)["malloc"] for turns in (self.turns, self.turns // 2)
        ]
        return (counts[0] - counts[1]) / (COUNTED_GAMES * self.more)


def print_section(bench):
    pairs = []
    for name, (numbers, digits) in LISTED.items():
        turns = len(digits) // numbers
        listed = f"{bench.word(bench.listed_agent)} {numbers} {digits}"
        pairs.append((Played(bench, name, listed, turns), Played(bench, "ataxx", bench.word(bench.agent), turns)))
    for number in range(bench.rounds):
        for pair in pairs:
            for played in pair if number % 2 == 0 else pair[::-1]:
                played.measure()
    print("The second half of each game, and the same turns of Ataxx.\n")
    rows, most = [], 0
    for played, ataxx in pairs:
        allocated = played.allocations()
        most = max(most, allocated)
        rows.append([played.name, f"{played.turns - played.more + 1} to {played.turns}", spread(played.own), spread(ataxx.own), f"{allocated:.2f}"])
    print_table(["game", "turns", "own processor time, us a turn", "the same in Ataxx", "heap allocations a turn"], rows)
    for played, ataxx in pairs:
        ratio = median(ours / theirs for ours, theirs in zip(played.own, ataxx.own))
        print_required(f"A turn of {played.name} takes {ratio:.2f} of the time of one of Ataxx.", "at most 1.05", ratio <= 1.05)
    print_required(f"{most:.2f} heap allocations a turn at most.", "0", most < 0.005)
