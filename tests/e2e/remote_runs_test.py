"""Several runs on one server, times by the speed of workers, and what those who watch see."""

import json
import signal

import nats_wire
import schema
from harness import BIN, PATIENCE_S, SPRT, ProgramTest, count_lines, read_games, wait_until, without_clock

LOTTERY = ("--agent1", "minimax --depth 2 --shuffle", "--agent2", "greedy --shuffle", "--seed", 5)
LONG = (*LOTTERY, "--repeats", "count", "--model", "wald", "--elo0", 0, "--elo1", 0.01)
TURN = {"format": 1, "session": "0123456789abcdef", "epoch": 1, "slot": 0, "done": None, "want": True}


def games_of(folder):
    """The games without what clocks decide, and without who played them."""
    games = [without_clock(game) for game in read_games(folder / "games.jsonl")]
    return [{key: value for key, value in game.items() if key != "worker"} for game in games]


class Runs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.server = nats_wire.Server(self.dir / "server")
        self.addCleanup(self.server.close)

    def via(self, name):
        return self.server.url.replace("nats://", f"nats://{name}@")

    def worker(self, name, *flags):
        return self.start_program(SPRT, "worker", self.via(name), "--allow-root", *flags)

    def coordinator(self, name, out, *flags):
        return self.start_program(SPRT, "run", *flags, "--quiet", "--out", out, "--via", self.via(name))

    def end(self, *processes):
        for process in processes:
            process.send_signal(signal.SIGTERM)
        return [self.finish(process) for process in processes]

    def counted(self, folder):
        log = self.dir / folder / "games.jsonl"
        return count_lines(log)

    def line_of(self, process, word):
        """The first line with `word` that the process prints."""
        for line in process.stdout:
            if word in line.decode():
                return line.decode()
        return ""

    def offer_of(self, listener, coordinator):
        """The subject and the offer of the coordinator's run."""
        while True:
            message = listener.next(20)
            if message.subject.split(".")[3] == coordinator:
                return message.subject, json.loads(message.data)


class Several(Runs):
    def test_two_runs_end_as_on_one_machine(self):
        flags = {"a": (*LOTTERY, "--elo0", 0, "--elo1", 100), "b": (*LOTTERY, "--elo0", 0, "--elo1", 80)}
        for name, its in flags.items():
            self.succeed(SPRT, "run", *its, "--quiet", "--out", f"{name}-local")
        workers = [self.worker(f"w{i}") for i in range(3)]
        runs = {name: self.coordinator(name, name, *its, "--share", share) for (name, its), share in zip(flags.items(), (1, 2.5))}
        for name, process in runs.items():
            done = self.finish(process)
            self.assertEqual(done.status, 0, done)
            self.assertEqual(games_of(self.dir / name), games_of(self.dir / f"{name}-local"))
            result = json.loads((self.dir / name / "run.json").read_text())["result"]
            self.assertEqual(result["reason"], "verdict")
        self.assertEqual([done.status for done in self.end(*workers)], [0] * 3)

    def test_tuning_with_workers_that_are_killed_is_as_on_one_machine(self):
        agent = f"{BIN / 'hostile' / 'known_strength'} {{x}} {{y}}"
        flags = ("tune", "--agent", agent, "--param", "x=30:0:100", "--param", "y=0.5:0.0:1.0", "--turns", 2, "--openings", "start", "--quiet")
        flags = (*flags, "--games", 1000, "--verify", 100, "--lag", 8, "--seed", 5)
        self.succeed(SPRT, *flags, "--out", "local")
        run = self.start_program(SPRT, *flags, "--out", "a", "--via", self.via("a"))
        workers = [self.worker(f"w{i}") for i in range(2)]
        for kill in range(2):
            counted = self.counted("a")
            self.assertTrue(wait_until(lambda: run.poll() is not None or self.counted("a") > counted + 100, PATIENCE_S))
            workers[kill % 2].kill()
            self.finish(workers[kill % 2])
            workers[kill % 2] = self.worker(f"w{kill % 2}")
        done = self.finish(run)
        self.assertEqual(done.status, 0, done)
        self.end(*workers)
        self.assertEqual(games_of(self.dir / "a"), games_of(self.dir / "local"))
        results = [json.loads((self.dir / name / "run.json").read_text())["result"]["tune"] for name in ("a", "local")]
        self.assertEqual(results[0], results[1])

    def test_run_with_the_larger_share_gets_the_next_workers(self):
        with nats_wire.Client(self.server.url) as client:
            offers = client.subscribe("referee.1.offer.>")
            runs = [self.coordinator("small", "small", *LONG)]
            self.assertEqual(self.offer_of(offers, "small")[1]["share"], 1)
            workers = [self.worker("first")]
            self.assertIn(" of small: ", self.line_of(workers[0], "at once"))
            self.assertTrue(wait_until(lambda: self.offer_of(offers, "small")[1]["slots"] > 0, PATIENCE_S))
            runs.append(self.coordinator("large", "large", *LONG, "--share", 1000))
            self.assertEqual(self.offer_of(offers, "large")[1]["share"], 1000)
            workers.append(self.worker("second"))
            self.assertIn(" of large: ", self.line_of(workers[1], "at once"))
            self.assertTrue(wait_until(lambda: self.counted("small") and self.counted("large"), PATIENCE_S))
        self.end(*runs, *workers)

    def test_worker_serves_only_the_coordinators_that_it_was_told(self):
        runs = [self.coordinator(name, name, *LONG) for name in ("other", "mine")]
        with nats_wire.Client(self.server.url) as client:
            offers = client.subscribe("referee.1.offer.>")
            for name in ("other", "mine"):
                self.offer_of(offers, name)
        worker = self.worker("w", "--only", "nobody", "--only", "mine")
        self.assertIn(" of mine: ", self.line_of(worker, "at once"))
        self.assertTrue(wait_until(lambda: self.counted("mine") > 0, PATIENCE_S))
        self.assertEqual(self.counted("other"), 0)
        self.end(*runs, worker)

    def test_worker_that_gets_no_pair_turns_to_another_run(self):
        """A run that says it has a pair and answers nothing."""
        with nats_wire.Client(self.server.url) as client:
            real = self.coordinator("real", "real", *LONG)
            subject, offer = self.offer_of(client.subscribe("referee.1.offer.real.>"), "real")
            job = client.request(f"{subject.replace('.offer.', '.blob.')}.t", json.dumps({"format": 1, "sha256": offer["job"], "from": 0}).encode())
            blobs, turns = (client.subscribe(f"referee.1.{kind}.mute.0a0a0a0a0a0a.w") for kind in ("blob", "turn"))
            mute, rolls = {**offer, "share": 1e6}, client.subscribe("referee.1.roll")
            worker = self.worker("w")
            rolls.next(20)
            client.publish("referee.1.offer.mute.0a0a0a0a0a0a", json.dumps(mute).encode())
            request = blobs.next(20)
            client.publish(request.reply, job.data, headers={"Bytes": str(len(job.data))})
            turns.next(20)
            client.publish("referee.1.offer.mute.0a0a0a0a0a0a", json.dumps(mute).encode())
            self.assertTrue(wait_until(lambda: self.counted("real") > 0, PATIENCE_S))
        self.end(real, worker)


class Speed(Runs):
    def ask(self, client, subject, worker, seq=1, **turn):
        reply = client.request(f"{subject.replace('.offer.', '.turn.')}.{worker}", json.dumps({**TURN, "seq": seq, **turn}).encode())
        answer = json.loads(reply.data)
        self.assertEqual(schema.problems("remote/answer", answer), [])
        return answer

    def test_times_of_a_task_are_those_for_the_speed_that_its_worker_said(self):
        flags = (*LOTTERY, "--max-games", 8, "--time-scale", "speed", "--reference-speed", 0.5, "--time-ms", 8000)
        with nats_wire.Client(self.server.url) as listener:
            offers = listener.subscribe("referee.1.offer.>")
            run = self.coordinator("c", "r", *flags)
            subject, _ = self.offer_of(offers, "c")
        clients = {}
        for name, speed in (("half", 0.25), ("twice", 1), ("mute", None), ("snail", 0.1)):
            clients[name] = nats_wire.Client(self.server.url, inbox=f"_INBOX_{name}")
            self.addCleanup(clients[name].close)
            session = {"session": f"{len(clients):016x}", **({"speed": speed} if speed else {})}
            answer = self.ask(clients[name], subject, name, **session)
            if name in ("half", "twice"):
                factor = 0.5 / speed
                for game in answer["task"]["games"]:
                    self.assertEqual((game["time_scale"], game["budget_us"]), (factor, [8_000_000 * factor] * 2))
            else:
                self.assertEqual((answer["state"], answer["task"]), ("unwelcome", None))
        self.assertIn("its speed is 0.1 million nodes/s: its agents would have 5 times the time of the run", answer["why"])
        [done] = self.end(run)
        self.assertEqual(done.status, 143, done)
        self.assertIn("warning: snail gets no more games of this run: its speed is 0.1", done.stderr)
        self.assertIn("warning: mute gets no more games of this run: it did not say how fast it is", done.stderr)

    def test_worker_measures_itself_and_its_games_are_those_of_the_run(self):
        measured = self.succeed(SPRT, "worker", self.server.url, "--measure", "--allow-root").stdout
        self.assertRegex(measured, r"^\d+\.\d{3} million nodes/s\n$")
        speed = float(measured.split()[0])
        flags = (*LOTTERY, "--max-games", 4, "--time-scale", "speed", "--reference-speed", speed, "--inc-ms", 50)
        worker = self.worker("w", "--once")
        done = self.finish(self.coordinator("c", "r", *flags))
        self.assertEqual(done.status, 0, done)
        self.assertIn("This machine is measured: ", self.finish(worker).stdout)
        for game in read_games(self.dir / "r" / "games.jsonl"):
            thousandths = round(1000 * game["time_scale"])
            limit = {"time_us": 10_000 * thousandths, "inc_us": 50 * thousandths}
            self.assertEqual(game["limits"], [limit, limit])
        self.assertEqual(json.loads(self.succeed(SPRT, "report", "r", "--json").stdout)["differences"], [])
        self.review_is_clean(self.dir / "r" / "games.jsonl")
        log = self.dir / "r" / "games.jsonl"
        log.write_text(log.read_text().replace(f'"time_scale":{game["time_scale"]:g}', '"time_scale":3.999'))
        self.assertIn("agent 1 had", self.run_program(SPRT, "report", "r").stderr)


class Status(Runs):
    def test_runs_and_workers_are_shown(self):
        none = self.succeed(SPRT, "status", self.via("v"))
        self.assertEqual(none.stdout, f"No run is offered at {self.server.url}.\n")
        self.assertEqual(self.succeed(SPRT, "status", self.via("v"), "--json").stdout, "")
        runs = [self.coordinator(name, name, *LONG) for name in ("a", "b")]
        worker = self.worker("w")
        self.assertTrue(wait_until(lambda: self.counted("a") + self.counted("b") > 0, PATIENCE_S))
        lines = self.succeed(SPRT, "status", self.via("v")).stdout.splitlines()
        self.assertEqual(len(lines), 2, lines)
        for line in lines:
            self.assertRegex(line, r"^minimax --depth 2 --shuffle vs greedy --shuffle of [ab] \([0-9a-f]{12}\): open, \d+ games?, .*\d+ slots?, ")
        rows = [json.loads(line) for line in self.succeed(SPRT, "status", self.via("v"), "--json").stdout.splitlines()]
        self.assertEqual({row["coordinator"] for row in rows}, {"a", "b"})
        self.assertEqual([schema.problems("remote/status_run", row) for row in rows], [[], []])
        self.assertGreater(sum(row["games"] for row in rows), 0)
        follower = self.start_program(SPRT, "status", self.via("v"), "--follow", "--json")
        row = json.loads(self.line_of(follower, '"worker":"w"'))
        self.assertEqual(schema.problems("remote/status_worker", row), [])
        self.assertGreater(row["pairs"], 0)
        self.end(*runs)
        self.assertEqual(json.loads(self.line_of(follower, '"state":"waiting"'))["games"] >= 0, True)
        [done, _] = self.end(follower, worker)
        self.assertEqual(done.status, 143, done)

    def test_who_watches_hears_of_games_and_of_what_stands(self):
        with nats_wire.Client(self.server.url) as viewer:
            events = viewer.subscribe("referee.1.event.>")
            worker = self.worker("w", "--once")
            done = self.finish(self.coordinator("c", "r", *LOTTERY, "--max-games", 10))
            self.assertEqual(done.status, 0, done)
            self.finish(worker)
            viewer.flush()
            heard = {}
            for message in events.all():
                heard.setdefault(message.subject.split(".")[-1], []).append(json.loads(message.data))
        games = read_games(self.dir / "r" / "games.jsonl")
        self.assertEqual(heard["game"], games[: len(heard["game"])], "each is its line of the log")
        last = heard["standing"][-1]
        report = json.loads(self.succeed(SPRT, "report", "r", "--json").stdout)
        self.assertTrue(last["over"])
        self.assertEqual(last["estimates"], report["estimates"])
        self.assertEqual(last["result"]["wld"], report["result"]["wld"])
        self.assertEqual(heard["worker"][-1]["games"], 10)

    def test_wrong_flags(self):
        nobody = f"nats://127.0.0.1:{nats_wire.free_port()}"
        flags = ("run", "--agent1", "random", "--agent2", "random", "--out", "r")
        for words, says in (
            ((*flags, "--share", 2), "--share: it is for a run that workers play, with --via"),
            ((*flags, "--via", nobody, "--share", 0), "--share: 0 is out of range; it must be above 0"),
            ((*flags, "--via", nobody, "--reference-speed", -1), "--reference-speed: -1 is out of range"),
            ((*flags, "--via", nobody, "--time-scale", "fast"), "--time-scale: "),
            (("worker", nobody, "--allow-root", "--only", "A B"), "--only: A B is no name of a coordinator"),
            (("status", "x"), "x is no server"),
        ):
            with self.subTest(words):
                done = self.run_program(SPRT, *words)
                self.assertEqual((done.status, says in done.stderr, done.stderr.count("\n")), (2, True, 1), done)


if __name__ == "__main__":
    nats_wire.main_at_once(__file__)
