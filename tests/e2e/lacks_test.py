"""Systems that lack something: locks, flushes, processes, threads, calls of the kernel, /proc, the working directory.

What can be done without is warned of; otherwise one line says what is missing and what to do. `refuse_calls`
(tests/support) makes calls of the system fail.
"""

import json
import os
import shutil
import subprocess
import unittest

from harness import AGENTS, BUILD, REFEREE, SANITIZED, SPRT, ProgramTest, complaints, read_games, why_no_sandbox

REFUSE = BUILD / "tests" / "support" / "refuse_calls"
TWO = ["--agent1", "random", "--agent2", "random", "--sandbox", "off", "--seed", 1]
RUN = ["run", *TWO, "--elo1", 1, "--max-games", 4]
NO_THREADS = {"ASAN_OPTIONS": "exitcode=99:detect_leaks=0"}  # the leak detector needs a thread


class LacksTest(ProgramTest):
    def refused(self, calls, *words, env=None):
        return self.run_program(REFUSE, *calls, "--", *words, env={**NO_THREADS, **(env or {})})


class Disk(LacksTest):
    """A disk without locks or flushes: the run goes on, and a warning says what it cannot promise."""

    # Calls that are refused, and what the warning of the run says.
    TABLE = {
        ("flock=ENOSYS",): ["has no locks (Function not implemented); nothing keeps a second run out of it"],
        ("flock=ENOLCK",): ["has no locks (No locks available); nothing keeps a second run out of it"],
        ("flock=EOPNOTSUPP",): ["has no locks (Operation not supported); nothing keeps a second run out of it"],
        ("flock=EINVAL",): ["has no locks (Invalid argument); nothing keeps a second run out of it"],
        ("fsync=ENOSYS", "fdatasync=ENOSYS"): ["cannot flush to disk; a power cut may lose many games"],
        ("fsync=EINVAL", "fdatasync=EINVAL"): ["cannot flush to disk; a power cut may lose many games"],
        ("flock=ENOSYS", "fdatasync=EOPNOTSUPP", "fsync=EOPNOTSUPP"): ["has no locks (", "cannot flush to disk"],
    }

    def warned(self, done, warnings, status=0):
        self.assertEqual(done.status, status, done)
        lines = complaints(done)
        self.assertEqual(len(lines), len(warnings), done)
        for line, part in zip(lines, warnings, strict=True):
            self.assertTrue(line.startswith("sprt: warning: "), line)
            self.assertIn(part, line)

    def test_run_is_played_resumed_and_reported(self):
        for calls, warnings in self.TABLE.items():
            with self.subTest(calls):
                self.warned(self.refused(calls, SPRT, *RUN, "--out", "run"), warnings)
                run = self.dir / "run"
                lines = (run / "games.jsonl").read_text().splitlines(keepends=True)
                described = json.loads((run / "run.json").read_text())
                (run / "run.json").write_text(json.dumps({**described, "result": None, "games_sha256": described["games_sha256"][:1]}))
                (run / "games.jsonl").write_text("".join(lines[:2]))
                self.warned(self.refused(calls, SPRT, "resume", "run"), warnings)
                self.assertEqual(len(read_games(run / "games.jsonl")), 4)
                self.warned(self.refused(calls, SPRT, "report", "run"), [])
                shutil.rmtree(run)

    def test_tournament(self):
        calls = ("flock=ENOLCK", "fdatasync=ENOSYS")
        agents = ["--agent", "random", "--agent", "greedy --shuffle", "--sandbox", "off"]
        done = self.refused(calls, SPRT, "tournament", *agents, "--rounds", 1, "--out", "t")
        self.warned(done, ["t: its file system has no locks", "t/games.jsonl: its file system cannot flush"])

    def test_other_places_that_lock(self):
        """Lists of workers that lied, and caches of agents: their unit tests, without locks."""
        for room, tests in (("store", "DistrustedFile.*"), ("remote", "FileCacheTest.job_directory*")):
            program = BUILD / "tests" / "sprt" / f"{room}_tests"
            if not program.exists():
                self.skipTest(f"{program} is not built")
            done = self.refused(("flock=ENOSYS", "fdatasync=ENOSYS"), program, f"--gtest_filter={tests}")
            self.assertEqual(done.status, 0, done)
            self.assertRegex(done.stdout, r"PASSED.* [1-9]\d* test")


class Kernel(LacksTest):
    """One line, status 3: what is missing, and what to do."""

    LIMIT = "(this user or container may have no more processes and threads: raise ulimit -u or pids.max"
    FILTER = "(a filter of system calls refuses clone3, clone or vfork, as a container does"
    # Calls that are refused, the programs' words, and what the line says.
    THREADS = {
        ("clone3=EAGAIN", "clone=EAGAIN"): ("cannot start a thread", LIMIT),
        ("clone3=EPERM",): ("cannot start a thread", FILTER),
    }
    BOTH = {
        ("vfork=EAGAIN",): (f"cannot start {AGENTS}/random ", LIMIT),
        ("vfork=EPERM",): (f"cannot start {AGENTS}/random ", FILTER),
        ("pidfd_open=ENOSYS",): ("this system has no pidfd_open, ", "it needs Linux 5.3 or newer: Function not implemented"),
        ("pidfd_open=EPERM",): ("this system refuses pidfd_open, ", "update its runtime: Operation not permitted"),
        ("sched_setaffinity=EPERM",): ("cannot ", "(--pin off leaves"),
    }
    PLAY = ["play", "random", "random", "--sandbox", "off"]

    def check(self, done, parts):
        self.assertEqual(done.status, 3, done)
        lines = complaints(done)
        self.assertEqual(len(lines), 1, done)
        for part in parts:
            self.assertIn(part, lines[0])
        self.assertNotIn("boost", lines[0])

    def test_calls_that_the_system_refuses(self):
        for calls, parts in {**self.THREADS, **self.BOTH}.items():
            with self.subTest(calls):
                self.check(self.refused(calls, SPRT, *RUN, "--no-check"), parts)
                if calls in self.BOTH and calls != ("sched_setaffinity=EPERM",):
                    self.check(self.refused(calls, REFEREE, *self.PLAY), parts)

    def test_process_of_a_sandbox(self):
        if why := why_no_sandbox():
            self.skipTest(why)
        done = self.refused(("clone=EAGAIN",), SPRT, "run", *TWO[:4], "--elo1", 1, "--sandbox", "on")
        self.check(done, ("cannot start ", "sandbox", self.LIMIT))

    def test_limit_of_processes_is_reached_half_way(self):
        """The threads that have begun end."""
        user = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups", "--"]
        flags = ["--agent1", "random", "--agent2", "random", "--sandbox", "off", "--elo1", 1, "--concurrency", 16, "--pin", "off"]
        words = [*user, "prlimit", "--nproc=6", "--", SPRT, "run", *flags]
        if os.geteuid() != 0 or self.run_program(*user, SPRT, "--version", cwd="/").status != 0:
            self.skipTest("only root can become a user who may run the programs")
        self.check(self.run_program(*words, cwd="/", env=NO_THREADS), (self.LIMIT,))

    @unittest.skipIf(SANITIZED, "sanitizers read /proc themselves")
    def test_proc_that_is_missing_or_lacks_children(self):
        unshare = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
        bare = "mount -t tmpfs none /proc || exit 77; "
        for more, part in (
            ("", "/proc is not mounted, by which agents are watched: mount -t proc proc /proc: "),
            ("mkdir /proc/self && touch /proc/self/stat; ", "the kernel needs CONFIG_PROC_CHILDREN: "),
        ):
            for words in ([SPRT, *RUN], [REFEREE, *self.PLAY]):
                done = self.run_program(*unshare, "/bin/sh", "-c", bare + more + 'exec "$@"', "sh", *words)
                if done.status == 77 or "unshare" in done.stderr:
                    self.skipTest(f"nothing can be mounted: {done}")
                self.check(done, (part,))


class WorkingDirectory(LacksTest):
    """Called in a directory that was removed."""

    GONE = "the directory in which this was called was removed; enter one that is there (cd)\n"
    RELATIVE = (
        *([SPRT, kind, "config.json"] for kind in ("run", "match", "gate", "tournament", "simulate --true-elo 0 --runs 1")),
        *([SPRT, *RUN, "--out", "r"], [SPRT, "run", "--agent1", "./bot", *TWO[2:]], [SPRT, *RUN, "--openings", "book.txt"]),
        *([SPRT, command, "r"] for command in ("resume", "report", "page", "serve", "adjudicate --adjudicate fill=true", "export --format csv")),
        *([SPRT, command, "file"] for command in ("worker --allow-root", "status", "hub", "rate")),
        *([REFEREE, "play", "./bot", "random"], [REFEREE, "play", "random", "random", "--sandbox", "off", "--log", "x.jsonl"]),
        *([REFEREE, "review", "x.jsonl"], [REFEREE, "check", "./bot"]),
        *([REFEREE, "play", "random", "random", "--trace", "t"], [REFEREE, "play", "random", "random", "--sandbox", "on"], [REFEREE, "check", "random", "--sandbox", "on"]),
    )

    def called(self, words):
        """Runs the words, of which the second one may be several, in a directory that is removed first."""
        gone = self.dir / "gone"
        gone.mkdir()
        words = [str(words[0]), *str(words[1]).split(), *map(str, words[2:])]
        return self.run_program("/bin/sh", "-c", 'cd "$0" && rmdir "$0" && exec "$@"', gone, *words)

    def test_every_command_says_so(self):
        for words in self.RELATIVE:
            with self.subTest(" ".join(map(str, words[:3]))):
                done = self.called(words)
                self.assertIn(done.status, (2, 3), done)
                self.assertEqual(done.stderr.count("\n"), 1, done)
                self.assertTrue(done.stderr.endswith(self.GONE), done)
                self.assertNotIn("filesystem error", done.stderr)

    def test_what_needs_no_directory_works(self):
        run = self.dir / "run"
        self.succeed(SPRT, *RUN, "--out", run)
        counts = ["calc", "--model", "wald", "--elo0", 0, "--elo1", 50, "--wld", "1,2,3"]
        for words in ([SPRT, *counts], [SPRT, "report", run], [SPRT, "resume", run], [SPRT, "page", run], [REFEREE, "--help"]):
            done = self.called(words)
            self.assertEqual((done.status, done.stderr), (0, ""), done)


if __name__ == "__main__":
    unittest.main()
