"""The agent `solver` as a program, and the opening table that `rules` shares with it."""

import subprocess
import unittest

from harness import AGENTS, REFEREE, SANITIZED, SOURCE, SPRT, ProgramTest, read_games

EFFORT = r"nodes \d+ nodes/s \d+ ms \d+\.\d\d"
FIRST_MOVES = SOURCE / "configs" / "openings" / "connect-four" / "first-moves.txt"
# Column: who wins from there for the player that made it, and the turn on which the game ends with best play.
ENDS = {1: (-1, 40), 2: (-1, 42), 3: (0, 42), 4: (1, 41), 5: (0, 42), 6: (-1, 42), 7: (-1, 40)}


def connect_four(*moves, left=60_000):
    seat = "FIRST" if len(moves) % 2 == 0 else "SECOND"
    opening = f"OPENING {len(moves)} {' '.join(map(str, moves))}\n" if moves else ""
    return f"READY {seat} connect-four\n{opening}TURN {left} {left}\nFINISH\n"


class Solver(ProgramTest):
    def ask(self, said, *flags, agent="solver"):
        """The move, and the line on standard error, that an agent answers to the lines of a referee."""
        words = [str(AGENTS / agent), "--info", *map(str, flags)]
        done = subprocess.run(words, input=said, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done)
        ready, move = done.stdout.splitlines()
        self.assertEqual(ready, "OK OPENING FEN GAMES CLOCK")
        (thought,) = done.stderr.splitlines()
        return move, thought

    def test_opening_table_answers_at_once(self):
        self.assertEqual(self.ask(connect_four()), ("MOVE 4", "opening table: score 1 win 41 pv 4"))
        self.assertEqual(self.ask(connect_four(2)), ("MOVE 3", "opening table: score 1 win 41 pv 3"))
        self.assertEqual(self.ask(connect_four(6)), ("MOVE 5", "opening table: score 1 win 41 pv 5"), "the mirror image")

    def test_info_says_score_distance_and_line(self):
        move, thought = self.ask(connect_four(*map(int, "12442327464")))
        self.assertEqual(move, "MOVE 4")
        self.assertRegex(thought, rf"\Ascore -5 loss 22 {EFFORT} pv 4(, \d)*\Z")
        move, thought = self.ask("READY SECOND tic-tac-toe\nOPENING 1 1 1\nTURN 1000 1000\nFINISH\n")
        self.assertEqual(move, "MOVE 2 2")
        self.assertRegex(thought, rf"\Ascore 0 draw 8 {EFFORT} pv 2 2(, \d \d){{7}}\Z")

    def test_position_that_takes_too_long_is_searched_in_the_time_that_is_left(self):
        for left in (0, 50, 300):
            move, thought = self.ask(connect_four(left=left), "--no-table")
            self.assertRegex(thought, rf"\Anot solved in time: depth \d+ value \S+ {EFFORT} pv \d")
            self.assertEqual(move, "MOVE " + thought.split(" pv ")[1][0])

    def test_short_clock_is_no_time_loss(self):
        log = self.dir / "log.jsonl"
        self.succeed(REFEREE, "play", "--game", "connect-four", "solver --no-table", "random", "--time-ms", 300, "--games", 4, "--log", log)
        self.assertEqual({record["termination"] for record in read_games(log)}, {"line"})

    @unittest.skipIf(SANITIZED, "minutes of an agent, which has no sanitizer")
    def test_game_from_each_first_move_ends_on_the_known_turn(self):
        log = self.dir / "run" / "games.jsonl"
        self.succeed(
            *(SPRT, "run", "--game", "connect-four", "--agent1", "solver", "--agent2", "solver", "--time-ms", 60_000),
            *("--openings", FIRST_MOVES, "--seed", 1, "--quiet", "--no-check", "--out", log.parent),
        )
        columns = set()
        for record in read_games(log):
            first = record["first"] - 1
            won = record["score"][first] - record["score"][1 - first]
            column = record["opening"][0][0]
            columns.add(min(column, 8 - column))
            self.assertEqual((won, record["turns"]), ENDS[column], record)
        self.assertEqual(columns, {1, 2, 3, 4})

    def test_solver_cannot_play_ataxx_and_says_so(self):
        done = self.succeed(REFEREE, "play", "solver", "random")
        self.assertIn("  stderr: this agent plays connect-four, tic-tac-toe, and not 'ataxx'\n", done.stdout)

    def test_wrong_flags_are_named(self):
        for flags in (["--hash-mb", "0"], ["--hash-mb", "x"], ["--no-table", "1"], ["--seed", "1"]):
            with self.subTest(flags):
                done = self.run_program(AGENTS / "solver", *flags)
                self.assertEqual((done.status, done.stdout), (2, ""), done)
                self.assertRegex(done.stderr, rf"\A[^\n]*{flags[0] if flags[0] != '--no-table' else '1'}[^\n]*\n\Z")

    def test_rules_follow_the_table_unless_told_otherwise(self):
        self.assertEqual(self.ask(connect_four(2), "--depth", 1, agent="rules")[0], "MOVE 3")
        for said in (connect_four(2), "READY FIRST\nTURN 1000 1000\nFINISH\n"):
            self.assertTrue(self.ask(said, "--depth", 1, agent="rules")[1].startswith("opening table: "))
            self.assertFalse(self.ask(said, "--depth", 1, "--no-table", agent="rules")[1].startswith("opening table: "))


if __name__ == "__main__":
    unittest.main()
