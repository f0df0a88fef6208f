"""sprt tournament: schedule, table and log, killed and resumed, agents that crash, join and leave; files and bad input."""

import csv
import itertools
import json
import math
import re
import shutil
import unittest

import schema
from harness import AGENTS, BIN, SPRT, ProgramTest, command, read_games, wait_until, why_no_sandbox, without_clock

FOUR = ("--agent", "minimax --depth 1 --shuffle", "--agent", "greedy", "--agent", "random", "--agent", "name=late minimax --depth 2")
# A search of fixed depth ends sooner when it waits too long for a core, and then plays otherwise.
PATIENT = ("--time-ms", 100_000, "--ready-ms", 20_000)
CRASHES = """#!/bin/sh
# Crashes in four of ten games, which their seeds decide.
case "$REFEREE_SEED" in *[0-3]) exit 7 ;; esac
exec "$1"
"""


class Tournaments(ProgramTest):
    def agents(self, *commands):
        return [word for one in commands for word in ("--agent", one)]

    def play(self, out, *flags, status=0):
        done = self.run_program(SPRT, "tournament", *flags, "--quiet", "--out", out)
        self.assertEqual(done.status, status, done)
        return done

    def run_json(self, folder):
        return json.loads((self.dir / folder / "run.json").read_text())

    def games(self, folder):
        """Without what clocks decide, and without the words for a crash, which tell how soon it was seen."""
        games = [without_clock(game) for game in read_games(self.dir / folder / "games.jsonl")]
        return [{**game, "fault": game["fault"] and {**game["fault"], "reason": ""}} for game in games]

    def report(self, folder, *flags):
        """What the report says. Nothing differs from run.json."""
        report = json.loads(self.succeed(SPRT, "report", folder, "--json", *flags).stdout)
        self.assertEqual(report["differences"], [])
        return report

    def table(self, folder, *flags):
        """The tables, without what clocks decide."""
        text = self.succeed(SPRT, "report", folder, *flags).stdout
        return text[: text.index("Result: ")]

    def pairs(self, folder):
        return [(game["round"], *game["agents"]) for game in self.games(folder) if game["game"] % 2 == 0]

    def moody(self):
        """The command of an agent that crashes in some games."""
        file = self.dir / "moody"
        if not file.exists():
            file.write_text(CRASHES)
            file.chmod(0o755)
        return f"name=moody restart=game {command([str(file), str(AGENTS / 'random')])}"


class Schedule(Tournaments):
    def test_round_robin_of_four(self):
        out = self.play("t", *FOUR, "--rounds", 3, "--seed", 1).stdout
        legs = [(0, 3), (1, 2), (1, 3), (0, 2), (2, 3), (0, 1)]
        self.assertEqual(self.pairs("t"), [(r, a, b) for r in range(3) for a, b in legs])
        games = self.games("t")
        for game in games:
            self.assertEqual((game["pair"], game["first"]), (game["game"] // 2, 1 + game["game"] % 2))
        for r in range(3):
            openings = {json.dumps(game["opening"]) for game in games if game["round"] == r}
            self.assertEqual(len(openings), 1, "all of a round are from one opening")
        self.assertEqual(len({json.dumps(game["opening"]) for game in games}), 3)
        self.assertIn("Round robin of 4, 3 rounds: 36 games, 18 pairs from 3 openings. Errors by pair; rounds fixed beforehand.", out)
        self.review_is_clean(self.dir / "t" / "games.jsonl")
        run = self.run_json("t")
        self.assertEqual(run["kind"], "tournament")
        self.assertEqual([agent["withdrawn"] for agent in run["agents"]], [None] * 4)
        self.assertEqual(run["stages"], [{"game": 0, "agents": [0, 1, 2, 3], "rounds": 3}])
        result = self.report("t")["result"]
        self.assertEqual((result["reason"], result["rounds"], result["games"]), ("rounds", 3, 36))
        points = [0.0] * 4
        for game in games:
            for i in (0, 1):
                points[game["agents"][i]] += 0.5 if game["winner"] == 0 else game["winner"] == i + 1
        for agent, row in enumerate(("minimax --depth 1", "greedy", "random", "late")):
            self.assertRegex(out, rf"\n +\d+  .* {re.escape(row)}.* {points[agent]:.1f}/18 ")

    def test_gauntlet_and_ladder(self):
        self.play("g", *FOUR, "--format", "gauntlet", "--seeds", 2, "--rounds", 2, "--seed", 1)
        self.assertEqual(self.pairs("g"), [(r, a, b) for r in range(2) for a, b in ((0, 2), (1, 2), (0, 3), (1, 3))])
        self.assertEqual(self.report("g")["result"]["ratings"]["elo"][0], 0, "anchored at its first seed")
        out = self.play("l", *FOUR, "--format", "ladder", "--span", 2, "--rounds", 2, "--seed", 1, "--anchor", "random=100").stdout
        self.assertEqual(self.pairs("l"), [(r, a, b) for r in range(2) for a, b in ((0, 1), (1, 2), (2, 3), (0, 2), (1, 3))])
        self.assertEqual(self.report("l")["result"]["ratings"]["elo"][2], 100)
        self.assertNotIn("Certain", out)

    def test_same_games_at_any_concurrency(self):
        slow = "minimax --depth 3"
        agents = self.agents("minimax --depth 1 --shuffle", "random", slow, self.moody())
        tables = set()
        for games in (1, 4, 64):
            self.play(f"c{games}", *agents, "--rounds", 12, "--seed", 7, *PATIENT, "--concurrency", games, "--report-every", 4)
            self.assertEqual(self.games(f"c{games}"), self.games("c1"), games)
            tables.add(self.table(f"c{games}"))
        self.assertEqual(len(tables), 1)
        self.assertGreater(self.report("c1")["result"]["faults"][3], 0)

    def test_agents_without_chance_are_saturated_and_the_others_go_on(self):
        out = self.play("t", *self.agents("greedy", "minimax --depth 1", "random", "name=chance random"), "--openings", "start", "--rounds", 8, "--seed", 3).stdout
        result = self.report("t")["result"]
        first = next(p for p in result["pairings"] if p["agents"] == [0, 1])
        self.assertEqual((first["games"], first["repeats"], first["saturated"], sum(first["ptnml"])), (8, 3, True, 1))
        others = [p for p in result["pairings"] if p["agents"] != [0, 1]]
        self.assertTrue(all(p["games"] == 16 for p in others), others)
        self.assertIn(" (6 games do not count: 6 in copies of pairs)", out)
        self.assertIn("greedy s", out)
        self.assertIn("s: with one of its rivals it only repeats games.", out)
        same = (*self.agents("greedy", "minimax --depth 1"), "--openings", "start", "--rounds", 9)
        self.play("same", *same)
        self.assertEqual(self.report("same")["result"]["reason"], "repeats")
        self.assertIn("Copies of games count like any other.", self.play("all", *same, "--repeats", "count").stdout)
        result = self.report("all")["result"]
        pairing = result["pairings"][0]
        self.assertEqual((result["reason"], sum(pairing["ptnml"]), pairing["repeats"], pairing["saturated"]), ("rounds", 9, 8, False))

    def test_openings_may_end_before_the_rounds(self):
        (self.dir / "book.txt").write_text("1 1 1 2 7 1 7 2\n1 1 2 2 7 1 6 2\n")
        out = self.play("t", *FOUR, "--openings", "book.txt", "--rounds", 5).stdout
        self.assertIn("Openings: book.txt, enough for 2 rounds\n", out)
        self.assertIn("Result: The openings are used up after 2 rounds.", out)
        report = self.report("t")
        self.assertEqual((report["result"]["reason"], report["over"], report["result"]["rounds"]), ("openings_used_up", True, 2))


class Copies(Tournaments):
    def test_copies_count_where_agents_have_chance_as_in_a_match(self):
        """Random agents repeat short games by chance. Without the copies the most frequent results would count too little."""
        game = ("--game", "tic-tac-toe", "--openings", "start", "--seed", 3)
        self.play("t", *self.agents("solver", "random"), "--rounds", 400, *game)
        self.succeed(SPRT, "match", "--agent1", "solver", "--agent2", "random", "--games", 800, *game, "--quiet", "--out", "m")
        match = json.loads(self.succeed(SPRT, "report", "m", "--json").stdout)
        pairing = self.report("t")["result"]["pairings"][0]
        self.assertGreater(pairing["repeats"], 0)
        self.assertEqual((pairing["ptnml"], pairing["saturated"]), (match["result"]["ptnml"], False))
        self.assertIn("Copies of games count where", self.table("t"))
        self.succeed(SPRT, "report", "t", "--pgn", "t.pgn")
        self.assertEqual((self.dir / "t.pgn").read_text().count("[Result "), 800)


class Faults(Tournaments):
    def test_agent_that_always_crashes_loses_all_and_is_withdrawn(self):
        agents = self.agents("greedy", "random", "name=broken /bin/false")
        out = self.play("kept", *agents, "--rounds", 3, "--no-check", "--seed", 1).stdout
        self.assertEqual(self.report("kept")["result"]["faults"], [0, 0, 12])
        self.assertRegex(out, r"\n +3  .*broken +< [+-]")
        self.assertIn("18 games, 9 pairs from 3 openings", out)
        out = self.play("t", *agents, "--rounds", 4, "--no-check", "--max-faults", 3, "--seed", 1, status=4).stdout
        result = self.report("t")["result"]
        self.assertEqual((result["faults"], result["rounds"], result["reason"]), ([0, 0, 4], 4, "rounds"))
        self.assertEqual([agent["withdrawn"] for agent in self.run_json("t")["agents"]], [None, None, 0])
        self.assertEqual(len(self.games("t")), 6 + 3 * 2)
        self.assertIn("broken w", out)
        self.assertIn("w: withdrawn for its faults.", out)
        without = self.table("t", "--without", "broken")
        self.assertIn("Left out, with all their games: broken; faults and times are of all games.", without)
        self.assertNotIn("broken w", without)
        self.play("two", *self.agents("greedy", "/bin/false"), "--no-check", "--max-faults", 0, status=4)
        self.assertEqual(self.report("two")["result"]["reason"], "max_faults")
        self.assertEqual(self.run_program(SPRT, "resume", "two").status, 4)

    def test_agent_that_loses_its_last_eight_games_on_time_is_withdrawn(self):
        agents = self.agents("greedy", "random", command([str(BIN / "hostile/hang"), "sleep"]))
        flags = ("--game", "tic-tac-toe", "--time-ms", 60, "--no-check", "--seed", 1)
        out = self.play("t", *agents, *flags, "--rounds", 3, "--max-faults", 3, status=4).stdout
        run, report = self.run_json("t"), self.report("t")
        self.assertEqual(run["time_losses"], 8)
        self.assertEqual([agent.get("withdrawn_for") for agent in run["agents"]], [None, None, "time_losses"])
        self.assertEqual(report["withdrawn"], [{"agent": 2, "round": 1, "why": "time_losses"}])
        self.assertEqual(len(self.games("t")), 2 * 6 + 2)
        self.assertIn("t: withdrawn for losing on time.", out)
        self.play("none", *agents, *flags, "--rounds", 3, "--max-faults", "none")
        self.assertEqual(len(self.games("none")), 3 * 6)

    def test_check_games_name_all_agents_that_fail(self):
        engine = f"name=e proto=uai option.Nope=1 {BIN}/uai/uai_engine"
        agents = self.agents(engine, "greedy", "/bin/false", "random", "name=b /bin/false")
        done = self.run_program(SPRT, "tournament", *agents, "--out", "t")
        self.assertEqual((done.status, done.stdout), (2, ""))
        last = done.stderr.splitlines()[-1]
        self.assertRegex(last, r"^sprt: the check games failed: e: protocol_error: no option is called 'Nope'.*; /bin/false: crashed.*; b: crashed.* \(--skip-failed leaves these agents out, --no-check plays no check games\)$")
        self.assertFalse((self.dir / "t").exists() and list((self.dir / "t").glob("*.json*")))


    def test_tournament_begins_without_the_agents_that_fail(self):
        broken = self.agents("name=x /bin/false")
        rest, flags = self.agents("greedy", "random"), ("--rounds", 2, "--seed", 1, "--skip-failed")
        done = self.play("t", *broken, *rest, *flags)
        self.assertIn("sprt: warning: x is skipped, because its check game failed: crashed", done.stderr)
        self.assertRegex(done.stdout, r"\nSkipped, because its check game failed: x \(crashed.*\)\.\n")
        run = self.run_json("t")
        self.assertEqual([agent["name"] for agent in run["agents"]], ["greedy", "random"])
        (skipped,) = run["skipped"]
        self.assertEqual((skipped["name"], skipped["command"], skipped["why"][:7]), ("x", ["/bin/false"], "crashed"))
        self.assertEqual(self.report("t")["skipped"], [skipped])
        self.play("same", *rest, *flags)
        self.assertNotIn("skipped", self.run_json("same"))
        self.assertEqual(self.games("same"), self.games("t"))
        self.succeed(SPRT, "resume", "t", "--rounds", 3)
        self.succeed(SPRT, "report", "t", "--markdown", "t.md")
        self.assertIn("Skipped, because its check game failed: x", (self.dir / "t.md").read_text())
        self.assertEqual(self.run_json("t")["skipped"], [skipped])
        for agents, more, said in (
            ((*broken, *self.agents("greedy")), (), "of 2 agents fewer than two are left"),
            ((*broken, *rest), ("--format", "gauntlet"), "'x' is a seed of the gauntlet"),
            ((*broken, *rest), ("--anchor", "x"), "'x' is the anchor"),
            ((*rest, *broken), ("--format", "gauntlet", "--seeds", 2), "of 3 agents only 2 are left, which must be above --seeds"),
            ((*rest, *broken), ("--no-check",), "--skip-failed: without check games"),
        ):
            with self.subTest(said):
                done = self.play("u", *agents, *more, *flags, status=2)
                self.assertIn(said, done.stderr.splitlines()[-1])
                self.assertFalse((self.dir / "u" / "run.json").exists())


class Killed(Tournaments):
    def check_killed(self, *more):
        agents = self.agents("minimax --depth 1 --shuffle", "random", "greedy", self.moody())
        flags = [*agents, "--rounds", 15, "--seed", 5, "--concurrency", 2, "--max-faults", 40, *more]
        whole = self.run_program(SPRT, "tournament", *flags, "--quiet", "--out", "whole")
        self.assertIn(whole.status, (0, 4), whole)
        words = [SPRT, "tournament", *flags, "--quiet", "--out", "cut"]
        log = self.dir / "cut" / "games.jsonl"
        for kill in range(3):
            process = self.start_program(*words)
            least = (kill + 1) * 12_000
            wait_until(lambda: process.poll() is not None or (log.exists() and log.stat().st_size > least), 120, 0.002)
            process.kill()
            self.finish(process)
            words = [SPRT, "resume", "cut"]
        done = self.run_program(*words)
        self.assertEqual(done.status, whole.status, done)
        self.assertEqual(self.games("cut"), self.games("whole"))
        self.assertEqual(self.table("cut"), self.table("whole"))
        return self.report("cut")["result"]

    def test_killed_three_times_it_has_the_same_games_and_table(self):
        self.assertGreater(self.check_killed()["faults"][3], 5)

    def test_the_same_in_sandboxes(self):
        if why := why_no_sandbox():
            self.skipTest(why)
        self.check_killed("--sandbox", "on")

    def test_signal_ends_it_and_names_how_to_go_on(self):
        process = self.start_program(SPRT, "tournament", *FOUR, "--rounds", 100_000, "--quiet", "--out", "t")
        log = self.dir / "t" / "games.jsonl"
        wait_until(lambda: log.exists() and log.stat().st_size > 20_000, 60)
        process.terminate()
        done = self.finish(process)
        self.assertEqual(done.status, 143)
        self.assertRegex(done.stdout, r"Result: Interrupted by SIGTERM after \d+ rounds? and \d+ games\.")
        self.assertIn("a look before the end", done.stdout)
        self.assertTrue(done.stdout.endswith(f"To go on: {SPRT} resume t\n"), done)
        self.assertFalse(self.report("t")["over"])

    def test_edited_lines_are_found(self):
        self.play("t", *FOUR, "--rounds", 2, "--seed", 1)
        log = self.dir / "t" / "games.jsonl"
        lines = log.read_text().splitlines()
        for line, old, new, what in (
            (3, '"round":0', '"round":1', "it is round 1 of agents 1 and 2, and game 3 is round 0 of agents 1 and 2"),
            (3, '"agents":[1,2]', '"agents":[1,3]', "it is round 0 of agents 1 and 3, and game 3 is round 0 of agents 1 and 2"),
            (13, '"opening":' + json.dumps(json.loads(lines[13])["opening"]).replace(" ", ""), '"opening":[[1,1,1,2]]', ""),
        ):
            with self.subTest(new):
                self.assertIn(old, lines[line])
                self.damages(log, "edited")
                log.write_text("".join(f"{text.replace(old, new) if i == line else text}\n" for i, text in enumerate(lines)))
                done = self.run_program(SPRT, "report", "t")
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn(f"games.jsonl:{line + 1}: {what}", done.stderr)


class Stages(Tournaments):
    def test_agents_join_and_leave_and_rounds_are_added(self):
        self.play("t", *self.agents("greedy", "random", "minimax --depth 1"), "--rounds", 4, "--seed", 2)
        first = self.games("t")
        out = self.succeed(SPRT, "resume", "t", "--add", "name=new minimax --depth 2", "--rounds", 6).stdout
        self.assertIn("Going on after 24 games.", out)
        self.assertIn("Round robin of 4, 6 rounds: 72 games", out)
        self.assertIn("rounds changed after a look", out)
        games = self.games("t")
        self.assertEqual(games[:24], first)
        pairs = self.pairs("t")
        self.assertEqual([(r, b) for r, a, b in pairs[12:24]], [(r, 3) for r in range(4) for _ in range(3)], "it catches up")
        openings = {}
        for game in games:
            openings.setdefault(game["round"], set()).add(json.dumps(game["opening"]))
        self.assertTrue(all(len(one) == 1 for one in openings.values()), "from the openings that the others had")
        self.assertEqual(self.report("t")["result"]["rounds"], 6)
        self.succeed(SPRT, "resume", "t", "--remove", "random", "--rounds", 8)
        self.assertEqual({b for r, a, b in self.pairs("t") if r >= 6} | {a for r, a, b in self.pairs("t") if r >= 6}, {0, 2, 3})
        self.assertIn("random r", self.table("t"))
        run = self.run_json("t")
        self.assertEqual([(s["game"], s["agents"], s["rounds"]) for s in run["stages"]], [(0, [0, 1, 2], 4), (24, [0, 1, 2, 3], 6), (72, [0, 2, 3], 8)])
        self.assertEqual([session["changed"] for session in run["resumed"]], [["rounds: 6 were 4", "added: new"], ["rounds: 8 were 6", "removed: random"]])
        self.assertEqual(run["later"][0]["name"], "new")
        self.assertEqual([agent["name"] for agent in run["agents"]][3], "new")

    def test_round_that_was_begun_is_finished_before_a_stage(self):
        process = self.start_program(SPRT, "tournament", *self.agents("random", "minimax --depth 2", "greedy"), "--rounds", 100_000, "--quiet", "--out", "t", "--seed", 1)
        log = self.dir / "t" / "games.jsonl"
        wait_until(lambda: log.exists() and log.stat().st_size > 8_000, 60)
        process.kill()
        self.finish(process)
        played = len(self.games("t"))
        rounds = played // 6 + 3
        self.succeed(SPRT, "resume", "t", "--add", "random --seed 9", "--rounds", rounds)
        report = self.report("t")
        self.assertEqual((report["over"], report["result"]["rounds"]), (True, rounds))
        stage = self.run_json("t")["stages"][1]
        self.assertEqual(stage["game"] % 6, 0)
        self.assertGreaterEqual(stage["game"], played)
        self.assertTrue(all(sum(p["ptnml"]) == rounds for p in report["result"]["pairings"]), report["result"]["pairings"])

    def cut(self, folder, games):
        """Leaves a tournament as a kill would after so many games."""
        log = self.dir / folder / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:games]))
        file = self.dir / folder / "run.json"
        run = self.run_json(folder)
        digests = [each for each in run["games_sha256"] if each["games"] <= games]  # later ones are written at an end
        file.write_text(json.dumps({**run, "result": None, "games_sha256": digests}))

    def test_rounds_are_changed_while_a_newcomer_catches_up(self):
        self.play("t", *self.agents("random", "greedy"), "--rounds", 10, "--seed", 1)
        self.succeed(SPRT, "resume", "t", "--add", "minimax --depth 1")
        games = self.games("t")
        self.cut("t", 30)
        refused = self.run_program(SPRT, "resume", "t", "--rounds", 10)
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("--rounds: 10 is not above the 10 rounds played or begun", refused.stderr)
        self.succeed(SPRT, "resume", "t", "--rounds", 11)
        self.assertEqual((self.games("t")[:60], len(self.games("t"))), (games, 66))

    def test_more_rounds_do_not_undo_an_end_that_the_games_name(self):
        self.play("t", *self.agents("minimax --depth 2 --shuffle", "random"), "--until", "separated", "--rounds", 500, "--seed", 1)
        games = self.games("t")
        self.cut("t", len(games) - 1)
        self.succeed(SPRT, "resume", "t", "--rounds", 600)
        self.assertEqual((self.games("t"), self.report("t")["result"]["reason"]), (games, "separated"))

    def test_agents_leave_a_tournament_that_has_ended(self):
        self.play("t", *self.agents("random", "greedy", "minimax --depth 1"), "--format", "gauntlet", "--rounds", 2, "--seed", 3)
        done = self.run_program(SPRT, "resume", "t", "--remove", "random")
        self.assertEqual(done.status, 4, done)  # a gauntlet without its seed
        self.assertIn("random r", self.table("t"))
        run = self.run_json("t")
        self.assertEqual([stage["agents"] for stage in run["stages"]], [[0, 1, 2], [1, 2]])
        self.assertEqual(run["resumed"][-1]["changed"], ["removed: random"])
        self.assertEqual(self.report("t")["result"]["reason"], "max_faults")
        self.play("r", *self.agents("random", "greedy", "minimax --depth 1"), "--rounds", 2, "--seed", 3)
        self.succeed(SPRT, "resume", "r", "--remove", "random")
        self.assertIn("; agents removed after a look", self.table("r"))

    def test_changes_in_each_order_end_with_the_table_that_is_reported(self):
        changes = {"add": ("--add", "name=new minimax --depth 1"), "remove": ("--remove", "random"), "rounds": ("--rounds", 5)}
        games = {  # after all changes
            ("add", "remove", "rounds"): 48,
            ("add", "rounds", "remove"): 60,
            ("remove", "add", "rounds"): 42,
            ("remove", "rounds", "add"): 42,
            ("rounds", "add", "remove"): 60,
            ("rounds", "remove", "add"): 50,
        }
        for order in itertools.permutations(changes):
            with self.subTest(order):
                folder = "-".join(order)
                self.play(folder, *self.agents("greedy --shuffle", "random", "minimax --depth 2"), "--rounds", 3, "--seed", 2)
                for name in order:
                    out = self.succeed(SPRT, "resume", folder, *changes[name]).stdout
                self.assertIn(self.table(folder), out)
                self.assertEqual(len(self.games(folder)), games[order])

    def test_changed_files_are_told_as_of_a_run_of_two_agents(self):
        """After a change of the book `duplicates` is renewed and earlier games are noted as unchecked; an edited configuration is
        warned of also when the run has ended."""
        book = self.dir / "book.txt"
        for kind, flags in (
            ("run", ("--agent1", "greedy", "--agent2", "random", "--elo1", 0.1)),
            ("tournament", ("--agent", "greedy", "--agent", "random", "--rounds", 5)),
        ):
            with self.subTest(kind):
                book.write_text("1 1 1 2 7 1 7 2\n1 1 2 2 7 1 6 2\n1 1 1 2 7 1 7 2\n1 1 3 3 7 1 6 2\n")
                self.succeed(SPRT, kind, *flags, "--openings", "book.txt", "--seed", 1, "--concurrency", 1, "--quiet", "--out", kind)
                self.assertEqual(self.run_json(kind)["openings"]["duplicates"], 1)
                self.cut(kind, 4)
                book.write_text("1 1 1 2 7 1 7 2\n1 1 2 2 7 1 6 2\n1 1 3 1 7 1 5 1\n1 1 3 3 7 1 5 2\n")
                self.succeed(SPRT, "resume", kind, "--force", "--quiet")
                openings = self.run_json(kind)["openings"]
                self.assertEqual((openings["size"], openings["since"], openings["duplicates"]), (4, 4, 0))
                notes = json.loads(self.succeed(SPRT, "report", kind, "--json").stdout)["notes"]
                self.assertEqual(notes, ["games before 4 were played from another file of openings: theirs are not checked"])
                edited = self.run_json(kind)
                edited["config"]["turns"] = 399
                (self.dir / kind / "run.json").write_text(json.dumps(edited))
                self.assertIn("the configuration in run.json is not the one", self.run_program(SPRT, "resume", kind).stderr)

    def test_what_cannot_be_changed(self):
        self.play("t", *self.agents("greedy", "random"), "--rounds", 3)
        self.run_to("r", "--agent1", "greedy", "--agent2", "random", "--max-games", 2, "--quiet")
        rows = (
            (("t", "--rounds", 3), "--rounds: 3 is not above the 3 rounds played or begun"),
            (("t", "--rounds", -1), "--rounds: -1 is not above the 3 rounds"),
            (("t", "--remove", "x"), "--remove: no agent is named 'x'; the agents are greedy, random"),
            (("t", "--add", "greedy"), "--add: an agent is named 'greedy' already"),
            (("t", "--add", "name=x no-such-agent"), "no-such-agent"),
            (("t", "--games", 4), "--games: it is for a match, and t is a tournament"),
            (("r", "--rounds", 4), "--rounds: it is for a tournament, and r is none"),
            (("r", "--add", "random"), "--add: it is for a tournament, and r is none"),
            (("r", "--remove", "random"), "--remove: it is for a tournament, and r is none"),
        )
        for words, message in rows:
            with self.subTest(words):
                before = (self.dir / words[0] / "run.json").read_bytes()
                done = self.run_program(SPRT, "resume", *words)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn(message, done.stderr)
                self.assertEqual((self.dir / words[0] / "run.json").read_bytes(), before)


class Certain(Tournaments):
    def test_error_is_printed_with_its_digits(self):
        out = self.play("t", *self.agents("random", "greedy"), "--rounds", 2, "--error", 0.004).stdout
        self.assertIn("Certain at any time (0.4 %): ", out)

    def test_withdrawal_makes_nobody_the_best(self):
        """One seed is left because the other one crashed, and not because it was beaten."""
        crash = self.dir / "crash.sh"
        crash.write_text("#!/bin/sh\nexit 7\n")
        crash.chmod(0o755)
        flags = ("--until", "best", "--max-faults", 3, "--no-check", "--seed", 1)
        seeds = ("--format", "gauntlet", "--seeds", 2, "--rounds", 4)
        self.play("g", *self.agents("greedy", "./crash.sh", "random", "minimax --depth 1"), *seeds, *flags, status=4)
        self.assertEqual(self.report("g")["result"]["reason"], "rounds")
        self.play("r", *self.agents("greedy", "./crash.sh"), "--rounds", 9, *flags, status=4)
        self.assertEqual(self.report("r")["result"]["reason"], "max_faults")

    def test_agents_that_win_all_games_of_two_have_an_error(self):
        self.play("t", *self.agents("minimax --depth 3 --shuffle", "random"), "--rounds", 4, "--seed", 1)
        self.assertEqual(self.report("t")["result"]["pairings"][0]["ptnml"], [0, 0, 0, 0, 4])
        page = self.report("t")["result"]["ratings"]
        self.assertGreater(page["half_width"][0] or math.inf, 1)
        self.assertNotIn("±0.0", self.table("t"))

    def test_what_is_certain_stays_so_when_agents_join(self):
        agents = self.agents("greedy", "minimax --depth 1", "random")
        self.play("t", *agents, "--rounds", 14, "--seed", 1)
        before = self.report("t")["result"]["order"]
        self.assertGreater(len(before), 0)
        self.assertIn("(5 %)", self.table("t"))
        self.succeed(SPRT, "resume", "t", "--add", "name=late negamax --depth 1")
        after = self.report("t")["result"]["order"]
        self.assertEqual(after[: len(before)], before)
        self.assertIn("(7.5 %)", self.table("t"), "6 of 12 comparisons came later, for half of the error again")

        # Also when an agent was taken out by then.
        self.play("b", *agents, "--rounds", 40, "--seed", 1, "--until", "best")
        self.assertIn("agents dropped by results: trust Certain", self.table("b"))
        games = self.games("b")
        self.succeed(SPRT, "resume", "b", "--add", "name=late negamax --depth 1", "--rounds", 42)
        self.assertEqual(self.games("b")[: len(games)], games)

    def test_separated_stops_when_neighbours_are_certain(self):
        agents = self.agents("minimax --depth 2 --shuffle", "random")
        out = self.play("t", *agents, "--until", "separated", "--rounds", 500, "--seed", 1).stdout
        result = self.report("t")["result"]
        self.assertEqual(result["reason"], "separated")
        self.assertLess(result["rounds"], 50)
        self.assertEqual(result["order"], [{"above": 0, "below": 1, "round": result["rounds"]}])
        self.assertIn("stopped by its own result: trust Certain, not the intervals", out)
        self.assertRegex(out, r"Certain at any time \(5 %\): minimax --depth 2 --shuffle > random\.")
        refused = self.run_program(SPRT, "resume", "t", "--rounds", 600)
        self.assertEqual(refused.status, 2)
        self.assertIn("stopped by its own result", refused.stderr)

    def test_equal_agents_are_never_separated(self):
        self.play("t", *self.agents("random", "random", "random"), "--until", "separated", "--rounds", 30, "--seed", 4)
        result = self.report("t")["result"]
        self.assertEqual((result["reason"], result["rounds"], result["order"]), ("rounds", 30, []))

    def test_best_drops_those_that_are_not(self):
        self.play("t", *self.agents("minimax --depth 2 --shuffle", "random", "random"), "--until", "best", "--rounds", 500, "--seed", 1)
        self.assertEqual(self.report("t")["result"]["reason"], "best")


class Files(Tournaments):
    def test_tables_as_files(self):
        names = ["|a", "</td>", "=1+1", "x\u202ey", "--b"]
        config = {"agents": [{"command": "random", "name": name, "env": {}} for name in names], "rounds": 3, "seed": 1}
        self.write_json("c.json", config)
        out = self.play("t", "c.json").stdout
        self.assertNotIn("\u202e", out)
        done = self.succeed(SPRT, "report", "t", "--markdown", "t.md", "--csv", "t.csv", "--pgn", "t.pgn", "--cross", "wdl", "--anchor", "--b=50")
        self.assertRegex(done.stdout, r"\n .*--b .*  \d+-\d+-\d+  ")
        text = (self.dir / "t.md").read_text()
        self.assertNotIn("</td>", text)
        self.assertNotIn("\u202e", text)
        tables = [line for line in text.splitlines() if line.startswith("|")]
        self.assertEqual(len(tables), 2 * (2 + len(names)))
        self.assertEqual({line.count("|") for line in tables[:7]}, {tables[0].count("|")}, "no name adds a cell")
        with open(self.dir / "t.csv", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual(len(rows), 10)
        self.assertEqual(list(rows[0]), "a,b,games,wins,losses,draws,points,pairs,ll,ld,dd,dw,ww,repeats,faults_a,faults_b,expected,residual_z".split(","))
        self.assertEqual({row["a"] for row in rows} | {row["b"] for row in rows}, {"|a", "</td>", "'=1+1", "x\\xe2\\x80\\xaey", "'--b"})
        result = self.report("t")["result"]
        for row, pairing in zip(rows, result["pairings"], strict=True):
            self.assertEqual([int(row[key]) for key in ("ll", "ld", "dd", "dw", "ww")], pairing["ptnml"])
            self.assertEqual(float(row["points"]), int(row["wins"]) + int(row["draws"]) / 2)
            self.assertAlmostEqual(float(row["expected"]), pairing["expected_score"], delta=1e-6)
        pgn = (self.dir / "t.pgn").read_text()
        players = re.findall(r'\[White "(.*)"\]\n\[Black "(.*)"\]\n\[Result "(.*)"\]', pgn)
        self.assertEqual(len(players), result["games"])
        self.assertEqual(pgn.count("\n\n"), 2 * len(players))
        white = sum({"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[score] for _, _, score in players)
        self.assertAlmostEqual(white / len(players), result["first_player_score"])
        shown = self.report("t", "--anchor", "=1+1=7", "--without", "|a")["shown"]
        self.assertEqual((shown["elo"][0], shown["elo"][2]), (None, 7))

    def test_what_is_left_out_is_left_out_everywhere(self):
        self.play("t", *self.agents(*(f"name={name} random" for name in "abcdefg")), "--rounds", 11, "--seed", 1)
        without = ("--without", "a", "--without", "b", "--without", "c")
        text = self.table("t", *without)
        self.assertIn("Round robin of 7, 11 rounds, 3 left out: 132 games, 66 pairs from 11 openings. Errors by opening;", text)
        shown = self.report("t", *without)["shown"]
        self.assertEqual((shown["cluster"], shown["half_width"][:3], shown["ranks"][:3]), ("opening", [None] * 3, [None] * 3))
        pairings = [pairing["agents"] for pairing in self.report("t")["result"]["pairings"]]
        self.assertEqual(shown["pairings"], [both for both in pairings if min(both) >= 3])
        self.assertEqual(len(shown["expected_score"]), 6)
        for i, name in enumerate("defg", 3):
            row = next(line.split() for line in text.splitlines() if f"  {name}  " in line)
            self.assertIn(f"±{shown['half_width'][i]:.1f}", row)
            self.assertEqual(row[1].split("-"), [str(rank) for rank in dict.fromkeys(shown["ranks"][i])])
        self.succeed(SPRT, "report", "t", *without, "--csv", "t.csv", "--pgn", "t.pgn")
        with open(self.dir / "t.csv", newline="") as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([[row["a"], row["b"]] for row in rows], [["abcdefg"[a], "abcdefg"[b]] for a, b in shown["pairings"]])
        for row, expected, z in zip(rows, shown["expected_score"], shown["residual_z"], strict=True):
            self.assertAlmostEqual(float(row["expected"]), expected, delta=1e-6)
            self.assertAlmostEqual(float(row["residual_z"]), z, delta=1e-6)
        self.assertEqual((self.dir / "t.pgn").read_text().count("[Result "), 132)

    def test_names_that_are_long_or_look_like_links_are_told_apart_and_escaped(self):
        long = "/home/contest/submissions/2026/season-one/qualification/team-"
        config = {"agents": [{"command": "random", "name": f"{long}{end}"} for end in ("alpha", "beta")], "rounds": 1}
        config["agents"].append({"command": "greedy", "name": "[1](//1.2.3.4/5)"})
        (self.dir / "c.json").write_text(json.dumps(config))
        self.play("t", "c.json", "--seed", 1)
        self.succeed(SPRT, "report", "t", "--markdown", "t.md")
        table = self.table("t")
        self.assertIn("team-alpha", table)
        self.assertIn("team-beta", table)
        self.assertNotIn("](", (self.dir / "t.md").read_text())

    def test_footnote_repeats_the_tournament(self):
        config = {"agents": ["greedy", {"command": "random", "time_ms": 100}], "rounds": 2, "out": "t"}
        (self.dir / "c.json").write_text(json.dumps(config))
        self.succeed(SPRT, "tournament", "c.json", "--quiet")
        self.succeed(SPRT, "report", "t", "--markdown", "t.md")
        footnote = (self.dir / "t.md").read_text().splitlines()[-1].replace("&#45;", "-")
        self.assertIn("100 ms or 10000 ms", footnote)
        command = re.search(r"`sprt (tournament FILE.json [^`]*)`", footnote)[1]
        (self.dir / "FILE.json").write_text(json.dumps(self.run_json("t")["config"]))
        self.succeed(SPRT, *command.replace("DIR", "again").split())
        self.assertEqual(self.games("again"), self.games("t"))

    def test_files_do_not_take_each_others_place(self):
        self.play("t", *self.agents("greedy", "random"), "--rounds", 1)
        for flags in (("--csv", "x", "--pgn", "x"), ("--csv", "t/run.json"), ("--markdown", "t/games.jsonl")):
            with self.subTest(flags):
                before = self.files()
                self.assertEqual(self.run_program(SPRT, "report", "t", *flags).status, 2)
                self.assertEqual(self.files(), before)

    def test_other_commands_say_that_it_is_a_tournament(self):
        self.play("t", *self.agents("greedy", "random"), "--rounds", 1)
        for words in (("adjudicate", "t", "--adjudicate", "fill=true"), ("report", "t", "--junit", "j.xml")):
            with self.subTest(words):
                done = self.run_program(SPRT, *words)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn("tournament", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


class BadInput(Tournaments):
    def test_settings(self):
        two = {"agents": ["greedy", "random"]}
        three = {"agents": ["greedy", "random", "minimax"]}
        rows = (
            ({}, "--agent: 0 agents given; a tournament has 2 to 64"),
            ({"agents": ["greedy"]}, "c.json: /agents: 1 agent given; a tournament has 2 to 64"),
            ({"agents": [{"command": "random", "name": str(i)} for i in range(65)]}, "c.json: /agents: 65 agents given"),
            ({"agents": [{"command": "greedy", "name": "x"}, {"command": "random", "name": "x"}]}, "c.json: /agents/1: two agents are named 'x'"),
            ({**two, "seeds": 1}, "c.json: /seeds: it is for a gauntlet, and format is roundrobin"),
            ({**two, "span": 1}, "c.json: /span: it is for a ladder, and format is roundrobin"),
            ({**two, "format": "gauntlet", "seeds": 2}, "c.json: /seeds: 2 must be below the number of agents, 2"),
            ({**three, "format": "ladder", "span": 3}, "c.json: /span: 3 must be below the number of agents, 3"),
            ({**two, "format": "swiss"}, "c.json: /format"),
            ({**two, "rounds": 0}, "c.json: /rounds: 0 is out of range"),
            ({**two, "anchor": "x"}, "c.json: /anchor: no agent is named 'x'; the agents are greedy, random"),
            ({**two, "anchor": "greedy=x"}, "c.json: /anchor: 'x' is no Elo"),
            ({**two, "anchor": "greedy=1e7"}, "c.json: /anchor: '1e7' is no Elo; it must be a number from -1000000 to 1000000"),
            ({**two, "until": "separated", "format": "ladder"}, "c.json: /until: a ladder is played for its rounds"),
            ({**two, "until": "best", "format": "gauntlet"}, "c.json: /until: a gauntlet of one seed"),
            ({**two, "until": "never"}, "c.json: /until"),
            ({**two, "error": 0}, "c.json: /error: 0 is out of range; it must be above 0 and at most 0.5"),
            ({**two, "error": 0.6}, "c.json: /error: 0.6 is out of range"),
            ({**two, "elo0": 0}, "c.json: /elo0 is unknown"),
            ({**two, "model": "wald"}, "c.json: /model is unknown"),
            ({**two, "repeats": "never"}, "c.json: /repeats: 'never' must be count or collapse"),
            ({**two, "agent1": "greedy"}, "c.json: /agent1 is unknown"),
            ({**two, "games": 4}, "c.json: /games is unknown"),
            ({"agents": ["greedy", {"command": "random", "time_ms": 0}]}, "c.json: /agents/1"),
            ({"agents": ["greedy", "no-such-agent"]}, "c.json: /agents/1: "),
        )
        for config, message in rows:
            with self.subTest(message):
                self.write_json("c.json", config)
                done = self.run_program(SPRT, "tournament", "c.json", "--out", "t")
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn(message, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done)
                self.assertFalse((self.dir / "t" / "run.json").exists())
        for flags, message in (
            (("--agent", "greedy", "--agent", "random", "--elo0", 1), "--elo0"),
            (("--agent", "greedy", "--agent", "'x"), "--agent 2: "),
            (("--agent", "greedy", "--agent", "random", "--error", 2), "--error: 2 is out of range"),
        ):
            with self.subTest(message):
                done = self.run_program(SPRT, "tournament", *flags)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn(message, done.stderr)

    def test_damaged_stages_and_names(self):
        self.play("t", *self.agents("greedy", "random"), "--rounds", 1)
        self.succeed(SPRT, "resume", "t", "--add", "name=new minimax --depth 1")
        rows = (
            (("stages", 0, "agents"), [], "/stages/0"),
            (("stages", 0, "agents"), [1], "/stages/0"),
            (("later", 0, "name"), "greedy", "greedy"),
            (("later", 0, "name"), "a\nb", "/later/0"),
            (("agents", 0, "name"), "zzz", "/agents/0/name"),
        )
        whole = self.run_json("t")
        for (*path, last), value, named in rows:
            with self.subTest(path, value=value):
                damaged = json.loads(json.dumps(whole))
                place = damaged
                for key in path:
                    place = place[key]
                place[last] = value
                (self.dir / "t" / "run.json").write_text(json.dumps(damaged))
                done = self.run_program(SPRT, "report", "t")
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertIn("run.json", done.stderr)
                self.assertIn(named, done.stderr)

    def test_printed_configuration_is_valid_and_prints_the_same_again(self):
        self.write_json("c.json", {"agents": ["random", "random", ["random", "--seed", "3"]], "format": "gauntlet"})
        first = self.succeed(SPRT, "tournament", "c.json", "--print-config").stdout
        printed = json.loads(first)
        self.assertEqual(schema.problems("tournament", printed), [])
        self.assertEqual([agent["name"] for agent in printed["agents"]], ["random", "random (2)", "random --seed 3"])
        self.assertEqual((printed["seeds"], printed["anchor"], printed["max_faults"]), (1, "random", None))
        (self.dir / "again.json").write_text(first)
        self.assertEqual(self.succeed(SPRT, "tournament", "again.json", "--print-config").stdout, first)
        for key, value in (("elo0", 0), ("rounds", 0), ("agents", ["x"]), ("error", 0), ("until", "x"), ("format", 1)):
            with self.subTest(key):
                self.assertFalse(schema.is_right("tournament", {**printed, key: value}))


if __name__ == "__main__":
    unittest.main()
