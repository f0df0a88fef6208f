"""The numbers of system calls and heap allocations of the referee's own process."""

import os

from figures import print_required, print_table

GAMES = 20
COUNTS = 3  # the least count is taken: on a slow machine the referee also reads the agents' clocks


def print_section(bench):
    programs = [bench.play_floor, bench.play]
    calls = [per_turn_and_game(bench, program, system_calls) for program in programs]
    allocated = [per_turn_and_game(bench, program, allocations) for program in programs]
    names = sorted({name for count in calls for name in (*count[0], *count[1])} - {"total"})
    rows = [[f"`{name}`", *cells(calls, name)] for name in names]
    shown = [row for row in rows if any(cell != "0.00" for cell in row[1:])]
    columns = [f"{program}, a {part}" for part in ("turn", "game besides") for program in ("floor", "`referee play`")]
    print_table(
        ["the referee's own process", *columns],
        [
            ["all system calls", *cells(calls, "total")],
            *shown,
            ["heap allocations", *cells(allocated, "malloc")],
        ],
    )
    turn = calls[1][0]["total"]
    print_required(f"{turn:.2f} system calls a turn.", "at most 4", turn <= 4.005)
    turn = allocated[1][0]["malloc"]
    print_required(f"{turn:.2f} heap allocations a turn.", "0", turn < 0.005)


def cells(counts, name):
    return [f"{count[part].get(name, 0):.2f}" for part in (0, 1) for count in counts]


def per_turn_and_game(bench, program, count):
    """Counts by name for a turn, and for a game without its turns. Those of start and end cancel out."""
    half = bench.turns // 2  # the ends of very short games have more waits, which would be counted as turns
    long = least(bench, program, count, GAMES, bench.turns)
    short = least(bench, program, count, GAMES, half)
    more = least(bench, program, count, 2 * GAMES, half)
    turn, game = {}, {}
    for name in long.keys() | short.keys() | more.keys():
        turn[name] = (long.get(name, 0) - short.get(name, 0)) / (GAMES * (bench.turns - half))
        game[name] = (more.get(name, 0) - short.get(name, 0)) / GAMES - half * turn[name]
    return turn, game


def least(bench, program, count, games, turns):
    counts = [count(bench, program(games, turns)) for _ in range(COUNTS)]
    return {name: min(one.get(name, 0) for one in counts) for name in set().union(*counts)}


def system_calls(bench, command):
    table = bench.new_path()  # without -f strace traces the process alone
    bench.output(bench.on(bench.cores[:1], ["strace", "-c", "-o", table, *command]))
    counts = {}
    with open(table, encoding="utf-8") as lines:
        for line in lines:
            fields = line.split()
            if len(fields) >= 4 and fields[3].isdigit():
                counts[fields[-1]] = int(fields[3])
    return counts


def allocations(bench, command):
    count = bench.new_path()
    environment = dict(os.environ, LD_PRELOAD=bench.count_malloc, COUNT_MALLOC_FILE=count)
    bench.output(bench.on(bench.cores[:1], command), env=environment)
    with open(count, encoding="utf-8") as line:
        return {"malloc": int(line.read())}
