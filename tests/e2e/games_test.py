"""Connect Four, Tic-Tac-Toe and chess are refereed, logged, reviewed and tested as Ataxx is."""

import copy
import json
import re
import sys
import unittest

from harness import AGENT_NAMES, REFEREE, SPRT, ProgramTest, complaints, read_games, without_clock, write_games

# The agents that do not play a game.
STRANGERS = {"connect-four": {"champion", "pvs"}, "tic-tac-toe": {"champion", "pvs"}, "chess": {"champion", "rules", "solver"}}
# For each game: how many numbers a move has, and the turns of the longest game.
GAMES = {"connect-four": (1, 42), "tic-tac-toe": (2, 9), "chess": (3, 12_000)}
DRAWS = ("stalemate", "insufficient_material", "halfmove_limit", "repetition")
BOARD = {"chess": ("checkmate", *DRAWS)}
LINES = ("line", "board_full", "turn_limit")


class Play(ProgramTest):
    def test_agents_play_without_a_fault_and_the_review_agrees(self):
        for game, (numbers, longest) in GAMES.items():
            for agent in sorted(set(AGENT_NAMES) - STRANGERS[game]):
                with self.subTest(game, agent=agent):
                    limit = {"mcts": " --nodes 10" if game == "chess" else " --nodes 50", "rules": " --depth 2"}.get(agent, " --move-ms 2" if agent in ("idab", "ttmo", "ttco", "pvs") else "")
                    log = self.dir / f"{game}-{agent}.jsonl"
                    self.succeed(REFEREE, "play", "--game", game, agent + limit, "random", "--games", 4, "--seed", 1, "--log", log)
                    for record in read_games(log):
                        self.assertEqual((record["rules"], record["fault"]), (game, None))
                        self.assertIn(record["termination"], BOARD.get(game, LINES))
                        self.assertLessEqual(record["turns"], longest)
                        self.assertEqual(record["turn_limit"], longest)
                        self.assertEqual({len(move) for move in record["moves"]}, {numbers + 1})
                        self.assertEqual(sorted(record["score"]), [0, 1] if record["winner"] else [0, 0])
                    self.review_is_clean(log)

    def test_agent_that_does_not_know_the_game_says_so_and_loses(self):
        lines = "ataxx, connect-four, tic-tac-toe"
        for game, agent, plays in (
            ("connect-four", "pvs", "ataxx, chess"), ("chess", "champion", "ataxx"), ("chess", "rules", lines), ("chess", "solver", "connect-four, tic-tac-toe")
        ):
            done = self.succeed(REFEREE, "play", "--game", game, agent, "random")
            self.assertIn("WINS | T0 |", done.stdout)
            self.assertIn("agent 1 crashed: ", done.stdout)
            self.assertIn(f"  stderr: this agent plays {plays}, and not '{game}'\n", done.stdout)

    def test_turn_limit_below_that_of_the_game_is_a_draw(self):
        log = self.dir / "log.jsonl"
        for turns, limit in ((4, 4), (1000, 9)):
            self.succeed(
                *(REFEREE, "play", "--game", "tic-tac-toe", "random", "random", "--turns", turns),
                *("--log", log, "--overwrite", "--seed", 2, "--games", 3),
            )
            for record in read_games(log):
                self.assertEqual(record["turn_limit"], limit)
                if limit == 4:
                    self.assertEqual((record["termination"], record["winner"], record["score"]), ("turn_limit", 0, [0, 0]))
            self.review_is_clean(log)


class Review(ProgramTest):
    def played(self, game):
        """A log of games by chance, each of a different length, and their records."""
        log = self.dir / f"{game}.jsonl"
        self.succeed(
            *(SPRT, "run", "--game", game, "--agent1", "random", "--agent2", "random", "--max-games", 20),
            *("--seed", 3, "--openings", "random:2", "--out", game),
        )
        records = read_games(self.dir / game / "games.jsonl")
        write_games(log, records)
        return log, records

    def found(self, log, records, change):
        """What review lists after a change of the third game."""
        changed = copy.deepcopy(records)
        change(changed[2])
        write_games(log, changed)
        done = self.run_program(REFEREE, "review", log)
        return done.status, done.stdout + done.stderr

    def test_each_changed_number_is_found(self):
        for game in GAMES:
            log, records = self.played(game)
            self.review_is_clean(log)
            third = records[2]
            other = "tic-tac-toe" if game == "connect-four" else "connect-four"
            changes = {
                "winner": lambda r: r.update(winner=0 if r["winner"] else 1),
                "score": lambda r: r.update(score=[1, 1]),
                "score of a game without a line": lambda r: r.update(score=[1 - each for each in r["score"]]),
                "termination": lambda r: r.update(termination="turn_limit"),
                "another ending": lambda r: r.update(termination="board_full" if third["termination"] == "line" else "line"),
                "turns": lambda r: r.update(turns=r["turns"] + 1),
                "a move left out": lambda r: r["moves"].pop(),
                "a move too many": lambda r: r["moves"].append(r["moves"][0]),
                "a move off the board": lambda r: r["moves"][0].__setitem__(0, 8),
                "the same move twice": lambda r: r.update(moves=[r["moves"][0]] * 7 + r["moves"][7:]),
            }
            for name, change in changes.items():
                with self.subTest(game, change=name):
                    self.assertEqual(self.found(log, records, change)[0], 1)
            with self.subTest(game, change="rules that do not fit the numbers"):
                status, text = self.found(log, records, lambda r: r.update(rules=other))
                self.assertEqual(status, 2)
                self.assertRegex(text, r"jsonl:3: /opening/0 is .*; it must be an array of \d")
            with self.subTest(game, change="rules without a name"):
                status, text = self.found(log, records, lambda r: r.update(rules="checkers"))
                self.assertEqual(status, 2)
                self.assertIn('jsonl:3: /rules is "checkers"; it must be ataxx, connect-four, tic-tac-toe, uai, chess or chess960', text)
            self.damages(log, "that is what this tests")

    def test_log_of_two_games_is_named(self):
        _, columns = self.played("connect-four")
        _, squares = self.played("tic-tac-toe")
        log = self.dir / "both.jsonl"
        write_games(log, [*columns[:2], {**squares[2], "pair": 1}])
        done = self.run_program(REFEREE, "review", log)
        self.assertEqual(done.status, 1)
        self.assertIn("both.jsonl:3", done.stdout)
        self.assertIn("rules is tic-tac-toe, but the log began with connect-four", done.stdout)

    def test_boards_are_drawn(self):
        log, records = self.played("connect-four")
        won = next(record for record in records if record["termination"] == "line")
        text = self.succeed(REFEREE, "review", log, "--show", "--game", won["game"]).stdout
        self.assertIn("[O] placed, <O> in the line that won\n", text)
        self.assertRegex(text, r"Turn \d+: agent [12] \([OX]\) drops into column \d=[a-g], four in a row, \d+\.\d{3}ms\n")
        board = text.rsplit("four in a row", 1)[1].splitlines()[1:9]
        self.assertEqual(board[6:], ["     1  2  3  4  5  6  7", "     a  b  c  d  e  f  g"])
        self.assertGreaterEqual("".join(board).count("<") + "".join(board).count("["), 4)
        log, records = self.played("tic-tac-toe")
        text = self.succeed(REFEREE, "review", log, "--show", "--game", 0).stdout
        self.assertIn("Start\n r\\c 1  2  3\n  1  .  .  .  3\n", text)
        self.assertRegex(text, r"Turn 1 \(opening\): agent 1 \(O\) plays \(\d,\d\)=[a-c]\d\n")


class Runs(ProgramTest):
    def test_same_seed_gives_the_same_log_at_any_number_of_games_at_once(self):
        for game in GAMES:
            chance = "alphabeta --depth 1 --shuffle" if game == "chess" else "mcts --nodes 30"
            with self.subTest(game):
                logs = []
                for concurrency in (1, 4):
                    out = f"{game}-{concurrency}"
                    _, run, records = self.run_to(
                        *(out, "--game", game, "--agent1", chance, "--agent2", "random", "--seed", 7),
                        *("--max-games", 40, "--concurrency", concurrency, "--time-ms", 60_000),
                    )
                    self.assertEqual(run["config"]["game"], game)
                    logs.append([*map(without_clock, records)])
                    self.review_is_clean(self.dir / out / "games.jsonl")
                    report = json.loads(self.succeed(SPRT, "report", out, "--json").stdout)
                    self.assertEqual(report["differences"], [])
                self.assertEqual(*logs)
                self.assertEqual({len(record["opening"]) for record in records}, {4})

    def test_interrupted_run_resumes_to_the_same_games(self):
        arguments = ("--game", "connect-four", "--agent1", "greedy --shuffle", "--agent2", "random", "--seed", 4)
        _, _, whole = self.run_to("whole", *arguments, "--max-games", 12)
        self.run_to("part", *arguments, "--max-games", 12)
        log = self.dir / "part" / "games.jsonl"
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:5]))
        self.succeed(SPRT, "resume", "part", "--force")
        self.assertEqual([*map(without_clock, read_games(log))], [*map(without_clock, whole)])

    def test_second_game_in_a_run_directory_is_damage(self):
        for game, out in (("connect-four", "columns"), ("tic-tac-toe", "squares")):
            agents = ("--agent1", "random", "--agent2", "random")
            self.run_to(out, "--game", game, *agents, "--seed", 1, "--max-games", 4, "--openings", "start", "--repeats", "count")
        log = self.dir / "columns" / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        other = (self.dir / "squares" / "games.jsonl").read_text().splitlines(keepends=True)
        log.write_text("".join([*lines[:3], other[3]]))
        self.damages(log, "that is what this tests")
        for program in ("report", "resume"):
            done = self.run_program(SPRT, program, "columns")
            self.assertEqual(done.status, 2)
            self.assertIn("games.jsonl:4: its rules are tic-tac-toe, and the run's are connect-four", done.stderr)

    def test_perfect_agents_end_without_a_decision(self):
        perfect = ("--agent1", "alphabeta --depth 9", "--agent2", "alphabeta --depth 9")
        done = self.succeed(SPRT, "run", "--game", "tic-tac-toe", *perfect, "--summary-only", "--seed", 1)
        self.assertIn("Result: No decision. The 95 openings are used up.\n", done.stdout)
        self.assertEqual(complaints(done), [])

    def test_run_that_repeats_a_draw_is_warned_of(self):
        perfect = ("--agent1", "alphabeta --depth 9", "--agent2", "alphabeta --depth 9")
        flags = ("--openings", "start", "--model", "wald", "--max-games", 20, "--quiet", "--seed", 1)
        done = self.succeed(SPRT, "run", "--game", "tic-tac-toe", *perfect, *flags)
        self.assertEqual(sum("the same draw again and again" in line for line in complaints(done)), 1, done)
        self.assertTrue(done.stdout.startswith("Game: tic-tac-toe\n"), done)

    def test_reports_name_the_game(self):
        done = self.run_program(
            *(SPRT, "gate", "--game", "connect-four", "--agent1", "greedy", "--agent2", "random", "--seed", 1),
            *("--elo1", 100, "--out", "run", "--junit", "gate.xml", "--markdown", "gate.md", "--quiet"),
        )
        self.assertEqual(done.status, 0, done)
        self.assertIn("Game: connect-four\n", done.stdout)
        self.assertIn('<property name="game" value="connect-four" />', (self.dir / "gate.xml").read_text())
        self.assertIn("| Game | connect-four |\n", (self.dir / "gate.md").read_text())
        self.assertIn("Game: connect-four\n", self.succeed(SPRT, "report", "run").stdout)

    def test_random_openings_that_leave_no_game_are_refused(self):
        for plies in (9, 10, 40):
            done = self.run_program(
                *(SPRT, "run", "--game", "tic-tac-toe", "--agent1", "random", "--agent2", "random"),
                *("--openings", f"random:{plies}", "--out", "run"),
            )
            self.assertEqual((done.status, done.stdout), (2, ""))
            self.assertIn(f"sprt: --openings: 'random:{plies}' leaves no game of tic-tac-toe", done.stderr)
            self.assertFalse((self.dir / "run").exists())

    def test_file_of_openings_is_read_by_the_rules_of_the_game(self):
        run = (SPRT, "run", "--game", "connect-four", "--agent1", "random", "--agent2", "random", "--max-games", 4)
        (self.dir / "good.txt").write_text("4453\n1 2 3 # the third comes late\n")
        self.succeed(*run, "--openings", "good.txt", "--out", "good")
        records = read_games(self.dir / "good" / "games.jsonl")
        self.assertEqual(
            sorted({str(record["opening"]) for record in records}), ["[[1], [2], [3]]", "[[4], [4], [5], [3]]"]
        )
        for text, error in {
            "4\n4444444\n": "bad.txt:2: move 7: 4 is illegal: column 4=d is full",
            "1213141\n": "bad.txt:1: move 7: it ends the game; an opening must not",
            "1 1 1 2\n9\n": "bad.txt:2: move 1: 9 is illegal: column 9 is not on the board",
        }.items():
            (self.dir / "bad.txt").write_text(text)
            done = self.run_program(*run, "--openings", "bad.txt")
            self.assertEqual((done.status, done.stderr), (2, f"sprt: --openings: {error}\n"))


# Jumps to and fro between two squares, which differ for the two sides.
JUMPER = """import sys
squares = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "READY":
        squares = ["1 1", "1 3"] if words[1] == "FIRST" else ["1 7", "1 5"]
        print("OK OPENING" if len(words) == 2 else "names a game", flush=True)
    elif words[0] == "TURN":
        print("MOVE", *squares, flush=True)
        squares.reverse()
    elif words[0] == "FINISH":
        break
"""


class UaiRules(ProgramTest):
    """Ataxx under UAI's rules, played by agents that know nothing of them."""

    def jumper(self):
        (self.dir / "jumper.py").write_text(JUMPER)
        return f"{sys.executable} jumper.py"

    def test_native_agents_play_to_the_end_and_the_review_agrees(self):
        log = self.dir / "log.jsonl"
        for agent in ("greedy", "pvs --depth 2", "random"):
            self.succeed(
                *(REFEREE, "play", "--rules", "uai", agent, "random", "--games", 4, "--seed", 1),
                *("--log", log, "--overwrite"),
            )
            for record in read_games(log):
                self.assertEqual((record["rules"], record["fault"], record["turn_limit"]), ("uai", None, 4700))
                self.assertIn(record["termination"], ("annihilation", "board_full", "halfmove_limit"))
            self.review_is_clean(log)

    def test_hundred_half_moves_without_a_clone_are_a_draw(self):
        log = self.dir / "log.jsonl"
        agents = (self.jumper(), self.jumper())
        done = self.succeed(REFEREE, "play", "--rules", "uai", *agents, "--games", 2, "--log", log)
        self.assertEqual(len(re.findall(r"(?m)^DRAW 2-2 \| T100 \| .* \| halfmove_limit$", done.stdout)), 2, done)
        for record in read_games(log):
            self.assertEqual((record["termination"], record["winner"], record["turns"]), ("halfmove_limit", 0, 100))
        self.review_is_clean(log)
        text = self.succeed(REFEREE, "review", log, "--show", "--game", 1, "--turn", 100).stdout
        self.assertIn("| game over: halfmove_limit |", text)
        # By the articles the same agents go on until the turn limit.
        self.succeed(REFEREE, "play", *agents, "--log", log, "--overwrite", "--games", 1)
        (record,) = read_games(log)
        self.assertEqual((record["termination"], record["turns"]), ("turn_limit", 400))
        self.assertNotIn("rules", record)

    def test_changed_draw_is_found(self):
        log = self.dir / "log.jsonl"
        self.succeed(REFEREE, "play", "--rules", "uai", self.jumper(), self.jumper(), "--games", 1, "--log", log)
        (record,) = read_games(log)
        self.damages(log, "that is what this tests")
        for change in (
            {"winner": 1},
            {"termination": "board_full"},
            {"termination": "turn_limit"},
            {"moves": record["moves"][:-1], "turns": 99},
            {"rules": "ataxx"},
        ):
            with self.subTest(change):
                write_games(log, [{**record, **change}])
                self.assertEqual(self.run_program(REFEREE, "review", log).status, 1)

    def test_turns_given_are_a_limit_all_the_same(self):
        log = self.dir / "log.jsonl"
        flags = ("--rules", "uai", "--turns", 20, "--games", 1, "--log", log)
        self.succeed(REFEREE, "play", self.jumper(), self.jumper(), *flags)
        (record,) = read_games(log)
        self.assertEqual((record["termination"], record["turns"], record["turn_limit"]), ("turn_limit", 20, 20))

    def test_run_says_its_rules_and_resumes_to_the_same_games(self):
        flags = ("--rules", "uai", "--agent1", "greedy --shuffle", "--agent2", "random", "--seed", 4, "--max-games", 12)
        done, run, whole = self.run_to("whole", *flags)
        self.assertTrue(done.stdout.startswith("Rules: uai\nAgent 1 (H1): "), done)
        self.assertEqual((run["config"]["rules"], run["config"]["turns"]), ("uai", 4700))
        self.assertEqual({record["rules"] for record in whole}, {"uai"})
        self.run_to("part", *flags)
        log = self.dir / "part" / "games.jsonl"
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:5]))
        self.succeed(SPRT, "resume", "part", "--force")
        self.assertEqual([*map(without_clock, read_games(log))], [*map(without_clock, whole)])
        self.review_is_clean(log)
        self.assertIn("Rules: uai\n", self.succeed(SPRT, "report", "part").stdout)
        self.assertEqual(json.loads(self.succeed(SPRT, "report", "part", "--json").stdout)["differences"], [])

    def test_reports_of_a_gate_name_the_rules(self):
        done = self.run_program(
            *(SPRT, "gate", "--rules", "uai", "--agent1", "greedy", "--agent2", "random", "--seed", 1),
            *("--elo1", 100, "--out", "run", "--junit", "gate.xml", "--markdown", "gate.md", "--quiet"),
        )
        self.assertEqual(done.status, 0, done)
        xml = (self.dir / "gate.xml").read_text()
        self.assertIn('<property name="rules" value="uai" />', xml)
        self.assertNotIn('name="game"', xml)
        markdown = (self.dir / "gate.md").read_text()
        self.assertIn("| Rules | uai |\n", markdown)
        self.assertNotIn("| Game |", markdown)

    def test_game_by_other_rules_in_a_log_is_named(self):
        for rules, out in (("uai", "uai"), ("articles", "articles")):
            agents = ("--agent1", "random", "--agent2", "random", "--rules", rules)
            self.run_to(out, *agents, "--seed", 1, "--max-games", 4)
        log = self.dir / "uai" / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        other = (self.dir / "articles" / "games.jsonl").read_text().splitlines(keepends=True)
        log.write_text("".join([*lines[:3], other[3]]))
        self.damages(log, "that is what this tests")
        done = self.run_program(REFEREE, "review", log)
        self.assertEqual(done.status, 1)
        self.assertIn("rules is ataxx, but the log began with uai", done.stdout)
        done = self.run_program(SPRT, "resume", "uai")
        self.assertEqual(done.status, 2)
        self.assertIn("games.jsonl:4: its rules are ataxx, and the run's are uai", done.stderr)

    def test_rules_that_the_game_has_not_are_refused(self):
        agents = ("--agent1", "random", "--agent2", "random")
        config = self.write_json("c.json", {"agent1": "random", "agent2": "random", "game": "tic-tac-toe", "rules": "uai"})
        for arguments, error in {
            (REFEREE, "play", "--game", "connect-four", "--rules", "uai", "random", "random"):
                "referee: --rules: connect-four is not played by 'uai'; leave it out",
            (REFEREE, "perft", "--depth", 1, "--game", "tic-tac-toe", "--rules", "articles"):
                "referee: --rules: tic-tac-toe is not played by 'articles'; leave it out",
            (SPRT, "run", "--game", "connect-four", "--rules", "uai", *agents):
                "sprt: --rules: connect-four is not played by 'uai'; leave it out",
            (SPRT, "run", config): f"sprt: {config}: /rules: tic-tac-toe is not played by 'uai'; leave it out",
            (REFEREE, "perft", "--depth", 1, "--rules", "chess"): "referee: --rules: 'chess' must be articles, uai, orthodox or chess960",
            (REFEREE, "perft", "--depth", 1, "--fen", "x5o/7/2-4/7/7/7/o5x x 0 1"):
                "blocked squares ('-') are not supported by these rules, but by --rules uai",
        }.items():
            with self.subTest(arguments):
                done = self.run_program(*arguments)
                self.assertEqual((done.status, done.stdout), (2, ""))
                self.assertIn(error, done.stderr)


class Chess(ProgramTest):
    AGENTS = ("--agent1", "alphabeta --depth 1 --shuffle", "--agent2", "random", "--seed", 4)

    def test_boards_have_letters_and_marks(self):
        log = self.dir / "log.jsonl"
        self.succeed(REFEREE, "play", "--game", "chess", "alphabeta --depth 1", "random", "--games", 1, "--seed", 1, "--log", log)
        text = self.succeed(REFEREE, "review", log, "--show", "--turn", 1).stdout
        self.assertRegex(text, r"Turn 1: agent 1 \(O\) moves the \w+ [a-h]\d -> [a-h]\d, ")
        self.assertIn("r  n  b  q  k  b  n  r", text)
        self.assertIn("[O] moved, (.) left\n", text)
        self.assertEqual(text.count("["), 2, "in the heading, and the piece that moved")

    def test_every_pair_of_chess960_has_a_set_up_of_its_own(self):
        flags = (*self.AGENTS, "--game", "chess", "--rules", "chess960", "--openings", "start", "--max-games", 24)
        done, run, records = self.run_to("run", *flags)
        self.assertIn("Rules: chess960\n", done.stdout)
        self.assertEqual((run["config"]["game"], run["config"]["rules"]), ("chess", "chess960"))
        fens = [record.get("start_fen", "start") for record in records]
        self.assertEqual(fens[::2], fens[1::2])
        self.assertEqual(len(set(fens)), 12)
        self.assertEqual({record["rules"] for record in records}, {"chess960"})
        self.review_is_clean(self.dir / "run" / "games.jsonl")
        self.run_to("part", *flags)
        log = self.dir / "part" / "games.jsonl"
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:5]))
        self.succeed(SPRT, "resume", "part", "--force")
        self.assertEqual([*map(without_clock, read_games(log))], [*map(without_clock, records)])

    def test_book_of_fens_epds_and_other_text(self):
        run = (SPRT, "run", "--game", "chess", *self.AGENTS, "--max-games", 4, "--quiet")
        (self.dir / "book.epd").write_text(
            "4k3/8/8/8/8/8/QQQQ4/4K3 w - - hmvc 90; fmvn 70;\n4k2r/qqqq4/8/8/8/8/8/4K3 b k -\n"
        )
        self.succeed(*run, "--openings", "book.epd", "--book-order", "sequential", "--out", "book")
        fens = [record["start_fen"] for record in read_games(self.dir / "book" / "games.jsonl")]
        self.assertEqual(fens[0], "4k3/8/8/8/8/8/QQQQ4/4K3 w - - 90 70")
        self.assertEqual(fens[::2], fens[1::2])
        self.assertEqual(fens[2], "4k2r/qqqq4/8/8/8/8/8/4K3 b k - 0 1")
        self.review_is_clean(self.dir / "book" / "games.jsonl")
        for line, error in {
            "7k/6Q1/5K2/8/8/8/8/8 b - - 3 80": "the game is over (checkmate)",
            "5k2/8/8/8/8/8/8/R4K1R w K - 0 1": "castling from there needs --rules chess960",
        }.items():
            (self.dir / "bad.epd").write_text(f"4k3/8/8/8/8/8/P7/4K3 w - -\n{line}\n")
            done = self.run_program(*run, "--openings", "bad.epd")
            self.assertEqual((done.status, done.stdout), (2, ""))
            self.assertIn("sprt: --openings: bad.epd:2: FEN '", done.stderr)
            self.assertIn(error, done.stderr)

    def test_every_command_takes_it(self):
        both = ("--game", "chess", "--quiet")
        self.succeed(SPRT, "match", *self.AGENTS, *both, "--games", 4, "--out", "match")
        self.succeed(SPRT, "tournament", "--agent", "greedy", "--agent", "random", *both, "--rounds", 2, "--out", "t")
        done = self.run_program(
            *(SPRT, "gate", *self.AGENTS, *both, "--elo1", 200, "--out", "gate", "--junit", "gate.xml", "--markdown", "gate.md")
        )
        self.assertEqual(done.status, 0, done)
        self.assertIn('<property name="game" value="chess" />', (self.dir / "gate.xml").read_text())
        for run in ("match", "t", "gate"):
            self.succeed(SPRT, "report", run)
            self.succeed(SPRT, "page", run)
            self.succeed(SPRT, "export", run, "--format", "csv")
            self.succeed(SPRT, "export", run, "--format", "pgn")
            self.review_is_clean(self.dir / run / "games.jsonl")
        self.succeed(SPRT, "adjudicate", "match", "--adjudicate", "max_turns=20/draw")

    def test_rules_that_count_stones_and_engines_of_uai_are_refused(self):
        run = (SPRT, "run", "--game", "chess", *self.AGENTS, "--max-games", 2)
        for rule, name in (("material=10/10", "material"), ("fill=true", "fill"), ("max_turns=5/stones", "max_turns")):
            done = self.run_program(*run, "--adjudicate", rule)
            self.assertEqual(done.status, 2)
            self.assertIn(f"{name} counts stones, and chess has none to count", done.stderr)
        done = self.run_program(REFEREE, "play", "--game", "chess", "proto=uai ./engine", "random")
        self.assertEqual(done.status, 2)
        self.assertIn("a UAI engine does not play chess", done.stderr)


class Perft(ProgramTest):
    def test_games_positions_and_move_lists(self):
        for arguments, leaves in {
            ("--game", "connect-four", "--depth", 7): 823536,
            ("--game", "connect-four", "--depth", 7, "--messages"): 823536,
            ("--game", "connect-four", "--depth", 3, "--fen", "7/7/7/7/7/yyy4 r 1"): 301,
            ("--game", "connect-four", "--depth", 1, "--moves", "444444"): 6,
            ("--game", "connect-four", "--depth", 3, "--moves", "1213141"): 0,
            ("--game", "tic-tac-toe", "--depth", 9): 127872,
            ("--game", "tic-tac-toe", "--depth", 1, "--moves", "2 2 1 1"): 7,
            ("--game", "ataxx", "--depth", 1, "--moves", "1 1 1 2"): 16,
            ("--depth", 1): 16,
            ("--rules", "articles", "--depth", 2): 256,
            ("--rules", "uai", "--depth", 3): 6460,
            ("--rules", "uai", "--depth", 2, "--fen", "x5o/7/7/7/7/7/o5x x 99 1"): 96,
            ("--rules", "uai", "--depth", 3, "--fen", "x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1"): 4100,
            ("--game", "ataxx", "--rules", "uai", "--depth", 1, "--moves", "1 1 1 2"): 16,
            ("--game", "chess", "--depth", 4): 197281,
            ("--game", "chess", "--rules", "orthodox", "--depth", 3, "--moves", "e2e4 57 55 0"): 24825,
            ("--game", "chess", "--depth", 2, "--fen", "8/8/4kb2/6b1/8/3KB1B1/8/8 w - - 100 1"): 438,
            ("--game", "chess", "--rules", "chess960", "--depth", 3, "--fen",
             "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"): 9006,
        }.items():
            with self.subTest(arguments):
                self.assertEqual(self.succeed(REFEREE, "perft", *arguments).stdout, f"{leaves}\n")


if __name__ == "__main__":
    unittest.main()
