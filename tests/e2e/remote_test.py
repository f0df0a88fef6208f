"""Runs whose games are played by workers, through a real NATS server."""

import json
import os
import random
import shutil
import signal
import time
import unittest

import nats_wire
from harness import SPRT, ProgramTest, read_games, wait_until, without_clock

# Their games depend on position and seed alone, so that a run can be compared with a local one.
LOTTERY = ("--agent1", "minimax --depth 2 --shuffle", "--agent2", "greedy --shuffle", "--seed", 5)
SAME = ("--agent1", "minimax --depth 2", "--agent2", "greedy", "--openings", "start", "--seed", 5)
SLOW = ("--agent1", "rules --nodes 20000 --shuffle", "--agent2", "minimax --depth 3 --shuffle", "--seed", 7)


def games_of(folder):
    """The games without what clocks decide, and without who played them."""
    games = [without_clock(game) for game in read_games(folder / "games.jsonl")]
    return [{key: value for key, value in game.items() if key != "worker"} for game in games]


class Remote(ProgramTest):
    def setUp(self):
        super().setUp()
        self.server = nats_wire.Server(self.dir / "server")
        self.addCleanup(self.server.close)

    def via(self, name, url=None):
        return (url or self.server.url).replace("nats://", f"nats://{name}@")

    def worker(self, name="w", *flags, url=None):
        return self.start_program(SPRT, "worker", self.via(name, url), "--allow-root", *flags)

    def coordinator(self, out, *flags, url=None):
        return self.start_program(SPRT, "run", *flags, "--quiet", "--out", out, "--via", self.via("c", url))

    def local(self, out, *flags):
        self.succeed(SPRT, "run", *flags, "--quiet", "--out", out)
        return games_of(self.dir / out)

    def result(self, folder):
        """What the report says. Nothing differs from run.json."""
        report = json.loads(self.succeed(SPRT, "report", folder, "--json").stdout)
        self.assertEqual(report["differences"], [])
        return report["result"]

    def run_json(self, folder):
        return json.loads((self.dir / folder / "run.json").read_text())

    def stop(self, worker):
        worker.send_signal(signal.SIGTERM)
        done = self.finish(worker)
        self.assertEqual(done.status, 0, done)
        return done

    def counted(self, folder):
        log = self.dir / folder / "games.jsonl"
        return len(log.read_bytes().splitlines()) if log.exists() else 0

    def equals_local(self, remote, local):
        """The games, and all of the result but what the machines decide."""
        self.assertEqual(games_of(self.dir / remote), games_of(self.dir / local))
        of_machines = ("elapsed_s", "games_beyond", "delays_us", "interference", "disturbed", "used_us", "ended")
        kept = [{key: value for key, value in self.result(folder).items() if key not in of_machines} for folder in (remote, local)]
        self.assertEqual(*kept)
        self.review_is_clean(self.dir / remote / "games.jsonl")


class Equal(Remote):
    def test_any_number_of_workers_plays_the_run_of_one_machine(self):
        ends = {
            "verdict": (*LOTTERY, "--elo0", 0, "--elo1", 100),
            "max_games": (*LOTTERY, "--max-games", 30),
            "repeats": SAME,
        }
        for reason, flags in ends.items():
            self.local(f"{reason}-local", *flags)
            for workers in (1, 2, 8):
                with self.subTest(reason=reason, workers=workers):
                    folder = f"{reason}-{workers}"
                    started = [self.worker(f"w{i}", "--once") for i in range(workers)]
                    done = self.finish(self.coordinator(folder, *flags))
                    self.assertEqual(done.status, 0, done)
                    self.assertEqual(self.result(folder)["reason"], reason)
                    self.equals_local(folder, f"{reason}-local")
                    run = self.run_json(folder)
                    names = {game["worker"] for game in read_games(self.dir / folder / "games.jsonl")}
                    self.assertLessEqual(names, {f"w{i}" for i in range(workers)})
                    pairs = sum(worker["pairs"] for worker in run["workers"].values())
                    self.assertGreaterEqual(2 * pairs, self.counted(folder))
                    self.assertEqual((run["epoch"], run["via"]), (1, self.server.url))
                    for worker in started:
                        worker.send_signal(signal.SIGTERM)  # those that came too late for a pair still wait
                        self.assertEqual(self.finish(worker).status, 0)

    def test_games_begin_anywhere(self):
        """Openings of moves and of positions, other games, UAI limits: what a task has to carry."""
        book = self.dir / "book.fen"
        book.write_text("x5o/7/7/7/7/7/o5x x 0 1\nx5o/7/2-1-2/7/2-1-2/7/o5x o 0 1\n")
        for name, flags in {
            "fen": ("--agent1", "minimax --depth 1", "--agent2", "random", "--openings", book, "--max-games", 4),
            "four": ("--game", "connect-four", "--agent1", "random", "--agent2", "random", "--max-games", 8),
            "keeps": ("--agent1", '{"command": "random"}', "--agent2", "greedy --shuffle", "--max-games", 6),
        }.items():
            with self.subTest(name):
                if name == "keeps":
                    config = {"agent1": {"command": "random", "restart": "never"}, "agent2": {"command": "greedy --shuffle", "restart": "game"}}
                    flags = (self.write_json("keeps.json", config), "--max-games", 6)
                local = self.run_program(SPRT, "run", *flags, "--seed", 3, "--quiet", "--out", f"{name}-local")
                worker = self.worker("w", "--once")
                done = self.finish(self.coordinator(name, *flags, "--seed", 3))
                self.assertEqual(done.status, local.status, f"{done}\n{local}")
                if local.status == 0:
                    self.equals_local(name, f"{name}-local")
                worker.send_signal(signal.SIGTERM)
                self.finish(worker)

    def test_run_moves_between_workers_and_this_machine(self):
        flags = (*SLOW, "--max-games", 24)
        self.local("local", *flags)
        worker = self.worker()
        process = self.coordinator("r", *flags)
        self.assertTrue(wait_until(lambda: self.counted("r") >= 4, 60))
        process.send_signal(signal.SIGTERM)
        done = self.finish(process)
        self.assertEqual(done.status, 143, done)
        first = self.counted("r")
        process = self.start_program(SPRT, "resume", "r", "--local")
        self.assertTrue(wait_until(lambda: self.counted("r") >= first + 3, 60))
        process.kill()
        self.finish(process)
        second = self.counted("r")
        self.succeed(SPRT, "resume", "r", "--via", self.via("c"))
        self.equals_local("r", "local")
        run = self.run_json("r")
        self.assertEqual([session["via"] for session in run["resumed"]], [None, self.server.url])
        self.assertEqual([session["game"] for session in run["resumed"]], [first, second])
        self.assertEqual((run["epoch"], run["via"]), (3, self.server.url))
        players = ["worker" in game for game in read_games(self.dir / "r" / "games.jsonl")]
        self.assertEqual(players, [True] * first + [False] * (second - first) + [True] * (24 - second))
        self.stop(worker)


class Survives(Remote):
    def test_kills_and_stops_change_nothing(self):
        """The long run of this is scripts/chaos --only remote."""
        flags = (*SLOW, "--max-games", 40)
        self.local("local", *flags)
        dice = random.Random(1)
        workers = [self.worker(f"w{i}") for i in range(2)]
        coordinator = self.coordinator("r", *flags)
        for what in ("worker", "server", "coordinator", "all", "stopped worker"):
            before = self.counted("r")
            wait_until(lambda: self.counted("r") > before or coordinator.poll() is not None, 60)
            which = dice.randrange(2)
            if what in ("worker", "all"):
                workers[which].kill()
                self.finish(workers[which])
            if what in ("server", "all"):
                self.server.kill()
            if what in ("coordinator", "all"):
                coordinator.kill()
                self.finish(coordinator)
            if what in ("server", "all"):
                self.server.start()
            if what in ("worker", "all"):
                workers[which] = self.worker(f"w{which}")
            if what in ("coordinator", "all"):
                coordinator = self.start_program(SPRT, "resume", "r", "--via", self.via("c"))
            if what == "stopped worker":
                workers[which].send_signal(signal.SIGSTOP)
                time.sleep(2)
                workers[which].send_signal(signal.SIGCONT)
        done = self.finish(coordinator)
        self.assertEqual(done.status, 0, done)
        self.equals_local("r", "local")
        for worker in workers:
            self.stop(worker)

    def test_lost_late_doubled_and_reordered_messages_change_nothing(self):
        flags = (*LOTTERY, "--max-games", 60)
        self.local("local", *flags)
        for share in ({"drop": 0.1}, {"double": 0.3, "reorder": 0.3}, {"delay": 0.2}):
            with self.subTest(share), nats_wire.Proxy(self.server.port, seed=3) as proxy:
                folder = "-".join(share)
                proxy.disturb(**share)
                worker = self.worker("w", url=proxy.url)
                done = self.finish(self.coordinator(folder, *flags))
                self.assertEqual(done.status, 0, done)
                self.equals_local(folder, "local")
                self.assertGreater(sum(count for key, count in proxy.counts.items() if key != "passed"), 3)
                worker.kill()
                self.finish(worker)


if __name__ == "__main__":
    nats_wire.main()
