"""The articles' experiment: alpha-beta against minimax. The transcript must equal the articles'."""

import unittest

import transcript
from harness import MACHINE, SOURCE, SPRT, ProgramTest


class Article(ProgramTest):
    def test_article_experiment_gives_the_articles_transcript(self):
        done = self.succeed(SPRT, "run", SOURCE / "configs" / "article.json")
        head = (
            "Agent 1 (H1): alphabeta\n"
            "Agent 2 (H0): minimax\n"
            "Elo [H0, H1]: [0.0, 50.0] -> P [P0, P1]: [0.5000, 0.5715]\n"
            "LLR bounds: [-2.944, 2.944] (Alpha=0.05, Beta=0.05)\n"
            "LLR updates: Win=+0.1336, Loss=-0.1542, Draw=0.0\n"
            "\n"
        )
        tail = (
            "Total: 286, WLD: 143/143/0, LLR: -2.951 [-2.944, 2.944]\n"
            "\n"
            "[SPRT Finished]\n"
            "Total: 286, WLD: 143/143/0, LLR: -2.951 [-2.944, 2.944]\n"
            "Final LLR: -2.951\n"
            "Result: Accept H0. Agent 1 is likely not better (Elo <= 0.0).\n"
            "Time: agent 1 used "
        )
        self.assertTrue(done.stdout.startswith(head), done)
        self.assertIn(tail, done.stdout)

        result = "Accept H0. Agent 1 is likely not better (Elo <= 0.0)."
        games = transcript.check(self, done.stdout, transcript.Test(0, 50), "alphabeta", "minimax", result)
        self.assertEqual(len(games), 286)
        for number, game in enumerate(games):
            first = "1" if number % 2 == 0 else "2"
            expected = {"winner": first, "side": "O", "stones": "26-23", "turns": "89"}
            self.assertEqual(game.groupdict(), expected, f"game {number}: {game[0]}")

        repeats = transcript.REPEATS.search(done.stdout)
        self.assertEqual(repeats.groupdict(), {"pairs": "143", "distinct": "1"})

        time = transcript.TIME.search(done.stdout)
        self.assertEqual(time["word"], "less")
        # The ratio is 7 to 10 on an idle machine and smaller on a busy one, where both agents wait for a core.
        self.assertGreater(float(time["ratio"]), 1.5)
        self.assertEqual([line for line in done.stderr.splitlines() if not MACHINE.search(line)], [])


if __name__ == "__main__":
    unittest.main()
