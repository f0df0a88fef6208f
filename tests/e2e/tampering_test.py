"""Agents that send signals to their rival, to the referee or to themselves gain nothing; an honest run is not disturbed."""

import importlib.machinery
import importlib.util
import itertools
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from harness import AGENTS, BIN, REFEREE, SOURCE, SPRT, ProgramTest, QuietTest, command, control_group, read_games, wait_until, why_no_sandbox

HOSTILE = BIN / "hostile"
THINKER = f"{HOSTILE}/clock think 20"
FAST = ("--ready-ms", 60_000, "--finish-ms", 100, "--concurrency", 1)
ONE_GAME_TELLS = ("--model", "wald", "--openings", "start", "--repeats", "count", "--elo0", 0, "--elo1", 700)
FREE = ("--sandbox", "off")


def load_chaos():
    """scripts/chaos, whose ways to suspend a run are tried here with few suspensions."""
    loader = importlib.machinery.SourceFileLoader("chaos", str(SOURCE / "scripts" / "chaos"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("chaos", loader))
    loader.exec_module(module)
    return module


chaos = load_chaos()


def hostile(words):
    return f"{HOSTILE}/{words}"


def is_agent(pid):
    try:
        return b"late\0turn" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"/")[-1]
    except OSError:
        return False


def slow_start(seconds, agent):
    """The command of an agent that uses so much processor time before it is ready, on a fast machine as on a slow one."""
    code = f"import os, time\nwhile time.process_time() < {seconds}:\n    pass\nos.execv('{AGENTS / agent}', ['{agent}'])"
    return command([sys.executable, "-c", code])


class TamperingTest(ProgramTest):
    def gate(self, agent1, agent2, *flags, out="run"):
        """The exit status of the gate, what it said, its result, and its games."""
        arguments = ("--agent1", agent1, "--agent2", agent2, "--seed", 1, "--out", out, "--max-games", 20)
        done = self.run_program(SPRT, "gate", *arguments, *FAST, *ONE_GAME_TELLS, *flags)
        result = json.loads((self.dir / out / "run.json").read_text())["result"]
        report = json.loads(self.succeed(SPRT, "report", out, "--json").stdout)
        self.assertEqual(report["differences"], [])
        return done, result, read_games(self.dir / out / "games.jsonl")

    def play(self, *arguments):
        done = self.succeed(REFEREE, "play", *arguments, "--log", "log", "--overwrite", "--ready-ms", 60_000)
        return done, read_games(self.dir / "log")


class Gate(TamperingTest):
    def test_agent_that_stops_its_rival_wins_nothing_and_is_broken(self):
        attacker = hostile("meddle stop 800")  # longer than its rival has time
        flags = ("--turns", 8, "--time-ms", 700, "--max-faults", "none", "--junit", "j.xml", "--markdown", "m.md")
        done, result, games = self.gate(attacker, THINKER, *flags, *FREE)
        self.assertEqual(done.status, 4, done)
        self.assertEqual([result[key] for key in ("reason", "broken", "verdict")], ["tampering", 1, None])
        self.assertEqual((result["disturbed"]["tampering"], result["wld"][0]), ([3, 0], 0))
        self.assertEqual([game["game"] for game in games], [0])
        self.assertEqual((games[0]["termination"], games[0]["winner"]), ("tampering", None))
        self.assertEqual(games[0]["fault"]["reason"], "the other agent was stopped by a signal")
        self.assertIn("Agent 1 is broken: tampering in 3 attempts at games", done.stdout)
        self.assertIn("Warning: 3 attempts not scored, because agent 2 was stopped or traced", done.stdout)
        self.assertIn("warning: tampering: agent 2 was stopped or traced in game 0", done.stderr)
        for report in ("j.xml", "m.md"):
            self.assertIn("3 attempts not scored", (self.dir / report).read_text(), report)

    def test_agent_that_stops_itself_before_it_loses_gets_no_green_gate(self):
        rival = hostile("late turn 20")  # without a core, which a busy machine may not give
        done, result, games = self.gate(hostile("meddle itself 200"), rival, "--turns", 8, "--time-ms", 150, *FREE)
        self.assertEqual((done.status, result["broken"], result["wld"][0]), (4, 2, 0), done)

    def test_agent_that_stops_itself_with_all_its_rivals_leaves_a_tournament_in_their_place(self):
        rivals = [f"name=r{number} {hostile('late turn 20')}" for number in (1, 2)]  # without a core, as above
        agents = [word for agent in (f"name=bad {hostile('meddle itself 200')}", *rivals) for word in ("--agent", agent)]
        flags = ("--turns", 8, "--time-ms", 150, "--rounds", 1, "--no-check", "--out", "run", *FAST, *FREE)
        done = self.run_program(SPRT, "tournament", *agents, *flags)
        run = json.loads((self.dir / "run" / "run.json").read_text())
        left = [(agent["withdrawn"], agent.get("withdrawn_for")) for agent in run["agents"]]
        self.assertEqual((done.status, left), (4, [(0, "tampering"), (None, None), (None, None)]), done)
        self.assertNotIn("play no more", done.stdout)

    def test_agent_that_stops_itself_loses_when_its_rival_plays_in_a_sandbox(self):
        flags = ("--games", 1, "--turns", 8, "--time-ms", 150, "--ready-ms", 60_000, "--finish-ms", 100, "--sandbox", "on")
        for number, how in enumerate(("meddle itself 200", "hang stop")):
            log = self.dir / f"log{number}"
            done = self.run_program(REFEREE, "play", hostile(how), hostile("honest"), *flags, "--log", log)
            if done.status == 2:
                self.skipTest("no sandbox can be made here")
            (game,) = read_games(log)
            self.assertEqual((game["termination"], game["winner"]), ("timeout", 2), how)
            self.assertNotIn("disturbed", game)

    def test_agent_that_stops_itself_for_ever_is_killed(self):
        flags = ("--games", 1, "--turns", 8, "--time-ms", 150, "--finish-ms", 100, *FREE)
        _, (game,) = self.play(hostile("hang stop"), "random", *flags)
        self.assertEqual((game["termination"], game["fault"]["agent"], game["exit"][0]), ("tampering", 2, "killed by referee"))

    def test_verdict_that_rests_on_rivals_that_were_killed_is_undecided(self):
        flags = ("--turns", 8, "--max-faults", "none", *FREE)
        done, result, games = self.gate(hostile("meddle kill"), THINKER, *flags)
        self.assertEqual((done.status, result["verdict"], result["rests_on_doubtful"]), (5, "H1", True), done)
        self.assertTrue(all(game["doubtful"] for game in games))
        self.assertIn("Warning: the verdict rests on losses that the winner may have caused", done.stdout)


class Slower(TamperingTest, QuietTest):
    """A time loss on a core that was taken away is disputed, whatever the rival did."""

    def test_verdict_that_rests_on_time_losses_without_processor_time_is_undecided(self):
        flags = ("--turns", 8, "--time-ms", 60, *FREE)
        number = itertools.count()

        def attempt():
            on_core = ("--cores", self.core)
            return self.gate(hostile("honest"), hostile("hang sleep"), *flags, *on_core, out=f"run{next(number)}")

        done, result, games = self.best(attempt, lambda run: run[1]["disputed"] == [0, 0])
        self.assertEqual((done.status, result["verdict"], result["rests_on_doubtful"]), (5, "H1", True), done)
        self.assertEqual((result["disputed"], result["rests_on_disputed"]), ([0, 0], False))

    def test_time_loss_of_an_agent_that_was_made_less_urgent_is_doubtful(self):
        flags = ("--games", 1, "--turns", 20, "--time-ms", 400, *FREE)
        for rival, is_doubtful in (("honest", False), ("meddle nice", True)):

            def attempt(rival=rival):
                return self.play(hostile(rival), hostile("clock think 120"), *flags, "--cores", self.core)[1][0]

            game = self.best(attempt, lambda game: not game["time_loss"]["disputed"])
            self.assertEqual((game["termination"], game["winner"]), ("timeout", 1))
            self.assertEqual("doubtful" in game, is_doubtful, game)

    def test_crash_of_an_agent_whose_limits_were_lowered_is_doubtful(self):
        flags = ("--games", 1, "--turns", 20, "--time-ms", 5000, *FREE)
        _, (game,) = self.play(hostile("meddle files"), hostile("meddle opens"), *flags)
        self.assertEqual((game["termination"], game["exit"][1], game["winner"]), ("crashed", "exited 1", 1))
        self.assertTrue(game["doubtful"])


class Referee(TamperingTest):
    def test_game_in_which_an_agent_stops_the_referee_is_not_scored(self):
        attacker = hostile("meddle referee 800")
        done, (game,) = self.play(attacker, THINKER, "--games", 1, "--turns", 8, "--time-ms", 500, *FREE)
        self.assertEqual((game["termination"], game["winner"], game["fault"]), ("referee_failure", None, None))
        self.assertEqual(game["disturbed"]["referee_stopped"], 3)
        self.assertIn("warning: the referee was stopped while a clock ran in game 0", done.stderr)

    def test_agent_loses_no_game_on_time_while_the_referee_is_stopped(self):
        log = self.dir / "log"
        think = hostile("late turn 100")  # without a core, which a busy machine may not give
        arguments = [REFEREE, "play", think, think, "--games", "1", "--turns", "10", "--time-ms", "1500", "--log", log]
        process = subprocess.Popen(arguments, cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.4)
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.6)
        process.send_signal(signal.SIGCONT)
        process.communicate()
        (game,) = read_games(log)
        self.assertNotEqual(game["termination"], "timeout")
        self.assertIsNotNone(game["winner"], "it was played again")
        self.assertEqual(game["disturbed"], {"tampering": [0, 0], "referee_stopped": 1, "machine_suspended": 0})


    def test_agent_that_stops_all_alike_gets_no_green_gate_by_that(self):
        """It looks as a suspension of the machine does, but for who sends the SIGCONT."""
        _, (game,) = self.play(hostile("meddle all 800"), THINKER, "--games", 1, "--turns", 8, "--time-ms", 500, *FREE)
        self.assertEqual((game["termination"], game["winner"]), ("referee_failure", None))
        self.assertEqual(game["disturbed"], {"tampering": [0, 0], "referee_stopped": 3, "machine_suspended": 0})


class Suspended(TamperingTest):
    """The whole run stands still: batch systems and containers do that."""

    def game_while_suspended(self, name, way, mode, seconds):
        out = self.dir / f"{name}-{mode}-{seconds}"
        thinks = hostile("late turn 100")  # without a core, which a busy machine may not give
        words = [REFEREE, "play", thinks, thinks, "--games", 1, "--turns", 20, "--time-ms", 2000, "--ready-ms", 60_000]
        words = [*map(str, words), "--sandbox", mode, "--log", str(out)]
        process = subprocess.Popen(way.command(words), cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: sum(map(is_agent, chaos.tree_below(process.pid))) >= 2, 60)
        time.sleep(0.6)  # it is in its turns
        way.suspend(process)
        time.sleep(seconds)
        way.resume()
        process.communicate()
        way.close()
        (game,) = read_games(out)
        return game

    def test_no_agent_is_named_or_charged_when_all_stand_still(self):
        ways = {"signals": lambda: chaos.Signals(random.Random(1))}
        for name, (group, *words) in chaos.freezer_groups().items():
            ways[name] = lambda group=group, words=words: chaos.Freezer(group.with_name(f"{group.name}-{next(numbers)}"), *words)
        numbers = iter(range(1000))
        modes = ("off",) if why_no_sandbox() else ("off", "on")
        cases = [(name, mode, seconds) for name in ways for mode in modes for seconds in (0.25, 2.3)]
        with ThreadPoolExecutor(4) as pool:
            games = list(pool.map(lambda case: self.game_while_suspended(case[0], ways[case[0]](), *case[1:]), cases))
        played_again = []
        for case, game in zip(cases, games):
            with self.subTest(case):
                self.assertNotIn(game["termination"], ("timeout", "tampering", "referee_failure"))
                self.assertNotIn("doubtful", game)
                disturbed = game.get("disturbed", {"machine_suspended": 0, "tampering": [0, 0], "referee_stopped": 0})
                self.assertEqual((disturbed["tampering"], disturbed["referee_stopped"]), ([0, 0], 0))
                played_again.append(disturbed["machine_suspended"])
        # Longer than an agent has: charged, it would have lost on time. Before and between turns a standstill is nobody's.
        counted = [count for case, count in zip(cases, played_again) if case[2] > 1]
        self.assertGreaterEqual(sum(counted), len(counted) - 1)


class Offers(TamperingTest):
    """An agent that offers no opening after a lost game would drop the pair."""

    def test_second_game_of_a_pair_is_lost_by_an_agent_that_offers_other_things(self):
        attacker = BIN / "hostile" / "attacks" / "opening"
        agents = ("--agent1", attacker, "--agent2", AGENTS / "greedy", "--game", "connect-four")
        for seed in range(1, 20):
            out = self.dir / f"run{seed}"
            self.succeed(SPRT, "match", *agents, "--games", 2, "--seed", seed, "--quiet", "--concurrency", 1, "--out", out, *FREE)
            first, second = read_games(out / "games.jsonl")
            if first["winner"] == 2:
                break
        self.assertEqual((first["winner"], second["winner"], second["termination"]), (2, 2, "protocol_error"))
        self.assertEqual(second["fault"]["reason"], "does not offer what it offered in the first game of its pair")


class Starved(TamperingTest, QuietTest):
    """Agents that get no core cannot say OK."""

    def test_agent_that_waited_for_a_core_at_ready_is_late_by_no_fault(self):
        core = max(os.sched_getaffinity(0))
        for _ in range(12):
            spinner = subprocess.Popen(
                ["/bin/sh", "-c", "while :; do :; done"], preexec_fn=lambda: os.sched_setaffinity(0, {core})
            )
            self.addCleanup(spinner.wait)
            self.addCleanup(spinner.kill)
        slow = slow_start(0.5, "random")
        flags = ("--games", 1, "--turns", 8, "--cores", core, "--log", "log", "--overwrite", "--ready-ms", 1500, *FREE)
        self.succeed(REFEREE, "play", AGENTS / "random", slow, *flags)
        (game,) = read_games(self.dir / "log")
        self.assertEqual((game["termination"], game["winner"], game["time_loss"]["disputed"]), ("ready_timeout", 1, True))
        self.assertRegex(game["fault"]["reason"], r"^did not say OK in time; it waited \d+ ms for a core: .*--ready-ms\)$")
        done = self.succeed(REFEREE, "play", slow, slow, *flags)
        (game,) = read_games(self.dir / "log")
        self.assertEqual((game["termination"], game["fault"]), ("referee_failure", None))
        self.assertEqual(game["disturbed"]["machine_overloaded"], 3)
        self.assertIn("neither agent was ready in time in game 0, and both waited for a core", done.stderr)

    def test_agent_that_takes_the_core_its_rival_needs_to_start_is_late_by_a_fault(self):
        within = control_group(self, "cpu", {1: {}, 2: {}})  # where threads count, and not sessions
        slow = "restart=game " + slow_start(0.35, "greedy")
        flags = ("--games", 2, "--game", "connect-four", "--log", "log", "--overwrite", "--ready-ms", 1000, *FREE)

        def attempt():
            self.succeed(*within, REFEREE, "play", f"{BIN}/hostile/attacks/late 1500", slow, "--cores", self.core, *flags)
            return read_games(self.dir / "log")

        first, second = self.best(
            attempt, lambda games: games[0]["turns"] > 0 and games[1]["fault"] and "at work" in games[1]["fault"]["reason"]
        )
        self.assertEqual((first["winner"], second["winner"], second["termination"]), (2, 2, "ready_timeout"))
        self.assertRegex(second["fault"]["reason"], "^did not say OK in time; it was still at work: ")
        self.assertNotIn("disturbed", second)


class Throttled(TamperingTest):
    """A quota of processor time stops the referee and its agents together."""

    def within(self, cores):
        """Words that run a command with so much processor time."""
        quota = round(100_000 * cores)
        return control_group(self, "cpu", {1: {"cpu.cfs_quota_us": quota}, 2: {"cpu.max": f"{quota} 100000"}})

    def test_agent_that_a_quota_made_late_has_no_fault(self):
        slow = slow_start(0.5, "random")
        flags = ("--games", 1, "--turns", 8, "--log", "log", "--overwrite", "--ready-ms", 2000, *FREE)
        self.succeed(*self.within(0.05), REFEREE, "play", AGENTS / "random", slow, *flags)
        (game,) = read_games(self.dir / "log")
        self.assertEqual((game["termination"], game["winner"], game["time_loss"]["disputed"]), ("ready_timeout", 1, True))
        self.assertRegex(game["fault"]["reason"], r"waited \d+ ms for a core \(a quota of processor time took it away\): ")
        self.assertNotIn("disturbed", game)

    def test_honest_agents_have_no_fault(self):
        flags = ("--games", 16, "--turns", 8, "--concurrency", 8, "--openings", "start", "--no-check", "--ready-ms", 60_000)
        done = self.succeed(*self.within(0.2), SPRT, "match", AGENTS / "random", AGENTS / "greedy", *flags, *FREE, "--out", "run")
        self.assertIn("with a quota of processor time for 0.2", done.stderr)
        for game in read_games(self.dir / "run" / "games.jsonl"):
            self.assertIsNone(game["fault"])
            self.assertNotIn("disturbed", game)


class Honest(TamperingTest):
    def test_games_on_a_crowded_core_are_not_disturbed(self):
        core = max(os.sched_getaffinity(0))
        for _ in range(2):
            spinner = subprocess.Popen(
                ["/bin/sh", "-c", "while :; do :; done"], preexec_fn=lambda: os.sched_setaffinity(0, {core})
            )
            self.addCleanup(spinner.wait)
            self.addCleanup(spinner.kill)
        on_core = ("--cores", core, *FREE)
        random = BIN / "agents" / "random"
        for agents, count in (((random, random), 200), ((THINKER, hostile("clock search 20")), 1)):
            done, games = self.play(*agents, "--games", count, "--turns", 12, *on_core)
            self.assertEqual(len(games), count)
            for game in games:
                self.assertNotIn("disturbed", game)
                self.assertNotIn("doubtful", game)
            self.assertNotIn("tampering", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
