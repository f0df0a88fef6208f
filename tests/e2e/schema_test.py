"""configs/schema and the programs agree: they refuse the same configurations and have the same keys, ranges, words and
defaults. The harness checks in every test that written files are valid by their schemas."""

import copy
import json
import os
import re
import unittest

import nats_wire
import schema
from harness import BUILT_WITH_NATS, REFEREE, SOURCE, SPRT, ProgramTest, read_games, write_games

CONFIG_FILES = sorted((SOURCE / "configs").glob("*.json"))
AGENTS = {"agent1": "greedy", "agent2": "random"}
CORE = str(min(os.sched_getaffinity(0)))
NUL = "a\0b"

# One value of each type, tried for each key.
ANYTHING = [None, True, 0, 1, -1, 0.5, -0.0, 1.0, 1e4, 1e30, 2**63, 2**64, "", "x", CORE, [], ["x"], {}]

# More values for a key. The schema and the program must agree whether each is valid.
MORE = {
    "openings": ["start", "random:auto", "random:auto ", "random:Auto", "random", "random:", "random:0", "random:1", "random:040", "random:40", "random:41"]
    + ["random:4x", "random:-1", "random:4\n", "random4", "randomly", "./random", " start", "start\n", "a b", NUL],
    "seed": ["0", "007", "18446744073709551615", "18446744073709551616", "0" * 30 + "9", "9" * 20, "19" + "0" * 18]
    + ["-1", "1e3", " 1", "1\n", "1x", 1e19, 1.5, *(str(2**64 - 1 - 10**digits) for digits in range(19))]
    + [str(2**64 - 1 + 10**digits) for digits in range(19)],
    "cores": [CORE, "0" + CORE, f"{CORE}-{CORE}", f"{CORE}-", f"-{CORE}", f"{CORE},", f",{CORE}", f"{CORE},,{CORE}"]
    + [f" {CORE}", f"{CORE}\n", f"+{CORE}", f"{CORE}.0", "0--1", "0-1-2", "all"],
    "agent1": ["a b", "a 'b c'", "a 'b", 'a "b', 'a "\\" b', 'a "\\\\" b', 'a "\\x"', "a\\", "a\\'", "a '\\'"]
    + ["''", " \t", "a\nb", "a\rb", "'a\nb'", "é", NUL, "a '\0'", ["a", ""], [""], ["a\nb"], ["a", NUL]]
    + [["a", None], [["a"]]]
    + [{"command": "a"}, {"name": "x"}, {"command": "a", "bogus": 1}, {"command": None}],
    "agent1/command": ["a 'b c'", "a 'b", ["a"], ["a\nb", "c"], "a\nb", "a\rb", {"command": "a"}],
    "agent1/name": ["a b", "a\nb", "a\r", "a\n", "\n", "é", NUL],
    "pgn_notation": ["san", "lan", "uci", "SAN", "", None],
    "pgn": ["a b", NUL],
    "pgn_line": ["^info", "a|b", NUL],
    "site": ["a b", "https://x/y", "é" * 201, "a\nb", NUL],
    "pgn_comments": ["none", "nodes", "pv,timeleft,pv", "nodes,", ",nodes", "nodes, pv", "nodes\n", "none,pv", "none,none", "Nodes", NUL],
    "title": ["a b", "é" * 200, "é" * 201, "a\nb", "\x9b1m", NUL],
    "agent1/dir": ["a b", NUL],
    "agent1/env": [{"A": "1"}, {"A": ""}, {"": "1"}, {"A=B": "1"}, {"=": ""}, {"A": 1}, {"A": None}, {"A": NUL}]
    + [{NUL: "a"}, {"a b\n": "x\ny"}, {"A": "1", "B": []}],
    "out": [NUL, "a/b"],
    "via": ["nats://127.0.0.1:4322", "tls://name:word@host", "http://host", "://host"],
    "adjudicate": [{rule: value} for rule in ("tablebase", "material", "resign", "draw", "fill", "max_turns", "verify") for value in ANYTHING]
    + [{"material": {key: value}} for key in ("lead", "plies", "bogus") for value in (0, 1, 49, 50, 1e6, 1e6 + 1, 1.5, None, "1")]
    + [{"resign": {"score": value}} for value in (0, 1, 10**9, 10**9 + 1, [5, 6], [5], [0, 5], [5, 6, 7], "5", True)]
    + [{"resign": {"moves": 0}}, {"resign": {"moves": 2, "two_sided": False}}, {"resign": {"two_sided": 1}}]
    + [{"draw": {"score": value}} for value in (-1, 0, [0, 10**9], [0, -1])]
    + [{"draw": {"after": value}} for value in (-1, 0, 1e6, 1e6 + 1)]
    + [{"max_turns": {"result": value}} for value in ("draw", "stones", "win", None)]
    + [{"max_turns": {"played": value}} for value in (True, False, 1, None)]
    + [{"max_turns": {"turns": 0}}, {"max_turns": {"turns": 1}}, {"bogus": True}, {"fill": True, "verify": 1.01}],
}

# Other keys that a configuration needs so that a value is checked by itself.
BESIDE = {
    "elo0": {"elo1": 2000},
    "elo1": {"elo0": -2000},
    "alpha": {"beta": 1e-9},
    "beta": {"alpha": 1e-9},
    "max_games": {"model": "wald"},
    "book_order": {"openings": "book.txt"},
    "book_start": {"openings": "book.txt"},
    "book_plies": {"openings": "book.pgn"},
    "check_book": {"openings": "book.epd"},
    "via": {"out": "a"},
    "pgn_comments": {"pgn": "a.pgn"},
    "pgn_line": {"pgn": "a.pgn"},
    "adjudicate": {name: {"command": "a", "protocol": "uai"} for name in ("agent1", "agent2")},
}

# Keys that are valid alone but not together, or not on this machine: only the program can check them.
TOGETHER = {
    "scores of agents that send none": {"adjudicate": {"draw": True}},
    "stones in a game without": {"game": "tic-tac-toe", "adjudicate": {"fill": True}},
    "tables of chess in another game": {"adjudicate": {"tablebase": {"path": "a"}}},
    "stones in chess": {"game": "chess", "adjudicate": {"fill": True}},
    "elo0 and elo1": {"elo0": 5, "elo1": 5},
    "alpha and beta": {"alpha": 0.6, "beta": 0.5},
    "less than a pair": {"max_games": 1},
    "workers and no invitation": {"via": "nothing.json", "out": "a"},
    "workers and no run directory": {"via": "nats://127.0.0.1:4322"},
    "workers and cores of this machine": {"via": "nats://127.0.0.1:4322", "out": "a", "cores": CORE},
    "two kinds of limit": {"move_ms": 5, "tc": "10+0.1"},
    "no clock and no other limit": {"tc": "inf"},
    "an increment twice": {"inc_ms": 5, "tc": "10"},
    "an engine's key without its protocol": {"agent1": {"command": "greedy", "nodes": 5}},
    "rules of another game": {"game": "tic-tac-toe", "rules": "articles"},
    "rules of chess in another game": {"rules": "chess960"},
    "an order without a file": {"book_order": "sequential"},
    "a core twice": {"cores": f"{CORE},{CORE}"},
    "a range backwards": {"cores": "3-1"},
    "a core that there is not": {"cores": "65535"},
}

# Keys that run.json of earlier builds lacks.
NOT_IN_OLD_RUNS = {
    *{"adjudicate", "adjudicated", "rests_on_adjudication", "book_order", "book_start", "book_plies", "check_book", "pgn", "pgn_comments", "pgn_notation", "pgn_line", "site", "drift", "engines", "game"},
    *{"games_sha256", "inc_ms", "log_pv", "margin_ms", "move_ms", "no_check", "restarts", "rules", "sandbox", "env", "seeds"},
    *{"summary_only", "tc", "via", "send_agents", "spot_check", "disturbed", "rests_on_doubtful", "rests_on_tampering", "rests_on_distrusted"},
    *{"share", "time_scale", "reference_speed", "wait", "title"},
    *{"started", "duration_ms"},  # of a game
}

# Every key, each with a value that is not its default; but a game that is not the default has no sets of rules, and a run
# that workers play has no cores here.
FULL = {
    "game": "connect-four",
    "rules": None,
    "adjudicate": {"max_turns": {"turns": 5, "result": "draw"}, "verify": 0.25},
    "agent1": {"command": ["p", "q r"], "name": "né", "dir": "d", "env": {"B": "", "A": "1 2"}, "time_ms": 5},
    "agent2": {"command": ["x", "'\"\\"], "name": "two", "dir": "/", "env": {"É": "="}, "time_ms": 1_000_000_000},
    **{"elo0": -3.5, "elo1": 0.1, "alpha": 0.01, "beta": 1e-7, "model": "bayeselo", "test": "sprt"},
    **{"openings": "a file.txt", "repeats": "collapse", "max_games": 3, "seed": str(2**64 - 1), "concurrency": 4096},
    **{"cores": CORE, "pin": "off", "threads_per_agent": 1024, "out": "o/p", "report_every": 7},
    **{"progress": "off", "quiet": True, "time_ms": 1, "ready_ms": 2, "finish_ms": 0, "turns": 4, "stderr_kb": 0},
    **{"clock": "fair", "memory_mb": 2**40, "cpu_s": 1, "file_mb": 0, "trace": "t", "trace_faults": "u", "max_faults": 0},
    **{"via": None, "send_agents": "always", "spot_check": 0.5, "no_check": True, "summary_only": True, "book_order": "sequential", "book_start": 2, "book_plies": 8, "check_book": True, "pgn": "/p.pgn", "pgn_comments": "nodes,pv", "pgn_notation": "uci", "pgn_line": "^info", "site": "here"},
    **{"share": 0.5, "time_scale": "speed", "reference_speed": 2.5, "wait": 1, "title": "Été <2>"},
    **{"inc_ms": 7, "margin_ms": 9, "log_pv": True, "engines": "e", "tc": None, "move_ms": None, "sandbox": "off", "env": "clean"},  # there is one kind of limit
}

# What only engines have is refused beside another protocol, which the schema does not say.
ENGINE = {"protocol": "uai"}
ENGINE_KEYS = ("options", "init", "nodes", "depth", "start_ms", "newgame_ms", "ping_ms", "ping")
BESIDE_OF_AGENT = {key: ENGINE for key in ENGINE_KEYS} | {"turn_ms": {**ENGINE, "nodes": 1}, "variant": {"protocol": "uci"}}


def numbers_of(key_schema):
    """The ends of a key's range and the numbers just outside it, whole and fractional."""
    step = 1 if "integer" in key_schema.get("type", ()) else 1e-6
    for end in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if end in key_schema:
            yield from (key_schema[end] - step, key_schema[end], key_schema[end] + step)


def words_of(key_schema):
    for word in filter(None, key_schema.get("enum", ())):
        yield from (word, word.upper(), word + " ", word + "\n", word[:-1])


def settings_of(whole, part):
    """The schemas of the settings of `part`, each with what is defined under its key."""
    return {key: {**whole["$defs"].get(key, {}), **value} for key, value in part["properties"].items()}


class Config(ProgramTest):
    whole = schema.read("config")
    properties = settings_of(whole, whole)
    agent = settings_of(whole, whole["$defs"]["agent_settings"])

    def printed(self, config):
        return self.run_program(SPRT, "run", self.write_json("config.json", config), "--print-config")

    def check_agreement(self, key, value, config):
        with self.subTest(key, value=value):
            done = self.printed(config)
            self.assertIn(done.status, (0, 2), done)
            self.assertEqual(schema.is_right("config", config), done.status == 0, f"the program: {done}")

    def test_schema_and_program_agree_about_each_value(self):
        for key, key_schema in self.properties.items():
            for value in [*ANYTHING, *numbers_of(key_schema), *words_of(key_schema), *MORE.get(key, ())]:
                is_path = key == "via" and isinstance(value, str) and value and "://" not in value
                if not is_path:  # only the program knows whether an invitation is there
                    is_of_chess = key == "rules" and value in ("orthodox", "chess960")
                    beside = {"game": "chess"} if is_of_chess else BESIDE.get(key, {})
                    self.check_agreement(key, value, {**AGENTS, **beside, key: value})
        for key, key_schema in self.agent.items():
            for value in [*ANYTHING, *numbers_of(key_schema), *MORE.get(f"agent1/{key}", ())]:
                # Without a name the command is the name and must be one line.
                for beside in ({"command": "greedy"}, {"command": "greedy", "name": "n"}):
                    beside |= BESIDE_OF_AGENT.get(key, {})
                    self.check_agreement(f"agent1/{key}", value, {**AGENTS, "agent1": {**beside, key: value}})

    def test_schema_and_program_agree_about_rules_of_chess(self):
        engines = {name: {"command": "a", "protocol": "uci"} for name in ("agent1", "agent2")}
        for rule in (
            *({"draw": {"after": value}} for value in ("60", "move", "move-1", "move1.5", "move0", "move034", "move1000000", "move1000001", 60)),
            *({"tablebase": value} for value in ({}, {"path": ""}, {"path": NUL}, {"path": "a:b"}, {"path": None}, {"path": "a", "bogus": 1})),
            *({"tablebase": {"path": "a", "pieces": value}} for value in (2, 3, 7, 8, None, 5.5)),
            *({"tablebase": {"path": "a", "ignore50": value}} for value in (True, False, 1)),
            *({"tablebase": {"path": "a", "results": value}} for value in ("wins", "draws", "all", None)),
        ):
            self.check_agreement("adjudicate", rule, {**engines, "game": "chess", "adjudicate": rule})

    def test_schema_and_program_agree_about_whole_files(self):
        for value in (None, 1, "greedy", [], [AGENTS]):
            self.check_agreement("the whole", value, value)
        for key in ("", "elo_0", "Elo0", "elo0 ", "max-games", "__proto__"):
            self.check_agreement(key, 0, {**AGENTS, key: 0})

    def test_program_refuses_combinations_that_the_schema_allows(self):
        for name, settings in TOGETHER.items():
            with self.subTest(name):
                self.assertEqual(schema.problems("config", {**AGENTS, **settings}), [])
                self.assertEqual(self.printed({**AGENTS, **settings}).status, 2)

    def test_schema_and_program_agree_about_a_file_of_engines(self):
        for agent in ["greedy", ["greedy"], {"command": "greedy", "time_ms": 5}, {"command": "greedy", "bogus": 5}, 1, {}]:
            with self.subTest(agent=agent):
                engines = self.write_json("engines.json", {"$schema": "x", "a": agent, "b": 1})
                self.assertFalse(schema.is_right("engines", json.loads(engines.read_text())), "b is no agent")
                done = self.printed({"agent1": "@a", "agent2": "random"})
                self.assertEqual(schema.is_right("engines", {"$schema": "x", "a": agent}), done.status == 0, done)

    def test_schema_has_the_keys_of_the_program(self):
        known = self.printed({"bogus": 1}).stderr.strip().partition("known are ")[2].split(", ")
        self.assertEqual(sorted(self.properties), sorted(known))
        known = self.printed({"agent1": {"bogus": 1}}).stderr.strip().partition("known are ")[2].split(", ")
        self.assertEqual(sorted(self.agent), sorted(known))
        printed = json.loads(self.printed(AGENTS).stdout)
        self.assertEqual(sorted(self.properties), sorted(["$schema", *printed]))
        required = schema.read("run")["$defs"]["printed_config"]["required"]
        self.assertEqual(sorted(required), sorted({*printed} - NOT_IN_OLD_RUNS))

    def test_schema_has_the_words_of_the_program(self):
        """The program's error names all words that it accepts."""
        for key, key_schema in self.properties.items():
            if "enum" in key_schema:
                with self.subTest(key):
                    message = self.printed({**AGENTS, key: "?"}).stderr.strip()
                    named = re.search(r"(?:must be|use) ((?:.* or )?[\w-]+)$", message)
                    self.assertEqual({*re.split(", | or ", named[1])}, {*key_schema["enum"]} - {None})

    def test_schema_has_the_defaults_of_the_program(self):
        defaults = {key: value["default"] for key, value in self.properties.items() if "default" in value}
        self.assertEqual({*self.properties} - {*defaults}, {"$schema", "agent1", "agent2"})
        printed = json.loads(self.printed(AGENTS).stdout)
        settled = {key for key in defaults if defaults[key] != printed[key]}
        self.assertEqual(settled, {"repeats", "rules", "seed", "concurrency", "openings", "turns", "threads_per_agent"}, "the program sets them")
        self.assertEqual({defaults[key] for key in settled}, {None, "random:auto"})
        # A configuration that names all defaults is the same one.
        named, left_out = ({**AGENTS, **given, "seed": 7} for given in (defaults, {}))
        self.assertEqual(self.printed(named).stdout, self.printed(left_out).stdout)
        for key in ("env", "time_ms"):
            self.assertEqual(self.agent[key]["default"], printed["agent1"][key])

    def test_shipped_configurations_are_valid(self):
        self.assertGreaterEqual(len(CONFIG_FILES), 3)
        for file in CONFIG_FILES:
            with self.subTest(file.name):
                config = json.loads(file.read_text())
                self.assertEqual(schema.problems("config", config), [])
                self.assertTrue((file.parent / config["$schema"]).samefile(schema.FOLDER / "config.schema.json"))

    def test_printed_configuration_is_valid_and_prints_the_same_again(self):
        """For the shipped configurations and for one with every key."""
        self.assertEqual({*FULL}, {*self.properties} - {"$schema"})
        files = {file.name: file for file in CONFIG_FILES} | {"every key": self.write_json("full.json", FULL)}
        for name, file in files.items():
            with self.subTest(name):
                first = self.succeed(SPRT, "run", file, "--print-config").stdout
                saved = self.dir / "saved.json"
                saved.write_text(first)
                self.assertEqual(self.succeed(SPRT, "run", saved, "--print-config").stdout, first)
                self.assertEqual(schema.problems("config", json.loads(first)), [])
        self.assertEqual(json.loads(first), FULL)
        for key, value in self.properties.items():
            if key not in ("rules", "tc", "move_ms", "via", "test"):
                self.assertNotEqual(FULL.get(key), value.get("default", "none"), "a default proves nothing")

    def test_rules_and_the_turns_that_go_with_them_are_printed(self):
        for given, rules, turns in (({}, "articles", 400), ({"rules": "uai"}, "uai", 4700), ({"rules": "uai", "turns": 50}, "uai", 50)):
            printed = json.loads(self.printed({**AGENTS, **given}).stdout)
            self.assertEqual((printed["rules"], printed["turns"]), (rules, turns))
            self.assertEqual(json.loads(self.printed(printed).stdout), printed)


    def test_match_has_the_settings_of_a_run_but_those_of_its_test(self):
        match = schema.read("match")["properties"]
        of_tests = {"elo0", "elo1", "alpha", "beta", "model", "test", "max_games"}
        self.assertEqual({*match}, ({*self.properties} - of_tests) | {"games"})
        printed = json.loads(self.succeed(SPRT, "match", self.write_json("m.json", {**AGENTS, "games": 10}), "--print-config").stdout)
        self.assertEqual({*printed}, {*match} - {"$schema"})
        self.assertEqual(schema.problems("match", printed), [])
        for key, value in (("elo0", 0), ("max_games", 4), ("games", 1), ("games", 2**53 + 1), ("games", "9")):
            with self.subTest(key=key, value=value):
                wrong = {**AGENTS, "games": 10, key: value}
                self.assertFalse(schema.is_right("match", wrong))
                self.assertEqual(self.run_program(SPRT, "match", self.write_json("m.json", wrong), "--print-config").status, 2)


class Messages(ProgramTest):
    """What coordinators and workers say to each other."""

    def listen(self, url):
        """A client that gets all messages."""
        client = nats_wire.Client(url)
        self.addCleanup(client.close)
        heard = [client.subscribe("referee.1.>"), client.subscribe("_INBOX_w.>")]
        client.flush()
        return client, heard

    def coordinator(self, server):
        flags = ["--agent1", "minimax --depth 2 --shuffle", "--agent2", "greedy --shuffle", "--openings", self.dir / "book.fen"]
        (self.dir / "book.fen").write_text("x5o/7/7/7/7/7/o5x x 0 1\nx5o/7/7/3x3/7/7/o5x o 0 1\n")
        flags += ["--repeats", "count", "--max-games", 12, "--quiet", "--adjudicate", "fill=true", "--adjudicate", "verify=0.5"]
        return self.start_program(SPRT, "run", *flags, "--out", "run", "--via", server.url.replace("//", "//c@"))

    @unittest.skipUnless(BUILT_WITH_NATS and nats_wire.server_program(), "built without NATS, or no nats-server")
    def test_messages_are_valid(self):
        with nats_wire.Server(self.dir / "server") as server:
            client, heard = self.listen(server.url)
            worker = self.start_program(SPRT, "worker", server.url.replace("//", "//w@"), "--allow-root", "--once")
            done = self.finish(self.coordinator(server))
            self.assertEqual(done.status, 0, done)
            self.assertEqual(self.finish(worker).status, 0)
            client.flush()
            messages = [message for each in heard for message in each.all()]
        kinds = {name: 0 for name in ("offer", "turn", "answer", "alive", "blob", "job", "game", "worker_event", "standing_event")}
        for message in messages:
            words = message.subject.split(".")
            kind = words[2] if words[0] == "referee" else "job" if words[2] == "blob" else "answer"
            if kind == "event":
                kind = "game" if words[5] == "game" else f"{words[5]}_event"
            if kind != "roll":
                with self.subTest(kind, data=message.data[:300]):
                    kinds[kind] += 1
                    self.assertEqual(schema.problems_in_text(kind if kind == "game" else f"remote/{kind}", message.data), [])
                    self.assertEqual(schema.problems_in_text("remote", message.data), [])
        self.assertEqual([kind for kind, count in kinds.items() if not count], [])

    def test_damaged_messages_are_invalid(self):
        seeds = ["0", str(2**64 - 1)]
        game = {"rules": "ataxx", "game": 0, "first": 1, "opening": [[1, 1, 1, 2]], "seed": seeds, "budget_us": [5, 5]}
        game |= {"ready_us": 5, "turns": 9, "keeps": [True, False]}
        task = {"pair": 0, "attempt": 1, "games": [game]}
        turn = {"format": 1, "session": "0123456789abcdef", "epoch": 1, "slot": 0, "seq": 1, "done": None, "want": True}
        returned = {"pair": 0, "attempt": 1, "returned": "paused", "why": ""}
        right = {
            "answer": {"format": 1, "seq": 1, "epoch": 1, "taken": None, "why": None, "task": task, "state": "open"},
            "turn": {**turn, "done": returned},
            "alive": {"format": 1, "session": turn["session"], "epoch": 1, "holds": [[0, 0, 1]], "machine": None},
            "blob": {"format": 1, "sha256": "0" * 64, "from": 0},
            "other_format": {"error": "format", "speaks": [1]},
        }
        for kind, message in right.items():
            self.assertEqual(schema.problems(f"remote/{kind}", message), [])
            self.assertEqual([other for other in right if schema.is_right(f"remote/{other}", message)], [kind])
            for key in message:
                with self.subTest(kind, key=key):
                    self.assertFalse(schema.is_right(f"remote/{kind}", {**message, key: [{}]}))
                    self.assertFalse(schema.is_right(f"remote/{kind}", {other: message[other] for other in message if other != key}))
            self.assertFalse(schema.is_right(f"remote/{kind}", {**message, "bogus": 1}))
        for kind, change in (
            ("answer", {"taken": "wrong"}),
            ("answer", {"task": {**task, "games": []}}),
            ("answer", {"task": {**task, "games": [{**game, "seed": [1, 2]}]}}),
            ("turn", {"done": {**returned, "games": []}}),
            ("turn", {"done": {"pair": 0, "attempt": 1, "games": [{}]}}),
            ("turn", {"session": "0123456789ABCDEF"}),
            ("alive", {"holds": [[0, 0, 0]]}),
        ):
            with self.subTest(kind, change=change):
                self.assertFalse(schema.is_right(f"remote/{kind}", {**right[kind], **change}))

    def test_what_a_run_says_of_workers_stands_together(self):
        run = self.run_to("run", "--agent1", "greedy", "--agent2", "random", "--max-games", 2)[1]
        facts = {"run_id": "0123456789ab", "epoch": 1, "via": "nats://127.0.0.1:4322"}
        workers = {"w": {"pairs": 1, "voided": 0, "wrong": 0, "refused": None}}
        remote = {**run, **facts, "workers": workers}
        self.assertEqual(schema.problems("run", remote), [])
        self.assertEqual(schema.problems("run", {**remote, "via": None, "workers": {}}), [])
        more = {"copies": 2, "differed": 1, "quarantined": "too many time losses", "distrusted": True, "machine": {"cores": 2}}
        games = {"games": 2, "wld": [1, 0, 1], "faults": [0, 0], "time_losses": [0, 0], "disputed": [0, 0], "interference": [0, 0]}
        games |= {"delays_us": {"median": 1, "p99": 2, "largest": 3}, "reported": None}
        for known in ({**workers["w"], **more}, {**workers["w"], **more, **games}):
            self.assertEqual(schema.problems("run", {**remote, "workers": {"w": known}}), [])
        self.assertEqual(schema.problems("run", {**remote, "via": "/home/a@b/invitation.json"}), [])
        for key in (*facts, "workers"):
            with self.subTest(key):
                self.assertFalse(schema.is_right("run", {other: remote[other] for other in remote if other != key}))
        for change in (
            {"run_id": "0123456789AB"},
            {"via": "nats://name:word@host"},
            {"via": "invitation.json"},
            {"epoch": 0},
            {"workers": {"W": workers["w"]}},
            {"workers": {"w": {"pairs": 1}}},
            {"workers": {"w": {**workers["w"], "copies": 1}}},
            {"workers": {"w": {**workers["w"], **games}}},
            {"workers": {"w": {**workers["w"], **more, "machine": {"cores": 2, "owner": "x"}}}},
        ):
            with self.subTest(change):
                self.assertFalse(schema.is_right("run", {**remote, **change}))


class Schemas(ProgramTest):
    def test_schemas_are_valid_schemas(self):
        for name in ("config", "engines", "run", "game", "match", "page", "printed", "rate", "remote", "remote/turn", "invitation", "tournament"):
            with self.subTest(name):
                validator = schema.validator(name)
                validator.check_schema(validator.schema)
        files = {file.name for file in schema.FOLDER.iterdir()}
        self.assertEqual(files, {f"{name}.schema.json" for name in ("check", "config", "engines", "run", "game", "invitation", "match", "page", "rate", "remote", "tournament", "tune")})

    def test_shipped_tournaments_are_valid(self):
        files = sorted(set((SOURCE / "configs/tournaments").glob("*.json")) - {SOURCE / "configs/tournaments/counts.json"})
        self.assertEqual([file.stem for file in files], ["gauntlet", "ladder", "roundrobin"])
        for file in files:
            with self.subTest(file.name):
                config = json.loads(file.read_text())
                self.assertEqual(schema.problems("tournament", config), [])
                self.assertTrue((file.parent / config["$schema"]).samefile(schema.FOLDER / "tournament.schema.json"))
                printed = json.loads(self.succeed(SPRT, "tournament", file, "--print-config").stdout)
                self.assertEqual(len(printed["agents"]), len(config["agents"]))

    def test_shipped_counts_are_valid(self):
        self.assertEqual(schema.problems("rate", json.loads((SOURCE / "configs/tournaments/counts.json").read_text())), [])

    def test_nothing_undocumented_is_allowed(self):
        """The schema of each object lists its keys, except for the environment, whose keys are the user's."""

        def check(name, part):
            if isinstance(part, dict):
                partial = {"if", "then", "else"}  # these only add conditions to an object
                if part.get("type") == "object" and "printed" not in name:
                    self.assertIn("additionalProperties", part, name)
                for key, value in part.items():
                    if key not in partial:
                        check(f"{name}/{key}", value)
            elif isinstance(part, list):
                for value in part:
                    check(name, value)

        for name in ("config", "run", "game", "remote"):
            check(name, schema.read(name))

    def test_schema_of_runs_has_the_keys_of_the_program(self):
        """The program's error at an unknown key names those that it knows."""
        run = schema.read("run")
        properties, definitions = run["properties"], run["$defs"]
        of_tournaments = {"stages", "later", "time_losses", "skipped", "withdrawn", "withdrawn_for"}
        session = {"at": "2026-01-01T00:00:00Z", "game": 0, "forced": []}
        worker = {"pairs": 0, "voided": 0, "wrong": 0, "refused": None}
        more = {"resumed": [session], "config_file": {"path": "/c", "sha256": None}, "run_id": "0123456789ab", "epoch": 2, "via": None}
        more |= {"workers": {"w": worker}}
        parts = {name: properties[name]["items"] for name in ("agents", "resumed", "games_sha256", "stages", "skipped")}
        places = {"": run, "config_file": properties["config_file"], "openings": properties["openings"], "machine": properties["machine"]}
        places |= {f"{name}/0": part for name, part in parts.items()} | {"workers/w": properties["workers"]["additionalProperties"]}
        agents = ("--seed", 1, "--concurrency", 1, "--quiet", "--out")
        self.succeed(SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--max-games", 2, *agents, "test")
        self.succeed(SPRT, "tournament", "--agent", "greedy", "--agent", "random", "--rounds", 1, *agents, "cup")
        for kind, result in (("test", "result_or_null"), ("cup", "tournament_result_or_null")):
            file = self.dir / kind / "run.json"
            whole = {**json.loads(file.read_text()), **more}
            if kind == "cup":
                whole["skipped"] = [{"name": "a", "command": ["a"], "why": "b"}]
            self.assertEqual(schema.problems("run", whole), [])
            self.damages(file, "a key is added")
            for place, part in {**places, "result": definitions[result]}.items():
                if kind == "cup" or place.partition("/")[0] not in of_tournaments:
                    with self.subTest(kind, place=place):
                        damaged = copy.deepcopy(whole)
                        inner = damaged
                        for key in filter(None, place.split("/")):
                            inner = inner[int(key) if isinstance(inner, list) else key]
                        inner["bogus"] = 1
                        file.write_text(json.dumps(damaged))
                        said = self.run_program(SPRT, "report", self.dir / kind).stderr
                        self.assertIn(f"{place}/bogus is unknown; known are ", said)
                        known = {*said.strip().partition("known are ")[2].split(", ")}
                        others = of_tournaments if kind == "test" and place in ("", "agents/0") else set()
                        self.assertEqual(known, {*part["properties"]} - others)

    def test_damaged_files_are_invalid(self):
        """A field is missing, has a wrong type, or is added, also in the first and last lines of a long log."""
        run, games = self.run_to(
            *("run", "--agent1", "greedy --shuffle", "--agent2", "random", "--max-games", 4, "--concurrency", 1)
        )[1:]
        for name, record in (("game", games[0]), ("run", run), ("result", run), ("config", run)):
            kind = "game" if name == "game" else "run"
            part_of = lambda whole: whole[name] if name in whole and kind == "run" else whole
            self.assertEqual(schema.problems(kind, record), [])
            for field in part_of(record):
                changes = [lambda part: part.update({field: [{}]})]
                if field not in NOT_IN_OLD_RUNS:
                    changes.append(lambda part: part.pop(field))
                for change in changes:
                    with self.subTest(name, field=field):
                        damaged = copy.deepcopy(record)
                        change(part_of(damaged))
                        found = schema.problems(kind, damaged)
                        self.assertTrue(any(field in problem for problem in found), found)
            damaged = copy.deepcopy(record)
            part_of(damaged)["bogus"] = 1
            (found,) = schema.problems(kind, damaged)
            self.assertIn("'bogus'", found)

        log = self.dir / "some log"
        self.damages(log, "so that it can be found")
        for damaged in (0, 49, 450, 499):
            records = [{**games[0], "winner": 3} if number == damaged else games[0] for number in range(500)]
            log.write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records))
            (found,) = schema.problems_below(self.dir, {})
            self.assertTrue(found.startswith(f"{log}: line {damaged + 1}: /winner: 3 "), found)
        (self.dir / "run" / "run.json").write_text("{}")
        self.assertGreater(len(schema.problems_below(self.dir, {log})), 5)
        self.damages(self.dir / "run" / "run.json", "the same")

    def test_impossible_games_are_invalid(self):
        """The ending, the winner and the fault of a game contradict each other."""
        log = self.dir / "log.jsonl"
        agents = ["/bin/sh -c 'exit 3'", "random"]
        self.succeed(REFEREE, "play", *agents, "--log", log, "--games", 1)
        (crashed,) = read_games(log)
        self.assertEqual(crashed["termination"], "crashed")
        loss = {"disputed": False, **{f"{name}_us": 0 for name in ("took", "watched", "cpu", "delay", "rival_cpu")}}
        disturbed = {"tampering": [3, 0], "referee_stopped": 0, "machine_suspended": 0}
        for change in (
            {"winner": None},
            {"winner": 0},
            {"fault": None},
            {"termination": "board_full"},
            {"termination": "aborted"},
            {"termination": "timeout"},
            {"termination": "tampering", "disturbed": disturbed},
            {"termination": "tampering", "winner": None},
            {"doubtful": False},
            {"disturbed": {**disturbed, "other": 1}},
            {"time_loss": loss},
            {"interference": []},
            {"lacks_opening": [2, 1]},
            {"moves": [[1, 1, 1, 0, 5]]},
            {"moves": [[1, 1, 1, 2]]},
            {"seed": [1, 2]},
            {"fault": None, "winner": 0, "termination": "halfmove_limit"},
            {"rules": "uai", "fault": None, "winner": 1, "termination": "halfmove_limit"},
            {"fault": None, "winner": 1, "termination": "checkmate"},
            {"rules": "chess", "score": [1, 0], "fault": None, "winner": 1, "termination": "board_full"},
            {"rules": "chess", "score": [0, 0], "fault": None, "winner": 1, "termination": "repetition"},
            {"rules": "chess", "score": [0, 0], "moves": [[52, 54, 5]]},
            {"rules": "chess", "score": [0, 0], "moves": [[52, 54, 1, 5]]},
            {"rules": "chess", "score": [0, 0], "moves": [[52, 59, 0, 5]]},
            {"rules": "chess", "score": [0, 0], "start_fen": "8/8 w KQ 0 1"},
        ):
            with self.subTest(change):
                self.assertFalse(schema.is_right("game", {**crashed, **change}))
        for change in (
            {"fault": None, "winner": None, "termination": "aborted"},
            {"fault": None, "winner": 0, "termination": "turn_limit"},
            {"termination": "timeout", "time_loss": loss},
            {"termination": "tampering", "winner": None, "disturbed": disturbed},
            {"doubtful": True, "disturbed": disturbed},
            {"lacks_opening": [1, 2]},
            {"moves": [[-1, -1, -1, -1, 0]]},
            {"rules": "uai", "fault": None, "winner": 0, "termination": "halfmove_limit"},
            {"rules": "uai", "fault": None, "winner": 1, "termination": "no_moves_left"},
            {"rules": "chess", "score": [1, 0], "fault": None, "winner": 1, "termination": "checkmate"},
            {"rules": "chess960", "score": [0, 0], "fault": None, "winner": 0, "termination": "repetition", "moves": [[52, 54, 0, 5]]},
            {"rules": "chess", "score": [0, 0], "start_fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
            {"rules": "chess960", "score": [0, 0], "start_fen": "4k3/8/8/8/3pP3/8/8/4K2R b H e3 0 1"},
        ):
            with self.subTest(change):
                self.assertEqual(schema.problems("game", {**crashed, **change}), [])


if __name__ == "__main__":
    unittest.main()
