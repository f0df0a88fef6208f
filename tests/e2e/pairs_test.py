"""Models of pairs: the transcript, the counts and the end of a run, all counted again from the games."""

import unittest

import transcript
from harness import SPRT, ProgramTest, command, scripted

SEARCH = "alphabeta --depth 2 --shuffle"
LIMIT = "No decision. The limit of {} games was reached."
PATIENT = ("--ready-ms", 60000, "--time-ms", 60000)
BROKEN = ("--no-check", "--max-faults", "none")  # play with agents that do not work
SEEDED = ("--seed", 1)  # the search wins both games of each pair


def other_way_round(ptnml):
    return list(reversed(ptnml))


class Pairs(ProgramTest):
    def check(self, out, result, *flags, more=(transcript.CLOCKS,), warnings=()):
        """Plays a run; checks its transcript and its log."""
        done, run, games = self.run_to(out, *PATIENT, *flags)
        pairs = transcript.check_pairs(self, done.stdout, run, games, result, more, warnings)
        self.assertEqual(run["result"]["games"], run["result"]["pairs"]["whole"] * 2, "only whole pairs are played")
        for record in games:
            self.assertEqual((record["pair"], record["first"]), (record["game"] // 2, 1 + record["game"] % 2))
            self.assertEqual(record["turns"], len(record["opening"]) + len(record["moves"]))
        for one, two in zip(games[::2], games[1::2]):
            self.assertEqual(one["opening"], two["opening"])
        self.review_is_clean(self.dir / out / "games.jsonl")
        return done, run, games, pairs

    def test_search_against_random_wins_every_pair(self):
        """A search against random moves is the first experiment of many users."""
        flags = ["--agent1", SEARCH, "--agent2", "random", "--max-games", 31, *SEEDED]
        done, run, games, pairs = self.check("run", LIMIT.format(30), *flags)
        self.assertEqual((run["config"]["max_games"], len(games)), (30, 30), "an odd limit is lowered")
        self.assertNotIn("LLR updates", done.stdout)
        self.assertNotIn("-> P", done.stdout)
        self.assertEqual(done.stdout.count("\nPtnml: "), 3 + 1)
        self.assertEqual(pairs.ptnml[4] + pairs.ptnml[3], 15)
        self.assertEqual((run["result"]["verdict"], run["result"]["reason"]), (None, "max_games"))

    def test_even_agents_give_all_kinds_of_pairs(self):
        """The LLR goes up and down."""
        flags = ["--agent1", "random", "--agent2", "random", "--elo1", 40, "--max-games", 60, "--seed", 4]
        _, _, _, pairs = self.check("run", LIMIT.format(60), *flags, "--report-every", 7)
        self.assertGreaterEqual(sum(count > 0 for count in pairs.ptnml), 3)

    def test_exchanged_agents_give_the_mirrored_pairs_and_verdict(self):
        """With agents exchanged the counts of pairs are in reverse order."""
        ends = {
            "H1": "Accept H1. +100 Elo or more explains these games better than 0.",
            "H0": "Accept H0. 0 Elo or less explains these games better than +100.",
        }
        for verdict, agents in {"H1": (SEARCH, "random"), "H0": ("random", SEARCH)}.items():
            with self.subTest(verdict):
                flags = ["--agent1", agents[0], "--agent2", agents[1], "--elo1", 100, *SEEDED, "--concurrency", 4]
                _, run, games, pairs = self.check(verdict, ends[verdict], *flags)
                self.assertEqual((run["result"]["verdict"], run["result"]["reason"]), (verdict, "verdict"))
                ptnml = pairs.ptnml if verdict == "H1" else other_way_round(pairs.ptnml)
                self.assertEqual(sum(ptnml[:3]), 0)
                self.assertLess(len(games), 200)

    def test_normalized_model_gives_a_verdict(self):
        flags = ["--agent1", SEARCH, "--agent2", "random", "--model", "normalized", "--elo1", 200, *SEEDED]
        _, run, _, _ = self.check("run", "Accept H1. +200 nElo or more explains these games better than 0.", *flags)
        self.assertEqual(run["result"]["verdict"], "H1")

    def test_losses_by_faults_count(self):
        dying = command(scripted("OffersOpeningAndExitsOnTurn"))
        flags = ["--agent1", "greedy --shuffle", "--agent2", dying, "--elo1", 100, *SEEDED, *BROKEN]
        result = "Accept H1. +100 Elo or more explains these games better than 0."
        more = (transcript.CLOCKS, transcript.FAULTS)
        warnings = [transcript.HAD_FAULTS, transcript.RESTS_ON_FAULTS]
        done, run, games, pairs = self.check("run", result, *flags, more=more, warnings=warnings)
        self.assertEqual(pairs.ptnml, [0, 0, 0, 0, len(games) // 2])
        crashed = [game["termination"] for game in games].count("crashed")
        self.assertGreater(crashed, len(games) / 2)  # in a few openings the game ends before the agent has to move
        self.assertEqual(run["result"]["faults"], [0, crashed])
        faults = f"agent 1: 0, time losses 0; agent 2: {crashed} ({crashed} crashed), time losses 0"
        self.assertIn(f"\nFaults: {faults}\n", done.stdout)

    def test_agent_that_never_starts_loses_every_pair(self):
        """No game begins, so none is a repeat; each game is a loss."""
        done, run, games = self.run_to("run", "--agent1", "false", "--agent2", "random", "--elo1", 100, *SEEDED, *BROKEN)
        self.assertIn("\nResult: Accept H0.", done.stdout)
        self.assertEqual(run["result"]["ptnml"], [len(games) // 2, 0, 0, 0, 0])
        self.assertEqual(run["result"]["pairs"]["distinct"], len(games) // 2)

    def test_quiet_keeps_the_final_block(self):
        flags = ["--agent1", "greedy --shuffle", "--agent2", "random", "--max-games", 8, "--seed", 3]
        loud = self.succeed(SPRT, "run", *flags)
        quiet, _, games = self.run_to("run", *flags, "--quiet")
        self.assertEqual(len(games), 8)
        head, final = transcript.without_times(quiet.stdout).split("\n\n[SPRT Finished]\n")
        self.assertEqual(final, transcript.without_times(loud.stdout).split("\n[SPRT Finished]\n")[1])
        self.assertTrue(transcript.without_times(loud.stdout).startswith(head), head)
        self.assertNotIn("Total", head)


if __name__ == "__main__":
    unittest.main()
