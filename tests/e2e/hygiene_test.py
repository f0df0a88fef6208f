"""Descriptors, processes and files that the programs pass on or leave, and the programs' end after a signal."""

import json
import os
import signal
import sys
import time
import unittest

import transcript
from harness import ARTICLES, AGENTS, REFEREE, SANITIZED, SPRT, ProgramTest, children, command, processes, read_games, scripted, wait_until

END_S = 20 if SANITIZED else 5  # about a second; the rest is for a busy machine
LIST_DESCRIPTORS = """
import contextlib, json, os, sys
found = {}
for number in os.listdir("/proc/self/fd"):
    with contextlib.suppress(FileNotFoundError):  # the directory itself, closed by now
        found[number] = os.readlink("/proc/self/fd/" + number)
with open(os.path.join(os.environ["E2E_DIR"], str(os.getpid())), "w") as file:
    json.dump({"descriptors": found, "environment": dict(os.environ), "words": sys.argv}, file)
os.execv(sys.argv[1], sys.argv[1:])
"""


def lister(agent):
    """The agent, started by a program that writes the list of its descriptors and its environment to a file."""
    return [sys.executable, "-S", "-c", LIST_DESCRIPTORS, str(AGENTS / agent)]


def is_gone(pid):
    """Whether the process ended. A zombie ended: in some containers init reaps late."""
    return all(process.pid != pid or process.state in "ZX" for process in processes())


class Descriptors(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lists = self.dir / "lists"
        self.lists.mkdir()
        self.environment = {"E2E_DIR": str(self.lists)}

    def check_lists(self, count):
        """Each agent had descriptors 0, 1 and 2 alone, each a pipe of its own."""
        lists = list(self.lists.iterdir())
        self.assertEqual(len(lists), count)
        for file in lists:
            said = json.loads(file.read_text())
            found = said["descriptors"]
            file.unlink()
            self.assertEqual(sorted(found), ["0", "1", "2"], found)
            self.assertEqual(len(set(found.values())), 3, found)
            self.assertTrue(all(target.startswith("pipe:") for target in found.values()), found)
            added = {name for name in said["environment"] if name not in {**os.environ, **self.environment}}
            self.assertLessEqual(added - {"PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE"}, {"REFEREE_SEED"})
            for text in (*said["environment"].values(), *said["words"]):
                self.assertNotIn("secret", text, "a path that the agent should not know")

    def run_flags(self, games, *flags):
        config = {
            "agent1": {"command": lister("greedy"), "name": "one", "restart": "game"},
            "agent2": {"command": lister("random"), "name": "two", "restart": "game"},
            **{"elo0": 0, "elo1": 10, "max_games": games, "ready_ms": 60000},
        }
        return ["run", self.write_json("config.json", config), *ARTICLES, "--no-check", *flags]

    def run_without(self, closed, *arguments):
        """Runs a program with standard descriptors closed, e.g. by `0<&-`."""
        script = f'exec "$@" {closed}'
        return self.run_program("/bin/sh", "-c", script, "sh", *arguments, env=self.environment)

    def test_agents_of_concurrent_games_inherit_only_their_pipes(self):
        self.succeed(SPRT, *self.run_flags(40, "--concurrency", 8), env=self.environment)
        self.check_lists(2 * 40)

    def test_agents_are_not_told_where_the_files_of_the_run_are(self):
        """Neither a descriptor nor the environment names the run directory, the log or the traces."""
        traces = ["--trace", self.dir / "secret-trace", "--trace-faults", self.dir / "secret-faults"]
        self.succeed(SPRT, *self.run_flags(4), *traces, "--out", self.dir / "secret-run", env=self.environment)
        self.check_lists(8)
        agents = ["restart=game " + command(lister(agent)) for agent in ("greedy", "random")]
        flags = ["--games", 2, "--log", self.dir / "secret-log", "--trace", self.dir / "secret-traces", "--ready-ms", 60000]
        self.succeed(REFEREE, "play", *agents, *flags, env=self.environment)
        self.check_lists(4)

    def test_inherited_descriptors_are_not_passed_on(self):
        """Descriptors that sprt inherited are not passed on to agents."""
        script = 'exec 7</dev/null 9>"$E2E_DIR/../open"; exec "$@"'
        done = self.run_program("/bin/sh", "-c", script, "sh", SPRT, *self.run_flags(2), env=self.environment)
        self.assertEqual(done.status, 0, done)
        self.check_lists(4)

    def test_run_with_closed_standard_descriptors_is_complete(self):
        result = "No decision. The limit of 6 games was reached."
        agents = ["restart=game " + command(lister(agent)) for agent in ("greedy", "random")]
        for closed in ("0<&-", "2>&-", "0<&- 2>&-"):
            with self.subTest(f"sprt {closed}"):
                out = self.dir / f"run{closed}"
                done = self.run_without(closed, SPRT, *self.run_flags(6, "--concurrency", 64, "--out", out))
                self.assertEqual(done.status, 0, done)
                transcript.check(self, done.stdout, transcript.Test(0, 10), "one", "two", result)
                self.check_lists(12)
                self.assertEqual(len(read_games(out / "games.jsonl")), 6)
                self.review_is_clean(out / "games.jsonl")
            with self.subTest(f"referee {closed}"):
                log = self.dir / f"log{closed}"
                flags = ["--games", 4, "--log", log, "--ready-ms", 60000]
                done = self.run_without(closed, REFEREE, "play", *agents, *flags)
                self.assertEqual(done.status, 0, done)
                self.assertIn(len(done.stdout.splitlines()), (6, 7), "with or without the line about clocks")
                self.check_lists(8)
                self.assertEqual(len(read_games(log)), 4)
                self.review_is_clean(log)

    def test_text_for_closed_standard_output_is_not_in_the_log(self):
        """The status may be 0 or 3, but text for standard output must not be written to the log."""
        for closed in ("1>&-", "0<&- 1>&-", "0<&- 1>&- 2>&-"):
            for name, arguments in {
                "log.jsonl": [REFEREE, "play", "greedy", "random", "--games", 3, "--log"],
                "run/games.jsonl": [SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--max-games", 3, "--out"],
            }.items():
                with self.subTest(f"{name} {closed}"):
                    target = self.dir / closed / name
                    done = self.run_without(closed, *arguments, target.parent if arguments[0] == SPRT else target)
                    self.assertIn(done.status, (0, 3), done)
                    if target.exists():
                        read_games(target)


class Processes(ProgramTest):
    def start_run(self, *agents, concurrency=4, out=None, env=None):
        """Starts a run that does not end by itself."""
        flags = ["--agent1", agents[0], "--agent2", agents[1], "--elo0", 0, "--elo1", 0.01, "--ready-ms", 60000]
        flags += ["--time-ms", 1000000, "--finish-ms", 1000000, "--concurrency", concurrency, "--no-check"]
        flags += [*ARTICLES, *(["--out", out] if out else [])]
        self.transcript = self.dir / "transcript"
        with open(self.transcript, "wb") as stdout:
            return self.start_program(SPRT, "run", *flags, env=env, stdout=stdout)

    def games_played(self):
        return self.transcript.read_text().count("\nTotal: ")

    def await_games(self, process, count):
        reached = wait_until(lambda: self.games_played() >= count or process.poll() is not None, 100)
        self.assertTrue(reached and process.poll() is None, "the run ended")

    def await_agents(self, process, count):
        """Waits for `count` children that run an agent, and returns them."""
        self.assertTrue(wait_until(lambda: len(children(process.pid)) >= count, 100), "agents do not start")
        return children(process.pid)

    def await_gone(self, pids):
        left = lambda: [pid for pid in pids if not is_gone(pid)]
        wait_until(lambda: not left(), END_S)
        for pid in left():
            self.addCleanup(os.kill, pid, signal.SIGKILL)
        self.assertEqual(left(), [], "agents that still run")

    def test_ended_agents_are_reaped_while_the_run_goes_on(self):
        """An agent that ended is a zombie only until its game is finished."""
        process = self.start_run("greedy", "random")
        since = {}
        longest = 0
        enough = time.monotonic() + 2
        while self.games_played() < 200 or time.monotonic() < enough:
            self.assertIsNone(process.poll())
            now = time.monotonic()
            known = {child.pid: child.state for child in processes() if child.parent == process.pid}
            self.assertLessEqual(len(known), 2 * 4, "more children than agents that play")
            since = {pid: since.get(pid, now) for pid, state in known.items() if state == "Z"}
            longest = max([longest, *(now - begun for begun in since.values())])
            time.sleep(0.005)
        self.assertLess(longest, END_S)

    def test_children_that_agents_left_are_ended(self):
        """An agent leaves a child in its process group."""
        pids = self.dir / "pids"
        script = f'sleep 1000 >/dev/null 2>&1 </dev/null & echo $! >> "{pids}"; exec "{AGENTS}/random"'
        agent = "restart=game " + command(["/bin/sh", "-c", script])
        self.succeed(SPRT, "run", "--agent1", agent, "--agent2", "greedy", "--max-games", 6, "--concurrency", 3, "--no-check")
        left = list(map(int, pids.read_text().split()))
        self.assertEqual(len(left), 6)
        self.await_gone(left)

    def test_signal_ends_a_run_soon_and_keeps_finished_games(self):
        """Within about a second: status 128 + N, the final block, and all finished games on disk."""
        stubborn = command(scripted("IgnoresFinish"))
        thinking = command(scripted("Sleeps"))
        for number in (signal.SIGINT, signal.SIGTERM):
            for agents, games, agents_at_once in ((("greedy", "random"), 20, 0), ((stubborn, thinking), 0, 8)):
                with self.subTest(f"{number.name} {games} games"):
                    out = self.dir / f"run-{number.name}-{games}"
                    process = self.start_run(*agents, out=out)
                    self.await_games(process, games)
                    pids = self.await_agents(process, agents_at_once)
                    process.send_signal(number)
                    done = self.finish(process, END_S)
                    self.assertEqual(done.status, 128 + number, done)
                    self.assertNotIn("\n", done.stderr.rstrip("\n"))
                    self.await_gone(pids)
                    self.check_interrupted(out, number.name)

    def check_interrupted(self, out, name):
        text = self.transcript.read_text()
        body, block = transcript.when_idle(text).split("\n[SPRT Interrupted]\n")
        total, llr, result = block.splitlines()[:3]
        games = read_games(out / "games.jsonl")
        self.assertRegex(total, rf"^Total: {len(games)}, WLD: ")
        if games:
            self.assertEqual(body.splitlines()[-1], total)
        self.assertTrue(llr.startswith("Final LLR: "))
        self.assertEqual(result, f"Result: No decision. Interrupted by {name}.")
        seed, go_on = block.splitlines()[-2:]
        self.assertRegex(seed, r"^Seed: \d+$")
        self.assertEqual(go_on, f"To go on: {SPRT} resume {out}")
        self.review_is_clean(out / "games.jsonl")

    def test_signal_ends_play_soon_and_its_agents(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                log = self.dir / f"{number.name}.jsonl"
                process = self.start_program(
                    *(REFEREE, "play", command(scripted("Sleeps")), command(scripted("IgnoresFinish"))),
                    *("--log", log, "--time-ms", 1000000, "--ready-ms", 60000, "--finish-ms", 1000000),
                )
                pids = self.await_agents(process, 2)
                process.send_signal(number)
                done = self.finish(process, END_S)
                self.assertEqual(done.status, 128 + number, done)
                self.assertRegex(done.stderr, r"\Areferee: interrupted[^\n]*\n\Z")
                self.assertEqual(read_games(log), [], "a game that was not finished is not in the log")
                self.await_gone(pids)

    def test_agents_end_when_the_runner_is_killed(self):
        """The kernel must end the agents: they neither read nor write, so a closed pipe does not end them."""
        agent = command(scripted("SleepsAfterOk"))
        for name, count in (("sprt", 8), ("referee", 2)):
            with self.subTest(name):
                messages = self.dir / f"{name}.messages"
                env = {"E2E_RECORD": str(messages)}
                if name == "sprt":
                    process = self.start_run(agent, agent, env=env)
                else:
                    flags = ["--time-ms", 1000000, "--ready-ms", 60000]
                    process = self.start_program(REFEREE, "play", agent, agent, *flags, env=env)
                ready = lambda: messages.exists() and messages.read_text().count("READY") == count
                self.assertTrue(wait_until(ready, 100), "agents do not start")
                pids = children(process.pid)
                self.assertEqual(len(pids), count)
                process.kill()
                process.communicate()
                self.await_gone(pids)

    def test_repeated_signals_end_a_run_as_one_does(self):
        """A user who presses Ctrl-C several times gets the same end as after one."""
        out = self.dir / "run"
        process = self.start_run("greedy", "random", out=out)
        self.await_games(process, 5)
        for _ in range(3):
            process.send_signal(signal.SIGINT)
        done = self.finish(process)
        self.assertEqual(done.status, 130, done)
        self.check_interrupted(out, "SIGINT")


if __name__ == "__main__":
    unittest.main()
