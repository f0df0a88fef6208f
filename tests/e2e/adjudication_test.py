"""Rules that end games early: in runs, in logs and afterwards. Games with rules are compared with the same games played out."""

import json
import re
import unittest

from harness import BIN, REFEREE, SPRT, ProgramTest, read_games, without_clock, write_games

AGENTS = ("--agent1", "alphabeta --depth 1 --shuffle", "--agent2", "greedy")
# Bounds so far away that all games are played.
ENDLESS = ("--elo0", 0, "--elo1", 1, "--alpha", "1e-100", "--beta", "1e-100", "--seed", 3, "--quiet", "--no-check")
ENGINE = f"proto=uai depth=1 restart=pair {BIN / 'uai' / 'uai_engine'}"


def rules(*texts):
    return [word for text in texts for word in ("--adjudicate", text)]


class Adjudication(ProgramTest):
    def test_games_are_those_that_were_played_out_up_to_the_rule(self):
        games = 60
        _, _, whole = self.run_to("whole", *AGENTS, *ENDLESS, "--max-games", games)
        texts = ("material=8/3", "fill=true", "verify=0.3")
        done, run, cut = self.run_to("cut", *AGENTS, *ENDLESS, "--max-games", games, *rules(*texts))
        seen = {"ended": 0, "verified": 0, "wrong": 0, "turns_saved": 0}
        for natural, game in zip(whole, cut, strict=True):
            if game["termination"] == "adjudicated":
                moves = len(game["moves"])
                self.assertEqual(without_clock(game)["moves"], without_clock(natural)["moves"][:moves])
                self.assertLess(moves, len(natural["moves"]))
                self.assertIn(game["adjudication"], ("material", "fill"))
                self.assertIsNone(game["fault"])
                seen["ended"] += 1
                continue
            self.assertEqual(without_clock(game) | {"would_adjudicate": None}, without_clock(natural) | {"would_adjudicate": None})
            if would := game.get("would_adjudicate"):
                seen["verified"] += 1
                seen["wrong"] += would["result"] != game["winner"]
                seen["turns_saved"] += game["turns"] - would["turn"]
        self.assertTrue(seen["ended"] and seen["verified"], seen)
        told = run["result"]["adjudicated"]
        self.assertEqual({key: sum(rule[key] for rule in told.values()) for key in seen}, seen)
        for rule, counts in told.items():
            line = f"Adjudicated by {rule}: {counts['ended']} game"
            self.assertIn(line, done.stdout)
            self.assertIn(line, self.succeed(SPRT, "report", "cut").stdout)
        self.review_is_clean(self.dir / "cut" / "games.jsonl")

        before = self.files()
        after = self.succeed(SPRT, "adjudicate", "whole", *rules(*texts)).stdout
        self.assertEqual(self.files(), before, "nothing is written")
        together = re.search(r"^together +(\d+) ", after, re.MULTILINE)
        self.assertEqual(int(together[1]), seen["ended"] + seen["verified"])

    def test_verify_1_ends_no_game_and_the_rules_can_be_applied_afterwards(self):
        _, run, games = self.run_to("out", *AGENTS, *ENDLESS, "--max-games", 10, *rules("max_turns=20/stones", "verify=1"))
        counts = run["result"]["adjudicated"]["max_turns"]
        self.assertEqual((counts["ended"], counts["verified"]), (0, sum(game["turns"] >= 20 for game in games)))
        after = self.succeed(SPRT, "adjudicate", "out", *rules("max_turns=20/stones")).stdout
        self.assertRegex(after, rf"(?m)^max_turns +{counts['verified']} .* {counts['wrong']}  ")
        _, _, cut = self.run_to("cut", *AGENTS, *ENDLESS, "--max-games", 10, *rules("max_turns=20/stones", "verify=0"))
        done = self.run_program(SPRT, "adjudicate", "cut", *rules("material=true"))
        self.assertEqual((done.status, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"games\.jsonl:\d+: game \d+ was adjudicated \(max_turns\)")
        self.assertTrue(any(game["termination"] == "adjudicated" for game in cut))

    def test_scores_of_engines_end_games(self):
        for rule in ("resign=1/2/one_sided", "draw=1000000/3/10"):
            log = self.dir / f"{rule[:4]}.jsonl"
            self.succeed(REFEREE, "play", ENGINE, ENGINE, "--games", 4, "--seed", 1, "--log", log, *rules(rule, "verify=0"))
            games = read_games(log)
            self.assertEqual({game.get("adjudication") for game in games}, {rule.split("=")[0]})
            for game in games:
                self.assertEqual(len(game["scores"]), len(game["moves"]))
                self.assertEqual(game["winner"] == 0, rule.startswith("draw"))
            self.review_is_clean(log)

    def test_review_and_report_find_a_changed_ending(self):
        _, _, games = self.run_to("out", *AGENTS, *ENDLESS, "--max-games", 4, *rules("max_turns=20/stones", "verify=0"))
        changed = next(game for game in games if game["termination"] == "adjudicated")
        changed["adjudication"] = "fill"
        self.damages(self.dir / "out" / "games.jsonl", "its last game is another one")
        write_games(self.dir / "out" / "games.jsonl", games)
        review = self.run_program(REFEREE, "review", "out/games.jsonl")
        self.assertEqual(review.status, 1)
        self.assertIn("it is not proved that a side fills the board", review.stdout)
        self.assertEqual(self.run_program(SPRT, "report", "out").status, 2)
        changed["adjudication"] = "material"  # some bounds may explain it, but not those of the run
        winner, (one, two) = changed["winner"], changed["score"]
        self.assertEqual(winner, 0 if one == two else 1 if one > two else 2)
        write_games(self.dir / "out" / "games.jsonl", games)
        if winner:
            self.review_is_clean(self.dir / "out" / "games.jsonl")
            report = self.run_program(SPRT, "report", "out")
            self.assertEqual(report.status, 2)
            self.assertIn("by the run's rules of adjudication it ends by max_turns after turn 20", report.stderr)

    def test_gate_is_undecided_when_its_verdict_rests_on_adjudication(self):
        flags = ("--agent1", "alphabeta --depth 1 --shuffle", "--agent2", "random", "--elo1", 100, "--seed", 1, "--quiet")
        for verify, status in ((0, 5), (1, 0)):
            out = f"verify{verify}"
            done = self.run_program(SPRT, "gate", *flags, "--out", out, *rules("max_turns=8/stones", f"verify={verify}"))
            self.assertEqual(done.status, status, str(done))
            result = json.loads((self.dir / out / "run.json").read_text())["result"]
            self.assertEqual((result["verdict"], result["rests_on_adjudication"]), ("H1", verify == 0))
            self.assertEqual("the verdict rests on adjudication" in done.stdout, verify == 0)

    def test_rules_of_a_file_stay_unless_a_flag_names_them(self):
        config = {"agent1": "greedy", "agent2": "random", "adjudicate": {"material": {"lead": 12}, "max_turns": True}}
        file = self.write_json("c.json", config)
        printed = json.loads(self.succeed(SPRT, "run", file, "--print-config", *rules("fill=true", "max_turns=false")).stdout)
        self.assertEqual(printed["adjudicate"], {"material": {"lead": 12, "plies": 4}, "fill": True, "verify": 0.1})
        printed = json.loads(self.succeed(SPRT, "run", file, "--print-config", *rules("false")).stdout)
        self.assertIs(printed["adjudicate"], False)

    def test_wrong_rules_are_status_2_and_play_nothing(self):
        run = (SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--out", "out")
        play = (REFEREE, "play", "greedy", "random")
        for program in (run, play):
            for text, says in (
                ("resign=true", "--adjudicate: resign needs the scores of both agents, and agent 1 sends none"),
                ("draw=true", "--adjudicate: draw needs the scores of both agents"),
                ("material=50", "--adjudicate: material: 50 is out of range; it must be from 1 to 49"),
                ("lead=5", "--adjudicate: 'lead=5' must be RULE=VALUE"),
                ("verify=2", "--adjudicate: verify: '2' must be a share of the games"),
            ):
                done = self.run_program(*program, "--adjudicate", text)
                self.assertEqual((done.status, done.stdout), (2, ""), text)
                self.assertIn(says, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
        done = self.run_program(*run, "--game", "tic-tac-toe", "--adjudicate", "fill=true")
        self.assertIn("--adjudicate: fill counts stones, and tic-tac-toe has none to count", done.stderr)
        file = self.write_json("c.json", {"agent1": "greedy", "agent2": "random", "adjudicate": {"draw": True}})
        done = self.run_program(SPRT, "run", file)
        self.assertIn("c.json: /adjudicate: draw needs the scores", done.stderr)
        done = self.run_program(SPRT, "adjudicate", "nothing")
        self.assertIn("--adjudicate: give a rule, as --adjudicate material=20/4", done.stderr)
        self.assertFalse((self.dir / "out").exists())


if __name__ == "__main__":
    unittest.main()
