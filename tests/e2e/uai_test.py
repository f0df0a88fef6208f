"""Engines in both seats: each engine of uai_table.py ends its games as its row says, and nothing of it is left.

Arguments: [--dialect uai|uci] [--only REGEX] and those of unittest. --only plays only the rows whose words match REGEX.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from harness import BIN, PATIENCE_S, REFEREE, SOURCE, SPRT, command, complaints, left_behind, read_games, write_games
from uai_table import STARTED, Row, rows

parser = argparse.ArgumentParser(add_help=False)
parser.add_argument("--dialect", choices=("uai", "uci"), default="uai")
parser.add_argument("--only", default="")
OPTIONS, UNITTEST_ARGUMENTS = parser.parse_known_args()
DIALECT = OPTIONS.dialect
PROTO = f"proto={DIALECT}"
# Of a fault's reason: what was asked, and the position that the engine was told.
ASKED_ON = {
    "uai": r"\((isready|go [a-z]+ .*) on [-0-9xo/]+ [xo] 0 \d+\)",
    "uci": r"\((isready|go [a-z]+ .*) on [*0-9Pp/]+ [wb] - - 0 \d+\)",
}[DIALECT]

PYTHON_ENGINE = [sys.executable, "-B", "-S", str(pathlib.Path(__file__).with_name("uai_engine.py"))]
ENGINES = {
    "hostile_uai": [str(BIN / "hostile" / "hostile_uai")],
    "uai_engine": [str(BIN / "uai" / "uai_engine")],
    "uci_engine": [str(BIN / "uci" / "uci_engine")],
    "uai_engine.py": PYTHON_ENGINE,
}
ENGINE = ENGINES[f"{DIALECT}_engine"]
PROGRAMS = (ENGINES["hostile_uai"][0], ENGINE[0])
LIMITS = {"time_ms", "move_ms", "nodes", "depth"}
of_uci_alone = unittest.skipUnless(DIALECT == "uci", "of UCI alone")
AT_ONCE = 6  # most of the time they wait
# Rows of which eight games are played at once: one for each way in which a game ends.
IN_A_CROWD = (
    Row(("hostile_uai", "go", "dies", "-11"), ("crashed",)),
    Row(("hostile_uai", "newgame", "dies"), ("crashed",)),
    Row(("hostile_uai", "go", "says", "bestmove a1a1\\n"), ("illegal_move",)),
    Row(("hostile_uai", "go", "says", "bestmove @\\nbestmove @\\n"), ("protocol_error",)),
    Row(("hostile_uai", "go", "silent"), ("timeout",), keys=("move_ms=300",)),
    Row(("hostile_uai", DIALECT, "hangs"), ("ready_timeout",), keys=("start_ms=300",), is_killed=True),
    Row(("hostile_uai", "go", "child", "stays")),
    Row(("hostile_uai", "quit", "spins"), is_killed=True),
)


def agent(row):
    """The row's engine as an agent's string."""
    keys = list(row.keys)
    if not LIMITS & {key.split("=")[0] for key in keys}:
        keys.append("time_ms=600000")
    program, *arguments = row.words
    return command([PROTO, *keys, *ENGINES[program], *arguments])


class Table(unittest.TestCase):
    def play(self, row, directory):
        log = pathlib.Path(directory) / f"{rows(DIALECT).index(row)}.jsonl"
        words = [REFEREE, "play", agent(row), "random", "--games", "2", "--seed", "1", "--log", str(log)]
        words += ["--finish-ms", "100"] if row.is_killed else []
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
        return row, done, read_games(log) if log.exists() else []

    def check(self, row, game):
        self.assertEqual(bool(row.loses_by), game["fault"] is not None, game["fault"])
        if not row.loses_by:
            self.assertIn(game["termination"], ("annihilation", "board_full", "turn_limit"))
            return
        self.assertIn(game["termination"], row.loses_by, game["fault"])
        self.assertEqual((game["fault"]["agent"], game["winner"]), (1, 2))
        if row.reason:
            self.assertRegex(game["fault"]["reason"], row.reason)
        if row.when == STARTED:
            self.assertEqual(game["moves"], [])
        else:
            self.assertRegex(game["fault"]["reason"], ASKED_ON)

    def test_every_row_in_both_seats(self):
        table = [row for row in rows(DIALECT) if re.search(OPTIONS.only, " ".join(row.words))]
        with tempfile.TemporaryDirectory() as directory, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for row, done, games in pool.map(lambda row: self.play(row, directory), table):
                with self.subTest(words=row.words, keys=row.keys):
                    self.assertEqual((done.returncode, complaints(done)), (0, []), done.stdout)
                    self.assertEqual([game["first"] for game in games], [1, 2])
                    for game in games:
                        self.check(row, game)
            every = [game for log in sorted(pathlib.Path(directory).glob("*.jsonl")) for game in read_games(log)]
            for number, game in enumerate(every):
                game["game"], game["pair"] = number, number // 2
            log = pathlib.Path(directory) / "all.jsonl"
            write_games(log, every)
            reviewed = subprocess.run([REFEREE, "review", str(log)], capture_output=True, text=True)
            self.assertIn("No differences.", reviewed.stdout, reviewed.stdout[-2000:])
        self.assertEqual(left_behind(*PROGRAMS), [])

    def test_eight_games_at_once(self):
        for row in IN_A_CROWD:
            with self.subTest(words=row.words), tempfile.TemporaryDirectory() as directory:
                out = pathlib.Path(directory) / "run"
                words = [SPRT, "run", "--agent1", agent(row), "--agent2", "random", "--max-games", "16"]
                words += ["--concurrency", "8", "--seed", "1", "--out", str(out), "--quiet", "--no-check"]
                words += ["--max-faults", "none", "--finish-ms", "100", "--pin", "off", "--elo1", "1000"]
                words += ["--openings", "start", "--repeats", "count"]
                done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
                self.assertEqual(done.returncode, 0, done.stderr)
                for game in read_games(out / "games.jsonl"):
                    self.assertEqual(bool(row.loses_by), game["fault"] is not None)
                    self.assertIn(game["termination"], row.loses_by or (game["termination"],))
        self.assertEqual(left_behind(*PROGRAMS), [])


class Engines(unittest.TestCase):
    """Engines that do nothing wrong."""

    def run_log(self, *words):
        with tempfile.TemporaryDirectory() as directory:
            log = pathlib.Path(directory) / "log.jsonl"
            done = subprocess.run([REFEREE, *words, "--log", str(log)], capture_output=True, text=True, timeout=PATIENCE_S)
            self.assertEqual((done.returncode, complaints(done)), (0, []))
            games = read_games(log)
            reviewed = subprocess.run([REFEREE, "review", str(log)], capture_output=True, text=True)
            self.assertIn("No differences.", reviewed.stdout)
        return games

    def test_two_engines_play_by_the_rules_of_uai(self):
        engine = f"{PROTO} depth=1 option.Play=random " + command(ENGINE)
        games = self.run_log("play", engine, f"{PROTO} {command(PYTHON_ENGINE)}", "--games", "10", "--seed", "5")
        self.assertEqual([game["rules"] for game in games], ["uai"] * 10)
        self.assertEqual([game["exit"] for game in games], [["kept", "kept"], ["exited 0", "exited 0"]] * 5)
        self.assertTrue(all(game["fault"] is None for game in games))

    def test_what_an_engine_says_of_its_search_is_in_the_log(self):
        engine = f"{PROTO} depth=2 " + command(ENGINE)
        for flags, has_pv in (([], False), (["--log-pv"], True)):
            (game,) = self.run_log("play", engine, "random", "--seed", "3", *flags)
            self.assertEqual(len(game["depth"]), len(game["moves"]))
            for of_engine, kind in zip(game["depth"], "er" * len(game["moves"])):
                self.assertEqual(of_engine, 2 if kind == "e" else None)
            self.assertTrue(all(isinstance(score, (int, str)) for score in game["scores"][::2]))
            self.assertTrue(all(count > 0 for count in game["nodes"][::2]))
            self.assertEqual("pv" in game, has_pv)
            self.assertNotIn("bad_pv", game)

    def test_forgotten_protocol_is_named(self):
        """By a run, by a game and, with what the engine speaks, by a check."""
        engine = command(ENGINE)
        flags = ["--elo1", "5", "--max-games", "2", "--ready-ms", "700"]
        run = subprocess.run([SPRT, "run", "--agent1", engine, "--agent2", "random", *flags], capture_output=True, text=True)
        play = subprocess.run([REFEREE, "play", "random", engine, "--ready-ms", "700"], capture_output=True, text=True)
        check = subprocess.run([REFEREE, "check", engine, "--only", "1"], capture_output=True, text=True)
        hint = "if it speaks UAI or UCI, write proto=uai or proto=uci before its command"
        self.assertIn(f"sprt: agent 1: {hint}", run.stderr)
        self.assertIn(f"referee: agent 2: {hint}", play.stderr)
        self.assertEqual((run.returncode, play.returncode, check.returncode), (2, 0, 1), (run, play, check))
        self.assertIn(f"; it speaks {DIALECT.upper()}: write {PROTO} before its command", check.stdout)

    @of_uci_alone
    def test_engine_of_the_documents_plays(self):
        (source,) = re.findall(r"```python\n(.*?)```", (SOURCE / "docs" / "engines.md").read_text(), re.DOTALL)
        with tempfile.TemporaryDirectory() as directory:
            engine = pathlib.Path(directory) / "chance.py"
            engine.write_text(source)
            words = command([sys.executable, "-B", str(engine)])
            games = self.run_log("play", f"{PROTO} {words}", "random", "--game", "tic-tac-toe", "--games", "4", "--seed", "2")
        self.assertEqual([game["fault"] for game in games], [None] * 4)

    def test_never_keeps_the_processes_and_game_does_not(self):
        for restart, exits in (("never", [["kept", "kept"]] * 4), ("game", [["exited 0", "exited 0"]] * 4)):
            engine = f"{PROTO} restart={restart} depth=1 " + command(ENGINE)
            games = self.run_log("play", engine, f"restart={restart} random", "--games", "4", "--seed", "9")
            self.assertEqual([game["exit"] for game in games], exits)

    def test_end_of_a_run_says_how_the_engines_worked(self):
        """And the report of the kept run says the same."""
        engine = command(ENGINE)
        with tempfile.TemporaryDirectory() as directory:
            words = [SPRT, "run", "--agent1", f"{PROTO} depth=2 {engine}", "--agent2", f"{PROTO} depth=1 {engine}"]
            words += ["--openings", "random:4", "--elo1", "5", "--max-games", "4", "--seed", "1", "--out", f"{directory}/run"]
            played = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
            report = subprocess.run([SPRT, "report", f"{directory}/run"], capture_output=True, text=True, timeout=PATIENCE_S)
            run = json.loads((pathlib.Path(directory) / "run" / "run.json").read_text())
        self.assertEqual((played.returncode, report.returncode), (0, 0), played.stderr + report.stderr)
        self.assertEqual(run["result"]["restarts"], [0, 0])
        for depth, number in ((2, 1), (1, 2)):
            line = rf"(?m)^Agent {number}: \d+ moves of [\d.]+ ms \([\d.]+ ms at most\)(?:, processor [\d.]+ ms a move)?, \d+ nodes, depth "
            said = re.search(line + rf"{depth}\.00, latency [\d.]+ ms \([\d.]+ ms at most\)$", played.stdout)
            self.assertTrue(said, played.stdout)
            self.assertIn(said[0], report.stdout)

    def test_processor_time_of_a_move_is_without_the_start_of_the_process(self):
        """Of an engine whose start takes more than its moves."""
        slow = command(["bash", "-c", "for ((i = 0; i < 200000; ++i)); do :; done; exec \"$@\"", "-", *ENGINE])
        words = [SPRT, "match", f"{PROTO} name=slow move_ms=20 {slow}", f"{PROTO} move_ms=20 {command(ENGINE)}"]
        words += ["--games", "2", "--turns", "8", "--openings", "start", "--seed", "1"]
        played = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(played.returncode, 0, played.stderr)
        found = re.findall(r", processor ([\d.]+) ms a move \(([\d.]+) ms at most\)", played.stdout)
        self.assertEqual(len(found), 2, played.stdout)
        for mean, most in found:  # the start alone would be 100 ms and more for each of its moves
            self.assertLessEqual(float(mean), float(most), played.stdout)
            self.assertLessEqual(float(most), 20 + 25, played.stdout)  # the time of a move and its margin

    def test_engine_that_does_not_start_ends_the_run(self):
        for way in ("silent", "dies"):
            engine = f"{PROTO} start_ms=100 " + command([*ENGINES["hostile_uai"], DIALECT, way])
            with self.subTest(way=way), tempfile.TemporaryDirectory() as directory:
                words = [SPRT, "run", "--agent1", "random", "--agent2", engine, "--max-faults", "none", "--no-check", "--elo1", "5"]
                done = subprocess.run([*words, "--out", f"{directory}/run"], capture_output=True, text=True, timeout=PATIENCE_S)
                run = json.loads((pathlib.Path(directory) / "run" / "run.json").read_text())
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertIn("\nResult: No decision. Agent 2 is broken: it did not start 3 times in a row.\n", done.stdout)
                self.assertEqual([run["result"][key] for key in ("reason", "broken", "games")], ["failed_starts", 2, 3])

    def test_agents_play_the_same_in_a_new_process_and_after_a_game(self):
        for name in ("random", "greedy", "alphabeta --depth 2 --shuffle", "mcts --nodes 60", "pvs --depth 3 --shuffle", "rules --depth 2"):
            played = []
            for restart in ("game", "pair", "never"):
                games = self.run_log("play", f"restart={restart} {name}", f"restart={restart} random", "--games", "4", "--seed", "2")
                played.append([[move[:-1] for move in game["moves"]] for game in games])
            with self.subTest(name=name):
                self.assertEqual(played[0], played[1])
                self.assertEqual(played[0], played[2])


    def said(self, *keys, flags=()):
        """What is said to the engine as agent 1 in a game, whose first player it is."""
        with tempfile.TemporaryDirectory() as directory:
            trace = pathlib.Path(directory) / "trace"
            agent1 = command([PROTO, *keys, *ENGINE, *flags])
            self.run_log("play", agent1, "random", "--seed", "1", "--trace", str(trace))
            (file,) = trace.iterdir()
            return re.findall(r"(?m)^ *\d+ > 1 (.*)$", file.read_text())

    def test_session_is_what_the_documents_say(self):
        said = self.said("depth=1", "restart=game", "option.Hash=32", "option.Threads=2", "ping=on")
        options = ["setoption name Hash value 32", "setoption name Threads value 2"]
        start, position = "x5o/7/7/7/7/7/o5x x 0 1", "[-0-9xo/]+ x 0"
        if DIALECT == "uci":
            options = [*reversed(options), "setoption name UCI_Variant value ataxx"]
            start, position = "P5p/7/7/7/7/7/p5P w - - 0 1", "[*0-9Pp/]+ w - - 0"
        begin = [DIALECT, *options, "isready", f"{DIALECT}newgame", "isready"]
        self.assertEqual(said[: len(begin)], begin)
        turns = said[len(begin) : -1]
        self.assertEqual(turns[0], f"position fen {start}")
        for number, (placed, ready, go) in enumerate(zip(turns[::3], turns[1::3], turns[2::3], strict=True), 1):
            self.assertRegex(placed, f"^position fen {position} {number}$")
            self.assertEqual((ready, go), ("isready", "go depth 1"))
        self.assertEqual(said[-1], "quit")

    def test_engine_that_reads_quickly_is_pinged_in_its_first_turns_and_seldom_later(self):
        """It reads a position in far less than 1 ms; on a strained machine in some games only."""

        def pinged():
            turns = "\n".join(self.said("depth=1")).partition("newgame\nisready\n")[2]
            found = ["isready" in turn for turn in turns.split("position fen")[1:]]
            self.assertEqual(found[:3], [True] * 3)
            return found

        self.assertTrue(any(sum(found) < len(found) / 2 for found in (pinged() for _ in range(20))))

    def test_first_player_has_the_clock_of_its_colour(self):
        first, second = "wb" if DIALECT == "uci" else "bw"
        go = next(line for line in self.said("tc=5+0.5") if line.startswith("go "))
        self.assertEqual(go, f"go {first}time 5000 {second}time 10000 {first}inc 500 {second}inc 0")

    def test_engine_is_told_its_moves_to_go_and_its_nodes_beside_the_clock(self):
        first, second = "wb" if DIALECT == "uci" else "bw"
        gos = [line for line in self.said("tc=2/1:40+0.5", "nodes=50") if line.startswith("go ")]
        self.assertGreater(len(gos), 5)
        for made, go in enumerate(gos):
            form = rf"go nodes 50 {first}time (\d+) {second}time \d+ {first}inc 500 {second}inc 0 movestogo {2 - made % 2}"
            self.assertRegex(go, f"^{form}$")
            given_ms = 100_000 * (1 + made // 2) + 500 * made
            left_ms = int(re.fullmatch(form, go).group(1))
            self.assertLessEqual(left_ms, given_ms)
            self.assertGreater(left_ms, given_ms - 60_000, "what it used of it")

    @of_uci_alone
    def test_list_of_options_that_changes(self):
        """VariantPath and `uci` come first, then Threads; an empty value is said, but not to a button."""
        keys = ("option.Book=", "option.Hash=32", "option.VariantPath=x y.ini", "option.Clear Hash=", "option.Threads=2")
        said = self.said("depth=1", *keys, flags=("--variants-from-file", "--book"))
        begin = ["uci", "setoption name VariantPath value x y.ini", "uci", "setoption name Threads value 2"]
        begin += ["setoption name Book value ", "setoption name Hash value 32", "setoption name Clear Hash"]
        begin += ["setoption name UCI_Variant value ataxx", "isready", "ucinewgame"]
        self.assertEqual(said[: len(begin)], begin)

    @of_uci_alone
    def test_nothing_is_said_of_variants_to_an_engine_that_lists_none(self):
        self.assertFalse([line for line in self.said("depth=1", flags=("--variant", "none")) if "Variant" in line])

    def test_bound_at_the_end_of_a_search_does_not_hide_its_exact_score(self):
        kept = []  # the bounds are wrong by ten stones
        for form in ("behind", "upperbound", "lowerbound"):
            engine = f"{PROTO} depth=2 {command([*ENGINE, '--score-form', form])}"
            (game,) = self.run_log("play", engine, "random", "--seed", "3", "--log-pv")
            kept.append([game[key][::2] for key in ("scores", "depth", "pv")])
        self.assertEqual(kept, kept[:1] * 3)


class Settings(unittest.TestCase):
    """What is wrong with an agent's settings is said before any game."""

    def test_wrong_settings(self):
        engine = command(ENGINE)
        for agent1, said in (
            (f"proto=usi {engine}", "proto: 'usi' must be native"),
            (f"prot=uai {engine}", "'prot' before the command is unknown"),
            (f"{PROTO} tc=10+0.1 time_ms=5 {engine}", "two kinds of clock, tc and time_ms"),
            (f"{PROTO} tc=ten {engine}", "tc: 'ten' is not [MOVES/]TIME[+SECONDS] or inf"),
            (f"{PROTO} tc=inf {engine}", "tc=inf leaves it without a limit; give it nodes or depth"),
            (f"{PROTO} move_ms=0 {engine}", "move_ms: 0 is out of range"),
            (f"{PROTO} move_ms=x {engine}", "move_ms: 'x' is not a whole number"),
            (f"{PROTO} turn_ms=5 {engine}", "turn_ms goes with nodes or depth without a clock only"),
            (f"{PROTO} restart=often {engine}", "restart: 'often' must be game, pair or never"),
            (f"{PROTO} option.Hsh=16 {engine}", "'Hsh'"),
            (f"{PROTO} option.Hash=99999 {engine}", "99999"),
            (PROTO, "has no command behind its settings"),
            (f"{PROTO} ponder=true {engine}", "ponder"),
            ("nodes=100 random", "its nodes goes with protocol uai"),
            ("option.Hash=16 random", "its options goes with protocol uai"),
        ):
            for words in (
                [REFEREE, "play", agent1, "random"],
                [SPRT, "run", "--agent1", agent1, "--agent2", "random", "--max-games", "2", "--elo1", "5"],
            ):
                with self.subTest(words=words[:4]):
                    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn(said, done.stderr)
                    self.assertEqual(len(complaints(done)), 1)

    def test_native_agents_are_not_given_blocked_squares(self):
        engine = f"{PROTO} depth=1 " + command(ENGINE)
        with tempfile.TemporaryDirectory() as directory:
            book = pathlib.Path(directory) / "book.fen"
            book.write_text("x5o/7/7/7/7/7/o5x x 0 1\nx5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\n")
            words = [SPRT, "run", "--agent1", engine, "--agent2", "random", "--rules", "uai", "--openings", str(book)]
            done = subprocess.run([*words, "--elo1", "5", "--max-games", "2"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"--openings: {book}:2: it has blocked squares, which agent 2 cannot be told", done.stderr)

    @of_uci_alone
    def test_engine_that_does_not_play_the_game_is_refused(self):
        engine = command(ENGINE)
        for agent1, game, said in (
            (f"{engine} --variants-from-file", "ataxx", "agent1: plays no ataxx: UCI_Variant has no ataxx; set option.VariantPath"),
            (engine, "connect-four", "agent1: plays no connect-four: UCI_Variant has no cfour; set option.VariantPath"),
            (f"option.VariantPath=x.ini {engine} --variants-from-file", "tic-tac-toe", "agent1: plays no tic-tac-toe: UCI_Variant has no tictactoe"),
            (f"variant=other {engine}", "ataxx", "agent1: plays no ataxx: UCI_Variant has no other"),
            (f"option.Book= {engine}", "ataxx", "no option is called 'Book'"),
        ):
            with self.subTest(said=said):
                words = [REFEREE, "play", f"{PROTO} {agent1}", "random", "--game", game]
                done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
                self.assertEqual((done.returncode, len(complaints(done))), (2, 1), done.stderr)
                self.assertIn(said, done.stderr)

    @unittest.skipUnless(DIALECT == "uai", "of UAI alone")
    def test_uai_engines_play_ataxx_alone(self):
        engine = f"{PROTO} " + command(ENGINE)
        done = subprocess.run([REFEREE, "play", engine, "random", "--game", "tic-tac-toe"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a UAI engine does not play tic-tac-toe", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *UNITTEST_ARGUMENTS])
