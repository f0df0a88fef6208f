"""A kept run goes on in another place and on another machine, with other settings, and its printed command can be pasted."""

import itertools
import json
import os
import shutil
import signal
import subprocess
import unittest

from harness import AGENTS, SPRT, ProgramTest, command, complaints, count_lines, read_games, wait_until, without_clock

PATIENT = {"ready_ms": 60000, "time_ms": 60000, "seed": 5}
RELATIVE = {"command": ["inner/bot.sh", "weights"], "dir": "bots"}
BOOK = "".join(f"1 1 {x} {y} 1 7 {x} {8 - y}\n" for x, y in ((1, 2), (2, 2), (1, 3), (2, 3), (3, 3)))
GAMES = 6


class Moved(ProgramTest):
    def setUp(self):
        super().setUp()
        self.home = self.dir / "home"
        (self.home / "bots" / "inner").mkdir(parents=True)
        os.symlink(AGENTS / "random", self.home / "bots" / "chance")
        bot = self.home / "bots" / "inner" / "bot.sh"
        bot.write_text(f'#!/bin/sh\ncat "$1" > /dev/null || exit 9\nexec {AGENTS}/greedy --shuffle\n')
        bot.chmod(0o755)
        (self.home / "bots" / "weights").write_text("1 2 3")
        (self.home / "book.txt").write_text(BOOK)

    def config(self, kind, agents, openings):
        agent1, agent2 = agents
        length = {"run": {"elo1": 5, "max_games": GAMES}, "match": {"games": GAMES}, "tournament": {"rounds": GAMES // 2}}[kind]
        players = {"agents": [agent1, agent2]} if kind == "tournament" else {"agent1": agent1, "agent2": agent2}
        return {**players, "openings": openings, **length, **PATIENT}

    def play(self, kind="run", agents=(RELATIVE, "bots/chance"), openings="book.txt", out="runs/r", flags=()):
        """Plays in `home`, then takes what a kill takes: the last games and the result. Returns all games."""
        (self.home / "config.json").write_text(json.dumps(self.config(kind, agents, openings)))
        self.succeed(SPRT, kind, "config.json", "--out", out, *flags, cwd=self.home)
        run = self.home / out
        games = read_games(run / "games.jsonl")
        self.cut(run)
        return [*map(without_clock, games)]

    def cut(self, run):
        described = json.loads((run / "run.json").read_text())
        described["result"] = None
        del described["games_sha256"][1:]
        (run / "run.json").write_text(json.dumps(described, indent=2) + "\n")
        lines = (run / "games.jsonl").read_text().splitlines(keepends=True)
        (run / "games.jsonl").write_text("".join(lines[:2]))

    def resume(self, run, *flags, status=0, cwd=None, before=()):
        done = self.run_program(*before, SPRT, "resume", run, *flags, cwd=cwd)
        self.assertEqual(done.status, status, done)
        return done

    def described(self, run):
        return json.loads((run / "run.json").read_text())


class Place(Moved):
    # What is relative, what is moved where (home is gone afterwards), where the run is then, and where it goes on.
    TABLE = {
        "nothing is relative": (("greedy --shuffle", "random"), "start", {"home/runs/r": "kept/r"}, "kept/r", "."),
        "the project with its run": ((RELATIVE, "bots/chance"), "book.txt", {"home": "new/home"}, "new/home/runs/r", "new/home"),
        "the run, and the files beside it": (
            *((RELATIVE, "random"), "book.txt"),
            *({"home/runs/r": "kept/r", "home/bots": "kept/bots", "home/book.txt": "kept/book.txt"}, "kept/r", "kept"),
        ),
        "the files in the run": (
            *(("random", "bots/chance"), "start"),
            *({"home/runs/r": "kept/r", "home/bots": "kept/r/bots"}, "kept/r", "kept/r"),
        ),
    }

    def test_moved_run_goes_on_in_its_own_place(self):
        for (what, row), kind in itertools.product(self.TABLE.items(), ("run", "match", "tournament")):
            with self.subTest(what, kind=kind):
                self.check_moved(kind, *row)

    def check_moved(self, kind, agents, openings, moves, place, goes_on):
        kept = shutil.copytree(self.home, self.dir / "original", symlinks=True)
        whole = self.play(kind, agents, openings)
        for old, new in moves.items():
            (self.dir / new).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(self.dir / old, self.dir / new)
        shutil.rmtree(self.home, ignore_errors=True)
        run = self.dir / place
        done = self.resume(run)
        self.assertEqual([*map(without_clock, read_games(run / "games.jsonl"))], whole)
        note = f"sprt: note: relative paths begin in {self.dir / goes_on} from now on, and began in {self.home}"
        self.assertEqual(complaints(done), [note])
        described = self.described(run)
        self.assertEqual(described["directory"], str(self.dir / goes_on))
        self.assertEqual(described["resumed"][0]["changed"], [f"directory: {self.dir / goes_on} was {self.home}"])
        self.assertEqual(described["resumed"][0]["forced"], [])
        self.cut(run)
        self.assertEqual(complaints(self.resume(run)), [])  # the new place is kept
        for new in {new.split("/")[0] for new in moves.values()}:
            shutil.rmtree(self.dir / new)
        shutil.move(kept, self.home)

    def test_place_that_lacks_a_file_is_named_and_another_one_can_be_given(self):
        for kind in ("run", "tournament"):
            with self.subTest(kind):
                whole = self.play(kind, (RELATIVE, "random"), "book.txt", out=self.dir / kind)
                run = self.dir / kind
                away = self.dir / "far" / "away"
                shutil.move(self.home, away)
                error = self.resume(run, status=2).stderr
                agent = "inner/bot.sh weights" if kind == "tournament" else "agent 1"
                gone = f"the run was begun in {self.home}, which cannot be entered: No such file or directory; "
                self.assertIn(f"{gone}{agent}'s directory (bots) is not beside {run} either; ", error)
                self.assertIn(" --dir DIR\n", error)
                self.assertIn(f"--dir: {self.dir}/nothing cannot be entered: No such file", self.resume(run, "--dir", "nothing", status=2).stderr)
                (away / "book.txt").rename(away / "book")
                self.assertIn(f"--dir: the file of openings (book.txt) is not in {away}\n", self.resume(run, "--dir", away, status=2).stderr)
                (away / "book").rename(away / "book.txt")
                weights = away / "bots" / "weights"
                weights.write_text("4")
                self.assertIn("'s file changed: ", self.resume(run, "--dir", away, status=2).stderr)
                weights.write_text("1 2 3")
                self.resume(run, "--dir", "far/away")
                self.assertEqual([*map(without_clock, read_games(run / "games.jsonl"))], whole)
                shutil.move(away, self.home)

    def test_report_finds_openings_of_a_moved_run(self):
        self.play()
        shutil.move(self.home, self.dir / "moved")
        run = self.dir / "moved" / "runs" / "r"
        self.assertEqual(json.loads(self.succeed(SPRT, "report", run, "--json").stdout)["notes"], [])


class Session(Moved):
    ANY = ("random", "random")

    def test_settings_of_one_session(self):
        self.play(agents=self.ANY, openings="start", flags=["--concurrency", 2, "--pin", "off"])
        run = self.home / "runs" / "r"
        done = self.resume(run, "--concurrency", 1, "--quiet")
        self.assertNotIn("\nTotal: ", done.stdout.split("[SPRT Finished]")[0])
        self.assertEqual(self.described(run)["resumed"][0]["changed"], ["concurrency: 1 was 2"])
        self.assertEqual(self.described(run)["config"]["concurrency"], 2)
        self.assertIn("--concurrency: 0 is out of range", self.resume_cut(run, "--concurrency", 0))
        self.assertIn("--cores: ", self.resume_cut(run, "--cores", "x"))

    def resume_cut(self, run, *flags):
        self.cut(run)
        return self.resume(run, *flags, status=2).stderr

    def test_cores_of_another_machine(self):
        allowed = sorted(os.sched_getaffinity(0))
        if len(allowed) < 2:
            self.skipTest("one core")
        first, last = allowed[0], allowed[-1]
        here = ["taskset", "--cpu-list", str(first)]
        for kind in ("run", "tournament"):
            with self.subTest(kind):
                self.play(kind, agents=self.ANY, openings="random:4", out=kind, flags=["--cores", last])
                run = self.home / kind
                done = self.resume(run, status=2, before=here)
                self.assertIn(f"core {last} may not be used here; allowed are {first}; give other ones for this session: --cores LIST", done.stderr)
                self.resume(run, "--cores", first, before=here)
                described = self.described(run)
                self.assertEqual(described["resumed"][0]["changed"], [f"cores: {first} were {last}"])
                self.assertEqual(described["machine"]["placement"][0]["worker"], str(first))

    def test_limit_of_games_can_be_raised(self):
        flags = ["--agent1", "random", "--agent2", "random", "--elo1", 1, "--seed", 1, "--max-games", 4]
        self.run_to("run", *flags)
        run = self.dir / "run"
        done = self.resume(run, "--max-games", 9)
        self.assertIn("--max-games: 9 is odd; 8 are played", done.stderr)
        self.assertIn("The limit of 8 games was reached", done.stdout)
        _, _, whole = self.run_to("whole", *flags[:-1], 8)
        self.assertEqual([*map(without_clock, read_games(run / "games.jsonl"))], [*map(without_clock, whole)])
        self.assertIn("The limit of 8 games was reached", self.succeed(SPRT, "report", run).stdout)
        self.assertEqual(self.described(run)["resumed"][0]["games"], 8)
        for games, error in ((8, "out of range"), (6, "--max-games: 6 is out of range; 8 games were played"), (-1, "out of range")):
            done = self.run_program(SPRT, "resume", run, "--max-games", games)
            self.assertIn(error, done.stdout + done.stderr)
        self.assertIn("is a run that a test ends; --max-games is its limit", self.resume(run, "--games", 20, status=2).stderr)

    def test_limit_is_not_raised_where_that_would_change_a_result(self):
        flags = ["--agent1", "random", "--agent2", "random", "--seed", 1]
        self.succeed(SPRT, "match", *flags, "--games", 2, "--out", "match")
        self.assertIn("is a match; --games is its number", self.resume("match", "--max-games", 8, status=2).stderr)
        self.succeed(SPRT, "tournament", "--agent", "random", "--agent", "greedy", "--rounds", 1, "--out", "tournament")
        self.assertIn("is a tournament; --rounds is", self.resume("tournament", "--max-games", 8, status=2).stderr)
        self.succeed(SPRT, "run", "--agent1", "greedy --shuffle", "--agent2", "random", "--elo1", 300, "--out", "decided")
        self.assertIn("the run ended by verdict, and more games cannot", self.resume("decided", "--max-games", 8000, status=2).stderr)


class Printed(Moved):
    """The command that an interrupted run prints last, pasted into a shell in the directory where it was printed."""

    NAMES = ("it's a run", "-r", "$HOME *;")

    def paste(self, line, cwd):
        return subprocess.run(["/bin/sh", "-c", line], cwd=cwd, capture_output=True, text=True, check=False, timeout=100)

    def interrupted(self, cwd, log, *words):
        """The command that the program prints when it is interrupted after a game."""
        process = subprocess.Popen([str(word) for word in words], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        played = count_lines(log)
        more = lambda: count_lines(log) > played
        self.assertTrue(wait_until(lambda: more() or process.poll() is not None, 60))
        process.send_signal(signal.SIGINT)
        done = self.finish(process)
        self.assertEqual(done.status, 130, done)
        return done.stdout.splitlines()[-1].removeprefix("To go on: ")

    def test_printed_command_goes_on(self):
        naps = command(["/bin/sh", "-c", f"sleep 0.1; exec {AGENTS}/random"])
        tools = self.dir / "my tools"
        os.symlink(os.path.dirname(SPRT), tools)
        runs = [["run", "--agent1", naps, "--agent2", "random", "--elo1", 1, "--max-games", 60]]
        runs.append(["tournament", "--agent", naps, "--agent", "random", "--rounds", 30])
        for words, name in itertools.product(runs, self.NAMES):
            with self.subTest(words[0], name=name):
                (self.dir / "here").mkdir()
                log = self.dir / "here" / name / "games.jsonl"
                line = self.interrupted(self.dir / "here", log, "../my tools/sprt", *words, f"--out={name}", "--concurrency", 1)
                self.assertTrue(line.startswith("'../my tools/sprt' resume "), line)
                again = self.interrupted(self.dir / "here", log, "/bin/sh", "-c", "exec " + line + " --concurrency 2 --quiet")
                self.assertTrue(again.endswith(" --concurrency 2 --quiet"), again)
                done = self.paste(again, self.dir / "here")
                self.assertEqual(done.returncode, 0, done)
                self.assertIn("Going on after ", done.stdout)
                self.assertEqual(len(read_games(log)), 60)
                shutil.rmtree(self.dir / "here")


if __name__ == "__main__":
    unittest.main()
