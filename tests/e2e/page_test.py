"""`sprt page`: its index says what `sprt report --json` says, its games are those of the log; statuses, bad input, full disks."""

import base64
import fcntl
import json
import os
import re
import shutil
import sys
import unittest
import zlib

import schema
from harness import BIN, SPRT, ProgramTest, command, count_lines, read_games, wait_until, write_games

BLOCK = re.compile(r'<script type="text/plain" id="([^"]*)">([^<]*)</script>')
REPORTED = ("over", "result", "estimates", "differences", "notes")
GAMES = {
    "ataxx": ("greedy", "random"),
    "connect-four": ("alphabeta --depth 2", "alphabeta --depth 1"),
    "tic-tac-toe": ("greedy", "random"),
    "chess": ("alphabeta --depth 1", "random"),
}


def blocks_of(page):
    """The data blocks of a page by their ids, unpacked."""
    return {name: zlib.decompress(base64.b64decode(text, validate=True), -15) for name, text in BLOCK.findall(page)}


class Pages(ProgramTest):
    def play(self, out="run", *flags, agents=GAMES["ataxx"], games=12):
        both = ("--agent1", agents[0], "--agent2", agents[1])
        return self.run_to(out, *both, "--seed", 1, "--max-games", games, "--elo1", 1, "--summary-only", *flags)

    def check_page(self, page, out):
        """Compares a page with its run. Returns its index."""
        parts = blocks_of(page)
        index = json.loads(parts.pop("index"))
        self.assertEqual(schema.problems("page", index), [])
        said = json.loads(self.run_program(SPRT, "report", out, "--json").stdout)
        for key in REPORTED:
            self.assertEqual(index[key], said[key], key)
        for column in index["columns"].values():
            self.assertEqual(len(column), index["games"])
        if index["run"].get("kind") != "tune":
            self.check_series(index)
        self.assertEqual(list(parts), [f"games-{k}" for k in range((index["games"] + 255) // 256)])
        self.assertEqual(index["has_games"], True)
        return index

    def check_series(self, index):
        series = {key: value for key, value in index["series"].items() if key not in ("stride", "unit")}
        self.assertEqual({len(values) for values in series.values()}, {len(index["series"]["games"])})
        if index["games"]:
            self.assertEqual(index["series"]["games"][-1], index["games"])
            self.assertEqual(index["series"]["llr"][-1], index["estimates"]["llr"])
            self.assertEqual(index["series"]["elo"][-1], index["estimates"]["elo"])
            ends = [index["series"]["low"][-1], index["series"]["high"][-1]]
            self.assertEqual(ends, index["estimates"]["anytime_ci95"])

    def page(self, out="run", *flags):
        """The page of a run, from standard output."""
        done = self.succeed(SPRT, "page", out, "--out", "-", *flags)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def fails(self, arguments, fragments, status=2):
        """One line on standard error has the fragments; nothing new was written."""
        before = self.files()
        done = self.run_program(*arguments)
        self.assertEqual((done.status, done.stdout), (status, ""), done)
        self.assertEqual(len(done.stderr.splitlines()), 1, done)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        self.assertEqual(self.files(), before)


class Contents(Pages):
    def test_page_of_each_game_and_model(self):
        models = ("pentanomial", "normalized", "trinomial", "wald", "bayeselo")
        for i, model in enumerate(models):
            game = list(GAMES)[i % len(GAMES)]
            with self.subTest(game=game, model=model):
                _, run, games = self.play(model, "--model", model, "--game", game, agents=GAMES[game])
                page = self.page(model)
                index = self.check_page(page, model)
                self.assertEqual((index["game"], index["games"]), (game, len(games)))
                self.assertEqual(index["series"]["unit"], "pair" if model in models[:2] else "game")
                log = (self.dir / model / "games.jsonl").read_bytes()
                self.assertEqual(blocks_of(page)["games-0"], log)
                del run["directory"], run["machine"]["placement"]
                self.assertEqual(index["run"], run)

    def test_columns_are_those_of_the_log(self):
        _, _, games = self.play(games=20)
        index = self.check_page(self.page(), "run")
        columns = index["columns"]
        for i, game in enumerate(games):
            self.assertEqual([columns[key][i] for key in ("first", "winner", "turns")], [game["first"], game["winner"], game["turns"]])
            self.assertEqual([columns["score1"][i], columns["score2"][i]], game["score"])
            self.assertEqual([columns["used1_us"][i], columns["used2_us"][i]], game["used_us"])
            self.assertEqual(index["terminations"][columns["termination"][i]], game["termination"])
            self.assertEqual(len(index["openings"][columns["opening"][i]].split()), len(game["opening"]))
            self.assertEqual(columns["delay_us"][i], max(game["delay_us"]))

    def test_page_of_a_tuning(self):
        agent = f"{BIN / 'hostile' / 'known_strength'} {{x}} {{y}}"
        params = ("--param", "x=30:0:100", "--param", "y=0.5:0.125:1.0:log", "--games", 64, "--verify", 8)
        self.succeed(SPRT, "tune", "--agent", agent, *params, "--turns", 2, "--openings", "start", "--seed", 1, "--quiet", "--out", "run")
        index = self.check_page(self.page(), "run")
        games = read_games(self.dir / "run/games.jsonl")
        for key in ("kind", "k", "values"):
            self.assertEqual(index["columns"][key], [game["tune"][key] for game in games])
        self.assertRegex(index["gain"], r"^Gain: .* Elo \[.*\] \(95 %, 8 games of their own")
        for other in ("gain", "run"):
            self.assertNotEqual(schema.problems("page", {key: index[key] for key in index if key != other}), [])
        write_games(self.dir / "run/games.jsonl", games[:20])
        parts = blocks_of(self.page())
        index = json.loads(parts["index"])
        self.assertEqual(schema.problems("page", index), [])
        self.assertEqual((index["gain"], index["over"]), ("Gain: not measured yet", False))

    def test_run_of_workers_says_who_played_which_game(self):
        _, run, games = self.play(games=6)
        names = ["b", "b", None, None, "a", "a"]
        write_games(self.dir / "run/games.jsonl", [{**game, **({"worker": name} if name else {})} for game, name in zip(games, names)])
        late = {"pairs": 0, "voided": 0, "wrong": 1, "refused": "a result was wrong"}
        remote = {"run_id": "0123456789ab", "epoch": 1, "via": "nats://127.0.0.1:4322", "workers": {"late": late}}
        del run["games_sha256"]  # they are of other lines
        self.write_json("run/run.json", {**run, **remote})
        index = self.check_page(self.page(), "run")
        self.assertEqual((index["worker_names"], index["columns"]["worker"]), (["b", "a"], [0, 0, None, None, 1, 1]))
        said = json.loads(self.run_program(SPRT, "report", "run", "--json").stdout)["workers"]
        for name in ("a", "b", "late"):
            its = index["workers"][name]
            self.assertEqual({key: its[key] for key in said[name]}, said[name])
        self.assertNotIn("workers", index["run"])
        for key in ("worker_names", "workers"):
            self.assertNotEqual(schema.problems("page", {other: index[other] for other in index if other != key}), [])
        del index["columns"]["worker"]
        self.assertNotEqual(schema.problems("page", index), [])

    def test_run_of_many_games_has_blocks_of_256(self):
        both = ("--agent1", "random", "--agent2", "random --seed 3")
        _, _, games = self.run_to(
            *("run", *both, "--seed", 1, "--max-games", 520, "--elo1", 1, "--summary-only"),
            *("--game", "tic-tac-toe", "--repeats", "count"),
        )
        page = self.page()
        self.check_page(page, "run")
        parts = blocks_of(page)
        self.assertEqual([len(parts[f"games-{k}"].splitlines()) for k in range(3)], [256, 256, 8])
        joined = b"".join(parts[f"games-{k}"] for k in range(3))
        self.assertEqual(joined, (self.dir / "run" / "games.jsonl").read_bytes())
        self.assertEqual(len(games), 520)

    def test_text_of_strangers_is_packed_and_standard_error_cut(self):
        name = "</script><img src=x onerror=alert(1)>\u202e <!-- \"'&"
        speaks = "import sys; sys.stderr.write('<' * 65536 + '</script>the end'); print('<b>bad</b>', flush=True)"
        agent = {"command": [sys.executable, "-B", "-S", "-c", speaks], "name": name, "env": {"TOKEN": "5ecret"}}
        config = self.write_json("config.json", {"agent1": agent, "agent2": "random", "max_faults": None, "no_check": True, "seed": "1"})
        self.succeed(SPRT, "run", config, "--max-games", 4, "--out", "run", "--summary-only")
        for flags, bytes_kept in (((), 4096), (("--stderr-kb", 0), 0), (("--stderr-kb", 1000), None)):
            page = self.page("run", *flags)
            for stranger in ("onerror", "5ecret", "the end", "\u202e"):
                self.assertNotIn(stranger, page)
            parts = blocks_of(page)
            self.assertNotIn(b"5ecret", parts["index"])
            index = self.check_page(page, "run")
            self.assertEqual(index["run"]["config"]["agent1"]["env"], {"TOKEN": None})
            self.assertEqual(index["run"]["config"]["agent1"]["name"], name)
            log = read_games(self.dir / "run" / "games.jsonl")
            shown = [json.loads(line) for line in parts["games-0"].decode().splitlines()]
            self.assertEqual(len(shown), len(log))
            for cut, whole in zip(shown, log):
                said = whole["fault"]["stderr"]
                self.assertGreater(len(said), 60_000)
                if bytes_kept is not None:
                    whole["fault"]["stderr"] = said[len(said) - bytes_kept :]
                    whole["fault"]["stderr_cut"] = True
                self.assertEqual(cut, whole)

    def test_page_without_games_has_the_index_alone(self):
        self.play()
        parts = blocks_of(self.page("run", "--no-games"))
        self.assertEqual(list(parts), ["index"])
        index = json.loads(parts["index"])
        self.assertEqual((index["has_games"], index["games"]), (False, 12))
        self.assertEqual(schema.problems("page", index), [])

    def test_run_without_games_has_a_page(self):
        self.play()
        run = self.dir / "run" / "run.json"
        told = json.loads(run.read_text())
        told["result"] = None
        del told["games_sha256"]
        run.write_text(json.dumps(told))
        (self.dir / "run" / "games.jsonl").write_text("")
        index = self.check_page(self.page(), "run")
        self.assertEqual((index["games"], index["over"]), (0, False))

    def test_last_line_that_was_cut_is_noted(self):
        self.play()
        log = self.dir / "run" / "games.jsonl"
        self.damages(log, "the last line is cut short")
        log.write_bytes(log.read_bytes()[:-9])
        index = self.check_page(self.page(), "run")
        self.assertEqual(index["games"], 11)
        self.assertIn(":12: the last line was cut short", index["notes"][0])

    def test_run_in_progress_has_a_page_that_says_so(self):
        agents = ("--agent1", "random", "--agent2", "random --seed 2", "--elo1", 1)
        run = self.start_program(SPRT, "run", *agents, "--out", "run", "--quiet")
        log = self.dir / "run" / "games.jsonl"
        self.assertTrue(wait_until(lambda: count_lines(log) > 20, 60))
        parts = blocks_of(self.page())
        index = json.loads(parts["index"])
        self.assertEqual(schema.problems("page", index), [])
        self.assertEqual((index["over"], index["was_live"]), (False, True))
        self.assertGreater(index["games"], 20)
        self.assertIsNone(index["run"]["result"])
        self.assertIsNone(run.poll())
        run.terminate()
        self.assertEqual(self.finish(run).status, 143)
        self.assertFalse(self.check_page(self.page(), "run")["over"])


class Files(Pages):
    def test_page_is_in_the_run_directory_unless_named(self):
        self.play()
        for flags, file in (
            ((), "run/page.html"),
            (("--out", "new/sub dir/a.html"), "new/sub dir/a.html"),
        ):
            before = self.files()
            done = self.succeed(SPRT, "page", "run", *flags)
            path = self.dir / file
            self.assertEqual((done.stdout, done.stderr), (f"{file}: {path.stat().st_size} bytes\n", ""))
            self.check_page(path.read_text(), "run")
            after = self.files()
            made = {name: text for name, text in after.items() if text is not None and name != file}
            self.assertEqual(made, {name: text for name, text in before.items() if text is not None})
            path.write_text("an older page")
            self.succeed(SPRT, "page", "run", *flags)
            self.check_page(path.read_text(), "run")

    def test_bad_input_is_named(self):
        self.play()
        (self.dir / "empty").mkdir()
        (self.dir / "file").touch()
        page = (SPRT, "page")
        for words, fragments in (
            ((), ["DIR"]),
            (("nothing",), ["nothing is no directory"]),
            (("file",), ["file is no directory"]),
            (("empty",), ["empty holds no run"]),
            (("empty", "--out", "-"), ["empty holds no run"]),
            (("run", "--stderr-kb", "-1"), ["--stderr-kb"]),
            (("run", "--stderr-kb", "x"), ["--stderr-kb"]),
            (("run", "--stderr-kb", "0x10"), ["--stderr-kb"]),
            (("run", "--bogus"), ["--bogus"]),
            (("run", "--out", "empty"), ["--out: empty is a directory"]),
            (("run", "--out", "file/page.html"), ["--out: ", "file"]),
            (("run", "--out", "run/games.jsonl"), ["--out: run/games.jsonl is a file of the run"]),
            (("run", "--out", "run/../run/run.json"), ["is a file of the run"]),
        ):
            with self.subTest(words):
                self.fails((*page, *words), fragments)

    def test_damaged_line_is_named_by_its_number(self):
        _, _, games = self.play()
        log = self.dir / "run" / "games.jsonl"
        self.damages(log, "a score is wrong")
        games[6]["score"] = [49, 49]
        write_games(log, games)
        (self.dir / "old.html").write_text("old")
        self.fails((SPRT, "page", "run"), ["run/games.jsonl:7: "])
        self.fails((SPRT, "page", "run", "--out", "old.html"), ["run/games.jsonl:7: "])
        self.fails((SPRT, "page", "run", "--out", "-"), ["run/games.jsonl:7: "])

    def test_full_disk_leaves_the_older_page(self):
        """A limit on the size of files takes the place of a full disk."""
        self.play()
        (self.dir / "old.html").write_text("old")
        limited = ("/bin/sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh")
        for out in ("old.html", "new.html"):
            self.fails((*limited, SPRT, "page", "run", "--out", out), [out, "File too large"], status=3)
        self.fails((SPRT, "page", "run", "--out", "/dev/full"), ["/dev/full", "No space left"], status=3)
        with open("/dev/full", "wb") as full:
            done = self.finish(self.start_program(SPRT, "page", "run", "--out", "-", stdout=full))
        self.assertEqual(done.status, 3, done)
        self.assertIn("standard output", done.stderr)
        self.fails((SPRT, "page", "run", "--out", "/proc/page.html"), ["/proc/page.html"], status=3)

    def test_page_of_a_locked_run_takes_no_lock(self):
        self.play()
        run = os.open(self.dir / "run", os.O_RDONLY)
        self.addCleanup(os.close, run)
        fcntl.flock(run, fcntl.LOCK_EX)
        self.assertEqual(self.run_program("flock", "-n", "run", "true").status, 1)
        self.succeed(SPRT, "page", "run")


class Gates(Pages):
    """`sprt gate --page`."""

    def gate(self, *flags, agents=GAMES["ataxx"]):
        both = ("--agent1", agents[0], "--agent2", agents[1])
        return self.run_program(SPRT, "gate", *both, "--seed", 1, "--ready-ms", 60000, "--quiet", "--out", "run", *flags)

    def test_page_is_written_whatever_the_verdict(self):
        speaks = command([sys.executable, "-B", "-S", "-c", "print('<b>', flush=True)"])
        for status, flags, agents in (
            (0, ("--elo1", 200, "--model", "trinomial"), ("greedy", "random")),
            (1, ("--elo1", 200, "--model", "trinomial"), ("random", "greedy")),
            (4, ("--no-check",), (speaks, "random")),
            (5, ("--max-games", 4), ("greedy", "random")),
        ):
            with self.subTest(status):
                done = self.gate(*flags, "--page", "new/page.html", agents=agents)
                self.assertEqual(done.status, status, done)
                index = self.check_page((self.dir / "new" / "page.html").read_text(), "run")
                self.assertTrue(index["over"])
                shutil.rmtree(self.dir / "run")
                (self.dir / "new" / "page.html").unlink()

    def test_interrupted_gate_has_a_page(self):
        agents = ("--agent1", "random", "--agent2", "random --seed 2", "--elo1", 1)
        gate = self.start_program(SPRT, "gate", *agents, "--out", "run", "--quiet", "--ready-ms", 60000, "--page", "page.html")
        log = self.dir / "run" / "games.jsonl"
        self.assertTrue(wait_until(lambda: count_lines(log) > 4, 60))
        gate.terminate()
        self.assertEqual(self.finish(gate).status, 143)
        index = self.check_page((self.dir / "page.html").read_text(), "run")
        self.assertEqual((index["over"], index["result"]["reason"]), (False, "interrupted"))

    def test_wrong_pages_are_refused_before_the_games(self):
        gate = (SPRT, "gate", "--agent1", "greedy", "--agent2", "random", "--max-games", 2)
        (self.dir / "directory").mkdir()
        (self.dir / "file").touch()
        for flags, fragments in (
            (("--page", "p.html"), ["--page", "--out DIR"]),
            (("--page", "directory", "--out", "run"), ["--page: directory is a directory"]),
            (("--page", "file/p.html", "--out", "run"), ["--page: "]),
            (("--page", "run/run.json", "--out", "run"), ["--page: run/run.json is the file of --out"]),
            (("--page", "./run", "--out", "run"), ["--page: ./run is the file of --out; name another one"]),
            (("--page", "gone/../l.md", "--out", "run", "--markdown", "l.md"), ["is the file of --markdown"]),
            (("--page", "a/../p.xml", "--junit", "p.xml", "--out", "run"), ["--page: a/../p.xml is the file of --junit"]),
        ):
            with self.subTest(flags):
                self.fails((*gate, *flags), fragments)

    def test_full_disk_changes_no_status_and_keeps_the_other_reports(self):
        done = self.gate("--max-games", 4, "--page", "/dev/full", "--markdown", "summary.md")
        self.assertEqual(done.status, 5, done)
        self.assertIn("sprt: the report of --page is missing: cannot write /dev/full: No space left on device\n", done.stderr)
        self.assertTrue((self.dir / "summary.md").read_text().startswith("### sprt: UNDECIDED"))


if __name__ == "__main__":
    unittest.main()
