"""`referee review` finds every change of a log, made in one place at a time."""

import copy
import json
import unittest

from harness import REFEREE, ProgramTest, command, read_games, scripted, write_games

GAMES = 5  # the last game ends by a fault
FAULTY = GAMES - 1


def at(*path, to):
    """A change of one value: its path in a record, and its new value."""

    def change(record):
        place = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to(place[path[-1]]) if callable(to) else to

    return change


def last_move_again(record):
    record["moves"].append(record["moves"][-1])


def swap_winner(winner):
    return 3 - winner


# name of the change: the game, the change, part of the output of review
DIFFERENCES = {
    "winner": (0, at("winner", to=swap_winner), "winner is 2, but by the stones it is 1"),
    "winner to a draw": (0, at("winner", to=0), "winner is 0"),
    "winner to unscored": (0, at("winner", to=None), "winner is null"),
    "score of agent 1": (1, at("score", 0, to=lambda stones: stones - 1), "score of agent 1"),
    "score of agent 2": (1, at("score", 1, to=lambda stones: stones + 1), "score of agent 2"),
    "a move's source": (1, at("moves", 0, 0, to=4), "turn 1: move 4 "),
    "a move's target": (1, at("moves", 3, slice(2, 4), to=[1, 1]), "turn 4: move"),
    "a move off the board": (1, at("moves", 2, 3, to=8), "turn 3: move"),
    "a pass with moves left": (1, at("moves", 2, slice(0, 4), to=[-1] * 4), "turn 3: move -1 -1 -1 -1 is illegal"),
    "a move left out": (2, at("moves", to=lambda moves: moves[:-1]), "the game goes on"),
    "a move too many": (2, last_move_again, "the game was over before it"),
    "a move's time": (2, at("moves", 4, 4, to=lambda us: us + 5_000_000), "used_us of agent"),
    "used_us of agent 1": (2, at("used_us", 0, to=lambda us: us + 5_000_000), "used_us of agent 1"),
    "used_us of agent 2": (2, at("used_us", 1, to=0), "used_us of agent 2"),
    "turns": (3, at("turns", to=lambda turns: turns + 1), "turns is"),
    "another ending by the board": (3, at("termination", to="turn_limit"), "termination is turn_limit"),
    "an ending by a fault": (3, at("termination", to="timeout"), "termination is timeout, but the board had ended"),
    "an ending that is not scored": (3, at("termination", to="aborted"), "is not scored"),
    "a fault where there was none": (
        3,
        at("fault", to={"agent": 1, "reason": "x", "stderr": ""}),
        "fault is given, which does not go with",
    ),
    "who was first": (0, at("first", to=lambda first: 3 - first), "score of agent"),
    "game number": (2, at("game", to=7), "game 7 follows game 1"),
    "the limit of turns": (0, at("turn_limit", to=3), "the game was over before it (turn_limit)"),
    "the agent at fault": (FAULTY, at("fault", "agent", to=2), "by the fault it is 1"),
    "the winner by a fault": (FAULTY, at("winner", to=1), "by the fault it is 2"),
    "a fault taken away": (FAULTY, at("fault", to=None), "fault is null"),
    "a fault turned into the board's word": (FAULTY, at("termination", to="board_full"), "termination is board_full"),
    "an opening that was not played": (0, at("opening", to=[[1, 1, 1, 2]]), "turns is"),
}

# a value of a wrong type for each field
MISTYPED = {
    "format": 2,
    "game": -1,
    "pair": "0",
    "first": 3,
    "opening": None,
    "moves": [[1, 1, 1, 2]],
    "winner": 4,
    "score": [1, 2, 3],
    "turns": 1.5,
    "termination": "shatranj",
    "fault": "agent 1",
    "used_us": [0, -1],
    "seed": [17, 18],
    "exit": [0, 0],
}


class Review(ProgramTest):
    records = None  # played once for all tests

    def setUp(self):
        super().setUp()
        self.log = self.dir / "log.jsonl"
        self.damages(self.log, "the tests write it, wrong in one place")
        if Review.records is None:
            original = self.dir / "original.jsonl"
            self.succeed(
                REFEREE, "play", "greedy --shuffle", "random", "--games", FAULTY, "--seed", 11, "--log", original
            )
            self.review_is_clean(original)
            faulty = self.dir / "faulty.jsonl"
            agents = [command(scripted("ExitsOnTurn")), "greedy"]
            self.succeed(REFEREE, "play", *agents, "--log", faulty, "--ready-ms", 60000)
            self.review_is_clean(faulty)
            Review.records = read_games(original) + read_games(faulty)
            Review.records[FAULTY].update(game=FAULTY, pair=FAULTY // 2)

    def review(self, status):
        done = self.run_program(REFEREE, "review", self.log)
        self.assertEqual(done.status, status, done)
        return done

    def rejects(self, fragments):
        """`referee review` ends with status 2 and one line that has these parts."""
        done = self.review(2)
        self.assertRegex(done.stderr, r"\Areferee: [^\n]+\n\Z")
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        return done

    def changed(self, game, change):
        records = copy.deepcopy(self.records)
        change(records[game])
        write_games(self.log, records)

    def test_unchanged_log_has_no_differences(self):
        write_games(self.log, self.records)
        done = self.review(0)
        wins = [record["winner"] for record in self.records]
        self.assertIn(f"Games: {GAMES} (", done.stdout)
        self.assertIn(f"Total: {GAMES}, WLD: {wins.count(1)}/{wins.count(2)}/{wins.count(0)}\n", done.stdout)
        self.assertTrue(done.stdout.endswith("No differences.\n"))
        self.assertEqual(done.stderr, "")

    def test_every_change_is_a_difference(self):
        for name, (game, change, fragment) in DIFFERENCES.items():
            with self.subTest(name):
                self.changed(game, change)
                done = self.review(1)
                number = self.records[game]["game"] if name != "game number" else 7
                place = f"{self.log}:{game + 1}: game {number}: "
                lines = done.stdout.splitlines()
                self.assertTrue(any(line.startswith(place) and fragment in line for line in lines), done)
                others = [line for line in lines if line.startswith(f"{self.log}:") and not line.startswith(place)]
                allowed = [f"{self.log}:4: game 3: game 3 follows game 7"] if name == "game number" else []
                self.assertEqual(others, allowed, "the other games are right")
                self.assertRegex(lines[-1], r"^Differences: \d+$")
                self.assertEqual(done.stderr, "")

    def test_missing_and_repeated_games_are_named(self):
        for name, games in {"left out": [0, 1, 3], "twice": [0, 1, 1, 2], "backwards": [1, 0]}.items():
            with self.subTest(name):
                write_games(self.log, [self.records[game] for game in games])
                self.assertIn("follows game", self.review(1).stdout)

    def test_missing_fields_are_named(self):
        for field in MISTYPED:
            with self.subTest(field):
                self.changed(2, lambda record: record.pop(field))
                self.rejects([f"{self.log}:3: ", "missing", f"/{field}"])

    def test_fields_of_wrong_type_are_named(self):
        for field, value in MISTYPED.items():
            with self.subTest(field):
                self.changed(2, at(field, to=value))
                self.rejects([f"{self.log}:3: ", f"/{field}"])
        for field in ("agent", "reason", "stderr"):
            with self.subTest(f"fault/{field}"):
                self.changed(FAULTY, at("fault", field, to=[]))
                self.rejects([f"{self.log}:{FAULTY + 1}: ", f"/fault/{field}"])
        self.changed(2, at("moves", 5, 4, to="183"))
        self.rejects([f"{self.log}:3: ", "/moves/5/4"])

    def test_lines_that_are_not_a_game_are_named(self):
        lines = [json.dumps(record) for record in self.records]
        for name, broken in {
            "cut short": lines[2][:100],
            "empty line": "",
            "text": "Total: 5",
            "two games in a line": lines[2] + lines[2],
            "an array": f"[{lines[2]}]",
            "not UTF-8": lines[2].replace('"exit"', '"\udcff"', 1),
        }.items():
            with self.subTest(name):
                text = "".join(line + "\n" for line in [*lines[:2], broken, *lines[3:]])
                self.log.write_bytes(text.encode("utf-8", "surrogateescape"))
                self.rejects([f"{self.log}:3: "])

    def test_last_line_cut_short_is_ignored_and_reported(self):
        """A crash may cut the line at any place."""
        write_games(self.log, self.records)
        whole = self.log.read_bytes()
        begin = whole[:-1].rindex(b"\n") + 1
        for end in (begin + 1, begin + 50, len(whole) - 1):
            with self.subTest(end):
                self.log.write_bytes(whole[:end])
                done = self.review(0)
                self.assertRegex(done.stdout, rf"(?m)^{self.log}: the last line was cut short")
                self.assertIn(f"Games: {GAMES - 1} (", done.stdout)

    def test_missing_log_is_refused_and_empty_log_is_right(self):
        self.rejects([str(self.log), "No such file"])
        self.log.write_text("")
        self.assertIn("Games: 0\nTotal: 0, WLD: 0/0/0\nNo differences.\n", self.review(0).stdout)

    def test_control_bytes_of_a_log_are_not_printed(self):
        """Control bytes of an untrusted log must not reach the terminal."""
        self.changed(2, at("termination", to="\x1b[31m\n"))
        self.assertNotIn("\x1b", self.rejects([f"{self.log}:3: ", "/termination"]).stderr)


if __name__ == "__main__":
    unittest.main()
