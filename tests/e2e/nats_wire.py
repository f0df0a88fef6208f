"""Tools of the tests that need a NATS server: the server, a raw client of its protocol, and a proxy that disturbs messages.

The protocol: https://docs.nats.io/reference/reference-protocols/nats-protocol. There is no TLS here.
"""

import atexit
import collections
import concurrent.futures
import contextlib
import dataclasses
import itertools
import json
import os
import pathlib
import queue
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest
import urllib.parse

import nkey
from harness import BIN, BUILD, wait_until

LOOPBACK = "127.0.0.1"
PATIENCE_S = 10
MESSAGES = ("PUB", "HPUB", "MSG", "HMSG")
CONFIG = """host: {host}
port: {port}
max_payload: 1MB
ping_interval: "5s"
ping_max: 2
write_deadline: "10s"
"""
# A test that is killed cannot end its server, so the kernel does.
DIES_WITH_US = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
# For the kernel the parent is a thread, not a process. This thread lives as long as the process does.
_starter = concurrent.futures.ThreadPoolExecutor(1, "starts servers")


def server_program():
    """The path of nats-server: $REFEREE_NATS_SERVER, else from PATH, else where scripts/test unpacks it; None without one."""
    unpacked = BUILD / "nats/usr/sbin/nats-server"
    return os.environ.get("REFEREE_NATS_SERVER") or shutil.which("nats-server") or (str(unpacked) if unpacked.exists() else None)


def main():
    """unittest.main() for tests that need a server: without one they are skipped (status 77); where CI is set they fail."""
    if server_program() is None:
        failed = "CI" in os.environ
        print("failed:" if failed else "skipped:", "no nats-server in PATH or below the build directory; see scripts/test")
        sys.exit(1 if failed else 77)
    unittest.main()


def main_at_once(file):
    """The same for the test file `file`, whose classes run at once: most of their time is spent on waiting."""
    if len(sys.argv) > 1 or server_program() is None:
        main()
    with contextlib.suppress(subprocess.TimeoutExpired):  # it waits for a server
        done = subprocess.run([str(BIN / "sprt"), "worker", "nats://127.0.0.1:1", "--allow-root"], capture_output=True, timeout=3)
        if b"built without NATS" in done.stderr:
            print("skipped: sprt was built without NATS")
            sys.exit(77)
    module = sys.modules["__main__"]
    names = [name for name, kind in vars(module).items() if isinstance(kind, type) and unittest.defaultTestLoader.getTestCaseNames(kind)]
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        every = [*pool.map(lambda name: subprocess.run([sys.executable, "-B", file, name], capture_output=True, text=True), names)]
    for name, one in zip(names, every):
        print(f"{name}:\n{one.stdout}{one.stderr}")
    sys.exit(max(abs(one.returncode) for one in every))


RESERVED = []  # sockets that hold the names of this process's ports


def free_port():
    """A port of loopback that no other process of the tests takes while this one lives, also after its server was killed, and that
    no kernel gives to a client by itself (Linux has those from 32768, gVisor from 16000): a client that connects to a dead server
    from the same port would be connected to itself."""
    for port in random.SystemRandom().sample(range(10000, 16000), 100):
        name = socket.socket(socket.AF_UNIX)
        with socket.socket() as probe, contextlib.suppress(OSError):
            name.bind(f"\0referee-test-port-{port}")
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, port))
            probe.listen()  # two may be bound to a port, one may listen
            RESERVED.append(name)
            return port
        name.close()
    raise RuntimeError("no port is free")


class Server:
    """nats-server with its nats.conf and nats.log in `dir`; `config` is added to nats.conf, where the last of two values counts."""

    def __init__(self, dir, config="", port=None):
        self.dir = pathlib.Path(dir)
        self.log = self.dir / "nats.log"
        self.port = port or free_port()
        self.url = f"nats://{LOOPBACK}:{self.port}"
        self.process = None
        self.write_config(config)
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def write_config(self, config):
        self.dir.mkdir(parents=True, exist_ok=True)
        (self.dir / "nats.conf").write_text(CONFIG.format(host=LOOPBACK, port=self.port) + config)

    def start(self):
        """Starts the server, also again after `kill()`. Returns when it answers."""
        assert self.process is None, "the server runs"
        atexit.register(self.close)
        words = [*DIES_WITH_US, server_program(), "-c", str(self.dir / "nats.conf")]
        with open(self.log, "ab") as log:
            run = _starter.submit(subprocess.Popen, words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            self.process = run.result()
        wait_until(lambda: self._answers() or self.process.poll() is not None, PATIENCE_S)
        if self.process.poll() is not None or not self._answers():
            self.close()
            raise RuntimeError("nats-server does not start:\n" + self.log.read_text(errors="replace")[-4000:])

    def _answers(self):
        try:
            with socket.create_connection((LOOPBACK, self.port), timeout=1) as probe:
                return probe.recv(5) == b"INFO "
        except OSError:
            return False

    def kill(self):
        """SIGKILL. Returns when the process is gone and the port is free."""
        self.process.kill()
        self.process.wait()
        self.process = None

    def pause(self):
        """SIGSTOP. Returns when all threads stand still, which the signal alone does not wait for."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def reload(self, config=None):
        """SIGHUP: the server reads nats.conf anew, with another `config` if one is given. Returns when it has done so."""
        if config is not None:
            self.write_config(config)
        known = self.log.stat().st_size
        self.process.send_signal(signal.SIGHUP)
        said = lambda: self.log.read_bytes()[known:].decode(errors="replace")
        wait_until(lambda: "eload" in said() and "server configuration" in said(), PATIENCE_S)
        if "Reloaded server configuration" not in said():
            raise RuntimeError(f"nats-server did not read its configuration anew:\n{said()}")

    def close(self):
        if self.process:
            self.kill()
        atexit.unregister(self.close)


@dataclasses.dataclass
class Frame:
    """A line of the protocol with its payload: as words, and as the bytes that were sent."""

    verb: str
    words: list
    payload: bytes
    raw: bytes


def frames(stream):
    """The frames of a stream of bytes until its end; a last frame that is cut short is not among them.

    The verb is empty for a line that is not of the protocol: hostile tests send such.
    """
    while (line := stream.readline()).endswith(b"\n"):
        words = line.decode(errors="replace").split()
        verb = words[0].upper() if words else ""
        payload = b""
        if verb in MESSAGES and (len(words) < 3 or not words[-1].isdecimal()):
            verb = ""
        if verb in MESSAGES:
            payload = stream.read(int(words[-1]) + 2)
            if len(payload) < int(words[-1]) + 2:
                return
        yield Frame(verb, words, payload[:-2], line + payload)


@dataclasses.dataclass
class Message:
    """`status` is the server's, e.g. 503 when nobody listens to a request; else None."""

    subject: str
    reply: str | None
    data: bytes
    headers: dict
    status: int | None

    @staticmethod
    def of(frame):
        """The message of a MSG or HMSG frame."""
        lengths = 2 if frame.verb == "HMSG" else 1
        reply = frame.words[3] if len(frame.words) == 4 + lengths else None
        size = int(frame.words[-2]) if frame.verb == "HMSG" else 0
        version, *lines = frame.payload[:size].decode().rstrip("\r\n").split("\r\n")
        fields = (line.partition(":") for line in lines)
        status = version.split()[1:2]
        headers = {name: value.strip() for name, _, value in fields}
        return Message(frame.words[1], reply, frame.payload[size:], headers, int(status[0]) if status else None)


class Subscription:
    """The messages that came for a subject, in order."""

    def __init__(self, client, number):
        self._client, self._number = client, number
        self._messages = queue.SimpleQueue()

    def next(self, timeout=PATIENCE_S):
        """The next message. Fails with TimeoutError when none comes."""
        try:
            return self._messages.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"no message came in {timeout} s; errors: {self._client.errors}") from None

    def all(self):
        """The messages that have come and were not taken."""
        return [self._messages.get() for _ in range(self._messages.qsize())]

    def end(self):
        self._client.unsubscribe(self._number)


class Client:
    """One connection, which is not made anew when it breaks. The errors that the server sent are in `errors`, its INFO in `info`.

    Fails with ConnectionError when the server does not let it in. `seed` is that of an nkey.
    """

    def __init__(self, url, inbox="_INBOX_t", user=None, password=None, seed=None):
        where = urllib.parse.urlsplit(url)
        self.inbox, self.errors, self.info = inbox, [], {}
        self.lost = threading.Event()
        self._numbers = itertools.count(1)
        self._subscriptions, self._pings = {}, collections.deque()
        self._writing = threading.Lock()
        self._socket = socket.create_connection((where.hostname, where.port), timeout=PATIENCE_S)
        _begin(self._socket)
        self._greeted = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            if not self._greeted.wait(PATIENCE_S) or self.lost.is_set():
                raise ConnectionError("the server says nothing")
            told = {"user": user or where.username, "pass": password or where.password}
            if seed:
                told |= {"nkey": nkey.public_key(seed), "sig": nkey.signature(seed, self.info["nonce"])}
            how = {"verbose": False, "pedantic": False, "headers": True, "no_responders": True, "protocol": 1, "lang": "python"}
            how |= {name: value for name, value in told.items() if value is not None}
            self.flush(before=f"CONNECT {json.dumps(how)}\r\n".encode())
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, raw):
        """Sends bytes as they are. A connection that broke is in `lost`, not an exception, as its last errors are still read."""
        with self._writing:
            try:
                self._socket.sendall(raw)
            except OSError:
                self.lost.wait(PATIENCE_S)

    def flush(self, timeout=PATIENCE_S, before=b""):
        """Returns when the server has read all that was sent before; its errors about that are then in `errors`."""
        answered = threading.Event()
        with self._writing:
            self._pings.append(answered)
            try:
                self._socket.sendall(before + b"PING\r\n")
            except OSError:
                self.lost.wait(PATIENCE_S)
        deadline = time.monotonic() + timeout
        while not answered.wait(0.05) and not self.lost.is_set():
            if time.monotonic() > deadline:
                raise TimeoutError(f"no PONG came in {timeout} s")
        if not answered.is_set():
            raise ConnectionError(f"the connection is lost; errors: {self.errors}")

    def publish(self, subject, data, reply=None, headers=None):
        """`data` may be text. The server has read it only after `flush()`."""
        data = data.encode() if isinstance(data, str) else data
        words = [subject, *([reply] if reply else [])]
        block = b""
        if headers is not None:
            block = ("NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode()
            words.append(str(len(block)))
        words.append(str(len(block) + len(data)))
        verb = "PUB" if headers is None else "HPUB"
        self.send(f"{verb} {' '.join(words)}\r\n".encode() + block + data + b"\r\n")

    def subscribe(self, subject):
        """Returns when the server knows the subscription, or has refused it in `errors`."""
        subscription = self._subscribe(subject)
        self.flush()
        return subscription

    def _subscribe(self, subject):
        number = next(self._numbers)
        subscription = self._subscriptions[str(number)] = Subscription(self, number)
        self.send(f"SUB {subject} {number}\r\n".encode())
        return subscription

    def unsubscribe(self, number):
        self.send(f"UNSUB {number}\r\n".encode())
        self._subscriptions.pop(str(number), None)

    def request(self, subject, data, timeout=PATIENCE_S, headers=None):
        """The first answer; its status is 503 when nobody listens. Fails with TimeoutError when none comes."""
        inbox = f"{self.inbox}.{random.SystemRandom().getrandbits(64):016x}"
        answers = self._subscribe(inbox)
        try:
            self.publish(subject, data, inbox, headers)
            return answers.next(timeout)
        finally:
            answers.end()

    def _read(self):
        try:
            with self._socket.makefile("rb") as stream:
                for frame in frames(stream):
                    self._take(frame)
        except OSError:
            pass
        self.lost.set()
        self._greeted.set()

    def _take(self, frame):
        if frame.verb == "PING":
            self.send(b"PONG\r\n")
        elif frame.verb == "PONG":
            self._pings.popleft().set()
        elif frame.verb == "INFO":
            self.info = json.loads(frame.raw[5:])
            self._greeted.set()
        elif frame.verb == "-ERR":
            self.errors.append(frame.raw[5:].decode().strip().strip("'"))
        elif subscription := self._subscriptions.get(frame.words[2] if frame.verb in MESSAGES else None):
            subscription._messages.put(Message.of(frame))

    def close(self):
        _shut(self._socket)
        self._reader.join()
        self._socket.close()


def _begin(end):
    """Sends without the wait of up to 40 ms for the other side's acknowledgement; reads for as long as it takes."""
    end.settimeout(None)
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _shut(end):
    """Ends what threads do with the socket; they close it."""
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


class Proxy:
    """Stands before the server at `port` of loopback and disturbs the messages whose subject matches.

    The fate of the n-th such message of a direction of a connection depends on `seed`, n, direction and the connection's number.
    """

    def __init__(self, port, seed=1):
        self.seed, self.server_port = seed, port
        self.matches = lambda subject: ".turn." in subject or subject.startswith("_INBOX")
        self.delay_s = 1.0  # the longest delay
        self.hold_s = 1.0  # a message that is to be reordered goes on after that when no other comes
        self.disturb()
        self._lock = threading.Lock()
        self._counts = collections.Counter()
        self._connections, self._made = set(), 0
        self.passing = threading.Event()
        self.passing.set()
        self._listener = None
        self.port = free_port()
        self.url = f"nats://{LOOPBACK}:{self.port}"
        self.mend()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def disturb(self, drop=0.0, delay=0.0, double=0.0, reorder=0.0):
        """The shares of matching messages from now on that are dropped, delayed, sent twice, or sent after the next message."""
        self._shares = {"dropped": drop, "delayed": delay, "doubled": double, "reordered": reorder}

    @property
    def counts(self):
        """How many matching messages were `passed` (undisturbed), `dropped`, `delayed`, `doubled`, `reordered`; 0 if none."""
        with self._lock:
            return collections.Counter(self._counts)

    def cut(self):
        """Breaks all connections, loses what is under way, and refuses new connections until `mend()`."""
        with self._lock:
            listener, self._listener = self._listener, None
            connections = list(self._connections)
        if listener:
            _shut(listener)
            self._acceptor.join()
            listener.close()
        for connection in connections:
            connection.shut()

    def mend(self):
        if self._listener is None:
            listener = socket.create_server((LOOPBACK, self.port), backlog=128)
            self._listener = listener
            self._acceptor = threading.Thread(target=self._accept, args=(listener,), daemon=True)
            self._acceptor.start()

    def freeze(self):
        """No more bytes pass until `thaw()`; connections stay open, and new ones are accepted."""
        self.passing.clear()

    def thaw(self):
        self.passing.set()

    def close(self):
        self.cut()
        self.thaw()

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection((LOOPBACK, self.server_port), timeout=PATIENCE_S)
            except OSError:
                client.close()
                continue
            for end in (client, server):
                _begin(end)
            with self._lock:
                self._made += 1
                connection = _Connection(self, self._made, client, server)
                self._connections.add(connection)
                if self._listener is not listener:
                    connection.shut()
            connection.start()

    def forget(self, connection):
        with self._lock:
            self._connections.discard(connection)

    def fate(self, dice):
        """What is done with a message, and how long a delay lasts. Rolls the dice alike whatever the shares are."""
        roll, delay_s = dice.random(), dice.random() * self.delay_s
        for name, share in self._shares.items():
            if roll < share:
                return name, delay_s
            roll -= share
        return "passed", delay_s

    def count(self, fate):
        with self._lock:
            self._counts[fate] += 1


class _Connection:
    """A client's connection to the proxy and the proxy's to the server."""

    def __init__(self, proxy, number, client, server):
        self.proxy = proxy
        self._ends = (client, server)
        self._lock = threading.Lock()
        self._ways = (_Way(self, client, server, f"{proxy.seed} {number} up"), _Way(self, server, client, f"{proxy.seed} {number} down"))
        self._left = len(self._ways)

    def start(self):
        for way in self._ways:
            way.start()

    def shut(self):
        for end in self._ends:
            _shut(end)

    def way_ended(self):
        """When one way ends the other does, too; the last one closes the sockets."""
        self.shut()
        with self._lock:
            self._left -= 1
            last = self._left == 0
        if last:
            for end in self._ends:
                end.close()
            self.proxy.forget(self)


class _Way(threading.Thread):
    """One direction of a connection: reads frames and sends them on, or does with them what the proxy says."""

    def __init__(self, connection, source, sink, seed):
        super().__init__(daemon=True)
        self._connection, self._proxy = connection, connection.proxy
        self._source, self._sink = source, sink
        self._dice = random.Random(seed)
        self._writing, self._holding = threading.Lock(), threading.Lock()
        self._held = []

    def run(self):
        try:
            with self._source.makefile("rb") as stream:
                for frame in frames(stream):
                    self._pass_on(frame)
        except OSError:
            pass
        self._connection.way_ended()

    def _pass_on(self, frame):
        if frame.verb not in MESSAGES:
            self._send(_without_addresses(frame) if frame.verb == "INFO" else frame.raw)
            return
        fate, delay_s = "other", 0
        if self._proxy.matches(frame.words[1]):
            fate, delay_s = self._proxy.fate(self._dice)
            # A message that overtakes another one is not held back itself, or nothing would change places.
            fate = "passed" if fate == "reordered" and self._held else fate
            self._proxy.count(fate)
        if fate == "dropped":
            return
        if fate == "delayed":
            self._later(delay_s, lambda: self._send(frame.raw))
        elif fate == "reordered":
            self._held.append(frame.raw)
            self._later(self._proxy.hold_s, lambda: self._release(frame.raw))
        else:
            self._send(frame.raw * (2 if fate == "doubled" else 1))
            for raw in list(self._held):
                self._release(raw)

    def _release(self, raw):
        with self._holding:
            mine = raw in self._held
            if mine:
                self._held.remove(raw)
        if mine:
            self._send(raw)

    def _later(self, seconds, action):
        timer = threading.Timer(seconds, action)
        timer.daemon = True
        timer.start()

    def _send(self, raw):
        self._proxy.passing.wait()
        try:
            with self._writing:  # frames stay whole
                self._sink.sendall(raw)
        except OSError:
            self._connection.shut()


def _without_addresses(frame):
    """INFO without other addresses of the server, to which clients would connect past the proxy."""
    info = json.loads(frame.raw[5:])
    kept = {key: value for key, value in info.items() if key not in ("connect_urls", "ws_connect_urls")}
    return f"INFO {json.dumps(kept)}\r\n".encode()
