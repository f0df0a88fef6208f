"""The shipped configurations: the settings that they name, and the end of those that decide quickly."""

import json
import unittest

import transcript
from harness import MACHINE, REFEREE, SOURCE, SPRT, ProgramTest


class Configs(ProgramTest):
    def test_shipped_configurations_name_what_is_counted(self):
        """A changed default must not change what a shipped configuration plays."""
        files = sorted((SOURCE / "configs").glob("*.json"))
        self.assertGreaterEqual(len(files), 3)
        for file in files:
            with self.subTest(file.name):
                config = json.loads(file.read_text())
                self.assertLessEqual({"model", "openings", "repeats"}, set(config))

    def test_agents_are_taken_by_name_from_a_file(self):
        """Beside the configuration, in the current directory, or from another file; run.json holds the agents whole."""
        self.write_json("engines.json", {"near": {"command": "greedy", "time_ms": 7000}, "far": "random"})
        config = self.write_json("c.json", {"agent1": "@near", "agent2": "time_ms=9000 @far", "elo1": 50})
        for where in ({"cwd": self.dir}, {"cwd": "/"}):
            printed = json.loads(self.succeed(SPRT, "run", config, "--print-config", **where).stdout)
            self.assertEqual([printed["agent1"][key] for key in ("command", "name", "time_ms")], [["greedy"], "near", 7000])
            self.assertEqual([printed["agent2"][key] for key in ("command", "name", "time_ms")], [["random"], "far", 9000])
        self.assertIn("\nTotal: 1, ", self.succeed(REFEREE, "play", "@near", "@far", cwd=self.dir).stdout)
        self.succeed(SPRT, "run", config, "--max-games", 2, "--model", "wald", "--out", self.dir / "run", cwd="/")
        run = json.loads((self.dir / "run" / "run.json").read_text())["config"]
        self.assertEqual((run["agent1"]["command"], run["agent2"]["time_ms"]), (["greedy"], 9000))
        (self.dir / "engines.json").rename(self.dir / "others.json")
        self.assertIn("engines.json: No such file", self.run_program(SPRT, "run", config).stderr)
        self.assertIn("--agent1", self.run_program(SPRT, "run", "--agent1", "@x", "--agent2", "random").stderr)
        flags = ("--engines", self.dir / "others.json")
        self.assertIn("AGENT2: ", self.run_program(REFEREE, "play", "@near", "@nobody", *flags).stderr)
        self.assertEqual(self.succeed(SPRT, "run", config, *flags, "--print-config").status, 0)

    def test_two_arguments_are_the_agents(self):
        """What the flags --agent1 and --agent2 say; calc takes the model of its counts in the same spirit."""
        one, two = "name=deep 'minimax' --depth 3", "greedy"
        for command, more in (("run", ()), ("gate", ()), ("match", ("--games", 2))):
            more = (*more, "--seed", 1, "--print-config")
            printed = self.succeed(SPRT, command, "--agent1", one, "--agent2", two, *more).stdout
            self.assertEqual(self.succeed(SPRT, command, one, two, *more).stdout, printed, command)
        self.succeed(SPRT, "run", "greedy", "random", "--max-games", 2, "--out", "r")
        self.assertEqual(json.loads((self.dir / "r" / "run.json").read_text())["overrides"][:2], ["agent1", "agent2"])
        for flag, counts, model in (("--ptnml", "1,2,3,4,5", "pentanomial"), ("--wld", "10,20,5", "trinomial"), ("--wld", "10,20,0", "trinomial")):
            words = (SPRT, "calc", "--elo0", 0, "--elo1", 10, flag, counts)
            self.assertEqual(self.succeed(*words).stdout, self.succeed(*words, "--model", model).stdout)
        self.assertIn('"model":"wald"', self.succeed(SPRT, "calc", "--elo0", 0, "--elo1", 10, "--wld", "1,2,0", "--model", "wald", "--json").stdout)

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
