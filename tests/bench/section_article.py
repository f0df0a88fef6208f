"""The run of the article: its time compared with the processor time of its agents."""

import json
import pathlib
from statistics import median

from figures import print_required, print_table, spread

ROUNDS = 3


def print_section(bench):
    cores = bench.cores[:2]
    walls, occupied, agents, thrown, owns, shares, rest = [], [], [], [], [], [], []
    for number in range(min(ROUNDS, bench.rounds)):
        out = bench.new_path()
        config = str(bench.source / "configs" / "article.json")
        run = bench.measured([bench.sprt, "run", config, "--seed", str(number + 1), "--quiet", "--out", out], cores)
        with open(pathlib.Path(out) / "games.jsonl", encoding="utf-8") as lines:
            counted = sum(sum(json.loads(line)["cpu_us"]) for line in lines) / 1e6
        walls.append(run.wall / 1e9)
        occupied.append(run.wall / 1e9 * len(cores))
        agents.append(counted)
        thrown.append((run.all - run.own) / 1e9 - counted)
        owns.append(run.own / 1e9)
        shares.append(100 * run.own / run.all)
        rest.append(100 * (1 - counted / occupied[-1]))
    print_table(
        [f"`sprt run configs/article.json`, {len(walls)} runs, {len(cores)} cores", "s"],
        [
            ["time", spread(walls)],
            ["time x cores", spread(occupied)],
            ["processor time of the agents, games that count", spread(agents)],
            ["processor time of the agents, games thrown away at the verdict", spread(thrown)],
            ["`sprt`'s own processor time", spread(owns)],
        ],
    )
    sentence = f"`sprt` itself takes {spread(shares)} % of all processor time."
    print_required(sentence, "at most 3 %", median(shares) <= 3)
    sentence = f"{spread(rest)} % of time x cores is not processor time of the agents in games that count."
    print_required(sentence, "at most 3 %", median(rest) <= 3)
