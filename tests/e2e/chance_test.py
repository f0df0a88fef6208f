"""Agents that repeat only some of their games, from the starting position: `half_random_agent` wins the games in which it
searches, always by the same moves, and loses the others. So greedy is as strong, and H1 is wrong."""

import json
import os
import pathlib
import shutil
import unittest

import transcript
from harness import AGENTS, SPRT, ProgramTest, command, read_games

HALF_RANDOM = pathlib.Path(__file__).with_name("half_random_agent")
RUNS = int(os.environ.get("REFEREE_RUNS", "20"))


class Chance(ProgramTest):
    def play(self, seed, *more, out=None):
        out = self.dir / (out or f"run{seed}")
        more = more or ("--elo1", 50)
        flags = ("--elo0", 0, *more, "--openings", "start", "--seed", seed, "--out", out)
        half_random = "restart=game " + command([str(HALF_RANDOM), str(AGENTS)])  # a process is one agent or the other
        done = self.succeed(SPRT, "run", "--agent1", "greedy", "--agent2", half_random, *flags)
        return done, json.loads((out / "run.json").read_text()), read_games(out / "games.jsonl")

    def test_games_that_an_earlier_build_played_after_the_end_are_noted(self):
        """Copies were never counted, so such a run went on; here by games of the same agents with other bounds."""
        _, run, games = self.play(5)
        limit = ("--elo1", 1, "--max-games", len(games) + 6)
        self.play(5, *limit, out="longer")
        shutil.copy(self.dir / "longer" / "games.jsonl", self.dir / "run5" / "games.jsonl")
        del run["games_sha256"]  # earlier builds wrote none
        self.write_json("run5/run.json", {**run, "result": None})  # its times are not those of the longer run
        report = json.loads(self.succeed(SPRT, "report", "run5", "--json").stdout)
        self.assertEqual(report["result"]["llr"], run["result"]["llr"])
        (note,) = report["notes"]
        self.assertIn(f"the run ended with game {len(games) - 1}; 6 more games of an earlier build are not counted", note)

    def test_agent_of_equal_strength_is_accepted_in_few_runs(self):
        """At most 5 % of the runs and 3 standard errors accept H1, where 70 % did when copies were never counted."""
        ends = {}
        score = games = 0
        for seed in range(1, RUNS + 1):
            done, run, records = self.play(seed)
            result = run["result"]
            end = result["verdict"] or result["reason"]
            ends[end] = ends.get(end, 0) + 1
            score += sum({1: 1, 0: 0.5, 2: 0}[record["winner"]] for record in records)
            games += len(records)
            if seed == 1:
                more = [transcript.REPEATS, transcript.CLOCKS]
                transcript.check_pairs(self, done.stdout, run, records, done.stdout.split("Result: ")[1].split(" Elo after")[0], more)
        print(f"{RUNS} runs: {ends}; {games} games, in which greedy scored {100 * score / games:.1f} %")
        self.assertLessEqual(ends.get("H1", 0), RUNS * 0.05 + 3 * (RUNS * 0.05 * 0.95) ** 0.5)
        self.assertGreater(ends.get("H0", 0), RUNS / 2)


if __name__ == "__main__":
    unittest.main()
