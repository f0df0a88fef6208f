"""The openings of pairs, and repeated games."""

import unittest

import scripted_agent
import transcript
from harness import SPRT, ProgramTest, command, complaints, scripted


def position_after(case, moves):
    """The board after moves, which must be legal, by rules written again here."""
    board = scripted_agent.Board()
    for move in moves:
        case.assertIn(tuple(move), list(board.moves()) or [scripted_agent.PASS])
        board.make(tuple(move))
    return board


def looks(board):
    """A text that is equal for all images of a position: turned, mirrored, colours exchanged with the move."""
    images = []
    for turn_x in (lambda x: x, lambda x: 8 - x):
        for turn_y in (lambda y: y, lambda y: 8 - y):
            for swap in (False, True):
                image = []
                for (x, y), side in board.stones.items():
                    to = (turn_x(x), turn_y(y))
                    image.append((to[::-1] if swap else to, side == board.to_move))
                images.append(tuple(sorted(image)))
    return min(images)


class RandomOpenings(ProgramTest):
    def test_each_pair_has_an_opening_of_its_own(self):
        agents = ["--agent1", "greedy --shuffle", "--agent2", "random"]
        for setting, pairs, plies in (("random:4", 150, 4), ("random:1", 5, 1), ("random:9", 20, 9)):
            with self.subTest(setting):
                flags = ["--openings", setting, "--max-games", 2 * pairs, "--seed", 7, "--elo1", 1]
                done, run, games = self.run_to(setting, *agents, *flags)
                self.assertEqual(len(games), 2 * pairs)
                openings = [game["opening"] for game in games[::2]]
                self.assertEqual({len(opening) for opening in openings}, {plies})
                self.assertEqual(len({looks(position_after(self, opening)) for opening in openings}), pairs)
                self.assertEqual(run["result"]["lacks_opening"], [False, False])
                self.assertEqual(complaints(done), [])

    def test_run_ends_when_the_openings_are_used_up(self):
        """There are five different first moves."""
        agents = ["--agent1", "greedy --shuffle", "--agent2", "random"]
        done, run, games = self.run_to("run", *agents, "--openings", "random:1", "--elo1", 1, "--concurrency", 3)
        result = "No decision. The 5 openings are used up."
        transcript.check_pairs(self, done.stdout, run, games, result, [transcript.CLOCKS])
        self.assertEqual((len(games), run["result"]["reason"]), (10, "openings_used_up"))
        self.assertIsNone(run["result"]["verdict"])
        self.assertIn("\nOpenings: random:1, enough for 5 pairs; when they are used up the run ends ", done.stdout)

    def test_transcript_of_the_articles_keeps_its_form(self):
        """No line is added before the result."""
        flags = ["--agent1", "alphabeta --depth 2", "--agent2", "random", "--elo1", 50, "--model", "wald"]
        done, run, games = self.run_to("run", *flags)
        result = "Accept H1. Agent 1 is likely better (Elo >= 50.0)."
        transcript.check(self, done.stdout, transcript.Test(0, 50), "alphabeta --depth 2", "random", result)
        self.assertEqual({len(game["opening"]) for game in games}, {4})
        self.assertRegex(done.stdout, r"\nTime: [^\n]+\nOpenings: random:4, enough for 12927 pairs; ")
        self.assertEqual(run["result"]["reason"], "verdict")


class Book(ProgramTest):
    DETERMINISTIC = ("--agent1", "minimax --depth 2", "--agent2", "greedy", "--elo1", 1)

    def write_book(self, text):
        (self.dir / "book.txt").write_text(text)
        return ["--openings", "book.txt"]

    def three_openings(self):
        return self.write_book("# three\n1 1 2 2\n\n1 1 2 2  1 7 2 6 # two moves\n7 7 5 5  7 1 6 2  1 1 1 2\n")

    def test_run_ends_when_the_openings_are_used_up(self):
        flags = self.three_openings()
        done, run, games = self.run_to("run", *self.DETERMINISTIC, *flags)
        result = "No decision. The 3 openings are used up."
        transcript.check_pairs(self, done.stdout, run, games, result, [transcript.CLOCKS])
        self.assertEqual((len(games), run["result"]["reason"]), (6, "openings_used_up"))
        openings = [game["opening"] for game in games[::2]]
        book = [[[1, 1, 2, 2]], [[1, 1, 2, 2], [1, 7, 2, 6]], [[7, 7, 5, 5], [7, 1, 6, 2], [1, 1, 1, 2]]]
        self.assertEqual(sorted(openings), book)
        self.assertIn("\nOpenings: book.txt, enough for 3 pairs; when they are used up the run ends ", done.stdout)
        self.review_is_clean(self.dir / "run" / "games.jsonl")

    def test_counted_repeats_start_the_openings_again(self):
        flags = [*self.three_openings(), "--repeats", "count", "--max-games", 14]
        done, run, games = self.run_to("run", *self.DETERMINISTIC, *flags)
        more = [transcript.REPEATS, transcript.CLOCKS]
        result = "No decision. The limit of 14 games was reached."
        pairs = transcript.check_pairs(self, done.stdout, run, games, result, more)
        self.assertEqual((len(games), sum(pairs.ptnml)), (14, 7))
        for one, again in zip(games, games[6:]):
            self.assertEqual(one["opening"], again["opening"])
            self.assertEqual([move[:4] for move in one["moves"]], [move[:4] for move in again["moves"]])
        self.assertEqual(transcript.REPEATS.search(done.stdout).groupdict(), {"pairs": "7", "distinct": "3"})
        self.assertIn("when they are used up they begin again", done.stdout)

    def test_duplicate_openings_are_reported_and_left_out(self):
        """Duplicates have the same moves, reach the same position by other moves, or mirror it at the diagonal."""
        flags = self.write_book(
            "1 1 1 2  1 7 2 7  7 7 7 6\n1 1 1 2  1 7 2 7  7 7 7 6\n7 7 7 6  1 7 2 7  1 1 1 2\n"
            "1 1 2 1  7 1 7 2  7 7 6 7\n1 1 3 3\n"
        )
        done, run, games = self.run_to("run", *self.DETERMINISTIC, *flags)
        said = "\nOpenings: book.txt, enough for 2 pairs (3 of 5 are duplicates and are left out); "
        self.assertIn(said, done.stdout)
        self.assertEqual((len(games), run["result"]["reason"]), (4, "openings_used_up"))


class FromTheStart(ProgramTest):
    def test_run_of_agents_that_repeat_themselves_ends(self):
        """The articles' agents with the default test: the run ends after three repeated pairs."""
        agents = ["--agent1", "alphabeta", "--agent2", "minimax"]
        done, run, games = self.run_to("run", *agents, "--openings", "start")
        result = "No decision. The agents repeat 2 games, of which agent 1 scored 1.0 points."
        pairs = transcript.check_pairs(self, done.stdout, run, games, result, [transcript.CLOCKS])
        self.assertEqual((pairs.ptnml, pairs.wld), ([0, 0, 1, 0, 0], [4, 4, 0]))
        self.assertEqual((run["result"]["verdict"], run["result"]["reason"]), (None, "repeats"))
        self.assertEqual(run["result"]["pairs"], {"whole": 4, "distinct": 1, "dropped": 0, "n_eff": 1.0})

    def test_agent_without_openings_is_reported_once(self):
        """Its games begin at the starting position."""
        plain = command(scripted("Agent"))
        for number, agents in {2: ("greedy --shuffle", plain), 1: (plain, "random")}.items():
            with self.subTest(number):
                flags = ["--agent1", agents[0], "--agent2", agents[1], "--max-games", 8, "--ready-ms", 60000]
                done, run, games = self.run_to(f"run{number}", *flags, "--time-ms", 60000)
                said = f"sprt: agent {number} does not offer OPENING: such games begin at the starting position"
                self.assertEqual(complaints(done), [said])
                self.assertEqual([game["opening"] for game in games], [[]] * 8)
                self.assertEqual({game["fault"] for game in games}, {None})
                self.assertEqual(run["result"]["lacks_opening"], [number == 1, number == 2])
                self.review_is_clean(self.dir / f"run{number}" / "games.jsonl")

    def test_agent_without_openings_is_not_reported_when_none_are_used(self):
        flags = ["--agent1", "random", "--agent2", command(scripted("Agent")), "--ready-ms", 60000, "--max-games", 2]
        self.assertEqual(complaints(self.succeed(SPRT, "run", *flags, "--openings", "start")), [])

    def test_run_of_deterministic_agents_without_openings_ends(self):
        plain = command(scripted("Agent"))
        flags = ["--agent1", plain, "--agent2", "greedy", "--ready-ms", 60000, "--time-ms", 60000]
        done, run, games = self.run_to("run", *flags)
        self.assertEqual((len(games), run["result"]["reason"]), (8, "repeats"))
        self.assertIn("\nResult: No decision. The agents repeat 2 games, ", done.stdout)


if __name__ == "__main__":
    unittest.main()
