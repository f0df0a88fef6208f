"""What `cmake --install` puts somewhere works from anywhere."""

import json
import unittest

import transcript
from harness import BUILD, ProgramTest


class Install(ProgramTest):
    def test_installed_programs(self):
        prefix = self.dir / "a prefix"
        elsewhere = self.dir / "elsewhere"
        elsewhere.mkdir()
        self.succeed("cmake", "--install", BUILD, "--prefix", prefix)

        # Where the shipped configurations say that their schema is.
        configs = list((prefix / "share" / "referee" / "configs").glob("*.json"))
        self.assertGreaterEqual(len(configs), 3)
        for config in configs:
            schema = config.parent / json.loads(config.read_text())["$schema"]
            self.assertEqual(json.loads(schema.read_text())["title"], "A run of sprt")

        # Nothing but the prefix may help: no home, no agents in PATH.
        env = {"HOME": str(elsewhere), "PATH": "/nonexistent"}
        config = prefix / "share" / "referee" / "configs" / "greedy-vs-random.json"
        done = self.succeed(prefix / "bin" / "sprt", "run", config, "--seed", 1, cwd=elsewhere, env=env)
        result = "Accept H1. Agent 1 is likely better (Elo >= 50.0)."
        games = transcript.check(self, done.stdout, transcript.Test(0, 50), "greedy", "random", result)
        self.assertEqual([game["winner"] for game in games], ["1"] * 23)

        log = elsewhere / "log.jsonl"
        played = self.succeed(
            *(prefix / "bin" / "referee", "play", "alphabeta --depth 1", "minimax --depth 1", "--log", log),
            cwd=elsewhere,
            env=env,
        )
        self.assertIn("Total: 1, WLD: 1/0/0\n", played.stdout)
        self.review_is_clean(log)
        self.assertEqual([path.name for path in elsewhere.iterdir()], ["log.jsonl"])


if __name__ == "__main__":
    unittest.main()
