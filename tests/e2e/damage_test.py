"""Files of a run that were damaged, by an agent or while nobody played, are named with the line or the place."""

import hashlib
import json
import os
import re
import shlex
import shutil
import unittest

from harness import AGENTS, REFEREE, SPRT, ProgramTest, read_games, without_clock

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

    def resumes(self, *notes, lost=None):
        """`sprt resume` plays the missing games again and prints these warnings; with `--force` alone when so many
        games were on disk and are `lost`."""
        if lost:
            before = self.files()
            done = self.run_program(SPRT, "resume", self.out)
            said = f"{self.log} ends before game {12 - lost}, and {lost} more had been played: its end was cut off; restore the file"
            self.assertEqual((done.status, done.stdout, self.files()), (2, "", before), done)
            self.assertRegex(done.stderr, rf"\A[^\n]*{re.escape(said)}[^\n]* --force[^\n]*\n\Z")
        done = self.succeed(SPRT, "resume", self.out, *(["--force"] if lost else []))
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
                    self.resumes(f"{self.log}:{keep + 1}: the last line was cut short and does not count", lost=12 - keep)

    def test_games_cut_at_a_line_are_played_again(self):
        for keep in (0, 1, 5, 11):
            with self.subTest(keep):
                self.restore(self.lines[:keep])
                self.resumes(
                    f"{self.log}:{keep + 1}: the games end here; run.json tells of 12, and {keep} are there",
                    lost=12 - keep,
                )
                self.assertIn(
                    f"games {keep} to 11 had been played, were missing when the run was resumed",
                    self.succeed(SPRT, "report", self.out).stdout,
                )

    def test_missing_log_is_played_again(self):
        self.log.unlink()
        self.resumes(f"{self.log}:1: the games end here; run.json tells of 12, and 0 are there", lost=12)

    def test_line_cut_by_a_crash_is_played_again(self):
        """No session has ended yet: run.json tells of no game."""
        run = json.loads(self.described)
        self.described = json.dumps({**run, "result": None, "games_sha256": run["games_sha256"][:1]})
        self.restore([*self.lines[:5], self.lines[5][:100]])
        self.resumes(f"{self.log}:6: the last line was cut short and does not count")

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
            ("not UTF-8", [*lines[:4], lines[4].replace(b"exit", b"ex\xff\xfet"), *lines[5:]], 5),
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
            ("a key twice", [*lines[:4], b'{"pair":2,' + lines[4][1:], *lines[5:]], 5),
            ("unknown key", edit(4, lambda game: game.update(colour=1)), 5),
            ("carriage return", [*lines[:4], lines[4][:-1] + b"\r\n", *lines[5:]], 5),
            ("byte order mark", [b"\xef\xbb\xbf" + lines[0], *lines[1:]], 1),
            ("twice", [*lines[:5], lines[4], *lines[5:]], 6),
            ("swapped", [*lines[:4], lines[5], lines[4], *lines[6:]], 5),
            ("one more", [*lines, lines[11].replace(b'"game":11,', b'"game":12,')], 13),
            ("the last, twice", [*lines, lines[11]], 13),
        ):
            with self.subTest(what):
                self.assertNotEqual(b"".join(damaged), self.whole)
                self.restore(damaged)
                self.both_name(f"{self.log}:{line}: ")

    def test_pipe_in_place_of_a_file_is_refused_at_once(self):
        for file in (self.log, self.file):
            self.restore()
            file.unlink()
            os.mkfifo(file)
            for command in ("resume", "report"):
                done = self.run_program(SPRT, command, self.out)
                self.assertEqual(done.status, 2, done)
                self.assertRegex(done.stderr, rf"{file.name} is a pipe; a (log|run.json) is a regular file\n\Z")
            file.unlink()

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


class Rewritten(Damage):
    """Edits that keep to the rules and the schedule: the digests in run.json name them."""

    def report(self, status):
        done = self.run_program(SPRT, "report", self.out, "--json")
        self.assertEqual(done.status, status, done)
        return json.loads(done.stdout)

    def refused_without_force(self, *parts):
        before = self.files()
        done = self.run_program(SPRT, "resume", self.out)
        self.assertEqual((done.status, done.stdout), (2, ""), done)
        for part in (*parts, "--force"):
            self.assertIn(part, done.stderr)
        self.assertEqual(self.files(), before)

    def test_digests_are_a_chain_over_the_configuration_and_the_lines(self):
        """As docs/runs.md describes it, computed by another program."""
        run = json.loads(self.described)
        chain = [hashlib.sha256(run["config_sha256"].encode()).hexdigest()]
        for line in self.lines:
            chain.append(hashlib.sha256(chain[-1].encode() + line).hexdigest())
        self.assertEqual(run["games_sha256"], [{"games": games, "sha256": chain[games]} for games in (0, 12)])

    def test_rewritten_games_are_reported_and_refused(self):
        name = f"{self.log} was rewritten: games 0 to 11 are not those that were played"
        for number in (0, 11):
            with self.subTest(number):
                line = json.dumps({**json.loads(self.lines[number]), "cpu_us": [1, 2]}).encode() + b"\n"
                self.restore([*self.lines[:number], line, *self.lines[number + 1 :]])
                report = self.report(1)
                self.assertEqual([each["pointer"] for each in report["differences"]], ["/games_sha256/1/sha256"])
                self.assertEqual(len(report["notes"]), 1)
                self.assertIn(name, report["notes"][0])
                self.refused_without_force(name)
        self.succeed(SPRT, "resume", self.out, "--force")
        self.assertEqual(self.report(0)["notes"], [])
        forced = json.loads(self.file.read_text())["resumed"][-1]["forced"]
        self.assertIn(name, forced[0])
        self.assertIn(name, self.succeed(SPRT, "report", self.out).stdout)

    def test_rewritten_game_in_a_part_of_the_log_is_reported(self):
        """The log has digests of 8 and of 12 games."""
        self.restore(self.lines[:8])
        run = json.loads(self.described)
        self.file.write_text(json.dumps({**run, "result": None, "games_sha256": run["games_sha256"][:1]}))
        self.succeed(SPRT, "resume", self.out)
        lines = self.log.read_bytes().splitlines(keepends=True)
        self.assertEqual([each["games"] for each in json.loads(self.file.read_text())["games_sha256"]], [0, 8, 12])
        lines[9] = json.dumps({**json.loads(lines[9]), "cpu_us": [1, 2]}).encode() + b"\n"
        self.log.write_bytes(b"".join(lines))
        self.assertIn("games 8 to 11 are not those", self.report(1)["notes"][0])

    def test_configuration_edited_with_its_digest_is_noticed(self):
        edited = "the configuration in run.json is not the one that the run began with"
        run = json.loads(self.described)
        run["config"]["max_games"] = 14
        text = json.dumps(run["config"], indent=2, ensure_ascii=False) + "\n"
        run["config_sha256"] = hashlib.sha256(text.encode()).hexdigest()
        self.file.write_text(json.dumps(run, indent=2))
        self.assertIn("/config_sha256", [each["pointer"] for each in self.report(1)["differences"]])
        self.refused_without_force(edited)
        run["config"]["max_games"] = 12  # the run has ended: there is nothing to force
        run["config"]["report_every"] = 9
        text = json.dumps(run["config"], indent=2, ensure_ascii=False) + "\n"
        run["config_sha256"] = hashlib.sha256(text.encode()).hexdigest()
        self.file.write_text(json.dumps(run, indent=2))
        self.report(1)
        self.assertIn(f"sprt: warning: {edited}\n", self.succeed(SPRT, "resume", self.out).stderr)

    def test_cut_line_after_the_end_is_a_difference(self):
        """After a crash, before run.json has a result, it is none."""
        self.restore([*self.lines, self.lines[0][:50]])
        self.assertIn("games.jsonl:13: the last line was cut short", self.report(1)["notes"][0])
        self.file.write_text(json.dumps({**json.loads(self.described), "result": None}))
        self.report(0)

    def test_runs_of_earlier_versions_have_no_digests(self):
        run = json.loads(self.described)
        del run["games_sha256"]
        self.file.write_text(json.dumps(run, indent=2))
        before = self.files()
        self.assertEqual(self.report(0)["differences"], [])
        self.succeed(SPRT, "resume", self.out)
        self.assertEqual(self.files(), before)


class DuringTheRun(ProgramTest):
    """An agent damages the log of the run that it plays in."""

    def setUp(self):
        super().setUp()
        self.out = self.dir / "run"
        self.log = self.out / "games.jsonl"
        self.once = self.dir / "once"

    def play(self, script, is_tournament=False):
        """A run whose agent 1 runs this shell script once, when some games are in the log."""
        when = f'[ ! -e "{self.once}" ] && [ "$(wc -l < "{self.log}")" -ge 4 ]'
        agent = shlex.join(["/bin/sh", "-c", f'cd "{self.out}" && if {when}; then : > "{self.once}"; {script}; fi; exec random'])
        agent = agent.replace("exec random", f"exec {AGENTS}/random")
        if is_tournament:
            flags = ["tournament", "--agent", f"name=a {agent}", "--agent", "random", "--rounds", 20]
        else:
            flags = ["run", "--agent1", agent, "--agent2", "random", "--elo0", -1, "--elo1", 1, "--max-games", 40]
        return self.run_program(SPRT, *flags, "--seed", 4, "--concurrency", 1, "--out", self.out)

    def test_damaged_log_ends_the_run_with_status_3_and_is_named(self):
        """Afterwards the report differs or not, and the run can be resumed or not."""
        rewritten = r's/"cpu_us":\[[1-8]/"cpu_us":[9/'
        other = "other.jsonl"
        for script, damage, report, resume in (
            (": > games.jsonl", "it holds 0 bytes, and [0-9]+ were written", 1, "--force"),
            ("rm games.jsonl", "it was removed, or a directory of its path was moved", 1, "--force"),
            (f"cp games.jsonl {other}; mv {other} games.jsonl", "another file is in its place", 1, "--force"),
            ("echo >> games.jsonl", "it holds [0-9]+ bytes, and [0-9]+ were written", 2, 2),
            (f"sed '{rewritten}' games.jsonl > {other}; dd if={other} of=games.jsonl conv=notrunc 2>/dev/null", "its games are not those that were written", 1, 2),
        ):
            with self.subTest(script):
                shutil.rmtree(self.out, ignore_errors=True)
                self.once.unlink(missing_ok=True)
                done = self.play(script)
                self.assertTrue(self.once.exists(), "the agent did nothing")
                self.assertEqual(done.status, 3, done)
                self.assertRegex(
                    done.stderr,
                    rf"sprt: {self.log} was damaged by an agent or another program: {damage}; see what is left: {SPRT} report ",
                )
                done = self.run_program(SPRT, "report", self.out)
                self.assertEqual(done.status, report, done)
                done = self.run_program(SPRT, "resume", self.out)
                self.assertEqual(done.status, 2, done)
                if resume == "--force":
                    self.assertIn("its end was cut off", done.stderr)
                    self.succeed(SPRT, "resume", self.out, resume)
                    self.assertEqual(len(read_games(self.log)), 40)
                    self.assertEqual(self.run_program(SPRT, "report", self.out).status, 0)

    def test_run_that_takes_the_place_of_a_moved_one_stays(self):
        moved = self.dir / "moved"
        done = self.play(f"mv '{self.out}' '{moved}'; cp -r '{moved}' '{self.out}'")
        self.assertEqual(done.status, 3, done)
        self.assertIn(f": another file is in its place; see what is left: {SPRT} report {moved}\n", done.stderr)
        digests = [len(json.loads((run / "run.json").read_text())["games_sha256"]) for run in (self.out, moved)]
        self.assertEqual(digests, [1, 2])
        self.succeed(SPRT, "resume", moved)
        self.assertEqual(self.run_program(SPRT, "report", moved).status, 0)

    def test_damage_of_a_tournament_is_named_at_its_end(self):
        """The size is right, so that only the last look finds it."""
        other = "other.jsonl"
        rewritten = r's/"cpu_us":\[[1-8]/"cpu_us":[9/'
        done = self.play(f"sed '{rewritten}' games.jsonl > {other}; dd if={other} of=games.jsonl conv=notrunc 2>/dev/null", is_tournament=True)
        self.assertTrue(self.once.exists(), "the agent did nothing")
        self.assertEqual(done.status, 3, done)
        self.assertRegex(done.stderr, rf"{self.log} was damaged by .*: its games are not those that were written; see what is left: {SPRT} report ")

    def test_damaged_log_of_play_is_named(self):
        agent = "restart=game " + shlex.join(["/bin/sh", "-c", f': > "{self.dir}/log"; exec {AGENTS}/random'])
        done = self.run_program(REFEREE, "play", agent, "random", "--games", 2, "--log", self.dir / "log")
        self.assertEqual(done.status, 3, done)
        self.assertIn("log was damaged by an agent or another program: it holds 0 bytes", done.stderr)


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
            if key in ("games_sha256", "seeds"):  # runs of earlier versions have none
                continue
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
                    if done.status == 2:
                        self.assertIn(f"{self.file}: /{place[0]}", done.stderr)
                        continue
                    told = [difference["pointer"] for difference in json.loads(done.stdout)["differences"]]
                    self.assertEqual(done.status, 1 if told else 0, done)
                    if place[0] == "result" and len(place) > 1:
                        is_told = any(pointer.startswith("/" + "/".join(place)) for pointer in told)
                        self.assertEqual(is_told, place[1] not in ("ended", "elapsed_s", "games_beyond"), told)

    def test_stored_result_that_differs_is_reported_and_corrected(self):
        """run.json and the games differ: the report names the difference, resuming corrects it."""
        run = json.loads(self.described)
        run["result"].update(verdict="H1", llr=3.0, wld=[12, 0, 1])
        self.write(run)
        done = self.run_program(SPRT, "report", self.out, "--json")
        self.assertEqual(done.status, 1, done)
        report = json.loads(done.stdout)
        told = {difference["pointer"]: difference["stored"] for difference in report["differences"]}
        self.assertEqual(told, {"/result/verdict": "H1", "/result/llr": 3.0, "/result/wld": [12, 0, 1]})
        self.resumes()
        shutil.rmtree(self.out)


if __name__ == "__main__":
    unittest.main()
