"""Runs that are stopped by signals and resumed, also in a locked directory and after files have changed."""

import json
import os
import pathlib
import re
import shutil
import signal
import unittest

from harness import AGENTS, BIN, REFEREE, SANITIZED, SOURCE, SPRT, ProgramTest, children, command, count_lines, processes, read_games, scripted, wait_until, without_clock

END_S = 20 if SANITIZED else 5  # less than a second; the rest is for a busy machine
OPEN = ["--elo0", -1, "--elo1", 1, "--time-ms", 1000000, "--ready-ms", 1000000, "--seed", 4, "--no-check"]


def hostile(*words):
    return command([str(BIN / "hostile" / words[0]), *words[1:]])


def running(program):
    """The processes that run the program."""
    return [process.pid for process in processes() if os.fsdecode(process.words[0]) == str(program)]


def is_traced(pid):
    try:
        return "TracerPid:\t0\n" not in pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


class Stopped(ProgramTest):
    def setUp(self):
        super().setUp()
        self.out = self.dir / "run"
        self.log = self.out / "games.jsonl"

    def start(self, *flags):
        return self.start_program(SPRT, "run", *OPEN, *flags, "--out", self.out)

    def start_ignoring(self, number, *flags):
        before = signal.signal(number, signal.SIG_IGN)
        try:
            return self.start(*flags)
        finally:
            signal.signal(number, before)

    def await_games(self, count):
        self.assertTrue(wait_until(lambda: count_lines(self.log) >= count, 100))

    def described(self):
        return json.loads((self.out / "run.json").read_text())


class Signals(Stopped):
    def stop_at_once(self, process, number):
        pids = children(process.pid)
        process.send_signal(number)
        done = self.finish(process, END_S)
        self.assertEqual(done.status, 128 + number, done)
        self.assertTrue(done.stdout.endswith(f"\nTo go on: {SPRT} resume {self.out}\n"), done)
        self.assertEqual([pid for pid in pids if pathlib.Path(f"/proc/{pid}").exists()], [])
        self.assertEqual(self.described()["result"]["reason"], "interrupted")
        return done

    def test_signal_ends_a_run_of_agents_that_ignore_everything(self):
        stubborn = hostile("ignore_sigterm")
        for agent in (hostile("silent"), hostile("ignore_finish"), hostile("hang", "spin"), hostile("hang", "stop")):
            for number, concurrency in ((signal.SIGINT, 1), (signal.SIGTERM, 16)):
                with self.subTest(agent, concurrency=concurrency):
                    flags = ["--agent1", agent, "--agent2", stubborn, "--finish-ms", 60000, "--concurrency", concurrency]
                    process = self.start(*flags)
                    self.assertTrue(wait_until(lambda: len(children(process.pid)) == 2 * concurrency, 100))
                    self.stop_at_once(process, number)
                    shutil.rmtree(self.out)

    def test_all_that_users_and_systems_send_ends_a_run_and_all_processes_of_its_agents(self):
        engine = self.dir / "engine"
        shutil.copy(BIN / "hostile" / "hang", engine)
        wrapped = command(["sh", "-c", f"{engine} spin; :"])  # the kernel ends the shell with its parent, and not the engine
        numbers = "HUP QUIT ABRT USR2 ALRM STKFLT XCPU VTALRM PROF IO PWR".split()
        for number in (*(signal.Signals[f"SIG{name}"] for name in numbers), signal.SIGRTMIN + 3):
            with self.subTest(number=number):
                process = self.start("--agent1", wrapped, "--agent2", wrapped, "--finish-ms", 60000, "--concurrency", 1)
                self.assertTrue(wait_until(lambda: len(running(engine)) == 2, 100))
                done = self.stop_at_once(process, number)
                name = "SIGRTMIN+3" if number == signal.SIGRTMIN + 3 else number.name
                self.assertRegex(done.stdout, rf"\nResult: .*[Ii]nterrupted by {re.escape(name)}\b")
                self.assertEqual(running(engine), [])
                shutil.rmtree(self.out)

    def test_signals_end_the_other_programs_in_order(self):
        silent = hostile("hang", "spin")
        agents = ("--agent", silent, "--agent", hostile("ignore_sigterm"))
        for number, words in (
            (signal.SIGHUP, (REFEREE, "play", silent, silent, "--time-ms", 1000000)),
            (signal.SIGQUIT, (REFEREE, "check", silent)),
            (signal.SIGALRM, (REFEREE, "check", hostile("silent"))),  # before its OK
            (signal.SIGUSR1, (REFEREE, "play", silent, silent, "--time-ms", 1000000)),  # `sprt run` tells its status then
            (signal.SIGXCPU, (SPRT, "tournament", *agents, "--time-ms", 1000000, "--no-check")),
            (signal.SIGPWR, (SPRT, "match", "--agent1", silent, "--agent2", silent, "--time-ms", 1000000, "--games", 10, "--no-check")),
        ):
            with self.subTest(words, number=number):
                process = self.start_program(*words)
                self.assertTrue(wait_until(lambda: children(process.pid), 100))
                pids = children(process.pid)
                process.send_signal(number)
                done = self.finish(process, END_S)
                self.assertEqual(done.status, 128 + number, done)
                self.assertEqual([pid for pid in pids if pathlib.Path(f"/proc/{pid}").exists()], [])

    def test_nohup_stays(self):
        process = self.start_ignoring(signal.SIGHUP, "--agent1", "random", "--agent2", "random")
        self.await_games(2)
        process.send_signal(signal.SIGHUP)
        self.await_games(count_lines(self.log) + 20)
        self.stop_at_once(process, signal.SIGTERM)

    def test_ends_of_agents_are_known_when_the_parent_ignored_those_of_children(self):
        agent = hostile("die", "ready", "7")
        for words in (
            (REFEREE, "play", "--sandbox", "off", agent, "random"),
            (REFEREE, "play", "--sandbox", "auto", agent, "random"),
            (SPRT, "match", "--agent1", agent, "--agent2", "random", "--games", 2, "--no-check"),
        ):
            done = self.run_program("env", "--ignore-signal=CHLD", *words)
            self.assertEqual(done.status, 0, done)
            self.assertIn("(exited 7)", done.stdout + done.stderr)

    def test_signal_ends_a_run_of_paused_agents(self):
        """Processes stopped by SIGSTOP neither read nor get SIGTERM."""
        agent = hostile("silent")
        process = self.start("--agent1", agent, "--agent2", agent, "--finish-ms", 60000, "--concurrency", 4)
        self.assertTrue(wait_until(lambda: len(children(process.pid)) == 8, 100))
        for pid in children(process.pid):
            os.kill(pid, signal.SIGSTOP)
        self.stop_at_once(process, signal.SIGTERM)

    def test_signal_ends_a_run_of_agents_whose_children_trace_them(self):
        for how in ("exit", "stop"):
            with self.subTest(how):
                flags = ["--agent1", hostile("hide_end", how), "--agent2", hostile("hang", "sleep"), "--finish-ms", 60000]
                process = self.start(*flags)
                self.assertTrue(wait_until(lambda: any(map(is_traced, children(process.pid))), 100))
                self.stop_at_once(process, signal.SIGTERM)
                shutil.rmtree(self.out)

    def test_resumed_run_equals_uninterrupted_run(self):
        """The run is stopped twice."""
        flags = ["--agent1", "random", "--agent2", "greedy --shuffle", "--max-games", 400, "--concurrency", 8]
        process = self.start(*flags)
        self.await_games(20)
        self.stop_at_once(process, signal.SIGINT)
        kept = self.log.read_bytes()
        self.assertGreaterEqual(kept.count(b"\n"), 20)
        process = self.start_program(SPRT, "resume", self.out)
        self.await_games(kept.count(b"\n") + 20)
        self.stop_at_once(process, signal.SIGTERM)
        self.succeed(SPRT, "resume", self.out)
        self.assertTrue(self.log.read_bytes().startswith(kept))
        _, calm, games = self.run_to("calm", *OPEN, *flags)
        self.assertEqual([*map(without_clock, read_games(self.log))], [*map(without_clock, games)])
        for key in ("verdict", "reason", "llr", "wld", "ptnml", "pairs", "games"):
            self.assertEqual(self.described()["result"][key], calm["result"][key])


class Lock(Stopped):
    def test_second_run_in_a_directory_is_refused(self):
        process = self.start("--agent1", "random", "--agent2", "random")
        self.await_games(3)
        for words in (["run", *OPEN, "--agent1", "random", "--agent2", "random", "--out", self.out], ["resume", self.out]):
            done = self.run_program(SPRT, *words)
            self.assertEqual((done.status, done.stdout), (2, ""), done)
            self.assertEqual(done.stderr, f"sprt: {self.out} is in use: another sprt plays a run there\n")
        self.assertIsNone(process.poll())
        self.await_games(count_lines(self.log) + 3)
        process.kill()
        process.communicate()
        self.assertEqual(self.run_program(SPRT, "report", self.out).status, 0)


class Changed(Stopped):
    """Each test starts a run, stops it, changes a file, and resumes the run."""

    def setUp(self):
        super().setUp()
        self.agent = self.dir / "agent"
        shutil.copy(AGENTS / "random", self.agent)

    def begin(self, *flags, agent1=None):
        process = self.start(
            *("--agent1", agent1 or self.agent, "--agent2", "random", "--max-games", 60, "--concurrency", 1, *flags)
        )
        self.await_games(4)
        process.terminate()
        self.assertEqual(self.finish(process).status, 143)

    def needs_force(self, *changes):
        """Resuming is refused with these words and changes no file; with --force the run ends, and run.json names them."""
        before = self.files()
        done = self.run_program(SPRT, "resume", self.out)
        refusals = [line for line in done.stderr.splitlines() if "warning: " not in line]
        self.assertEqual((done.status, done.stdout, len(refusals)), (2, "", 1), done)
        for change in changes:
            self.assertIn(change, done.stderr)
        self.assertIn("--force", done.stderr)
        self.assertEqual(self.files(), before)
        first = len(read_games(self.log))
        done = self.succeed(SPRT, "resume", self.out, "--force")
        run = self.described()
        self.assertEqual([session["game"] for session in run["resumed"]], [first])
        for change in changes:
            self.assertIn(f"sprt: warning: {change}", done.stderr)
            self.assertTrue(any(change in forced for forced in run["resumed"][0]["forced"]), run["resumed"])
        self.assertEqual((len(read_games(self.log)), run["result"]["reason"]), (60, "max_games"))

    def test_unchanged_run_is_resumed(self):
        self.begin()
        self.succeed(SPRT, "resume", self.out)
        self.assertEqual(self.described()["resumed"][0]["forced"], [])

    def test_changed_executable_needs_force(self):
        self.begin()
        with open(self.agent, "ab") as file:
            file.write(b"\0")
        self.needs_force("agent 1's executable changed: ")

    def test_missing_executable_is_refused_with_force_too(self):
        """It cannot be started, so --force does not help."""
        self.begin()
        self.agent.unlink()
        for force in ([], ["--force"]):
            done = self.run_program(SPRT, "resume", self.out, *force)
            self.assertEqual(done.status, 2, done)
            self.assertIn(f"{self.out}/run.json: /config/agent1: ", done.stderr)
            self.assertIn(str(self.agent), done.stderr)

    def test_changed_script_needs_force(self):
        script = self.dir / "bot.py"
        shutil.copy(SOURCE / "tests" / "e2e" / "scripted_agent.py", script)
        words = scripted("Agent")
        self.begin("--openings", "start", "--repeats", "count", agent1=command([*words[:-2], str(script), *words[-1:]]))
        with open(script, "a", encoding="ascii") as file:
            file.write("# better\n")
        self.needs_force(f"agent 1's file changed: {script} (SHA-256 ")

    def test_changed_book_needs_force(self):
        book = self.dir / "book.txt"
        shutil.copy(SOURCE / "configs" / "openings" / "four-moves.txt", book)
        self.begin("--openings", book)
        with open(book, "a", encoding="ascii") as file:
            file.write("# one line more\n")
        self.needs_force(f"the file of openings changed: {book} (SHA-256 ")

    def test_changed_configuration_file_needs_force(self):
        """Only settings that the file decides are compared: a flag overrides max_games."""
        config = {"elo1": 1, "turns": 200, "max_games": 500}
        file = self.write_json("config.json", config)
        self.begin(file)
        self.write_json("config.json", {**config, "max_games": 700, "concurrency": 1})
        self.succeed(SPRT, "resume", self.out)
        shutil.rmtree(self.out)
        self.write_json("config.json", config)
        self.begin(file)
        self.write_json("config.json", {**config, "turns": 100})
        self.needs_force(f"turns of the configuration changed: {file} was 200, is now 100; the run keeps 200")
        self.assertEqual(self.described()["config"]["turns"], 200)

    def test_changed_configuration_in_run_json_needs_force(self):
        self.begin()
        run = self.described()
        run["config"]["alpha"] = 0.01
        (self.out / "run.json").write_text(json.dumps(run))
        self.needs_force("the configuration in run.json is not the one that the run began with")

    def test_several_changes_are_all_named(self):
        self.begin()
        run = self.described()
        run["config"]["alpha"] = 0.01
        (self.out / "run.json").write_text(json.dumps(run))
        with open(self.agent, "ab") as file:
            file.write(b"\0")
        self.needs_force("agent 1's executable changed", "the configuration in run.json")

    def test_paths_are_relative_to_where_the_run_began(self):
        """The run is resumed from another directory."""
        process = self.start("--agent1", "./agent", "--agent2", "./agent", "--max-games", 40)
        self.await_games(2)
        process.terminate()
        self.finish(process)
        self.succeed(SPRT, "resume", os.path.relpath(self.out, "/"), cwd="/")
        self.assertEqual(len(read_games(self.log)), 40)


class ChangedMeanwhile(Stopped):
    """The files of an agent change while games are played."""

    def setUp(self):
        super().setUp()
        self.agent = self.dir / "agent"
        shutil.copy(AGENTS / "random", self.agent)

    def replace_agent(self, program):
        shutil.copy(AGENTS / program, self.dir / "new")
        (self.dir / "new").rename(self.agent)

    def stop(self, process):
        process.send_signal(signal.SIGTERM)
        done = self.finish(process, END_S)
        self.assertEqual(done.status, 128 + signal.SIGTERM, done)
        return done

    def test_agent_that_is_replaced_ends_the_run_and_the_old_one_resumes_it(self):
        process = self.start("--agent1", self.agent, "--agent2", "random")
        self.await_games(4)
        self.replace_agent("greedy")
        done = self.finish(process, 100)
        self.assertEqual(done.status, 4, done)
        self.assertRegex(done.stderr, rf"^sprt: agent 1: {self.agent} has changed, .*: {SPRT} resume {self.out}\n$")
        refused = self.run_program(SPRT, "resume", self.out)
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("agent 1's executable changed", refused.stderr)
        self.replace_agent("random")
        games = len(read_games(self.log))
        process = self.start_program(SPRT, "resume", self.out)
        self.await_games(games + 4)
        self.stop(process)

    def test_agent_that_is_written_anew_with_the_same_bytes_plays_on(self):
        process = self.start("--agent1", self.agent, "--agent2", "random")
        self.await_games(4)
        self.replace_agent("random")
        self.await_games(count_lines(self.log) + 20)
        self.assertNotIn("changed", self.stop(process).stdout)

    def test_change_that_shows_only_at_the_end_is_told(self):
        weights = self.dir / "weights"
        weights.write_text("1 2 3")
        script = self.dir / "script"
        script.write_text(f"exec '{self.agent}'\n")
        process = self.start("--agent1", f"restart=never sh {script} {weights}", "--agent2", "random")
        self.await_games(4)
        weights.write_text("1 2 4")
        self.await_games(8)
        told = f"agent 1: {weights} changed while games were played, so that some may be of another program"
        self.assertIn(told, self.stop(process).stdout)
        self.assertEqual(self.described()["changed_files"], [told])
        self.assertIn(told, self.succeed(SPRT, "report", self.out).stdout)


if __name__ == "__main__":
    unittest.main()
