"""`sprt run` with two games at once on two cores, compared with one game at a time on one core."""

from statistics import median

from figures import print_required, print_table, spread

LENGTH = 4  # times the games of other sections, so that start and end of a run weigh little


def print_section(bench):
    if len(bench.cores) < 2:
        print("Two cores against one: not measured, only one core is allowed.\n")
        return
    games = LENGTH * bench.games
    runs = {1: [], 2: []}  # by concurrency
    for number in range(bench.rounds):
        for at_once in (1, 2) if number % 2 == 0 else (2, 1):
            runs[at_once].append(bench.measured(bench.run(games, concurrency=at_once), bench.cores[:at_once]))
    rates = [[games / run.wall * 1e9 for run in runs[at_once]] for at_once in (1, 2)]
    owns = [[run.own / games / bench.turns / 1e3 for run in runs[at_once]] for at_once in (1, 2)]
    names = [
        f"`sprt run --concurrency 1`, core {bench.cores[0]}",
        f"`sprt run --concurrency 2`, cores {bench.cores[0]} and {bench.cores[1]}",
    ]
    print_table(
        [f"{bench.rounds} rounds of {games} games", "games a second", "own processor time, us a turn, all in"],
        [[name, spread(rate, 0), spread(own)] for name, rate, own in zip(names, rates, owns)],
    )
    ratios = [b / a for a, b in zip(*rates)]
    print_required(f"Two cores play {spread(ratios)} times the games of one.", "at least 1.8", median(ratios) >= 1.8)
