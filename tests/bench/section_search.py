"""The searches of the agents: nodes a second beside a plain alpha-beta, and the time to depth 6."""

from statistics import median

from figures import print_required, print_table, spread

POSITIONS = 100


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
    alphabeta, alphabeta_nodes, pvs, pvs_nodes = map(sum, zip(*found))
    ratios = [row[0] / row[2] for row in found]
    print_table(
        [f"to depth 6 from {POSITIONS} positions", "s in all", "million nodes in all"],
        [
            ["`alphabeta`", f"{alphabeta:.2f}", f"{alphabeta_nodes / 1e6:.1f}"],
            ["`pvs`, from depth 1 on, with an empty table", f"{pvs:.2f}", f"{pvs_nodes / 1e6:.1f}"],
        ],
    )
    print(f"In a single position `pvs` is {spread(ratios, 0)} times as fast.\n")
    sentence = f"`pvs` reaches depth 6 on {POSITIONS} positions {alphabeta / pvs:.0f} times sooner."
    print_required(sentence, "at least 10 times", alphabeta >= 10 * pvs)


def print_section(bench):
    print_speed(bench)
    print_depth(bench)
