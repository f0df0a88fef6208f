"""The examples of the documents work: the two minimal agents in docs/protocol.md play without a fault, and the
README's first own experiment ends as shown."""

import html
import itertools
import re
import shlex
import subprocess
import sys
import unittest

from harness import PATIENCE_S, REFEREE, SOURCE, SPRT, ProgramTest, command, read_games

PROTOCOL = SOURCE / "docs" / "protocol.md"


def code_blocks(language):
    """The blocks of that language in a document."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PROTOCOL.read_text(), re.MULTILINE | re.DOTALL)


# The agents in Python, in their order in the document.
GAMES = ("connect-four", "tic-tac-toe", "ataxx")


class Docs(ProgramTest):
    def setUp(self):
        super().setUp()
        python = self.dir / "agent.py"
        python.write_text(dict(zip(GAMES, code_blocks("python"), strict=True))["ataxx"])
        cpp = self.dir / "agent.cpp"
        cpp.write_text(*code_blocks("cpp"))
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
                    self.assertLessEqual(set(game["exit"]), {"exited 0", "kept"})
                self.review_is_clean(log)


    def test_documented_agents_of_other_games_play_without_a_fault(self):
        for game, text in zip(GAMES[:2], code_blocks("python")):
            with self.subTest(game):
                self.assertLessEqual(len(text.splitlines()), 40)
                agent = self.dir / f"{game}.py"
                agent.write_text(text)
                log = self.dir / f"{game}.jsonl"
                agents = [command([sys.executable, str(agent)]), "random"]
                self.succeed(REFEREE, "play", "--game", game, *agents, "--games", 20, "--seed", 1, "--log", log)
                out = self.dir / game
                self.succeed(
                    *(SPRT, "run", "--game", game, "--agent1", agents[0], "--agent2", "random", "--out", out),
                    *("--openings", "random:3", "--max-games", 40, "--seed", 1),
                )
                for record in [*read_games(log), *read_games(out / "games.jsonl")]:
                    self.assertIn(record["termination"], ("line", "board_full"))
                    self.assertIsNone(record["fault"])
                    self.assertLessEqual(set(record["exit"]), {"exited 0", "kept"})
                self.review_is_clean(log)
                self.review_is_clean(out / "games.jsonl")


class Readme(ProgramTest):
    def test_first_experiment_of_the_readme_ends_as_documented(self):
        text = (SOURCE / "README.md").read_text()
        found = re.search(r"^```\nbuild/bin/sprt (run [^\n]+)\n```\n\n```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        self.assertTrue(found, "the command and what it prints")
        done = self.succeed(SPRT, *shlex.split(found[1]))
        self.assertIn("\n[SPRT Finished]\n" + found[2], done.stdout)
        self.review_is_clean(self.dir / "runs" / "first" / "games.jsonl")

    def test_picture_of_the_readme_shows_what_its_command_prints(self):
        rows = re.findall(r"^<text.*$", (SOURCE / "docs/pictures/run.svg").read_text(), re.MULTILINE)
        rows = [html.unescape(re.sub(r"<[^>]*>", "", row)) for row in rows]
        call = next(row for row in rows if row.startswith("$sprt run "))
        printed = self.succeed(SPRT, *shlex.split(call)[1:]).stdout.splitlines()
        times = ("Time:", "Clocks:")  # the only rows that depend on the machine
        ends = (those[those.index("[SPRT Finished]") :] for those in (rows, printed))
        self.assertEqual(*([row for row in end if not row.startswith(times)] for end in ends))


if __name__ == "__main__":
    unittest.main()
