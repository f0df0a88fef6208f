"""The examples of the documents work: the two minimal agents in docs/protocol.md play without a fault, and the
README's first own experiment ends as shown."""

import itertools
import re
import shlex
import subprocess
import sys
import unittest

from harness import PATIENCE_S, REFEREE, SOURCE, SPRT, ProgramTest, command, read_games

PROTOCOL = SOURCE / "docs" / "protocol.md"


def code_block(language):
    """The only block of that language in a document."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", PROTOCOL.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"{len(blocks)} blocks of {language} in {PROTOCOL}"
    return blocks[0]


class Docs(ProgramTest):
    def setUp(self):
        super().setUp()
        python = self.dir / "agent.py"
        python.write_text(code_block("python"))
        cpp = self.dir / "agent.cpp"
        cpp.write_text(code_block("cpp"))
        binary = self.dir / "agent"
        compile_it = ["c++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-o", binary, cpp]
        subprocess.run(compile_it, check=True, timeout=PATIENCE_S)
        self.agents = {"python": command([sys.executable, str(python)]), "cpp": str(binary)}

    def test_documented_agents_play_without_a_fault(self):
        rivals = {"random": "random", "greedy": "greedy", **self.agents}
        for ours, other in itertools.product(self.agents, rivals):
            if ours == other:
                continue
            with self.subTest(f"{ours} against {other}"):
                log = self.dir / f"{ours}-{other}.jsonl"
                limits = ["--ready-ms", 60000, "--time-ms", 60000, "--finish-ms", 60000]
                agents = [self.agents[ours], rivals[other]]
                self.succeed(REFEREE, "play", *agents, "--games", 4, "--seed", 1, "--log", log, *limits)
                for game in read_games(log):
                    self.assertIn(game["termination"], ("annihilation", "board_full", "turn_limit"))
                    self.assertIsNone(game["fault"])
                    self.assertEqual(game["exit"], ["exited 0", "exited 0"])
                self.review_is_clean(log)


class Readme(ProgramTest):
    def test_first_experiment_of_the_readme_ends_as_documented(self):
        text = (SOURCE / "README.md").read_text()
        found = re.search(r"^```\nbuild/bin/sprt (run [^\n]+)\n```\n\n```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        self.assertTrue(found, "the command and what it prints")
        done = self.succeed(SPRT, *shlex.split(found[1]))
        self.assertIn("\n[SPRT Finished]\n" + found[2], done.stdout)
        self.review_is_clean(self.dir / "runs" / "first" / "games.jsonl")


if __name__ == "__main__":
    unittest.main()
