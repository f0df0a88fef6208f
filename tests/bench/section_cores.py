"""`sprt run` with two games at once on two cores beside one game at a time on one."""

from statistics import median

from figures import print_required, print_table, spread

LENGTH = 4  # times as many games as elsewhere: a run begins and ends once


def print_section(bench):
    if len(bench.cores) < 2:
        print("Two cores against one: not measured, only one core is allowed.\n")
        return
    games = LENGTH * bench.games
    one, two = [], []
    for number in range(bench.rounds):
        def play_one():
            one.append(bench.measured(bench.run(games, concurrency=1), bench.cores[:1]))

        def play_two():
            two.append(bench.measured(bench.run(games, concurrency=2), bench.cores[:2]))

        for play in (play_one, play_two) if number % 2 == 0 else (play_two, play_one):
            play()
    rates = [[games / run.wall * 1e9 for run in runs] for runs in (one, two)]
    owns = [[run.own / games / bench.turns / 1e3 for run in runs] for runs in (one, two)]
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
