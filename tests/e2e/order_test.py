"""A run is a function of its seed: games are reported in the order of the schedule, at any concurrency. And the ways to
configure a run: flags, files, agents as strings, arrays and objects."""

import json
import os
import re
import unittest

import transcript
from harness import AGENTS, ARTICLES, SOURCE, SPRT, ProgramTest, command, read_games, scripted, without_clock

CORES = len(os.sched_getaffinity(0))


def seldom_prompt(*words):
    """The agent, started up to 90 ms late, so that games end in another order than they began."""
    script = 'sleep "0.0${REFEREE_SEED#"${REFEREE_SEED%?}"}"; exec "$@"'
    return command(["/bin/sh", "-c", script, "sh", str(AGENTS / words[0]), *words[1:]])


AGENT_COMMANDS = {
    "minimax": "minimax --depth 1 --shuffle",
    "greedy": "greedy --shuffle",
    "random": "random",
    "late": seldom_prompt("greedy", "--shuffle"),
}


# The fields of a result that no clock decides.
RESULT_KEYS = ("verdict", "reason", "llr", "games", "wld", "ptnml", "pairs", "unscored", "faults")
RESULT_KEYS += ("time_losses", "rests_on_disputed", "lacks_opening")


class Order(ProgramTest):
    def signature(self, out, *flags):
        """The parts of a run that no clock decides: its output, its games, its result."""
        done, run, games = self.run_to(out, *flags)
        self.review_is_clean(self.dir / out / "games.jsonl")
        result = {key: run["result"][key] for key in RESULT_KEYS}
        return transcript.without_times(done.stdout), list(map(without_clock, games)), result

    def check_concurrency(self, name, *flags):
        signatures = [self.signature(f"{name}-{at_once}", *flags, "--concurrency", at_once) for at_once in (1, 2, 8)]
        self.assertEqual(signatures[0], signatures[1], "concurrency 1 and 2")
        self.assertEqual(signatures[0], signatures[2], "concurrency 1 and 8")
        return signatures[0]

    def test_concurrency_changes_nothing(self):
        pairings = [("greedy", "random", 150), ("minimax", "greedy", 100), ("random", "minimax", 100)]
        pairings += [("late", "random", 60)]
        for name1, name2, limit in pairings:
            with self.subTest(f"{name1} against {name2}"):
                flags = ["--agent1", AGENT_COMMANDS[name1], "--agent2", AGENT_COMMANDS[name2]]
                flags += ["--elo0", 0, "--elo1", 20, "--max-games", limit, "--seed", 20240229]
                self.check_concurrency(f"{name1}-{name2}", *ARTICLES, *flags)

    def test_concurrency_changes_nothing_for_other_models(self):
        runs = {
            "the defaults": ("greedy", "minimax", ["--max-games", 60]),
            "late": ("late", "random", ["--max-games", 30, "--report-every", 3]),
            "a verdict": ("greedy", "random", ["--elo1", 200]),
            "normalized": ("random", "greedy", ["--model", "normalized", "--max-games", 41]),
            "trinomial": ("minimax", "random", ["--model", "trinomial", "--max-games", 41]),
        }
        for name, (agent1, agent2, flags) in runs.items():
            with self.subTest(name):
                agents = ["--agent1", AGENT_COMMANDS[agent1], "--agent2", AGENT_COMMANDS[agent2]]
                _, games, result = self.check_concurrency(name, *agents, *flags, "--seed", 20240229)
                self.assertEqual(result["games"], len(games))
                self.assertEqual(result["verdict"], "H1" if "--max-games" not in flags else None)

    def test_seed_determines_openings_and_games(self):
        flags = ["--agent1", "greedy --shuffle", "--agent2", "random", "--max-games", 12]
        one, again = (self.signature(out, *flags, "--seed", 5) for out in ("one", "again"))
        self.assertEqual(one, again)
        other = self.signature("other", *flags, "--seed", 6)
        openings = [[game["opening"] for game in games] for _, games, _ in (one, other)]
        self.assertFalse(set(map(str, openings[0])) & set(map(str, openings[1])))

    def test_another_seed_gives_another_run(self):
        flags = ["--agent1", "greedy --shuffle", "--agent2", "random", "--max-games", 5]
        runs = [self.run_to(f"run{seed}", *ARTICLES, *flags, "--seed", seed) for seed in (1, 2)]
        self.assertNotEqual(*([without_clock(game) for game in games] for _, _, games in runs))
        for seed, (done, run, games) in zip((1, 2), runs):
            self.assertTrue(transcript.when_idle(done.stdout).endswith(f"\nSeed: {seed}\n"))
            self.assertEqual(run["seed"], str(seed))
            seeds = [seed for game in games for seed in game["seed"]]
            self.assertEqual(len(set(seeds)), 10, "each agent of each game has its own")

    def test_chosen_seed_is_printed_and_kept(self):
        flags = ["--agent1", "greedy --shuffle", "--agent2", "random", "--max-games", 5]
        done, run, games = self.run_to("first", *ARTICLES, *flags)
        seed = re.search(r"^Seed: (\d+)$", done.stdout, re.MULTILINE)[1]
        self.assertEqual(run["seed"], seed)
        again, _, games_again = self.run_to("second", *ARTICLES, *flags, "--seed", seed)
        self.assertEqual(transcript.without_times(again.stdout), transcript.without_times(done.stdout))
        self.assertEqual(list(map(without_clock, games_again)), list(map(without_clock, games)))

    def test_run_directory_holds_exactly_the_games_of_the_last_total(self):
        """The verdict comes while other games are being played."""
        done, run, games = self.run_to(
            *("run", *ARTICLES, "--agent1", "minimax --depth 1", "--agent2", "random", "--elo0", 0, "--elo1", 50),
            *("--concurrency", 8),
        )
        result = "Accept H1. Agent 1 is likely better (Elo >= 50.0)."
        lines = transcript.check(self, done.stdout, transcript.Test(0, 50), "minimax --depth 1", "random", result)
        self.assertEqual([game["game"] for game in games], list(range(len(lines))))
        for game, line in zip(games, lines):
            self.assertEqual(str(game["winner"]), line["winner"] or "0")
            self.assertEqual(str(game["turns"]), line["turns"])
            self.assertEqual(game["first"], 1 + game["game"] % 2)
            self.assertEqual(game["pair"], game["game"] // 2)
        winners = [game["winner"] for game in games]
        self.assertEqual(run["result"]["wld"], [winners.count(winner) for winner in (1, 2, 0)])
        self.assertEqual((run["result"]["verdict"], run["result"]["reason"]), ("H1", "verdict"))
        self.assertEqual(run["result"]["games"], len(games))
        self.assertGreaterEqual(run["result"]["games_beyond"], 0)

    def test_run_ends_at_the_limit_of_games(self):
        for limit in (1, 7):
            done, run, games = self.run_to(
                *(f"run{limit}", *ARTICLES, "--agent1", "greedy", "--agent2", "random", "--elo1", 5),
                *("--max-games", limit),
            )
            result = f"No decision. The limit of {limit} {'game' if limit == 1 else 'games'} was reached."
            lines = transcript.check(self, done.stdout, transcript.Test(0, 5), "greedy", "random", result)
            self.assertEqual((len(lines), len(games)), (limit, limit))
            self.assertEqual((run["result"]["verdict"], run["result"]["reason"]), (None, "max_games"))
            self.assertEqual(run["result"]["games_beyond"], 0)

    def test_more_games_at_once_than_cores_give_one_warning(self):
        flags = ["--agent1", "greedy", "--agent2", "random", "--max-games", 30]
        fit = json.loads(self.succeed(SPRT, "run", *flags, "--print-config").stdout)["concurrency"]
        self.assertLessEqual(fit, CORES)
        done, run, _ = self.run_to("many", *flags, "--concurrency", fit + 3)
        expected = rf"\Asprt: warning: {fit + 3} games at once on {CORES} cores?\b.*--concurrency {fit} avoids it\n\Z"
        self.assertRegex(done.stderr, expected)
        self.assertIs(run["oversubscribed"], True)
        done, run, _ = self.run_to("few", *flags, "--concurrency", fit)
        self.assertEqual(done.stderr, "")
        self.assertIs(run["oversubscribed"], False)

    def test_quiet_leaves_out_the_games(self):
        flags = ["--agent1", "greedy", "--agent2", "random", "--max-games", 6, "--seed", 3]
        loud = self.succeed(SPRT, "run", *ARTICLES, *flags)
        quiet, _, games = self.run_to("run", *ARTICLES, *flags, "--quiet")
        result = "No decision. The limit of 6 games was reached."
        transcript.check(self, quiet.stdout, transcript.Test(0, 10), "greedy", "random", result, quiet=True)
        self.assertEqual(len(games), 6)
        final = "\n[SPRT Finished]\n"
        self.assertEqual(
            transcript.without_times(quiet.stdout).split(final)[1],
            transcript.without_times(loud.stdout).split(final)[1],
        )


class Configuration(ProgramTest):
    def printed(self, *arguments):
        return self.succeed(SPRT, "run", *arguments, "--print-config").stdout

    def test_printed_configuration_prints_the_same_again(self):
        """The printed configuration is that of the run, and no game is played."""
        trace = self.dir / "started"
        spy = command(["/bin/sh", "-c", f"touch '{trace}'; exec '{AGENTS}/random'"])
        sources = {
            "a shipped file": [SOURCE / "configs" / "article.json"],
            "flags": ["--agent1", spy, "--agent2", "random", "--seed", 2**64 - 1, "--max-games", 9, "--out", "dir"],
            "every flag": [
                *("--agent1", "a 'b c' \"d\"", "--agent2", "x", "--elo0", -3.5, "--elo1", 0.1, "--alpha", 0.01),
                *("--beta", 0.1, "--model", "bayeselo", "--openings", "random:6"),
                *("--repeats", "collapse", "--max-games", 3, "--report-every", 7),
                *("--seed", 0, "--concurrency", 3, "--out", "o", "--time-ms", 1, "--ready-ms", 2, "--finish-ms", 0),
                *("--turns", 4, "--quiet"),
            ],
            "an agent in full": [
                self.write_json(
                    "full.json",
                    {
                        "agent1": {
                            **{"command": ["p", "q r"], "name": "n\u00e9", "dir": "d"},
                            **{"env": {"A": "1"}, "time_ms": 5},
                        },
                        "agent2": "random",
                    },
                )
            ],
        }
        before = self.files()
        for name, arguments in sources.items():
            with self.subTest(name):
                first = self.printed(*arguments)
                saved = self.dir / "saved.json"
                saved.write_text(first)
                self.assertEqual(self.printed(saved), first)
                saved.unlink()
                self.assertEqual(self.files(), before)
        full = json.loads(self.printed(*sources["every flag"]))
        self.assertEqual(full["agent1"]["command"], ["a", "b c", "d"])
        expected = {"elo0": -3.5, "elo1": 0.1, "seed": "0", "concurrency": 3, "finish_ms": 0, "quiet": True, "turns": 4}
        expected |= {"model": "bayeselo", "openings": "random:6", "repeats": "collapse"}
        expected |= {"max_games": 3, "report_every": 7}
        self.assertEqual({key: full[key] for key in expected}, expected)

    def test_every_key_is_a_flag(self):
        """Every command that plays takes all flags; simulate takes those of the test alone."""
        keys = json.loads(self.printed("--agent1", "greedy", "--agent2", "random"))
        flags = {"--" + key.replace("_", "-") for key in keys} - {"--test"}  # a key alone
        help_of = lambda command: self.succeed(SPRT, command, "--help-all").stdout.partition("\nExamples:")[0]
        named = lambda command: set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", help_of(command)))
        for playing in ("run", "gate"):
            self.assertEqual(flags - named(playing), set(), playing)
        self.assertEqual(named("run") - flags, {"--help", "--print-config", "--overwrite"})
        match = {"elo0", "elo1", "alpha", "beta", "model", "openings", "repeats", "max-games", "seed"}
        self.assertEqual(named("simulate") & flags, {"--" + key for key in (*match, "concurrency")})

    def test_defaults_depend_on_the_model(self):
        """They are the rule for repeats and the rounding of an odd limit of games."""
        run = ["--agent1", "greedy", "--agent2", "random", "--max-games", 7]
        expected = {"pentanomial": ("collapse", 6), "normalized": ("collapse", 6)}
        expected |= {model: ("count", 7) for model in ("trinomial", "wald", "bayeselo", "bayeselo-true")}
        for model, (repeats, games) in expected.items():
            with self.subTest(model):
                printed = json.loads(self.printed(*run, "--model", model))
                self.assertEqual((printed["repeats"], printed["max_games"]), (repeats, games))
        printed = json.loads(self.printed(*run))
        defaults = {"model": "pentanomial", "test": "sprt", "openings": "random:4", "repeats": "collapse"}
        defaults |= {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05, "report_every": 10}
        self.assertEqual({key: printed[key] for key in defaults}, defaults)

    def test_flags_override_the_file(self):
        config = {"agent1": "greedy", "agent2": "minimax", "elo0": 1, "elo1": 50, "max_games": 4, "seed": 1}
        file = self.write_json("config.json", {**config, "time_ms": 99999})
        flags = ["--agent2", "random", "--elo1", 20, "--max-games", 2, "--seed", 8]
        done = self.succeed(SPRT, "run", file, *ARTICLES, *flags)
        result = "No decision. The limit of 2 games was reached."
        transcript.check(self, done.stdout, transcript.Test(1, 20), "greedy", "random", result)
        self.assertTrue(transcript.when_idle(done.stdout).endswith("Seed: 8\n"))
        effective = json.loads(self.printed(file, "--elo1", 20))
        self.assertEqual((effective["elo0"], effective["elo1"], effective["time_ms"]), (1, 20, 99999))

    def test_agent_is_a_string_an_array_or_an_object(self):
        greedy = str(AGENTS / "greedy")
        forms = {
            "string": ("greedy --seed 5", "greedy --seed 5"),
            "array": (["greedy", "--seed", "5"], "greedy --seed 5"),
            "path": (greedy, greedy),
            "object": ({"command": "greedy"}, "greedy"),
            "object with a name": ({"command": [greedy], "name": "my agent"}, "my agent"),
        }
        for form, (agent, name) in forms.items():
            with self.subTest(form):
                config = {"agent1": agent, "agent2": "random", "elo1": 5, "max_games": 2}
                done = self.succeed(SPRT, "run", self.write_json("config.json", config), *ARTICLES)
                result = "No decision. The limit of 2 games was reached."
                transcript.check(self, done.stdout, transcript.Test(0, 5), name, "random", result)

    def test_agent_has_its_directory_and_environment(self):
        """The agent gets `env`, runs in `dir`, and a path in its command is relative to `dir`."""
        home = self.dir / "home of the agent"
        home.mkdir()
        script = home / "agent.sh"
        script.write_text(
            f"#!/bin/sh\n{{ pwd; echo \"$COLOUR|$HOME|$REFEREE_SEED|$1\"; }} >> seen\nexec '{AGENTS}/random'\n"
        )
        script.chmod(0o755)
        agent = {
            "command": ["./agent.sh", "two words"],
            "dir": str(home),
            "env": {"COLOUR": "dark red", "HOME": "/nowhere", "REFEREE_SEED": "5"},
            "restart": "game",
        }
        random = {"command": "random", "restart": "game"}
        out = self.dir / "a" / "new" / "dir"
        config = {"agent1": agent, "agent2": random, "max_games": 1, "seed": 1, "out": str(out)}
        config["no_check"] = True
        self.succeed(SPRT, "run", self.write_json("config.json", config), *ARTICLES, env={"COLOUR": "blue"})
        game = read_games(out / "games.jsonl")[0]
        self.assertEqual(game["exit"], ["exited 0", "exited 0"])
        seed = game["seed"][0]  # `env` does not override the referee's own variable
        self.assertEqual((home / "seen").read_text(), f"{home}\ndark red|/nowhere|{seed}|two words\n")
        described = json.loads((out / "run.json").read_text())["agents"][0]
        self.assertEqual(described["executable"], str(script))

    def test_agent_has_its_own_time(self):
        record = self.dir / "record"
        agent = {"command": scripted("Agent"), "time_ms": 7777777, "env": {"E2E_RECORD": str(record)}}
        config = {"agent1": agent, "agent2": "random", "max_games": 1, "time_ms": 888888, "ready_ms": 60000, "no_check": True}
        out = self.dir / "run"
        self.succeed(SPRT, "run", self.write_json("config.json", config), *ARTICLES, "--out", out)
        messages = record.read_text().splitlines()
        self.assertEqual(messages[:2], ["READY FIRST", "TURN 7777777 888888"])
        self.assertEqual(messages[-1], "FINISH")
        for message in messages[2:-1]:
            self.assertRegex(message, r"^(TURN \d+ \d+|OPP( -?\d+){4} \d+)$")
        # Every move of the opponent is sent, the last one too.
        moves = read_games(out / "games.jsonl")[0]["moves"]
        told = [message.split()[1:5] for message in messages if message.startswith("OPP")]
        self.assertEqual(told, [list(map(str, move[:4])) for move in moves[1::2]])


if __name__ == "__main__":
    unittest.main()
