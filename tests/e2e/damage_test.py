"""Files of a run that were damaged while nobody played are named with the line or the place in the file."""

import json
import shutil
import unittest

from harness import SPRT, ProgramTest, read_games, without_clock

FLAGS = ["--agent1", "greedy --shuffle", "--agent2", "random", "--elo0", -1, "--elo1", 1, "--max-games", 12, "--seed", 4]
FLAGS += ["--openings", "random:2"]


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.out = self.dir / "run"
        self.file = self.out / "run.json"
        self.log = self.out / "games.jsonl"
        self.succeed(SPRT, "run", *FLAGS, "--out", self.out)
        self.whole = self.log.read_bytes()
        self.lines = self.whole.splitlines(keepends=True)
        self.described = self.file.read_text()

    def restore(self, lines=None):
        self.log.write_bytes(self.whole if lines is None else b"".join(lines))
        self.file.write_text(self.described)

    def both_name(self, *parts):
        """`sprt resume` and `sprt report` name the error in one line with these parts and change nothing."""
        before = self.files()
        for command in ("resume", "report"):
            done = self.run_program(SPRT, command, self.out)
            self.assertEqual((done.status, done.stdout), (2, ""), done)
            self.assertEqual(done.stderr.count("\n"), 1, done)
            for part in parts:
                self.assertIn(part, done.stderr)
        self.assertEqual(self.files(), before)

    def resumes(self, *notes):
        """`sprt resume` plays the missing games again and prints these warnings."""
        done = self.succeed(SPRT, "resume", self.out)
        for note in notes:
            self.assertIn(f"sprt: warning: {note}", done.stderr)
        again = [*map(without_clock, read_games(self.log))]
        self.assertEqual(again, [without_clock(json.loads(line)) for line in self.lines])
        report = json.loads(self.succeed(SPRT, "report", self.out, "--json").stdout)
        self.assertEqual((report["over"], report["differences"], report["notes"]), (True, [], []))


class Games(Damage):
    def test_line_cut_short_is_played_again(self):
        for keep in (0, 5, 11):  # whole lines
            for cut in (1, 100, len(self.lines[keep]) - 1):
                with self.subTest(keep=keep, cut=cut):
                    self.restore([*self.lines[:keep], self.lines[keep][:cut]])
                    self.resumes(f"{self.log}:{keep + 1}: the last line was cut short and does not count")

    def test_games_cut_at_a_line_are_played_again(self):
        for keep in (0, 1, 5, 11):
            with self.subTest(keep):
                self.restore(self.lines[:keep])
                self.resumes(
                    f"{self.log}:{keep + 1}: the games end here; run.json tells of 12, and {keep} are there"
                )

    def test_missing_log_is_played_again(self):
        self.log.unlink()
        self.resumes(f"{self.log}:1: the games end here; run.json tells of 12, and 0 are there")

    def test_edited_lines_are_named(self):
        """Each edit changes lines; the message names one."""
        self.damages(self.log, "that is what this tests")

        def edit(number, change):
            game = json.loads(self.lines[number])
            change(game)
            return [*self.lines[:number], json.dumps(game).encode() + b"\n", *self.lines[number + 1 :]]

        def swap_agents(game, key):
            game[key].reverse()

        lines = self.lines
        for what, damaged, line in (
            ("not JSON", [*lines[:4], b"{" + lines[4], *lines[5:]], 5),
            ("half a line", [*lines[:4], lines[4][:100] + b"\n", *lines[5:]], 5),
            ("zeros, as after a power cut", [*lines[:11], bytes(512) + b"\n"], 12),
            ("empty", [*lines[:4], b"\n", *lines[4:]], 5),
            ("not UTF-8", [*lines[:4], lines[4].replace(b"exited", b"ex\xff\xfeted"), *lines[5:]], 5),
            ("move", edit(4, lambda game: game["moves"][0].__setitem__(2, 4)), 5),
            ("moves left out", edit(4, lambda game: game["moves"].pop()), 5),
            ("winner", edit(4, lambda game: game.update(winner=3 - game["winner"])), 5),
            ("a draw", edit(4, lambda game: game.update(winner=0)), 5),
            ("not scored", edit(4, lambda game: game.update(winner=None)), 5),
            ("score", edit(4, lambda game: swap_agents(game, "score")), 5),
            ("termination", edit(4, lambda game: game.update(termination="timeout")), 5),
            ("aborted", edit(4, lambda game: game.update(termination="aborted", winner=None)), 5),
            ("seed", edit(4, lambda game: swap_agents(game, "seed")), 5),
            ("seats", edit(4, lambda game: game.update(first=3 - game["first"])), 5),
            ("pair", edit(4, lambda game: game.update(pair=9)), 5),
            ("opening", edit(4, lambda game: game["opening"].pop()), 5),
            ("turn limit", edit(4, lambda game: game.update(turn_limit=399)), 5),
            ("time", edit(4, lambda game: game.update(budget_us=[1, 1])), 5),
            ("key", edit(4, lambda game: game.pop("exit")), 5),
            ("type", edit(4, lambda game: game.update(score="26-23")), 5),
            ("format", edit(4, lambda game: game.update(format=2)), 5),
            ("removed", [*lines[:4], *lines[5:]], 5),
            ("the first removed", lines[1:], 1),
            ("twice", [*lines[:5], lines[4], *lines[5:]], 6),
            ("swapped", [*lines[:4], lines[5], lines[4], *lines[6:]], 5),
            ("one more", [*lines, lines[11].replace(b'"game":11,', b'"game":12,')], 13),
            ("the last, twice", [*lines, lines[11]], 13),
        ):
            with self.subTest(what):
                self.assertNotEqual(b"".join(damaged), self.whole)
                self.restore(damaged)
                self.both_name(f"{self.log}:{line}: ")

    def test_joined_lines_are_named(self):
        """Two lines are joined to one, or the file is a directory."""
        self.damages(self.log, "that is what this tests")
        self.restore([*self.lines[:3], self.lines[3].strip() + self.lines[4], *self.lines[5:]])
        self.both_name(f"{self.log}:4: ")
        self.log.unlink()
        self.log.mkdir()
        for command in ("resume", "report"):
            done = self.run_program(SPRT, command, self.out)
            self.assertIn(done.status, (2, 3), done)
            self.assertIn(str(self.log), done.stderr)


def places(value, place=()):
    """The places of all values in an object, in the order of the file."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield (*place, key)
            yield from places(child, (*place, key))


class Description(Damage):
    def setUp(self):
        super().setUp()
        self.damages(self.file, "that is what this tests")

    def write(self, run):
        self.file.write_text(json.dumps(run, indent=2))

    def test_invalid_json_is_named(self):
        half = self.described[: len(self.described) // 2]
        self.file.write_text(half)
        self.both_name(f"{self.file}:{half.count(chr(10)) + 1}:")
        self.file.write_text("")
        self.both_name(str(self.file))
        self.file.write_bytes(bytes(3000))
        self.both_name(f"{self.file}:1:")
        self.write([])
        self.both_name(str(self.file))

    def test_missing_file_is_named(self):
        self.file.unlink()
        self.both_name("holds no run: there is no run.json in it")
        self.file.mkdir()
        for command in ("resume", "report"):
            self.assertIn(self.run_program(SPRT, command, self.out).status, (2, 3))

    def test_missing_keys_are_named(self):
        run = json.loads(self.described)
        for key in run:
            with self.subTest(key):
                self.write({name: value for name, value in run.items() if name != key})
                self.both_name(f"missing field {self.file}: /{key}\n")

    def test_values_of_wrong_type_are_named(self):
        """A value of another type is named, or reported as a difference, or it is not read."""
        for place in places(json.loads(self.described)):
            for wrong in (True, [{"a": 1}], {"a": [1]}, -1e300, "\x01"):
                run = json.loads(self.described)
                parent = run
                for key in place[:-1]:
                    parent = parent[key]
                parent[place[-1]] = wrong
                self.write(run)
                with self.subTest(place=place, wrong=wrong):
                    done = self.run_program(SPRT, "report", self.out, "--json")
                    if place[0] == "result" and len(place) > 1:
                        self.assertEqual(done.status, 0, done)
                        told = [difference["pointer"] for difference in json.loads(done.stdout)["differences"]]
                        is_told = any(pointer.startswith("/" + "/".join(place)) for pointer in told)
                        self.assertEqual(is_told, place[1] not in ("ended", "elapsed_s", "games_beyond"), told)
                    elif done.status != 0:
                        self.assertEqual(done.status, 2, done)
                        self.assertIn(f"{self.file}: /{place[0]}", done.stderr)

    def test_stored_result_that_differs_is_reported_and_corrected(self):
        """run.json and the games differ: the report names the difference, resuming corrects it."""
        run = json.loads(self.described)
        run["result"].update(verdict="H1", llr=3.0, wld=[12, 0, 1])
        self.write(run)
        report = json.loads(self.succeed(SPRT, "report", self.out, "--json").stdout)
        told = {difference["pointer"]: difference["stored"] for difference in report["differences"]}
        self.assertEqual(told, {"/result/verdict": "H1", "/result/llr": 3.0, "/result/wld": [12, 0, 1]})
        self.resumes()
        shutil.rmtree(self.out)


if __name__ == "__main__":
    unittest.main()
