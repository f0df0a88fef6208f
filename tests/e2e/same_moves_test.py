"""Searches that differ from minimax in pruning alone choose its moves: from each of 25 random openings the same game
is played twice, with the seats swapped."""

import unittest

from harness import SPRT, ProgramTest, read_games


class SameMoves(ProgramTest):
    def test_searches_with_pruning_play_minimaxs_games(self):
        openings = 25
        for agent in ("negamax", "alphabeta"):
            with self.subTest(agent):
                out = self.dir / agent
                bounds = ("--elo0", -0.1, "--elo1", 0.1, "--max-games", 2 * openings, "--openings", "random:4")
                self.succeed(
                    *(SPRT, "run", "--agent1", agent, "--agent2", "minimax", *bounds, "--time-ms", 1000000),
                    *("--seed", 1, "--quiet", "--out", out),
                )
                games = read_games(out / "games.jsonl")
                self.assertEqual(len(games), 2 * openings)
                for one, other in zip(games[::2], games[1::2]):
                    self.assertEqual(len(one["opening"]), 4)
                    self.assertEqual(one["opening"], other["opening"])
                    self.assertEqual([move[:4] for move in one["moves"]], [move[:4] for move in other["moves"]])
                    self.assertNotEqual(one["first"], other["first"])


if __name__ == "__main__":
    unittest.main()
