"""The openings of pairs, and repeated games."""

import json
import unittest

import scripted_agent
import transcript
from harness import SPRT, ProgramTest, command, complaints, read_games, scripted, without_clock


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


class Positions(ProgramTest):
    """A file of positions. The first is reached by one move, the second by two, the last by no few."""

    FENS = ("xx4o/7/7/7/7/7/o5x o 0 1", "xx4o/7/7/7/7/7/oo4x x 0 2", "xx4o/7/3o3/7/2x4/7/o5x o 0 6")
    SLOW = ("--ready-ms", 60000, "--time-ms", 60000, "--elo1", 1)

    def book(self, *lines):
        (self.dir / "book.fen").write_text("# positions\n" + "".join(line + "\n" for line in lines))
        return ["--openings", "book.fen", *self.SLOW]

    def check_games(self, games):
        """Moves, and FENs after each, are legal by rules written again here."""
        for game in games:
            ranks, to_move, *_ = game["start_fen"].split()
            board = scripted_agent.Board.from_fen(ranks, to_move)
            if game["opening"]:
                after = position_after(self, game["opening"])
                self.assertEqual((after.stones, after.to_move), (board.stones, board.to_move))
            for *move, _ in game["moves"]:
                self.assertIn(tuple(move), list(board.moves()) or [scripted_agent.PASS])
                board.make(tuple(move))
            self.assertIsNone(game["fault"])
            self.assertEqual(game["turns"], len(game["opening"]) + len(game["moves"]))

    def test_pairs_begin_at_the_positions_of_the_file(self):
        flags = ["--agent1", "greedy", "--agent2", "minimax --depth 2", *self.book(*self.FENS, "x6/x6/7/7/7/7/o5x o 9 9")]
        done, run, games = self.run_to("run", *flags, "--book-order", "sequential")
        self.assertEqual([game["start_fen"] for game in games[::2]][:3], list(self.FENS))
        self.assertEqual([len(game["opening"]) for game in games[::2]][:3], [1, 2, 0])
        self.check_games(games)
        self.assertEqual((len(games), run["result"]["reason"]), (8, "openings_used_up"))
        self.assertEqual(run["openings"]["duplicates"], 0)
        self.assertIn("\nOpenings: book.fen in its order, enough for 4 pairs; when", done.stdout)
        self.assertEqual(complaints(done), [])
        self.review_is_clean(self.dir / "run" / "games.jsonl")
        self.assertEqual(self.succeed(SPRT, "report", "run").stderr, "")

    def test_random_order_is_that_of_the_seed_and_may_begin_later(self):
        agents = ["--agent1", "random", "--agent2", "greedy", *self.book(*self.FENS), "--seed", 3]
        orders = {}
        for start in (1, 2):
            _, _, games = self.run_to(f"run{start}", *agents, "--book-start", start)
            orders[start] = [game["start_fen"] for game in games[::2]]
        self.assertEqual(sorted(orders[1]), sorted(self.FENS))
        self.assertEqual(orders[2], orders[1][1:] + orders[1][:1])

    def test_equal_positions_are_left_out_and_counted(self):
        fens = (*self.FENS[:2], "x5o/x6/7/7/7/7/o5x o 0 1", "oo4x/7/7/7/7/7/x5o x 3 9")
        done, run, games = self.run_to("run", "--agent1", "random", "--agent2", "greedy", *self.book(*fens))
        self.assertEqual((len(games), run["openings"]["size"], run["openings"]["duplicates"]), (4, 2, 2))
        self.assertIn("enough for 2 pairs (2 of 4 are duplicates and are left out); ", done.stdout)

    def test_resumed_run_plays_the_games_of_the_uninterrupted_one(self):
        flags = ["--agent1", "greedy", "--agent2", "alphabeta --depth 2", *self.book(*self.FENS), "--seed", 5]
        _, _, whole = self.run_to("whole", *flags)
        self.run_to("part", *flags)
        log = self.dir / "part" / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:3]))
        run = json.loads((self.dir / "part" / "run.json").read_text())
        digests = [digest for digest in run["games_sha256"] if digest["games"] <= 3]  # as a kill leaves it
        run.update(result=None, games_sha256=digests)
        (self.dir / "part" / "run.json").write_text(json.dumps(run))
        done = self.succeed(SPRT, "resume", "part")
        self.assertIn("Going on after 3 games.", done.stdout)
        self.assertEqual([without_clock(game) for game in read_games(log)], [without_clock(game) for game in whole])

    def test_agents_are_told_what_they_offer(self):
        record = self.dir / "said.txt"
        for mode, said in (("OffersFen", "FEN " + self.FENS[0]), ("OffersOpening", "OPENING 1 1 1 1 2")):
            with self.subTest(mode):
                record.unlink(missing_ok=True)
                agent = self.write_json(f"{mode}.json", {
                    "agent1": {"command": scripted(mode), "env": {"E2E_RECORD": str(record)}}, "agent2": "greedy"})
                _, _, games = self.run_to(mode, agent, *self.book(self.FENS[0]), "--no-check")
                self.check_games(games)
                self.assertEqual(record.read_text().splitlines()[1], said)

    def test_agent_that_cannot_be_told_is_refused_before_the_first_game(self):
        neither = "book.fen:2: agent 2 offers neither FEN nor OPENING, and cannot be told that games begin at this position"
        no_fen = "book.fen:4: agent 2 does not offer FEN, and no 4 moves or fewer lead from the start to this position"
        for mode, expected in (("Agent", neither), ("OffersOpening", no_fen)):
            with self.subTest(mode):
                flags = ["--agent1", "greedy", "--agent2", command(scripted(mode)), *self.book(*self.FENS)]
                done = self.run_program(SPRT, "run", *flags, "--out", "refused")
                self.assertEqual((done.status, complaints(done)), (2, ["sprt: " + expected]))
                self.assertFalse((self.dir / "refused").exists())
                done, run, games = self.run_to(mode, *flags, "--no-check", "--max-games", 6)
                said = "sprt: agent 2 does not offer OPENING or FEN for its opening: such games begin at the starting position"
                self.assertEqual(complaints(done), [said])
                known = 4 if mode == "OffersOpening" else 0
                self.assertEqual(sum("start_fen" in game for game in games), known)
                self.review_is_clean(self.dir / mode / "games.jsonl")

    def test_position_in_which_a_side_must_pass_is_warned_of(self):
        flags = ["--agent1", "random", "--agent2", "greedy", *self.book(self.FENS[0], "xoo4/ooo4/ooo4/7/7/7/7 x 0 9")]
        done, _, games = self.run_to("run", *flags, "--book-order", "sequential")
        self.assertEqual(complaints(done), ["sprt: warning: book.fen:3: the side to move must pass in this position"])
        self.assertEqual(games[2]["moves"][0][:4], [-1, -1, -1, -1])
        self.check_games(games)

    def test_bad_lines_are_refused(self):
        for line, expected in (
            ("xx4o/7/7/7/7/7/o4x o 0 1", "rank 1 holds 6 squares instead of 7"),
            ("xx5/7/7/7/7/7/6x o 0 1", "the game is over (annihilation)"),
            ("xx4o/7/7/7/7/7/o5x o 0 x", "'x' is not a whole number"),
            ("1 1 2 2", "it is not a FEN, as line 2 is"),
            ("xx4o/7/7/7/7/7/o5x o id 1;", "it is not a FEN, as line 2 is"),
        ):
            with self.subTest(line):
                done = self.run_program(SPRT, "run", "--agent1", "random", "--agent2", "greedy", *self.book(self.FENS[1], line))
                self.assertEqual(done.status, 2)
                (said,) = complaints(done)
                self.assertIn("book.fen:3: ", said)
                self.assertIn(expected, said)

    def test_settings_of_the_order_need_a_file(self):
        agents = ["--agent1", "random", "--agent2", "greedy"]
        done = self.run_program(SPRT, "run", *agents, "--book-order", "sequential")
        said = ["sprt: --book-order: it is for a file of openings, and openings is 'random:auto'"]
        self.assertEqual((done.status, complaints(done)), (2, said))
        done = self.run_program(SPRT, "run", *agents, *self.book(*self.FENS), "--book-plies", 4)
        said = "book.fen: book_plies is for openings as PGN, and this is none"
        self.assertEqual((done.status, complaints(done)), (2, ["sprt: --openings: " + said]))

    def test_positions_of_another_game(self):
        (self.dir / "book.epd").write_text("7/7/7/7/7/3r3 y id \"middle\";\n7/7/7/7/7/rryyrr1 y dm 3;\n")
        flags = ["--game", "connect-four", "--agent1", "random", "--agent2", "greedy", "--openings", "book.epd"]
        _, run, games = self.run_to("run", *flags, *self.SLOW, "--book-order", "sequential")
        self.assertEqual([game["start_fen"] for game in games], ["7/7/7/7/7/3r3 y 1"] * 2 + ["7/7/7/7/7/rryyrr1 y 4"] * 2)
        self.assertEqual([game["opening"] for game in games], [[[4]], [[4]], [], []])
        self.assertEqual({game["fault"] for game in games}, {None})
        self.review_is_clean(self.dir / "run" / "games.jsonl")


class FromTheStart(ProgramTest):
    def test_run_of_agents_that_repeat_themselves_ends(self):
        """The articles' agents with the default test: the run ends after three repeated pairs."""
        agents = ["--agent1", "alphabeta", "--agent2", "minimax"]
        done, run, games = self.run_to("run", *agents, "--openings", "start")
        result = (
            "No decision. The agents repeat 2 games, of which agent 1 scored 1.0 points."
            " Openings (--openings random:4), or chance that REFEREE_SEED seeds, give other games."
        )
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
