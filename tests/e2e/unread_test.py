"""Output that nobody reads (`| less`, Ctrl-S, a stuck collector), and readers that come late."""

import contextlib
import fcntl
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import termios
import unittest

import transcript
from harness import PATIENCE_S, REFEREE, SANITIZED, SPRT, ProgramTest, children, count_lines, wait_until

END_S = 20 if SANITIZED else 5  # less than a second; the rest is for a busy machine
PLAYERS = ("--agent1", "random", "--agent2", "random", "--time-ms", 1000000, "--ready-ms", 1000000, "--seed", 4)
OPEN = ("--elo0", -1, "--elo1", 1)
ENDLESS = (*OPEN, "--concurrency", 2)


class FullPipe(ProgramTest):
    """Standard output is a pipe that is full from the beginning, so that the first byte would wait. It has no tests."""

    def setUp(self):
        super().setUp()
        self.reader, self.writer = os.pipe()
        self.addCleanup(self.close)
        self.filling = b"." * fcntl.fcntl(self.writer, fcntl.F_SETPIPE_SZ, 4096)
        os.write(self.writer, self.filling)
        self.log = self.dir / "kept" / "games.jsonl"

    def close(self):
        for end in (self.reader, self.writer):
            with contextlib.suppress(OSError):
                os.close(end)

    def start_unread(self, *words, stderr=subprocess.PIPE):
        process = subprocess.Popen([*map(str, words)], cwd=self.dir, stdin=subprocess.DEVNULL, stdout=self.writer, stderr=stderr)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def read(self):
        """All that is written until nobody can write any more."""
        os.close(self.writer)
        with open(self.reader, "rb", closefd=False) as reader:
            text = reader.read()
        self.assertTrue(text.startswith(self.filling))
        return text[len(self.filling) :].decode()

    def plays(self, process):
        """Whether agents run, or have run: many live for a millisecond, and there are no more once enough games wait for a reader."""
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        faults_of_ended_children = int(fields[8])  # field 11 in proc(5)
        return bool(children(process.pid)) or faults_of_ended_children > 0

    def takes(self, process, number):
        """Whether the program blocks or handles the signal."""
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        return any(int(mask, 16) & 1 << (number - 1) for mask in re.findall(r"Sig(?:Blk|Cgt):\s+(\w+)", status))

    def games(self, log=None):
        log = log or self.log
        return count_lines(log)

    def grows(self, log, count=20):
        self.assertTrue(wait_until(lambda: self.games(log) >= count, PATIENCE_S), "the games stop")

    def stop_unread(self, process, number=signal.SIGTERM, status=None):
        process.send_signal(number)
        _, errors = process.communicate(timeout=END_S)
        self.assertEqual(process.returncode, 128 + number if status is None else status, errors)
        return (errors or b"").decode()


class Unread(FullPipe):
    KEPT = {
        "run": (SPRT, "run", *PLAYERS, *ENDLESS, "--out", "kept"),
        "match": (SPRT, "match", *PLAYERS, "--games", 100000, "--out", "kept"),
        "gate": (SPRT, "gate", *PLAYERS, *ENDLESS, "--out", "kept"),
        "tournament": (SPRT, "tournament", "--agent", "random", "--agent", "greedy --shuffle", "--rounds", 10000, "--ready-ms", 1000000, "--out", "kept"),
    }

    def test_games_of_kept_runs_go_on_and_a_signal_ends_them(self):
        for number, (name, words) in zip((signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT), self.KEPT.items()):
            with self.subTest(name):
                process = self.start_unread(*words)
                self.grows(self.log)
                errors = self.stop_unread(process, number)
                self.assertRegex(errors, r"sprt: To go on: \S*sprt resume kept\n")
                self.assertRegex(errors, r"sprt: nobody read the last \d+ lines of standard output\n$")
                self.assertEqual(json.loads((self.dir / "kept" / "run.json").read_text())["result"]["reason"], "interrupted")
                (self.dir / "kept").rename(self.dir / name)
        process = self.start_unread(SPRT, "resume", "run")
        log = self.dir / "run" / "games.jsonl"
        self.grows(log, self.games(log) + 20)
        self.assertRegex(self.stop_unread(process), r"sprt: To go on: \S*sprt resume ")

    def test_signal_ends_what_is_not_kept(self):
        cases = {
            "run": (SPRT, "run", *PLAYERS, *ENDLESS),
            "tournament": (SPRT, "tournament", "--agent", "random", "--agent", "greedy --shuffle", "--rounds", 10000, "--ready-ms", 1000000),
            "play": (REFEREE, "play", "random", "random", "--games", 1000000),
            "play --log": (REFEREE, "play", "random", "random", "--games", 1000000, "--log", "log", "--overwrite"),
            "check": (REFEREE, "check", "random", "--only", "22", "--positions", 10**6),
        }
        for number, (name, words) in zip((signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU), cases.items()):
            for stderr in (subprocess.PIPE, self.writer):
                with self.subTest(name, stderr=stderr):
                    process = self.start_unread(*words, stderr=stderr)
                    self.assertTrue(wait_until(lambda: self.plays(process), PATIENCE_S))
                    self.stop_unread(process, number)

    def test_signal_ends_commands_that_play_nothing(self):
        self.succeed(SPRT, "run", *PLAYERS, "--max-games", 20, "--out", "kept")
        for words in (
            (SPRT, "report", "kept"),
            (REFEREE, "review", "kept/games.jsonl", "--show"),
            (SPRT, "export", "kept", "--format", "csv"),
            (SPRT, "serve", "kept", "--port", 0),
        ):
            for number in (signal.SIGTERM, signal.SIGHUP):
                with self.subTest(words, number=number):
                    process = self.start_unread(*words)
                    self.assertTrue(wait_until(lambda: self.takes(process, number), PATIENCE_S), "before that the signal ends it at once")
                    self.assertRegex(self.stop_unread(process, number), "^(sprt|referee): nobody read the last ")

    def test_late_reader_gets_the_whole_transcript_of_a_kept_run(self):
        process = self.start_unread(SPRT, "run", *PLAYERS, *OPEN, "--max-games", 300, "--out", "kept")
        self.grows(self.log, 300)
        self.assertTrue(wait_until(lambda: "result" in json.loads((self.dir / "kept" / "run.json").read_text()), PATIENCE_S))
        self.assertIsNone(process.poll(), "it waits for its reader")
        text = self.read()
        process.communicate(timeout=END_S)
        self.assertEqual(process.returncode, 0)
        calm = self.succeed(SPRT, "run", *PLAYERS, *OPEN, "--max-games", 300).stdout

        def games(printed):
            return [line.partition(" | A1")[0] for line in printed.splitlines() if line.startswith(("agent", "DRAW"))]

        self.assertEqual(games(text), games(calm))
        self.assertEqual(len(games(text)), 300)
        self.assertRegex(transcript.when_idle(text), r"\[SPRT Finished\]\n(.*\n)+Seed: 4\n$")

    def test_reader_that_closes_ends_the_run_as_a_full_disk(self):
        process = self.start_unread(SPRT, "run", *PLAYERS, *ENDLESS, "--out", "kept")
        self.grows(self.log)
        os.close(self.writer)
        os.close(self.reader)
        _, errors = process.communicate(timeout=END_S)
        self.assertEqual(process.returncode, 3, errors)
        self.assertRegex(errors.decode(), r"standard output: Broken pipe; the games before that are kept.*sprt resume kept\n$")


class Terminal(ProgramTest):
    """A run on a terminal that is stopped, or closed."""

    def start(self):
        self.ours, self.theirs = pty.openpty()
        self.addCleanup(os.close, self.ours)

        def take_terminal():
            os.setsid()
            fcntl.ioctl(1, termios.TIOCSCTTY, 0)

        words = (SPRT, "run", *PLAYERS, *OPEN, "--progress", "on", "--out", "kept")
        env = {**os.environ, "TERM": "xterm-256color"}
        process = subprocess.Popen(
            [*map(str, words)], cwd=self.dir, stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, env=env, preexec_fn=take_terminal
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def await_games(self, count):
        log = self.dir / "kept" / "games.jsonl"
        self.assertTrue(wait_until(lambda: count_lines(log) >= count, PATIENCE_S))
        return count_lines(log)

    def ended(self, process, number):
        self.assertEqual(process.wait(END_S), 128 + number)
        result = json.loads((self.dir / "kept" / "run.json").read_text())["result"]
        self.assertEqual(result["reason"], "interrupted")

    def test_stopped_terminal_stops_no_games_and_ctrl_c_ends_them(self):
        process = self.start()
        self.assertTrue(os.read(self.ours, 1000))
        os.write(self.ours, b"\x13")  # Ctrl-S
        self.await_games(self.await_games(1) + 50)
        process.send_signal(signal.SIGINT)  # Ctrl-C would start the output again
        self.ended(process, signal.SIGINT)

    def test_closed_terminal_ends_the_run_in_order(self):
        process = self.start()
        os.close(self.theirs)
        self.await_games(1)
        self.addCleanup(os.dup2, os.open("/dev/null", os.O_RDONLY), self.ours)
        os.close(self.ours)
        self.ended(process, signal.SIGHUP)


if __name__ == "__main__":
    unittest.main()
