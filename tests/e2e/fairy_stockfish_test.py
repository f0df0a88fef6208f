"""Connect Four and Tic-Tac-Toe against Fairy-Stockfish, a UCI engine that others wrote: no illegal move, no fault.

Without it the tests are skipped (status 77); they fail where CI is set, or REFEREE_REQUIRES_ENGINES is 1.
"""

import os
import shutil
import subprocess
import sys
import unittest

from harness import PATIENCE_S, REFEREE, SOURCE, SPRT, ProgramTest, command, complaints, read_games

PROGRAM = shutil.which("fairy-stockfish", path=f"{os.environ['PATH']}:/usr/games")
VARIANTS = str(SOURCE / "configs" / "fairy-stockfish.ini")
REQUIRED = "CI" in os.environ or os.environ.get("REFEREE_REQUIRES_ENGINES") == "1"

NAMES = {"connect-four": "cfour", "tic-tac-toe": "tictactoe"}
# Numbers of positions by depth.
PERFT = {
    "connect-four": {4: 2401, 6: 117649, 7: 823536},
    "tic-tac-toe": {5: 15120, 6: 54720, 7: 148176, 8: 200448, 9: 127872},
}
# Games with each limit, 50 together. Nobody loses on time: what is tested is what is said.
GAMES = {
    ("nodes=200",): 20,
    ("depth=3",): 16,
    ("move_ms=5", "margin_ms=30000"): 10,
    ("tc=1+0.05", "margin_ms=30000"): 4,
}
LIMITS_OF_GO = {"nodes": "nodes 200", "depth": "depth 3", "move_ms": "movetime 5", "tc": r"wtime \d+ btime \d+ winc \d+ binc \d+"}


def engine(*keys):
    return command(["proto=uci", f"option.VariantPath={VARIANTS}", *keys, PROGRAM])


class FairyStockfish(ProgramTest):
    def test_both_count_the_same_positions(self):
        for game, depth, count in ((game, *counted) for game, counts in PERFT.items() for counted in counts.items()):
            options = f"setoption name VariantPath value {VARIANTS}\nsetoption name UCI_Variant value {NAMES[game]}\n"
            lines = f"uci\n{options}position startpos\ngo perft {depth}\nquit\n"
            said = subprocess.run([PROGRAM], input=lines, capture_output=True, text=True, timeout=PATIENCE_S).stdout
            self.assertRegex(said, rf"(?m)^Nodes searched: {count}$")
            self.assertIn(str(count), self.succeed(REFEREE, "perft", "--game", game, "--depth", depth).stdout.split())

    def test_fifty_games_with_each_kind_of_limit(self):
        self.assertEqual(sum(GAMES.values()), 50)
        for game in NAMES:
            for number, (keys, games) in enumerate(GAMES.items()):
                with self.subTest(game, keys=keys):
                    opponent = ("random", "alphabeta --depth 2 --shuffle")[number % 2]
                    out, trace = f"{game}-{number}", f"{game}-{number}-said"
                    self.succeed(
                        *(SPRT, "match", engine(*keys), opponent, "--game", game, "--games", games, "--seed", 1),
                        *("--openings", "random:2", "--repeats", "count", "--out", out, "--trace", trace, "--max-faults", "none"),
                    )
                    log = self.dir / out / "games.jsonl"
                    played = read_games(log)
                    self.assertEqual([record["fault"] for record in played], [None] * games)
                    self.assertFalse([record for record in played if "bad_pv" in record])
                    self.assertLessEqual({record["termination"] for record in played}, {"line", "board_full"})
                    self.review_is_clean(log)
                    said = next((self.dir / trace).iterdir()).read_text()
                    self.assertRegex(said, rf"(?m)> 1 go {LIMITS_OF_GO[keys[0].split('=')[0]]}$")

    def test_game_that_it_does_not_know_is_refused(self):
        for game in NAMES:
            done = self.run_program(REFEREE, "play", command(["proto=uci", PROGRAM]), "random", "--game", game)
            self.assertEqual((done.status, len(complaints(done))), (2, 1), done)
            self.assertIn(f"agent1: plays no {game}: UCI_Variant has no {NAMES[game]}; set option.VariantPath", done.stderr)


if __name__ == "__main__":
    if PROGRAM is None:
        print("failed:" if REQUIRED else "skipped:", "the program fairy-stockfish is not installed")
        sys.exit(1 if REQUIRED else 77)
    unittest.main()
