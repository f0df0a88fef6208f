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


def tell_last_rule(results):
    verdicts = [f"{result['result']['verdict']} {key}" for key, result in results.items()]
    return "; ".join(f"{key}: {score_text(result)}" for key, result in results.items()), ", ".join(verdicts)


def tell_same(results):
    different = sum(int(values[1]) for values in results.values())
    nodes = ", ".join(f"{depth}: {values[2]} and {values[3]}" for depth, values in results.items())
    return (
        f"62 positions, depths 1 to 6: another value or move in {different}; nodes of minimax and of alpha-beta by depth: {nodes}",
        "yes" if different == 0 else "no",
    )


def tell_growth(results):
    slow = {depth: results["minimax", depth] for depth in range(2, 10)}
    fast = {depth: results["alphabeta", depth] for depth in range(2, 13)}
    growth = [
        (float(nodes[last][0]) / float(nodes[first][0])) ** (1 / (last - first)) for nodes, first, last in ((slow, 4, 9), (fast, 4, 12))
    ]
    budget = float(slow[7][1])
    seen = max(depth for depth, values in fast.items() if float(values[1]) <= budget)
    times = ", ".join(f"{depth}: {float(values[1]):.1f}" for depth, values in fast.items())
    held = seen >= 8 and results["match"]["result"]["verdict"] == "H1"
    return (
        f"7 plies: {slow[7][0]} and {fast[7][0]} nodes; growth a ply {growth[0]:.1f} and {growth[1]:.1f}; ms of alpha-beta by depth: "
        f"{times}; minimax to 7 takes {budget:.1f}, in which alpha-beta sees {seen}; alpha-beta to 8 against minimax to 7: "
        f"{score_text(results['match'])}",
        "yes" if held else "no",
    )


def tell_boards(results):
    cells = [f"{rules} {ms} ms: {elo(result)} ({score_text(result)})" for (rules, ms), result in results.items()]
    points = collections.Counter()
    for (rules, _), result in results.items():
        wins, losses, draws = result["result"]["wld"]
        points[rules] += (wins + draws / 2) / (wins + losses + draws)
    order = [rules for rules, _ in points.most_common()]
    return "mcts against alphabeta --depth 3: " + "; ".join(cells), "yes" if order[0] == "ataxx" else f"no: it gains most in {order[0]}"


def tell_exploration(results):
    kept = {c: results["kept", c] for c in EXPLORATIONS}
    points, games = collections.Counter(), collections.Counter()
    for key, result in results.items():
        if key[0] == "match":
            wins, losses, draws = result["result"]["wld"]
            for c, won in ((key[1], wins), (key[2], losses)):
                points[c] += won + draws / 2
                games[c] += wins + losses + draws
    best = (max(kept, key=lambda c: shares(kept[c])["all"][0]), max(points, key=lambda c: points[c] / games[c]))
    return (
        "10 000 playouts; kept by c: " + ", ".join(f"{c}: {share_text(values)}" for c, values in kept.items())
        + "; points in a round: " + ", ".join(f"{c}: {points[c]:g} of {games[c]}" for c in EXPLORATIONS),
        "yes" if best == ("1.41", "1.41") else f"no: most moves are kept with {best[0]}, most points made with {best[1]}",
    )


def tell_first_moves(results):
    ends = {}
    for line in games_of(results["match"]):
        first = line["first"] - 1
        points = line["score"][first] - line["score"][1 - first]
        word = "won" if points > 0 else "lost" if points < 0 else "drawn"
        ends.setdefault(line["opening"][0][0], set()).add(f"{word} on turn {line['turns']}")
    cells = [f"{column}: {' or '.join(sorted(found))}" for column, found in sorted(ends.items())]
    known = {1: "lost on turn 40", 2: "lost on turn 42", 3: "drawn on turn 42", 4: "won on turn 41"}
    is_known = {min(column, 8 - column) for column in ends} == set(known) and all(
        found == {known[min(column, 8 - column)]} for column, found in ends.items()
    )
    return "for the first player, by its first move, up to the mirror: " + "; ".join(cells), "yes" if is_known else "no"


def tell_fours(results):
    shifts, loops = map(float, results["fours"])
    return f"{shifts:.1f} ns by shifts, {loops:.0f} ns by loops: {loops / shifts:.0f} times", "yes" if loops > 10 * shifts else "no"


def tell_table(results):
    groups = shares(results["without"])
    without = groups["all"]
    turns = ", ".join(f"turn {turn}: {of[0]} of {of[1]}" for turn in range(1, 8) for of in [groups[f"turn{turn}"]])
    matches = {key: result for key, result in results.items() if "from" in key}
    entries = (setting.SOURCE / "agents/connect_four/opening_entries.hpp").read_text().count('{"')
    won = [key for key, result in matches.items() if result["result"]["verdict"] == "H1"]
    return (
        f"343 cases of turn 7, {entries} entries of seven turns up to the mirror, each proved; without the table the search keeps "
        f"{share_text(results['without'])} in its positions ({turns}); with against without, "
        + "; ".join(f"{key}: {score_text(result)}" for key, result in matches.items()),
        ("more accuracy: yes" if without[0] < without[1] else "more accuracy: no") + f"; H1 in {len(won)} of {len(matches)} matches",
    )


def tell_win_and_stop(results):
    groups = shares(results["kept"])
    return (
        f"kept with a win at once: {groups['immediate'][0]} of {groups['immediate'][1]} (when lost every move "
        f"keeps that); the right order against the two exchanged: {score_text(results['match'])}",
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
    rules, search, plain = (shares(results[key]) for key in ("rules", "ttco", "alphabeta"))
    kept = ", ".join(f"{key} {share_text(results[key])}" for key in ("rules", "ttco", "alphabeta"))
    is_kept = rules["all"] >= plain["all"] and rules["best"] >= plain["best"]
    return (
        f"kept: {kept}; the best score: {rules['best'][0]}, {search['best'][0]} and {plain['best'][0]}; rules against alphabeta: "
        f"{score_text(results['match'])}, time {time_ratio(results['match'])}; against ttco, a search with a table as its own: "
        f"{score_text(results['same'])}, time {time_ratio(results['same'])}",
        "as many moves kept: " + ("yes" if is_kept else "no"),
    )


def time_ratio(report):
    used = [sum(line["used_us"][i] for line in games_of(report)) for i in range(2)]
    return f"{used[0] / used[1]:.2f} of the other's"


def tell_flat(results):
    cells = ", ".join(f"{n} a column: {share_text(results['flat', n])}" for n in FLAT_PLAYOUTS)
    playout = float(results["playouts"][0])
    matches = {key[1]: result for key, result in results.items() if key[0] == "match"}
    won = all(result["result"]["verdict"] == "H1" for result in matches.values())
    return (
        f"a random game takes {playout / 1000:.2f} us, a million a column {7 * playout / 1000:.1f} s a move; kept: {cells}; UCT with "
        f"70 000: {share_text(results['tree', 70000])}; UCT against flat with as many games: "
        + "; ".join(f"7 x {n}: {score_text(result)}" for n, result in matches.items()),
        "UCT with as many games is stronger" if won else "see the matches",
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
    return f"the empty board is worth {score}: {int(nodes) / 1e6:.0f} million nodes, {float(seconds) / 60:.1f} min, table of 1 GB", "no longer" if score == "1" else "THE SCORE IS WRONG"


def tell_depths(results):
    matches = {key: result for key, result in results.items() if isinstance(key, tuple)}
    cells = [f"{depth + more} against {depth}: {score_text(result)}" for (depth, more), result in matches.items()]
    lists = [f"{d} plies: of {v[0]} positions {v[2]} are kept by {d} plies alone, {v[3]} by {d + 2} alone"
             + (f" (e.g. after {v[5]})" if len(v) > 5 else "") for d, v in ((5, results["deeper 5"]), (7, results["deeper 7"]))]
    with_weights, without = map(float, results["evaluation"])
    deeper = sum(result["result"]["wld"][0] > result["result"]["wld"][1] for result in matches.values())
    accepted = sum(result["result"]["verdict"] == "H1" for result in matches.values())
    less = sum(int(results[f"deeper {d}"][2]) for d in (5, 7))
    return (
        "; ".join([*cells, *lists]) + f"; evaluation takes {100 * (1 - without / with_weights):.0f} % of the time",
        f"deeper wins more games in {deeper} of {len(matches)} matches, H1 in {accepted}; in {less} single positions less was right",
    )


def tell_opened(results):
    cells = [f"{depth}: {' '.join(values)}" for depth, values in results.items()]
    least = [depth for depth, values in results.items() if int(values[1]) > max(int(values[2]), int(values[4]))]
    return "value of columns 1 to 7 by depth: " + "; ".join(cells), f"yes at depth {', '.join(map(str, least))}" if least else "no"


def tell_faults(results):
    right, late, different = results["late-cut"]
    held = results["gate"]["result"]["verdict"] == "H1" and results["control"]["result"]["verdict"] == "H0"
    return (
        f"the right build gated against one that does not return its win: {score_text(results['gate'])}, against itself: "
        f"{score_text(results['control'])}; a late cut on one side: {different} other values, "
        f"{100 * (int(late) / int(right) - 1):.0f} % more nodes",
        "the gate finds the first fault; the second costs time alone" if held and different == "0" else "no",
    )


def tell_clock(results):
    cells = []
    for depth in CLOCKED_DEPTHS:
        times = [move[-1] / 1e6 for line in games_of(results[depth]) for move in line["moves"]]
        late = "/".join(f"{100 * sum(time > limit for time in times) / len(times):.0f}" for limit in (1, 2, 5))
        cells.append(f"depth {depth}: {len(times)} turns, longest {max(times):.1f} s, {late} %")
    return "turns longer than 1/2/5 s: " + "; ".join(cells), "depends on the limit: see the shares"


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
            row[stage] = "{} of {}".format(*groups[stage])
        row["only moves"] = "{} of {}".format(*groups["onlymove"])
        if ("rung", agent) in results:
            row["Elo above the one before"] = elo(results["rung", agent]).removesuffix(" Elo")
        if ("solver", agent) in results:
            points = points_by_value(results["solver", agent])
            row.update({f"from {kind} positions": points.get(kind, "") for kind in ("won", "drawn", "lost")})
        rows.append(row)
    return rows


def tell_strength(results):
    lost = sum(float(row.get("from lost positions", "0").split(" ")[0] or 0) for row in strength_rows(results))
    return "table below", f"{lost:g} points against the solver from lost positions"
