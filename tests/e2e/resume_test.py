"""Runs that were stopped and resumed equal uninterrupted runs. And what `sprt report` and `sprt resume` say of the
directory of a run."""

import hashlib
import json
import os
import shutil
import signal
import unittest

from harness import AGENTS, SPRT, ProgramTest, command, read_games, wait_until, without_clock

# The fields of a result that no clock decides.
RESULT_KEYS = ("verdict", "reason", "llr", "games", "wld", "ptnml", "pairs", "unscored", "broken", "faults")
RESULT_KEYS += ("time_losses", "rests_on_disputed", "lacks_opening")
PATIENT = {"ready_ms": 60000, "time_ms": 60000}
BOOK = "".join(f"1 1 {x} {y} 1 7 {x} {8 - y}\n" for x, y in ((1, 2), (2, 2), (1, 3), (2, 3), (3, 3)))
LIMIT = "No decision. The limit of {} games was reached."
ENDED = "The run has ended; there is nothing to go on with.\n"


class ResumeTest(ProgramTest):
    def run_file(self, out):
        return json.loads((self.dir / out / "run.json").read_text())

    def log(self, out):
        return self.dir / out / "games.jsonl"

    def edit(self, out, change):
        """Applies `change` to run.json."""
        run = self.run_file(out)
        change(run)
        (self.dir / out / "run.json").write_text(json.dumps(run, indent=2) + "\n")

    def signature(self, out):
        """The parts of a run that no clock decides."""
        result = self.run_file(out)["result"]
        return list(map(without_clock, read_games(self.log(out)))), {key: result[key] for key in RESULT_KEYS}

    def report(self, out):
        """`sprt report --json`, checked against the text and the log."""
        done = self.run_program(SPRT, "report", out, "--json")
        report = json.loads(done.stdout)
        self.assertEqual(done.status, 1 if report["differences"] else 0, done)
        self.assertEqual(report["directory"], str(out))
        result = report["result"]
        lines = self.log(out).read_text().splitlines(keepends=True)
        winners = [json.loads(line)["winner"] for line in lines if line.endswith("\n")]
        self.assertEqual(result["wld"], [winners.count(winner) for winner in (1, 2, 0)])
        text = self.run_program(SPRT, "report", out).stdout
        end = "Interrupted" if result["reason"] == "interrupted" else "Finished"
        self.assertIn("\n[SPRT %s]\nTotal: %d, WLD: %d/%d/%d, " % (end, result["games"], *result["wld"]), text)
        self.assertEqual("The run has not ended; sprt resume goes on with it.\n" in text, not report["over"])
        self.assertEqual(text.count("run.json differs: "), len(report["differences"]))
        self.assertEqual(text.count("\nNote: "), len(report["notes"]))
        return report

    def check_report(self, out, reason, verdict=None, over=True):
        """The report equals run.json."""
        report = self.report(out)
        self.assertEqual((report["differences"], report["notes"]), ([], []))
        self.assertEqual((report["result"]["reason"], report["result"]["verdict"]), (reason, verdict))
        self.assertIs(report["over"], over)
        stored = report["stored"]
        self.assertEqual({key: report["result"][key] for key in RESULT_KEYS}, {key: stored[key] for key in RESULT_KEYS})
        return report

    def interrupt(self, number, games, *arguments):
        """Starts a command of sprt and sends it a signal once it has played so many games. Returns its output."""
        file = self.dir / f"transcript-{number.name}"
        with open(file, "wb") as stdout:
            process = self.start_program(SPRT, *arguments, stdout=stdout)
        played = lambda: file.read_text().count("\nTotal: ") >= games
        self.assertTrue(wait_until(lambda: played() or process.poll() is not None, 100))
        process.send_signal(number)
        done = self.finish(process)
        done.stdout = file.read_text()
        return done

    def resume(self, out, *flags, status=0, cwd=None):
        done = self.run_program(SPRT, "resume", out, *flags, cwd=cwd)
        self.assertEqual(done.status, status, done)
        return done


class Interrupted(ResumeTest):
    """A run with relative paths of all kinds: agents, the directory of one, its scripts, openings, the configuration,
    the run directory."""

    GAMES = 40

    def setUp(self):
        super().setUp()
        home = self.dir / "home"
        (home / "bots" / "inner").mkdir(parents=True)
        self.home = home
        os.symlink(AGENTS / "random", home / "bots" / "chance")
        script = home / "bots" / "inner" / "slow.sh"
        script.write_text('#!/bin/sh\ncat "$1" > /dev/null || exit 9\nsleep "$NAP"\nexec "$AGENT" --shuffle\n')
        script.chmod(0o755)
        (home / "bots" / "weights").write_text("1 2 3")
        (home / "book.txt").write_text(BOOK)
        config = {
            "agent1": {
                **{"command": ["inner/slow.sh", "weights"], "dir": "bots", "name": "slow"},
                **{"env": {"AGENT": str(AGENTS / "greedy"), "NAP": "0.05"}},
            },
            "agent2": "bots/chance",
            **{"model": "trinomial", "repeats": "count", "openings": "book.txt", "elo1": 5, "seed": 11},
            **{"max_games": self.GAMES, **PATIENT},
        }
        (home / "config.json").write_text(json.dumps(config))

    def run_whole(self):
        self.succeed(SPRT, "run", "config.json", "--out", "../whole", cwd=self.home)
        self.check_report("whole", "max_games")
        return self.signature("whole")

    def start_and_interrupt(self, number, games, out, *flags, is_due=None):
        """Starts a run in `home` and stops it after so many games or when `is_due()` is true. Returns its output."""
        file = self.dir / f"transcript-{out}"
        with open(file, "wb") as stdout:
            script = 'cd "$1" && shift && exec "$@"'
            process = self.start_program(
                *("/bin/sh", "-c", script, "sh", self.home, SPRT, "run", "config.json", "--out", f"../{out}", *flags),
                stdout=stdout,
            )
        is_due = is_due or (lambda: file.read_text().count("\nTotal: ") >= games)
        self.assertTrue(wait_until(lambda: is_due() or process.poll() is not None, 100))
        process.send_signal(number)
        done = self.finish(process)
        self.assertEqual(done.status, 128 + number, done)
        return file.read_text()

    def test_run_resumed_in_another_directory_equals_uninterrupted_run(self):
        whole = self.run_whole()
        elsewhere = self.dir / "elsewhere"
        elsewhere.mkdir()
        for number in (signal.SIGINT, signal.SIGTERM):
            for concurrency in (1, 4):
                with self.subTest(number.name, concurrency=concurrency):
                    out = f"run-{number.name}-{concurrency}"
                    text = self.start_and_interrupt(number, 5, out, "--concurrency", concurrency)
                    self.assertTrue(text.endswith(f"\nTo go on: {SPRT} resume ../{out}\n"), text[-200:])
                    self.assertIn(f"\nResult: No decision. Interrupted by {number.name}.\n", text)
                    before = read_games(self.log(out))
                    self.assertIn(len(before), range(5, self.GAMES))
                    self.check_report(out, "interrupted", over=False)
                    stopped = self.run_file(out)
                    done = self.resume(f"../{out}", cwd=elsewhere)
                    self.assertIn(f"\nGoing on after {len(before)} games.\n", done.stdout)
                    self.assertIn("\nResult: " + LIMIT.format(self.GAMES), done.stdout)
                    self.assertEqual(done.stdout.count("\nTotal: "), self.GAMES - len(before) + 1)
                    self.assertEqual(self.signature(out), whole)
                    self.assertEqual(read_games(self.log(out))[: len(before)], before, "old games are unchanged")
                    run = self.run_file(out)
                    self.assertEqual([session["game"] for session in run["resumed"]], [len(before)])
                    self.assertEqual(run["resumed"][0]["forced"], [])
                    self.assertEqual(run["started"], stopped["started"])
                    self.assertGreater(run["result"]["elapsed_s"], stopped["result"]["elapsed_s"])
                    self.check_report(out, "max_games")
                    self.review_is_clean(self.log(out))

    def test_run_interrupted_three_times_equals_uninterrupted_run(self):
        """The run is stopped twice and killed once, and the last line of its log is cut short."""
        whole = self.run_whole()
        self.start_and_interrupt(signal.SIGTERM, 3, "run", "--concurrency", 4)
        one = len(read_games(self.log("run")))
        done = self.interrupt(signal.SIGINT, 3, "resume", "run")
        self.assertEqual(done.status, 130, done)
        self.assertTrue(done.stdout.endswith(f"\nTo go on: {SPRT} resume {self.dir}/run\n"), done.stdout[-200:])
        two = len(read_games(self.log("run")))
        self.assertGreater(two, one)
        self.interrupt(signal.SIGKILL, 3, "resume", "run")
        self.assertIsNone(self.run_file("run")["result"])
        text = self.log("run").read_text()
        self.log("run").write_text(text[: text.rindex("\n", 0, -1) + 20])
        three = text.count("\n") - 1
        report = self.report("run")
        self.assertEqual(report["notes"], [f"run/games.jsonl:{three + 1}: the last line was cut short and does not count"])
        done = self.resume("run")
        self.assertIn(f"run/games.jsonl:{three + 1}: the last line was cut short", done.stderr)
        self.assertEqual(self.signature("run"), whole)
        self.assertEqual([session["game"] for session in self.run_file("run")["resumed"]], [one, two, three])
        self.check_report("run", "max_games")

    def test_changes_are_named_and_refused(self):
        self.start_and_interrupt(signal.SIGINT, 2, "run", "--concurrency", 1)
        untouched = {path.name: path.read_bytes() for path in (self.dir / "run").iterdir()}
        script = self.home / "bots" / "inner" / "slow.sh"
        weights = self.home / "bots" / "weights"
        config = self.home / "config.json"
        book = self.home / "book.txt"
        edits = {
            script: ("# new\n", "agent 1's executable changed: "),
            weights: (" 4", "agent 1's file changed: "),
            book: ("# new\n", "the file of openings changed: book.txt"),
        }
        for file, (more, message) in edits.items():
            with self.subTest(file.name):
                old = file.read_bytes()
                file.write_bytes(old + more.encode())
                done = self.resume("run", status=2)
                self.assertIn(message, done.stderr)
                self.assertIn("; go on all the same with --force", done.stderr)
                note = "sprt: warning: " if file == book else ""  # openings cannot be checked
                self.assertEqual(done.stderr.count("\n"), 2 if note else 1, done.stderr)
                self.assertTrue(done.stderr.startswith(note), done.stderr)
                file.write_bytes(old)
        old = config.read_text()
        config.write_text(json.dumps({**json.loads(old), "elo1": 6, "max_games": self.GAMES + 2}))
        done = self.resume("run", status=2)
        self.assertIn("elo1 of the configuration changed: ", done.stderr)
        self.assertIn("max_games of the configuration changed: ", done.stderr)
        self.assertEqual({path.name: path.read_bytes() for path in (self.dir / "run").iterdir()}, untouched)
        done = self.resume("run", "--force")
        self.assertEqual(done.stderr.count("sprt: warning: "), 2, done.stderr)
        run = self.run_file("run")
        self.assertEqual(len(run["resumed"][0]["forced"]), 2)
        self.assertEqual(run["result"]["games"], self.GAMES, "the run keeps its own configuration")

    def test_odd_limit_that_was_edited_in_ends_the_run(self):
        """Models of pairs lower an odd limit before a run begins. One that is written into run.json later counts."""
        self.start_and_interrupt(signal.SIGTERM, 3, "run", "--concurrency", 1)
        run = self.run_file("run")
        run["config"]["max_games"] = 7
        (self.dir / "run" / "run.json").write_text(json.dumps(run))
        done = self.resume("run", "--force")
        self.assertIn("The limit of 7 games was reached", done.stdout)
        self.assertEqual(self.run_file("run")["result"]["reason"], "max_games")
        self.assertIn("The run has ended", self.resume("run").stdout)

    def test_changed_book_is_accepted_once_by_force(self):
        """Later games are checked against the new book, earlier games against none."""
        self.start_and_interrupt(signal.SIGTERM, 3, "run", "--concurrency", 1)
        first = len(read_games(self.log("run")))
        book = self.home / "book.txt"
        book.write_text("".join(reversed(BOOK.splitlines(keepends=True))) + "1 1 2 1\n")
        self.resume("run", status=2)
        self.interrupt(signal.SIGTERM, 3, "resume", "run", "--force")
        note = f"games before {first} were played from another file of openings: theirs are not checked"
        done = self.resume("run")
        self.assertEqual(done.stderr, f"sprt: warning: {note}\n")
        run = self.run_file("run")
        openings = {"size": 6, "duplicates": 0, "sha256": hashlib.sha256(book.read_bytes()).hexdigest(), "since": first}
        self.assertEqual(run["openings"], openings)
        self.assertEqual([len(session["forced"]) for session in run["resumed"]], [1, 0])
        report = self.report("run")
        self.assertEqual((report["over"], report["differences"], report["notes"]), (True, [], [note]))
        self.review_is_clean(self.log("run"))

    def test_missing_files_are_named(self):
        self.start_and_interrupt(signal.SIGINT, 2, "run", "--concurrency", 1)
        (self.home / "book.txt").rename(self.home / "book")
        done = self.resume("run", status=2)
        self.assertIn("openings: ", done.stderr.splitlines()[-1])
        self.assertIn("book.txt", done.stderr)
        (self.home / "book").rename(self.home / "book.txt")
        (self.home / "bots" / "chance").unlink()
        done = self.resume("run", status=2)
        self.assertIn("agent2: ", done.stderr)
        shutil.move(self.home, self.dir / "moved")
        done = self.resume("run", status=2)
        self.assertIn(f"the run was begun in {self.home}, which cannot be entered: No such file", done.stderr)

    def check_traces(self, out):
        self.resume(out)
        names = sorted(file.name for file in (self.dir / "traces").iterdir())
        self.assertEqual(names, [f"game-{game:06}.txt" for game in range(self.GAMES)])

    def test_traces_are_complete_after_resuming(self):
        self.start_and_interrupt(signal.SIGINT, 3, "run", "--concurrency", 4, "--trace", "../traces")
        self.check_traces("run")

    def test_traces_are_complete_when_no_game_was_counted_before_resuming(self):
        """Game 0 takes long, and other games end before it."""
        seed = self.run_whole()[0][0]["seed"][1]
        late = f'[ "$REFEREE_SEED" != {seed} ] || sleep 1; exec "{AGENTS}/random"'
        flags = ["--concurrency", 4, "--trace", "../traces", "--agent2", command(["/bin/sh", "-c", late])]
        traced = lambda: (self.dir / "traces").exists() and any((self.dir / "traces").iterdir())
        text = self.start_and_interrupt(signal.SIGINT, 0, "run", *flags, is_due=traced)
        self.assertIn("\nTotal: 0, ", text)
        self.check_traces("run")


class Ended(ResumeTest):
    """Runs that ended: resuming plays no game and changes no file, and the report is the same."""

    def check_ended(self, reason, verdict, status, *flags):
        done = self.run_program(SPRT, "run", "--out", "run", *flags)
        self.assertEqual(done.status, status, done)
        self.check_report("run", reason, verdict)
        before = self.files()
        again = self.resume("run", status=status)
        self.assertEqual(again.stdout.removeprefix(ENDED), "\n[SPRT Finished]\n" + done.stdout.split("[SPRT Finished]\n")[1])
        self.assertTrue(again.stdout.startswith(ENDED))
        self.assertEqual(self.files(), before)
        # A run that was killed between its last game and its result looks like this.
        stored = self.run_file("run")["result"]
        self.edit("run", lambda run: run.update(result=None))
        killed = self.report("run")
        self.assertIsNone(killed["stored"])
        self.assertIs(killed["over"], reason != "openings_used_up" or self.run_file("run")["openings"]["size"] is not None)
        self.resume("run", status=status)
        completed = self.run_file("run")["result"]
        self.assertEqual({key: completed[key] for key in RESULT_KEYS}, {key: stored[key] for key in RESULT_KEYS})
        self.check_report("run", reason, verdict)
        self.review_is_clean(self.log("run"))

    def flags(self, agent1, agent2, *more):
        return ["--agent1", agent1, "--agent2", agent2, "--seed", 3, "--ready-ms", 60000, "--time-ms", 60000, *more]

    def test_verdict_stays_after_resuming(self):
        self.check_ended("verdict", "H1", 0, *self.flags("greedy --shuffle", "random", "--elo1", 100))

    def test_verdict_of_a_model_of_games_stays_after_resuming(self):
        flags = self.flags("random", "greedy", "--elo1", 50, "--model", "wald", "--openings", "start")
        self.check_ended("verdict", "H0", 0, *flags)

    def test_limit_of_games_stays_after_resuming(self):
        self.check_ended("max_games", None, 0, *self.flags("random", "random", "--max-games", 9))

    def test_repeats_stay_the_end_after_resuming(self):
        self.check_ended("repeats", None, 0, *self.flags("greedy", "greedy", "--openings", "start"))

    def test_used_up_openings_stay_the_end_after_resuming(self):
        self.check_ended("openings_used_up", None, 0, *self.flags("random", "random", "--openings", "random:1"))

    def test_resume_with_an_agent_that_fails_its_check_game_changes_nothing(self):
        agent = self.dir / "agent.sh"
        agent.write_text(f"#!/bin/sh\nexec {AGENTS}/random\n")
        agent.chmod(0o755)
        self.succeed(SPRT, "run", "--out", "run", *self.flags(str(agent), "random", "--max-games", 4))
        self.edit("run", lambda run: run.update(result=None))
        lines = self.log("run").read_text().splitlines(keepends=True)
        self.log("run").write_text("".join(lines[:2]))
        agent.write_text("#!/bin/sh\nexit 7\n")
        before = (self.dir / "run" / "run.json").read_bytes()
        done = self.run_program(SPRT, "resume", "run", "--force")
        self.assertEqual(done.status, 2, done)
        self.assertIn("sprt: the check game failed: agent 1 crashed", done.stderr)
        self.assertEqual((self.dir / "run" / "run.json").read_bytes(), before)
        done = self.run_program(SPRT, "resume", "run", "--force", "--no-check")
        self.assertIn("\nResult: " + LIMIT.format(4), done.stdout)

    def test_limit_of_faults_stays_after_resuming(self):
        flags = self.flags("greedy", command(["/bin/sh", "-c", "exit 3"]), "--max-faults", 2, "--no-check")
        self.check_ended("max_faults", None, 4, *flags)

    def test_game_after_the_end_is_named(self):
        self.succeed(SPRT, "run", "--out", "run", *self.flags("random", "random", "--max-games", 4))
        line = self.log("run").read_text().splitlines(keepends=True)[0]
        with open(self.log("run"), "a", encoding="utf-8") as file:
            file.write(line)
        for subcommand in ("resume", "report"):
            done = self.run_program(SPRT, subcommand, "run")
            self.assertEqual(done.status, 2, done)
            self.assertIn("games.jsonl:5: the run ended with game 3 (max_games)\n", done.stderr)

    def test_run_is_found_by_a_path_through_a_link(self):
        (self.dir / "a" / "b").mkdir(parents=True)
        os.symlink("a/b", self.dir / "link")
        self.succeed(SPRT, "run", "--out", "a/run", *self.flags("random", "random", "--max-games", 2))
        self.assertTrue(self.resume("link/../run").stdout.startswith(ENDED))

    def test_fields_that_contradict_the_ending_are_named(self):
        self.succeed(SPRT, "run", "--out", "run", *self.flags("random", "random", "--max-games", 4))
        log = self.log("run").read_text()
        right = read_games(self.log("run"))
        loss = {key: 1 for key in ("took_us", "watched_us", "cpu_us", "delay_us", "rival_cpu_us")}
        fault = {"agent": 1, "reason": "", "stderr": "", "termination": "crashed"}
        for key, value in (("time_loss", {"disputed": True, **loss}), ("also_fault", fault)):
            games = [{**game, key: value} if game["game"] == 2 else game for game in right]
            self.log("run").write_text("".join(json.dumps(game) + "\n" for game in games))
            for subcommand in ("resume", "report"):
                done = self.run_program(SPRT, subcommand, "run")
                self.assertEqual(done.status, 2, done)
                self.assertRegex(done.stderr, rf"games\.jsonl:3: {key} (\(crashed\) )?is given, ")
        self.log("run").write_text(log)

    def test_edits_of_the_result_are_listed(self):
        self.succeed(SPRT, "run", "--out", "run", *self.flags("random", "random", "--max-games", 8))
        right = self.run_file("run")["result"]

        def change(run):
            run["result"].update(verdict="H1", llr=2.95, wld=[8, 0, 0], games_beyond=9, elapsed_s=1, ended="never")

        self.edit("run", change)
        report = self.report("run")
        found = {each["pointer"]: (each["stored"], each["computed"]) for each in report["differences"]}
        expected = {"/result/verdict": ("H1", None), "/result/llr": (2.95, right["llr"])}
        self.assertEqual(found, {**expected, "/result/wld": ([8, 0, 0], right["wld"])})
        self.assertEqual((report["stored"]["verdict"], report["result"]["verdict"]), ("H1", None))
        text = self.run_program(SPRT, "report", "run").stdout
        self.assertIn('\nrun.json differs: /result/verdict is "H1", and the games say null\n', text)
        self.resume("run")  # corrects run.json
        self.check_report("run", "max_games")

    def test_old_run_with_ratios_of_a_2sprt_is_read_and_one_that_was_a_2sprt_is_refused(self):
        self.succeed(SPRT, "run", "--out", "run", *self.flags("random", "random", "--max-games", 4))
        self.edit("run", lambda run: run["result"].update(two_sprt=[0.25, -0.5]))
        self.check_report("run", "max_games")
        self.succeed(SPRT, "page", "run")
        before = self.files()
        self.resume("run")
        self.assertEqual(self.files(), before)
        self.edit("run", lambda run: run["config"].update(test="2sprt"))
        self.damages(self.dir / "run" / "run.json", "the kind of test is gone")
        words = "run.json: /config/test: there is no 2-SPRT any more; version 0.1.0 is the last one that reads this test\n"
        for subcommand in ("report", "resume", "page", "export --format csv"):
            done = self.run_program(SPRT, *subcommand.split(), "run")
            self.assertEqual((done.status, done.stdout), (2, ""), done)
            self.assertTrue(done.stderr.endswith(words), done)

    def test_edited_line_is_named(self):
        self.succeed(SPRT, "run", "--out", "run", *self.flags("random", "random", "--max-games", 8))
        games = read_games(self.log("run"))
        games[4]["winner"] = 1 if games[4]["winner"] != 1 else 2
        self.log("run").write_text("".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games))
        before = self.files()
        for subcommand in ("resume", "report"):
            done = self.run_program(SPRT, subcommand, "run")
            self.assertEqual(done.status, 2, done)
            self.assertRegex(done.stderr, r"\Asprt: run/games\.jsonl:5: winner is |\Asprt: /\S*/run/games\.jsonl:5: winner is ")
        self.assertEqual(self.files(), before)


class Wrong(ResumeTest):
    def error(self, *arguments):
        done = self.run_program(SPRT, *arguments)
        self.assertEqual(done.status, 2, done)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_directory_without_a_run_is_named(self):
        (self.dir / "empty").mkdir()
        (self.dir / "file").write_text("")
        for subcommand in ("resume", "report"):
            self.assertIn("DIR", self.error(subcommand))
            self.assertIn("nothing is no directory; name one that sprt run --out made", self.error(subcommand, "nothing"))
            self.assertIn("file is no directory", self.error(subcommand, "file"))
            self.assertIn("empty holds no run: there is no run.json in it", self.error(subcommand, "empty"))
        (self.dir / "empty" / "run.json").write_text("{")
        self.damages(self.dir / "empty" / "run.json", "it is cut short")
        for subcommand in ("resume", "report"):
            self.assertIn("empty/run.json:1:", self.error(subcommand, "empty"))
        self.assertEqual(sorted(self.files()), ["empty", "empty/run.json", "file"])

    def test_run_in_use_is_refused_and_can_be_reported(self):
        """While a run is played, no other program may write to its directory."""
        naps = command(["/bin/sh", "-c", f"sleep 0.1; exec {AGENTS}/random"])
        flags = ["--agent1", naps, "--agent2", "random", "--elo1", 1, "--concurrency", 1]
        file = self.dir / "transcript"
        with open(file, "wb") as stdout:
            process = self.start_program(SPRT, "run", *flags, "--out", "run", stdout=stdout)
        self.assertTrue(wait_until(lambda: file.read_text().count("\nTotal: ") >= 2, 100))
        self.assertIn("run is in use: another sprt plays a run there", self.error("resume", "run"))
        self.assertIn("run is in use: another sprt plays a run there", self.error("run", *flags, "--out", "run"))
        report = json.loads(self.succeed(SPRT, "report", "run", "--json").stdout)
        self.assertGreaterEqual(report["result"]["games"], 2)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).status, 130)
        self.assertIn(f"go on with that run: {SPRT} resume run", self.error("run", *flags, "--out", "run"))


if __name__ == "__main__":
    unittest.main()
