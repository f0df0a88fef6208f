"""Our processor time for a game of chess by the words of fastchess: with an engine that answers at once, and with stockfish."""

import os
import re
import shutil

from figures import print_required, print_table, spread

PLIES = 100
MOST_MS = 9.2  # a fifth of the 46 to 62 ms that fastchess takes for a game of stockfish, tc=0.5+0.01
STOCKFISH = shutil.which("stockfish", path=f"{os.environ['PATH']}:/usr/games")


def long_game(bench):
    """The first moves of a random game, as UCI writes them."""
    for seed in range(100):
        log = bench.new_path()
        bench.output([bench.referee, "play", "random", "random", "--game", "chess", "--games", "1", "--seed", str(seed), "--log", log])
        moves = re.findall(r"\b[a-h][1-8][a-h][1-8][qrbn]?\b", bench.output([bench.sprt, "export", log, "--format", "pgn", "--notation", "uci"]))
        if len(moves) >= PLIES:
            return moves[:PLIES]
    raise AssertionError(f"no random game has {PLIES} plies")


def match(bench, engine, rounds, at_once):
    words = [bench.sprt, "fastchess"]
    for name in ("new", "base"):
        words += ["-engine", *engine, f"name={name}"]
    words += ["-rounds", str(rounds), "-concurrency", str(at_once), "-recover", "-testEnv", "-ratinginterval", "10"]
    return [*words, "-maxmoves", str(PLIES // 2), "-pgnout", bench.new_path()]


def print_section(bench):
    listed = ["cmd=" + bench.listed_engine, "args=" + " ".join(long_game(bench)), "tc=60"]
    programs = {f"an engine that answers at once, {PLIES} plies": (listed, bench.games // 2, 1, bench.rounds)}
    if STOCKFISH:
        stockfish = ["cmd=" + STOCKFISH, "tc=0.5+0.01", "option.Hash=1"]
        programs[f"stockfish, tc=0.5+0.01, at most {PLIES} plies"] = (stockfish, 100, len(bench.cores), 1)
    rows, times = [], []
    for name, (engine, rounds, at_once, times_played) in programs.items():
        own = [bench.measured(match(bench, engine, rounds, at_once)).own / 2 / rounds / 1e6 for _ in range(times_played)]
        rows.append([name, 2 * rounds, spread(own), spread([1000 * time / PLIES for time in own], 1)])
        times.append(max(own))
    print_table(["`sprt fastchess`, log and PGN", "games", "our processor time a game, ms", "a ply, us"], rows)
    print_required(f"A game takes at most {max(times):.1f} ms of our processor time.", f"at most {MOST_MS}", max(times) <= MOST_MS)
