"""What is charged for time, which processes used the cores meanwhile, and the difference that `--clock fair` makes.

The tests use real processes on one core. Other load on that core looks the same as the load that a test makes. A test
that asserts that little time was lost is a QuietTest.
"""

import json
import os
import re
import subprocess
import time
import unittest

from harness import BIN, REFEREE, SANITIZED, SPRT, QuietTest, command, read_games

HOSTILE = BIN / "hostile"
HONEST = [str(HOSTILE / "honest")]

# An agent that thinks for 3 * 100 ms in a game stays within its budget, unless five processes share its core.
THINK_MS = 100
BUDGET_MS = 450
THREE_MOVES = {"turns": 6}
HOGS = 4


def hostile(*words):
    return [str(HOSTILE / words[0]), *map(str, words[1:])]


def clock(*words):
    return hostile("clock", *words)


class ClockTest(QuietTest):
    def setUp(self):
        super().setUp()
        self.hogs = []
        self.runs = 0

    def hog(self, count):
        """Starts processes that use the whole core of the games until the test ends or end_hogs ends them."""
        self.addCleanup(self.end_hogs)
        for _ in range(count):
            process = subprocess.Popen(
                ["/bin/sh", "-c", "while :; do :; done"],
                preexec_fn=lambda: os.sched_setaffinity(0, {self.core}),
            )
            self.hogs.append(process)

    def end_hogs(self):
        for process in self.hogs:
            process.kill()
        for process in self.hogs:
            process.wait()
        self.hogs.clear()

    def run_match(self, agent, opponent=None, *, time_ms=BUDGET_MS, **settings):
        """A run in which `agent` is agent 1: what was printed, run.json, the games."""
        config = {
            "agent1": {"command": agent, "time_ms": time_ms},
            "agent2": {"command": opponent or HONEST, "time_ms": 600_000},
            **{"max_games": 2, "elo0": 0, "elo1": 50, "ready_ms": 60_000, "finish_ms": 100},
            **{"model": "wald", "openings": "start", "repeats": "count"},
            **{"cores": str(self.core), "pin": "game", "concurrency": 1, "no_check": True},
            **settings,
        }
        self.runs += 1
        out = self.dir / f"run{self.runs}"
        done = self.succeed(SPRT, "run", self.write_json("config.json", config), "--out", out)
        self.review_is_clean(out / "games.jsonl")
        return done, json.loads((out / "run.json").read_text()), read_games(out / "games.jsonl")

    def assert_lost_on_time(self, games, disputed):
        self.assertEqual(len(games), 2)
        for game in games:
            self.assertEqual((game["termination"], game["winner"]), ("timeout", 2))
            self.assertIs(game["time_loss"]["disputed"], disputed, game)
            self.assertGreaterEqual(game["used_us"][0], game["budget_us"][0])

    def lost_undisputed(self, agent, **settings):
        """`agent` loses on time, and on an idle machine the loss is not disputed. A sanitizer makes the referee's looks at
        the agent's threads so slow that they keep it from the core, so that nothing is said of disputes then."""

        def attempt():
            _, run, games = self.run_match(agent, **settings)
            self.assertEqual([game["termination"] for game in games], ["timeout"] * 2)
            self.assertEqual(run["result"]["time_losses"], [2, 0])
            return run, games

        if SANITIZED:
            attempt()
            return
        _, games = self.best(attempt, lambda result: result[0]["result"]["disputed"] == [0, 0])
        self.assert_lost_on_time(games, False)


class Charged(ClockTest):
    def test_fractions_of_a_millisecond_add_up(self):
        _, _, games = self.run_match(clock("busy", 560), time_ms=10)
        for game in games:
            self.assertEqual((game["termination"], game["winner"]), ("timeout", 2))
            moves = game["moves"][game["first"] - 1 :: 2]
            self.assertLessEqual(len(moves), 17, "0.56 ms each, of 10 ms")
            for move in moves:
                self.assertGreaterEqual(move[4], 560)

    def test_charge_is_at_most_0_2_ms_above_the_agents_own_measure(self):
        def attempt():
            measured = self.dir / f"measured{self.runs}"
            _, _, games = self.run_match(clock("measure", measured), time_ms=60_000, max_games=10)
            charged = [move[4] * 1000 for game in games for move in game["moves"][game["first"] - 1 :: 2]]
            own = list(map(int, measured.read_text().split()))
            self.assertEqual(len(charged), len(own))
            for theirs, its in zip(charged, own):
                self.assertGreaterEqual(theirs + 1000, its)  # the log is rounded down to microseconds
            more = sorted(theirs - its for theirs, its in zip(charged, own))
            return more[len(more) * 99 // 100]

        self.assertLessEqual(self.best(attempt, lambda ns: ns <= 200_000), 200_000, "99 % of moves, in ns")


class Hog(ClockTest):
    def test_time_loss_on_a_crowded_core_is_disputed(self):
        self.hog(HOGS)
        done, run, games = self.run_match(clock("think", THINK_MS), elo1=400, **THREE_MOVES)
        self.assert_lost_on_time(games, True)
        for game in games:
            self.assertGreater(game["delay_us"][0], 100_000)
            self.assertLessEqual(game["watched_cpu_us"][0] + game["delay_us"][0], game["watched_us"][0])
            lost = game["watched_us"][0] - game["watched_cpu_us"][0]
            self.assertGreater(game["delay_us"][0], 0.8 * lost, "the agent never sleeps: it uses time or waits")
            self.assertLess(game["rival_cpu_us"][0], 10_000)
        result = run["result"]
        self.assertEqual((result["time_losses"], result["disputed"]), ([2, 0], [2, 0]))
        self.assertEqual(result["faults"], [0, 0])
        self.assertGreater(result["delays_us"]["largest"], 100_000)
        self.assertRegex(done.stdout, r"\nClocks: .* time losses: 2, disputed: 2\.\n")
        self.assertEqual(len(re.findall("^sprt: warning: the machine is overloaded: ", done.raw_stderr.decode(), re.MULTILINE)), 1)
        # Disputed losses count, and with bounds of 400 Elo two losses give a verdict.
        self.assertEqual((result["verdict"], result["rests_on_disputed"]), ("H0", True))
        self.assertEqual(
            done.stdout.splitlines()[-1],
            "Warning: the verdict rests on disputed time losses (2): "
            "without them the LLR is 0.000, no decision.",
        )

    def test_fair_clock_does_not_charge_for_a_crowded_core(self):
        crowd = 0
        for hogs, think_ms, time_ms in ((HOGS, THINK_MS, BUDGET_MS), (40, 20, 250)):
            with self.subTest(hogs=hogs):
                self.hog(hogs - crowd)
                crowd = hogs
                _, run, games = self.run_match(clock("think", think_ms), time_ms=time_ms, clock="fair", **THREE_MOVES)
                for game in games:
                    self.assertEqual(game["termination"], "turn_limit", game)
                    self.assertGreaterEqual(game["used_us"][0], 3 * think_ms * 1000)
                    self.assertGreater(game["delay_us"][0], game["watched_cpu_us"][0])
                self.assertEqual(run["result"]["time_losses"], [0, 0])

    def test_play_disputes_time_losses_and_has_the_fair_clock(self):
        """`referee play` has one budget for both agents; the opponent needs hardly any time."""
        self.hog(HOGS)
        arguments = ["play", command(clock("think", THINK_MS)), command(HONEST), "--time-ms", BUDGET_MS, "--turns", 6]
        arguments += ["--cores", self.core]
        wall = self.succeed(REFEREE, *arguments, "--log", "wall")
        self.assertIn("time losses: 1, disputed: 1.\n", wall.stdout)
        self.assertIs(read_games(self.dir / "wall")[0]["time_loss"]["disputed"], True)
        fair = self.succeed(REFEREE, *arguments, "--log", "fair", "--clock", "fair")
        self.assertIn("time losses: 0, disputed: 0.\n", fair.stdout)
        self.assertEqual(read_games(self.dir / "fair")[0]["termination"], "turn_limit")

    def test_time_loss_of_a_sleeping_agent_is_not_disputed(self):
        def attempt():
            self.hog(1)
            _, run, games = self.run_match(hostile("hang", "sleep"), time_ms=1000)
            self.end_hogs()
            return run, games

        _, games = self.best(attempt, lambda result: result[0]["result"]["disputed"] == [0, 0])
        self.assert_lost_on_time(games, False)


class Searching(ClockTest):
    """Agents whose first thread sleeps while another one searches, as engines do: in a new thread for each move, which
    ends with the answer, or in one for all moves."""

    def test_delay_is_that_of_the_searching_thread(self):
        self.hog(HOGS)
        for kind in ("search", "pool"):
            with self.subTest(kind=kind):
                _, run, games = self.run_match(clock(kind, THINK_MS), **THREE_MOVES)
                self.assert_lost_on_time(games, True)
                for game in games:
                    lost = game["watched_us"][0] - game["watched_cpu_us"][0]
                    self.assertGreater(lost, 150_000, "four processes share its core")
                    self.assertGreater(game["delay_us"][0], 0.5 * lost, "the agent never sleeps: it uses time or waits")
                    self.assertLessEqual(game["watched_cpu_us"][0] + game["delay_us"][0], game["watched_us"][0])

    def test_fair_clock_does_not_charge_for_a_crowded_core(self):
        self.hog(HOGS)
        for kind in ("search", "pool"):
            with self.subTest(kind=kind):
                # The wall time of three moves is far above the budget. What is not excused is what a thread waited after
                # the last look at it, and of the first move also what it waited before it was found.
                _, run, games = self.run_match(clock(kind, THINK_MS), time_ms=700, clock="fair", **THREE_MOVES)
                for game in games:
                    self.assertEqual(game["termination"], "turn_limit", game)
                    self.assertGreater(game["watched_us"][0], 1_000_000)
                    self.assertGreater(game["delay_us"][0], game["watched_cpu_us"][0])
                self.assertEqual(run["result"]["time_losses"], [0, 0])

    def test_time_loss_of_a_thread_with_its_own_core_is_not_disputed(self):
        for kind in ("search", "pool"):
            with self.subTest(kind=kind):
                self.lost_undisputed(clock(kind, 2 * THINK_MS), **THREE_MOVES)


class Own(ClockTest):
    def test_own_threads_and_children_do_not_excuse_a_time_loss(self):
        """Eight threads or children of the agent itself keep its thinking from the core."""
        for kind in ("threads", "children", "orphans", "siblings"):
            for rule in ("wall", "fair"):
                with self.subTest(kind=kind, clock=rule):
                    self.lost_undisputed(clock(kind, 8, THINK_MS), clock=rule, **THREE_MOVES)


class Interference(ClockTest):
    def meet(self, waiting, count, *, think_ms=20, **settings):
        """Plays an agent that thinks against `waiting`, which should interfere in `count` games."""
        return self.best(
            lambda: self.run_match(clock("think", think_ms), waiting, **settings),
            lambda result: result[1]["result"]["interference"] == [0, count],
        )

    def test_agent_that_works_while_it_waits_is_named_once(self):
        done, run, games = self.meet(clock("ponder"), 4, max_games=4, time_ms=60_000, turns=10)
        self.assertEqual(run["result"]["interference"], [0, 4])
        for game in games:
            self.assertEqual(game["interference"], [2])
            self.assertGreater(game["rival_cpu_us"][0], 10_000)
        warnings = re.findall("^sprt: warning: interference: .*$", done.stderr, re.MULTILINE)
        self.assertEqual(len(warnings), 1, done.stderr)
        self.assertRegex(
            warnings[0],
            r": agent 2 used \d+ ms of processor time in game 0 while agent 1's clock ran \(\d+ ms of it watched\)$",
        )

    def test_time_loss_to_a_working_opponent_is_disputed(self):
        _, run, games = self.meet(clock("ponder"), 2, think_ms=200, time_ms=250, turns=2)
        self.assertEqual(run["result"]["interference"], [0, 2])
        self.assert_lost_on_time(games, True)

    def test_agent_that_waits_idle_is_not_named(self):
        done, run, games = self.meet(HONEST, 0, max_games=4, time_ms=60_000, turns=10)
        self.assertEqual(run["result"]["interference"], [0, 0])
        self.assertNotIn("interference", done.stderr)
        for game in games:
            self.assertNotIn("interference", game)


if __name__ == "__main__":
    unittest.main()
