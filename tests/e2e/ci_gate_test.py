"""scripts/ci/gate on revisions of a temporary repository: better, worse, the same, broken, and one that does not build.
However the script ends, no file and no process may be left."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import unittest
import xml.etree.ElementTree

from harness import AGENTS, PATIENCE_S, PYTHON_READ, SCRIPTED_AGENT, SOURCE, SPRT, ProgramTest, processes, wait_until
from junit_test import validate

GATE = SOURCE / "scripts" / "ci" / "gate"

# Revisions differ in `choose`. The build copies the agent, so the test sees that the built copy is played.
BOT = """
import os
import random
import sys

import scripted_agent

chance = random.Random(os.environ["REFEREE_SEED"])


def captures(board, move):
    x, y = move[2:]
    near = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    is_clone = max(abs(move[0] - x), abs(move[1] - y)) == 1
    return is_clone + sum(board.stones.get(square, board.to_move) != board.to_move for square in near)


class Bot(scripted_agent.Agent):
    def ready(self):
        scripted_agent.say("OK OPENING\\n")

    def answer(self):
        moves = list(self.board.moves())
        chance.shuffle(moves)
        move = {choose}
        self.board.make(move)
        return "MOVE %d %d %d %d\\n" % move


Bot().serve()
"""
BUILD = f"{sys.executable} -m py_compile bot.in && cp bot.in bot.py"
READ = [word for directory in PYTHON_READ for word in ("--read", directory)]
AGENT = f"{sys.executable} -B -S ./bot.py"
BASE = ("--base", "HEAD~1")
ANY = "next(iter(moves), scripted_agent.PASS)"
MOST = "max(moves, key=lambda move: captures(self.board, move), default=scripted_agent.PASS)"
CRASH = "sys.exit(7)"
# What `--sandbox on` says where it cannot be used; empty where it can.
NO_SANDBOX = subprocess.run(
    ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"], stderr=subprocess.PIPE
).stderr.decode() if shutil.which("bwrap") else "bwrap is not installed"
SANDBOXED = () if NO_SANDBOX else (signal.SIGTERM, signal.SIGINT)
# Times are long enough for slow machines.
FLAGS = ["--elo0", 0, "--elo1", 200, "--seed", 1, "--time-ms", 60000, "--ready-ms", 60000, "--finish-ms", 60000]


def running(commands):
    """The processes whose words are one of the commands."""
    return [process.pid for process in processes() if process.words[:-1] in commands]


class CiGate(ProgramTest):
    def setUp(self):
        super().setUp()
        self.repository = self.dir / "repository"
        self.temporary = self.dir / "temporary"
        self.temporary.mkdir()
        self.git("init", "--quiet", "--initial-branch", "main", self.repository)
        shutil.copy(SCRIPTED_AGENT, self.repository / "scripted_agent.py")
        (self.repository / "scripted_agent.py").chmod(0o644)
        self.environment = {"SPRT": SPRT, "TMPDIR": str(self.temporary), "GITHUB_STEP_SUMMARY": ""}

    def git(self, *words):
        who = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
        at = ["-C", self.repository] if self.repository.exists() else []
        done = subprocess.run(["git", *who, *at, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=True)
        return done.stdout.strip()

    def commit(self, choose):
        """Commits an agent that chooses its moves so."""
        (self.repository / "bot.in").write_text(BOT.replace("{choose}", choose))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", f"Play {choose}")
        return self.git("rev-parse", "HEAD")

    def gate(self, *flags, build=BUILD, script=(), env=None):
        done = self.run_program(
            *(GATE, "--repo", self.repository, *READ, *BASE, "--build", build, "--agent", AGENT, *script, "--", *FLAGS, *flags),
            env={**self.environment, **(env or {})},
        )
        self.check_nothing_is_left()
        return done

    def repeat_command(self, done):
        """The command in the last line, as a shell reads it."""
        line = done.stdout.splitlines()[-1]
        self.assertTrue(line.startswith("==> to repeat it: "), done)
        return line.removeprefix("==> to repeat it: ")

    def check_nothing_is_left(self):
        self.assertEqual(list(self.temporary.iterdir()), [])
        self.assertEqual(len(self.git("worktree", "list").splitlines()), 1)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def check_junit(self, file, failures, errors):
        is_valid, said = validate(file)
        self.assertTrue(is_valid, said)
        self.assertIn(f'tests="3" failures="{failures}" errors="{errors}"', file.read_text())

    def test_revisions_of_an_agent_for_another_game(self):
        """As in docs/ci.md: the second revision searches where the first looks for the greatest weight."""
        for then in ("weights", "search --depth 9"):
            bot = self.repository / "bot"
            bot.write_text(f"#!/bin/sh\nexec {shlex.quote(str(AGENTS / 'rules'))} --then {then}\n")
            bot.chmod(0o755)
            self.git("add", "--all")
            self.git("commit", "--quiet", "--message", f"Then {then}")
        flags = ("--game", "connect-four", "--elo0", 0, "--elo1", 100, "--seed", 1)
        done = self.run_program(
            *(GATE, "--repo", self.repository, *BASE, "--read", AGENTS, "--build", "true", "--agent", "./bot", "--", *flags),
            env=self.environment,
        )
        self.assertEqual(done.status, 0, done)
        self.assertIn("Game: connect-four\n", done.stdout)
        self.assertIn("Accept H1", done.stdout)
        self.check_nothing_is_left()

    def test_better_revision_is_accepted(self):
        base = self.commit(ANY)
        new = self.commit(MOST)
        summary = self.dir / "summary.md"
        reports = ["--junit", "reports/junit.xml", "--markdown", "reports/gate.md"]
        done = self.gate(*reports, "--out", "run", env={"GITHUB_STEP_SUMMARY": str(summary)})
        self.assertEqual(done.status, 0, done)
        self.assertIn(f"==> base: {base[:7]} Play {ANY} (--base HEAD~1)\n", done.stdout)
        two = f"base {base[:7]} (no origin/main to compare with)"
        self.assertIn(f"Agent 1 (H1): new {new[:7]}\nAgent 2 (H0): {two}\n", done.stdout)
        self.assertIn(f" gate: agent 1, the candidate, is new {new[:7]}, agent 2 is {two}\n", done.stdout)
        self.assertIn("Result: Accept H1.", done.stdout)
        self.assertNotIn("the same in both revisions", done.stdout)
        self.check_junit(self.dir / "reports" / "junit.xml", failures=0, errors=0)
        self.assertIn("### sprt: PASSED\n", (self.dir / "reports" / "gate.md").read_text())
        self.assertEqual(summary.read_text(), (self.dir / "reports" / "gate.md").read_text())
        self.review_is_clean(self.dir / "run" / "games.jsonl")

    def test_worse_revision_is_rejected(self):
        self.commit(MOST)
        self.commit(ANY)
        done = self.gate("--junit", "junit.xml")
        self.assertEqual(done.status, 1, done)
        self.assertIn("Result: Accept H0.", done.stdout)
        self.check_junit(self.dir / "junit.xml", failures=1, errors=0)

    def test_crashing_revision_is_broken(self):
        self.commit(ANY)
        self.commit(CRASH)
        done = self.gate("--no-check", "--max-faults", 1, "--junit", "junit.xml")
        self.assertEqual(done.status, 4, done)
        self.check_junit(self.dir / "junit.xml", failures=1, errors=1)
        self.assertIn("Agent 1 is broken: 2 faults, and 1 are allowed.", done.stdout)

    def test_same_program_is_named_and_played(self):
        self.commit(ANY)
        (self.repository / "README").write_text("A bot.\n")
        self.commit(ANY)
        done = self.gate("--max-games", 2, "--junit", "junit.xml")
        self.assertEqual(done.status, 5, done)
        self.check_junit(self.dir / "junit.xml", failures=0, errors=1)
        self.assertIn("==> the same in both revisions (SHA-256): ./bot.py\n", done.stdout)
        self.assertIn("==> building new\n", done.stdout)
        self.assertIn("Total: 2, ", done.stdout)

    def test_same_tree_is_named_and_built_once(self):
        self.commit(ANY)
        self.commit(ANY)
        done = self.gate("--max-games", 2)
        self.assertEqual(done.status, 5, done)
        self.assertIn("==> both revisions have the same tree, which is built once\n", done.stdout)
        self.assertNotIn("==> building new\n", done.stdout)
        self.assertIn("Total: 2, ", done.stdout)

    def test_printed_command_plays_the_same_games_again(self):
        """Also when the branch has moved, no seed was given, and the words need quotes."""
        base = self.commit(ANY)
        new = self.commit(MOST)
        flags = [str(flag) for flag in FLAGS]
        at = flags.index("--seed")
        del flags[at : at + 2]
        words = ["--repo", self.repository, *READ, *BASE, "--build", BUILD + " # it's built", "--agent", AGENT]
        words += ["--", *flags, "--max-games", 4, "--markdown", "gate.md", "--out"]
        first = self.run_program(GATE, *words, "run", env=self.environment)
        self.assertEqual(first.status, 5, first)
        self.assertNotIn("No such file", first.stderr)
        command = self.repeat_command(first)
        given = shlex.split(command)
        self.assertIn(new, given)
        self.assertIn(base, given)
        self.assertNotIn("--out", given)
        for flag, value in (("--elo1", "200"), ("--alpha", "0.05"), ("--model", "pentanomial"), ("--openings", "random:4")):
            self.assertEqual(given[given.index(flag) + 1], value, "also what no flag gave")
        names = [word for word in given if word.startswith("--") and word not in ("--", "--read")]
        self.assertEqual(len(names), len(set(names)), "each flag once")
        self.assertNotIn(str(self.temporary), command)
        summary = (self.dir / "gate.md").read_text()
        self.assertNotIn(str(self.temporary), summary)
        self.assertIn(f"<details><summary>How to repeat it</summary>\n\n```sh\n{command}\n```\n", summary)
        self.commit(CRASH)
        again = self.run_program("bash", "-c", command, env=self.environment)
        self.check_nothing_is_left()
        self.assertEqual(again.status, 5, again)
        self.assertEqual(self.repeat_command(again), command)
        lines = lambda done: re.findall(r"(?m)^(?:Total|Pairs|Seed): .*", done.stdout)
        self.assertGreater(len(lines(first)), 2, first)
        self.assertEqual(lines(again), lines(first))

    def test_kept_gate_can_be_resumed(self):
        self.commit(ANY)
        self.commit(MOST)
        kept = self.dir / "new folder" / "kept"
        words = ["--repo", self.repository, *READ, *BASE, "--build", BUILD, "--agent", AGENT, "--keep", kept, "--", *FLAGS]
        gate = self.start_program(GATE, *map(str, words), env=self.environment)
        games = kept / "run" / "games.jsonl"
        wait_until(lambda: gate.poll() is not None or (games.exists() and games.read_bytes()), PATIENCE_S)
        gate.send_signal(signal.SIGTERM)
        done = self.finish(gate)
        self.assertEqual(done.status, 128 + signal.SIGTERM, done)
        self.assertEqual(list(self.temporary.iterdir()), [])
        self.assertIn(f"==> kept in {kept}; to go on, if the run has not ended: {SPRT} resume '{kept}/run'\n", done.stdout)
        self.repeat_command(done)
        resumed = self.succeed(SPRT, "resume", kept / "run")
        self.assertIn("Result: Accept H1.", resumed.stdout)
        self.review_is_clean(games)
        for flags, said in (
            ([], f"gate: --keep: {kept} is there already, or cannot be made; name a new directory\n"),
            (["--out", "run"], f"gate: --out: --keep keeps the run in {kept}/run; leave out one of the two\n"),
        ):
            refused = self.run_program(GATE, *words, *flags, env=self.environment)
            self.assertEqual((refused.status, refused.stderr), (2, said), refused)
        self.assertTrue(games.exists(), "what is kept stays")

    def test_revision_that_does_not_build_is_refused(self):
        right = self.commit(ANY)
        wrong = self.commit("this is no expression")
        for new, base, which in ((wrong, right, "new"), (right, wrong, "base")):
            with self.subTest(which):
                junit, markdown = (self.dir / "reports" / f"{which}{kind}" for kind in (".xml", ".md"))
                markdown.parent.mkdir(exist_ok=True)
                markdown.write_text("### sprt: PASSED\n")  # of the gate before
                done = self.gate("--junit", junit, "--markdown", markdown, script=["--new", new, "--base", base, "--keep", self.dir / "kept"])
                self.assertFalse((self.dir / "kept").exists(), "there is nothing to keep")
                self.assertEqual(done.status, 2, done)
                self.assertIn("this is no expression", done.stderr)
                self.assertIn(f"gate: the {which} revision does not build: status 1 from: {BUILD}\n", done.stderr)
                self.assertNotIn("Total:", done.stdout)
                is_valid, said = validate(junit)
                self.assertTrue(is_valid, said)
                error = xml.etree.ElementTree.parse(junit).getroot().find("testsuite/testcase/error")
                self.assertEqual(error.get("message"), done.stderr.splitlines()[-1].removeprefix("gate: "))
                self.assertEqual(markdown.read_text(), f"### sprt: ERROR\n\n```\n{error.get('message')}\n```\n")

    def test_only_the_end_of_a_long_build_is_shown(self):
        self.commit(ANY)
        self.commit(MOST)
        done = self.gate(build="seq 1000; false")
        self.assertEqual(done.status, 2, done)
        self.assertEqual(done.stderr.splitlines()[:20], [f"| {number}" for number in range(981, 1001)])

    def origin(self):
        """Makes what is committed the branch origin/main."""
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")

    def test_base_is_the_tip_of_the_target(self):
        """Not where the branch left it, nor the commit before the last; a base that is not the tip is named in all reports."""
        old = self.commit(ANY)
        self.git("checkout", "--quiet", "-b", "old")
        self.git("checkout", "--quiet", "main")
        tip = self.commit(MOST)
        self.origin()
        self.git("branch", "--quiet", "stable")
        self.git("checkout", "--quiet", "old")
        self.commit(CRASH)
        new = self.commit(ANY + "  # again")
        behind = f"new {new[:7]} (1 commit behind its base)"
        for base, commit, what in (
            ((), tip, "the tip of origin/main"),
            (("--base", "main"), tip, "the tip of origin/main"),
            (("--base", "stable"), tip, "the tip of stable"),
            (("--base", tip), tip, "the tip of origin/main"),
            (("--base", old), old, "not the tip of origin/main: 1 commit behind"),
            (("--base", "HEAD~1"), self.git("rev-parse", "HEAD~1"), "not the tip of origin/main: 1 commit ahead, 1 behind"),
        ):
            with self.subTest(base):
                one, two = behind if commit == tip else f"new {new[:7]}", f"base {commit[:7]} ({what})"
                # What the base is, is said before it is built; reports show the names of the agents.
                words = ["--repo", self.repository, *READ, *base, "--build", BUILD, "--agent", AGENT, "--keep", self.dir / "kept"]
                flags = [*FLAGS, "--max-games", 2, "--no-check", "--junit", "junit.xml", "--markdown", "gate.md"]
                done = self.run_program(GATE, *words, "--", *flags, env=self.environment)
                self.assertIn(done.status, (4, 5), done)
                self.assertIn(f"Agent 1 (H1): {one}\nAgent 2 (H0): {two}\n", done.stdout)
                junit = xml.etree.ElementTree.parse(self.dir / "junit.xml")
                self.assertIn(two, [each.get("value") for each in junit.iter("property")])
                self.assertIn(f"<code>{two}</code>", (self.dir / "gate.md").read_text())
                self.assertEqual(json.loads((self.dir / "kept/run/run.json").read_text())["config"]["agent2"]["name"], two)
                subprocess.run(["chmod", "-R", "u+w", self.dir / "kept"], check=True)
                shutil.rmtree(self.dir / "kept")
        (self.repository / ".git" / "shallow").write_text(f"{new}\n")  # what it lacks cannot be counted
        done = self.gate("--max-games", 2, "--no-check", script=("--base", old))
        self.assertIn(f"Agent 1 (H1): new {new[:7]} (perhaps behind its base: shallow clone)\n", done.stdout)
        self.assertIn(f"Agent 2 (H0): base {old[:7]} (not the tip of origin/main: shallow clone)\n", done.stdout)

    def test_weak_base_is_not_chosen_by_the_patch(self):
        """Neither a branch from an old commit nor a first commit that weakens the agent."""
        self.commit(ANY)
        self.git("branch", "--quiet", "old")
        self.commit(MOST)
        self.origin()
        self.commit(CRASH)
        self.commit(ANY)
        words = ["--repo", self.repository, *READ, "--build", BUILD, "--agent", AGENT, "--", *FLAGS]
        self.assertEqual(self.run_program(GATE, *words, env=self.environment).status, 1)
        self.git("checkout", "--quiet", "old")
        self.commit(ANY + "  # again")
        self.assertEqual(self.run_program(GATE, *words, env=self.environment).status, 1)

    def test_limits_of_a_build(self):
        self.commit(ANY)
        self.commit(MOST)
        limits = ["--build-mb", 8]
        for build, limit, said in (
            ("sleep 1000", ["--build-s", 1], "gate: the base revision does not build in 1 s (--build-s)\n"),
            ("for i in 1 2 3; do head -c 4000000 /dev/zero >$i; done", limits, "tree and log have more than 8 MiB (--build-mb)\n"),
            ("yes", limits, "gate: the base revision does not build: "),
            ("truncate -s 40G bot.py || exit 7", limits, "gate: the base revision does not build: status 7"),
            ("for i in $(seq 8); do truncate -s 7M $i; done", limits, "tree and log have more than 8 MiB (--build-mb)\n"),
        ):
            with self.subTest(build):
                done = self.gate("--junit", "junit.xml", build=build, script=limit)
                self.assertEqual(done.status, 2, done)
                self.assertIn(said, done.stderr)
                self.assertIn("<error ", (self.dir / "junit.xml").read_text())
        (self.repository / "large").write_bytes(bytes(9 << 20))
        self.commit(MOST)
        done = self.gate(build="true", script=limits)
        self.assertEqual(done.status, 2, done)
        self.assertIn("gate: the files of the new revision are too many, or larger than 8 MiB (--build-mb)\n", done.stderr)

    def test_no_report_says_that_a_gate_passed_which_did_not(self):
        self.commit(ANY)
        self.commit(MOST)
        reports = ("--junit", "junit.xml", "--markdown", "gate.md")
        for name in reports[1::2]:
            (self.dir / name).write_text("PASSED")  # of the gate before
        gate = self.start_gate("touch begun; sleep 1000", "off", *reports)
        wait_until(lambda: gate.poll() is not None or list(self.temporary.glob("*/base/begun")), PATIENCE_S)
        gate.kill()
        self.finish(gate)
        for file in self.temporary.iterdir():
            subprocess.run(["chmod", "-R", "u+w", file], check=True)
            shutil.rmtree(file)
        for name in reports[1::2]:
            self.assertIn("the gate has not ended", (self.dir / name).read_text())
        for flags in (("--junit", "/proc/no.xml"), ("--junit", "a", "--markdown", "a"), ("--out", "a", "--markdown", "./a")):
            with self.subTest(flags):
                done = self.gate(*flags)
                self.assertEqual(done.status, 2, done)
                self.assertRegex(done.stderr, "^gate: two flags name the file /|gate: --junit cannot be written, see above\n$")
                self.assertNotIn("building", done.stdout)
                self.assertNotIn("to repeat it", done.stdout)
                self.assertFalse((self.dir / "a").exists())

    def test_wrong_arguments_are_named(self):
        self.commit(ANY)
        right = ["--repo", self.repository, "--build", "true", "--agent", "./bot"]
        for flags, said in (
            (right[:2], "--build is missing"),
            (right[:4], "--agent is missing"),
            ([*right, "--new"], "--new needs a value"),
            ([*right, "--elo0", "0"], "unknown argument '--elo0'; flags of sprt gate stand behind --"),
            ([*right, "--new", "nothing"], "--new: there is no commit 'nothing'"),
            ([*right, "--base", "--all"], "--base: there is no commit '--all'"),
            (right, "there is no branch origin/main to compare with; fetch it, or name what is to be beaten: --base REV"),
            ([*right, "--build-s", "0"], "--build-s is a whole number from 1 on, not '0'"),
            ([*right, "--agent", "'@bot'"], "--agent: '@bot' is named in a file that the patch may hold; write its command"),
            ([*right, "--base", "HEAD", "--", "--agent1=x"], "--agent1=x: the agents are the two revisions"),
            ([*right, "--base", "HEAD", "--repo", self.temporary], "not a git repository"),
        ):
            with self.subTest(said):
                done = self.run_program(GATE, *flags, env=self.environment)
                self.assertEqual(done.status, 2, done)
                self.assertIn(said, done.stderr)
                self.check_nothing_is_left()
        self.origin()
        done = self.run_program(GATE, *right, env=self.environment)
        self.assertEqual((done.status, done.stderr), (2, "gate: HEAD is part of origin/main; name what is to be beaten: --base REV\n"))

    def start_gate(self, build, sandbox, *flags):
        words = ["--repo", self.repository, *READ, *BASE, "--build", build, "--sandbox", sandbox, "--agent", AGENT, "--", *FLAGS, *flags]
        return self.start_program(GATE, *map(str, words), env=self.environment)

    def test_signal_leaves_no_process_and_no_file(self):
        self.commit(ANY)
        self.commit(ANY)
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                gate = self.start_gate(BUILD, "off", "--out", f"run-{number}", "--alpha", 1e-6, "--beta", 1e-6)
                games = self.dir / f"run-{number}" / "games.jsonl"
                wait_until(lambda: gate.poll() is not None or (games.exists() and games.read_bytes()), PATIENCE_S)
                gate.send_signal(number)
                done = self.finish(gate)
                self.assertEqual(done.status, 128 + number, done)
                self.check_nothing_is_left()
                self.assertIn("Interrupted by", done.stdout)
                self.review_is_clean(games)

    def test_signal_ends_a_build_and_all_that_it_started(self):
        self.commit(ANY)
        self.commit(ANY)
        sleeps = [[b"sleep", f"{seconds}.{os.getpid()}".encode()] for seconds in (1000, 2000)]
        build = f"setsid sleep 1000.{os.getpid()} & sleep 2000.{os.getpid()}"
        for number, sandbox in ((signal.SIGTERM, "off"), (signal.SIGINT, "off"), *((s, "on") for s in SANDBOXED)):
            with self.subTest(f"{number.name} {sandbox}"):
                gate = self.start_gate(build, sandbox)
                wait_until(lambda: gate.poll() is not None or len(running(sleeps)) == 2, PATIENCE_S)
                gate.send_signal(number)
                done = self.finish(gate)
                self.assertEqual(done.status, 128 + number, done)
                self.assertEqual(running(sleeps), [])
                self.check_nothing_is_left()


if __name__ == "__main__":
    unittest.main()
