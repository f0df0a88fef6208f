"""Programs that `cmake --install` installed work from any directory."""

import json
import unittest

import transcript
from harness import BUILD, SANITIZED, SOURCE, ProgramTest


class Install(ProgramTest):
    def test_installed_programs_work_from_anywhere(self):
        prefix = self.dir / "a prefix"
        elsewhere = self.dir / "elsewhere"
        elsewhere.mkdir()
        self.succeed("cmake", "--install", BUILD, "--prefix", prefix)

        # The address of the schema in the shipped configurations.
        configs = list((prefix / "share" / "referee" / "configs").glob("*.json"))
        self.assertGreaterEqual(len(configs), 3)
        for config in configs:
            schema = config.parent / json.loads(config.read_text())["$schema"]
            self.assertEqual(json.loads(schema.read_text())["title"], "A run of sprt")

        # Only the prefix may be used: there is no home and no agent in PATH.
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

    def test_documents_configurations_and_pages_are_installed(self):
        self.succeed("cmake", "--install", BUILD, "--prefix", self.dir)
        share = self.dir / "share"
        places = {
            "configs": share / "referee" / "configs",
            "docs": share / "doc" / "referee" / "docs",
            "README.md": share / "doc" / "referee" / "README.md",
            "CHANGELOG.md": share / "doc" / "referee" / "CHANGELOG.md",
            "LICENSE": share / "doc" / "referee" / "copyright",
            "scripts/package/completions/referee.bash": share / "bash-completion" / "completions" / "sprt",
            "scripts/package/completions/_referee": share / "zsh" / "site-functions" / "_referee",
        }
        for name, place in places.items():
            files = [file for file in (SOURCE / name).rglob("*") if file.is_file()] or [SOURCE / name]
            for file in files:
                installed = place / file.relative_to(SOURCE / name)
                self.assertEqual(installed.read_bytes(), file.read_bytes(), installed)
        if not SANITIZED:  # without Python no manual pages are made
            self.assertTrue((share / "man" / "man1" / "sprt-run.1.gz").is_file())


if __name__ == "__main__":
    unittest.main()
