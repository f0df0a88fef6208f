"""How long a table of ratings takes, and whether the live view of a tournament slows its games."""

import os
import pty
import subprocess
import threading
import time
from statistics import median

from figures import print_required, print_table, spread

MOST_MS = 50
LEAST_SHARE = 0.98
AGENTS = 12
ROUNDS = 4


def tables_ms(bench, cluster):
    """Milliseconds of each table of 64 agents."""
    lines = bench.output([bench.ratings, cluster]).splitlines()
    return [float(line.split()[0]) for line in lines]


def seconds_in_terminal(command):
    """Wall time of a command whose output goes to a terminal, which is read as fast as it writes."""
    reader, terminal = pty.openpty()

    def drain():
        try:
            while os.read(reader, 65536):
                pass
        except OSError:  # the terminal is closed
            pass

    thread = threading.Thread(target=drain)
    thread.start()
    begin = time.monotonic()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env=environment, check=True)
    seconds = time.monotonic() - begin
    os.close(terminal)
    thread.join()
    os.close(reader)
    return seconds


def print_section(bench):
    rows = {cluster: tables_ms(bench, cluster) for cluster in ("pair", "opening")}
    print_table(["64 agents, 2016 pairings, 200 rounds: errors by", "ms a table"], [[name, spread(ms, 1)] for name, ms in rows.items()])
    most = max(median(ms) for ms in rows.values())
    print_required(f"A table of 64 agents takes {most:.1f} ms.", f"at most {MOST_MS} ms", most <= MOST_MS)

    agents = [word for i in range(AGENTS) for word in ("--agent", f"name=a{i} {bench.agent}")]
    base = [bench.sprt, "tournament", *agents, "--rounds", str(ROUNDS), "--seed", "1", "--quiet", "--no-check"]
    views = {"with the live view": ["--progress", "on"], "without": ["--progress", "off"]}
    games = ROUNDS * AGENTS * (AGENTS - 1)
    rates = {name: [] for name in views}
    for _ in range(bench.rounds):
        for name, flags in views.items():
            rates[name].append(games / seconds_in_terminal([*base, *flags]))
    print_table([f"tournament of {AGENTS} agents, {games} games, in a terminal", "games/s"], [[name, spread(some, 0)] for name, some in rates.items()])
    ratios = [seen / unseen for seen, unseen in zip(*rates.values())]
    print_required(f"With the live view {spread(ratios, 3)} times as many games a second are played.", f"at least {LEAST_SHARE}", median(ratios) >= LEAST_SHARE)
