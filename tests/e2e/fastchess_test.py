"""`sprt fastchess`: what it prints is read as OpenBench's client and fishtest's worker read it, and compared with the log.

FASTCHESS_MATCHES: how many matches with faults are played, half of them one game at a time.
"""

import json
import os
import re
import shutil
import signal
import sys
import unittest
import zlib

from harness import SPRT, ProgramTest, count_lines, read_games, wait_until

MATCHES = int(os.environ.get("FASTCHESS_MATCHES", "4"))
ROUNDS = 6
FAIRY = shutil.which("fairy-stockfish", path=f"{os.environ['PATH']}:/usr/games")
# A UCI engine that plays one of four games by chance, as white: mate by either side, a repetition, and one that is adjudicated.
# Its argument is a list of faults, one of which it commits now and then, and a seed.
ENGINE = """#!/usr/bin/python3 -BSE
import os, random, sys, time
faults, chance = sys.argv[1].split(","), random.Random(sys.argv[2] + str(os.getpid()))
SHUFFLE = "g1f3 g8f6 f3g1 f6g8 " * 2
GAMES = ("f2f3 e7e5 g2g4 d8h4", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", SHUFFLE, "d2d4 d7d5 c2c4 c7c6 " + SHUFFLE)
moves, fault = [], ""
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        say("id name scripted\\noption name Hash type spin default 16 min 1 max 1024\\noption name Threads type spin default 1 min 1 max 8\\nuciok")
    elif words[0] == "ucinewgame":
        fault = chance.choice(faults)
    elif words[0] == "isready":
        if fault == "stalls" and moves:
            time.sleep(0.8)
        say("readyok")
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        late = len(moves) >= 2
        line = chance.choice(GAMES) if not moves else next(game for game in GAMES if game.split()[:len(moves)] == moves)
        if late and fault == "dies":
            os._exit(3)
        if late and fault == "sleeps":
            time.sleep(0.6)
        if fault == "babbles":
            say("info depth 3 score cp 10 pv e2e5")
        score = "-900" if line[:4] == "d2d4" and len(moves) % 2 else "900" if line[:4] == "d2d4" else "10"
        say(f"info depth 9 seldepth 11 score cp {score} nodes 1000 time 1 hashfull 3 tbhits 0")
        say("bestmove " + ("a1a8" if late and fault == "cheats" else "O-O" if late and fault == "mumbles" else line.split()[len(moves)]))
    elif words[0] == "quit":
        break
"""
FAULTS = "none,none,none,none,none,dies,sleeps,cheats,mumbles,stalls"


def openbench(lines):
    """Counts as OpenBench's client makes them from the lines of finished games: LDW, pairs, crashes, time losses, illegal moves."""
    value = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}
    games, wdl, pairs, faults = {}, [0] * 3, [0] * 5, [0] * 3
    for line in lines:
        if not line.startswith("Finished game"):
            continue
        reason, words = line.split(":")[1], line.split()
        faults[0] += "disconnect" in reason or "stalls" in reason
        faults[1] += "on time" in reason
        faults[2] += "illegal" in reason
        games[int(words[2])] = words[6]
    for first in range(1, len(games), 2):
        points = value[games[first]], 2 - value[games[first + 1]]
        pairs[sum(points)] += 1
        for its in points:
            wdl[its] += 1
    return wdl, pairs, faults


def fishtest(lines, batch, games_to_play):
    """The same as fishtest's worker reads it from all lines, with its own checks; and the CRC of the PGN."""
    warning = re.compile(r"Warning;.*(doesn't have option|Invalid value|Illegal move|Illegal PV move|Move does not match uci move format)")
    counts = re.compile(r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+), Points: ([0-9.]+) \(")
    pairs = re.compile(r"Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]")
    crashes = time_losses = warnings = updated = 0
    wdl = ptnml = crc = None
    for line in lines:
        crc = line.split()[-1] if "has CRC32:" in line else crc
        crashes += "disconnect" in line or "stall" in line
        time_losses += "on time" in line or "timeout" in line
        warnings += bool(warning.search(line))
        if match := counts.search(line):
            games, wins, losses, draws = map(int, match.groups()[:4])
            wdl = losses, draws, wins
        if match := pairs.search(line):
            ptnml = [int(count) for count in match.groups()]
            assert games == sum(wdl) == 2 * sum(ptnml) and updated < games <= updated + batch
            updated = games
        if "Finished match" in line:
            assert updated == games_to_play, updated
    return list(wdl), ptnml, crashes, time_losses, warnings, crc


def by_log(games):
    """The same from the log of a run, as agent 1 sees it."""
    points = [{1: 2, 2: 0, 0: 1}[game["winner"]] for game in games]
    pairs = [0] * 5
    for first in range(0, len(points), 2):
        pairs[points[first] + points[first + 1]] += 1
    ended = [game["termination"] for game in games]
    stalls = sum(game["termination"] in ("timeout", "ready_timeout") and "time_loss" not in game for game in games)
    faults = [ended.count("crashed") + stalls, ended.count("timeout") - stalls]
    return [points.count(value) for value in range(3)], pairs, [*faults, sum(end in ("illegal_move", "protocol_error") for end in ended)]


class Fastchess(ProgramTest):
    def setUp(self):
        super().setUp()
        engine = self.dir / "engine"
        engine.write_text(ENGINE.replace("/usr/bin/python3", sys.executable))
        engine.chmod(0o755)

    def engines(self, faults="none", seed=1, base="none"):
        words = []
        for name, its in (("new", faults), ("base", base)):
            words += ["-engine", f"name={name}", "cmd=./engine", f"args={its} {seed}{name}"]
        return [*words, "-each", "proto=uci", "tc=5+0.1"]

    def fastchess(self, *words):
        return self.run_program(SPRT, "fastchess", *words)

    def test_openbench_and_fishtest_read_matches_with_faults(self):
        seen = [0] * 5
        for number in range(MATCHES):
            name = f"match{number}"
            words = self.engines(FAULTS, number, FAULTS)
            words += ["-rounds", ROUNDS, "-repeat", "-recover", "-testEnv", "-ratinginterval", 1, "-crc32", "pgn=true"]
            words += ["-concurrency", 1 + 7 * (number % 2), "-force-concurrency", "-each", "tc=0.4+0.02", "-ping-ms", 500]
            words += ["-resign", "movecount=3", "score=600", "-pgnout", f"file={name}", "append=false", "-site", "here", "--no-check"]
            done = self.fastchess(*words)
            self.assertEqual((done.status, done.stderr), (0, ""), done)
            lines = done.stdout.splitlines()
            games = read_games(self.dir / f"{name}.run" / "games.jsonl")
            self.assertEqual(len(games), 2 * ROUNDS)
            wdl, pairs, (crashes, time_losses, illegal) = by_log(games)
            self.assertEqual(openbench(lines), (wdl, pairs, [crashes, time_losses, illegal]))
            *counts, warnings, crc = fishtest(lines, 2, 2 * ROUNDS)
            self.assertEqual(counts, [wdl, pairs, crashes, time_losses])
            mumbled = sum(game["termination"] == "protocol_error" for game in games)
            self.assertEqual(warnings, illegal + mumbled)
            self.assertEqual(int(crc, 16), zlib.crc32((self.dir / name).read_bytes()))
            self.assertEqual(lines[-1], "Finished match")
            self.assertEqual([int(line.split()[2]) for line in lines if line.startswith("Finished game")], list(range(1, 2 * ROUNDS + 1)))
            self.assertEqual((self.dir / name).read_bytes(), self.succeed(SPRT, "export", f"{name}.run").raw_stdout)
            self.review_is_clean(self.dir / f"{name}.run" / "games.jsonl")
            seen = [before + now for before, now in zip(seen, (crashes, time_losses, illegal, mumbled, games[0]["winner"] >= 0), strict=True)]
        self.assertTrue(all(seen), f"a kind of fault was not seen: {seen}")

    def test_results_and_verdicts_are_those_of_the_run(self):
        """The form of all lines; its LLR is that of `sprt calc`."""
        words = [*self.engines(), "-rounds", 20, "-repeat", "-recover", "-concurrency", 2, "--out", "run", "-srand", 3]
        test = ("elo0=0", "elo1=10", "alpha=0.05", "beta=0.05")
        done = self.fastchess(*words, "-sprt", *test, "-ratinginterval", 0)
        block = done.stdout[done.stdout.index("-" * 50) :]
        number = r"(-?\d+\.\d\d|-?inf|nan)"
        form = (
            "-{50}\n"
            r"Results of new vs base \(5\+0\.1, NULL, NULL\):\n"
            rf"Elo: {number} \+/- {number}, nElo: {number} \+/- {number}\n"
            rf"LOS: {number} %, DrawRatio: {number} %, PairsRatio: {number}\n"
            r"Games: 40, Wins: (\d+), Losses: (\d+), Draws: (\d+), Points: \d+\.\d \(\d+\.\d\d %\)\n"
            rf"Ptnml\(0-2\): \[(\d+, \d+, \d+, \d+, \d+)\], WL/DD Ratio: {number}\n"
            rf"LLR: {number} \(-?\d+\.\d%\) \(-2\.94, 2\.94\) \[0\.00, 10\.00\]\n"
            "-{50}\nFinished match\n"
        )
        self.assertRegex(block, f"^{form}$")
        ptnml = re.search(r"\[(\d+(?:, \d+){4})\]", block)[1].replace(" ", "")
        calculated = json.loads(self.succeed(SPRT, "calc", "--model", "normalized", "--elo0", 0, "--elo1", 10, "--ptnml", ptnml, "--json").stdout)
        self.assertIn(f"LLR: {calculated['llr']:.2f} (", block)
        self.assertEqual(done.stdout.splitlines()[:3], ["Started game 1 of 40 (new vs base)", "Started game 2 of 40 (base vs new)", done.stdout.splitlines()[2]])
        self.assertIn(f"Points: {sum(i * int(n) for i, n in enumerate(ptnml.split(','))) / 2:.1f} (", block)
        wide = ("-sprt", "elo0=-2000", "elo1=-1000", *test[2:])
        done = self.fastchess(*words[:-4], "--out", "decided", *wide)
        self.assertTrue(done.stdout.endswith("SPRT ([-2000.00, -1000.00]) completed - H1 was accepted\nFinished match\n"), done)
        done = self.fastchess(*words[:-4], *wide, "-output", "format=cutechess", "-scoreinterval", 1)
        self.assertRegex(done.stdout, r"\nScore of new vs base: \d+ - \d+ - \d+  \[\d\.\d{3}\] 2\n")
        self.assertRegex(done.stdout, r"\nElo difference: .*\nSPRT: llr .*, ubound 2\.94 - H1 was accepted\nTournament finished\nFinished match\n$")

    def test_match_that_was_stopped_is_resumed_in_its_words(self):
        """Another match adds its games to the file meanwhile."""
        (self.dir / "book.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
        (self.dir / "games.pgn").write_text('[Event "before"]\n\n*')  # as a program leaves it that was killed
        words = [*self.engines(), "-concurrency", 2, "-openings", "file=book.epd", "-pgnout", "games.pgn"]
        process = self.start_program(SPRT, "fastchess", *words, "-rounds", 100, "-config", "outname=c.json")
        log = self.dir / "games.pgn.run" / "games.jsonl"
        wait_until(lambda: log.exists() and count_lines(log) >= 5, 60)
        process.send_signal(signal.SIGINT)
        done = self.finish(process)
        self.assertEqual(done.status, 1, done)
        self.assertRegex(done.stdout, r"Tournament was interrupted\. To resume the tournament, run: .*sprt fastchess -config file=c\.json\nFinished match\n$")
        self.assertEqual(self.fastchess(*words, "-rounds", 1).status, 0)
        done = self.fastchess("-config", "file=c.json")
        self.assertEqual(done.status, 0, done)
        self.assertIn("Games: 200, ", done.stdout)
        self.assertNotIn("Finished game 1 ", done.stdout)
        exported = self.succeed(SPRT, "export", "games.pgn.run").stdout
        others = self.succeed(SPRT, "export", "games.pgn.2.run").stdout
        text = (self.dir / "games.pgn").read_text()
        self.assertEqual(text.count(others), 1)
        self.assertEqual(text.replace(others, ""), '[Event "before"]\n\n*\n' + exported)
        self.assertEqual(len(read_games(log)), 200)
        done = self.run_program(SPRT, "fastchess", "-config", f"file={self.dir / 'c.json'}", "-ratinginterval", 1, cwd="/")
        self.assertEqual((done.status, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^-{50}\nResults of new vs base (.*\n)*Finished match\n$")
        done = self.fastchess("-config", "file=c.json", "-recover", "-rounds", 50)
        self.assertEqual((done.status, done.stdout), (1, ""))
        self.assertIn("goes on with a run as it was begun, which -rounds could not change", done.stderr)

    def test_doubts_of_the_report_are_told_before_the_end(self):
        words = ["-engine", "cmd=./engine", "args=none 1", "name=new", "depth=9", "-engine", "cmd=./engine", "args=none 2", "name=base", "nodes=9"]
        done = self.fastchess(*words, "-rounds", 2, "-pgnout", "file=x.pgn", "-config", "outname=c.json")
        told = "Warning; The agents had unequal limits: engine new 9 plies a move, engine base 9 nodes a move.\nFinished match\n"
        self.assertEqual((done.status, done.stdout[-len(told) :]), (0, told))
        self.assertIn("unequal limits", self.succeed(SPRT, "report", "x.pgn.run").stdout)
        self.assertTrue(self.fastchess("-config", "file=c.json").stdout.endswith(told))

    def test_three_engines_play_and_count_all_games_as_the_report_does(self):
        """Without chance: all pairs of two engines are copies."""
        (self.dir / "steady").write_text((self.dir / "engine").read_text().replace("chance.choice(GAMES)", "GAMES[0]"))
        (self.dir / "steady").chmod(0o755)
        words = [word for name in "abc" for word in ("-engine", "cmd=./steady", "args=none 1", f"name={name}", "depth=9")]
        done = self.fastchess(*words, "-rounds", 5, "-pgnout", "file=x.pgn")
        self.assertEqual((done.status, done.stderr), (0, ""), done)
        self.assertIn("Started game 30 of 30 ", done.stdout)
        more = self.fastchess(*words, *(word.replace("name=a", "name=d") for word in words[:5]), "-rounds", 1, "-tournament", "gauntlet", "-seeds", 2)
        self.assertIn("Started game 8 of 8 ", more.stdout, "seeds do not meet each other")
        report = json.loads(self.succeed(SPRT, "report", "x.pgn.run", "--json").stdout)
        self.assertEqual([(pairing["games"], sum(pairing["ptnml"]), pairing["saturated"]) for pairing in report["result"]["pairings"]], [(10, 5, False)] * 3)

    def test_match_whose_pgn_is_lost_says_so_and_fails(self):
        pgn = self.dir / "games.pgn"
        process = self.start_program(SPRT, "fastchess", *self.engines(), "-rounds", 30, "-concurrency", 1, "-testEnv", "-pgnout", pgn)
        self.assertTrue(wait_until(lambda: pgn.exists() and pgn.stat().st_size > 0, 60))
        with pgn.open("a") as file:
            file.write("of another program\n")
        done = self.finish(process)
        self.assertEqual(done.status, 1, done)
        self.assertRegex(done.stderr, r"^sprt: warning: -pgnout file: .*games\.pgn was damaged by .*; the games are kept: .*sprt export .*games\.pgn\.run\n$")
        self.assertTrue(done.stdout.endswith("\nFinished match\n"), done)
        self.assertIn("of another program\n", pgn.read_text())

    def test_match_that_was_killed_at_once_is_resumed(self):
        (self.dir / "games.pgn").write_text('[Event "before"]\n\n*\n\n')
        process = self.start_program(SPRT, "fastchess", *self.engines(), "-rounds", 2, "-pgnout", "games.pgn")
        self.assertTrue(wait_until(lambda: (self.dir / "games.pgn.run" / "run.json").exists(), 60))
        process.kill()
        self.finish(process)
        self.succeed(SPRT, "resume", "games.pgn.run")
        self.assertEqual((self.dir / "games.pgn").read_text(), '[Event "before"]\n\n*\n\n' + self.succeed(SPRT, "export", "games.pgn.run").stdout)

    def test_files_that_are_of_the_run_or_of_others_are_refused(self):
        (self.dir / "book.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
        (self.dir / "a.pgn").write_text("[Event]\n")
        os.mkfifo(self.dir / "pipe")
        self.fastchess(*self.engines(), "-rounds", 1, "--out", "other")
        (self.dir / "link").symlink_to("a.pgn")
        files = {path.name for path in self.dir.iterdir()}
        for words, wrong in (
            ("-pgnout a.pgn -epdout a.pgn", "-pgnout and -epdout both name"),
            ("-pgnout link -epdout ./x/../a.pgn", "-pgnout and -epdout both name"),
            ("-pgnout a.pgn -config outname=a.pgn", "-config outname and -pgnout both name"),
            ("-epdout file=book.epd append=false", "-epdout and -openings both name"),
            ("-pgnout a.pgn -epdout a.pgn.run/games.jsonl", "-epdout: a.pgn.run/games.jsonl is in the directory of the run"),
            ("-pgnout b.pgn --out r -config outname=r/run.json", "-config outname: r/run.json is in the directory of the run"),
            ("-config outname=other/run.json", "-config outname: other/run.json is in the directory of the run"),
            ("-config outname=a.pgn", "-config outname: a.pgn is there and no configuration"),
            ("-pgnout pipe", "is a pipe; name a plain file"),
            ("-epdout .", "-epdout: . is a directory; name a plain file"),
        ):
            with self.subTest(words):
                done = self.fastchess(*self.engines(), "-rounds", 1, "-openings", "file=book.epd", *words.split())
                self.assertEqual((done.status, done.stdout), (1, ""))
                self.assertIn(wrong, done.stderr)
                self.assertEqual({path.name for path in self.dir.iterdir()}, files)
        self.assertEqual((self.dir / "a.pgn").read_text(), "[Event]\n")

    def test_crashes_and_warnings_end_matches_that_ask_for_it(self):
        words = ["-rounds", 10, "-concurrency", 1]
        done = self.fastchess(*self.engines("dies"), *words, "--no-check")
        self.assertEqual(done.status, 1, done)
        self.assertIn("stalled / disconnected and no recover option set for engine, stopping tournament.\n", done.stdout)
        self.assertRegex(done.stdout, r"\nPlayer: new\n  Timeouts: 0\n  Crashed: 1\nTournament was interrupted\.\nFinished match\n$")
        (self.dir / "dead").write_text("#!/bin/sh\nexit 3\n")
        (self.dir / "dead").chmod(0o755)
        done = self.fastchess("-engine", "name=new", "cmd=./dead", *self.engines()[4:], *words, "-recover", "-pgnout", "g.pgn", "-config", "outname=c.json")
        self.assertEqual(done.status, 1, done)
        end = r"Warning; Engine new did not start 3 times in a row, stopping tournament\.\n\nPlayer: new\n  Timeouts: 0\n  Crashed: 3\nFinished match\n$"
        self.assertRegex(done.stdout, rf"\nResults of new vs base (.*\n)*-{{50}}\n{end}")
        done = self.fastchess("-config", "file=c.json")  # the match is over, and has not all of its games
        self.assertEqual(done.status, 1, done)
        self.assertRegex(done.stdout, rf"^-{{50}}\nResults of new vs base (.*\n)*-{{50}}\n{end}")
        done = self.fastchess(*self.engines("babbles"), *words, "-recover")
        self.assertEqual(done.status, 0, done)
        self.assertRegex(done.stdout, r"Warning; Illegal PV move - \d+ lines? from new\nFinished game 1 ")
        done = self.fastchess(*self.engines("babbles"), *words, "-recover", "-strict")
        self.assertEqual(done.status, 1, done)
        self.assertEqual(done.stdout.count("Finished game"), 1)
        for recover in ([], ["-recover"]):
            done = self.fastchess(*self.engines(), *words, *recover, "-each", "option.Foo=1")
            self.assertEqual(done.status, 1, done)
            self.assertRegex(done.stdout, r"^(Started game 1 of 20 .*\n)?Warning; (new|base) doesn't have option Foo\n$")

    def test_name_of_the_program_version_and_help(self):
        (self.dir / "fastchess-ob").symlink_to(SPRT)
        for words in (("-version",), ("--version",), ("version",)):
            done = self.run_program(self.dir / "fastchess-ob", *words)
            self.assertEqual((done.status, re.search(r"\d+\.\d+(\.\d+)?", done.stdout)[0]), (0, "1.8.2"))
        done = self.run_program(self.dir / "fastchess-ob", *self.engines(), "-rounds", 1)
        self.assertEqual((done.status, done.stdout.count("Finished game")), (0, 2), done)
        self.assertIn("Usage: sprt fastchess", self.fastchess().stdout)
        self.assertIn("Usage: sprt fastchess", self.run_program(self.dir / "fastchess-ob", "-help").stdout)

    @unittest.skipUnless(FAIRY, "the program fairy-stockfish is not installed")
    def test_command_lines_that_openbench_and_fishtest_build(self):
        (self.dir / "Engines").mkdir()
        (self.dir / "Engines" / "dev").symlink_to(FAIRY)
        (self.dir / "Books").mkdir()
        (self.dir / "Books" / "book.epd").write_text("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n" * 2)
        (self.dir / "Books" / "frc.epd").write_text("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\n")
        (self.dir / "Books" / "book.pgn").write_text("1. e4 e5 2. Nf3 Nc6 *\n".join(('[Event "?"]\n\n', "\n")))

        def openbench_line(variant, control, options, book, rest=()):
            engines = []
            for branch in ("dev", "base"):
                engines += f"-engine dir=Engines/ cmd=./dev proto=uci {control} {options} name=Fairy-{branch}".split()
            return [
                *f"-repeat -recover -variant {variant} -testEnv -concurrency 2 -games 2".split(), *rest, *engines,
                *f"-openings file=Books/{book} format={book[-3:]} order=random start=7 -srand 12".split(),
                *"-pgnout file=out.pgn seldepth=true nodes=true".split(),
            ]  # fmt: skip

        adjudication = "-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10".split()
        one = "option.Hash=8 option.Threads=1"
        fishtest_line = (
            "-testEnv -recover -repeat -games 2 -rounds 2 -ratinginterval 1 -scoreinterval 1 -autosaveinterval 0 -report penta=true "
            "-pgnout file=results.pgn append=false -crc32 pgn=true -site https://host/tests/view/1 -event Batch_0 -srand 18446744073709551615 "
            "-resign movecount=3 score=600 -draw movenumber=34 movecount=8 score=20 -variant standard -concurrency 2 "
            "-openings file=Books/book.pgn format=pgn order=random plies=4 start=5 "
            "-engine name=New-aaa tc=0.101+0.002 cmd=Engines/dev dir=. option.Hash=16 -engine name=Base-bbb tc=0.101+0.002 cmd=Engines/dev dir=. "
            "option.Hash=16 -each proto=uci timemargin=10000 option.Threads=1"
        ).split()
        lines = {
            "time": openbench_line("standard", "tc=0.10+0.002 timemargin=250", one, "book.epd", adjudication),
            "moves": openbench_line("standard", "tc=20/0.10+0.002 timemargin=250", one, "book.pgn", adjudication),
            "960": openbench_line("fischerandom", "tc=0.10+0.002 timemargin=250", one, "frc.epd", adjudication),
            "nodes": openbench_line("standard", "tc=inf nodes=100", one, "book.epd"),
            "depth": openbench_line("standard", "tc=inf depth=2", one, "book.epd"),
            "move time": openbench_line("standard", "st=0.01 timemargin=250", one, "book.epd", adjudication),
            "threads": openbench_line("standard", "tc=inf nodes=100", "option.Hash=8 option.Threads=2", "book.epd"),
            "fishtest": fishtest_line,
        }
        for kind, words in lines.items():
            with self.subTest(kind):
                done = self.fastchess(*words)
                self.assertEqual((done.status, done.stderr), (0, ""), done)
                self.assertEqual(done.stdout.count("Finished game"), 4)
                self.assertNotIn("Warning;", done.stdout)
        self.assertEqual((self.dir / "out.pgn").read_text().count("[Event "), 7 * 4)
        self.assertEqual((self.dir / "out.pgn").read_text().count('[Variant "Chess960"]'), 4)


if __name__ == "__main__":
    unittest.main()
