"""The tools of nats_wire.py with a real server: what goes over the wire, a server that dies, and a proxy that disturbs messages."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import nats_wire
import nkey
from harness import wait_until
from nats_wire import Client, Proxy, Server

TURN = "referee.1.turn.c.r.w"
USERS = """authorization { users: [
  { user: w, password: one, permissions: { publish: "allowed.>", subscribe: "_INBOX_w.>" } }
  %s
] }
"""
OTHER = "{ user: o, password: two }"
STARTS_AND_WAITS = """
import sys, threading, time
sys.path.insert(0, {here!r})
import nats_wire
servers = []
thread = threading.Thread(target=lambda: servers.append(nats_wire.Server({dir!r})))
thread.start()
thread.join()
time.sleep(0.1)
print(servers[0].process.pid, servers[0].process.poll(), flush=True)
time.sleep(100)
"""


class Wire(unittest.TestCase):
    """A server and its clients. It has no tests of its own."""

    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="referee-e2e-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)

    def serve(self, config=""):
        self.server = Server(self.dir, config)
        self.addCleanup(self.server.close)
        return self.server

    def client(self, url=None, **who):
        client = Client(url or self.server.url, **who)
        self.addCleanup(client.close)
        return client


class Nkeys(Wire):
    def test_key_of_the_documentation_lets_in_and_another_one_does_not(self):
        # Source: docs.nats.io, "NKey Authentication".
        seed, public = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY", "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
        self.assertEqual(nkey.public_key(seed), public)
        self.serve(f"authorization {{ users: [ {{ nkey: {public} }} ] }}\n")
        client = self.client(seed=seed)
        heard = client.subscribe("some.>")
        client.publish("some.thing", "said")
        self.assertEqual(heard.next().data, b"said")
        with self.assertRaises(ConnectionError):
            self.client(seed="SUAMLK2ZNL35WSMW37E7UD4VZ7ELPKW7DHC3BWBSD2GCZ7IUQQXZIORRBU")
        with self.assertRaises(ConnectionError):
            self.client()


class Clients(Wire):
    def setUp(self):
        super().setUp()
        self.serve()

    def test_message_arrives_with_its_subject_bytes_and_reply(self):
        listener, speaker = self.client(), self.client()
        heard = listener.subscribe("some.>")
        payload = bytes(range(256)) + b"\r\nPING\r\n"
        speaker.publish("some.thing", payload, reply="back")
        speaker.publish("some.thing.else", "")
        speaker.publish("another", "not heard")
        speaker.flush()
        first, second = heard.next(), heard.next()
        self.assertEqual((first.subject, first.reply, first.data), ("some.thing", "back", payload))
        self.assertEqual((first.headers, first.status), ({}, None))
        self.assertEqual((second.subject, second.reply, second.data), ("some.thing.else", None, b""))
        listener.flush()
        self.assertEqual(heard.all(), [])
        with self.assertRaises(TimeoutError):
            heard.next(0.01)
        self.assertEqual(listener.errors + speaker.errors, [])

    def test_headers_arrive(self):
        client = self.client()
        heard = client.subscribe("a")
        client.publish("a", "body", headers={"Bytes": "4", "Other": "a b"})
        client.publish("a", "body", reply="back", headers={})
        message = heard.next()
        self.assertEqual((message.headers, message.data, message.status), ({"Bytes": "4", "Other": "a b"}, b"body", None))
        message = heard.next()
        self.assertEqual((message.headers, message.data, message.reply), ({}, b"body", "back"))

    def test_request_is_answered_in_the_inbox_of_who_asks(self):
        asked, asks = self.client(), self.client(inbox="_INBOX_w")
        questions = asked.subscribe("question")

        def answer():
            question = questions.next()
            asked.publish(question.reply, question.subject + " " + question.reply + " " + question.data.decode())

        thread = threading.Thread(target=answer)
        thread.start()
        got = asks.request("question", "why")
        thread.join()
        self.assertRegex(got.data.decode(), r"^question _INBOX_w\.\w+ why$")
        with self.assertRaises(TimeoutError):
            asks.request("question", "why", 0.01)

    def test_request_that_nobody_hears_has_status_503(self):
        got = self.client().request("nobody", "")
        self.assertEqual((got.status, got.data, got.headers), (503, b"", {}))

    def test_too_large_message_ends_the_connection(self):
        client = self.client()
        self.assertEqual(client.info["max_payload"], 1 << 20)
        client.publish("a", bytes(1 << 20))
        client.flush()
        client.publish("a", bytes((1 << 20) + 1))
        self.assertTrue(client.lost.wait(10))
        self.assertEqual(client.errors, ["Maximum Payload Violation"])


class Servers(Wire):
    def test_killed_server_starts_again_on_its_port(self):
        server = self.serve()
        before = self.client()
        pid = server.process.pid
        server.kill()
        self.assertTrue(before.lost.wait(10))
        with self.assertRaises(ConnectionError):
            Client(server.url)
        with self.assertRaises(ConnectionError):
            before.flush()
        server.start()
        self.assertNotEqual(server.process.pid, pid)
        after = self.client()
        heard = after.subscribe("a")
        after.publish("a", "again")
        self.assertEqual(heard.next().data, b"again")

    def test_paused_server_answers_when_it_goes_on(self):
        server = self.serve()
        client = self.client()
        for _ in range(3):
            server.pause()
            with self.assertRaises(TimeoutError):
                client.flush(0.1)
            server.go_on()
            client.flush()
        server.pause()
        server.pause()  # and it is killed as it stands, at the end

    def test_users_have_their_permissions_until_the_configuration_is_read_anew(self):
        server = self.serve(USERS % OTHER)
        with self.assertRaisesRegex(ConnectionError, "Authorization Violation"):
            Client(server.url, user="w", password="two")
        client, other = self.client(user="w", password="one"), self.client(server.url.replace("//", "//o:two@"))
        client.publish("allowed.a", "")
        client.publish("forbidden", "")
        client.subscribe("_INBOX_w.>")
        client.subscribe("_INBOX_o.>")
        expected = ['Permissions Violation for Publish to "forbidden"', 'Permissions Violation for Subscription to "_INBOX_o.>"']
        self.assertEqual(client.errors, expected)
        server.reload(USERS % "")
        self.assertTrue(other.lost.wait(10))
        client.flush()
        with self.assertRaisesRegex(RuntimeError, "unknown field"):
            server.reload("something: wrong")

    def test_server_that_cannot_start_says_why(self):
        with self.assertRaisesRegex(RuntimeError, "unknown field"):
            self.serve("something: wrong")

    @unittest.skipUnless(nats_wire.DIES_WITH_US, "no setpriv")
    def test_server_outlives_the_thread_that_starts_it_but_not_the_process(self):
        here = str(pathlib.Path(__file__).parent)
        script = STARTS_AND_WAITS.format(here=here, dir=str(self.dir))
        with subprocess.Popen([sys.executable, "-B", "-c", script], stdout=subprocess.PIPE, text=True) as process:
            pid, status = process.stdout.readline().split()
            process.kill()
        self.assertEqual(status, "None")
        words = pathlib.Path("/proc", pid, "cmdline")

        def is_gone():
            with contextlib.suppress(OSError):
                return words.read_bytes() == b""  # a zombie: in some containers init reaps late
            return True

        gone = wait_until(is_gone, 10)
        if not gone:
            os.kill(int(pid), signal.SIGKILL)
        self.assertTrue(gone)


class Disturbed(Wire):
    """Messages go up through the proxy, and are heard by a client that is connected to the server itself."""

    def setUp(self):
        super().setUp()
        self.serve()
        self.proxy = self.proxy_with(seed=1)
        self.speaker = self.client(self.proxy.url)
        self.heard = self.client().subscribe("referee.>")

    def proxy_with(self, seed):
        proxy = Proxy(self.server.port, seed)
        self.addCleanup(proxy.close)
        return proxy

    def passed_on(self, count, speaker=None):
        """Sends `count` numbers and then what does not match. Returns the numbers that came until that."""
        speaker = speaker or self.speaker
        for number in range(count):
            speaker.publish(TURN, str(number))
        for end in ("end", "last"):  # the first may overtake a number
            speaker.publish("referee.1.end", end)
        came = []
        while "last" not in came:
            came.append(self.heard.next().data.decode())
        return [text for text in came if text.isdecimal()]

    def test_undisturbed_messages_pass_in_both_directions(self):
        self.assertEqual(self.passed_on(3), ["0", "1", "2"])
        answer = self.speaker.request("nobody", "")
        self.assertEqual(answer.status, 503)
        self.assertEqual(self.proxy.counts, {"passed": 4})

    def test_all_that_matches_is_dropped(self):
        self.proxy.disturb(drop=1)
        self.assertEqual(self.passed_on(3), [])
        self.assertEqual(self.proxy.counts, {"dropped": 3})
        with self.assertRaises(TimeoutError):
            self.speaker.request("nobody", "", 0.1)
        self.assertTrue(wait_until(lambda: self.proxy.counts == {"dropped": 4}, 10), "the answer, on its way down")
        self.proxy.disturb()
        self.assertEqual(self.passed_on(1), ["0"])

    def test_other_subjects_can_be_named(self):
        self.proxy.matches = lambda subject: subject == "other"
        self.proxy.disturb(drop=1)
        self.speaker.publish("other", "")
        self.assertEqual(self.passed_on(1), ["0"])
        self.assertEqual(self.proxy.counts, {"dropped": 1})

    def test_doubled_messages_come_twice(self):
        self.proxy.disturb(double=1)
        self.assertEqual(self.passed_on(2), ["0", "0", "1", "1"])
        self.assertEqual(self.proxy.counts, {"doubled": 2})
        self.proxy.matches = lambda subject: subject == "echo"
        echoes = self.speaker.subscribe("echo")
        self.speaker.publish("echo", "", headers={"A": "b"})
        self.assertEqual([echoes.next().headers for _ in range(4)], [{"A": "b"}] * 4, "two up, each of them twice down")

    def test_reordered_messages_come_after_the_next_one(self):
        self.proxy.disturb(reorder=1)
        self.proxy.hold_s = 60
        self.assertEqual(self.passed_on(4), ["1", "0", "3", "2"])
        self.assertEqual(self.proxy.counts, {"reordered": 2, "passed": 2})

    def test_reordered_message_goes_on_alone_when_no_other_comes(self):
        self.proxy.disturb(reorder=1)
        self.proxy.hold_s = 0.05
        self.speaker.publish(TURN, "alone")
        self.assertEqual(self.heard.next().data, b"alone")

    def test_delayed_messages_come_later(self):
        self.proxy.disturb(delay=1)
        self.proxy.delay_s = 5
        self.assertLess(len(self.passed_on(100)), 100)
        self.heard.next()
        self.assertEqual(self.proxy.counts, {"delayed": 100})

    def test_fates_are_the_seeds(self):
        came = []
        for seed in (7, 7, 8):
            proxy = self.proxy_with(seed)
            proxy.hold_s = 60
            proxy.disturb(drop=0.2, double=0.2, reorder=0.2)
            came.append(self.passed_on(100, self.client(proxy.url)))
            self.assertEqual(len(proxy.counts), 4, proxy.counts)
        self.assertEqual(came[0], came[1])
        self.assertNotEqual(came[0], came[2])

    def test_cut_breaks_connections_and_refuses_new_ones_until_it_is_mended(self):
        self.proxy.cut()
        self.assertTrue(self.speaker.lost.wait(10))
        with self.assertRaises(ConnectionRefusedError):
            Client(self.proxy.url)
        self.proxy.mend()
        self.assertEqual(self.passed_on(1, self.client(self.proxy.url)), ["0"])

    def test_frozen_connection_stays_open_and_its_bytes_come_when_it_thaws(self):
        self.proxy.freeze()
        self.speaker.publish(TURN, "late")
        with self.assertRaises(TimeoutError):
            self.heard.next(0.1)
        self.assertFalse(self.speaker.lost.is_set())
        self.proxy.thaw()
        self.assertEqual(self.heard.next().data, b"late")

    def test_connection_ends_with_the_servers(self):
        self.server.kill()
        self.assertTrue(self.speaker.lost.wait(10))
        with self.assertRaises(ConnectionError):
            Client(self.proxy.url)
        self.server.start()
        self.client(self.proxy.url)

    def test_clients_are_not_told_of_other_addresses(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            proxy = Proxy(listener.getsockname()[1])
            self.addCleanup(proxy.close)
            with socket.create_connection(("127.0.0.1", proxy.port)) as client, listener.accept()[0] as server:
                server.sendall(b'INFO {"max_payload":9,"connect_urls":["127.0.0.1:1"]} \r\n+OK\r\n')
                came = b""
                while not came.endswith(b"+OK\r\n"):
                    came += client.recv(100)
        self.assertEqual(came, b'INFO {"max_payload": 9}\r\n+OK\r\n')


if __name__ == "__main__":
    nats_wire.main()
