"""The positions and MOVE lines that `referee perft` counts a second on one core."""

from statistics import median

from figures import print_required, print_table, spread

DEPTH = 7
REQUIRED = 2  # billions a second
COUNTS = {"positions": [], "MOVE lines": ["--messages"]}


def print_section(bench):
    core = bench.cores[:1]
    rates = {what: [] for what in COUNTS}  # billions a second of processor time
    leaves = {}
    for number in range(bench.rounds):
        for what in COUNTS if number % 2 == 0 else reversed(COUNTS):
            command = [bench.referee, "perft", "--depth", str(DEPTH), *COUNTS[what]]
            if what not in leaves:
                leaves[what] = int(bench.output(command).split()[-1])
            rates[what].append(leaves[what] / bench.measured(command, core).own)
    print_table(
        [f"`referee perft --depth {DEPTH}`, {bench.rounds} rounds", "counted", "billions a second"],
        [[what, leaves[what], spread(rates[what])] for what in COUNTS],
    )
    print_required(
        f"On one core {spread(rates['positions'])} billion positions are counted a second.",
        f"at least {REQUIRED}",
        median(rates["positions"]) >= REQUIRED,
    )
