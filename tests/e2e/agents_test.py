"""The reference agents as programs: their --info lines, their limits and their use of the clock."""

import subprocess
import unittest

from harness import AGENTS, PLAY_ATAXX, REFEREE, ProgramTest, read_games, without_clock

TIMED = ("idab", "ttmo", "ttco", "pvs", "champion")
SAME_EVERY_TIME = ("champion",)  # no --seed, no --shuffle
LIMITED = (*TIMED, "mcts", "rules")  # all that have --nodes and --move-ms
TO_A_DEPTH = ("minimax", "negamax", "alphabeta", "killer")
THOUGHT = (
    r"depth (?P<depth>\d+) value (?:0|[+-]\d+|win \d+|loss \d+) nodes (?P<nodes>\d+) nodes/s \d+ ms \d+\.\d\d"
    r" pv (?P<first>-?\d -?\d -?\d -?\d)(?:, -?\d -?\d -?\d -?\d)*"
)
PLAYOUTS = r"playouts (?P<nodes>\d+) won [01]\.\d{3} tree \d+ ms \d+\.\d\d pv -?\d -?\d -?\d -?\d(?:, -?\d -?\d -?\d -?\d)*"
FORMS = {"mcts": PLAYOUTS, "rules": rf"(?P<rule>[a-z ]+): {THOUGHT}"}
GAME = "READY FIRST\nOPENING 2 1 1 2 2 1 7 2 6\nTURN 10000 10000\nFINISH\n"


class Agents(ProgramTest):
    def ask(self, name, *flags, said=GAME, env=None):
        """The lines that an agent answers to the lines of a referee, and its lines on standard error."""
        done = subprocess.run(
            [str(AGENTS / name), *map(str, flags)],
            input=said, capture_output=True, text=True, timeout=60, check=False, env=env,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done)
        return done.stdout.splitlines(), done.stderr.splitlines()

    def test_info_writes_one_line_a_move(self):
        for name in PLAY_ATAXX:
            with self.subTest(name):
                quick = ["--nodes", 1000] if name in LIMITED else []
                quick += [] if name in SAME_EVERY_TIME else ["--seed", 1]
                answers, thoughts = self.ask(name, *quick, "--info")
                self.assertEqual(answers[0], "OK OPENING FEN GAMES CLOCK")
                self.assertEqual(len(thoughts), 1)
                self.assertRegex(thoughts[0], rf"\A{FORMS.get(name, THOUGHT)}\Z")
                self.assertEqual(answers[1], "MOVE " + thoughts[0].split(" pv ")[1].split(",")[0])
                self.assertEqual(self.ask(name, *quick), (answers, []), "silent without --info")

    def test_pruning_changes_nodes_and_no_move(self):
        moves = {name: self.ask(name, "--depth", 3)[0] for name in TO_A_DEPTH}
        self.assertEqual(len(set(map(tuple, moves.values()))), 1, moves)
        nodes = {name: int(self.ask(name, "--info")[1][0].split()[5]) for name in TO_A_DEPTH}
        self.assertEqual(nodes["minimax"], nodes["negamax"])
        self.assertLess(nodes["alphabeta"], nodes["minimax"])
        self.assertLess(nodes["killer"], nodes["alphabeta"])

    def test_depth_and_node_limits_hold_and_an_empty_clock_gives_depth_1(self):
        for name in TIMED:
            with self.subTest(name):
                thought = self.ask(name, "--depth", 2, "--info")[1][0]
                self.assertTrue(thought.startswith("depth 2 "), thought)
                thought = self.ask(name, "--nodes", 1000, "--info")[1][0]
                self.assertIn(" nodes 1000 ", thought)
                # With no time or hardly any, an agent searches to depth 1.
                for left in (0, 1, 50):
                    said = f"READY FIRST\nTURN {left} {left}\nFINISH\n"
                    answers, thoughts = self.ask(name, "--info", said=said)
                    self.assertTrue(thoughts[0].startswith("depth 1 "), thoughts)
                    self.assertEqual(len(answers), 2)

    def test_fixed_depth_is_cut_short_when_the_clock_runs_low(self):
        """A search to depth 9 takes minutes."""
        for name in TO_A_DEPTH:
            for left in (0, 60, 100):
                with self.subTest(name, left=left):
                    said = f"READY FIRST\nTURN {left} {left}\nOPP 1 7 1 6 {left}\nTURN {left} {left}\nFINISH\n"
                    answers, thoughts = self.ask(name, "--depth", 9, "--info", said=said)
                    self.assertEqual(len(answers), 3)
                    depths = [int(thought.split()[1]) for thought in thoughts]
                    self.assertTrue(all(depth == 1 if left <= 60 else depth < 9 for depth in depths), depths)

    def test_table_larger_than_memory_is_refused(self):
        for name, flag in (*((name, "--hash-mb") for name in ("champion", "ttmo", "ttco", "pvs", "rules")), ("mcts", "--tree-mb")):
            with self.subTest(name):
                limited = ("/bin/sh", "-c", 'ulimit -v 1000000; exec "$@"', "sh", AGENTS / name, flag, "2048")
                done = self.run_program(*limited)
                self.assertEqual(done.status, 2, done)
                self.assertRegex(done.stderr, rf"\A[^\n]*{flag}: there is less memory than that[^\n]*\n\Z")

    def test_playouts_are_limited_and_repeat_with_a_seed(self):
        for flags in ([], ["--flat"]):
            with self.subTest(flags):
                answers, thoughts = self.ask("mcts", "--nodes", 300, "--seed", 1, "--info", *flags)
                self.assertTrue(thoughts[0].startswith("playouts 300 "), thoughts)
                self.assertEqual(self.ask("mcts", "--nodes", 300, "--seed", 1, *flags)[0], answers)
        said = "READY FIRST\nTURN 0 0\nFINISH\n"
        self.assertIn("playouts 1 ", self.ask("mcts", "--info", said=said)[1][0])

    def test_rules_come_before_the_search(self):
        def rule(*moves):
            """The name of the rule that chooses the move after these moves of an opening."""
            said = f"READY FIRST\nOPENING {' '.join([str(len(moves)), *moves])}\nTURN 10000 10000\nFINISH\n"
            return self.ask("rules", "--depth", 1, "--info", said=said)[1][0].split(":")[0]

        self.assertEqual(rule(), "opening table")
        self.assertEqual(rule("1 1 2 2", "1 7 2 6"), "opening table")
        self.assertEqual(rule("1 1 2 2", "1 7 2 6", "2 2 2 3", "1 7 1 6"), "search")
        # Both players jump next to a square that the first player can reach.
        self.assertEqual(rule("1 1 2 3", "1 7 3 5", "7 7 6 6", "7 1 5 3"), "win in one")

    def test_seed_flag_overrides_the_referees_seed(self):
        for name in PLAY_ATAXX:
            if name in ("rules", *SAME_EVERY_TIME):
                continue  # the opening table of rules knows this position
            with self.subTest(name):
                flags = [] if name in ("random", "mcts") else ["--shuffle"]
                flags += ["--nodes", 100] if name in LIMITED else []
                by_flag = [self.ask(name, *flags, "--seed", seed, env={"REFEREE_SEED": "77"})[0] for seed in range(20)]
                by_environment = [self.ask(name, *flags, env={"REFEREE_SEED": str(seed)})[0] for seed in range(20)]
                self.assertEqual(by_flag, by_environment)
                self.assertGreater(len(set(map(tuple, by_flag))), 1, "it does shuffle")

    def test_numbers_out_of_range_are_refused(self):
        wrong = [(name, ["--depth", depth]) for name in (*TO_A_DEPTH, *TIMED) for depth in ("0", "101", "-1", "1.5", "x")]
        wrong += [(name, [flag, "0"]) for name in LIMITED for flag in ("--move-ms", "--nodes")]
        wrong += [(name, ["--hash-mb", size]) for name in ("champion", "ttmo", "ttco", "pvs") for size in ("0", "65537", "x")]
        wrong += [("killer", ["--killers", "-1"]), ("killer", ["--killers", "1001"]), ("idab", ["--hash-mb", "16"])]
        wrong += [(name, ["--seed", seed]) for name in PLAY_ATAXX for seed in ("-1", "x", "", str(2**64))]
        wrong += [("minimax", ["--depth", "010"]), ("pvs", ["--nodes", "0100"]), ("mcts", ["--c", "nan"])]
        wrong += [("mcts", ["--c", "-1"]), ("mcts", ["--playout-plies", "0"]), ("mcts", ["--tree-mb", "0"])]
        wrong += [("champion", ["--network", "/nothing"]), ("champion", ["--network", "/dev/null"])]
        wrong += [("greedy", ["--depth", "2"]), ("random", ["--shuffle"]), ("minimax", ["--move-ms", "10"])]
        for name, flags in wrong:
            with self.subTest(name, flags=flags):
                done = self.run_program(AGENTS / name, *flags)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertRegex(done.stderr, rf"\A[^\n]*{flags[0]}[^\n]*\n\Z")

    def test_games_under_a_node_limit_repeat(self):
        """With --nodes nothing depends on the clock, not even the transposition table."""
        for name in LIMITED:
            with self.subTest(name):
                agent = f"{name} --nodes 300" + ("" if name in ("mcts", *SAME_EVERY_TIME) else " --shuffle")
                games = []
                for log in ("one.jsonl", "two.jsonl"):
                    flags = ["--games", 2, "--seed", 3, "--time-ms", 100000, "--log", log]
                    self.succeed(REFEREE, "play", agent, agent, *flags)
                    games.append([without_clock(record) for record in read_games(self.dir / log)])
                    (self.dir / log).unlink()
                self.assertEqual(*games)

    def test_timed_agents_do_not_lose_on_time(self):
        for number, (one, two) in enumerate((("idab", "ttmo"), ("ttco", "pvs"), ("mcts", "rules"), ("champion", "proto=uai champion --uai"))):
            with self.subTest(one=one, two=two):
                log = f"{number}.jsonl"
                self.succeed(REFEREE, "play", one, two, "--games", 2, "--seed", 1, "--time-ms", 300, "--log", log)
                for record in read_games(self.dir / log):
                    self.assertIn(record["termination"], ("annihilation", "board_full", "turn_limit"))


if __name__ == "__main__":
    unittest.main()
