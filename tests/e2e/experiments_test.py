"""scripts/experiments, each small enough for seconds: interrupted and resumed, with its tables and its plot."""

import csv
import hashlib
import json
import re
import shutil
import signal
import unittest
import xml.etree.ElementTree

from harness import BUILD, SANITIZED, SOURCE, ProgramTest, read_games, wait_until

EXPERIMENTS = SOURCE / "scripts" / "experiments"
NAMES = ("articles", "killers", "ordering", "connect-four", "tic-tac-toe", "opening-table")
TERMINATED = 143


class Experiments(ProgramTest):
    def words(self, name, *flags):
        # The seed is given, so that no result depends on the default.
        return [EXPERIMENTS / name, "--out", self.dir / "out", "--build-dir", BUILD, "--seed", 5, *flags]

    def experiment(self, name, *flags):
        """Runs an experiment to its end. Returns its output and the rows of its CSV."""
        program, *arguments = self.words(name, *flags)
        done = self.succeed(program, *arguments)
        with open(self.dir / "out" / f"{name}.csv", encoding="utf-8", newline="") as file:
            return done, list(csv.DictReader(file))

    def interrupt(self, name, *flags, when):
        """Starts an experiment and ends it with SIGTERM once `when()` is true."""
        program, *arguments = self.words(name, *flags)
        process = self.start_program(program, *map(str, arguments))
        wait_until(lambda: when() or process.poll() is not None, 100)
        process.send_signal(signal.SIGTERM)
        done = self.finish(process)
        self.assertEqual(done.status, TERMINATED, done)
        self.assertIn("Interrupted. The same command resumes.\n", done.stderr)

    def fails(self, name, *flags, says, status=1):
        """The experiment fails with this text in one line; wrong arguments, status 2, show the usage before it."""
        program, *arguments = self.words(name, *flags)
        done = self.run_program(program, *arguments)
        self.assertEqual(done.status, status, done)
        usage = r"(?:usage: (?:[^\n]*\n)*)?" if status == 2 else ""
        self.assertRegex(done.stderr, rf"\A{usage}[^\n]*{re.escape(says)}[^\n]*\n\Z")

    def lines(self, *path):
        file = self.dir.joinpath("out", *path)
        return file.read_text().splitlines() if file.exists() else []

    def check_tables_and_plot(self, name, rows):
        """Markdown and CSV have the same rows; the plot is SVG with text."""
        text = (self.dir / "out" / f"{name}.md").read_text()
        table = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
        self.assertEqual([cell.strip() for cell in table[0]], list(rows[0]))
        self.assertEqual(len(table), 2 + len(rows))
        for line, row in zip(table[2:], rows):
            self.assertEqual(line[0], next(iter(row.values())))
        root = xml.etree.ElementTree.parse(self.dir / "out" / f"{name}.svg").getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertGreater(sum(1 for _ in root.iter("{http://www.w3.org/2000/svg}path")), 5)
        return "".join(root.itertext())

    def runs(self, *names):
        return {name: (self.dir / "out" / name / "run.json").read_bytes() for name in names}

    def test_help_is_printed(self):
        for name in NAMES:
            with self.subTest(name):
                done = self.succeed(EXPERIMENTS / name, "--help")
                self.assertIn(f"usage: scripts/experiments/{name} ", done.stdout)
                self.assertIn(f"runs/experiments/{name}", done.stdout)
                self.assertEqual(self.run_program(EXPERIMENTS / name, "--nonsense").status, 2)
                self.assertEqual(self.run_program(EXPERIMENTS / name, "--seed", 2**64).status, 2)

    def test_help_of_a_script_installs_and_builds_nothing(self):
        for name in ("build", "check", "format", "fuzz", "package/deb", "package/tarball", "page", "quickstart", "test"):
            with self.subTest(name):
                script = SOURCE / "scripts" / name
                about = script.read_text().splitlines()[1].removeprefix("# ")
                for flag in ("-h", "--help"):
                    self.assertEqual(self.succeed(script, flag).stdout.splitlines()[0], about)
        for name in ("package/deb", "package/tarball", "quickstart"):
            with self.subTest(name):
                self.assertEqual(self.run_program(SOURCE / "scripts" / name, "fast").status, 1)

    @unittest.skipIf(SANITIZED, "the programs of the measurements are not built with a sanitizer")
    def test_claims_have_figures_commands_and_an_answer(self):
        done, rows = self.experiment("tic-tac-toe")
        self.assertEqual([row["row"] for row in rows], [*(f"T{number}" for number in range(1, 12)), "ours"])
        measured = {row["row"]: row["measured"] for row in rows}
        self.assertIn("549946 nodes with the root, 255168 games: 131184 won, 77904 lost, 46080 drawn", measured["T1"])
        self.assertIn("worst 198837 (203469)", measured["T9"])
        self.assertEqual(measured["T11"], "as printed 549946 nodes, minimax 549946; ours 18297")
        self.assertIn("minimax: 0/0/20 of 20", measured["ours"])
        for row in rows:
            self.assertTrue(row["holds"], row)
            self.assertTrue(row["command"] or "test `" in row["measured"], row)
        self.assertIn("| T11 | the pseudo-code of alpha-beta |", done.stdout)

    @unittest.skipIf(SANITIZED, "the programs of the measurements are not built with a sanitizer")
    def test_rows_of_connect_four_are_measured_one_by_one(self):
        _, rows = self.experiment("connect-four", "C9", "C20", "C26")
        self.assertEqual([row["row"] for row in rows], ["C4", "C9", "C20", "C26", "C29"])
        self.assertIn("another value than the solver's in 0", rows[2]["measured"])
        self.assertIn("0 other values", rows[3]["measured"])
        self.assertEqual([row["holds"] for row in rows[2:3]], ["yes: draws are 0"])
        self.fails("connect-four", "C99", says="no row C99", status=2)

    def test_claims_without_a_measurement_are_no_table(self):
        self.fails("tic-tac-toe", "--tables-only", says="has no row that is measured")

    @unittest.skipIf(SANITIZED, "the programs of the measurements are not built with a sanitizer")
    def test_opening_table_is_compared_with_the_sources(self):
        entries = self.dir / "out" / "entries.txt"
        entries.parent.mkdir()
        header = (SOURCE / "agents" / "connect_four" / "opening_entries.hpp").read_text()
        known = re.findall(r'\{"(\d*)", (\d), (-?\d+)\}', header)
        lines = [f"{moves or '-'} {column} {score}\n" for moves, column, score in known]
        entries.write_text("".join(lines))
        done, rows = self.experiment("opening-table", "--hash-mb", 64)  # nothing is left to be solved
        self.assertIn("The table is that of ", done.stdout)
        self.assertEqual(sum(int(row["positions"]) for row in rows), len(known))
        last = max(range(len(known)), key=lambda i: len(known[i][0]))
        entries.write_text("".join(lines[:last] + lines[last + 1 :]) + "4 4")  # one is missing, and a line was cut short
        done, _ = self.experiment("opening-table", "--hash-mb", 64)
        self.assertIn("The table is that of ", done.stdout)
        entries.write_text(lines[0] + "4 9 1\n")
        self.fails("opening-table", "--tables-only", says="entries.txt:2: it is no entry: '4 9 1'")
        entries.write_text("".join(lines[:-1]))
        done, _ = self.experiment("opening-table", "--tables-only")
        self.assertIn("The table is not that of ", done.stdout)

    @unittest.skipUnless(shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin"), "there is no stockfish")
    def test_positions_of_chess_are_counted_as_stockfish_does(self):
        done, rows = self.experiment("chess_perft", "--set-ups", 5, "--positions", 5)
        self.assertEqual([(row["number"], row["depth"], row["different"]) for row in rows], [("5", "4", "0"), ("5", "3", "0")])
        self.assertIn("| set-ups of Chess960 | 5 | 4 |", done.stdout)

    def test_articles_table_is_resumed_and_plotted(self):
        flags = ["abprun-base", "greedy-random", "ttco-idab", "--max-games", 30, "--move-ms", 1]
        self.interrupt("articles", *flags, when=lambda: len(self.lines("abprun-base", "games.jsonl")) >= 3)
        before = self.lines("abprun-base", "games.jsonl")
        self.assertLess(len(before), 30, "it was not interrupted")
        _, rows = self.experiment("articles", *flags)
        self.assertEqual(self.lines("abprun-base", "games.jsonl")[: len(before)], before)
        self.assertEqual(len(read_games(self.dir / "out" / "abprun-base" / "games.jsonl")), 30)
        by_match = {row["match"]: row for row in rows}
        self.assertEqual(list(by_match), ["greedy against random", "abprun against base", "ttco against idab"])
        expected = {"published": "23/0/0", "ours": "23/0/0", "verdict": "H1", "LLR": "3.073", "as published": "yes"}
        self.assertLessEqual(expected.items(), by_match["greedy against random"].items())
        expected = {"published": "222/212/0", "published verdict": "H0", "verdict": "max games", "as published": "open"}
        self.assertLessEqual(expected.items(), by_match["abprun against base"].items())
        config = json.loads((self.dir / "out" / "ttco-idab" / "run.json").read_text())["config"]
        self.assertEqual(config["agent1"]["command"], ["ttco", "--shuffle", "--move-ms", "1"])
        expected = {"elo0": 0, "elo1": 50, "alpha": 0.05, "beta": 0.05, "model": "wald", "openings": "start"}
        self.assertLessEqual({**expected, "repeats": "count", "time_ms": 10000}.items(), config.items())
        self.assertIn("ttco-idab", self.check_tables_and_plot("articles", rows))

        kept = self.runs("abprun-base", "greedy-random", "ttco-idab")
        self.experiment("articles", *flags)
        self.assertEqual(self.runs(*kept), kept, "a match that has ended is not played again")
        for other in (["--move-ms", 2], ["--move-ms", 2, "--tables-only"]):
            program, *arguments = self.words("articles", "greedy-random", *flags[3:-2], *other)
            done = self.run_program(program, *arguments)
            self.assertEqual(done.status, 1, done)
            self.assertIn("other settings (agent1, agent2); give another directory with --out", done.stderr)
        self.assertEqual(self.run_program(program, "no-row").status, 2)

    @unittest.skipIf(SANITIZED, "what counts nodes is not built with a sanitizer")
    def test_killers_table_is_resumed_and_plotted(self):
        flags = ["--depth", 4, "--games", 6]
        self.interrupt("killers", *flags, when=lambda: len(self.lines("games.csv")) >= 4)
        before = self.lines("games.csv")
        done, rows = self.experiment("killers", *flags)
        after = self.lines("games.csv")
        self.assertEqual(after[: len(before)], before)
        sha256 = hashlib.sha256((BUILD / "bin" / "bench" / "bench_killers").read_bytes()).hexdigest()
        self.assertEqual(after[0], f"# {sha256}")
        self.assertEqual(len(after), 1 + 6 * 9)
        self.assertEqual(len({line.partition(",")[0] for line in after[1:]}), 6 * 9, "nothing was measured twice")
        self.assertEqual([row["killers"] for row in rows], ["none", "1", "2", "4", "8", "16", "32", "64", "128"])
        nodes = [int(row["nodes a game"]) for row in rows]
        self.assertLess(max(nodes[1:]), nodes[0])
        article = [row["article: nodes a game"] for row in rows]
        self.assertEqual(article[0], "182336")
        self.assertEqual(rows[6]["article: of none"], "51.55 %")
        self.assertIn("Depth 4, 6 games of 6, seed 5.", done.stdout)
        self.assertIn("killer moves kept", self.check_tables_and_plot("killers", rows))
        self.fails("killers", "--build-dir", self.dir, says=" has no bin/sprt")
        self.fails("killers", "--out", "/proc/x", says="/proc/x")
        (self.dir / "out" / "games.csv").write_text("\n".join(["# 0", *after[1:], ""]))
        self.fails("killers", *flags, says="holds measurements by another build of bench_killers")

    @unittest.skipIf(SANITIZED, "what counts leaves is not built with a sanitizer")
    def test_ordering_table_is_resumed_and_plotted(self):
        flags = ["--depth", 4, "--positions", 6]
        self.interrupt("ordering", *flags, when=lambda: len(self.lines("searches.csv")) >= 4)
        _, rows = self.experiment("ordering", *flags)
        self.assertEqual(len(self.lines("searches.csv")), 1 + 6 * 3 * 4)
        self.assertEqual([row["depth"] for row in rows], ["2"] * 4 + ["3"] * 4 + ["4"] * 4)
        for row in rows:
            self.assertEqual(row["positions"], "6")
            width, bound, depth = float(row["width"]), int(row["bound"]), int(row["depth"])
            self.assertAlmostEqual(bound, width ** (depth // 2) + width ** ((depth + 1) // 2) - 1, delta=bound * 0.01)
            self.assertAlmostEqual(float(row["leaves / bound"]), int(row["leaves"]) / bound, delta=0.1)
        leaves = {row["order"]: int(row["leaves"]) for row in rows if row["depth"] == "4"}
        self.assertLess(max(leaves["killers"], leaves["table"]), leaves["no ordering"])
        self.assertIn("leaves / bound of Knuth and Moore", self.check_tables_and_plot("ordering", rows))


if __name__ == "__main__":
    unittest.main()
