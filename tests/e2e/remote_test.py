"""Runs whose games are played by workers, through a real NATS server."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest

import nats_wire
import unread_test
from harness import AGENTS, MACHINE, PATIENCE_S, SPRT, ProgramTest, catches, count_lines, read_games, wait_until, without_clock

# Their games depend on position and seed alone, so that a run can be compared with a local one.
LOTTERY = ("--agent1", "minimax --depth 2 --shuffle", "--agent2", "greedy --shuffle", "--seed", 5)
SAME = ("--agent1", "minimax --depth 2", "--agent2", "greedy", "--openings", "start", "--seed", 5)
# These tests are not about clocks: other tests may fill the machine while an agent starts, and one that runs out of time
# plays otherwise.
PATIENT = ("--ready-ms", 20000)
# A game of a third of a second.
SLOW = ("--agent1", "rules --nodes 20000 --shuffle", "--agent2", "minimax --depth 3 --shuffle", "--seed", 7, "--time-ms", 100_000)


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
        return self.start_program(SPRT, "run", *flags, *PATIENT, "--quiet", "--out", out, "--via", self.via("c", url))

    def local(self, out, *flags):
        self.succeed(SPRT, "run", *flags, *PATIENT, "--quiet", "--out", out)
        return games_of(self.dir / out)

    def result(self, folder):
        """What the report says. Nothing differs from run.json."""
        report = json.loads(self.succeed(SPRT, "report", folder, "--json").stdout)
        self.assertEqual(report["differences"], [])
        return report["result"]

    def run_json(self, folder):
        return json.loads((self.dir / folder / "run.json").read_text())

    def stop(self, worker):
        self.assertTrue(wait_until(lambda: worker.poll() is not None or catches(worker.pid, signal.SIGTERM), PATIENCE_S))
        worker.send_signal(signal.SIGTERM)
        done = self.finish(worker)
        self.assertEqual(done.status, 0, done)
        return done

    def counted(self, folder):
        log = self.dir / folder / "games.jsonl"
        return count_lines(log)

    def equals_local(self, remote, local):
        """The games, and all of the result but what the machines decide."""
        self.assertEqual(games_of(self.dir / remote), games_of(self.dir / local))
        of_machines = ("elapsed_s", "games_beyond", "delays_us", "interference", "disturbed", "used_us", "ended")
        kept = [{key: value for key, value in self.result(folder).items() if key not in of_machines} for folder in (remote, local)]
        self.assertEqual(*kept)
        self.review_is_clean(self.dir / remote / "games.jsonl")


class Unread(Remote, unread_test.FullPipe):
    """Nobody reads standard output."""

    def test_games_go_on_and_signals_end_coordinator_worker_and_viewer(self):
        flags = ("--agent1", "random", "--agent2", "random", *PATIENT, "--elo0", -1, "--elo1", 1)
        run = self.start_unread(SPRT, "run", *flags, "--out", "kept", "--via", self.via("c"))
        worker = self.start_unread(SPRT, "worker", self.via("w"), "--allow-root")
        viewer = self.start_unread(SPRT, "status", self.via("v"), "--follow")
        self.grows(self.log)
        self.stop_unread(viewer, signal.SIGQUIT)
        self.assertRegex(self.stop_unread(run, signal.SIGHUP), r"sprt: To go on: \S*sprt resume kept --via nats://\S+\n")
        self.assertIn("nobody read the last ", self.stop_unread(worker, signal.SIGHUP, 0))


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
                        self.stop(worker)  # those that came too late for a pair still wait

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
                self.stop(worker)

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
        """The long run of this is scripts/chaos_workers."""
        flags = (*SLOW, "--max-games", 40)
        self.local("local", *flags)
        dice = random.Random(1)
        workers = [self.worker(f"w{i}") for i in range(2)]
        coordinator = self.coordinator("r", *flags)
        for what in ("server", "stopped worker", "coordinator", "all", "worker"):
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
        for facts in self.run_json("r")["workers"].values():
            self.assertGreaterEqual(2 * facts["pairs"], facts["games"], "also of sessions that were killed")
        for worker in workers:
            self.stop(worker)


class Tournament(Remote):
    """An agent that crashes in some games is withdrawn, and what was begun of its games is void."""

    CRASHES = '#!/bin/sh\ncase "$REFEREE_SEED" in *[0-3]) exit 7 ;; esac\nexec "$1"\n'

    def flags(self, *more):
        moody = self.dir / "moody"
        moody.write_text(self.CRASHES)
        moody.chmod(0o755)
        agents = ("minimax --depth 2 --shuffle", "greedy --shuffle", f"name=moody restart=game {moody} {AGENTS / 'random'}", "rules --nodes 9000 --shuffle")
        listed = [word for agent in agents for word in ("--agent", agent)]
        patient = ("--time-ms", 1_000_000, *PATIENT)  # rules never takes more than a part of its clock for a move
        return [*listed, "--rounds", 6, "--max-faults", 4, "--seed", 9, "--no-check", "--quiet", *patient, *more]

    def play_here(self):
        done = self.run_program(SPRT, "tournament", *self.flags("--out", "here"))
        self.assertEqual(done.status, 4, done)  # moody was withdrawn

    def masked(self, folder):
        """Who crashed is told with the words of the moment."""
        return [{**game, "fault": bool(game["fault"])} for game in games_of(self.dir / folder)]

    def equals_tournament(self, folder):
        self.assertEqual(self.masked(folder), self.masked("here"))
        of_machines = ("elapsed_s", "games_beyond", "delays_us", "disturbed", "used_us", "ended")
        kept = [{key: value for key, value in self.result(one).items() if key not in of_machines} for one in (folder, "here")]
        self.assertEqual(*kept)
        runs = [self.run_json(one) for one in (folder, "here")]
        self.assertEqual(*(run["stages"] for run in runs))
        self.assertEqual(*([agent["withdrawn"] for agent in run["agents"]] for run in runs))
        self.assertNotIn(None, [runs[0]["agents"][2]["withdrawn"]])
        tables = [self.succeed(SPRT, "report", one).stdout.split("Result: ")[0] for one in (folder, "here")]
        self.assertEqual(*tables)
        self.review_is_clean(self.dir / folder / "games.jsonl")

    def test_workers_that_are_killed_and_this_machine_play_the_same_tournament(self):
        self.play_here()
        workers = [self.worker(f"w{i}") for i in range(3)]
        tournament = self.start_program(SPRT, "tournament", *self.flags("--out", "there", "--via", self.via("c")))
        for i, games in enumerate((4, 16)):
            wait_until(lambda games=games: self.counted("there") >= games, 60)
            workers[i].kill()
            workers[i].wait()
            workers[i] = self.worker(f"w{i}")
        tournament.send_signal(signal.SIGTERM)
        done = self.finish(tournament)
        if done.status != 4:  # it had not ended
            self.assertEqual(done.status, 128 + signal.SIGTERM, done)
            self.assertRegex(done.stdout, r"To go on: \S*sprt resume there --via ")
            played = self.counted("there")
            resumed = self.start_program(SPRT, "resume", "there", "--no-check", "--via", self.via("c"))
            wait_until(lambda: self.counted("there") > min(played, 40), PATIENCE_S)
            resumed.send_signal(signal.SIGTERM)
            self.assertIn(self.finish(resumed).status, (4, 128 + signal.SIGTERM))
        self.assertEqual(self.run_program(SPRT, "resume", "there", "--no-check", "--local", "--quiet").status, 4)
        self.equals_tournament("there")
        run = self.run_json("there")
        self.assertLessEqual({game.get("worker") for game in read_games(self.dir / "there" / "games.jsonl")}, {"w0", "w1", "w2", None})
        self.assertGreater(sum(worker["pairs"] for worker in run["workers"].values()), 4)
        status = self.succeed(SPRT, "status", self.via("v")).stdout
        self.assertIn("No run is offered", status)
        for worker in workers:
            self.stop(worker)

    def test_tournament_is_offered_by_its_agents_and_its_machine_plays_nothing(self):
        worker = self.worker("w0")
        tournament = self.start_program(SPRT, "tournament", *self.flags("--out", "t", "--via", self.via("c")))
        wait_until(lambda: "minimax --depth 2 --shuffle, greedy --shuffle and 2 others" in self.succeed(SPRT, "status", self.via("v")).stdout, 60)
        self.stop(worker)
        done = self.run_program(SPRT, "tournament", *self.flags("--out", "t2", "--via", self.via("d"), "--concurrency", 2))
        self.assertEqual(done.status, 2)
        self.assertIn("--concurrency: with --via it is not this machine that plays", done.stderr)
        tournament.send_signal(signal.SIGTERM)
        self.finish(tournament)


class Late(Remote):
    def test_lost_late_doubled_and_reordered_messages_change_nothing(self):
        flags = (*LOTTERY, "--max-games", 30)
        self.local("local", *flags)
        for share in ({"drop": 0.07}, {"double": 0.3, "reorder": 0.3}, {"delay": 0.2}):
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

    def test_worker_that_stands_still_gives_its_pair_to_others(self):
        """It is stopped for longer than a lease; nothing of the pause is counted."""
        flags = (*SLOW, "--max-games", 16)
        self.local("local", *flags)
        workers = [self.worker(f"w{i}") for i in range(2)]
        coordinator = self.coordinator("r", *flags)
        wait_until(lambda: self.counted("r") >= 2, 60)
        workers[0].send_signal(signal.SIGSTOP)
        done = self.finish(coordinator)
        self.assertEqual(done.status, 0, done)
        workers[0].send_signal(signal.SIGCONT)
        self.equals_local("r", "local")
        self.assertGreaterEqual(self.run_json("r")["workers"]["w0"]["voided"], 1)
        self.assertRegex(done.stderr, r"warning: \d+ of \d+ attempts at pairs were lost and played again .*; .* may shift the result by")
        self.assertEqual(self.result("r")["time_losses"], self.result("local")["time_losses"])
        more = self.finish(self.start_program(SPRT, "resume", "r", "--max-games", 24, "--quiet"))
        self.assertRegex(more.stderr, r"warning: \d+ of (9|1\d) attempts at pairs were lost", "those of all sessions")
        for worker in workers:
            self.stop(worker)

    def test_pairs_in_play_are_given_back_after_a_pause_and_at_a_second_signal(self):
        with nats_wire.Client(self.server.url) as listener:
            turns = listener.subscribe("referee.1.turn.>")
            thinks = ("--agent1", "rules", "--agent2", "rules", "--move-ms", 3000, "--openings", "start", "--no-check")
            coordinator = self.coordinator("r", *thinks)
            worker = self.worker()
            self.assertEqual(json.loads(turns.next().data)["seq"], 1)
            time.sleep(1)  # the first moves are thought about
            worker.send_signal(signal.SIGSTOP)
            time.sleep(2)
            worker.send_signal(signal.SIGCONT)
            paused = None
            while not paused:  # long before the games could end
                paused = json.loads(turns.next().data)["done"]
            self.assertEqual(paused["returned"], "paused")
            time.sleep(1)  # the pairs are given again
            turns.all()
            worker.send_signal(signal.SIGTERM)
            self.assertIn("a second signal gives them back", self.line_of(worker, "finished"))
            worker.send_signal(signal.SIGTERM)
            done = self.finish(worker)
            self.assertEqual(done.status, 0, done)
            returned = [turn["done"] for turn in (json.loads(message.data) for message in turns.all()) if turn["done"]]
            self.assertEqual({one["returned"] for one in returned}, {"stopping"})
            coordinator.kill()
            self.finish(coordinator)

    def line_of(self, process, word):
        """The first line with `word` that the process prints."""
        for line in process.stdout:
            if word in line.decode():
                return line.decode()
        return ""

    def test_of_a_copied_directory_only_one_goes_on(self):
        thinks = ("--agent1", "rules", "--agent2", "rules", "--move-ms", 3000, "--openings", "start", "--no-check")
        first = self.coordinator("r", *thinks)
        self.assertTrue(wait_until(lambda: (self.dir / "r" / "run.json").exists(), 60))
        with nats_wire.Client(self.server.url) as listener:
            offers = listener.subscribe("referee.1.offer.>")
            self.assertEqual(json.loads(offers.next().data)["epoch"], 1)
            shutil.copytree(self.dir / "r", self.dir / "copy")
            self.damages(self.dir / "copy" / "run.json", "copied while it was played")
            second = self.start_program(SPRT, "resume", "copy", "--via", self.via("c"))
            done = self.finish(first)
            self.assertEqual(done.status, 2, done)
            self.assertIn("another coordinator plays this run, in a later session", done.stderr)
            self.assertTrue(wait_until(lambda: any(json.loads(m.data)["epoch"] == 2 for m in offers.all()), 60))
            self.assertIsNone(second.poll())
            second.kill()
            self.finish(second)


class Cut(Remote):
    """Workers in network namespaces of their own. The tests run in one too, in which they may make the others."""

    HERE = "REFEREE_IN_NETWORK_NAMESPACE"
    HUB = "10.213.0.1"

    def run(self, result=None):
        if self.HERE in os.environ:
            return super().run(result)
        return unittest.FunctionTestCase(self.run_in_namespace).run(result)

    def run_in_namespace(self):
        enter = ["unshare", "--net", *(() if os.geteuid() == 0 else ("--map-root-user",))]
        if not shutil.which("ip") or subprocess.run([*enter, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("network namespaces cannot be made here: there is no privilege, or no program ip")
        again = [sys.executable, "-B", __file__, f"Cut.{self._testMethodName}"]
        done = subprocess.run([*enter, *again], env={**os.environ, self.HERE: "1"}, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def setUp(self):
        self.command("ip", "link", "set", "lo", "up")
        super().setUp()
        self.server.close()
        self.server = nats_wire.Server(self.dir / "hub", config='host: "0.0.0.0"\n')
        self.addCleanup(self.server.close)
        self.command("ip", "link", "add", "hub", "type", "bridge")
        self.command("ip", "address", "add", f"{self.HUB}/24", "dev", "hub")
        self.command("ip", "link", "set", "hub", "up")

    def command(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")

    def worker_in_namespace(self, i):
        """A worker whose link is `to-I`."""
        holder = self.start_program("unshare", "--net", "sleep", "600")
        inside = ("nsenter", "--target", str(holder.pid), "--net")
        own = os.readlink("/proc/self/ns/net")
        self.assertTrue(wait_until(lambda: os.readlink(f"/proc/{holder.pid}/ns/net") != own, PATIENCE_S))
        self.command("ip", "link", "add", f"to-{i}", "type", "veth", "peer", "name", f"from-{i}", "netns", str(holder.pid))
        self.command("ip", "link", "set", f"to-{i}", "master", "hub", "up")
        self.command(*inside, "ip", "address", "add", f"10.213.0.{10 + i}/24", "dev", f"from-{i}")
        self.command(*inside, "ip", "link", "set", f"from-{i}", "up")
        url = f"nats://w{i}@{self.HUB}:{self.server.port}"
        return self.start_program(*inside, SPRT, "worker", url, "--allow-root")

    def cut(self, i, seconds):
        self.command("ip", "link", "set", f"to-{i}", "down")
        time.sleep(seconds)
        self.command("ip", "link", "set", f"to-{i}", "up")

    def test_short_cuts_of_a_link_lose_nothing_and_long_ones_the_pairs_in_play(self):
        flags = (*SLOW, "--max-games", 80)
        self.local("local", *flags)
        workers = [self.worker_in_namespace(i) for i in range(3)]
        coordinator = self.coordinator("r", *flags)
        self.assertTrue(wait_until(lambda: self.counted("r") >= 6, 60))
        self.cut(1, 3)
        self.cut(2, 30)
        done = self.finish(coordinator)
        self.assertEqual(done.status, 0, done)
        self.equals_local("r", "local")
        for worker in workers:
            self.stop(worker)
        voided = {name: facts["voided"] for name, facts in self.run_json("r")["workers"].items()}
        self.assertEqual((voided["w0"], voided["w1"]), (0, 0))
        self.assertGreaterEqual(voided["w2"], 1)


class Hostile(Remote):
    """Workers that speak for themselves."""

    def setUp(self):
        super().setUp()
        self.flags = (*LOTTERY, "--max-games", 40)
        self.reference = self.local("local", *self.flags)
        self.lines = read_games(self.dir / "local" / "games.jsonl")

    def join(self, name):
        client = nats_wire.Client(self.server.url, inbox=f"_INBOX_{name}")
        self.addCleanup(client.close)
        return client

    def ask(self, client, name, **turn):
        """Sends a turn to the run that is offered; returns the answer."""
        message = {"format": 1, "session": f"{abs(hash(name)):016x}"[:16], "epoch": 1, "slot": 0, "done": None, "want": True, **turn}
        answer = client.request(self.subject("turn", name), json.dumps(message).encode())
        return json.loads(answer.data)

    def subject(self, kind, name):
        return f"referee.1.{kind}.{self.run_key}.{name}"

    def begin(self):
        with nats_wire.Client(self.server.url) as listener:
            offers = listener.subscribe("referee.1.offer.>")
            self.process = self.coordinator("r", *self.flags)
            self.run_key = ".".join(offers.next().subject.split(".")[3:])

    def games(self, task):
        return [json.loads(json.dumps(self.lines[game["game"]])) for game in task["games"]]

    def test_wrong_results_change_nothing(self):
        def winner(games):
            games[0]["winner"] = 3 - (games[0]["winner"] or 1)

        def moves(games):
            games[0]["moves"] = games[0]["moves"][:-1]

        def illegal(games):
            games[0]["moves"][0][:4] = [1, 1, 7, 7]

        def seed(games):
            games[1]["seed"][0] = "1"

        def opening(games):
            games[0]["opening"] = games[0]["opening"][::-1]

        def limit(games):
            games[0]["turn_limit"] = 399

        def seats(games):
            games.reverse()

        def one_game(games):
            games.pop()

        def budget(games):
            del games[0]["budget_us"]

        def no_opening(games):
            games[0]["moves"] = [[*move, 0] for move in games[0]["opening"]] + games[0]["moves"]
            games[0]["opening"] = []

        def pv(games):
            games[0]["pv"] = ["x" * 9999] * len(games[0]["moves"])

        wrong = (winner, moves, illegal, seed, opening, limit, seats, one_game, budget, no_opening, pv)
        self.begin()
        names = [f"h-{lie.__name__.replace('_', '-')}" for lie in wrong]
        clients = [self.join(name) for name in names]
        tasks = [self.ask(client, name, seq=1)["task"] for client, name in zip(clients, names)]
        for lie, name, client, task in zip(wrong, names, clients, tasks):
            games = self.games(task)
            lie(games)
            done = {"pair": task["pair"], "attempt": task["attempt"], "games": games}
            answer = self.ask(client, name, seq=2, done=done)
            self.assertEqual((answer["taken"], answer["task"], answer["state"]), ("wrong", None, "unwelcome"), lie.__name__)
            self.assertTrue(answer["why"])
        worker = self.worker("honest", "--once")
        done = self.finish(self.process)
        self.assertEqual(done.status, 0, done)
        self.equals_local("r", "local")
        workers = self.run_json("r")["workers"]
        self.assertEqual(sum(facts["wrong"] for facts in workers.values()), len(wrong))
        self.assertTrue(all(facts["refused"] for name, facts in workers.items() if name != "honest"))
        self.assertEqual(done.stderr.count("gets no more games of this run"), len(wrong))
        self.assertEqual(self.finish(worker).status, 0)

    def test_claims_that_a_worker_has_no_right_to_change_nothing(self):
        self.begin()
        one, other = self.join("one"), self.join("other")
        task = self.ask(one, "one", seq=1)["task"]
        again = self.ask(one, "one", seq=1)["task"]
        self.assertEqual(task, again, "the same request has the same answer")
        stolen = {"pair": task["pair"], "attempt": task["attempt"], "games": self.games(task)}
        self.assertEqual(self.ask(other, "other", seq=1, done=stolen, want=False)["taken"], "void", "another's lease")
        self.assertEqual(self.ask(other, "other", seq=2, done={**stolen, "attempt": 7}, want=False)["taken"], "void")
        old = self.ask(one, "one", seq=2, epoch=0, done=stolen, want=False)
        self.assertEqual((old["taken"], old["epoch"]), ("void", 1), "an earlier session")
        for raw in (b"", b"{", b"[]", b"\xff\xfe", b'{"format":1}', json.dumps({"format": 1, "session": "x"}).encode()):
            one.publish(self.subject("turn", "one"), raw, reply="_INBOX_one.x")
            one.publish(self.subject("alive", "one"), raw)
            one.publish(self.subject("blob", "one"), raw, reply="_INBOX_one.x")
        speaks = one.request(self.subject("turn", "one"), b'{"format":2}')
        self.assertEqual(json.loads(speaks.data), {"error": "format", "speaks": [1]})
        with self.assertRaises(TimeoutError):  # an answer that somebody else would get
            listener = other.subscribe("referee.1.offer.x.>")
            one.publish(self.subject("turn", "one"), b'{"format":2}', reply="referee.1.offer.x.y")
            listener.next(0.5)
        lost = self.join("big")
        lost.publish(self.subject("turn", "big"), b"x" * (2 << 20), reply="_INBOX_big.x")
        self.assertTrue(lost.lost.wait(10), "the server ends a connection that sends too much")
        silent = self.join("silent")
        self.assertIsNotNone(self.ask(silent, "silent", seq=1)["task"], "and nothing more is heard of it")
        worker = self.worker("honest", "--once")
        done = self.finish(self.process)
        self.assertEqual(done.status, 0, done)
        self.equals_local("r", "local")
        self.assertEqual({game["worker"] for game in read_games(self.dir / "r" / "games.jsonl")}, {"honest"})
        self.assertEqual(self.finish(worker).status, 0)

    def test_worker_whose_agents_differ_does_not_play(self):
        agent = self.dir / "agent.sh"
        agent.write_text('#!/bin/sh\nexec "$BIN/greedy"\n')
        agent.chmod(0o755)
        self.flags = ("--agent1", "./agent.sh", "--agent2", "random", "--max-games", 4, "--seed", 1, "--send-agents", "never")
        os.environ["BIN"] = str(AGENTS)
        self.addCleanup(os.environ.pop, "BIN")
        self.begin()
        agent.write_text('#!/bin/sh\n# another one\nexec "$BIN/greedy"\n')
        with nats_wire.Client(self.server.url) as listener:
            answers = listener.subscribe("_INBOX_w.>")
            worker = self.worker()
            self.assertIn("agent 1: ", self.line_of(worker, "cannot be played here"))
            while answers.next().data.find(b'"state":"unwelcome"') < 0:
                pass
        time.sleep(0.5)  # the coordinator tells it at its next glance
        self.stop(worker)
        self.process.send_signal(signal.SIGTERM)
        done = self.finish(self.process)
        self.assertEqual(done.status, 143, done)
        self.assertRegex(done.stderr, "w gets no more games of this run: agent 1: .*agent.sh is another (program|file) here")
        self.assertEqual(self.counted("r"), 0)

    line_of = Late.line_of

    def test_worker_serves_only_runs_that_it_can_play(self):
        offer = {"format": 1, "state": "open", "epoch": 1, "job": "0" * 64, "slots": 0, "ready": True, "share": 1, "name": "x", "games": 0, "llr": None}
        needs = {"machine": os.uname().machine, "cores": 1, "memory_mb": None, "version": "0.0.1"}
        with nats_wire.Client(self.server.url) as coordinator:
            asked = coordinator.subscribe("referee.1.blob.>")
            rolls = coordinator.subscribe("referee.1.roll")
            worker = self.worker()
            rolls.next()
            for run, other in {
                "a": {"needs": {**needs, "machine": "vax"}},
                "b": {"needs": {**needs, "cores": 5000}},
                "c": {"needs": {**needs, "version": "99.0.0"}},
                "d": {"needs": needs, "state": "waiting"},
                "e": {"needs": needs, "ready": False},
                "f": {"needs": needs, "format": 2},
                "g": {"needs": needs, "share": -1},
                "h": {"needs": needs},
            }.items():
                coordinator.publish(f"referee.1.offer.c.{run}", json.dumps({**offer, **other}).encode())
            self.assertEqual(asked.next().subject, "referee.1.blob.c.h.w")
            self.stop(worker)


    def test_absurd_offers_are_refused_and_the_other_ones_are_played(self):
        offer = {"format": 1, "state": "open", "epoch": 1, "job": "0" * 64, "slots": 0, "ready": True, "share": 1, "name": "x", "games": 0, "llr": None}
        needs = {"machine": os.uname().machine, "cores": 1, "memory_mb": None, "version": "0.0.1"}
        absurd = {
            "games": {"games": 10**18},
            "slots": {"slots": -1},
            "share": {"share": 1e300},
            "llr": {"llr": -1e300},
            "nan": {"llr": float("nan")},
            "cores": {"needs": {**needs, "cores": 2**40}},
            "job": {"job": "f" * 100_000},
        }
        with nats_wire.Client(self.server.url) as coordinator:
            rolls = coordinator.subscribe("referee.1.roll")
            asked = coordinator.subscribe("referee.1.blob.named.>")
            worker = self.worker()
            rolls.next()
            for name, its in absurd.items():
                for run in ("a", "b"):  # one line is said of a coordinator
                    coordinator.publish(f"referee.1.offer.{name}.{run}", json.dumps({**offer, "needs": needs, **its}).encode())
            coordinator.publish("referee.1.offer.c.\x1b[2J", json.dumps({**offer, "needs": needs}).encode())
            coordinator.publish("referee.1.offer.named.a", json.dumps({**offer, "needs": needs, "name": "\x1b[2J" * 100_000}).encode())
            blob = asked.next()
            coordinator.publish(blob.reply, b"no such job", headers={"Bytes": "11"})
            for i in range(3000):
                coordinator.publish(f"referee.1.offer.many.{i}", json.dumps({**offer, "needs": {**needs, "cores": 5000}}).encode())
            run = self.coordinator("r", *self.flags)
            self.assertEqual(self.finish(run, 60).status, 0)
        self.equals_local("r", "local")
        worker.send_signal(signal.SIGTERM)
        done = self.finish(worker)
        for name, field in {"games": "/games", "slots": "/slots", "share": "/share", "llr": "/llr", "cores": "/needs/cores", "job": "/job"}.items():
            self.assertEqual(done.stdout.count(f"warning: an offer of {name} is refused: {field} is "), 1, done)
        self.assertEqual(done.stdout.count("warning: an offer of nan is refused: "), 1, done)
        self.assertNotIn("\x1b", done.stdout)
        self.assertLess(len(done.stdout), 5000)


class BadInput(Remote):
    def test_wrong_flags_and_servers_that_are_away(self):
        nobody = f"nats://127.0.0.1:{nats_wire.free_port()}"
        flags = ("--agent1", "random", "--agent2", "random")
        for words, status, says in (
            (("run", *flags, "--out", "r", "--via", "localhost"), 2, "localhost is no server and no file; it must be nats://HOST:PORT, tls://HOST:PORT or the path of an invitation"),
            (("run", *flags, "--out", "r", "--via", "nats://"), 2, "the URL names no host"),
            (("run", *flags, "--out", "r", "--via", "nats://A b@h:1"), 2, "the user in nats://HOST is no name"),
            (("run", *flags, "--via", nobody), 2, "a run that workers play must be kept: give --out DIR"),
            (("run", *flags, "--out", "r", "--via", nobody, "--concurrency", 2), 2, "--concurrency: with --via"),
            (("run", *flags, "--out", "r", "--via", nobody, "--pin", "off"), 2, "--pin: with --via"),
            (("run", *flags, "--out", "r", "--via", nobody, "--trace", "t"), 2, "--trace: with --via"),
            (("run", *flags, "--out", "r", "--via", nobody, "--reference-speed", 2), 2, "--reference-speed: times are multiplied by it with --time-scale speed only"),
            (("resume", "r", "--via", nobody, "--local"), 2, "--local and --via cannot be given together"),
            (("worker", "http://x"), 2, "http://x is no server"),
            (("worker", nobody, "--pin", "zz"), 2, "--pin: 'zz' must be game, split or off"),
            (("worker", nobody, "--cores", "0-"), 2, "--cores: "),
        ):
            with self.subTest(words):
                done = self.run_program(SPRT, *words, *(("--allow-root",) if words[0] == "worker" else ()))
                self.assertEqual((done.status, says in done.stderr), (status, True), done)
                self.assertEqual(done.stderr.count("\n"), 1, done)
                self.assertFalse((self.dir / "r").exists())

    def test_server_that_is_away_is_waited_for_and_then_named(self):
        nobody = f"nats://127.0.0.1:{nats_wire.free_port()}"
        flags = ("--agent1", "random", "--agent2", "random", "--quiet", "--out")
        server = self.server
        alone = self.start_program(SPRT, "run", *flags, "alone", "--via", server.url)
        run = self.start_program(SPRT, "run", *flags, "r", "--via", nobody)
        worker = self.start_program(SPRT, "worker", nobody, "--allow-root")
        status = self.start_program(SPRT, "status", nobody)
        stopped = [
            (130, self.start_program(SPRT, "run", *flags, "s", "--via", nobody)),
            (0, self.start_program(SPRT, "worker", nobody, "--allow-root")),
            (130, self.start_program(SPRT, "status", nobody)),
        ]
        for expected, process in stopped:
            self.assertTrue(wait_until(lambda: catches(process.pid, signal.SIGINT), PATIENCE_S), process.args)
        time.sleep(1)
        for expected, process in stopped:
            process.send_signal(signal.SIGINT)
            self.assertEqual(self.finish(process, 15).status, expected, "a signal ends what waits for a server")
        self.assertEqual(self.result("s")["reason"], "interrupted")
        for process in (run, worker, status):
            done = self.finish(process)
            self.assertEqual((done.status, done.stderr), (3, f"sprt: no server answers at {nobody}\n"))
        self.assertEqual([*(self.dir / "r").glob("*.json*")], [], "nothing is kept of a run that did not begin")
        alone.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(alone).stderr, f"sprt: warning: no worker asks for games; start one: sprt worker {server.url}\n")

    def test_absence_and_return_of_the_server_are_told(self):
        server = self.server
        run = self.start_program(SPRT, "run", "--agent1", "random", "--agent2", "random", "--quiet", "--out", "r", "--via", server.url)
        worker = self.start_program(SPRT, "worker", server.url.replace("//", "//w@"), "--allow-root")
        told = lambda: next(line for line in map(bytes.decode, run.stderr) if not MACHINE.search(line))
        self.assertIn("w asks for games", told())
        server.kill()
        self.assertEqual(told(), f"sprt: warning: the server at {server.url} does not answer any more; waiting for it\n")
        server.start()
        self.assertEqual(told(), f"sprt: note: the server at {server.url} answers again\n")
        run.send_signal(signal.SIGINT)
        self.finish(run)
        worker.send_signal(signal.SIGTERM)
        said = self.finish(worker).stdout
        self.assertRegex(said, f"the server at {server.url} does not answer any more; waiting for it\n(?s:.*)the server at {server.url} answers again\n")

    def test_of_many_workers_that_come_and_go_24_lines_are_told(self):
        with nats_wire.Client(self.server.url) as client:
            offers = client.subscribe("referee.1.offer.>")
            run = self.coordinator("r", "--agent1", "random", "--agent2", "random")
            run_key = ".".join(offers.next().subject.split(".")[3:])
            for i in range(30):
                turn = {"format": 1, "session": f"{i:016x}", "epoch": 1, "slot": 0, "seq": 1, "done": None, "want": True}
                client.publish(f"referee.1.turn.{run_key}.w{i:02}", json.dumps(turn), reply=f"_INBOX_w{i:02}.a")
            client.flush()
            lines = [run.stderr.readline().decode() for _ in range(25)]
        for i in range(24):
            self.assertRegex(lines[i], r"^sprt: note: w\d\d asks for games\n$")
        self.assertEqual(lines[24], "sprt: note: more workers come and go; sprt status --follow tells of each\n")
        time.sleep(1)  # two more looks
        run.send_signal(signal.SIGINT)
        self.assertNotIn("asks for", self.finish(run).stderr)

    def test_refused_by_the_server(self):
        users = "authorization { users = [ { user: known, password: word } ] }\n"
        with nats_wire.Server(self.dir / "server", config=users) as server:
            url = server.url.replace("//", "//known:wrong@")
            for words in (("worker", url, "--allow-root"), ("run", "--agent1", "random", "--agent2", "random", "--out", "r", "--via", url)):
                done = self.run_program(SPRT, *words)
                self.assertEqual(done.status, 3, done)
                self.assertIn(f"the server at {server.url} cannot be used: ", done.stderr)
                self.assertNotIn("wrong", done.stderr, "no password is shown")
            url = server.url.replace("//", "//known:word@")
            worker = self.start_program(SPRT, "worker", url, "--allow-root", "--once")
            flags = ("--agent1", "random", "--agent2", "random", "--max-games", 2, "--out", "r", "--via", url)
            self.succeed(SPRT, "run", *flags)
            self.assertEqual(self.finish(worker).status, 0)
            kept = (self.dir / "r" / "run.json").read_text() + self.succeed(SPRT, "run", *flags, "--print-config").stdout
            self.assertEqual(kept.count(server.url), 3)
            self.assertNotIn("word", kept)


if __name__ == "__main__":
    nats_wire.main_at_once(__file__)
