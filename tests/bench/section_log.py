"""`sprt run` with and without `--out`: the cost of writing and flushing the log."""

from statistics import median

from figures import print_required, print_table, spread

LENGTH = 5  # times the games of other sections: the start and end of a run directory take some milliseconds
MOST_LOST = 0.03


def print_section(bench):
    games = LENGTH * bench.games
    core = bench.cores[0]
    walls = {True: [], False: []}  # with and without a log: ns a game, by round
    works = {True: [], False: []}  # processor time of sprt and of the agents
    for number in range(bench.rounds):
        order = (True, False, False, True) if number % 2 == 0 else (False, True, True, False)
        runs = [(log, bench.measured(bench.run(games, log=log), [core])) for log in order]
        for log in (True, False):
            mine = [run for has_log, run in runs if has_log == log]
            walls[log].append(sum(run.wall for run in mine) / len(mine) / games)
            works[log].append(sum(run.all for run in mine) / len(mine) / games)
    rows = [
        [name, spread([1e9 / wall for wall in walls[log]], 0), spread([work / 1e3 for work in works[log]], 0)]
        for log, name in ((False, "`sprt run`"), (True, "`sprt run --out`"))
    ]
    head = f"{bench.rounds} rounds of 2 runs of {games} games, all on core {core}"
    print_table([head, "games a second", "processor time of sprt and agents, us a game"], rows)
    ratios = [without / with_log for without, with_log in zip(walls[False], walls[True])]
    sentence = f"With a log {spread(ratios, 3)} of the games are played."
    holds = median(ratios) >= 1 - MOST_LOST and min(ratios) >= 1 - MOST_LOST
    print_required(sentence, f"at least {1 - MOST_LOST:.2f}, median and least", holds)
    ratios = [without / with_log for without, with_log in zip(works[False], works[True])]
    print(f"By processor time: {spread(ratios, 3)}; other programs disturb this less.\n")
