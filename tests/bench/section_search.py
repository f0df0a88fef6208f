"""The searches of the agents: nodes a second compared with a plain alpha-beta, and the time to depth 6."""

from statistics import median

from figures import print_required, print_table, spread

POSITIONS = 100
AGENTS = ("alphabeta", "idab", "ttmo", "ttco", "pvs")  # in the order of the output of bench_search


def rows(bench, *arguments):
    """The numbers of each line that `bench_search` prints."""
    lines = bench.output(bench.on(bench.cores[:1], [bench.search, *map(str, arguments)])).splitlines()
    return [[float(number) for number in line.split()[1:]] for line in lines]


def print_speed(bench):
    rounds = rows(bench, "speed", 3 * bench.rounds)
    ours = [nodes / seconds / 1e6 for nodes, seconds, _ in rounds]
    plain = [nodes / seconds / 1e6 for nodes, _, seconds in rounds]
    ratios = [of_plain / of_ours for _, of_ours, of_plain in rounds]
    print(f"{len(rounds)} rounds over 100 positions, {rounds[0][0]:.0f} nodes each.\n")
    print_table(
        ["alpha-beta to depth 3", "million nodes a second"],
        [["ours", spread(ours, 1)], ["a plain one of the articles' kind", spread(plain, 1)]],
    )
    sentence = f"Ours looks at {spread(ratios)} times the nodes of the plain one in the same time."
    print_required(sentence, "at least 1", median(ratios) >= 1)


def print_depth(bench):
    found = rows(bench, "depth", POSITIONS)
    sums = [sum(column) for column in zip(*found)]
    times, nodes = sums[0::2], sums[1::2]
    print_table(
        [f"to depth 6 from {POSITIONS} positions", "s in all", "million nodes in all", "million nodes a second"],
        [
            [f"`{agent}`", f"{time:.2f}", f"{count / 1e6:.1f}", f"{count / time / 1e6:.1f}"]
            for agent, time, count in zip(AGENTS, times, nodes)
        ],
    )
    print("All but the first from depth 1 on, with an empty table of 16 MB.\n")
    print(f"In a single position `pvs` is {spread([row[0] / row[-2] for row in found], 0)} times as fast as `alphabeta`.\n")
    sentence = f"`pvs` reaches depth 6 on {POSITIONS} positions {times[0] / times[-1]:.0f} times sooner than `alphabeta`."
    print_required(sentence, "at least 10 times", times[0] >= 10 * times[-1])


def print_section(bench):
    print_speed(bench)
    print_depth(bench)
