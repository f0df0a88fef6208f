"""Workers that lie within the rules of the games: spot checks find them, and the verdict says what rests on them."""

import json
import os
import signal
import time

import nats_wire
from harness import PATIENCE_S, SPRT, read_games, wait_until
from remote_test import PATIENT, Remote, games_of

# Honest agents, and the agents whose games the liar sends: legal games of the same openings and seeds.
# The agents have time to exit by themselves, however busy the machine is.
BOUNDS = ("--elo0", 0, "--elo1", 30, "--seed", 5, "--finish-ms", 20000)
HONEST = ("--agent1", "minimax --depth 2 --shuffle", "--agent2", "greedy --shuffle")
LIES = ("--agent1", "minimax --depth 3 --shuffle", "--agent2", "random")
LIAR = "v-liar"
AGREEMENTS = 10  # between trusted workers; with fewer games are not taken for repeatable


class Slot:
    """One slot of a worker that speaks for itself."""

    def __init__(self, test, name, run_key):
        self.subject = f"referee.1.turn.{run_key}.{name}"
        self.client = nats_wire.Client(test.server.url, inbox=f"_INBOX_{name}")
        test.addCleanup(self.client.close)
        self.session = f"{name.encode().hex():0>16.16}"
        self.seq = 0

    def turn(self, done=None, want=True):
        """Its next request; returns the answer, or None when nobody listens any more."""
        self.seq += 1
        message = {"format": 1, "session": self.session, "epoch": 1, "slot": 0, "seq": self.seq, "done": done, "want": want}
        for left in reversed(range(15)):
            try:
                data = self.client.request(self.subject, json.dumps(message), timeout=2).data
                return json.loads(data) if data else None
            except TimeoutError:  # a coordinator that ends may leave a request without an answer
                if left == 0:
                    raise

    def result(self, task, games):
        """The result of `task` with these games of a log."""
        return {"pair": task["pair"], "attempt": task["attempt"], "games": [games[game["game"]] for game in task["games"]]}


class Liar(Slot):
    """It sends games of other agents."""

    def __init__(self, test, games, run_key):
        super().__init__(test, LIAR, run_key)
        self.games = games
        self.pairs = []

    def lie(self, pairs):
        """Plays so many pairs; all of them are taken."""
        task = self.turn()["task"]
        for left in reversed(range(pairs)):
            self.pairs.append(task["pair"])
            answer = self.turn(self.result(task, self.games), want=left > 0)
            assert answer["taken"] == "kept", answer
            task = answer["task"]


class Trust(Remote):
    def setUp(self):
        super().setUp()
        self.state = self.dir / "state"
        os.environ["XDG_STATE_HOME"] = str(self.state)
        self.addCleanup(os.environ.pop, "XDG_STATE_HOME")

    def begin(self, command, out, *flags, agents=HONEST):
        """The run, and the part of its subjects that names it."""
        with nats_wire.Client(self.server.url) as listener:
            offers = listener.subscribe("referee.1.offer.>")
            flags = (*agents, *BOUNDS, *PATIENT, *flags, "--out", out, "--via", self.via("c"))
            process = self.start_program(SPRT, command, *flags)
            return process, ".".join(offers.next().subject.split(".")[3:])


class Lying(Trust):
    def test_liar_is_caught_and_the_verdict_says_what_rests_on_it(self):
        self.local("lies", *LIES, "--max-games", 100, *BOUNDS[4:])
        self.lies = read_games(self.dir / "lies" / "games.jsonl")
        gate, run_key = self.begin("gate", "g", "--spot-check", 1, "--quiet", "--markdown", "g.md")
        liar = Liar(self, self.lies, run_key)
        liar.lie(20)
        task = liar.turn()["task"]  # a wrong result ends its part; that it lied is found out all the same
        liar.turn({"pair": task["pair"], "attempt": task["attempt"], "games": [{}, {}]})
        self.assertTrue(any(b"a result was wrong" in line for line in gate.stderr))
        self.play_honestly([Slot(self, f"w{i}", run_key) for i in range(2)])
        done = self.finish(gate, 60)
        self.assertEqual(done.status, 5, done)
        why = r"it was caught lying: its games of pair \d+ are not those that w\d and w\d played"
        self.assertRegex(done.stderr, f"warning: {LIAR} gets no more games of this run: {why}")
        self.assertRegex(done.stderr, r"note: pairs were played a second time: \d+ comparisons, of which [1-9]\d* differed\n")
        file = self.state / "referee" / "distrusted.json"
        self.assertIn(f"note: {file} keeps {LIAR} from later runs at this server", done.stderr)
        rests = r"Warning: the verdict rests on pairs of workers that were caught lying \(20\): without them the LLR is .*, no decision\.\n"
        self.assertRegex(done.stdout, rests + r"\Z")
        self.assertIn("H1 was accepted, but that rests on pairs of workers that were caught lying (20)", (self.dir / "g.md").read_text())

        log = read_games(self.dir / "g" / "games.jsonl")
        lied = [game["game"] for game in log if game["worker"] == LIAR]
        self.assertEqual(lied, [game for pair in liar.pairs for game in (2 * pair, 2 * pair + 1)], "what was taken is counted")
        honest = games_of(self.dir / "honest")
        for game, played in enumerate(games_of(self.dir / "g")):
            expected = self.lies[game]["moves"] if game in lied else honest[game]["moves"]
            self.assertEqual([move[:4] for move in played["moves"]], [move[:4] for move in expected], game)

        run = self.run_json("g")
        self.assertEqual((run["result"]["verdict"], run["result"]["rests_on_distrusted"]), ("H1", True))
        known = run["workers"]
        self.assertEqual({name: one["distrusted"] for name, one in known.items()}, {LIAR: True, "w0": False, "w1": False})
        self.assertRegex(known[LIAR]["quarantined"], why)
        self.assertGreaterEqual(known[LIAR]["differed"], 2)
        self.assertEqual(sum(one["games"] for one in known.values()), len(log))
        report = json.loads(self.succeed(SPRT, "report", "g", "--json").stdout)
        self.assertEqual((report["differences"], report["workers"]), ([], known))
        self.assertRegex(self.succeed(SPRT, "report", "g").stdout, rests)

        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertEqual([one["worker"] for one in json.loads(file.read_text())["distrusted"]], [LIAR])
        again, run_key = self.begin("run", "again")
        worker = self.worker()
        answer = Liar(self, self.lies, run_key).turn()
        self.assertEqual((answer["task"], answer["state"]), (None, "unwelcome"))
        self.assertTrue(wait_until(lambda: self.counted("again") >= 2, PATIENCE_S), "others play it")
        again.send_signal(signal.SIGTERM)
        done = self.finish(again)
        self.assertRegex(done.stderr, f"{LIAR} gets no more games of this run: it was caught lying in run {run['run_id']}, says {file}")
        self.stop(worker)

    def play_honestly(self, slots):
        """Slots play one after the other what a local run plays, until the run has ended."""
        self.local("honest", *HONEST, *BOUNDS, "--alpha", 1e-9, "--beta", 1e-9, "--max-games", 200)  # more than they are asked for
        games = read_games(self.dir / "honest" / "games.jsonl")
        while True:
            for slot in slots:
                task = (slot.turn() or {}).get("task")
                if not task:
                    return
                slot.turn(slot.result(task, games), want=False)


class Honest(Trust):
    def test_copies_change_nothing_and_honest_workers_are_not_accused(self):
        limit = ("--max-games", 120)
        self.local("local", *HONEST, *BOUNDS, *limit)
        run, run_key = self.begin("run", "r", "--spot-check", 1, "--quiet", *limit)
        holder = Slot(self, "holder", run_key)
        first = holder.turn()["task"]
        with nats_wire.Client(self.server.url) as listener:  # nothing is counted before both workers play
            turns = listener.subscribe("referee.1.turn.>")
            workers = [self.worker(f"w{i}", "--once") for i in range(2)]
            missing = {"w0", "w1"}
            while missing:
                message = turns.next(30)
                missing -= {message.subject.rsplit(".", 1)[1]} if json.loads(message.data)["done"] else set()
            lives = listener.subscribe("referee.1.alive.>")  # these say what the machine is
            while not lives.next(30).subject.endswith(".w0"):
                pass
        holder.turn({"pair": first["pair"], "attempt": first["attempt"], "returned": "stopping"}, want=False)
        done = self.finish(run)
        self.assertEqual(done.status, 0, done)
        self.equals_local("r", "local")
        known = self.run_json("r")["workers"]
        self.assertGreater(known["w0"]["copies"], 0, known)
        copies = known["w0"]["copies"]
        self.assertIn(f"pairs were played a second time: {copies} comparisons, of which 0 differed\n"
                      if copies >= AGREEMENTS else f"from 2 workers: 0 of {copies} copies differed, and {AGREEMENTS} between", done.stderr)  # fmt: skip
        for name, one in known.items():
            self.assertEqual((one["differed"], one["quarantined"], one["distrusted"]), (0, None, False), name)
        self.assertEqual(known["w0"]["machine"]["architecture"], os.uname().machine)
        for worker in workers:
            self.assertEqual(self.finish(worker).status, 0)
        self.assertFalse(self.state.exists())

    def test_run_that_nobody_could_check_says_so(self):
        worker = self.worker("w", "--once")
        done = self.finish(self.coordinator("r", *HONEST, *BOUNDS, "--max-games", 4, "--spot-check", 0.5))
        self.assertIn("sprt: note: results were taken on trust from 1 worker: 0 of 0 copies differed", done.stderr)
        self.assertEqual(self.finish(worker).status, 0)
        for share in ("-0.1", "1.5", "nan"):
            done = self.run_program(SPRT, "run", *HONEST, "--out", "x", "--via", self.via("c"), "--spot-check", share)
            self.assertEqual((done.status, done.stderr.count("\n")), (2, 1), done)
            self.assertIn("--spot-check: ", done.stderr)


class Losing(Trust):
    def test_worker_that_drops_attempts_is_quarantined(self):
        agents = ("--agent1", "random", "--agent2", "random")
        limit = ("--max-games", 300)
        self.local("local", *agents, *BOUNDS, *limit)
        lines = read_games(self.dir / "local" / "games.jsonl")
        run, run_key = self.begin("run", "r", "--quiet", *limit, agents=agents)
        dropper = Slot(self, "dropper", run_key)
        task = dropper.turn()["task"]
        for i in range(12):
            returned = {"pair": task["pair"], "attempt": task["attempt"], "returned": "paused"}
            answer = dropper.turn(dropper.result(task, lines) if i % 2 else returned, want=i < 11)
            task = answer["task"]
        worker = self.worker("w", "--once")
        done = self.finish(run, 60)
        self.assertEqual(done.status, 0, done)
        why = r"too many attempts lost or given back: 6 of 12, and 0 of \d+ of all others \(p = .*\)"
        self.assertRegex(done.stderr, f"warning: dropper gets no more games of this run: {why}")
        self.equals_local("r", "local")
        known = self.run_json("r")["workers"]
        self.assertRegex(known["dropper"]["quarantined"], why)
        self.assertEqual((known["dropper"]["pairs"], known["dropper"]["voided"], known["dropper"]["distrusted"]), (6, 6, False))
        self.assertIsNone(known["w"]["quarantined"])
        self.assertEqual(self.finish(worker).status, 0)

    def test_pair_that_volunteers_lost_waits_for_a_trusted_worker(self):
        agents = ("--agent1", "random", "--agent2", "random")
        run, run_key = self.begin("run", "r", "--quiet", "--max-games", 2, agents=agents)
        for i in range(3):
            volunteer = Slot(self, f"v-{i}", run_key)
            task = volunteer.turn()["task"]
            volunteer.turn({"pair": task["pair"], "attempt": task["attempt"], "returned": "paused"}, want=False)
        words = "pair 0 was lost 3 times and waits for a trusted worker, whose name does not begin with v-"
        self.assertTrue(any(words in line.decode() for line in run.stderr), words)
        worker = self.worker("w", "--once")
        done = self.finish(run, 60)
        self.assertEqual(done.status, 0, done)
        self.assertEqual({game["worker"] for game in read_games(self.dir / "r" / "games.jsonl")}, {"w"})
        self.assertEqual(self.finish(worker).status, 0)

    def test_volunteer_that_says_that_an_agent_crashes_ends_no_run(self):
        self.succeed(SPRT, "match", "--agent1", "random", "--agent2", "false", "--no-check", "--max-faults", "none", "--games", 8,
                     "--seed", 5, "--finish-ms", 20000, "--quiet", "--out", "crashes")
        crashes = read_games(self.dir / "crashes" / "games.jsonl")
        self.assertEqual({game["termination"] for game in crashes}, {"crashed"})
        agents = ("--agent1", "random", "--agent2", "random")
        run, run_key = self.begin("run", "r", "--quiet", "--max-games", 40, agents=agents)
        liar = Slot(self, LIAR, run_key)
        answer = liar.turn()
        while answer["task"]:
            answer = liar.turn(liar.result(answer["task"], crashes))
            self.assertEqual(answer["taken"], "kept")
        self.assertEqual(answer["state"], "unwelcome")
        worker = self.worker("w", "--once")
        done = self.finish(run, 60)
        self.assertEqual(done.status, 0, done)
        why = "it reports 4 faults of agent 2, and a volunteer alone decides nothing"
        self.assertRegex(done.stderr, f"warning: {LIAR} gets no more games of this run: {why}")
        self.assertRegex(done.stderr, r"note: no trusted worker checked [1-6] of the [1-6] pairs? that volunteers played\n")
        result = self.result("r")
        self.assertEqual((result["reason"], result["games"]), ("max_games", 40))
        self.assertLessEqual(result["faults"][1], 6, "at its fourth fault it may have had one more pair in its hands")
        self.assertRegex(self.run_json("r")["workers"][LIAR]["quarantined"], why)
        self.assertEqual(self.finish(worker).status, 0)

    def test_run_of_which_every_worker_is_barred_ends_and_is_resumed(self):
        self.succeed(SPRT, "match", "--agent1", "random", "--agent2", "false", "--no-check", "--max-faults", "none", "--games", 8,
                     "--seed", 5, "--finish-ms", 20000, "--quiet", "--out", "crashes")
        crashes = read_games(self.dir / "crashes" / "games.jsonl")
        agents = ("--agent1", "random", "--agent2", "random")
        run, run_key = self.begin("run", "r", "--quiet", "--max-games", 40, "--wait", 3, agents=agents)
        time.sleep(4)  # nobody has come yet
        liar = Slot(self, LIAR, run_key)
        answer = liar.turn()
        while answer["task"]:
            answer = liar.turn(liar.result(answer["task"], crashes))
        self.assertEqual(answer["state"], "unwelcome")
        begin = time.monotonic()
        words = r"all workers that came are barred from this run, and for 3 s \(--wait\) no other one came; start one under another name"
        kept = "the games before that are kept, go on with: .*sprt resume r --via .*"
        done = self.finish(run, 60)
        self.assertEqual(done.status, 3, done)
        self.assertRegex(done.stderr, f"\nsprt: {words}; {kept}\n$")
        self.assertGreater(time.monotonic() - begin, 2)
        run = self.start_program(SPRT, "resume", "r", "--via", self.via("c"))
        time.sleep(4)  # who was barred earlier has not come
        worker = self.worker("w", "--once")
        done = self.finish(run, 60)
        self.assertEqual(done.status, 0, done)
        self.assertEqual(self.result("r")["games"], 40)
        self.assertEqual(self.finish(worker).status, 0)

    def test_session_that_fails_keeps_what_its_workers_did(self):
        agents = ("--agent1", "random", "--agent2", "random")
        self.local("local", *agents, *BOUNDS, "--max-games", 2)
        lines = read_games(self.dir / "local" / "games.jsonl")
        run, run_key = self.begin("run", "r", "--quiet", "--max-games", 40, agents=agents)
        slot = Slot(self, "w", run_key)
        answer = slot.turn(slot.result(slot.turn()["task"], lines))
        while answer and answer.get("task"):  # pair 1, again and again
            task = answer["task"]
            answer = slot.turn({"pair": task["pair"], "attempt": task["attempt"], "returned": "paused"})
        done = self.finish(run, 60)
        self.assertEqual(done.status, 3, done)
        self.assertIn("pair 1 was lost 8 times and cannot be left out", done.stderr)
        known = self.run_json("r")["workers"]["w"]
        self.assertEqual((known["pairs"], known["voided"]), (1, 8))


if __name__ == "__main__":
    nats_wire.main_at_once(__file__)
