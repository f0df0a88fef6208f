"""The shipped configurations: the settings that they name, and the end of those that decide quickly."""

import json
import unittest

import transcript
from harness import MACHINE, SOURCE, SPRT, ProgramTest


class Configs(ProgramTest):
    def test_shipped_configurations_name_what_is_counted(self):
        """A changed default must not change what a shipped configuration plays."""
        files = sorted((SOURCE / "configs").glob("*.json"))
        self.assertGreaterEqual(len(files), 3)
        for file in files:
            with self.subTest(file.name):
                config = json.loads(file.read_text())
                self.assertLessEqual({"model", "openings", "repeats"}, set(config))

    def test_one_sided_configurations_end_with_a_verdict(self):
        result = "Accept H1. Agent 1 is likely better (Elo >= 50.0)."
        for name1, name2 in (("greedy", "random"), ("minimax", "greedy")):
            with self.subTest(name1):
                config = SOURCE / "configs" / f"{name1}-vs-{name2}.json"
                done = self.succeed(SPRT, "run", config, "--seed", 1)
                games = transcript.check(self, done.stdout, transcript.Test(0, 50), name1, name2, result)
                self.assertEqual([game["winner"] for game in games], ["1"] * 23)
                self.assertIn("\nTotal: 23, WLD: 23/0/0, LLR: 3.073 [-2.944, 2.944]\nFinal LLR: 3.073\n", done.stdout)
                self.assertEqual([line for line in done.stderr.splitlines() if not MACHINE.search(line)], [])


if __name__ == "__main__":
    unittest.main()
