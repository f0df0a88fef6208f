"""sprt tune: values of parameters by playing. known_strength plays as its values say; this file computes all again."""

import hashlib
import json
import math
import os
import signal
import unittest

import schema
from harness import BIN, PATIENCE_S, SPRT, ProgramTest, count_lines, read_games, wait_until, why_no_sandbox, without_clock

AGENT = f"{BIN / 'hostile' / 'known_strength'} {{x}} {{y}}"
PARAMS = ("--param", "x=30:0:100", "--param", "y=0.5:0.0:1.0")
GAME = ("--turns", 2, "--openings", "start", "--quiet")
RANGES = ((30, 0, 100, 1), (0.5, 0.0, 1.0, None))  # of PARAMS: start, low, high, step
REACH = 0.15
MASK = (1 << 64) - 1


def first_number(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:16], 16)


def splitmix64(z):
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def strength(x, y):
    return min(max(0.9 - 0.6 * ((x - 70) / 100) ** 2 - 0.6 * (y - 0.25) ** 2, 0.02), 0.98)


def value_at(i, u, rounding):
    _, low, high, step = RANGES[i]
    value = min(max(low + u * (high - low), low), high)
    if step is None:
        return value
    return low + step * min(max(math.floor((value - low) / step + rounding), 0), (high - low) // step)


class Recomputed:
    """A tuning computed from its games alone, by the rules in docs/tuning.md."""

    def __init__(self, seed, pairs, lag):
        self.seed, self.pairs, self.lag = seed, pairs, lag
        self.states = [[(start - low) / (high - low) for start, low, high, _ in RANGES]]
        self.means = [list(self.states[0])]
        self.weighed, self.counted = [0.0, 0.0], 0

    def signs(self, k):
        byte = hashlib.sha256(f"TUNE {self.seed} {k}".encode()).digest()[0]
        return [1 if byte >> i & 1 else -1 for i in range(2)]

    def values(self, kind, k):
        start = [row[0] for row in RANGES]
        if kind == "probe":
            sides = [list(start), list(start)]
            if k >= 2:
                sides[0][k // 2 - 1], sides[1][k // 2 - 1] = RANGES[k // 2 - 1][2], RANGES[k // 2 - 1][1]
            return sides
        if kind == "verify":
            return [[value_at(i, self.means[-1][i], 0.5) for i in range(2)], start]
        sides = [[], []]
        for i, sign in enumerate(self.signs(k)):
            centre = min(max(self.states[max(0, k - self.lag)][i], REACH), 1 - REACH)
            rounding = (first_number(f"ROUND {self.seed} {k} {i}") >> 11) / 2**53
            for side, direction in zip(sides, (1, -1)):
                side.append(value_at(i, centre + direction * REACH * sign, rounding))
        return sides

    def add(self, k, points):
        gain, state = 0.6 / math.sqrt(2 * self.pairs), list(self.states[-1])
        if points is not None:
            self.counted += 1
            for i, sign in enumerate(self.signs(k)):
                state[i] = min(max(state[i] + gain * (points - 1) * sign, 0), 1)
                self.weighed[i] += self.counted * state[i]
        self.states.append(state)
        self.means.append([w / (self.counted * (self.counted + 1) / 2) for w in self.weighed] if self.counted else list(self.states[0]))


POINTS = {0: 0.5, 1: 1, 2: 0}  # of agent 1, by `winner`


class Tune(ProgramTest):
    def flags(self, *more):
        return ("tune", "--agent", AGENT, *PARAMS, *GAME, *more)

    def tune(self, *more, **options):
        return self.succeed(SPRT, *self.flags(*more), **options)

    def result(self, folder):
        return json.loads((self.dir / folder / "run.json").read_text())["result"]

    def games(self, folder):
        return [without_clock(game) for game in read_games(self.dir / folder / "games.jsonl")]

    def start_tuning(self, out, *more):
        process = self.start_program(SPRT, *self.flags("--out", out, *more))
        self.assertTrue(wait_until(lambda: count_lines(self.dir / out / "games.jsonl") > 5, PATIENCE_S))
        return process


class Course(Tune):
    def check_course(self, folder, seed, pairs, lag):
        """Every `values`, every point of the trace and every move follow from the games."""
        tuning, games = Recomputed(seed, pairs, lag), list(read_games(self.dir / folder / "games.jsonl"))
        for one, two in zip(games[::2], games[1::2]):
            kind, k = one["tune"]["kind"], one["tune"]["k"]
            wanted = tuning.values(kind, k)
            for game in (one, two):
                self.assertEqual((game["tune"]["kind"], game["tune"]["k"]), (kind, k))
                for values, right in zip(game["tune"]["values"], wanted):
                    self.assertEqual(values[0], right[0], (kind, k))
                    self.assertIsInstance(values[0], int)
                    self.assertAlmostEqual(values[1], right[1], delta=1e-12)
                for seat, move in enumerate(game["moves"]):
                    agent = game["first"] - 1 if seat == 0 else 2 - game["first"]
                    clones = (splitmix64(int(game["seed"][agent])) >> 11) / 2**53 < strength(*game["tune"]["values"][agent])
                    self.assertEqual(move[:4], [[[1, 1, 1, 3], [1, 1, 1, 2]], [[1, 7, 1, 5], [1, 7, 1, 6]]][seat][clones])
            if kind == "tune":
                tuning.add(k, None if None in (one["winner"], two["winner"]) else POINTS[one["winner"]] + POINTS[two["winner"]])
        result = self.result(folder)["tune"]
        for point in result["trace"]:
            for key, known in (("u", tuning.states), ("mean", tuning.means)):
                for value, right in zip(point[key], known[point["pairs"]], strict=True):
                    self.assertAlmostEqual(value, right, delta=1e-12)
        every = max(1, pairs // 100)
        self.assertEqual([point["pairs"] for point in result["trace"]], sorted({*range(0, len(tuning.states), every), len(tuning.states) - 1}))

    def test_reference_run_ends_at_its_values(self):
        out = self.tune("--games", 2000, "--seed", 1, "--out", "t").stdout
        result = self.result("t")
        self.assertEqual((result["reason"], result["games"], result["unscored"]), ("games", 12 + 2000 + 200, 0))
        tune = result["tune"]
        last = tune["trace"][-1]
        for value, right in zip((*last["u"], *last["mean"]), (0.6421184005574683, 0.2383800466325242, 0.6533098560036649, 0.31318500458196846), strict=True):
            self.assertAlmostEqual(value, right, delta=1e-12)
        x, y = tune["parameters"]
        self.assertEqual((x["value"], x["start"], x["low"], x["high"]), (65, 30, 0, 100))
        self.assertAlmostEqual(strength(x["value"], y["value"]), 0.896105, delta=1e-6)
        self.check_course("t", 1, 1000, 31)
        u = [point["u"] for point in tune["trace"]]
        self.assertTrue(all(0 <= low <= high <= 100 for low, high in [x["band"]]) and len(u) == 101)
        run = json.loads((self.dir / "t" / "run.json").read_text())
        self.assertEqual((run["kind"], len(run["agents"]), run["agents"][0]["command"][1:]), ("tune", 1, ["{x}", "{y}"]))
        self.assertEqual(schema.problems("run", run), [])
        for mend in ({"kind": "match"}, {"agents": run["agents"] * 2}, {"result": {**result, "tune": None}}, {"result": {**result, "wld": [1, 1, 1]}}):
            self.assertFalse(schema.is_right("run", {**run, **mend}), mend)
        # What is printed last.
        command = tune["command"]
        self.assertEqual(command, f"{AGENT.split()[0]} 65 {y['value']}")
        lines = out.splitlines()
        elo, (lower, upper) = tune["verify"]["elo"], tune["verify"]["elo_ci95"]
        self.assertEqual(lines[-3], f"Gain: {elo:.1f} Elo [{lower:.1f}, {upper:.1f}] (95 %, 200 games of their own, tuned against start)")
        self.assertEqual(lines[-2], f"Command: {command}")
        self.assertEqual(lines[-1], f"Next: sprt gate --agent1 '{command}' --agent2 '{AGENT.split()[0]} 30 0.5' --elo0 0 --elo1 5")
        self.assertRegex(lines[-5], r"^x +30 +65 +0 +100  \d+ to \d+$")
        # The gain is what a match of these games would say.
        ptnml = ",".join(map(str, tune["verify"]["ptnml"]))
        calc = json.loads(self.succeed(SPRT, "calc", "--model", "pentanomial", "--elo0", 0, "--elo1", 10, "--ptnml", ptnml, "--json").stdout)
        self.assertEqual({key: tune["verify"][key] for key in ("elo", "elo_ci95", "los")}, {key: calc[key] for key in ("elo", "elo_ci95", "los")})
        # A report computes the same again, and says where the files differ.
        report = json.loads(self.succeed(SPRT, "report", "t", "--json").stdout)
        self.assertEqual((report["result"]["tune"], report["differences"]), (tune, []))
        self.assertIn(lines[-3], self.succeed(SPRT, "report", "t").stdout)
        self.assertEqual(self.run_program(SPRT, "report", "t", "--junit", "x.xml").status, 2)
        self.succeed(SPRT, "report", "t", "--markdown", "t.md")
        summary = (self.dir / "t.md").read_text()
        for part in ("### sprt tune: Tuning of 1000 pairs\n", f"Command: {command}\n", "<code>sprt tune FILE.json</code>"):
            self.assertIn(part, summary)
        (self.dir / "t" / "run.json").write_text(json.dumps({**run, "config": {**run["config"], "lag": 30}}))
        for words in (("report", "t"), ("resume", "t", "--force")):
            done = self.run_program(SPRT, *words)
            self.assertEqual(done.status, 2)
            self.assertIn("is not the one that the tuning began with, it has other values", done.stderr)
        (self.dir / "t" / "run.json").write_text(json.dumps(run))
        log = self.dir / "t" / "games.jsonl"
        text = log.read_text().splitlines(keepends=True)
        at = next(i for i, line in enumerate(text) if '"kind":"tune","k":17' in line)
        text[at] = text[at].replace('"values":[[', '"values":[[1', 1)
        log.write_text("".join(text))
        done = self.run_program(SPRT, "report", "t")
        self.assertEqual(done.status, 2)
        self.assertIn(f"games.jsonl:{at + 1}: it was played as", done.stderr)

    def test_games_are_the_same_at_any_concurrency(self):
        flags = ("--games", 200, "--seed", 5, "--lag", 4)
        self.tune(*flags, "--concurrency", 1, "--out", "one")
        self.check_course("one", 5, 100, 4)
        one = self.games("one")
        for concurrency in (2, 5):
            self.tune(*flags, "--concurrency", concurrency, "--out", f"at-{concurrency}")
            self.assertEqual(self.games(f"at-{concurrency}"), one)

    def test_killed_at_any_moment_it_goes_on_as_if_it_had_not_been(self):
        flags = ("--games", 3000, "--verify", 100, "--seed", 3, "--lag", 4)
        self.tune(*flags, "--out", "whole")
        killed = self.start_tuning("cut", *flags)
        kills = 0
        while True:
            lines = count_lines(self.dir / "cut" / "games.jsonl")
            wait_until(lambda: killed.poll() is not None or count_lines(self.dir / "cut" / "games.jsonl") > lines + 150 * kills, PATIENCE_S)
            if killed.poll() is not None:
                break
            killed.kill()
            kills += 1
            self.finish(killed)
            killed = self.start_program(SPRT, "resume", "cut")
        self.assertEqual(self.finish(killed).status, 0)
        self.assertGreater(kills, 3)
        self.assertEqual(self.games("cut"), self.games("whole"))
        self.assertEqual(self.result("cut")["tune"], self.result("whole")["tune"])
        self.assertIn("The tuning has ended", self.succeed(SPRT, "resume", "cut").stdout)

    def test_signal_ends_it_with_what_is_tuned_and_more_games_may_follow(self):
        process = self.start_tuning("t", "--games", 100000, "--seed", 3)
        process.send_signal(signal.SIGINT)
        done = self.finish(process)
        self.assertEqual(done.status, 130)
        self.assertIn("Gain: not measured yet\nCommand: ", done.stdout)
        self.assertIn("To go on: ", done.stdout)
        self.assertEqual(self.result("t")["reason"], "interrupted")
        done = self.run_program(SPRT, "resume", "t", "--games", 100001)
        self.assertEqual((done.status, done.stdout), (2, ""))
        self.assertIn("--games: 100001 is odd; 100000 are played", done.stderr)
        self.assertIn("--games: 100000 is not above the 100000 of the tuning", done.stderr)
        self.tune("--games", 200, "--verify", 0, "--seed", 3, "--out", "s")
        before = self.result("s")["tune"]
        self.assertIsNone(before["verify"])
        self.succeed(SPRT, "resume", "s", "--games", 300)
        after = self.result("s")["tune"]
        self.assertEqual((after["pairs"], after["counted"], after["lag"], after["gain"]), (150, 150, before["lag"], before["gain"]))
        self.assertEqual(self.result("s")["games"], 312)
        self.tune("--games", 200, "--seed", 3, "--out", "v")
        for games, why in ((400, "its verification has begun"),):
            done = self.run_program(SPRT, "resume", "v", "--games", games)
            self.assertEqual(done.status, 2)
            self.assertIn(why, done.stderr)

    def test_time_ends_the_tuning_and_verification_follows(self):
        process = self.start_tuning("t", "--games", 20000, "--verify", 20, "--max-time", "0:01", "--seed", 2)
        wait_until(lambda: count_lines(self.dir / "t" / "games.jsonl") > 40, PATIENCE_S)
        process.kill()
        self.finish(process)
        run = json.loads((self.dir / "t" / "run.json").read_text())
        run["elapsed_before_ms"] = 60_000
        (self.dir / "t" / "run.json").write_text(json.dumps(run))
        self.succeed(SPRT, "resume", "t")
        result = self.result("t")
        until = result["tune"]["tuned_until"]
        self.assertEqual((result["reason"], result["games"]), ("max_time", 12 + 2 * until + 20))
        self.assertGreater(until, 10)
        self.assertEqual(schema.problems("run", json.loads((self.dir / "t" / "run.json").read_text())), [])
        self.assertEqual(json.loads(self.succeed(SPRT, "report", "t", "--json").stdout)["differences"], [])
        self.check_course("t", 2, 10000, 312)


class Parameters(Tune):
    def test_errors_name_parameter_and_cause_and_leave_no_directory(self):
        x, y = PARAMS[:2], PARAMS[2:]
        rows = (
            ((*x, "--param", "y=1.0:2.0:2.0"), "--param: y: LOW 2 is not below HIGH 2"),
            ((*x, "--param", "y=5:0:4"), "--param: y: START 5 is outside"),
            ((*x, *x), "--param: x: two parameters have this name"),
            ((*x, "--param", "y/=1:0:2"), "--param: 'y/' is no name"),
            ((*x, "--param", "y=a:0:2"), "--param: y: 'a' is no number"),
            ((*x, "--param", "y=0.5:0.0:inf"), "--param: y: 'inf' is no number"),
            ((*x, "--param", "y=1.0:0.0:2.0:log"), "--param: y: log needs a LOW above 0"),
            ((*x, "--param", "y=1:1:2:log"), "--param: y: log goes with float"),
            ((*x, "--param", "y=1.0:1.0:2.0:log:step=1"), "--param: y: log goes with no step"),
            ((*x, "--param", "y=1:0:2:step=3"), "--param: y: its step 3 must be above 0 and at most 2"),
            ((*x, "--param", "y=1:0:4:step=2"), "--param: y: START 1 is no whole number of steps"),
            ((*x, "--param", "y=1:0:4:reach=0.6"), "--param: y: its reach 0.6 must be from 0.01 to 0.5"),
            ((), "--param: 0 parameters; a tuning has 1 to 256"),
            (x, "--agent: {y} is no parameter"),
            ((*x, *y, "--param", "z=1:0:2"), "--param: z: it is nowhere in the agent's command"),
            ((*x, *y, "--games", 33), "--games: 33 must be even and at least 32"),
            ((*x, *y, "--games", 30), "--games: 30 must be even and at least 32"),
            ((*x, *y, "--games", 64, "--lag", 9), "--lag: 9 is above 8, a quarter of the pairs: it would oscillate"),
            ((*x, *y, "--verify", 3), "--verify: 3 must be even"),
            ((*x, *y, "--max-time", "90"), "--max-time: '90' must be hours and minutes"),
            ((*x, *y, "--repeats", "count"), "--repeats is unknown to sprt tune"),
        )
        for flags, error in rows:
            games = () if "--games" in flags else ("--games", 640)
            done = self.run_program(SPRT, "tune", "--agent", AGENT, *GAME, *games, *flags, "--out", "t")
            self.assertEqual((done.status, (self.dir / "t").exists()), (2, False), done)
            self.assertIn(f"sprt: {error}", done.stderr)
        done = self.run_program(SPRT, "tune", "--agent", "/bin/false {x}", *x, "--games", 640, "--out", "t")
        self.assertEqual((done.status, (self.dir / "t").exists()), (2, False), done)
        self.assertIn("the check game failed: ", done.stderr)
        warned = self.run_program(SPRT, *self.flags("--games", 64, "--lag", 8, "--concurrency", 12, "--no-check"))
        for part in ("--lag 8 is above an eighth of the 32 pairs", "64 games for 2 parameters are few", "12 games at once are more than --lag 8 lets begin: 9 pairs"):
            self.assertIn(f"sprt: warning: {part}", warned.stderr)

    def test_parameters_that_change_nothing_are_named(self):
        agent = f"{BIN / 'hostile' / 'known_strength'} {{x}} {{y}} without-chance"
        done = self.run_program(SPRT, "tune", "--agent", agent, *PARAMS, *GAME, "--games", 640, "--out", "t")
        self.assertEqual(done.status, 2, done)
        self.assertEqual(done.stderr.splitlines()[-1], "sprt: no parameter changes a game: x, y")
        self.assertIn("sprt: warning: x: the program played the same at 0 and at 100 in 4 games", done.stderr)
        result = self.result("t")
        self.assertEqual((result["reason"], result["games"]), ("no_effect", 12 + 16))
        self.assertEqual([row["probe"] for row in result["tune"]["parameters"]], ["none", "none"])
        self.assertEqual(schema.problems("run", json.loads((self.dir / "t" / "run.json").read_text())), [])
        # Among others it is named; without probes nothing is known.
        self.succeed(SPRT, *self.flags("--games", 640, "--probe", "off", "--seed", 1, "--out", "p"))
        self.assertEqual([row["probe"] for row in self.result("p")["tune"]["parameters"]], ["unknown", "unknown"])
        self.assertEqual(self.result("p")["games"], 640 + 64)

    def test_values_stand_in_words_environment_and_options(self):
        config = {
            "agent": {"command": ["/usr/bin/env", str(BIN / "hostile" / "known_strength"), "{x}", "0.25"], "env": {"Y_VALUE": "{y}"}},
            "params": ["x=30:0:100", {"name": "y", "start": 0.5, "low": 0.0, "high": 1.0}],
            "games": 64,
            "turns": 2,
            "openings": "start",
        }
        self.assertEqual(schema.problems("tune", config), [])
        self.write_json("tune.json", config)
        self.succeed(SPRT, "tune", "tune.json", "--out", "t", "--quiet", "--verify", 2)
        command = self.result("t")["tune"]["command"]
        self.assertRegex(command, r"^env Y_VALUE=0\.\d+ /usr/bin/env \S+known_strength \d+ 0\.25$")
        printed = json.loads(self.succeed(SPRT, "tune", "tune.json", "--print-config").stdout)
        self.assertEqual(printed["params"][0], {"name": "x", "start": 30, "low": 0, "high": 100, "type": "int"})
        self.assertEqual((printed["verify"], printed["lag"]), (6, 4))

    def test_fault_names_the_values(self):
        agent = f"/bin/sh -c '[ $0 -lt 50 ] || exit 3; exec {BIN / 'hostile' / 'known_strength'} $0 0.5' {{x}}"
        done = self.run_program(SPRT, "tune", "--agent", agent, "--param", "x=45:0:90", *GAME[:-1], "--games", 64, "--no-check", "--out", "t")
        self.assertEqual(done.status, 4, done)
        self.assertRegex(done.stdout, r"agent 1 crashed: .*, with x=90\n")

    @unittest.skipIf(why_no_sandbox(), "this machine can make no sandbox")
    def test_sandbox_has_the_values_too(self):
        flags = ("--games", 64, "--seed", 9, "--lag", 4)
        self.tune(*flags, "--out", "plain")
        self.tune(*flags, "--sandbox", "on", "--out", "walled")
        self.assertEqual(self.games("walled"), self.games("plain"))


class Engines(Tune):
    def test_option_of_an_engine_gets_the_values(self):
        engine = "proto=uci nodes=100 /usr/games/stockfish"
        if not os.path.exists("/usr/games/stockfish"):
            self.skipTest("stockfish is not installed")
        chess = ("--game", "chess", "--quiet", "--turns", 40)
        for param, error in (("Nope=5:0:20", "no option is called 'Nope'"), ("Skill Level=5:0:30", "option 'Skill Level' is '30', but must be a whole number from 0 to 20")):
            done = self.run_program(SPRT, "tune", "--agent", engine, "--param", param, *chess, "--games", 640, "--out", "t")
            self.assertEqual((done.status, (self.dir / "t").exists()), (2, False), done)
            self.assertIn(error, done.stderr)
        self.succeed(SPRT, "tune", "--agent", engine, "--param", "Skill Level=5:0:20", *chess, "--games", 32, "--verify", 2, "--probe", "off", "--out", "t")
        self.assertRegex(self.result("t")["tune"]["command"], r"^proto=uci nodes=100 'option\.Skill Level=\d+' /usr/games/stockfish$")


if __name__ == "__main__":
    unittest.main()
