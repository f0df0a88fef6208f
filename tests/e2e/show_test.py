"""`referee review --show` draws the boards of a log, in a pipe and on a terminal, and refuses wrong arguments."""

import os
import pty
import re
import subprocess
import unittest

from harness import PATIENCE_S, REFEREE, SPRT, ProgramTest, command, read_games, scripted, write_games

GAMES = 3
BOARD = re.compile(r" x\\y 1  2  3  4  5  6  7\n((?:  \d [^\n]*\n){7})     a  b  c  d  e  f  g\n([^\n]*)\n")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
# Variables that a terminal's user may have set; each test adds its own.
CLEAN = {name: "" for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG")}


def cells(rows):
    """The stones of a plain board by square, and its marks."""
    stones, marks = {}, {}
    for x, row in enumerate(rows.splitlines(), 1):
        assert row[:3] == f"  {x}" and row[25:] == f" {8 - x}", row
        for y in range(1, 8):
            before, stone, after = row[3 * y + 1 : 3 * y + 4]
            stones[x, y] = stone
            if before != " " or after != " ":
                marks[x, y] = before + after
    return stones, marks


class PlainBoard:
    """The rules, written again square by square, to check the drawn boards."""

    def __init__(self):
        self.stones = {(x, y): "." for x in range(1, 8) for y in range(1, 8)}
        self.stones.update({(1, 1): "O", (7, 7): "O", (1, 7): "X", (7, 1): "X"})
        self.mover = "O"

    def make(self, move):
        """Makes a move and returns its marks."""
        x1, y1, x2, y2 = move
        marks = {}
        if x1 > 0:
            if max(abs(x2 - x1), abs(y2 - y1)) == 2:
                self.stones[x1, y1] = "."
                marks[x1, y1] = "()"
            for square, stone in self.stones.items():
                is_near = max(abs(square[0] - x2), abs(square[1] - y2)) == 1
                if is_near and stone not in (".", self.mover):
                    self.stones[square] = self.mover
                    marks[square] = "<>"
            self.stones[x2, y2] = self.mover
            marks[x2, y2] = "[]"
        self.mover = "X" if self.mover == "O" else "O"
        return marks


class Show(ProgramTest):
    def setUp(self):
        super().setUp()
        self.log = self.dir / "games.jsonl"
        self.succeed(REFEREE, "play", "greedy", "random", "--games", GAMES, "--seed", 5, "--log", self.log)
        self.games = read_games(self.log)

    def show(self, *flags, status=0):
        done = self.run_program(REFEREE, "review", self.log, "--show", *flags)
        self.assertEqual(done.status, status, done)
        return done

    def refuses(self, fragment, *flags):
        done = self.run_program(REFEREE, "review", self.log, *flags)
        self.assertEqual((done.status, done.stdout), (2, ""), done)
        self.assertRegex(done.stderr, r"\Areferee: [^\n]+\n\Z")
        self.assertIn(fragment, done.stderr)

    def on_a_terminal(self, *flags, **env):
        """The output on a terminal."""
        screen, program = pty.openpty()
        words = [REFEREE, "review", str(self.log), "--show", *map(str, flags)]
        child = subprocess.Popen(
            words, stdin=program, stdout=program, stderr=program, env={**os.environ, **CLEAN, "TERM": "xterm", **env}
        )
        os.close(program)
        sent = b""
        try:
            while chunk := os.read(screen, 65536):
                sent += chunk
        except OSError:  # the program closed its end
            pass
        os.close(screen)
        self.assertEqual(child.wait(timeout=PATIENCE_S), 0, sent)
        return sent.decode("utf-8").replace("\r\n", "\n")

    def test_every_board_of_every_game_is_drawn(self):
        text = self.show().stdout
        parts = re.split(r"^Game (\d+): ", text, flags=re.MULTILINE)[1:]
        self.assertEqual([int(number) for number in parts[::2]], list(range(GAMES)))
        for game, part in zip(self.games, parts[1::2]):
            first = game["first"]
            self.assertTrue(part.startswith(f"agent {first} (O) plays first, agent {3 - first} (X) second\n"), part)
            drawn = BOARD.findall(part)
            self.assertEqual(len(drawn), game["turns"] + 1)
            board = PlainBoard()
            self.assertEqual(cells(drawn[0][0]), (board.stones, {}))
            used = [0, 0]
            for turn, (move, (rows, below)) in enumerate(zip(game["moves"], drawn[1:]), 1):
                mover = first if turn % 2 == 1 else 3 - first
                marks = board.make(move[:4])
                self.assertEqual(cells(rows), (board.stones, marks), f"turn {turn}")
                counts = [list(board.stones.values()).count(letter) for letter in "OX"]
                used[mover - 1] += move[4]
                self.assertTrue(below.startswith(f"O {counts[0]}, X {counts[1]} | "), below)
                self.assertTrue(below.endswith(f"A1 {used[0] / 1000:.3f}ms / A2 {used[1] / 1000:.3f}ms"), below)
                if turn < game["turns"]:
                    self.assertIn(f"agent {3 - mover} ({board.mover}) to move", below)
                self.assertIn(f"\nTurn {turn}: agent {mover} ", part)
            self.assertIn(f"\nEnd of game {game['game']}: {game['termination']}\nagent{game['winner']}(", part)
        self.assertTrue(text.endswith("No differences.\n"))
        self.assertTrue(text.isascii())
        self.assertNotIn("\x1b", text)

    def test_one_game_or_one_turn_can_be_shown(self):
        whole = self.show().stdout
        one = self.show("--game", 1).stdout
        self.assertIn(one.split("\nGames: ")[0], whole)
        self.assertEqual(len(BOARD.findall(one)), self.games[1]["turns"] + 1)
        self.assertIn("\nGames: 1 (", one)
        for turn in (0, 1, self.games[1]["turns"]):
            board = self.show("--game", 1, "--turn", turn).stdout
            self.assertEqual(BOARD.findall(board), [BOARD.findall(one)[turn]])
        write_games(self.log, self.games[:1])
        self.assertEqual(len(BOARD.findall(self.show("--turn", 2).stdout)), 1)

    def test_wrong_games_and_turns_are_refused(self):
        turns = self.games[1]["turns"]
        self.refuses("has no game 7; it has games 0 to 2", "--show", "--game", 7)
        self.refuses("has more than one game; name one with --game", "--show", "--turn", 2)
        self.refuses("--turn requires --show", "--game", 1, "--turn", 2)
        self.refuses(f"game 1 ended after turn {turns}", "--show", "--game", 1, "--turn", turns + 1)
        self.refuses("--game: ", "--show", "--game", -1)
        self.refuses("--turn: ", "--show", "--turn", "x")
        write_games(self.log, [])
        self.refuses("has no game 0; it has no game", "--show", "--game", 0)
        self.refuses("has no game", "--show", "--turn", 0)
        self.assertTrue(self.show().stdout.startswith("Games: 0\n"))

    def test_moves_of_openings_are_marked(self):
        flags = ["--agent1", "greedy", "--agent2", "random", "--max-games", 2, "--openings", "random:4", "--out", "run"]
        self.succeed(SPRT, "run", *flags, "--seed", 2)
        self.log = self.dir / "run" / "games.jsonl"
        text = self.show("--game", 0).stdout
        self.assertEqual(re.findall(r"^Turn (\d+) \(opening\): ", text, re.MULTILINE), ["1", "2", "3", "4"])
        self.assertRegex(text, r"(?m)^Turn 5: .*, \d+\.\d{3}ms$")

    def test_drawing_ends_at_an_illegal_move(self):
        self.games[1]["moves"][4][:4] = [4, 4, 4, 4]
        write_games(self.log, self.games)
        done = self.show("--game", 1, status=1)
        self.assertEqual(len(BOARD.findall(done.stdout)), 5)
        self.assertIn("\nturn 5: move 4 4 4 4 is illegal; no board", done.stdout)
        self.assertIn(f"{self.log}:2: game 1: turn 5: move 4 4 4 4 is illegal\n", done.stdout)
        self.show("--game", 0, status=0)
        self.show(status=1)

    def test_fault_is_shown_at_the_end(self):
        log = self.dir / "faulty.jsonl"
        agents = [command(scripted("ExitsOnTurn")), "greedy"]
        self.succeed(REFEREE, "play", *agents, "--log", log, "--ready-ms", 60000)
        self.log = log
        self.assertRegex(self.show().stdout, r"(?m)^End of game 0: crashed\n.* \| agent1 crashed\nagent 1: .+$")

    def test_terminal_gets_the_signs_it_can_show(self):
        plain = self.show("--game", 0).stdout
        drawn = self.on_a_terminal("--game", 0, LANG="C.UTF-8")
        for sign in ("●", "○", "·", "[●]", "\x1b["):
            self.assertIn(sign, drawn)
        letters = ESCAPE.sub("", drawn).replace("O, ●", "O").replace("X, ○", "X")
        for circle, letter in {"●": "O", "○": "X", "·": "."}.items():
            letters = letters.replace(circle, letter)
        self.assertEqual([line.rstrip() for line in letters.splitlines()], plain.splitlines())

        self.assertNotIn("\x1b", self.on_a_terminal("--game", 0, LANG="C.UTF-8", NO_COLOR="1"))
        self.assertIn("●", self.on_a_terminal("--game", 0, LANG="C.UTF-8", NO_COLOR="1"))
        ascii_only = self.on_a_terminal("--game", 0, LANG="C")
        self.assertTrue(ascii_only.isascii())
        self.assertIn("\x1b", ascii_only)
        self.assertEqual(self.on_a_terminal("--game", 0, LANG="C.UTF-8", TERM="dumb"), plain)


if __name__ == "__main__":
    unittest.main()
