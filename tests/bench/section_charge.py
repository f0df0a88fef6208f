"""The time charged for a turn, compared with the time that the agent measures from its read of TURN to its write."""

import json
import os
import pathlib
from statistics import median

from figures import percentile, print_required, print_table

THINKING_GAMES = 20
THINKING_US = 2000


def print_section(bench):
    rows = []
    at_once = overcharges(bench, bench.games, 0)
    thinking = overcharges(bench, THINKING_GAMES, THINKING_US)
    for name, over in (("answers at once", at_once), (f"computes for {THINKING_US / 1000:g} ms", thinking)):
        less = sum(us < 0 for us in over)
        rows.append([name, len(over), f"{median(over):.0f}", percentile(over, 99), max(over), less])
    print_table(["agent", "turns", "us more than its own measure, median", "99 %", "most", "turns charged less"], rows)
    over = at_once + thinking
    worst = max(percentile(at_once, 99), percentile(thinking, 99))
    print_required(f"At the 99th percentile {worst} us more are charged.", "at most 200", worst <= 200)
    print_required(f"{sum(us < 0 for us in over)} turns were charged less.", "0", min(over) >= 0)


def overcharges(bench, games, think_us):
    """For each turn the charged time minus the agent's own measure, in whole microseconds."""
    log = bench.new_path()
    times = pathlib.Path(bench.new_path())
    times.mkdir()
    agents = [bench.word(bench.timed_agent)] * 2
    command = [bench.referee, "play", *agents, "--games", str(games), "--seed", "1", "--log", log]
    environment = dict(os.environ, BENCH_TIMES=str(times), BENCH_THINK_US=str(think_us))
    bench.output(bench.on(bench.cores[:1], command), env=environment)
    result = []
    with open(log, encoding="utf-8") as lines:
        for game in map(json.loads, lines):
            for agent, seed in enumerate(game["seed"], 1):
                own = [int(ns) // 1000 for ns in (times / seed).read_text().split()]
                first_move = 0 if game["first"] == agent else 1
                charged = [move[4] for move in game["moves"][first_move::2]]
                assert len(own) == len(charged), f"game {game['game']}: an agent answered {len(own)} times"
                result += [ours - theirs for ours, theirs in zip(charged, own)]
    return result
