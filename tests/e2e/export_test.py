"""`sprt export`: runs, tournaments and logs of each game are exported and read back by small readers of this file."""

import csv
import datetime
import io
import os
import re
import signal
import subprocess
import sys
import unittest

from harness import BIN, REFEREE, SPRT, ProgramTest, command, count_lines, read_games, wait_until, write_games

GAMES = ("ataxx", "connect-four", "tic-tac-toe")
SIZES = {"ataxx": (7, 7), "connect-four": (7, 6), "tic-tac-toe": (3, 3)}
AGENTS = ("--agent1", "random", "--agent2", "alphabeta --depth 1 --shuffle")
NAMES = ["random", "alphabeta --depth 1 --shuffle"]
COLUMNS = [
    *("game", "pair", "agent1", "agent2", "first", "result", "winner", "termination"),
    *("score1", "score2", "turns", "used1_us", "used2_us", "fault_agent", "fault_reason", "adjudication"),
]

# A UCI engine that plays one line, and says more of its search than the time that it takes.
TELLER = """
import sys
LINE = "e2e4 e7e5 g1f3 b8c6 f1b5".split()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name teller\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        ply = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[0] == "go":
        told = "depth 12 seldepth 19 score cp 35 nodes 12345 time 60000 hashfull 17 tbhits 3"
        print("info string net {a}\\ninfo string net \\"b\\" {}\\ninfo string hash")
        print(f"info {told} pv {' '.join(LINE[ply:ply + 2])}\\nbestmove {LINE[ply]}", flush=True)
    elif words[0] == "quit":
        break
"""


def read_pgn(text):
    """[(tags, [(move, comment), ...], result)] of a file, by the grammar of PGN without variations."""
    found = []
    for game in re.findall(r"((?:\[.*\]\n)+)\n((?:.+\n)+)(?:\n|\Z)", text):
        tags = {key: re.sub(r"\\(.)", r"\1", value) for key, value in re.findall(r'\[(\w+) "((?:\\.|[^"\\])*)"\]\n', game[0])}
        words = re.findall(r"\{([^}]*)\}|(\d+\.+)|([^\s{}]+)", game[1])
        moves, result = [], None
        for comment, _, word in words:
            if word in ("1-0", "0-1", "1/2-1/2", "*"):
                result = word
            elif word:
                moves.append([word, []])
            elif comment:
                moves[-1][1].append(comment)
        found.append((tags, moves, result))
    return found


class Replay:
    """A board that makes moves of PGN. Squares are (file, rank) from 0; ranks count from below."""

    def __init__(self, variant, fen):
        self.variant = variant
        ranks, self.mover = fen.split()[:2]
        self.files, self.ranks = SIZES[variant]
        self.at = {}
        for row, rank in enumerate(ranks.split("/")):
            file = 0
            for c in rank:
                if c.isdigit():
                    file += int(c)
                else:
                    self.at[file, self.ranks - 1 - row] = c
                    file += 1
        self.letters = {"x": "xo", "r": "ry"}[self.mover]
        assert self.mover == self.letters[0]

    def near(self, square, distance):
        return [
            (file, rank)
            for file in range(square[0] - distance, square[0] + distance + 1)
            for rank in range(square[1] - distance, square[1] + distance + 1)
            if max(abs(file - square[0]), abs(rank - square[1])) == distance
        ]

    def square(self, name):
        square = ord(name[0]) - ord("a"), int(name[1]) - 1
        assert 0 <= square[0] < self.files and 0 <= square[1] < self.ranks, name
        return square

    def make(self, move):
        own, other = self.mover, self.letters[1 - self.letters.index(self.mover)]
        if self.variant == "connect-four":
            file = ord(move) - ord("a")
            target = file, next(rank for rank in range(self.ranks) if (file, rank) not in self.at)
        elif move != "0000":
            target = self.square(move[-2:])
        if move != "0000":
            assert target not in self.at, move
            if len(move) == 4:
                source = self.square(move[:2])
                assert self.at[source] == own and source in self.near(target, 2), move
                del self.at[source]
            elif self.variant == "ataxx":
                assert any(self.at.get(square) == own for square in self.near(target, 1)), move
            self.at[target] = own
            if self.variant == "ataxx":
                for square in self.near(target, 1):
                    if self.at.get(square) == other:
                        self.at[square] = own
        self.mover = other

    def has_line(self, letter):
        length = 4 if self.variant == "connect-four" else 3
        return any(
            all(self.at.get((file + i * dx, rank + i * dy)) == letter for i in range(length))
            for file, rank in self.at
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def scores(self):
        """Of the first player and of the second one."""
        if self.variant == "ataxx":
            return [list(self.at.values()).count(letter) for letter in self.letters]
        return [int(self.has_line(letter)) for letter in self.letters]


class Export(ProgramTest):
    def play(self, game, *flags):
        out = f"run-{game}"
        _, run, games = self.run_to(
            out, *AGENTS, "--game", game, "--max-games", 8, "--elo0", 0, "--elo1", 1, "--seed", 1, "--quiet", *flags
        )
        self.assertEqual(len(games), 8)
        return out, run, games

    def export(self, source, form, *flags):
        done = self.succeed(SPRT, "export", source, "--format", form, *flags)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def check_pgn(self, text, games, names, event):
        exported = read_pgn(text)
        self.assertEqual(len(exported), len(games))
        for (tags, moves, result), game in zip(exported, games):
            white, black = game["first"] - 1, 2 - game["first"]
            both = [names[i] for i in game.get("agents", (0, 1))]
            self.assertEqual((tags["White"], tags["Black"]), (both[white], both[black]))
            self.assertEqual(tags["Event"], event)
            its_round = (game["round"], game["game"]) if "round" in game else (game["pair"], game["game"] % 2)
            self.assertEqual(tags["Round"], "{}.{}".format(*its_round))
            self.assertEqual(tags["Result"], result)
            self.assertEqual(result, {0: "1/2-1/2", white + 1: "1-0", black + 1: "0-1"}[game["winner"]])
            self.assertEqual(tags["Ending"], game["termination"])
            self.assertEqual(int(tags["PlyCount"]), game["turns"])
            self.assertEqual(len(moves), game["turns"])
            board = Replay(tags["Variant"], tags["FEN"])
            self.assertEqual([tags["WhitePiece"], tags["BlackPiece"]], list(board.letters))
            for move, _ in moves:
                board.make(move)
            self.assertEqual(board.scores(), [game["score"][white], game["score"][black]])
            self.assertEqual(tags["Score"], "{}-{}".format(*board.scores()))
            comments = ["book"] * len(game["opening"])
            comments += [f"{move[-1] // 10**6}.{move[-1] % 10**6:06}s" for move in game["moves"]]
            self.assertEqual([comment for _, comment in moves], [[comment] for comment in comments])

    def check_csv(self, text, games, names):
        self.assertNotIn("\r", text)
        header, *rows = csv.reader(io.StringIO(text))
        self.assertEqual(header, COLUMNS)
        self.assertEqual(len(rows), len(games))
        for row, game in zip(rows, games):
            values = dict(zip(header, row))
            self.assertEqual(len(row), len(header))
            self.assertEqual([values["agent1"], values["agent2"]], [names[i] for i in game.get("agents", (0, 1))])
            for key in ("game", "pair", "first", "winner", "turns"):
                self.assertEqual(values[key], str(game[key]), key)
            self.assertEqual(values["result"], {0: "0.5", 1: "1", 2: "0"}[game["winner"]])
            self.assertEqual(values["termination"], game["termination"])
            for key, both in (("score{}", "score"), ("used{}_us", "used_us")):
                self.assertEqual([values[key.format(agent)] for agent in (1, 2)], list(map(str, game[both])))
            fault = game["fault"] or {"agent": "", "reason": ""}
            self.assertEqual([values["fault_agent"], values["fault_reason"]], [str(fault["agent"]), fault["reason"]])


class Runs(Export):
    def test_pgn_of_each_game_can_be_replayed(self):
        for game in GAMES:
            with self.subTest(game=game):
                out, run, games = self.play(game)
                text = self.export(out, "pgn")
                self.check_pgn(text, games, NAMES, out)
                for tags, _, _ in read_pgn(text):
                    self.assertEqual(tags["Date"], run["started"][:10].replace("-", "."))
                    self.assertEqual((tags["Variant"], tags["TimeControl"]), (game, "10"))

    def test_csv_of_each_game_has_a_line_a_game(self):
        for game in (*GAMES, "chess"):
            with self.subTest(game=game):
                out, _, games = self.play(game)
                self.check_csv(self.export(out, "csv"), games, NAMES)

    def test_tournament_is_exported_as_a_run_is(self):
        agents = [word for name in ("random", "minimax --depth 1", 'name="the third" random') for word in ("--agent", name)]
        self.succeed(SPRT, "tournament", *agents, "--game", "tic-tac-toe", "--rounds", 2, "--seed", 1, "--quiet", "--out", "t")
        games, names = read_games(self.dir / "t/games.jsonl"), ["random", "minimax --depth 1", "the third"]
        self.assertEqual(len(games), 12)
        pgn = self.export("t", "pgn")
        self.check_pgn(pgn, games, names, "t")
        self.check_csv(self.export("t", "csv"), games, names)
        self.succeed(SPRT, "report", "t", "--pgn", "t.pgn")
        counted = read_pgn((self.dir / "t.pgn").read_text())
        self.assertEqual(counted, [(tags, [], result) for tags, _, result in read_pgn(pgn)])

    def test_passes_and_jumps_are_exported(self):
        """Random play of Ataxx passes now and then, and always jumps."""
        moves = []
        for seed in range(1, 4):
            self.succeed(REFEREE, "play", "random", "random", "--games", 8, "--seed", seed, "--log", f"log{seed}")
            games = read_games(self.dir / f"log{seed}")
            text = self.export(f"log{seed}", "pgn")
            self.check_pgn(text, games, ["agent 1", "agent 2"], f"log{seed}")
            self.check_csv(self.export(f"log{seed}", "csv"), games, ["agent 1", "agent 2"])
            exported = [move for _, game, _ in read_pgn(text) for move, _ in game]
            passes = sum(move[:4] == [-1] * 4 for game in games for move in game["opening"] + game["moves"])
            self.assertEqual(exported.count("0000"), passes)
            moves += exported
        self.assertEqual({len(move) for move in moves}, {2, 4})
        self.assertIn("0000", moves)

    def test_fault_is_in_both_formats(self):
        self.succeed(REFEREE, "play", command([str(BIN / "hostile/illegal"), "occupied"]), "greedy", "--log", "log")
        (game,) = read_games(self.dir / "log")
        self.assertEqual(game["winner"], 2)
        self.check_csv(self.export("log", "csv"), [game], ["agent 1", "agent 2"])
        ((tags, moves, result),) = read_pgn(self.export("log", "pgn"))
        self.assertEqual((tags["Termination"], tags["Ending"], result), ("illegal move", "illegal_move", "0-1"))
        self.assertIn("agent 1: ", moves[-1][1][-1])


class Files(Export):
    def test_output_is_a_new_file(self):
        out, _, games = self.play("tic-tac-toe")
        for form in ("pgn", "csv"):
            file = self.dir / "new" / f"games.{form}"
            self.assertEqual(self.export(out, form, "--output", file), "")
            self.assertEqual(file.read_text(), self.export(out, form))
            done = self.run_program(SPRT, "export", out, "--format", form, "--output", file)
            self.assertEqual(done.status, 2)
            self.assertRegex(done.stderr, r"^sprt: --output: .*games\.\w+ .*--overwrite\n$")
            file.write_text("old\n" * 10_000)
            self.export(out, form, "--output", file, "--overwrite")
            self.assertEqual(file.read_text(), self.export(out, form))

    def test_format_follows_from_the_name_of_the_output(self):
        out, _, games = self.play("tic-tac-toe")
        self.assertEqual(self.succeed(SPRT, "export", out).stdout, self.export(out, "pgn"))
        for form in ("pgn", "csv", "epd"):
            self.succeed(SPRT, "export", out, "--output", f"games.{form}")
            self.assertEqual((self.dir / f"games.{form}").read_text(), self.export(out, form), form)
        self.succeed(SPRT, "export", out, "--output", "games.txt")
        self.assertEqual((self.dir / "games.txt").read_text(), self.export(out, "pgn"))
        self.assertEqual(len(self.export(out, "epd").splitlines()), len(games))

    def test_pgn_is_written_as_games_are_counted(self):
        """Of runs, matches and tournaments; killed again and again, it is that of the whole run in the end."""
        chess = (*AGENTS, "--game", "chess", "--seed", 1)
        self.succeed(SPRT, "match", *chess, "--games", 6, "--pgn", "match.pgn")
        self.assertEqual(len(read_pgn((self.dir / "match.pgn").read_text())), 6)
        three = [word for agent in ("random", "greedy", "alphabeta --depth 1") for word in ("--agent", agent)]
        self.succeed(SPRT, "tournament", *three, "--rounds", 2, "--out", "t", "--pgn", "t.pgn", "--quiet")
        self.assertEqual((self.dir / "t.pgn").read_text(), self.export("t", "pgn"))

        words = ["run", *chess, "--elo1", 1, "--max-games", 200, "--out", "r", "--pgn", "r.pgn", "--pgn-comments", "timeleft", "--title", "killed", "--quiet"]
        for kill in range(1, 4):
            process = subprocess.Popen([str(word) for word in (SPRT, *words)], cwd=self.dir, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertTrue(wait_until(lambda: count_lines(self.dir / "r" / "games.jsonl") >= 40 * kill or process.poll() is not None, 60))
            process.kill()
            process.wait()
            self.assertEqual(process.returncode, -signal.SIGKILL)
            lines = (self.dir / "r.pgn").read_bytes()
            (self.dir / "r.pgn").write_bytes(lines[: -7 * kill])  # what was written last is not yet on disk
            words = ["resume", "r"]
        (self.dir / "r.pgn").rename(self.dir / "mine.pgn")
        (self.dir / "r.pgn").write_text("[Event \"another\"]\n")
        before = (self.dir / "r" / "run.json").read_bytes()
        done = self.run_program(SPRT, "resume", "r")
        self.assertEqual(done.status, 2)
        self.assertEqual((self.dir / "r" / "run.json").read_bytes(), before)
        self.assertIn("r.pgn holds other games than those of the run; move it away, and it is made anew", done.stderr)
        self.assertEqual((self.dir / "r.pgn").read_text(), "[Event \"another\"]\n")
        (self.dir / "r.pgn").unlink()
        self.succeed(SPRT, "resume", "r")
        text = (self.dir / "r.pgn").read_text()
        self.assertEqual(text, self.export("r", "pgn", "--comments", "timeleft"))
        self.assertNotEqual(text, self.export("r", "pgn"))
        self.assertEqual(len(read_pgn(text)), 200)
        self.assertEqual({tags["Event"] for tags, _, _ in read_pgn(text)}, {"killed"})

        os.mkfifo(self.dir / "pipe")
        for out, file in (("new", "r.pgn"), ("new", "pipe"), ("new", "."), ("new", "/dev/full"), ("new", "new/games.jsonl"), ("new", "new/run.json"), ("new", "r.pgn/x")):
            with self.subTest(file):
                done = self.run_program(SPRT, "match", *chess, "--games", 2, "--out", out, "--pgn", file)
                self.assertEqual(done.status, 2, done)
                self.assertRegex(done.stderr, "^sprt: --pgn: .*\n$")
                self.assertEqual(list(self.dir.glob("new/*")), [])
        self.assertEqual((self.dir / "r.pgn").read_text(), text)
        words = command([*map(str, (SPRT, "match", *chess, "--games", 6, "--pgn", "cut.pgn"))])
        done = self.succeed("/bin/sh", "-c", f"ulimit -f 8; exec {words}")  # 4 KiB
        self.assertRegex(done.stderr, "warning: --pgn: .*cut.pgn.*; later games are missing there\n")

    def test_what_an_engine_tells_is_logged_and_exported(self):
        (self.dir / "teller.py").write_text(TELLER)
        engine = f"proto=uci {sys.executable} {self.dir / 'teller.py'}"
        words = "pv,timeleft,latency,nodes,seldepth,nps,hashfull,tbhits"
        flags = ("--agent1", engine, "--agent2", engine, "--game", "chess", "--openings", "start", "--turns", 4, "--games", 2, "--log-pv")
        begun = datetime.datetime.now(datetime.timezone.utc)
        done = self.succeed(SPRT, "match", *flags, "--out", "m", "--pgn", "m.pgn", "--pgn-comments", words, "--pgn-line", "string n[eo]t")
        self.assertRegex(done.stdout, r"\nAgent 1: 4 moves .*, 12345 nodes, depth 12.0, latency 0.00 ms \(0.00 ms at most\)\n")
        for game in read_games(self.dir / "m" / "games.jsonl"):
            for key, value in (("time_ms", 60_000), ("seldepth", 19), ("hashfull", 17), ("tbhits", 3), ("nodes", 12345)):
                self.assertEqual(game[key], [value] * 4, key)
            self.assertLess(abs(datetime.datetime.fromisoformat(game["started"].replace("Z", "+00:00")) - begun).total_seconds(), 600)
            self.assertGreaterEqual(game["duration_ms"] + 1, sum(game["used_us"]) // 1000)
        text = (self.dir / "m.pgn").read_text()
        self.assertEqual(text, self.export("m", "pgn", "--comments", f"line,{words}"))
        said = r"\{\+0.35/12 \d\.\d{3}s, tl=\d\.\d{3}s, latency=0\.000s, n=12345, sd=19, nps=205, hashfull=17, tbhits=3, pv=\"e4 e5\", line=\"info string net 'b' \(\)\"\}"
        self.assertRegex(" ".join(text.split()), r"1\. e4 " + said)
        for tags, moves, _ in read_pgn(text):
            self.assertRegex(tags["GameStartTime"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d \+0000$")
            self.assertEqual(tags["Date"], tags["GameStartTime"][:10].replace("-", "."))
            self.assertRegex(tags["GameDuration"], r"^\d\d:\d\d:\d\d$")
        (_, moves, _), *_ = read_pgn(self.export("m", "pgn", "--comments", "none"))
        self.assertEqual(moves, [["e4", []], ["e5", []], ["Nf3", []], ["Nc6", ["Draw by adjudication"]]])
        done = self.run_program(SPRT, "match", *flags, "--pgn-comments", words)
        self.assertEqual((done.status, done.stdout), (2, ""))
        self.assertIn("--pgn-comments: it is for the file of pgn, and there is none; give --pgn FILE", done.stderr)
        done = self.run_program(SPRT, "match", *flags, "--pgn", "n.pgn", "--pgn-line", "a(")
        self.assertEqual((done.status, done.stdout), (2, ""))
        self.assertIn("--pgn-line: 'a(' is no extended regular expression: ", done.stderr)

    def test_log_is_not_replaced_by_its_export(self):
        out, _, _ = self.play("tic-tac-toe")
        log = self.dir / out / "games.jsonl"
        before = log.read_bytes()
        done = self.run_program(SPRT, "export", out, "--format", "csv", "--output", log, "--overwrite")
        self.assertEqual(done.status, 2)
        self.assertIn("is the log that is exported", done.stderr)
        self.assertEqual(log.read_bytes(), before)

    def test_damaged_runs_and_logs_write_nothing(self):
        out, _, games = self.play("tic-tac-toe")
        log = self.dir / out / "games.jsonl"
        self.damages(log, "a game's score is wrong")
        games[5]["score"] = [7, 0]
        write_games(log, games)
        for source, name in ((out, f"{out}/games.jsonl"), (log, str(log))):
            for form in ("pgn", "csv"):
                done = self.run_program(SPRT, "export", source, "--format", form, "--output", "exported")
                self.assertEqual((done.status, done.stdout), (2, ""))
                self.assertIn(f"{name}:6: ", done.stderr)
                self.assertFalse((self.dir / "exported").exists())

    def test_line_that_was_cut_short_is_noted(self):
        out, _, games = self.play("tic-tac-toe")
        log = self.dir / out / "games.jsonl"
        self.damages(log, "the last line is cut short")
        self.damages(log.with_name("run.json"), "it tells of one game more")
        log.write_bytes(log.read_bytes()[:-20])
        for source in (out, log):
            done = self.succeed(SPRT, "export", source, "--format", "csv")
            self.assertIn(":8: the last line was cut short", done.stderr)
            self.assertEqual(len(done.stdout.splitlines()), len(games))

    def test_wrong_calls_say_what_is_right(self):
        (self.dir / "empty").mkdir()
        for words, said in (
            (("nothing", "--format", "pgn"), "nothing does not exist"),
            (("empty", "--format", "pgn"), "empty holds no run"),
            (("empty", "--format", "xml"), "pgn, csv or epd"),
            (("empty", "--notation", "xml"), "san, lan or uci"),
            (("empty", "--comments", "nodes,node"), "--comments: 'node' "),
            (("empty", "--comments", "none,pv"), "--comments: none stands with other words"),
            (("empty", "--format", "csv", "--overwrite"), "--output"),
        ):
            done = self.run_program(SPRT, "export", *words)
            self.assertEqual((done.status, done.stdout), (2, ""), done)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertIn(said, done.stderr)

    def test_log_without_games_has_no_games(self):
        (self.dir / "log").touch()
        self.assertEqual(self.export("log", "pgn"), "")
        self.assertEqual(self.export("log", "csv"), ",".join(COLUMNS) + "\n")
        (self.dir / "old").write_text("old\n")
        self.export("log", "pgn", "--output", "old", "--overwrite")
        self.assertEqual(read_pgn((self.dir / "old").read_text()), [])


if __name__ == "__main__":
    unittest.main()
