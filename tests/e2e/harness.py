"""Shared by the end-to-end tests: where the programs are, how a test runs them, and reading what they write.

To run one file by hand, with a Python that has jsonschema (Debian's has python3-jsonschema):
REFEREE_BIN=build/bin REFEREE_SOURCE=. REFEREE_BUILD=build /usr/bin/python3 tests/e2e/order_test.py
"""

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import typing
import unittest

import schema

BIN = pathlib.Path(os.environ["REFEREE_BIN"]).absolute()
SOURCE = pathlib.Path(os.environ["REFEREE_SOURCE"]).absolute()
BUILD = pathlib.Path(os.environ["REFEREE_BUILD"]).absolute()
CACHE = (BUILD / "CMakeCache.txt").read_text()
BUILT_WITH_NATS = "\nNATS_FOUND:INTERNAL=1\n" in CACHE
BUILT_WITH_FATHOM = bool(re.search(r"(?m)^FATHOM_LIBRARY:\w+=/", CACHE)) and "\nREFEREE_FATHOM:STRING=OFF\n" not in CACHE
SANITIZED = os.environ.get("REFEREE_SANITIZED", "OFF") == "ON"

REFEREE = str(BIN / "referee")
SPRT = str(BIN / "sprt")
AGENTS = BIN / "agents"
# Where the Python of these tests lies, when it is not the system's: sandboxes have to be told.
PYTHON_PREFIX = pathlib.Path(sys.base_prefix).resolve()
PYTHON_READ = [] if PYTHON_PREFIX.is_relative_to("/usr") else [str(PYTHON_PREFIX)]
PLAY_ATAXX = ("alphabeta", "champion", "greedy", "idab", "killer", "mcts", "minimax", "negamax", "pvs", "random", "rules", "ttco", "ttmo")
AGENT_NAMES = (*PLAY_ATAXX, "solver")
# With these flags `sprt run` is the articles' test; transcript.check() checks its transcript.
ARTICLES = ("--model", "wald", "--openings", "start", "--repeats", "count")

# No test depends on speed; this limit turns a hang into a failure.
PATIENCE_S = 500 if SANITIZED else 300

# The status of a program must differ from that of a sanitizer's report.
for options in ("ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
    os.environ.setdefault(options, "exitcode=99")

STRAIN = "the machine(?: is overloaded|s of workers are overloaded| was suspended)"
MACHINE = re.compile(f"games at once on|{STRAIN}|interference: agent . used")  # warnings about where the tests run
LATE_PING = r"Warning; Engine \w+ took [\d.]+ ms before each move to say readyok"  # said by `sprt fastchess`
# What any command, and `sprt status`, says of a strained machine, as whole lines.
STRAINED = re.compile(rf"^(?:\w+: warning: {STRAIN}|  Warning: The machine was overloaded|{LATE_PING})\b.*\n", re.MULTILINE)
CONTROL_BYTES = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")  # all but the newline
SCRIPTED_AGENT = pathlib.Path(__file__).with_name("scripted_agent.py")


def complaints(done):
    """The lines on standard error but warnings about where the tests run."""
    return [line for line in done.stderr.splitlines() if not MACHINE.search(line)]


def scripted(mode, *starts):
    """The words of an agent that obeys the protocol except for `mode`; see scripted_agent.py."""
    return [sys.executable, "-B", "-S", str(SCRIPTED_AGENT), mode, *map(str, starts)]


def command(words):
    """The words as one quoted command."""
    return shlex.join(words)


def why_no_sandbox():
    """Why this machine can make no sandbox; empty when it can."""
    done = subprocess.run([REFEREE, "play", "random", "random", "--sandbox", "on"], capture_output=True, text=True, timeout=PATIENCE_S)
    refusal = re.search(r"cannot make a sandbox: (.*)", done.stderr)
    return refusal[1] if refusal else ""


def control_group(test, controller, limits):
    """A new control group below that of this process, in which the files of `limits[1]` or `limits[2]` (by the version) have
    these values. The test, at whose end it is removed, is skipped where none can be made. Returns words that run a command in it.
    """
    mounts = [line.split() for line in pathlib.Path("/proc/mounts").read_text().splitlines()]
    own = [line.split(":", 2) for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines()]
    for _, place, kind, options, *_ in mounts:
        for _, controllers, path in own:
            is_it = kind == "cgroup2" and not controllers
            is_it = is_it or kind == "cgroup" and controller in controllers.split(",") and controller in options.split(",")
            group = pathlib.Path(place + path) / f"referee-test-{os.getpid()}-{time.monotonic_ns()}"
            try:
                if is_it:
                    group.mkdir()
                    test.addCleanup(lambda group=group: wait_until(lambda: removed(group), 10))
                    for file, value in limits[2 if kind == "cgroup2" else 1].items():
                        (group / file).write_text(str(value))
                    return ["sh", "-c", f'echo $$ >{shlex.quote(str(group))}/cgroup.procs && exec "$@"', "sh"]
            except OSError:
                continue
    test.skipTest(f"no control group for {controller} can be made here")


def removed(group):
    """Whether the control group is gone now, with those below it. It holds no process any more."""
    try:
        for below in sorted(group.rglob("*/"), reverse=True):
            below.rmdir()
        group.rmdir()
    except FileNotFoundError:
        pass
    except OSError:
        return False
    return True


def wait_until(condition, seconds, step=0.01):
    """Polls until `condition()` is true and returns what it returned, or its last value after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result or time.monotonic() >= deadline:
            return result
        time.sleep(step)


def catches(pid, number):
    """Whether the process has a handler for the signal, or waits for it: before that, while it starts, the signal would kill it."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        masks = [int(line.split()[1], 16) for line in status if line.startswith(("SigCgt:", "SigBlk:"))]
    return any(mask >> (number - 1) & 1 for mask in masks)


def count_lines(file):
    """The lines that the file has at this moment, 0 without one; reading to the end might never reach it while programs write."""
    with contextlib.suppress(FileNotFoundError), open(file, "rb") as opened:
        return opened.read(os.fstat(opened.fileno()).st_size).count(b"\n")
    return 0


class Process(typing.NamedTuple):
    pid: int
    state: str
    parent: int
    words: list[bytes]
    environment: list[bytes]


def processes():
    """All processes. One may end while it is read: without words and environment then, as those of other users are."""

    def strings(pid, entry):
        with contextlib.suppress(OSError):
            return pathlib.Path("/proc", pid, entry).read_bytes().split(b"\0")
        return [b""]

    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            state, parent = pathlib.Path("/proc", pid, "stat").read_bytes().rpartition(b")")[2].decode().split()[:2]
            found.append(Process(int(pid), state, int(parent), strings(pid, "cmdline"), strings(pid, "environ")))
    return found


def children(parent):
    """The children of a process that have not ended. A zombie has: in some containers init reaps late."""
    return [process.pid for process in processes() if process.parent == parent and process.state not in "ZX"]


def left_behind(*programs):
    """The processes that run one of the programs, which are paths, and have no parent but init."""
    return [process.pid for process in processes() if process.parent == 1 and os.fsdecode(process.words[0]) in programs]


def read_games(log):
    """The records of a log. Fails unless the log is valid UTF-8 and every line is whole and valid JSON."""
    text = pathlib.Path(log).read_bytes().decode("utf-8")
    assert text == "" or text.endswith("\n"), f"the last line of {log} is cut short"
    return [json.loads(line) for line in text.splitlines()]


def write_games(log, records):
    pathlib.Path(log).write_text("".join(json.dumps(record) + "\n" for record in records))


def without_clock(record):
    """A game without the fields that clocks and the machine decide: also how often it was played again because
    the machine stood still."""
    of_machine = ("interference", "disturbed", "threads", "started")
    kept = {key: value for key, value in record.items() if not key.endswith(("_us", "_ms")) and key not in of_machine}
    tampering = record.get("disturbed", {}).get("tampering", [0, 0])
    if any(tampering):
        kept["disturbed"] = {"tampering": tampering}
    if kept.get("fault") is None and "exit" in kept:  # on a busy machine an agent may end too late, and is killed
        kept["exit"] = [how.replace("killed by referee", "exited 0") for how in kept["exit"]]
    return {**kept, "moves": [move[:-1] for move in record["moves"]]}


class Finished:
    """A program that ended: its status, and its output as bytes and as text. Any run may warn of a strained machine: the
    texts leave that out."""

    def __init__(self, status, stdout, stderr):
        self.status = status
        self.raw_stdout, self.raw_stderr = stdout, stderr
        self.stdout, self.stderr = (STRAINED.sub("", text.decode("utf-8")) for text in (stdout, stderr))

    def __str__(self):
        return f"status {self.status}\nstdout:\n{self.stdout[-4000:]}\nstderr:\n{self.stderr[-4000:]}"


class Help:
    """What `program command --help-all` says: the words before its lists, entries and examples, as pairs of head and text."""

    def __init__(self, test, program, *command):
        said = test.succeed(program, *command, "--help-all", env={"COLUMNS": "100000"}).stdout
        said, _, examples = said.partition("\nExamples:\n")
        self.text = re.sub(r"\s+", " ", said.partition(":\n")[0].rpartition("\n")[0])
        self.entries = re.findall(r"^  (\S.*?)(?: {2,}|\n {20,})(\S.*)$", said, re.MULTILINE)
        self.subcommands = re.findall(r"^  (\w+) ", said.partition("\nSubcommands:\n")[2], re.MULTILINE)
        self.examples = re.findall(r"^ {4}(\S.*)\n {8}(\S.*)$", examples, re.MULTILINE)


class ProgramTest(unittest.TestCase):
    """A test with a directory of its own, `self.dir`, in which programs run.

    At the end each log and each run.json there must be valid by configs/schema, and so must each printed configuration.
    """

    maxDiff = None

    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="referee-e2e-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)
        self.damaged = {}
        self.addCleanup(self.check_what_was_written)

    def damages(self, file, why):
        """Names a file that the test damaged, with the reason; the file is not checked at the end."""
        self.damaged[pathlib.Path(file)] = why

    def check_what_was_written(self):
        self.assertEqual(schema.problems_below(self.dir, self.damaged), [])

    def run_program(self, program, *arguments, cwd=None, env=None):
        """Runs a program to its end; `env` is added to the environment."""
        done = subprocess.run(
            [str(program), *map(str, arguments)],
            cwd=cwd or self.dir,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
        )
        if done.returncode == 0 and "--print-config" in arguments:
            kind = arguments[0] if arguments[0] in ("match", "tournament", "tune") else "printed"
            self.assertEqual(schema.problems_in_text(kind, done.stdout), [])
        return Finished(done.returncode, done.stdout, done.stderr)

    def succeed(self, program, *arguments, **options):
        """Runs a program to its end; its status must be 0."""
        done = self.run_program(program, *arguments, **options)
        self.assertEqual(done.status, 0, f"{program} {arguments}: {done}")
        return done

    def run_to(self, out, *flags, env=None):
        """Plays a run into the directory `out`. Returns the program's output, its run.json and its games."""
        done = self.succeed(SPRT, "run", "--out", out, *flags, env=env)
        run = json.loads((self.dir / out / "run.json").read_text())
        return done, run, read_games(self.dir / out / "games.jsonl")

    def start_program(self, program, *arguments, env=None, stdout=subprocess.PIPE):
        """Starts a program, which is killed when the test ends."""
        process = subprocess.Popen(
            [str(program), *map(str, arguments)],
            cwd=self.dir,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
        )

        def end():
            if process.poll() is None:
                process.kill()
                process.communicate()

        self.addCleanup(end)
        return process

    def finish(self, process, seconds=PATIENCE_S):
        """Waits for the end of a started program."""
        stdout, stderr = process.communicate(timeout=seconds)
        return Finished(process.returncode, stdout or b"", stderr)

    def write_json(self, name, value):
        file = self.dir / name
        file.write_text(json.dumps(value, indent=2))
        return file

    def review_is_clean(self, log):
        done = self.run_program(REFEREE, "review", log)
        self.assertEqual(done.status, 0, f"review of {log}: {done}")
        self.assertIn("No differences.\n", done.stdout)

    def files(self):
        """All files below `self.dir` with their content; None for a directory."""
        return {
            str(path.relative_to(self.dir)): path.read_bytes() if path.is_file() else None
            for path in self.dir.rglob("*")
        }


@contextlib.contextmanager
def pinned(core):
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def share_of(core):
    """The share of `core` that this process gets now, from 0 to 1."""
    with pinned(core):
        wall, cpu = time.monotonic(), time.process_time()
        while time.monotonic() - wall < 0.05:
            pass
        return (time.process_time() - cpu) / (time.monotonic() - wall)


def longest_gap(core, seconds):
    """How long this process, which does not sleep, was kept from `core` at once."""
    with pinned(core):
        begin = before = time.monotonic()
        longest = 0
        while before - begin < seconds:
            now = time.monotonic()
            longest = max(longest, now - before)
            before = now
        return longest


class QuietTest(ProgramTest):
    """A test of what becomes of time on a core. Other load on it looks the same as the load that a test makes; and a virtual
    machine may lose a core at any time, which no process of it sees: an attempt on such a core does not count."""

    CORES = sorted(os.sched_getaffinity(0))
    ATTEMPTS = 8
    core = CORES[-1]
    patience_s = 60  # of all tests together, in which no core was idle

    def best(self, attempt, is_good):
        """The first good result of `attempt()`, or the last one of ATTEMPTS. They are made on an idle core if there is one;
        what is not good counts only if the core is not taken away afterwards, for as long. Without patience the test is
        skipped."""
        counted = 0
        while counted < self.ATTEMPTS:
            begin = time.monotonic()
            is_quiet = wait_until(self.find_idle_core, QuietTest.patience_s)
            QuietTest.patience_s = max(0, QuietTest.patience_s - (time.monotonic() - begin))
            begin = time.monotonic()
            result = attempt()
            if is_good(result):
                break
            if is_quiet and longest_gap(self.core, time.monotonic() - begin) < 0.002:
                counted += 1
                continue
            QuietTest.patience_s -= time.monotonic() - begin
            if QuietTest.patience_s <= 0:
                self.skipTest("no core is idle")
        return result

    def find_idle_core(self):
        idle = [core for core in self.CORES if share_of(core) > 0.98]
        self.core = (idle or self.CORES)[-1]
        return bool(idle)
