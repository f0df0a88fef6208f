"""Agents of remote runs: their files are sent to workers that have others, and kept there."""

import hashlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import time

import nats_wire
from harness import AGENTS, SPRT
from remote_test import Remote

MIB = 1 << 20
# Words of a command that name three files, one of them in the system; the games depend on the seed alone.
AGENT = "/bin/sh ./mine/start.sh ./mine/engine --shuffle"


class RemoteAgents(Remote):
    def setUp(self):
        super().setUp()
        self.mine = self.dir / "mine"
        self.mine.mkdir()
        shutil.copy(AGENTS / "greedy", self.mine / "engine")
        (self.mine / "start.sh").write_text('exec "$@"\n')
        self.elsewhere = self.dir / "elsewhere"
        self.elsewhere.mkdir()
        self.cache = self.dir / "cache"
        self.flags = ("--agent1", AGENT, "--agent2", "minimax --depth 1 --shuffle", "--seed", 11, "--max-games", 12)

    def worker_elsewhere(self, *flags):
        """A worker whose directory has no files."""
        return self.start_program("env", "-C", self.elsewhere, SPRT, "worker", self.via("w"), "--allow-root", "--cache", self.cache, *flags)

    def digests(self):
        return sorted(file.name for file in self.cache.iterdir() if len(file.name) == 64)

    def play(self, out, *flags):
        """A run through one worker, and which digests it asked for."""
        with nats_wire.Client(self.server.url) as listener:
            asked = listener.subscribe("referee.1.blob.>")
            worker = self.worker_elsewhere("--once")
            done = self.finish(self.coordinator(out, *self.flags, *flags))
            self.assertEqual(done.status, 0, done)
            self.assertEqual(self.finish(worker).status, 0)
            return {json.loads(message.data)["sha256"] for message in asked.all()}


def digest(file):
    return hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()


class Sent(RemoteAgents):
    def test_files_that_a_worker_lacks_are_sent_once(self):
        self.local("local", *self.flags)
        files = [digest(file) for file in ("/bin/sh", self.mine / "start.sh", self.mine / "engine")]
        first = self.play("first")
        self.assertLess(set(files), first, "and the job")
        self.equals_local("first", "local")
        self.assertEqual(self.digests(), sorted(files))
        self.assertEqual([*(self.cache / "jobs").iterdir()], [])
        second = self.play("second")
        self.assertEqual(len(second), 1, "the job alone")
        self.equals_local("second", "local")
        for file in self.cache.glob("?" * 64):
            file.chmod(0o700)
            file.write_bytes(b"#!/bin/sh\necho I was changed\n")
        self.assertEqual(len(self.play("third")), 4, "what was changed is sent again")
        self.equals_local("third", "local")
        always = self.play("always", "--send-agents", "always")
        self.assertEqual(len(always), 2, "minimax is sent too, although the worker has it")
        self.equals_local("always", "local")
        self.cache = self.dir / "small"
        worker = self.worker_elsewhere("--once", "--cache-mb", 0)
        self.finish(self.coordinator("small-run", *self.flags))
        self.assertEqual(self.finish(worker).status, 0)
        self.equals_local("small-run", "local")
        self.assertEqual(self.digests(), [])

    def test_run_goes_on_with_the_files_of_its_start(self):
        self.local("local", *self.flags)
        with nats_wire.Client(self.server.url) as client:
            offers = client.subscribe("referee.1.offer.>")
            process = self.coordinator("r", *self.flags)
            offers.next()  # the files were read before
        (self.mine / "start.sh").write_text("exit 1\n")
        worker = self.worker_elsewhere("--once")
        done = self.finish(process)
        self.assertEqual(done.status, 0, done)
        self.assertEqual(self.finish(worker).status, 0)
        self.equals_local("r", "local")
        self.assertIn("start.sh", " ".join(self.run_json("r")["changed_files"]), "and the change is told")

    def test_what_cannot_be_sent_is_named_before_the_run_begins(self):
        with (self.mine / "net").open("wb") as file:
            file.truncate(65 * MIB)
        many = []
        for i in range(5):
            many.append(f"./mine/{i}")
            (self.mine / str(i)).write_bytes(bytes([i]))
            os.truncate(self.mine / str(i), 60 * MIB)
        secret = shutil.copy(AGENTS / "greedy", self.mine / "secret")
        rest = "with --send-agents never they look for their own"
        cases = [
            (f"{AGENT} ./mine/net", (), f"agent 1: .*/mine/net cannot be sent to workers: it has 65 MiB, and the most are 64; {rest}"),
            (f"{AGENT} {' '.join(many)}", (), f"agent 1: .*/mine/4 cannot be sent to workers: with it .* more than 256 MiB; {rest}"),
        ]
        if os.geteuid() != 0:  # root reads everything
            os.chmod(secret, 0o111)
            cases.append(("./mine/secret", (), f"agent 1: .*/mine/secret cannot be sent to workers: it cannot be read; {rest}"))
        for i, (agent, flags, words) in enumerate(cases):
            done = self.finish(self.coordinator(f"r{i}", "--agent1", agent, "--agent2", "random", *flags))
            self.assertEqual(done.status, 2, done)
            self.assertRegex(done.stderr, f"^sprt: {words}\n$")
            self.assertFalse((self.dir / f"r{i}" / "run.json").exists())
        done = self.run_program(SPRT, "run", "--agent1", "random", "--agent2", "random", "--send-agents", "never")
        self.assertEqual((done.status, done.stderr), (2, "sprt: --send-agents: it is for a run that workers play, with --via\n"))


class Refused(RemoteAgents):
    def cannot_play(self, out, agent, flags=(), worker_flags=()):
        """What the coordinator tells of the only worker, which plays nothing."""
        process = self.coordinator(out, "--agent1", agent, "--agent2", "random", "--max-games", 4, *flags)
        worker = self.worker_elsewhere(*worker_flags)
        said = self.line_of(worker.stdout, "cannot be played here")
        told = self.line_of(process.stderr, "w gets no more games of this run")
        self.stop(worker)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.finish(process).status, 143)
        self.assertEqual(self.counted(out), 0, "nothing is scored")
        self.assertEqual(said.partition("cannot be played here: ")[2], told.partition("of this run: ")[2])
        return said

    def line_of(self, stream, word):
        return next((line.decode() for line in stream if word in line.decode()), "")

    def test_agents_that_cannot_run_on_a_worker_are_its_affair_and_no_fault(self):
        program = (AGENTS / "random").read_bytes()
        kMachine_at = 18  # e_machine of an ELF header
        for name, bytes_of_it in {
            "vax": program[:kMachine_at] + b"\x4b\x00" + program[kMachine_at + 2 :],
            "lost": pathlib.Path("/bin/sh").read_bytes().replace(b"libc.so.6", b"libX.so.6"),
        }.items():
            (self.mine / name).write_bytes(bytes_of_it)
            (self.mine / name).chmod(0o755)
        never = self.cannot_play("never", AGENT, flags=("--send-agents", "never"))
        self.assertRegex(never, "agent 1: .*")
        self.assertRegex(self.cannot_play("lost", "./mine/lost"), "agent 1")
        self.assertRegex(self.cannot_play("vax", "./mine/vax"), "vax cannot be executed.*: Exec format error")

    def test_worker_that_may_not_play_its_run_ends_with_it_when_it_serves_one_only(self):
        process = self.coordinator("r", *self.flags, "--send-agents", "never")
        refused = self.worker_elsewhere("--once")
        self.assertIn("w gets no more games", self.line_of(process.stderr, "w gets no more games of this run"))
        self.assertIn("warning: ", self.line_of(process.stderr, "no worker is left that may play this run; it waits for others"))
        plays = self.worker("plays", "--once")
        self.assertEqual(self.finish(process).status, 0)
        for worker in (refused, plays):
            self.assertEqual(self.finish(worker).status, 0)

    def test_cache_that_cannot_be_made_is_named_at_once(self):
        (self.dir / "file").write_text("")
        for cache, words in ((self.dir / "file", "file"), ("/proc/cache", "/proc/cache")):
            done = self.run_program(SPRT, "worker", self.via("w"), "--allow-root", "--cache", cache)
            self.assertNotEqual(done.status, 0)
            self.assertRegex(done.stderr, f"^sprt: .*{words}.*\n$")


class Lying(RemoteAgents):
    """A coordinator that sends something else than it says."""

    def job_of_real_run(self):
        """The bytes of a job, as a real coordinator has them."""
        with nats_wire.Client(self.server.url) as client:
            offers = client.subscribe("referee.1.offer.>")
            process = self.coordinator("r", *self.flags)
            offer = offers.next()
            wanted = json.loads(offer.data)["job"]
            client.inbox = "_INBOX_t.x"
            subject = offer.subject.replace("offer", "blob") + ".t"
            job = client.request(subject, json.dumps({"format": 1, "sha256": wanted, "from": 0})).data
            process.kill()
            self.finish(process)
            return json.loads(offer.data), json.loads(job)

    def test_slot_asks_again_when_the_coordinator_lost_an_answer(self):
        offer, job = self.job_of_real_run()
        text = json.dumps(job).encode()
        offer = {**offer, "job": hashlib.sha256(text).hexdigest()}
        with nats_wire.Client(self.server.url) as client:
            blobs, turns, rolls = (client.subscribe(f"referee.1.{kind}") for kind in ("blob.>", "turn.>", "roll"))
            worker = self.worker("w")
            rolls.next()
            client.publish("referee.1.offer.c.0123456789ab", json.dumps(offer))
            message = blobs.next()
            client.publish(message.reply, text, headers={"Bytes": len(text)})
            asked = json.loads(turns.next().data)
            time.sleep(1)  # until the worker waits
            turns.all()
            client.publish("referee.1.offer.c.0123456789ab", json.dumps({**offer, "lost_answers": 1}))
            again = [json.loads(turns.next(5).data)]
            while (again[-1]["slot"], again[-1]["seq"]) != (asked["slot"], asked["seq"]):
                again.append(json.loads(turns.next(5).data))
            worker.kill()
            self.finish(worker)

    def test_worker_plays_nothing_but_the_bytes_of_the_digests(self):
        offer, job = self.job_of_real_run()
        sent = job["agents"][0]["sent"]

        def said(change, answer):
            """What the worker says of the job after `change`, when files are answered by `answer`."""
            other = json.loads(json.dumps(job))
            change(other["agents"][0]["sent"])
            text = json.dumps(other).encode()
            its = hashlib.sha256(text).hexdigest()
            with nats_wire.Client(self.server.url) as client:
                asked = client.subscribe("referee.1.blob.>")
                rolls = client.subscribe("referee.1.roll")
                worker = self.worker_elsewhere()
                rolls.next()
                client.publish("referee.1.offer.c.0123456789ab", json.dumps({**offer, "job": its, "epoch": next(epochs)}))
                done = False
                while not done:
                    message = asked.next()
                    request = json.loads(message.data)
                    if request["sha256"] == its:
                        client.publish(message.reply, text, headers={"Bytes": len(text)})
                        done = answer is None
                    else:
                        size, body = answer
                        client.publish(message.reply, body, headers={"Bytes": size})
                        done = True
                line = next(line.decode() for line in worker.stdout if b"cannot be played here" in line)
                worker.kill()
                self.finish(worker)
                return line.partition("cannot be played here: ")[2]

        def with_word(word):
            return lambda files: files[0].update(word=word)

        epochs = itertools.count(1)
        short = sent[0]["sha256"][:12]
        def same(_):
            pass

        size = sent[0]["bytes"]
        self.assertIn(f"the coordinator sends other bytes than {short}", said(same, (size, b"x" * size)))
        self.assertIn(f"sends {size + 1} bytes as {short}; the most are {size}", said(same, (size + 1, b"x")))
        self.assertIn(f"sends {size} bytes as {short}", said(same, (size, b"")))
        self.assertIn("its command has no word 99", said(with_word(99), None))
        self.assertRegex(said(lambda files: files[0].update(bytes=65 << 20), None), "/sent/0/bytes is 68157440; it must be a whole number from 0 to 67108864")
        self.assertIn("/sent/0/sha256", said(lambda files: files[0].update(sha256="../" * 20 + "etc/"), None))
        self.assertEqual(self.digests() if self.cache.exists() else [], [])
        for command in (["..", "x"], ["a/..", "y"], ["/", "z"]):
            job["agents"][0]["command"] = job["agents"][0]["config"]["command"] = command
            said(with_word(0), (size, b"x" * size))
        self.assertEqual([*self.elsewhere.iterdir()], [])


if __name__ == "__main__":
    nats_wire.main_at_once(__file__)
