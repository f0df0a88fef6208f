"""`sprt hub`: invitations, what each role may do on the server, and who is refused."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import time
import unittest

import nats_wire
import schema
from harness import AGENTS, BUILD, PATIENCE_S, SANITIZED, SPRT, ProgramTest, count_lines, read_games, wait_until, why_no_sandbox
from remote_test import SLOW, games_of

QUICK = ("--agent1", "greedy", "--agent2", "random", "--seed", 3, "--max-games", 6)
REFUSED = {"publish": 'Permissions Violation for Publish to "{}"', "subscribe": 'Permissions Violation for Subscription to "{}"'}


class HubTest(ProgramTest):
    """A hub in `self.dir / "h"`. It has no tests of its own."""

    def hub(self, *flags, dir="h", port=None, host="127.0.0.1", before=()):
        """Starts a hub, also again in its directory; returns its process when the server answers."""
        self.port = port or nats_wire.free_port()
        listen = () if (self.dir / dir / "hub.json").exists() else ("--listen", f"{host}:{self.port}")
        hub = self.start_program(*before, SPRT, "hub", dir, *listen, *flags, env={"REFEREE_NATS_SERVER": nats_wire.server_program()})
        said = hub.stdout.readline().decode()
        self.assertRegex(said, r"^A server answers at (nats|tls)://", hub.poll() is not None and hub.stderr.read().decode())
        return hub

    def change(self, *flags, dir="h"):
        return self.succeed(SPRT, "hub", dir, *flags).stdout

    def invitation(self, name, dir="h"):
        return json.loads((self.dir / dir / "invitations" / f"{name}.json").read_text())

    def rewrite(self, name, new, dir="h", **changes):
        """Another invitation, which differs from that of `name`; returns its name."""
        file = self.dir / new
        file.write_text(json.dumps({**self.invitation(name, dir), **changes}))
        file.chmod(0o600)
        return new

    def worker(self, via, *flags):
        return self.start_program(SPRT, "worker", via, "--allow-root", *flags)

    def end(self, process, sent=signal.SIGTERM):
        process.send_signal(sent)
        return self.finish(process)

    def counted(self, folder):
        log = self.dir / folder / "games.jsonl"
        return count_lines(log)

    def server_pid(self, dir="h"):
        return int((self.dir / dir / "server.pid").read_text())

    def is_gone(self, pid):
        return wait_until(lambda: not pathlib.Path(f"/proc/{pid}").exists(), 10)


class Permissions(HubTest):
    """Each line of the table in docs/many-machines.md, "Trust"."""

    MAY = {
        "w": {
            "publish": ("referee.1.turn.ann.r.w", "referee.1.alive.bob.r.w", "referee.1.blob.ann.r.w", "referee.1.roll"),
            "subscribe": ("referee.1.offer.>", "_INBOX_w.>", "_INBOX_w.s.>"),
        },
        "v-y": {
            "publish": ("referee.1.turn.ann.r.v-y", "referee.1.alive.ann.r.v-y", "referee.1.blob.bob.r.v-y", "referee.1.roll"),
            "subscribe": ("referee.1.offer.>", "_INBOX_v-y.>"),
        },
        "ann": {
            "publish": ("referee.1.offer.ann.r", "referee.1.event.ann.r.game", "referee.1.roll"),
            "subscribe": ("referee.1.turn.ann.r.*", "referee.1.alive.ann.>", "referee.1.blob.ann.>", "referee.1.offer.ann.r", "referee.1.roll"),
        },
        "eve": {"publish": ("referee.1.roll",), "subscribe": ("referee.1.offer.>", "referee.1.event.>")},
    }
    MAY_NOT = {
        "w": {
            "publish": ("referee.1.turn.ann.r.x", "referee.1.alive.ann.r.v-y", "referee.1.blob.ann.r.x", "referee.1.turn.ann.r.w.more", "referee.1.turn.ann.w")
            + ("referee.1.offer.w.r", "referee.1.event.w.r.game", "referee.2.turn.ann.r.w", "_INBOX_x.1", "_INBOX_w.1", "other"),
            "subscribe": ("_INBOX_x.>", "_INBOX.>", "_INBOX_v-y.>", "referee.1.turn.>", "referee.1.turn.*.*.w", "referee.1.alive.>", "referee.1.blob.>")
            + ("referee.1.event.>", "referee.1.roll", "referee.>", ">", "*"),
        },
        "v-y": {"publish": ("referee.1.turn.ann.r.y", "referee.1.turn.ann.r.w"), "subscribe": ("_INBOX_y.>", "_INBOX_w.>")},
        "ann": {
            "publish": ("referee.1.offer.bob.r", "referee.1.event.bob.r.game", "referee.1.turn.ann.r.w", "referee.1.alive.ann.r.ann", "_INBOX_w.1", "other"),
            "subscribe": ("referee.1.turn.bob.>", "referee.1.turn.>", "referee.1.alive.*.r.w", "referee.1.blob.bob.>", "referee.1.offer.bob.r")
            + ("referee.1.offer.>", "referee.1.event.>", "_INBOX_w.>", "_INBOX_ann.>", ">"),
        },
        "eve": {
            "publish": ("referee.1.offer.eve.r", "referee.1.turn.ann.r.eve", "referee.1.event.ann.r.game", "_INBOX_w.1"),
            "subscribe": ("referee.1.turn.>", "referee.1.alive.>", "referee.1.blob.>", "referee.1.roll", "_INBOX_eve.>", ">"),
        },
    }

    def setUp(self):
        super().setUp()
        people = ("ann:coordinator", "bob:coordinator", "w", "x:worker", "y:volunteer", "eve:viewer")
        self.hub(*(word for person in people for word in ("--invite", person)))

    def client(self, name, **how):
        client = nats_wire.Client(f"nats://127.0.0.1:{self.port}", **{"seed": self.invitation(name)["nkey_seed"], **how})
        self.addCleanup(client.close)
        return client

    def test_each_role_may_do_this_and_no_more(self):
        for table, is_allowed in ((self.MAY, True), (self.MAY_NOT, False)):
            for name, kinds in table.items():
                client = self.client(name)
                for kind, subjects in kinds.items():
                    for subject in subjects:
                        with self.subTest(name, kind=kind, subject=subject):
                            client.errors.clear()
                            client.publish(subject, "x") if kind == "publish" else client.subscribe(subject)
                            client.flush()
                            self.assertEqual(client.errors, [] if is_allowed else [REFUSED[kind].format(subject)])

    def test_coordinator_answers_each_request_once_where_it_was_asked_to(self):
        ann, worker = self.client("ann"), self.client("w")
        asked, answers = ann.subscribe("referee.1.turn.ann.>"), worker.subscribe("_INBOX_w.>")
        for inbox in ("_INBOX_w.s.0.1", "_INBOX_w.s.0.2"):
            worker.publish("referee.1.turn.ann.r.w", "asks", reply=inbox)
            request = asked.next()
            self.assertEqual((request.subject, request.reply), ("referee.1.turn.ann.r.w", inbox))
            ann.publish(inbox, "answers")
            self.assertEqual(answers.next().subject, inbox)
            ann.publish(inbox, "answers again")
            ann.publish("_INBOX_x.s.0.1", "answers nobody")
            ann.flush()
            self.assertEqual(ann.errors, [REFUSED["publish"].format(subject) for subject in (inbox, "_INBOX_x.s.0.1")])
            ann.errors.clear()
        worker.flush()
        self.assertEqual(answers.all(), [])

    def test_nobody_else_comes_in(self):
        for how in ({"seed": None}, {"seed": None, "user": "w", "password": "w"}, {"seed": "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"}):
            with self.subTest(how), self.assertRaises(ConnectionError):
                self.client("w", **how)
        for name in ("hub.json", "server.conf", "server.log"):
            self.assertNotIn(self.invitation("w")["nkey_seed"], (self.dir / "h" / name).read_text(), "the server has public keys only")
        self.change(*(word for name in ("ann", "bob", "w", "x", "v-y", "eve") for word in ("--revoke", name)))
        with self.assertRaises(ConnectionError):
            nats_wire.Client(f"nats://127.0.0.1:{self.port}")  # a server without users would let all in


class Runs(HubTest):
    def test_whole_run_over_tls_and_resumed_without_via(self):
        self.hub("--public", "localhost")
        self.assertEqual(schema.problems("invitation", self.invitation("worker")), [])
        self.assertEqual(self.invitation("worker")["url"], f"tls://localhost:{self.port}")
        worker = self.worker("h/invitations/worker.json")
        (self.dir / "config.json").write_text(json.dumps({"via": "h/invitations/coordinator.json", "out": "r"}))
        run = self.start_program(SPRT, "run", "config.json", *SLOW, "--max-games", 8, "--quiet")
        self.assertTrue(wait_until(lambda: self.counted("r") > 2, PATIENCE_S))
        self.assertEqual(self.end(run, signal.SIGINT).status, 130)
        kept = json.loads((self.dir / "r" / "run.json").read_text())
        path = str(self.dir / "h" / "invitations" / "coordinator.json")
        self.assertEqual((kept["via"], kept["config"]["via"]), (path, path))
        done = self.succeed(SPRT, "resume", self.dir / "r", cwd="/")
        self.succeed(SPRT, "run", *SLOW, "--max-games", 8, "--quiet", "--out", "local")
        self.assertEqual(games_of(self.dir / "r"), games_of(self.dir / "local"))
        self.assertEqual({game["worker"] for game in read_games(self.dir / "r" / "games.jsonl")}, {"worker"})
        ended = self.end(worker)
        self.assertEqual(ended.status, 0, ended)
        for name in ("worker", "coordinator"):
            for text in (done.stdout, ended.stdout, (self.dir / "r" / "run.json").read_text()):
                self.assertNotIn(self.invitation(name)["nkey_seed"], text)


class Changes(HubTest):
    def test_invited_and_revoked_while_a_run_is_played(self):
        flags = (*SLOW, "--max-games", 20)
        hub = self.hub("--invite", "ann:coordinator", "--invite", "first", "--invite", "eve:viewer")
        viewer = self.start_program(SPRT, "status", "h/invitations/eve.json", "--follow")
        first = self.worker("h/invitations/first.json")
        run = self.start_program(SPRT, "run", *flags, "--quiet", "--out", "r", "--via", "h/invitations/ann.json")
        self.assertTrue(wait_until(lambda: self.counted("r") > 1, PATIENCE_S))
        said = self.change("--invite", "second", "--invite", "kin:volunteer", "--revoke", "first")
        self.assertEqual(said.splitlines()[::2], ["first is revoked.", "  h/invitations/second.json  (worker)", "  h/invitations/v-kin.json  (volunteer)"])
        self.assertFalse((self.dir / "h/invitations/first.json").exists())
        ended = self.finish(first)
        self.assertEqual((ended.status, ended.stderr), (3, f"sprt: the server at nats://127.0.0.1:{self.port} lets first in no more: Authorization Violation\n"))
        second = self.worker("h/invitations/second.json")
        self.end(hub)
        hub = self.hub(port=self.port)  # those who are invited come back by themselves
        self.change("--revoke", "ann", "--invite", "ann:coordinator", "--revoke", "eve")
        for name, process in (("ann", run), ("eve", viewer)):
            done = self.finish(process)
            self.assertEqual((done.status, f"lets {name} in no more: Authorization Violation" in done.stderr), (3, True), done)
        known = json.loads((self.dir / "r" / "run.json").read_text())["workers"]
        self.assertGreater(known["first"]["pairs"], 0, "the session failed, and what its workers did is kept")
        self.succeed(SPRT, "resume", "r")  # the new invitation lies where the old one did
        self.assertEqual(self.end(second).status, 0)
        self.assertEqual(self.end(hub).status, 143)
        self.succeed(SPRT, "run", *flags, "--quiet", "--out", "local")
        self.assertEqual(games_of(self.dir / "r"), games_of(self.dir / "local"))
        workers = json.loads((self.dir / "r" / "run.json").read_text())["workers"]
        self.assertIn("second", workers)


    def test_workers_that_are_revoked_end_at_once_with_tls_too(self):
        names = ("a", "b", "c")
        for dir, flags, scheme in (("plain", (), "nats"), ("secret", ("--public", "localhost"), "tls")):
            with self.subTest(scheme):
                invites = [word for name in (*names, "me:coordinator") for word in ("--invite", name)]
                hub = self.hub(*flags, *invites, dir=dir)
                self.assertTrue(self.invitation("a", dir)["url"].startswith(f"{scheme}://"))
                workers = {name: self.worker(f"{dir}/invitations/{name}.json", "--cores", min(os.sched_getaffinity(0))) for name in names}
                run = self.start_program(SPRT, "run", *SLOW, "--quiet", "--out", f"r-{dir}", "--via", f"{dir}/invitations/me.json")
                self.assertTrue(wait_until(lambda: self.counted(f"r-{dir}") > 1, PATIENCE_S))
                self.change(*[word for name in names for word in ("--revoke", name)], dir=dir)
                begin = time.monotonic()
                for name, worker in workers.items():
                    done = self.finish(worker)
                    self.assertEqual((done.status, f"lets {name} in no more: Authorization Violation" in done.stderr), (3, True), done)
                took = time.monotonic() - begin  # 1.9 s, and 2.5 s on a machine with three times the load that it can carry
                self.assertLess(took, 20 if SANITIZED else 5)
                self.end(run, signal.SIGINT)
                self.end(hub)


class Strangers(HubTest):
    def test_links_and_pipes_in_a_hub_are_refused_and_not_touched(self):
        self.end(self.hub("--invite", "a"))
        (self.dir / "mine").write_text("mine")
        server = {"REFEREE_NATS_SERVER": nats_wire.server_program()}
        plants = (lambda place: place.symlink_to(self.dir / "mine"), lambda place: place.symlink_to(self.dir / "nothing"), os.mkfifo)
        for name in ("hub.json", "running.lock", "server.log", "server.pid", "invitations"):
            for plant in plants[:1] if name == "invitations" else plants:
                shutil.copytree(self.dir / "h", self.dir / "strange")
                place = self.dir / "strange" / name
                if place.is_dir():
                    shutil.rmtree(place)
                place.unlink(missing_ok=True)
                plant(place)
                done = self.run_program(SPRT, "hub", "strange", "--invite", "b", env=server)
                self.assertEqual(done.status, 2, f"{name}: {done}")
                self.assertIn(f"strange/{name} is a ", done.stderr)
                self.assertEqual((self.dir / "mine").read_text(), "mine")
                self.assertFalse((self.dir / "nothing").exists())
                shutil.rmtree(self.dir / "strange")


class Refusals(HubTest):
    """One line and status 3."""

    def refused(self, via, *says):
        processes = [self.worker(via), self.start_program(SPRT, "run", *QUICK, "--out", "r", "--via", via)]
        self.ended(processes[0], *says)
        self.end(processes[1], signal.SIGKILL)

    def ended(self, process, *says):
        done = self.finish(process)
        self.assertEqual((done.status, done.stderr.count("\n")), (3, 1), done)
        for words in says:
            self.assertIn(words, done.stderr)

    def test_wrong_authority_wrong_name_wrong_key(self):
        self.hub("--public", "localhost", dir="other")
        self.hub("--public", "hub.example", host="127.0.0.2")
        here = {"url": f"tls://127.0.0.2:{self.port}"}
        for name, changes, says in (
            ("wrong-name", here, "mismatch"),
            ("wrong-ca", {**here, "ca": self.invitation("worker", "other")["ca"]}, "unable to get local issuer certificate"),
            ("no-ca", {**here, "ca": None}, "cannot be used: "),
            ("plain", {"url": here["url"].replace("tls", "nats")}, "cannot be used: "),
        ):
            with self.subTest(name):
                self.ended(self.worker(self.rewrite("worker", f"{name}.json", **changes)), here["url"].partition(":")[2], says)
                via = self.rewrite("coordinator", f"{name}-c.json", **changes)
                self.ended(self.start_program(SPRT, "run", *QUICK, "--out", "r", "--via", via), says)
                self.assertFalse((self.dir / "r" / "run.json").exists())

    def test_revoked_key_and_encryption_of_a_server_that_has_none(self):
        self.hub("--invite", "w", "--invite", "ann:coordinator")
        for name in ("w", "ann"):
            self.rewrite(name, f"old-{name}.json")
        self.ended(self.worker(self.rewrite("w", "tls.json", url=f"tls://127.0.0.1:{self.port}")), "cannot be used: ")
        self.change("--revoke", "w", "--revoke", "ann", "--invite", "w")
        says = "does not let {} in: {} was revoked, or is of another hub"
        self.ended(self.worker("old-w.json"), says.format("w", self.dir / "old-w.json"))
        run = self.start_program(SPRT, "run", *QUICK, "--out", "r", "--via", "old-ann.json")
        self.ended(run, says.format("ann", self.dir / "old-ann.json"))
        self.ended(self.worker(f"nats://127.0.0.1:{self.port}"), "cannot be used: Authorization Violation")


class Server(HubTest):
    def test_signal_ends_the_server_and_the_end_of_either_is_the_end_of_both(self):
        for sent, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGUSR2, 140)):
            hub = self.hub()
            pid = self.server_pid()
            done = self.end(hub, sent)
            self.assertEqual((done.status, done.stderr), (status, ""))
            self.assertFalse(pathlib.Path(f"/proc/{pid}").exists())
        hub = self.hub()
        pid = self.server_pid()
        hub.kill()
        hub.wait()
        self.assertTrue(self.is_gone(pid))
        hub = self.hub()
        os.kill(self.server_pid(), signal.SIGKILL)
        done = self.finish(hub)
        self.assertEqual((done.status, "the server has ended: killed by signal 9 " in done.stderr), (3, True), done)

    def test_server_that_refuses_the_right_key_once_is_asked_again(self):
        self.hub()
        with nats_wire.Proxy(self.port) as proxy, socket.create_connection(("127.0.0.1", self.port)) as server:
            proxy.cut()
            with socket.create_server(("127.0.0.1", proxy.port)) as door:
                worker = self.worker(self.rewrite("worker", "w.json", url=proxy.url))
                with door.accept()[0] as client:
                    client.sendall(server.recv(4096))  # INFO
                    self.assertIn(b"CONNECT ", client.recv(4096))
                    client.sendall(b"-ERR 'Authorization Violation'\r\n")
            proxy.mend()
            self.assertRegex(worker.stdout.readline().decode(), "^worker plays what coordinators at ")

    def test_first_start_makes_all_and_a_later_one_changes_no_key(self):
        hub = self.hub("--public", "localhost:99")
        self.end(hub)
        files = sorted(str(path.relative_to(self.dir)) for path in (self.dir / "h").rglob("*"))
        names = ["hub.json", "invitations", "invitations/coordinator.json", "invitations/worker.json", "running.lock"]
        names += ["server.conf", "server.crt", "server.key", "server.log", "server.pid"]
        self.assertEqual(files, [f"h/{name}" for name in names])
        for path in [self.dir / "h", *(self.dir / "h").rglob("*")]:
            self.assertEqual(path.stat().st_mode & 0o777, 0o700 if path.is_dir() else 0o600, path)
        before = {name: (self.dir / "h" / name).read_bytes() for name in names if name.endswith(("json", "conf", "crt", "key"))}
        (self.dir / "h" / "server.conf").unlink()
        self.end(self.hub())
        self.assertEqual({name: (self.dir / "h" / name).read_bytes() for name in before}, before)
        self.assertEqual(self.invitation("worker")["url"], "tls://localhost:99")

    def test_people_are_changed_at_a_start(self):
        self.end(self.hub("--invite", "a", "--invite", "b:volunteer", "--invite", "v-c", "--invite", "ann:coordinator"))
        people = lambda: {one["name"]: one["role"] for one in json.loads((self.dir / "h/hub.json").read_text())["people"]}
        self.assertEqual(people(), {"a": "worker", "v-b": "volunteer", "v-c": "volunteer", "ann": "coordinator"})
        old = self.invitation("a")["nkey_seed"]
        self.end(self.hub("--revoke", "v-b", "--revoke", "a", "--invite", "a:viewer"))
        self.assertEqual(people(), {"v-c": "volunteer", "ann": "coordinator", "a": "viewer"})
        self.assertNotEqual(self.invitation("a")["nkey_seed"], old)

    def test_empty_directory_is_taken(self):
        (self.dir / "h").mkdir(mode=0o755)
        self.end(self.hub(dir="h/"))
        self.assertEqual((self.dir / "h").stat().st_mode & 0o777, 0o700)


class WithoutLocks(HubTest):
    """A file system without flock: hub, run and worker go on."""

    REFUSE = (BUILD / "tests" / "support" / "refuse_calls", "flock=ENOSYS", "--")
    WARNING = "its file system has no locks (Function not implemented); nothing keeps "

    def test_hub_worker_and_run_go_on_and_the_printed_command_can_be_pasted(self):
        self.hub("--invite", "w", "--invite", "ann:coordinator", before=self.REFUSE)
        done = self.run_program(*self.REFUSE, SPRT, "hub", "h", "--invite", "bob")
        self.assertEqual((done.status, "bob is invited" in done.stdout, self.WARNING in done.stderr), (0, True, True), done)
        done = self.run_program(*self.REFUSE, SPRT, "hub", "h")
        self.assertEqual((done.status, "a hub runs in h already" in done.stderr), (2, True), done)
        agent = self.dir / "nap.sh"
        agent.write_text(f"#!/bin/sh\nsleep 0.1\nexec {AGENTS}/random\n")
        agent.chmod(0o755)
        self.start_program(*self.REFUSE, SPRT, "worker", "h/invitations/w.json", "--allow-root", "--cache", "cache")
        flags = ["--agent1", "./nap.sh", "--agent2", "random", "--elo1", 1, "--max-games", 40, "--sandbox", "off"]
        via = ["--via", "h/invitations/ann.json", "--send-agents", "always"]
        run = self.start_program(*self.REFUSE, SPRT, "run", *flags, *via, "--out", "it's")
        has_two = wait_until(lambda: self.counted("it's") >= 2 or run.poll() is not None, PATIENCE_S)
        done = self.end(run, signal.SIGINT)
        self.assertEqual((has_two, done.status, self.WARNING in done.stderr), (True, 130, True), done)
        line = done.stdout.splitlines()[-1].removeprefix("To go on: ")
        self.assertTrue(line.startswith(f"{SPRT} resume 'it'"), line)
        self.assertEqual(self.run_program("/bin/sh", "-c", line).status, 0)
        self.assertEqual(self.counted("it's"), 40)


class BadInput(HubTest):
    def refused(self, *words, status=2, says, env=None):
        with self.subTest(words):
            env = {"REFEREE_NATS_SERVER": nats_wire.server_program(), **(env or {})}
            done = self.run_program(SPRT, *words, env=env)
            self.assertEqual((done.status, done.stderr.count("\n")), (status, 1), done)
            self.assertIn(says, done.stderr)
            self.assertFalse((self.dir / "new").exists())
            self.assertEqual([*self.dir.glob("new.*")], [])

    def test_hub(self):
        (self.dir / "file").write_text("")
        (self.dir / "full").mkdir()
        (self.dir / "full" / "other").write_text("")
        (self.dir / "empty").mkdir()
        (self.dir / "link").symlink_to("empty")
        for flags, says in (
            (("file",), "file is a file; a hub needs a directory of its own"),
            (("full",), "full is no hub, and has other files"),
            (("link/",), f"link is a symbolic link to an empty directory; name {self.dir / 'empty'} itself"),
            (("link",), f"link is a symbolic link to an empty directory; name {self.dir / 'empty'} itself"),
            (("new", "--listen", "127.0.0.1:0"), "--listen: '127.0.0.1:0' is no host with a port"),
            (("new", "--listen", "a b"), "--listen: 'a b' is no host"),
            (("new", "--listen", "0.0.0.0:1"), "--public: on 0.0.0.0 the server listens at all addresses"),
            (("new", "--listen", "[::]:1", "--public", "0.0.0.0"), "--public: 0.0.0.0 is no host that workers can reach"),
            (("new", "--public", "http://x"), "--public: 'http://x' is no host"),
            (("new", "--invite", "A"), "--invite: 'A' is no name"),
            (("new", "--invite", ""), "--invite: '' is no name"),
            (("new", "--invite", "v-"), "--invite: 'v-' is no name"),
            (("new", "--invite", "a.b:worker"), "--invite: 'a.b' is no name"),
            (("new", "--invite", f"{'a' * 31}:volunteer"), "is no name"),
            (("new", "--invite", "a:boss"), "--invite: boss is no role; it must be worker, volunteer, coordinator or viewer"),
            (("new", "--invite", "a:"), "--invite:  is no role"),
            (("new", "--invite", "v-a:worker"), "--invite: v-a cannot be a worker"),
            (("new", "--invite", "a", "--invite", "a:viewer"), "--invite: a is invited already, as a worker"),
            (("new", "--revoke", "a"), "--revoke: new is no hub"),
        ):
            self.refused("hub", *flags, says=says)
        self.refused("hub", "new", says="REFEREE_NATS_SERVER: /nothing is no program", env={"REFEREE_NATS_SERVER": "/nothing"})
        if not pathlib.Path("/usr/sbin/nats-server").exists():
            self.refused("hub", "new", says="Debian's package nats-server", env={"REFEREE_NATS_SERVER": "", "PATH": "/nothing"})

    def test_hub_that_runs_and_hub_that_does_not(self):
        hub = self.hub("--invite", "a")
        for flags, says in (
            ((), "a hub runs in h already"),
            (("--invite", "a"), "--invite: a is invited already, as a worker; --revoke a first"),
            (("--revoke", "b"), "--revoke: nobody is called b; invited are a"),
            (("--listen", f"127.0.0.1:{self.port + 1}"), f"--listen: the hub in h has 127.0.0.1:{self.port}"),
            (("--public", "hub"), f"--public: the hub in h has 127.0.0.1:{self.port}"),
        ):
            self.refused("hub", "h", *flags, says=says)
        self.refused("hub", "other", "--listen", f"127.0.0.1:{self.port}", status=3, says='address already in use" (other was not made)')
        self.assertFalse((self.dir / "other").exists())
        self.end(hub)
        with socket.socket() as holder:
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind(("127.0.0.1", self.port))
            holder.listen()
            self.refused("hub", "h", status=3, says='address already in use" (see h/server.log)')
            self.assertTrue((self.dir / "h" / "invitations" / "a.json").exists())
        (self.dir / "here").mkdir()
        done = self.run_program(SPRT, "hub", ".", cwd=self.dir / "here", env={"REFEREE_NATS_SERVER": nats_wire.server_program()})
        self.assertEqual((done.status, done.stderr), (2, "sprt: . is the working directory; a hub needs a directory of its own, which it makes\n"))
        with open(self.dir / "h" / "hub.json", "r+") as file:
            file.truncate(20)
        self.refused("hub", "h", says="h/hub.json:3:4: not JSON")

    def test_invitations(self):
        self.end(self.hub("--public", "localhost", "--invite", "w", "--invite", "ann:coordinator", "--invite", "eve:viewer"))
        out = (*QUICK, "--out", "new", "--via")
        for via, says in (
            ("nothing.json", "nothing.json is no server and no file; it must be nats://HOST:PORT, tls://HOST:PORT or the path of an invitation"),
            (self.rewrite("w", "format.json", format=2), "format.json: /format "),
            (self.rewrite("w", "seed.json", nkey_seed="SUA"), "seed.json: /nkey_seed: the key is damaged"),
            (self.rewrite("w", "ca.json", ca="x"), "ca.json: /ca "),
            (self.rewrite("w", "more.json", more=1), "more.json: /more: no invitation has this"),
            ("h/invitations/eve.json", "invites a viewer, and {} needs the invitation of a {}"),
        ):
            self.refused("worker", via, "--allow-root", says=says.format("a worker", "worker or volunteer"))
            self.refused("run", *out, via, says=says.format("the coordinator of a run", "coordinator"))
        self.refused("worker", ".", "--allow-root", says="VIA: . ")
        self.refused("worker", "h/invitations/ann.json", "--allow-root", says="invites a coordinator, and a worker needs the invitation of a worker or volunteer")
        self.refused("run", *out, "h/invitations/w.json", says="--via: ")
        self.refused("run", *out, "h/invitations/w.json", says="w.json invites a worker, and the coordinator of a run needs the invitation of a coordinator")
        (self.dir / "h/invitations/w.json").chmod(0o640)
        self.refused("worker", "h/invitations/w.json", "--allow-root", says="others than its owner may read or write it: chmod 600 h/invitations/w.json")
        (self.dir / "c.json").write_text(json.dumps({"via": "nothing.json", "out": "new"}))
        self.refused("run", "c.json", *QUICK, says="c.json: /via: nothing.json is no server and no file")


class Agents(HubTest):
    """What agents find on a worker."""

    def agent(self, name, script):
        """The command of an agent that runs a line of shell before it plays; what it plays with is named, so that sandboxes have it."""
        file = self.dir / name
        file.write_text(f"#!/bin/sh\n{script}\nexec \"$@\"\n")
        file.chmod(0o755)
        return f"{file} {AGENTS / 'random'}"

    def flags_of_sockets(self, pid):
        """Whether each socket of a process is closed when it becomes another program."""
        found = []
        for fd in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if os.readlink(fd).startswith("socket:"):
                    flags = re.search(r"flags:\s*(\d+)", pathlib.Path(f"/proc/{pid}/fdinfo/{fd.name}").read_text())
                    found.append(bool(int(flags[1], 8) & os.O_CLOEXEC))
        return found

    def test_connection_is_not_inherited_also_after_the_server_came_back(self):
        server = nats_wire.Server(self.dir / "server")
        self.addCleanup(server.close)
        via = server.url.replace("//", "//{}@")
        found = self.dir / "found"
        agent = self.agent("looks", f"(ls -l /proc/$$/fd; grep SigIgn /proc/$$/status) >> {found}; sleep 0.1")
        worker = self.worker(via.format("w"), "--cores", 0)
        self.assertTrue(wait_until(lambda: self.flags_of_sockets(worker.pid) == [True], PATIENCE_S))
        flags = ("--agent1", agent, "--agent2", "random", "--sandbox", "off", "--no-check", "--max-games", 40)
        run = self.start_program(SPRT, "run", *flags, "--quiet", "--out", "r", "--via", via.format("c"))
        self.assertTrue(wait_until(lambda: self.counted("r") > 1, PATIENCE_S))
        server.kill()
        server.start()
        at_return = self.counted("r")
        self.assertTrue(wait_until(lambda: self.counted("r") > at_return, PATIENCE_S))
        self.assertTrue(wait_until(lambda: self.flags_of_sockets(worker.pid) == [True], PATIENCE_S))
        self.assertEqual(self.finish(run).status, 0)
        self.assertEqual(self.end(worker).status, 0)
        text = found.read_text()
        self.assertEqual(text.count("SigIgn:"), text.count("SigIgn:\t" + "0" * 16), "SIGPIPE is not ignored")
        self.assertGreaterEqual(text.count("SigIgn:"), 20)
        self.assertNotIn("socket:", text)
        self.assertIn("pipe:", text)

    @unittest.skipIf(why_no_sandbox(), "no sandbox here")
    def test_invitation_is_not_seen_in_a_sandbox_even_by_an_agent_whose_directory_has_it(self):
        self.hub("--invite", "ann:coordinator", "--invite", "w")
        shutil.copy(self.dir / "h/invitations/w.json", self.dir / "mine.json")
        (self.dir / "seen").write_text("this is seen")
        for via, secrets in (("h/invitations/w.json", "h"), ("mine.json", "mine.json")):
            with self.subTest(via):
                agent = self.agent("steals", f"cat seen >&2 || exit 1; grep -r SU {secrets} >&2 && exit 1; grep -r format {secrets} >&2 && exit 1")
                config = {"agent1": {"command": agent, "dir": str(self.dir)}, "agent2": "random", "sandbox": "on", "no_check": True}
                (self.dir / "c.json").write_text(json.dumps({**config, "max_games": 2, "out": "r", "via": "h/invitations/ann.json"}))
                shutil.rmtree(self.dir / "r", ignore_errors=True)
                worker = self.worker(via, "--once")
                self.succeed(SPRT, "run", "c.json", "--quiet")
                self.finish(worker)
                self.assertEqual([game["fault"] for game in read_games(self.dir / "r" / "games.jsonl") if game["fault"]], [])


if __name__ == "__main__":
    nats_wire.main_at_once(__file__)
