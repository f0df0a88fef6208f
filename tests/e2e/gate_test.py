"""`sprt gate` on a build that is better, equal, worse or broken: its exit status, on which CI relies."""

import html
import json
import math
import os
import re
import signal
import subprocess
import unittest
import xml.etree.ElementTree

import junit_test
from harness import AGENTS, BIN, REFEREE, SPRT, ProgramTest, command, read_games, scripted, wait_until

BASE = "alphabeta --depth 1 --shuffle"
BETTER = "alphabeta --depth 3 --shuffle"
WORSE = "random"
ARTICLES = ("--model", "wald", "--openings", "start", "--repeats", "count")


class GateTest(ProgramTest):
    def gate(self, agent1, *flags, agent2=BASE, out="run"):
        arguments = ["--agent1", agent1, "--agent2", agent2, "--seed", 1, "--quiet", "--out", out]
        arguments += ["--ready-ms", 60000, "--time-ms", 60000]
        return self.run_gate(out, *arguments, *flags)

    def run_gate(self, out, *arguments):
        reports = ("--junit", f"reports/{out}.xml", "--markdown", f"reports/{out}.md")
        summary = {"GITHUB_STEP_SUMMARY": str(self.dir / f"{out}.summary.md")}
        return self.run_program(SPRT, "gate", *arguments, *reports, env=summary)

    def check_reports(self, out, status):
        """The reports of a run agree with the exit status."""
        result = json.loads((self.dir / out / "run.json").read_text())["result"]
        report = json.loads(self.succeed(SPRT, "report", out, "--json").stdout)
        self.assertEqual(report["differences"], [])
        self.assertIs(report["over"], True)
        for each in (result, report["result"]):
            verdict = each["verdict"] if not each["rests_on_disputed"] else None
            expected = 4 if each["broken"] else {"H1": 0, "H0": 1, None: 5}[verdict]
            self.assertEqual(status, expected)
        self.check_ci_reports(out, status)
        self.review_is_clean(self.dir / out / "games.jsonl")
        return result

    def check_ci_reports(self, out, status):
        junit = self.dir / "reports" / f"{out}.xml"
        markdown = (self.dir / "reports" / f"{out}.md").read_text()
        is_valid, said = junit_test.validate(junit)
        self.assertTrue(is_valid, said)
        suite = xml.etree.ElementTree.parse(junit).getroot()
        suite = suite if suite.tag == "testsuite" else suite.find("testsuite")
        verdict = suite.find("testcase")
        wrong = [(case.find("failure") is not None, case.find("error") is not None) for case in suite.iter("testcase")]
        self.assertEqual(wrong[0], {0: (False, False), 1: (True, False), 4: (False, True), 5: (False, True)}[status])
        self.assertEqual(any(map(any, wrong[1:])), status == 4, "an agent is broken")
        self.assertEqual((int(suite.get("failures")), int(suite.get("errors"))), tuple(map(sum, zip(*wrong))))
        self.assertIsNone(verdict.find("skipped"))
        word = {0: "PASSED", 1: "REJECTED", 4: "BROKEN", 5: "UNDECIDED"}[status]
        self.assertTrue(markdown.startswith(f"### sprt: {word}\n"), markdown)
        self.assertEqual((self.dir / f"{out}.summary.md").read_text(), markdown)
        again = ("--junit", "again.xml", "--markdown", "again.md")
        self.succeed(SPRT, "report", out, *again)
        self.assertEqual((self.dir / "again.xml").read_text(), junit.read_text())
        self.assertEqual((self.dir / "again.md").read_text(), markdown)

    def reports_of_error(self, out):
        """The error that both reports of a gate without a result name."""
        junit = self.dir / "reports" / f"{out}.xml"
        is_valid, said = junit_test.validate(junit)
        self.assertTrue(is_valid, said)
        suite = xml.etree.ElementTree.parse(junit).getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", "0", "1"))
        markdown = (self.dir / "reports" / f"{out}.md").read_text()
        self.assertTrue(markdown.startswith("### sprt: ERROR\n\n<code>"), markdown)
        shown = html.unescape(markdown.split("<code>")[1].split("</code>")[0])
        what = suite.find("testcase/error").get("message")
        self.assertEqual(shown, what)
        return what

    def check(self, done, status, out="run"):
        self.assertEqual(done.status, status, done)
        result = self.check_reports(out, status)
        self.assertRegex(done.stdout, r"\n\[SPRT (Finished|Interrupted)\]\n")
        return result


class Builds(GateTest):
    """Gates at [0, 100] Elo, with random:4 and pairs."""

    BOUNDS = ("--elo0", 0, "--elo1", 100)

    def test_better_build_has_status_0(self):
        done = self.gate(BETTER, *self.BOUNDS)
        result = self.check(done, 0)
        self.assertEqual((result["verdict"], result["reason"]), ("H1", "verdict"))
        self.assertIn("\nCandidate: agent 1\n", done.stdout)
        self.assertIn("\nResult: Accept H1.", done.stdout)

    def test_equal_build_has_status_1(self):
        result = self.check(self.gate(BASE, *self.BOUNDS), 1)
        self.assertEqual((result["verdict"], result["reason"]), ("H0", "verdict"))

    def test_worse_build_has_status_1(self):
        result = self.check(self.gate(WORSE, *self.BOUNDS), 1)
        self.assertEqual((result["verdict"], result["reason"]), ("H0", "verdict"))

    def test_crashing_build_is_broken(self):
        done = self.gate(command(scripted("OffersOpeningAndExitsOnTurn")), *self.BOUNDS, "--no-check")
        result = self.check(done, 4)
        self.assertEqual((result["verdict"], result["reason"], result["broken"]), (None, "max_faults", 1))
        self.assertEqual(result["faults"], [4, 0])
        self.assertIn("Result: No decision. Agent 1 is broken: 4 faults, and 3 are allowed.\n", done.stdout)

    def test_build_that_exits_before_ok_is_broken(self):
        for agent in (command(scripted("ExitsAtOnce")), "false"):
            with self.subTest(agent):
                out = f"run-{len(agent)}"
                result = self.check(self.gate(agent, *self.BOUNDS, "--no-check", out=out), 4, out)
                self.assertEqual((result["broken"], result["faults"], result["games"]), (1, [4, 0], 4))

    def test_build_that_fails_the_check_game_has_status_2(self):
        """Nothing is left of the run."""
        dies = command(["/bin/sh", "-c", "read ready; echo 'cannot open weights.bin' >&2; exit 7"])
        rows = {  # agent 1, agent 2, and the line
            (dies, BASE): r"agent 1 crashed: .* \(exited 7\)",
            (BASE, command(scripted("OffersOpeningAndExitsOnTurn"))): r"agent 2 crashed: .* \(exited \d+\)",
            (command(["/bin/sh", "-c", "read ready; echo ok; read turn"]), BASE): "agent 1 protocol_error: sent 'ok' instead of OK",
            (BASE, command(["/bin/sh", "-c", "read r; echo OK; read t; echo MOVE 1 9 1 9; read f"])): r"agent 2 illegal_move: .*: \(1,9\) is not on the board",
        }
        for (one, two), reason in rows.items():
            with self.subTest(reason):
                done = self.gate(one, *self.BOUNDS, agent2=two)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                last = done.stderr.splitlines()[-1]
                self.assertRegex(last, rf"^sprt: the check game failed: {reason} \(--no-check begins the run without it\)$")
                self.assertFalse((self.dir / "run").exists(), "nothing in the way of the next try")
                self.assertEqual(self.reports_of_error("run"), last.removeprefix("sprt: "))
                if one == dies:
                    self.assertIn("sprt: agent 1's standard error: cannot open weights.bin\n", done.stderr)

    def test_broken_opponent_gives_no_verdict(self):
        """A build whose opponent does not play cannot be judged."""
        result = self.check(self.gate(BASE, *self.BOUNDS, "--no-check", agent2="false"), 4)
        self.assertEqual((result["verdict"], result["broken"]), (None, 2))

    def test_both_broken_builds_fail_both_test_cases(self):
        self.check(self.gate("false", *self.BOUNDS, "--no-check", agent2="false"), 4)
        junit = xml.etree.ElementTree.parse(self.dir / "reports" / "run.xml")
        self.assertEqual([case.find("failure") is not None for case in junit.iter("testcase")], [False, True, True])

    def test_unwritable_report_is_named_before_the_run(self):
        done = self.gate(BETTER, *self.BOUNDS, "--junit", ".")
        self.assertEqual((done.status, done.stdout), (2, ""), done)
        self.assertIn("--junit", done.stderr)

    def test_report_that_cannot_be_written_is_named_before_the_first_game(self):
        for flags in (("--junit", "/proc/no.xml"), ("--markdown", "/proc/no.md"), ("--page", "/proc/no.html")):
            with self.subTest(flags):
                done = self.run_program(SPRT, "gate", "greedy", "random", *self.BOUNDS, "--out", "run", *flags)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertTrue(done.stderr.startswith(f"sprt: {flags[0]}: cannot write {flags[1]}: "), done)
                self.assertFalse((self.dir / "run").exists(), "nothing has begun")
        done = self.run_program(SPRT, "gate", "greedy", "random", env={"GITHUB_STEP_SUMMARY": "/proc/no.md"})
        self.assertEqual((done.status, done.stdout), (2, ""), done)
        self.assertIn("sprt: GITHUB_STEP_SUMMARY: cannot write /proc/no.md: ", done.stderr)

    def test_report_that_cannot_be_written_at_the_end_changes_no_status(self):
        full = ("--junit", "/dev/full", "--markdown", "gate.md")
        done = self.run_program(SPRT, "gate", BETTER, BASE, *self.BOUNDS, "--seed", 1, "--quiet", *full)
        self.assertEqual(done.status, 0, done)
        self.assertIn("sprt: the report of --junit is missing: cannot write /dev/full: No space left on device\n", done.stderr)
        self.assertIn("### sprt: PASSED\n", (self.dir / "gate.md").read_text())

    def test_no_report_says_passed_when_the_status_is_another(self):
        """The output cannot be written, or a signal ends it while nobody reads: the gate has passed, statistically."""
        (self.dir / "gate.md").write_text("### sprt: PASSED\n")  # of the gate before
        gate = (SPRT, "gate", BETTER, BASE, *self.BOUNDS, "--seed", 1, "--quiet", "--markdown", "gate.md", "--junit", "gate.xml")
        with open("/dev/full", "wb") as full:
            done = self.finish(self.start_program(*gate, stdout=full))
        self.assertEqual(done.status, 3, done)
        self.assertTrue((self.dir / "gate.md").read_text().startswith("### sprt: ERROR\n"))
        self.assertEqual(xml.etree.ElementTree.parse(self.dir / "gate.xml").getroot().find("testsuite").get("errors"), "1")
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        os.set_blocking(writer, False)
        while True:  # the pipe is full: nobody reads it
            try:
                os.write(writer, bytes(4096))
            except BlockingIOError:
                break
        os.set_blocking(writer, True)
        process = self.start_program(*gate, "--out", "run", stdout=writer)
        os.close(writer)
        run = self.dir / "run" / "run.json"
        self.assertTrue(wait_until(lambda: run.exists() and json.loads(run.read_text()).get("result"), 100))
        self.assertIsNone(process.poll())
        self.assertTrue(wait_until(lambda: process.terminate() or process.poll() is not None, 60))
        done = self.finish(process)
        self.assertIn(done.status, (143, -signal.SIGTERM), done)
        self.assertTrue((self.dir / "gate.md").read_text().startswith("### sprt: ERROR\n"))
        self.assertLessEqual(done.stderr.count("nobody read the last"), 1)

    def test_text_of_agents_is_no_command_of_a_ci_system(self):
        name = "::error::##[add-mask]\u202e\x9bx"
        says = ["/bin/sh", "-c", "read r; echo '::set-output name=a::##[b]'; printf '::error::\\n ::x ##vso[y]\\342\\200\\256\\n' >&2; read t; exit 7"]
        config = {"agent1": {"command": says, "name": name}, "agent2": "random", "max_faults": 0, "no_check": True}
        file = self.write_json("config.json", config)
        texts = []
        for words in (
            (SPRT, "gate", file, "--out", "run", "--seed", 1, "--markdown", "gate.md", "--junit", "gate.xml"),
            (SPRT, "gate", file, "--print-config"),
            (SPRT, "report", "run"),
            (SPRT, "report", "run", "--json"),
            (SPRT, "export", "run", "--format", "pgn"),
            (SPRT, "export", "run", "--format", "csv"),
            (REFEREE, "review", "run/games.jsonl", "--show"),
        ):
            done = self.run_program(*words)
            self.assertIn(done.status, (0, 4), done)
            texts += [done.stdout, done.stderr]
            if words[-1] == "--print-config":
                self.assertIn(name, json.dumps(json.loads(done.stdout), ensure_ascii=False), "the value is the same")
        self.assertIn(r"\x3a:error::#\x23[add-mask]\xe2\x80\xae\xc2\x9bx", texts[0])
        for text in (*texts, (self.dir / "gate.md").read_text(), (self.dir / "gate.xml").read_text()):
            self.assertNotIn("##[", text)
            self.assertNotIn("##vso", text)
            self.assertNotRegex(text, r"(?m)^\s*::")
            self.assertNotRegex(text, "[\u202e\x9b\x1b]")

    def test_build_that_cannot_be_executed_has_status_2(self):
        plain = self.dir / "plain"
        plain.write_text("no program")
        for agent in ("./nothing", "no-such-agent", str(plain)):
            with self.subTest(agent):
                done = self.gate(agent, *self.BOUNDS)
                self.assertEqual(done.status, 2, done)
                self.assertTrue(done.stderr.startswith("sprt: --agent1: "), done.stderr)
                self.assertEqual(done.stdout, "")
                self.assertFalse((self.dir / "run").exists(), "there was no run")
                self.assertEqual(self.reports_of_error("run"), done.stderr.removeprefix("sprt: ").rstrip("\n"))

    def test_every_error_with_status_2_is_in_the_reports(self):
        (self.dir / "c.json").write_text('{"agent1": "greedy", "agent2": "random", "elo2": 3}')
        rows = (
            ("greedy",),
            ("missing.json",),
            ("c.json",),
            ("greedy", "random", "--elo0", 5, "--elo1", 5),
            ("greedy", "random", "--openings", "missing.txt"),
            ("greedy", "random", "--page", "page.html"),
            ("greedi", "random"),
        )
        for row in rows:
            with self.subTest(row):
                done = self.run_gate("refused", *row, "--seed", 1)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertEqual(self.reports_of_error("refused"), done.stderr.removeprefix("sprt: ").rstrip("\n"))
        report = self.dir / "report"
        report.write_text("kept")
        done = self.run_program(SPRT, "gate", "greedy", "random", "--markdown", report, "--junit", report)
        self.assertEqual((done.status, report.read_text()), (2, "kept"), "a file of another flag is not replaced")
        self.succeed(SPRT, "gate", "greedy", "random", "--junit", "none.xml", "--print-config")
        self.assertEqual(self.run_program(SPRT, "gate", "greedy", "--junit", "none.xml", "--print-config").status, 2)
        self.assertFalse((self.dir / "none.xml").exists(), "no gate was asked for")

    def test_limit_of_games_has_status_5(self):
        done = self.gate(BETTER, *self.BOUNDS, "--max-games", 8)
        result = self.check(done, 5)
        self.assertEqual((result["verdict"], result["reason"], result["games"]), (None, "max_games", 8))

    def test_repeats_and_used_up_openings_have_status_5(self):
        result = self.check(self.gate("greedy", *self.BOUNDS, "--openings", "start", agent2="greedy", out="repeats"), 5, "repeats")
        self.assertEqual(result["reason"], "repeats")
        result = self.check(self.gate(WORSE, "--openings", "random:1", agent2=WORSE, out="book"), 5, "book")
        self.assertEqual(result["reason"], "openings_used_up")

    def test_gate_that_is_resumed_has_the_status_of_a_gate(self):
        for agent, status in ((BETTER, 0), (WORSE, 1)):
            self.gate(agent, *self.BOUNDS, "--max-games", 8, out=agent)
            self.assertEqual(self.run_program(SPRT, "resume", agent).status, 5, "it has no verdict")
            elsewhere = self.dir / "elsewhere"  # paths of the run begin where it was begun, its own does not
            elsewhere.mkdir(exist_ok=True)
            for flags in (["--max-games", 4000], []):  # the second time it is over
                done = self.run_program(SPRT, "resume", f"../{agent}", "--quiet", *flags, cwd=elsewhere)
                self.assertEqual(done.status, status, done)

    def test_gate_of_two_builds_has_no_verdict(self):
        build = self.dir / "build"
        build.write_text(f"#!/bin/sh\nexec {BIN}/agents/random\n")
        build.chmod(0o755)
        self.check(self.gate("./build", *self.BOUNDS, "--max-games", 8, "--sandbox", "off"), 5)
        build.write_text(f"#!/bin/sh\nexec {BIN}/agents/{BETTER}\n")
        flags = ("--max-games", 4000, "--quiet")
        self.assertEqual(self.run_program(SPRT, "resume", "run", *flags).status, 2)
        for again in (flags, ()):
            done = self.run_program(SPRT, "resume", "run", "--force", *again)
            self.assertEqual(done.status, 5, done)
            self.assertIn("Warning: the verdict rests on games under changed conditions", done.stdout)

    def test_gate_whose_bounds_were_edited_has_no_verdict(self):
        llr = self.check(self.gate(BETTER, *self.BOUNDS, "--max-games", 8), 5)["llr"]
        file = self.dir / "run" / "run.json"
        within = 1 / (1 + math.exp(0.999 * llr))  # the last pair crosses this bound
        file.write_text(re.sub(r'"(alpha|beta)": [0-9.]+', rf'"\1": {within}', file.read_text()))
        done = self.run_program(SPRT, "resume", "run")
        self.assertEqual(done.status, 5, done)
        self.assertIn("Accept H1", done.stdout)
        self.assertIn("Warning: the verdict rests on games under changed conditions", done.stdout)


class Defaults(GateTest):
    def printed(self, *arguments):
        done = self.succeed(SPRT, "gate", *arguments, "--print-config")
        config = json.loads(done.stdout)
        return config["elo0"], config["elo1"], config["max_faults"]

    def test_defaults_depend_on_the_expectation(self):
        agents = ("--agent1", "greedy", "--agent2", "random")
        agents_only = {"agent1": "greedy", "agent2": "random"}
        file = self.write_json("file.json", {**agents_only, "elo0": 1, "elo1": 6, "max_faults": 9})
        bare = self.write_json("bare.json", agents_only)
        gain, no_regression = ("--expect", "gain"), ("--expect", "no-regression")
        rows = {
            agents: (0, 10, 3),
            (bare,): (0, 10, 3),
            (*agents, *gain): (0, 10, 3),
            (*agents, *no_regression): (-10, 0, 3),
            (file,): (1, 6, 9),
            (file, *gain): (0, 10, 9),
            (file, *no_regression): (-10, 0, 9),
            (file, "--elo1", 20): (1, 20, 9),
            (file, *no_regression, "--elo0", -4, "--elo1", 2): (-4, 2, 9),
            (file, "--max-faults", 0): (1, 6, 0),
            (file, "--max-faults", "none"): (1, 6, None),
            (*agents, "--max-faults", 5): (0, 10, 5),
        }
        for arguments, expected in rows.items():
            with self.subTest(arguments):
                self.assertEqual(self.printed(*arguments), expected)

    def test_unknown_expectation_is_refused(self):
        done = self.run_program(SPRT, "gate", "--agent1", "greedy", "--agent2", "random", "--expect", "loss")
        self.assertEqual(done.status, 2, done)
        self.assertIn("--expect", done.stderr)
        done = self.run_program(SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--expect", "gain")
        self.assertEqual(done.status, 2, "a run expects nothing")

    def test_run_allows_three_faults_unless_told_otherwise(self):
        flags = ("--agent1", "false", "--agent2", "random", *ARTICLES, "--max-games", 6, "--no-check")
        self.assertEqual(json.loads(self.succeed(SPRT, "run", *flags, "--print-config").stdout)["max_faults"], 3)
        self.assertEqual(self.run_program(SPRT, "run", *flags).status, 4)
        done = self.succeed(SPRT, "run", *flags, "--max-faults", "none")
        self.assertEqual(done.stdout.count("\nGame "), 2, "the first fault is shown below its game and at the end")

    def test_max_faults_flag_is_kept(self):
        for allowed in (0, 6):
            done = self.gate("false", "--no-check", "--max-faults", allowed, out=f"run{allowed}")
            result = self.check(done, 4, f"run{allowed}")
            self.assertEqual(result["faults"], [allowed + 1, 0])

    def test_bounds_of_an_expectation_override_the_file(self):
        """The run is resumed although the file has other bounds and its layout changed."""
        config = {"agent1": BETTER, "agent2": BASE, "elo0": 1, "elo1": 6, "max_games": 100, "max_faults": 9, "seed": 1}
        naps = command(["/bin/sh", "-c", f"sleep 0.05; exec {AGENTS}/random"])
        file = self.write_json("config.json", config)
        transcript = self.dir / "transcript"
        with open(transcript, "wb") as stdout:
            flags = ["--expect", "no-regression", "--agent1", naps, "--concurrency", 1, "--out", "run", "--sandbox", "off"]
            process = self.start_program(SPRT, "gate", file, *flags, stdout=stdout)
        self.assertTrue(wait_until(lambda: transcript.read_text().count("\nTotal: ") >= 2, 100))
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).status, 130)
        file.write_text(json.dumps(config))
        self.assertEqual(self.run_program(SPRT, "resume", "run").status, 5, "that of a gate at its limit of games")


class Disputed(GateTest):
    def test_verdict_that_rests_on_disputed_time_losses_has_status_5(self):
        """An agent that thinks for 3 * 100 ms stays within its budget, unless five processes share its core."""
        core = max(os.sched_getaffinity(0))
        for _ in range(4):
            hog = subprocess.Popen(
                ["/bin/sh", "-c", "while :; do :; done"], preexec_fn=lambda: os.sched_setaffinity(0, {core})
            )
            self.addCleanup(hog.wait)
            self.addCleanup(hog.kill)
        hostile = BIN / "hostile"
        config = {
            "agent1": {"command": [str(hostile / "clock"), "think", "100"], "time_ms": 450},
            "agent2": {"command": [str(hostile / "honest")], "time_ms": 600_000},
            **{"elo0": 0, "elo1": 400, "max_games": 4, "ready_ms": 60_000, "finish_ms": 100, "turns": 6},
            **{"model": "wald", "openings": "start", "repeats": "count"},
            **{"cores": str(core), "concurrency": 1, "out": "run"},
        }
        done = self.run_gate("run", self.write_json("config.json", config))
        result = self.check(done, 5)
        self.assertEqual((result["verdict"], result["rests_on_disputed"]), ("H0", True))
        self.assertIn("\nWarning: the verdict rests on disputed time losses (2): ", done.stdout)
        self.assertEqual(result["faults"], [0, 0], "time losses are not faults")


class Signals(GateTest):
    def test_interrupted_gate_has_the_signals_status(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                out = f"run-{number.name}"
                transcript = self.dir / f"transcript-{number.name}"
                flags = ["--agent1", BASE, "--agent2", BASE, "--elo1", 0.1, "--out", out]
                with open(transcript, "wb") as stdout:
                    process = self.start_program(SPRT, "gate", *flags, stdout=stdout)
                self.assertTrue(wait_until(lambda: transcript.read_text().count("\nTotal: ") >= 4, 100))
                process.send_signal(number)
                done = self.finish(process)
                self.assertEqual(done.status, 128 + number, done)
                self.assertTrue(transcript.read_text().endswith(f"\nTo go on: {SPRT} resume {out}\n"))
                self.assertGreaterEqual(len(read_games(self.dir / out / "games.jsonl")), 4)


if __name__ == "__main__":
    unittest.main()
