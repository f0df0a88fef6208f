"""The shipped configurations that decide quickly."""

import unittest

import transcript
from harness import SOURCE, SPRT, ProgramTest


class Configs(ProgramTest):
    def test_one_sided(self):
        result = "Accept H1. Agent 1 is likely better (Elo >= 50.0)."
        for name1, name2 in (("greedy", "random"), ("minimax", "greedy")):
            with self.subTest(name1):
                config = SOURCE / "configs" / f"{name1}-vs-{name2}.json"
                done = self.succeed(SPRT, "run", config, "--seed", 1)
                games = transcript.check(self, done.stdout, transcript.Test(0, 50), name1, name2, result)
                self.assertEqual([game["winner"] for game in games], ["1"] * 23)
                self.assertIn("\nTotal: 23, WLD: 23/0/0, LLR: 3.073 [-2.944, 2.944]\nFinal LLR: 3.073\n", done.stdout)
                self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
