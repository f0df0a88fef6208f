"""Games a second of processes that play many games, beside a floor that keeps its processes as long."""

from statistics import median

from figures import print_required, print_table, spread
from section_counts import allocations, per_turn_and_game, system_calls

HEAD = ["one core", "games a second", "us a turn, all in", "beside the floor", "times the games of `restart=game`"]


class Kept:
    """A program and the ns of its rounds. `floor` is what it is compared with."""

    def __init__(self, name, command, floor=None):
        self.name = name
        self.command = command  # of (games, turns)
        self.floor = floor
        self.walls = []

    def over(self, other):
        return [theirs / ours for ours, theirs in zip(self.walls, other.walls)]


def player(bench, restart, *words):
    agent = " ".join([*words[:-1], f"restart={restart}", words[-1]])
    return lambda games, turns: bench.play_with(agent, games, turns, "--log", bench.new_path())


def floor(bench, games_a_process):
    return lambda games, turns: bench.play_floor(games, turns, games_a_process or games)


def print_section(bench):
    native = f"{bench.word(bench.agent)} many"
    engine = ("proto=uai", bench.word(bench.trivial_engine))
    floors = {"never": Kept("floor, processes kept", floor(bench, 0)), "pair": Kept("floor, a pair a process", floor(bench, 2))}
    ours = {kind: Kept(f"native, `restart={kind}`", player(bench, kind, native), floors[kind]) for kind in floors}
    anew = Kept("native, `restart=game`", player(bench, "game", native), Kept("floor", floor(bench, 1)))
    uai = {kind: Kept(f"UAI, `restart={kind}`", player(bench, kind, *engine)) for kind in ("never", "pair", "game")}
    everybody = [*floors.values(), anew.floor, *ours.values(), anew, *uai.values()]
    for number in range(bench.rounds):
        for each in everybody if number % 2 == 0 else everybody[::-1]:
            each.walls.append(bench.measured(each.command(bench.games, bench.turns), bench.cores[:1]).wall)
    print(f"{bench.rounds} rounds of {bench.games} games of {bench.turns} turns, `referee play` with a log.\n")
    print_table(HEAD, [row(bench, each, uai["game"] if each in uai.values() else anew) for each in everybody])
    for kind, each in ours.items():
        ratios = each.over(each.floor)
        sentence = f"With `restart={kind}` `referee play` plays {spread(ratios, 3)} of the games of that floor."
        print_required(sentence, "at least 0.85", median(ratios) >= 0.85)
    times = ours["never"].over(anew)
    print_required(f"`restart=never` plays {spread(times)} times the games of `restart=game`.", "at least 4", median(times) >= 4)
    plies = [wall / bench.games / bench.turns / 1e3 for wall in uai["never"].walls]
    print_required(f"A ply of kept UAI engines takes {spread(plies, 1)} us, all in.", "at most 10", median(plies) <= 10)
    print_counts(bench, {"native": (ours["never"], 4), "UAI": (uai["never"], 5)})


def row(bench, each, anew):
    rate = spread([bench.games / wall * 1e9 for wall in each.walls], 0)
    turn = spread([wall / bench.games / bench.turns / 1e3 for wall in each.walls], 1)
    beside = spread(each.over(each.floor), 3) if each.floor else ""
    return [each.name, rate, turn, beside, "" if "floor" in each.name else spread(each.over(anew))]


def print_counts(bench, players):
    rows = []
    for name, (each, _) in players.items():
        counts = [per_turn_and_game(bench, each.command, count) for count in (system_calls, allocations)]
        rows.append([name, *(f"{count[part][key]:.2f}" for count, key in zip(counts, ("total", "malloc")) for part in (0, 1))])
    head = ["`restart=never`", "system calls a turn", "a game besides", "heap allocations a turn", "a game besides"]
    print_table(head, rows)
    for (name, calls, _, allocated, _), (_, most) in zip(rows, players.values()):
        print_required(f"{name}: {calls} system calls a turn.", f"at most {most}", float(calls) <= most + 0.005)
        print_required(f"{name}: {allocated} heap allocations a turn.", "0", float(allocated) < 0.005)
