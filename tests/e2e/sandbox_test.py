"""Agents in sandboxes, as their users see them: what is said and written down, what is left after the end of the referee,
and how much of the cores an agent takes while its rival is to move. Attacks have a test of their own (attacks_test.py)."""

import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import time
import unittest

from harness import AGENTS, BIN, MACHINE, PYTHON_READ, REFEREE, SANITIZED, SCRIPTED_AGENT, SPRT, ProgramTest, QuietTest, control_group, processes, read_games, wait_until, why_no_sandbox

ATTACKS = BIN / "hostile" / "attacks"
HOSTILE = BIN / "hostile"
# Root of a namespace in which no further namespace of users may be made.
NO_NAMESPACES = ["unshare", "--user", "--map-root-user", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"]


def running(mark):
    """The processes with this word in their command that have not ended."""
    return [process for process in processes() if mark.encode() in process.words and process.state != "Z"]


class SandboxTest(ProgramTest):
    def setUp(self):
        super().setUp()
        if reason := why_no_sandbox():
            self.skipTest(f"no sandbox here: {reason}")


class WhatIsSaid(SandboxTest):
    def test_head_and_run_json_say_who_plays_in_one(self):
        config = {"agent1": {"command": "random", "trusted": False}, "agent2": "greedy", "max_games": 2, "elo1": 1}
        file = self.write_json("config.json", config)
        done, run, _ = self.run_to("run", file)
        self.assertIn("\nSandbox: agent 1 alone; control groups: ", done.stdout)
        self.assertEqual([agent.get("sandbox") for agent in run["agents"]], [True, None])
        done, run, _ = self.run_to("both", file, "--sandbox", "on")
        self.assertIn("\nSandbox: both agents; ", done.stdout)
        self.assertEqual([agent.get("sandbox") for agent in run["agents"]], [True, True])
        done, run, _ = self.run_to("none", file, "--sandbox", "off")
        self.assertNotIn("Sandbox", done.stdout)
        self.assertEqual([agent.get("sandbox") for agent in run["agents"]], [None, None])

    def test_a_run_is_resumed_with_sandboxes_only(self):
        flags = ["--agent1", "random", "--agent2", "greedy", "--max-games", 100_000, "--elo1", 1, "--sandbox", "on"]
        process = self.start_program(SPRT, "run", *flags, "--out", "run")
        self.assertTrue(wait_until((self.dir / "run" / "games.jsonl").exists, 60))
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).status, 130)
        run = json.loads((self.dir / "run" / "run.json").read_text())
        for agent in run["agents"]:
            del agent["sandbox"]
        (self.dir / "run" / "run.json").write_text(json.dumps(run))
        done = self.run_program(SPRT, "resume", "run")
        self.assertEqual(done.status, 2, done)
        self.assertIn("agent 1 plays in a sandbox now, and did not", done.stderr)

    def test_a_machine_without_sandboxes_is_told(self):
        if subprocess.run([*NO_NAMESPACES, "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("no namespace without namespaces can be made here")
        play = ["play", "random", "greedy", "--sandbox"]
        done = self.run_program(NO_NAMESPACES[0], *NO_NAMESPACES[1:], REFEREE, *play, "on")
        self.assertEqual((done.status, done.stdout), (2, ""), done)
        self.assertRegex(done.stderr, r"^referee: --sandbox on: this machine cannot make a sandbox: the kernel refuses .*: .+\n$")
        done = self.run_program(NO_NAMESPACES[0], *NO_NAMESPACES[1:], REFEREE, *play, "auto")
        self.assertEqual(done.status, 0, done)
        for agent in (1, 2):
            self.assertRegex(done.stderr, f"warning: agent {agent} plays without a sandbox: the kernel refuses")
        flags = ("--max-games", 4, "--out", "run", "--markdown", "run.md")
        self.assertEqual(self.run_program(NO_NAMESPACES[0], *NO_NAMESPACES[1:], SPRT, "gate", "random", "greedy", *flags).status, 5)
        doubts = json.loads(self.succeed(SPRT, "report", "run", "--json").stdout)["doubts"]
        self.assertEqual([each["kind"] for each in doubts], ["no_sandbox", "no_sandbox"])
        self.assertIn("Agent 1 played without a sandbox: the kernel refuses", (self.dir / "run.md").read_text())

    def test_wrong_settings_are_named(self):
        for settings, text in (
            ({"read": ["nowhere"]}, "agent 1: its read: 'nowhere' does not exist"),
            ({"read": "nowhere"}, "/agent1/read"),
            ({"trusted": "no"}, "/agent1/trusted"),
            ({"scratch_mb": 0}, "scratch_mb: 0 is out of range"),
        ):
            with self.subTest(settings):
                file = self.write_json("config.json", {"agent1": {"command": "random", **settings}, "agent2": "greedy"})
                done = self.run_program(SPRT, "run", file, "--sandbox", "on")
                self.assertEqual(done.status, 2, done)
                self.assertIn(text, done.stderr)

    def test_an_ordinary_user_has_sandboxes_too(self):
        if os.getuid() != 0:
            self.skipTest("the other tests are an ordinary user's")
        self.dir.chmod(0o755)
        home = self.dir / "home"
        home.mkdir()
        shutil.copy(REFEREE, home)  # what lies in the home of root may be out of reach
        shutil.copytree(AGENTS, home / "agents")
        subprocess.run(["chown", "-R", "65533:65533", home], check=True)
        as_user = ["setpriv", "--reuid", "65533", "--regid", "65533", "--clear-groups"]
        if subprocess.run([*as_user, "unshare", "--user", "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("ordinary users cannot make namespaces here")
        done = self.succeed(*as_user, home / "referee", "play", "random", "greedy", "--sandbox", "on", cwd=home)
        self.assertIn("Total: 1", done.stdout)
        (home / "5").touch(mode=0)
        shutil.chown(home / "5", 65533)
        done = self.run_program(*as_user, home / "referee", "play", "random 5", "greedy", "--sandbox", "auto", cwd=home)
        self.assertEqual(done.status, 2, "an agent cannot choose to play without a sandbox")
        self.assertIn("agent 1: its sandbox cannot be made: cannot read", done.stderr)


class Scripts(SandboxTest):
    def test_an_interpreter_reads_the_files_beside_its_script(self):
        bots = self.dir / "some bots"
        bots.mkdir()
        shutil.copy(SCRIPTED_AGENT, bots / "scripted_agent.py")
        (bots / "bot.py").write_text("import scripted_agent\n\nscripted_agent.Agent().serve()\n")
        words = [sys.executable, "-B", "-S", "bot.py"]
        agents = {"agent1": {"command": words, "dir": str(bots), "name": "bot"}, "agent2": "random"}
        settings = {"max_games": 2, "elo1": 1, "no_check": True, "ready_ms": 60_000, "sandbox": "on", "out": "run"}
        agents["agent1"]["read"] = [".", *PYTHON_READ]
        done = self.succeed(SPRT, "run", self.write_json("config.json", {**agents, **settings}))
        self.assertIn("Total: 2", done.stdout)
        self.assertEqual([game["fault"] for game in read_games(self.dir / "run" / "games.jsonl")], [None, None])


class Ends(SandboxTest):
    """However the referee ends, nothing of its agents runs on."""

    def start(self, mark, games=10_000):
        agents = {
            "agent1": {"command": [str(ATTACKS / "remain"), "ignores", mark], "restart": "game"},
            "agent2": {"command": [str(HOSTILE / "ignore_sigterm"), mark], "restart": "game"},
        }
        settings = {"--sandbox": "on", "--concurrency": 8, "--max-games": games, "--elo1": 1, "--finish-ms": 300}
        words = [word for setting in settings.items() for word in setting]
        process = self.start_program(SPRT, "run", self.write_json("config.json", agents), *words, "--no-check")
        self.assertTrue(wait_until(lambda: len(running(mark)) >= 8, 60), "agents run")
        return process

    def test_a_referee_that_is_killed_takes_all_with_it(self):
        mark = f"killed-{os.getpid()}"
        process = self.start(mark)
        process.kill()
        process.communicate()
        self.assertTrue(wait_until(lambda: not running(mark), 5), running(mark))

    def test_control_groups_of_a_referee_that_was_killed_are_removed_by_the_next_start_of_anything(self):
        for words in ([REFEREE, "perft", "--depth", 1], [SPRT, "plan"], [REFEREE, "play", "random", "random", "--sandbox", "on"]):
            with self.subTest(words[1]):
                mark = f"groups-{os.getpid()}"
                process = self.start(mark)
                process.kill()
                process.communicate()
                self.assertTrue(wait_until(lambda: not running(mark), 5), running(mark))
                place = pathlib.Path("/sys/fs/cgroup")
                if not [*place.rglob(f"referee-{process.pid}-*")]:
                    self.skipTest("no control groups can be made here")
                self.succeed(*words)
                self.assertEqual([*place.rglob(f"referee-{process.pid}-*")], [])

    def test_eight_hostile_games_end_in_a_second_when_the_run_is_stopped(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                mark = f"stopped-{number}-{os.getpid()}"
                process = self.start(mark)
                began = time.monotonic()
                process.send_signal(number)
                done = self.finish(process)
                took = time.monotonic() - began
                self.assertEqual(done.status, 128 + number, done)
                self.assertEqual(running(mark), [])
                # A second is asked; the machine may be slow.
                self.assertLess(took, 5)
                print(f"{number.name} with eight hostile games in sandboxes: {took:.2f} s", file=sys.stderr)


@unittest.skipIf(SANITIZED, "a sanitizer has memory of its own")
class SharedMemory(ProgramTest):
    """An agent whose many small children use up the memory, so that the kernel ends the largest process: its rival."""

    def gate(self, mode, *launcher):
        """The gate of the attacker in 400 MB, and its games. `launcher`: what starts the rival."""
        attacker = {"command": [str(ATTACKS / "fill"), "children", "330"], "restart": "game", "name": "attacker"}
        rival = {"command": [*launcher, str(AGENTS / "pvs"), "--hash-mb", "128", "--nodes", "300"], "name": "rival"}
        settings = {"max_games": 16, "elo0": 0, "elo1": 400, "model": "wald", "openings": "start", "repeats": "count", "turns": 20}
        settings |= {"no_check": True, "max_faults": None, "ready_ms": 60_000, "time_ms": 60_000, "concurrency": 1, "sandbox": mode}
        file = self.write_json("config.json", {"agent1": attacker, "agent2": rival, "out": f"run{len(launcher)}", **settings})
        within = control_group(self, "memory", {1: {"memory.limit_in_bytes": 400 << 20}, 2: {"memory.max": 400 << 20}})
        done = self.run_program(*within, SPRT, "gate", file)
        log = self.dir / f"run{len(launcher)}" / "games.jsonl"
        return done, read_games(log) if log.exists() else []

    def test_what_the_kernel_decides_is_not_scored(self):
        for launcher in ((), ("sh", "-c", '"$0" "$@"; exit 1')):
            with self.subTest(launcher):
                done, games = self.gate("off", *launcher)
                self.assertEqual(done.status, 3, done)
                self.assertRegex(done.stderr, r"the machine has too little memory: .*\(agent 1 held \d+ MiB, agent 2 \d+ MiB\)")
                self.assertEqual([game for game in games if game["fault"]], [])
                self.assertGreater(games[0]["disturbed"]["out_of_memory"], 0, "what was seen is in the log")

    def test_each_agent_in_a_sandbox_has_a_share(self):
        if reason := why_no_sandbox():
            self.skipTest(f"no sandbox here: {reason}")
        done, games = self.gate("on")
        self.assertRegex(done.stdout, r"control groups: memory \(1\d\d MiB for each agent\)")
        self.assertEqual(done.status, 1, done)
        self.assertNotEqual(games, [])
        for game in games:
            self.assertEqual(game["winner"], 2)
            self.assertNotIn("disturbed", game)


class TheAgentThatWaits(SandboxTest, QuietTest):
    """An agent that computes in its rival's turns takes the rival's core."""

    attempts = 0

    def taken(self, ponder, sandbox):
        """Of the rival's watched time, the share that the agent took, over some games."""
        hog = {"command": [str(HOSTILE / "clock"), "ponder"], "ponder": ponder, "name": "hog"}
        thinker = {"command": [str(HOSTILE / "clock"), "think", "30"], "name": "thinker"}
        settings = {"max_games": 2, "elo1": 1, "no_check": True, "turns": 12, "concurrency": 1, "openings": "start"}
        settings |= {"repeats": "count", "model": "wald", "sandbox": sandbox, "time_ms": 60_000}
        settings |= {"cores": str(self.core)}
        self.attempts += 1
        out = f"run{self.attempts}"
        file = self.write_json(f"{out}.json", {"agent1": hog, "agent2": thinker, "out": out, **settings})
        done = self.succeed(SPRT, "run", file)
        complaints = [line for line in done.stderr.splitlines() if not MACHINE.search(line)]
        self.assertEqual(complaints, [])
        games = read_games(self.dir / out / "games.jsonl")
        return statistics.mean(game["rival_cpu_us"][1] / game["watched_us"][1] for game in games)

    def test_it_is_held_still_unless_it_may_ponder_and_found_as_without_a_sandbox(self):
        def attempt():
            return self.taken(False, "off"), self.taken(True, "on")

        without, pondering = self.best(attempt, lambda taken: taken[0] > 0.2 and abs(taken[1] / taken[0] - 1) < 0.2)
        self.assertGreater(without, 0.2)
        self.assertLess(abs(pondering / without - 1), 0.2)
        self.assertLess(self.taken(False, "on"), 0.1 if self.can_freeze() else 2)

    def can_freeze(self):
        flags = ["--agent1", "random", "--agent2", "greedy", "--max-games", 2, "--elo1", 1, "--sandbox", "on"]
        return "freezing" in self.succeed(SPRT, "run", *flags).stdout


if __name__ == "__main__":
    unittest.main()
