"""From results to text: for each row what was measured, and whether the claim holds."""

import collections
import functools
import json
import subprocess

from common import setting
from common.claims import elo, score_text

from .parts import CLOCKED_DEPTHS, EXPLORATIONS, FLAT_PLAYOUTS, LADDER, STAGES


def shares(values):
    """What bench_kept prints, as {group: (kept, of)}."""
    return {values[i]: (int(values[i + 1]), int(values[i + 2])) for i in range(0, len(values), 3)}


def share_text(values, group="all"):
    part, whole = shares(values)[group]
    return f"{part} of {whole} ({100 * part / whole:.0f} %)"


def games_of(result):
    """The lines of a match's log."""
    with open(result["directory"] / "games.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def verdict_of(wanted):
    """Makes (measured, holds) of rows with one match or more, which all shall end with this verdict."""

    def tell(results):
        matches = {key: result for key, result in results.items() if isinstance(result, dict)}
        text = "; ".join(f"{key}: {score_text(result)}" for key, result in matches.items())
        held = all(result["result"]["verdict"] == wanted for result in matches.values())
        return text, "yes" if held else "no"

    return tell


def tell_same(results):
    different = sum(int(values[1]) for values in results.values())
    nodes = ", ".join(f"{depth}: {values[2]} and {values[3]}" for depth, values in results.items())
    return (
        f"62 positions, depths 1 to 6: another value or move in {different}; nodes of minimax and of alpha-beta by depth: {nodes}",
        "yes" if different == 0 else "no",
    )


def tell_growth(results):
    slow = {depth: float(results["minimax", depth][0]) for depth in range(2, 10)}
    fast = {depth: float(results["alphabeta", depth][0]) for depth in range(2, 13)}
    growth = [(nodes[last] / nodes[first]) ** (1 / (last - first)) for nodes, first, last in ((slow, 4, 9), (fast, 4, 12))]
    ms = ", ".join(f"{depth}: {float(values[1]):.1f}" for (kind, depth), values in
                   ((key, value) for key, value in results.items() if key != "match") if kind == "alphabeta")
    held = results["match"]["result"]["verdict"] == "H1"
    return (
        f"depth 7: {slow[7]:.0f} and {fast[7]:.0f} nodes; growth a ply {growth[0]:.1f} and {growth[1]:.1f}; ms of alpha-beta by "
        f"depth: {ms}; alpha-beta to 9, in less than the time of minimax to 7, against it: {score_text(results['match'])}",
        "yes" if held else "no",
    )


def tell_boards(results):
    cells = [f"{rules} {ms} ms: {elo(result)} ({score_text(result)})" for (rules, ms), result in results.items()]
    return "mcts against alphabeta --depth 3: " + "; ".join(cells), "no: it gains most in Connect Four, and least on the largest board"


def tell_exploration(results):
    accuracy = ", ".join(f"{c}: {share_text(results['kept', c])}" for c in EXPLORATIONS)
    points = collections.Counter()
    for key, result in results.items():
        if key[0] == "match":
            wins, losses, draws = result["result"]["wld"]
            points[key[1]] += wins + draws / 2
            points[key[2]] += losses + draws / 2
    table = ", ".join(f"{c}: {points[c]:.1f}" for c in EXPLORATIONS)
    return f"10 000 playouts; kept by c: {accuracy}; points of 160 in a round: {table}", "the best c is not sqrt 2"


def tell_first_moves(results):
    ends = {}
    for line in games_of(results["match"]):
        first = line["first"] - 1
        points = line["score"][first] - line["score"][1 - first]
        word = "won" if points > 0 else "lost" if points < 0 else "drawn"
        ends.setdefault(line["opening"][0][0], set()).add(f"{word} on turn {line['turns']}")
    cells = [f"{column}: {' or '.join(sorted(found))}" for column, found in sorted(ends.items())]
    known = {1: "lost on turn 40", 2: "lost on turn 42", 3: "drawn on turn 42", 4: "won on turn 41"}
    is_known = all(found == {known[min(column, 8 - column)]} for column, found in ends.items())
    return "for the first player, by its first move, up to the mirror: " + "; ".join(cells), "yes" if is_known else "no"


def tell_fours(results):
    shifts, loops = map(float, results["fours"])
    return f"{shifts:.1f} ns by shifts, {loops:.0f} ns by loops: {loops / shifts:.0f} times", "yes" if loops > 10 * shifts else "no"


def tell_table(results):
    with_table, without = (share_text(results[key]) for key in ("with", "without"))
    matches = "; ".join(f"{key}: {score_text(results[key])}" for key in results if "from" in key)
    entries = (setting.SOURCE / "agents/connect_four/opening_entries.hpp").read_text().count('{"')
    held = all(results[key]["result"]["verdict"] == "H1" for key in results if "from" in key)
    return (
        f"343 cases of turn 7, {entries} entries in all, up to the mirror; kept in turns 6 and 7: {with_table} with, {without} "
        f"without; with against without, {matches}",
        "yes" if held else "more accuracy: yes; H1: no",
    )


def tell_win_and_stop(results):
    groups = shares(results["kept"])
    return (
        f"kept with a win at once: {groups['immediate'][0]} of {groups['immediate'][1]}, when lost: {groups['lost'][0]} of "
        f"{groups['lost'][1]}; the right order against the two exchanged: {score_text(results['match'])}",
        "yes" if results["match"]["result"]["verdict"] == "H1" else "no: the order costs too little to be seen",
    )


def tell_patterns(results):
    fired, won, by_move, defended, of = results["patterns"]
    return (
        f"positions after 14 to 27 random moves: {won} of {fired} are won, by the pattern's move {by_move}; the only defence keeps "
        f"{defended} of {of}; --patterns against the exact win in two: {score_text(results['match'])}",
        "no: nearly, not certain" if by_move != fired else "yes",
    )


def tell_rules_first(results):
    rules, plain = (shares(results[key]) for key in ("rules", "alphabeta"))
    return (
        f"kept {share_text(results['rules'])} and {share_text(results['alphabeta'])}, best score {rules['best'][0]} and "
        f"{plain['best'][0]}; rules against alphabeta: {score_text(results['match'])}, time {time_ratio(results['match'])}",
        "yes" if rules["best"] >= plain["best"] else "no",
    )


def time_ratio(report):
    used = [sum(line["used_us"][i] for line in games_of(report)) for i in range(2)]
    return f"{used[0] / used[1]:.2f} of the other's"


def tell_flat(results):
    cells = ", ".join(f"{n} a column: {share_text(results['flat', n])}" for n in FLAT_PLAYOUTS)
    same = share_text(results["tree", 70000])
    playout = float(results["playouts"][0])
    return (
        f"a random game takes {playout / 1000:.2f} us, a million a column {7 * playout / 1000:.1f} s a move; kept: {cells}; UCT with "
        f"70 000: {same}; UCT 10 000 against flat 7 x 1000: {score_text(results['match'])}",
        "UCT needs a hundredth of the games",
    )


def tell_limit(results):
    cells = [f"depth {depth}: {float(results[depth][0]) / 1e6:.1f} million nodes, {float(results[depth][1]) / 1000:.2f} s a move"
             for depth in (11, 12)]
    return "; ".join(cells) + " (after 7 moves)", "limit 12 is 11 plies, as the code counts the root"


def tell_end(results):
    positions, different = results["end"]
    return f"{positions} positions of the end, searched to the end: another value than the solver's in {different}", (
        "yes: draws are 0" if different == "0" else "no")


def tell_weights(results):
    return (
        "the table is the number of fours through each cell (test); greedy by weights against the first move: "
        f"{score_text(results['first'])}, against a random move: {score_text(results['random'])}",
        "yes" if all(result["result"]["verdict"] == "H1" for result in results.values())
        else "against a random move yes, against the first move no",
    )


def tell_solver(results):
    score, nodes, seconds = results["empty"]
    return f"the empty board is worth {score}: {int(nodes) / 1e6:.0f} million nodes, {float(seconds) / 60:.1f} min, table of 1 GB", "no longer"


def tell_depths(results):
    cells = []
    for (depth, more), result in ((key, value) for key, value in results.items() if isinstance(key, tuple)):
        cells.append(f"{depth + more} against {depth}: {score_text(result)}")
    lists = [f"depth {d}: of {v[0]} positions {v[2]} are kept by {d} plies alone, {v[3]} by {d + 2} alone (e.g. after {v[5]})"
             for d, v in ((5, results["deeper 5"]), (7, results["deeper 7"]))]
    with_weights, without = map(float, results["evaluation"])
    return (
        "; ".join(cells) + "; " + "; ".join(lists) + f"; evaluation takes {100 * (1 - without / with_weights):.0f} % of the time",
        "a ply or two more wins matches; in single positions less was right, too",
    )


def tell_opened(results):
    cells = [f"{depth}: {' '.join(values)}" for depth, values in results.items()]
    least = [depth for depth, values in results.items() if int(values[1]) > max(int(values[2]), int(values[4]))]
    return "value of columns 1 to 7 by depth: " + "; ".join(cells), f"yes at depth {', '.join(map(str, least))}" if least else "no"


def tell_faults(results):
    right, late, different = results["late-cut"]
    return (
        f"a win that is not returned: {score_text(results['match'])} against the right one; a late cut on one side: {different} other "
        f"values, {100 * (int(late) / int(right) - 1):.0f} % more nodes",
        "the first is rejected, as it should be" if results["match"]["result"]["verdict"] == "H0" else "no verdict",
    )


def tell_clock(results):
    cells = []
    for depth in CLOCKED_DEPTHS:
        times = [move[-1] / 1e6 for line in games_of(results[depth]) for move in line["moves"]]
        late = "/".join(f"{100 * sum(time > limit for time in times) / len(times):.0f}" for limit in (1, 2, 5))
        cells.append(f"depth {depth}: longest {max(times):.1f} s, {late} %")
    return "turns longer than 1/2/5 s: " + "; ".join(cells), "limit 13 is 12 plies"


@functools.cache
def values_of(program, openings):
    """The score of the side to move after each opening, which is a text of columns."""
    done = subprocess.run([program, "values"], input="".join(f"{moves}\n" for moves in openings), stdout=subprocess.PIPE,
                          check=True, text=True)
    return dict(zip(openings, map(int, done.stdout.split())))


def points_by_value(result):
    """The points of agent 1, by what its side of the opening is worth: {won, drawn or lost: `POINTS of GAMES`}."""
    lines = games_of(result)
    text = {line["game"]: "".join(str(move[0]) for move in line["opening"]) for line in lines}
    values = values_of(result["bin"] / "bench" / "bench_connect_four", tuple(sorted(set(text.values()))))
    points, of = collections.Counter(), collections.Counter()
    for line in lines:
        moves = text[line["game"]]
        is_to_move = (line["first"] == 1) == (len(moves) % 2 == 0)
        value = values[moves] if is_to_move else -values[moves]
        kind = "won" if value > 0 else "lost" if value < 0 else "drawn"
        of[kind] += 1
        points[kind] += (1 + line["score"][0] - line["score"][1]) / 2
    return {kind: f"{points[kind]:g} of {of[kind]}" for kind in of}


def strength_rows(results):
    """A row for each agent of the ladder."""
    rows = []
    for agent in LADDER:
        groups = shares(results["kept", agent])
        row = {"agent": agent}
        for stage in STAGES:
            row[f"{stage}, %"] = f"{100 * groups[stage][0] / groups[stage][1]:.0f}"
        row["only moves"] = "{} of {}".format(*groups["onlymove"])
        if ("rung", agent) in results:
            row["Elo above the one before"] = elo(results["rung", agent]).removesuffix(" Elo")
        if ("solver", agent) in results:
            points = points_by_value(results["solver", agent])
            row.update({f"from {kind} positions": points.get(kind, "") for kind in ("won", "drawn", "lost")})
        rows.append(row)
    return rows


def tell_strength(results):
    best = max((row for row in strength_rows(results) if row["agent"] != "solver"), key=lambda row: float(row["end, %"]))
    return f"table below; against the solver nobody gains from a lost position; {best['agent']} keeps most of the end", "see the table"
