"""The time from a missed deadline to the result in the log."""

import json
import os
import pathlib
import subprocess
import time
from statistics import median

from figures import percentile, print_required, print_table

GAMES = 100
TIME_MS = 50


def print_section(bench):
    rows = []
    for flags in (["--finish-ms", "0"], []):
        late = delays_ms(bench, flags)
        name = " ".join([f"`--time-ms {TIME_MS}", *flags]) + "`"
        rows.append([name, len(late), f"{median(late):.1f}", f"{percentile(late, 99):.1f}", f"{max(late):.1f}"])
        if flags:
            late_99 = percentile(late, 99)
    print_table(["a silent agent", "games", "ms from deadline to log, median", "99 %", "most"], rows)
    print_required(f"99 % of the results are known {late_99:.1f} ms after the deadline.", "at most 50 ms", late_99 <= 50)


def delays_ms(bench, flags):
    times = pathlib.Path(bench.new_path())
    times.mkdir()
    log = bench.new_path()
    agents = [bench.word(bench.silent_agent)] * 2
    command = [
        bench.referee, "play", *agents, "--games", str(GAMES), "--seed", "1", "--log", log,
        "--time-ms", str(TIME_MS), *flags,
    ]  # fmt: skip
    environment = dict(os.environ, BENCH_TIMES=str(times))
    command = bench.on(bench.cores[:1], command)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as play:
        # A game's line is printed after it is written to the log; Python's clock is also the monotonic one.
        written = [time.monotonic_ns() for line in play.stdout if " | T0 | " in line]
    assert play.returncode == 0 and len(written) == GAMES, f"{command} ended with status {play.returncode}"
    result = []
    with open(log, encoding="utf-8") as lines:
        for game, known in zip(map(json.loads, lines), written):
            assert game["termination"] == "timeout", game
            asked = int((times / game["seed"][game["first"] - 1]).read_text())
            result.append((known - asked) / 1e6 - TIME_MS)
    return result
