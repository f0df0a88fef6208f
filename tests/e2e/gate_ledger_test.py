"""`sprt gate --ledger FILE [--fdr RATE]`: what is kept of many gates, and which level the next one has."""

import json
import signal
import unittest

from harness import PATIENCE_S, SPRT, ProgramTest, complaints, wait_until

BASE = "alphabeta --depth 1 --shuffle"
BETTER = "alphabeta --depth 3 --shuffle"
SLOW_CLOCKS = ("--ready-ms", 60000, "--time-ms", 60000, "--quiet")


class GateLedger(ProgramTest):
    def words(self, agent1, seed, *flags):
        bounds = ("--elo0", 0, "--elo1", 200, *SLOW_CLOCKS)
        return [SPRT, "gate", "--agent1", agent1, "--agent2", BASE, "--seed", seed, "--ledger", "gates.jsonl", *bounds, *flags]

    def gate(self, agent1, seed, *flags):
        return self.run_program(*self.words(agent1, seed, *flags), env={"GITHUB_STEP_SUMMARY": ""})

    def ledger(self):
        return [json.loads(line) for line in (self.dir / "gates.jsonl").read_text().splitlines()]

    def test_gates_are_kept_with_level_verdict_and_retries(self):
        reports = ("--junit", "j.xml", "--markdown", "m.md", "--out", "run")
        done = self.gate(BETTER, 1, "--fdr", 0.1, *reports)
        self.assertEqual(done.status, 0, done)
        begin, end = self.ledger()
        self.assertEqual((begin["gate"], begin["alpha"], begin["fdr"], begin["seed"]), (1, 0.02187, 0.1, "1"))
        self.assertEqual((end["gate"], end["outcome"]), (1, "passed"))
        self.assertGreater(end["games"], 0)
        run = json.loads((self.dir / "run" / "run.json").read_text())
        self.assertEqual(run["config"]["alpha"], 0.02187)
        self.assertEqual(run["ledger"], {"file": str(self.dir / "gates.jsonl"), "gate": 1})
        self.assertEqual([agent["sha256"] for agent in run["agents"]], [agent["sha256"] for agent in begin["agents"]])
        self.assertIn("(Alpha=0.02187, Beta=0.05)\n", done.stdout)
        self.assertIn("False discovery rate: 0.1, by LORD++; after 0 gates on the ledger alpha is 0.02187\n", done.stdout)
        lines = "Ledger: gate 1; 1 passed.\nLedger: about 0.00 of the 1 that passed are expected to have passed wrongly"
        self.assertIn(lines, done.stdout)
        self.assertIn(lines, (self.dir / "j.xml").read_text())
        self.assertIn("\n**Ledger**\n\n- Gate 1; 1 passed.\n", (self.dir / "m.md").read_text())
        self.assertEqual(complaints(done), [])

        again = self.gate(BETTER, 2, "--fdr", 0.1, "--max-games", 8, "--markdown", "again.md")
        self.assertEqual(again.status, 5, again)
        self.assertEqual([self.ledger()[2]["gate"], self.ledger()[2]["alpha"]], [2, 0.02909])
        retry = "this build of agent 1 was gated before with another seed or another agent 2 (gate 1 passed)"
        self.assertIn(f"sprt: warning: {retry}", again.stderr)
        self.assertIn(f"Warning: {retry}", again.stdout)
        self.assertIn(f"- T{retry[1:]}", (self.dir / "again.md").read_text())
        self.assertIn("Ledger: gate 2; 1 passed, 1 undecided.\n", again.stdout)
        copy = self.gate(BETTER, 2, "--max-games", 8)
        self.assertIn("the same builds were gated before with the same seed (gate 2 undecided)", copy.stderr)
        other = self.gate("alphabeta --depth 2 --shuffle", 2, "--max-games", 8)
        self.assertEqual(complaints(other), [], "other arguments are another build")

    def test_interrupted_gate_gets_its_verdict_when_it_is_resumed(self):
        gate = self.start_program(*map(str, self.words(BETTER, 1, "--out", "run")))
        games = self.dir / "run" / "games.jsonl"
        wait_until(lambda: gate.poll() is not None or (games.exists() and games.read_bytes()), PATIENCE_S)
        gate.send_signal(signal.SIGTERM)
        done = self.finish(gate)
        self.assertEqual(done.status, 128 + signal.SIGTERM, done)
        self.assertEqual([line.get("outcome") for line in self.ledger()], [None, "interrupted"])
        self.assertIn("Ledger: gate 1; 1 interrupted.\n", done.stdout)
        resumed = self.succeed(SPRT, "resume", "run")
        self.assertEqual([line.get("outcome") for line in self.ledger()], [None, "interrupted", "passed"])
        self.assertIn("Ledger: gate 1; 1 passed.\n", resumed.stdout)
        self.succeed(SPRT, "resume", "run")
        self.assertEqual(len(self.ledger()), 3, "there is one verdict")
        (self.dir / "gates.jsonl").rename(self.dir / "moved.jsonl")
        gone = self.run_program(SPRT, "resume", "run")
        self.assertEqual(gone.status, 2, gone)
        self.assertIn(f"sprt: the ledger {self.dir}/gates.jsonl is gone; gate 1 could not be written to it\n", gone.stderr)

    def test_killed_gate_is_a_test_and_refused_one_is_none(self):
        gate = self.start_program(*map(str, self.words(BETTER, 1, "--out", "run")))
        games = self.dir / "run" / "games.jsonl"
        wait_until(lambda: gate.poll() is not None or (games.exists() and games.read_bytes()), PATIENCE_S)
        gate.kill()
        self.finish(gate)
        refused = self.gate(BETTER, 2, "--out", "run")
        self.assertEqual(refused.status, 2, refused)
        self.assertEqual([line.get("outcome") for line in self.ledger()], [None, None, "not_played"])
        printed = self.gate(BETTER, 3, "--fdr", 0.1, "--print-config")
        self.assertEqual(json.loads(printed.stdout)["alpha"], 0.007215, "that of the second test")
        self.assertEqual(len(self.ledger()), 3, "nothing was played")

    def test_gates_at_the_same_time_have_levels_of_their_own(self):
        gates = [self.start_program(*map(str, self.words(BETTER, seed, "--fdr", 0.1))) for seed in range(3)]
        self.assertEqual([self.finish(gate).status for gate in gates], [0, 0, 0])
        begins = [line for line in self.ledger() if line["event"] == "begin"]
        self.assertEqual([line["gate"] for line in begins], [1, 2, 3])
        self.assertEqual(sorted(line["gate"] for line in self.ledger() if line["event"] == "end"), [1, 2, 3])
        self.assertEqual(begins[0]["alpha"], 0.02187)
        self.assertLessEqual(sum(line["alpha"] for line in begins), 0.1)

    def test_wrong_input_is_named_and_nothing_is_written(self):
        config = self.write_json("c.json", {"agent1": BETTER, "agent2": BASE, "alpha": 0.01})
        damaged = self.dir / "damaged.jsonl"
        damaged.write_text('{"format":1,"event":"begun"}\n')
        self.damages(damaged, "a line that no gate wrote")
        for flags, said in (
            (["--fdr", 0.1], "--fdr needs --ledger FILE: "),
            (["--ledger", "l.jsonl", "--fdr", 0], "--fdr: 0 is out of range; it must be above 0 and at most 0.5"),
            (["--ledger", "l.jsonl", "--fdr", 0.51], "--fdr: 0.51 is out of range"),
            (["--ledger", "l.jsonl", "--fdr", "nan"], "--fdr: nan is out of range"),
            (["--ledger", "l.jsonl", "--fdr", "x"], "--fdr"),
            (["--ledger", "l.jsonl", "--fdr", 0.1, "--alpha", 0.1], "--fdr sets alpha, and so does --alpha; leave one"),
            ([config, "--ledger", "l.jsonl", "--fdr", 0.1], f"--fdr sets alpha, and so does {config}: /alpha; leave one"),
            (["--ledger", "damaged.jsonl"], 'damaged.jsonl:1: /event is "begun"; it must be begin or end; nothing was appended'),
            (["--ledger", "."], "--ledger: . is a directory; name a file"),
            (["--ledger", "l.jsonl", "--agent1", "no-such-agent"], "--agent1: "),
        ):
            with self.subTest(said):
                agents = [] if flags[0] == config else ["--agent1", BETTER, "--agent2", BASE]
                if "--agent1" in flags:
                    agents = ["--agent2", BASE]
                done = self.run_program(SPRT, "gate", *agents, *flags)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn(said, done.stderr)
                ledger = self.dir / "l.jsonl"
                self.assertTrue(not ledger.exists() or ledger.read_bytes() == b"")
        self.assertEqual(damaged.read_text(), '{"format":1,"event":"begun"}\n')


if __name__ == "__main__":
    unittest.main()
