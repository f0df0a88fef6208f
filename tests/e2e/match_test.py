"""sprt match: a number of games that is fixed beforehand, and estimates in place of a test."""

import json
import signal
import unittest

import schema
from harness import SPRT, ProgramTest, read_games, wait_until, without_clock

FAST = ("--agent1", "minimax --depth 1", "--agent2", "greedy", "--seed", 3, "--quiet")


class Match(ProgramTest):
    def match(self, *flags):
        return self.succeed(SPRT, "match", *FAST, *flags)

    def report(self, folder):
        return json.loads(self.succeed(SPRT, "report", folder, "--json").stdout)

    def games(self, folder):
        return [without_clock(game) for game in read_games(self.dir / folder / "games.jsonl")]

    def start_match(self, *flags):
        """Starts a match and waits for its first game."""
        process = self.start_program(SPRT, "match", *FAST, *flags, "--out", "m")
        log = self.dir / "m" / "games.jsonl"
        wait_until(lambda: process.poll() is not None or (log.exists() and log.stat().st_size > 0), 60)
        return process

    def test_plays_its_games_and_estimates_like_calc(self):
        out = self.match("--games", 30, "--out", "m").stdout
        self.assertIn("Match: 30 games\n", out)
        self.assertIn("Result: 30 games. Elo ", out)
        self.assertIn("(95 %, number of games fixed beforehand)", out)
        report = self.report("m")
        self.assertEqual((report["result"]["reason"], report["result"]["games"], report["over"]), ("games", 30, True))
        self.assertEqual(report["differences"], [])
        ptnml = ",".join(map(str, report["result"]["ptnml"]))
        calc = json.loads(self.succeed(SPRT, "calc", "--model", "pentanomial", "--elo0", 0, "--elo1", 10, "--ptnml", ptnml, "--json").stdout)
        estimates = report["estimates"]
        for key in ("score", "elo", "elo_ci95", "nelo", "nelo_ci95", "los", "anytime_ci95", "pairs_ratio"):
            self.assertEqual(estimates[key], calc[key], key)
        self.assertEqual(estimates["interval"], "fixed")
        run = json.loads((self.dir / "m" / "run.json").read_text())
        self.assertEqual(run["kind"], "match")
        self.assertEqual(schema.problems("run", run), [])
        for mend in ({"kind": "run"}, {"kind": None}, {"result": {**run["result"], "llr": 0}}):
            self.assertFalse(schema.is_right("run", {**run, **mend}), mend)

    def test_games_are_those_of_a_run_with_the_same_seed(self):
        self.match("--games", 20, "--out", "m")
        self.succeed(SPRT, "run", *FAST, "--max-games", 20, "--elo1", 0.1, "--openings", "random:4", "--alpha", "1e-9", "--beta", "1e-9", "--out", "r")
        self.assertEqual(self.games("m"), self.games("r"))
        run = json.loads((self.dir / "r" / "run.json").read_text())
        self.assertNotIn("kind", run)

    def test_odd_number_is_lowered_and_said_once(self):
        done = self.run_program(SPRT, "match", *FAST, "--games", 5, "--out", "m")
        self.assertEqual(done.status, 0, done)
        self.assertEqual(done.stderr.count("5 is odd; 4 are played"), 1)
        self.assertEqual(self.report("m")["result"]["games"], 4)

    def test_killed_match_goes_on_and_is_as_if_it_had_not_been_killed(self):
        self.match("--games", 60, "--concurrency", 2, "--out", "whole")
        killed = self.start_match("--games", 60, "--concurrency", 2)
        killed.kill()
        self.finish(killed)
        self.succeed(SPRT, "resume", "m")
        self.assertEqual(self.games("m"), self.games("whole"))
        whole, cut = self.report("whole"), self.report("m")
        self.assertEqual(cut["estimates"], whole["estimates"])
        self.assertEqual(cut["estimates"]["interval"], "fixed", "its number was not changed")

    def test_number_may_be_changed_and_then_the_interval_is_the_one_for_any_time(self):
        self.match("--games", 10, "--out", "m")
        self.assertIn("The match has ended; sprt resume DIR --games N plays more games.", self.succeed(SPRT, "resume", "m").stdout)
        out = self.succeed(SPRT, "resume", "m", "--games", 20).stdout
        self.assertIn("Going on after 10 games.", out)
        self.assertIn("Result: 20 games. Elo ", out)
        self.assertIn("(95 %, at any time)", out)
        report = self.report("m")
        self.assertEqual((report["over"], report["result"]["games"], report["estimates"]["interval"]), (True, 20, "anytime"))
        self.match("--games", 20, "--openings", "random:4", "--out", "at_once")
        self.assertEqual(self.games("m"), self.games("at_once"))
        for name in ("m", "at_once"):
            self.assertEqual(schema.problems("run", json.loads((self.dir / name / "run.json").read_text())), [])
        rows = (
            (["--games", 20], "--games: 20 is out of range; 20 games were played, and whole pairs come to at least 22"),
            (["--games", 21], "--games: 21 is out of range; 20 games were played, and whole pairs come to at least 22"),
            (["--games", -2], "--games: -2 is out of range; 20 games were played, and whole pairs come to at least 22"),
        )
        for flags, message in rows:
            with self.subTest(flags):
                refused = self.run_program(SPRT, "resume", "m", *flags)
                self.assertEqual((refused.status, refused.stdout, refused.stderr), (2, "", f"sprt: {message}\n"))
        self.assertEqual(self.report("m")["result"]["games"], 20)

    def test_interrupted_match_has_the_interval_for_any_time(self):
        started = self.start_match("--games", 100_000)
        started.send_signal(signal.SIGINT)
        done = self.finish(started)
        self.assertEqual(done.status, 130)
        self.assertIn("[Match Interrupted]", done.stdout)
        self.assertRegex(done.stdout, r"Result: Interrupted by SIGINT after \d+ of 100000 games\.")
        self.assertIn("(95 %, at any time)", done.stdout)
        self.assertFalse(self.report("m")["over"])

    def test_agents_without_chance_repeat_and_openings_may_be_too_few(self):
        out = self.match("--games", 40, "--openings", "start", "--out", "same").stdout
        self.assertIn("Result: Ended early after 8 of 40 games. The agents repeat 2 games", out)
        self.assertEqual(self.report("same")["result"]["reason"], "repeats")
        refused = self.run_program(SPRT, "resume", "same", "--games", 50)
        self.assertEqual((refused.status, refused.stderr), (2, "sprt: --games: the match ended by repeats, and more games cannot change that\n"))
        self.match("--games", 6, "--openings", "start", "--repeats", "count", "--out", "counted")
        self.assertEqual(sum(self.report("counted")["result"]["ptnml"]), 3)
        (self.dir / "book.txt").write_text("1 1 1 2 7 1 7 2\n1 1 2 2 7 1 6 2\n")
        out = self.match("--games", 6, "--openings", "book.txt", "--out", "few").stdout
        self.assertIn("Limit: 4 games, when the openings are used up\n", out)
        self.assertIn("Result: The openings are used up after 4 of 6 games.\n", out)

    def test_reports_of_a_match_have_its_numbers_and_no_verdict(self):
        self.match("--games", 10, "--out", "m")
        self.succeed(SPRT, "report", "m", "--markdown", "m.md")
        text = (self.dir / "m.md").read_text()
        self.assertIn("### sprt match: 10 of 10 games", text)
        self.assertIn("| Elo (95 %, number of games fixed beforehand) | ", text)
        for word in ("LLR", "H0", "H1", "UNDECIDED"):
            self.assertNotIn(word, text)
        refused = self.run_program(SPRT, "report", "m", "--junit", "j.xml")
        self.assertEqual((refused.status, refused.stderr), (2, "sprt: --junit: m is a match, which has no verdict to report\n"))
        self.assertFalse((self.dir / "j.xml").exists())
        adjudicated = self.succeed(SPRT, "adjudicate", "m", "--adjudicate", "material=20/4").stdout
        self.assertRegex(adjudicated, r"As played:   Elo .* after 10 games")
        self.succeed(SPRT, "page", "m")

    def test_settings_of_a_test_are_unknown_and_those_of_a_match_are_checked(self):
        config = {"agent1": "greedy", "agent2": "random"}
        rows = (
            ([], {}, "games is missing: give --games N or \"games\" in a configuration"),
            (["--games", 1], {}, "--games: 1 is out of range; it must be from 2 to 9007199254740992"),
            ([], {"games": 0}, "c.json: /games: 0 is out of range; it must be from 2 to 9007199254740992"),
            (["--games", 4, "--elo1", 5], {}, "--elo1"),
            ([], {"games": 4, "elo0": 0}, "c.json: /elo0 is unknown"),
            ([], {"games": 4, "max_games": 9}, "c.json: /max_games is unknown"),
            ([], {"games": 4, "model": "wald"}, "c.json: /model is unknown"),
        )
        for flags, more, message in rows:
            with self.subTest(flags=flags, more=more):
                self.write_json("c.json", {**config, **more})
                refused = self.run_program(SPRT, "match", "c.json", *flags)
                self.assertEqual((refused.status, refused.stdout), (2, ""))
                self.assertIn(message, refused.stderr)
                self.assertEqual(refused.stderr.count("\n"), 1, refused)
        self.write_json("c.json", {**config, "games": 4})
        self.assertIn("/games is unknown", self.run_program(SPRT, "run", "c.json").stderr)
        self.succeed(SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--max-games", 4, "--out", "r", "--quiet")
        refused = self.run_program(SPRT, "resume", "r", "--games", 10)
        self.assertEqual((refused.status, refused.stderr), (2, "sprt: --games: it is for a match, and r is a run that a test ends; --max-games is its limit\n"))

    def test_changed_file_of_a_match_is_noticed(self):
        self.write_json("c.json", {"agent1": "greedy", "agent2": "random", "games": 9, "seed": 1})
        started = self.start_match("c.json", "--games", 100_000)
        started.send_signal(signal.SIGTERM)
        self.assertEqual(self.finish(started).status, 143)
        self.write_json("c.json", {"agent1": "greedy", "agent2": "random", "games": 9, "turns": 50})
        refused = self.run_program(SPRT, "resume", "m")
        self.assertEqual(refused.status, 2)
        self.assertIn("turns of the configuration changed", refused.stderr)
        self.assertNotIn("games of the configuration", refused.stderr, "a flag gave it")


if __name__ == "__main__":
    unittest.main()
