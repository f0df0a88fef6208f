"""`referee check`: well-behaved agents pass all checks; each agent of the table fails the check that its row names."""

import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import schema
from harness import AGENTS, BIN, PATIENCE_S, REFEREE, Finished, children, command, left_behind, scripted, wait_until, why_no_sandbox

ENGINE = str(BIN / "uai" / "uai_engine")
HOSTILE = str(BIN / "hostile" / "hostile_uai")
PYTHON_ENGINE = command([sys.executable, "-B", "-S", str(pathlib.Path(__file__).with_name("uai_engine.py"))])
HOSTILE_AGENTS = BIN / "hostile"
PATIENT = "margin_ms=30000"  # a busy machine is not the agent's fault
NEEDED = {1, 2, 3, 5, 6, 8, 9, 13, 14, 18}
OF_NATIVE_AGENTS = {1, 4, 5, 7, 8, 11, 12, 13, 14, 15, 18, 19, 22}
AT_ONCE = 4
# Checks that take no time with an engine that plays at once, but those of clocks and of growth.
QUICK = "1,2,3,4,8,9,10,11,12,17,18,19,20,21"
NOT_BLOCKED = "1,2,3,4,8,9,11,12,17,18,19,20,21"  # hostile_uai knows no blocked squares


def check(agent, *flags):
    done = subprocess.run([REFEREE, "check", agent, *flags], capture_output=True, timeout=PATIENCE_S)
    return Finished(done.returncode, done.stdout, done.stderr)


def uai(words, *keys):
    return " ".join(["proto=uai", *keys, words])


def engine(flags="", *keys):
    return uai(f"{ENGINE} {flags}", *(keys or (PATIENT,)))


def at_once(flags):
    """An engine that does not search."""
    return engine(flags, PATIENT, "option.Play=random")


def hostile(words, *keys):
    return uai(f"{HOSTILE} {words}", *(keys or (PATIENT,)))


def native(words):
    return f"time_ms=800 {HOSTILE_AGENTS}/{words}"


# An agent, the checks that are made, those that fail, and those that are notes with a part of what was seen.
ROWS = (
    # The start.
    (hostile("start dies"), NOT_BLOCKED, {1}, {}),
    (hostile("uai hangs", "start_ms=400"), NOT_BLOCKED, {1}, {}),
    (hostile("uai floods"), NOT_BLOCKED, {1}, {}),
    (hostile("uai half_dies"), NOT_BLOCKED, {1}, {}),
    (hostile("uai says 'uaiok\\n'"), NOT_BLOCKED, {2}, {4: "lists no option"}),
    (hostile("ready silent", "start_ms=400"), NOT_BLOCKED, {3}, {}),
    (hostile("newgame dies"), NOT_BLOCKED, {3}, {}),
    (at_once("--hash-name hash"), QUICK, set(), {4: "no option Hash"}),
    # Clocks.
    (engine("--bad late", "margin_ms=100"), "4,5,8", {5}, {}),
    (engine("--bad swaps-clocks", "margin_ms=100"), "4,6,8", {6}, {}),
    (hostile("go_nodes dies"), "5,6,7,8", {7}, {}),
    (engine("--nodes-unknown at-once"), "7", set(), {7: "nodes 1000: an answer without nodes"}),
    (engine("--depth-unknown endless"), "7", set(), {7: "depth 3: no answer until stop"}),
    (at_once(""), "7", set(), {7: "does not use the time of a move"}),
    # Positions.
    (at_once("--bad no-pass"), QUICK, {8}, {}),
    (at_once("--dies-of move-80"), QUICK, {9}, {}),
    (at_once("--at-100 dies"), "9", set(), {9: "at 100: crashed"}),
    (at_once("--at-100 pass"), QUICK, set(), {}),
    (at_once("--dies-of blocked"), QUICK, {10}, {}),
    (at_once("--dies-of second"), "5,11,12,17,18", {11}, {}),
    (at_once("--dies-of one-empty"), QUICK, {12}, {}),
    (hostile("go_depth dies"), "5,6,8,9,11,22", {22}, {}),
    # Games: hostile_uai misbehaves in its third turn.
    (hostile("go dies"), "5,6,8,9,13,18", {13}, {}),
    (hostile("go floods"), "5,6,8,9,13,18", {13}, {}),
    (hostile("go silent", "margin_ms=25"), "8,9,13,18", {13}, {}),
    (hostile("go says 'bestmove a1a1\\n'"), "5,6,8,9,13,18", {13}, {}),
    (hostile("go says 'bestmove\\n'"), "5,6,8,9,13,18", {13}, {}),
    (hostile("moved dies"), "5,6,8,9,13,18", {13}, {}),
    (at_once("--bad leaks-memory"), "13,14,18", {14}, {}),
    (at_once("--bad leaks-descriptors"), "13,14,18", {14}, {}),
    (at_once("--clears-mib 8"), "14", set(), {}),
    (engine("--bad chance"), "15", set(), {15: "in another fresh process"}),
    (engine("--bad remembers"), "15", set(), {15: "after a game"}),
    # What is said.
    (engine("--single-threaded"), "16", set(), {16: "no readyok while it thinks"}),
    (engine("--bad deaf-to-stop"), "16", set(), {16: "no bestmove within 1 s after stop"}),
    (hostile("late_option dies"), NOT_BLOCKED, {17}, {}),
    (hostile("quit hangs"), NOT_BLOCKED, {18}, {}),
    (hostile("quit spins"), NOT_BLOCKED, {18}, {}),
    (hostile("quit ignores_sigterm"), "18,8", {18}, {}),
    (hostile("quit dies"), "18", set(), {18: "exited 7"}),
    (at_once("--spins-at-end"), QUICK, set(), {19: "still ran"}),
    (engine("--bad bad-score"), "20", set(), {20: "no positive score; a lost position has no negative score"}),
    (engine("--bad bad-pv"), "20", set(), {20: "lines (pv) are not legal"}),
    (at_once("--bad bad-perft"), QUICK, set(), {21: "perft 3 is 6460; it says 'nodes 16460"}),
    (hostile("go child stays"), "5,13", set(), {}),
    # Native agents.
    (native("silent"), "", {1}, {}),
    (native("flood"), "1,5,13,18", {13}, {}),
    (native("die ready 7"), "", {1}, {}),
    (native("hang sleep"), "1,5,13,18", {13}, {}),
    (native("die turn -11"), "1,5,13,18", {13}, {}),
    (native("illegal pass"), "1,5,13,18", {13}, {}),
    (native("ignore_finish"), "1,5,18", {18}, {}),
)


class Table(unittest.TestCase):
    def test_each_row_fails_what_it_names_and_nothing_else(self):
        def made(row):
            agent, only, *_ = row
            flags = ["--only", only] if only else []
            return check(agent, *flags, "--json", "--games", "2", "--positions", "50")

        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for row, done in zip(ROWS, pool.map(made, ROWS)):
                agent, only, fails, notes = row
                with self.subTest(agent=agent):
                    self.assertEqual(schema.problems_in_text("check", done.stdout), [], str(done))
                    report = json.loads(done.stdout)
                    results = {one["number"]: one for one in report["checks"]}
                    failed = {number for number, one in results.items() if one["result"] == "fail"}
                    self.assertEqual(failed, fails, done.stdout)
                    self.assertEqual(done.status, 1 if fails & NEEDED else 0)
                    self.assertEqual(report["holds"], not fails & NEEDED)
                    self.assertEqual(report["whole"], not fails & {1, 3})
                    for number, seen in notes.items():
                        self.assertEqual(results[number]["result"], "note", done.stdout)
                        self.assertIn(seen, results[number]["seen"])
                    self.assertEqual({int(number) for number in only.split(",")} if only else OF_NATIVE_AGENTS, set(results))
                    self.assertEqual(complaints_of(done), [])
        self.assertEqual(left_behind(ENGINE, HOSTILE), [])


def complaints_of(done):
    return [line for line in done.stderr.splitlines() if line]


class WellBehaved(unittest.TestCase):
    def test_engine_passes_all_checks(self):
        done = check(engine())
        lines = done.stdout.splitlines()
        self.assertEqual((done.status, done.stderr), (0, ""), str(done))
        self.assertEqual([int(line[5:7]) for line in lines[:-1]], list(range(1, 23)))
        self.assertEqual(lines[-1], "All that is needed holds; its opponent made random moves.")
        for line in lines[:-1]:
            self.assertRegex(line, r"^(ok  |note) [ 1-9][0-9] [a-z -]+: [^\n]+$")
            if not line.startswith("note  7"):  # on a busy machine a move comes late
                self.assertTrue(line.startswith("ok"), line)
        self.assertRegex(done.stdout, r"ok    8 pass: 'bestmove 0000'\n")
        self.assertRegex(done.stdout, r"ok   13 games: 20 games: won \d+, drawn \d+, lost \d+\n")
        self.assertRegex(done.stdout, r"ok   22 random positions: 1000 positions at depth 1\n")

    def test_another_engine_passes_what_is_needed(self):
        done = check(uai(PYTHON_ENGINE, PATIENT), "--json", "--games", "2", "--positions", "20")
        self.assertEqual(done.status, 0, str(done))
        self.assertEqual(schema.problems_in_text("check", done.stdout), [])

    def test_native_agents_pass_the_checks_that_apply(self):
        for name, left_out in (("pvs --depth 2", set()), ("random", set()), ("greedy", set())):
            with self.subTest(name=name):
                done = check(name, "--json", "--games", "6", "--positions", "100")
                self.assertEqual(done.status, 0, str(done))
                self.assertEqual(schema.problems_in_text("check", done.stdout), [])
                results = {one["number"]: one["result"] for one in json.loads(done.stdout)["checks"]}
                self.assertEqual(set(results), OF_NATIVE_AGENTS - left_out)
                self.assertNotIn("fail", results.values(), done.stdout)

    def test_agent_that_offers_nothing_is_checked_by_its_games(self):
        done = check(str(HOSTILE_AGENTS / "honest"), "--json", "--games", "2")
        results = {one["number"]: one["result"] for one in json.loads(done.stdout)["checks"]}
        self.assertEqual(done.status, 0, str(done))
        self.assertEqual(set(results), OF_NATIVE_AGENTS)
        self.assertEqual({number for number, result in results.items() if result == "skip"}, {12, 14, 22})
        self.assertEqual(results[4], "note")

    def test_agent_that_dies_at_its_first_pass_fails(self):
        """Games are steered to a pass where no position can be told."""
        due = r"a pass was due \(MOVE -1 -1 -1 -1\) \(exited 3\)"
        for agent, said in (
            ("DiesAtAPass", rf"in game \d+ against an opponent that tries to leave it no move, turn \d+: crashed: .*; {due}"),
            ("OffersOpeningAndDiesAtAPass", rf"crashed: .*; {due}"),
            ("OffersOpeningAndDiesAtAnOpponentsPass", r"after its opponent's pass: crashed: .*"),
        ):
            with self.subTest(agent):
                done = check(command(scripted(agent)), "--only", "8")
                self.assertEqual(done.status, 1, str(done))
                self.assertRegex(done.stdout, rf"^FAIL  8 pass: {said}")
                self.assertIn("\nFailed, and needed: 8.\n", done.stdout)

    def test_agent_that_is_told_moves_alone_is_asked_after_openings(self):
        done = check(command(scripted("OffersOpening")), "--games", "2", "--positions", "5")
        self.assertEqual(done.status, 0, str(done))
        self.assertIn("note  4 capabilities: offers OPENING, not FEN, GAMES, CLOCK\n", done.stdout)
        self.assertIn("ok    8 pass: 'MOVE -1 -1 -1 -1'\n", done.stdout)
        self.assertRegex(done.stdout, r"(ok  |note) 12 last squares: one empty square: not asked, which takes FEN; the last stone can be taken: [a-g1-7]+, (not )?taken\n")
        self.assertIn("ok   22 random positions: 5 positions\n", done.stdout)

    def test_agents_of_other_games(self):
        for name, game in (("solver", "tic-tac-toe"), ("mcts --nodes 20", "connect-four")):
            with self.subTest(game=game):
                done = check(name, "--game", game, "--json", "--games", "2", "--positions", "50")
                self.assertEqual(done.status, 0, str(done))
                results = {one["number"]: one["result"] for one in json.loads(done.stdout)["checks"]}
                self.assertEqual(set(results), OF_NATIVE_AGENTS)
                self.assertEqual({number for number, result in results.items() if result == "skip"}, {8, 12})

    def test_time_that_an_engine_measures_is_told(self):
        kinds = {"": "measures wall time", "--processor-time": "measures processor time"}
        for flags, told in kinds.items():
            for _ in range(5):  # a busy machine may hide it
                done = check(engine(flags), "--only", "7")
                for other in {*kinds.values()} - {told}:
                    self.assertNotIn(other, done.stdout)
                if told in done.stdout:
                    break
            if told not in done.stdout and os.getloadavg()[0] > 1.5:
                self.skipTest("other programs use the cores")
            self.assertIn(told, done.stdout)


class InASandbox(unittest.TestCase):
    def setUp(self):
        if reason := why_no_sandbox():
            self.skipTest(f"no sandbox here: {reason}")

    def test_agents_are_checked_in_one_as_they_play(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = pathlib.Path(folder) / "mark"
            words = ["sh", "-c", f"touch {mark}; exec {AGENTS}/random", str(AGENTS / "random")]
            stranger = {"command": words, "trusted": False}
            engines = pathlib.Path(folder) / "engines.json"
            engines.write_text(json.dumps({"known": {"command": words}, "stranger": stranger}))
            for agent, flags, is_inside in (
                ("@known", ["--sandbox", "on"], True),
                ("@known", [], False),
                ("@stranger", [], True),
                ("@stranger", ["--sandbox", "off"], False),
            ):
                with self.subTest(agent=agent, flags=flags):
                    mark.unlink(missing_ok=True)
                    done = check(agent, "--only", "1,5", "--engines", str(engines), *flags)
                    self.assertEqual((done.status, done.stderr), (0, ""), str(done))
                    self.assertEqual(mark.exists(), not is_inside)

    def test_all_checks_hold_and_nothing_is_left(self):
        done = check(engine(), "--sandbox", "on", "--games", "4", "--positions", "50")
        self.assertEqual((done.status, done.stderr), (0, ""), str(done))
        for agent, fails in ((hostile("go child stays"), None), (native("ignore_finish"), "18")):
            done = check(agent, "--sandbox", "on", "--only", "5,13,18")
            self.assertEqual(done.status, 1 if fails else 0, str(done))
        self.assertEqual(left_behind(ENGINE, HOSTILE), [])

    def test_limits_hold(self):
        for flags in ([], ["--sandbox", "on"]):
            with self.subTest(flags=flags):
                done = check(native("eat_memory"), "--memory-mb", "64", "--only", "5,13", "--games", "2", *flags)
                self.assertEqual(done.status, 1, str(done))
                self.assertRegex(done.stdout, r"FAIL 13 games: .* crashed: .*\(signal [69]\)")


class Usage(unittest.TestCase):
    def test_wrong_usage(self):
        for words, said in (
            ([], "AGENT is missing"),
            ([engine(), "--only", "23"], "--only: '23' is not the number of a check, 1 to 22"),
            ([engine(), "--only", "1,,2"], "--only: '' is not the number of a check"),
            (["random", "--only", "2"], "--only: none of these checks is made of such an agent"),
            ([engine(), "--games", "0"], "--games"),
            ([engine(), "--seed", "x"], "--seed: 'x' is not a whole number"),
            ([engine(), "--sandbox", "yes"], "--sandbox: 'yes' must be off, auto or on"),
            ([uai("no-such-engine")], "AGENT: "),
            (["prot=uai random"], "AGENT: 'prot' before the command is unknown"),
            ([engine("", "option.Hsh=16")], "AGENT: no option is called 'Hsh'"),
            ([engine(), "--game", "tic-tac-toe"], "AGENT: a UAI engine does not play tic-tac-toe"),
        ):
            with self.subTest(words=words):
                done = check(*words) if words else Finished(*run_bare())
                self.assertEqual(done.status, 2, str(done))
                self.assertIn(said, done.stderr)
                self.assertEqual(len(complaints_of(done)), 1)

    def test_signal_ends_it_and_leaves_nothing(self):
        agent = hostile("uai hangs", "start_ms=60000")
        started = subprocess.Popen([REFEREE, "check", agent], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertTrue(wait_until(lambda: children(started.pid), PATIENCE_S))
        begin = time.monotonic()
        os.kill(started.pid, signal.SIGTERM)
        _, errors = started.communicate(timeout=PATIENCE_S)
        self.assertEqual(started.returncode, 143)
        self.assertIn(b"interrupted; not all checks were made", errors)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(left_behind(ENGINE, HOSTILE), [])


def run_bare():
    done = subprocess.run([REFEREE, "check"], capture_output=True)
    return done.returncode, done.stdout, done.stderr


if __name__ == "__main__":
    unittest.main()
