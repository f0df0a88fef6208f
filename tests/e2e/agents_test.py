"""The reference agents as programs: what they say of their thoughts, their limits, and that their clocks last."""

import subprocess
import unittest

from harness import AGENT_NAMES, AGENTS, REFEREE, SANITIZED, ProgramTest, read_games, without_clock

TIMED = ("idab", "ttmo", "ttco", "pvs")
TO_A_DEPTH = ("minimax", "negamax", "alphabeta", "killer")
THOUGHT = (
    r"depth (?P<depth>\d+) value (?:0|[+-]\d+|win \d+|loss \d+) nodes (?P<nodes>\d+) nodes/s \d+ ms \d+\.\d\d"
    r" pv (?P<first>-?\d -?\d -?\d -?\d)(?:, -?\d -?\d -?\d -?\d)*"
)
GAME = "READY FIRST\nOPENING 2 1 1 2 2 1 7 2 6\nTURN 10000 10000\nFINISH\n"


class Agents(ProgramTest):
    def ask(self, name, *flags, said=GAME, env=None):
        """What an agent answers to the lines of a referee: its answers and its lines on standard error."""
        done = subprocess.run(
            [str(AGENTS / name), *map(str, flags)],
            input=said, capture_output=True, text=True, timeout=60, check=False, env=env,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done)
        return done.stdout.splitlines(), done.stderr.splitlines()

    def test_a_thought_is_a_line_a_move(self):
        for name in AGENT_NAMES:
            with self.subTest(name):
                quick = ["--nodes", 1000] if name in TIMED else []
                answers, thoughts = self.ask(name, *quick, "--info", "--seed", 1)
                self.assertEqual(answers[0], "OK OPENING")
                self.assertEqual(len(thoughts), 1)
                self.assertRegex(thoughts[0], rf"\A{THOUGHT}\Z")
                self.assertEqual(answers[1], "MOVE " + thoughts[0].split(" pv ")[1].split(",")[0])
                self.assertEqual(self.ask(name, *quick, "--seed", 1), (answers, []), "silent without --info")

    def test_pruning_changes_no_move(self):
        moves = {name: self.ask(name, "--depth", 3)[0] for name in TO_A_DEPTH}
        self.assertEqual(len(set(map(tuple, moves.values()))), 1, moves)
        nodes = {name: int(self.ask(name, "--info")[1][0].split()[5]) for name in TO_A_DEPTH}
        self.assertEqual(nodes["minimax"], nodes["negamax"])
        self.assertLess(nodes["alphabeta"], nodes["minimax"])
        self.assertLess(nodes["killer"], nodes["alphabeta"])

    def test_limits(self):
        for name in TIMED:
            with self.subTest(name):
                thought = self.ask(name, "--depth", 2, "--info")[1][0]
                self.assertTrue(thought.startswith("depth 2 "), thought)
                thought = self.ask(name, "--nodes", 1000, "--info")[1][0]
                self.assertIn(" nodes 1000 ", thought)
                # No time left, and next to none: depth 1.
                for left in (0, 1, 50):
                    said = f"READY FIRST\nTURN {left} {left}\nFINISH\n"
                    answers, thoughts = self.ask(name, "--info", said=said)
                    self.assertTrue(thoughts[0].startswith("depth 1 "), thoughts)
                    self.assertEqual(len(answers), 2)

    def test_the_seed_is_the_referees_unless_it_is_given(self):
        for name in AGENT_NAMES:
            with self.subTest(name):
                flags = [] if name == "random" else ["--shuffle"]
                flags += ["--nodes", 100] if name in TIMED else []
                by_flag = [self.ask(name, *flags, "--seed", seed, env={"REFEREE_SEED": "77"})[0] for seed in range(20)]
                by_environment = [self.ask(name, *flags, env={"REFEREE_SEED": str(seed)})[0] for seed in range(20)]
                self.assertEqual(by_flag, by_environment)
                self.assertGreater(len(set(map(tuple, by_flag))), 1, "it does shuffle")

    def test_wrong_numbers(self):
        wrong = [(name, ["--depth", depth]) for name in (*TO_A_DEPTH, *TIMED) for depth in ("0", "101", "-1", "1.5", "x")]
        wrong += [(name, [flag, "0"]) for name in TIMED for flag in ("--move-ms", "--nodes")]
        wrong += [(name, ["--hash-mb", size]) for name in ("ttmo", "ttco", "pvs") for size in ("0", "65537", "x")]
        wrong += [("killer", ["--killers", "-1"]), ("killer", ["--killers", "1001"]), ("idab", ["--hash-mb", "16"])]
        wrong += [("greedy", ["--depth", "2"]), ("random", ["--shuffle"]), ("minimax", ["--move-ms", "10"])]
        for name, flags in wrong:
            with self.subTest(name, flags=flags):
                done = self.run_program(AGENTS / name, *flags)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertRegex(done.stderr, rf"\A[^\n]*{flags[0]}[^\n]*\n\Z")

    def test_a_limit_of_nodes_repeats_games(self):
        """Nothing then depends on the clock, the transposition table included."""
        for name in TIMED:
            with self.subTest(name):
                agent = f"{name} --nodes 300 --shuffle"
                games = []
                for log in ("one.jsonl", "two.jsonl"):
                    flags = ["--games", 2, "--seed", 3, "--time-ms", 100000, "--log", log]
                    self.succeed(REFEREE, "play", agent, agent, *flags)
                    games.append([without_clock(record) for record in read_games(self.dir / log)])
                    (self.dir / log).unlink()
                self.assertEqual(*games)

    @unittest.skipIf(SANITIZED, "many times slower")
    def test_clocks_last(self):
        for number, (one, two) in enumerate((("idab", "ttmo"), ("ttco", "pvs"))):
            with self.subTest(one=one, two=two):
                log = f"{number}.jsonl"
                self.succeed(REFEREE, "play", one, two, "--games", 2, "--seed", 1, "--time-ms", 300, "--log", log)
                for record in read_games(self.dir / log):
                    self.assertIn(record["termination"], ("annihilation", "board_full", "turn_limit"))


if __name__ == "__main__":
    unittest.main()
