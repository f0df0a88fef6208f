"""Games a second in sandboxes, beside games without."""

from statistics import median

from figures import print_required, print_table, spread
from section_counts import per_turn_and_game, system_calls

LEAST_SHARE = 0.8
MOST_START_MS = 2
LONG = 4  # times the games of other sections: a sandbox is made once for a run


class Played:
    def __init__(self, bench, restart, sandbox):
        agent = f"restart={restart} {bench.word(bench.agent)} many"
        self.restart = restart
        self.command = lambda games, turns: bench.play_with(
            agent, games, turns, "--log", bench.new_path(), "--sandbox", "on" if sandbox else "off"
        )
        self.walls = []


def print_section(bench):
    games = LONG * bench.games
    pairs = [(Played(bench, restart, False), Played(bench, restart, True)) for restart in ("game", "pair", "never")]
    for number in range(bench.rounds):
        for pair in pairs:
            for each in pair if number % 2 == 0 else pair[::-1]:
                each.walls.append(bench.measured(each.command(games, bench.turns), bench.cores[:1]).wall / games)
    head = ["one core", "games a second without", "in sandboxes", "share"]
    rows = []
    for without, within in pairs:
        shares = [before / after for before, after in zip(without.walls, within.walls)]
        rates = [spread([1e9 / wall for wall in each.walls], 0) for each in (without, within)]
        rows.append([f"`restart={without.restart}`", *rates, spread(shares, 3)])
    print(f"{bench.rounds} rounds of {games} games of {bench.turns} turns, `referee play` with a log.\n")
    print_table(head, rows)
    for without, within in pairs[1:]:
        shares = [before / after for before, after in zip(without.walls, within.walls)]
        sentence = f"With `restart={without.restart}` {spread(shares, 3)} of the games are played in sandboxes."
        print_required(sentence, f"at least {LEAST_SHARE}", median(shares) >= LEAST_SHARE)
    without, within = pairs[0]
    starts = [(after - before) / 2 / 1e6 for before, after in zip(without.walls, within.walls)]
    sentence = f"The start and the end of an agent take {spread(starts, 2)} ms more in a sandbox."
    print_required(sentence, f"at most {MOST_START_MS} ms", median(starts) <= MOST_START_MS)
    counts = [per_turn_and_game(bench, each.command, system_calls)[0]["total"] for each in pairs[2]]
    sentence = f"A turn takes {counts[1]:.2f} system calls in a sandbox, and {counts[0]:.2f} without."
    print_required(sentence, "no more than 0.05 more, for turns that take long", counts[1] <= counts[0] + 0.05)
