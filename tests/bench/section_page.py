"""`sprt page` beside `gzip -6` of the same log, and the size of the page."""

import os
from statistics import median

from bench_setup import ENDLESS
from figures import print_required, print_table, spread

LENGTH = 10  # times the games of other sections
MOST_TIME = 3
MOST_SIZE = 0.35
RANDOM = ["--agent1", "random", "--agent2", "random"]  # no two games of theirs are the same


def print_section(bench):
    games = LENGTH * bench.games
    run, page = bench.new_path(), bench.new_path()
    limits = ["--max-games", str(games), "--seed", "1", "--quiet", "--out", run]
    bench.output([bench.sprt, "run", *RANDOM, *ENDLESS, *limits])
    log = f"{run}/games.jsonl"
    commands = {"`sprt page`": [bench.sprt, "page", run, "--out", page], "`gzip -6`": ["gzip", "-6", "-c", log]}
    works = {name: [] for name in commands}
    for _ in range(bench.rounds):
        for name, command in commands.items():
            works[name].append(bench.measured(command, bench.cores[:1]).all)
    size = os.path.getsize(log)
    head = [f"a run of {games} games, {size / 1e6:.1f} MB, one core", "processor time, us a game"]
    print_table(head, [[name, spread([work / games / 1e3 for work in some], 0)] for name, some in works.items()])
    ratios = [mine / theirs for mine, theirs in zip(*works.values())]
    sentence = f"`sprt page` takes {spread(ratios, 2)} times as long as `gzip -6` on the log."
    print_required(sentence, f"at most {MOST_TIME}", median(ratios) <= MOST_TIME)
    share = os.path.getsize(page) / size
    print_required(f"The page has {share:.3f} of the size of the log.", f"at most {MOST_SIZE}", share <= MOST_SIZE)
