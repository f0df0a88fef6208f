"""The page of a tournament: its index says what `sprt report --json` says and what the games come to, in a file, served and followed."""

import json
import unittest

import page_test
import schema
import serve_test
from harness import SPRT, count_lines, read_games, wait_until, write_games

REPORTED = ("over", "result", "differences", "notes")


class TournamentPages(serve_test.ServedRuns):
    def play(self, out="t", *agents, rounds=4, flags=()):
        chosen = [word for agent in agents or ("greedy", "random", "minimax --depth 1") for word in ("--agent", agent)]
        return self.run_program(SPRT, "tournament", *chosen, "--rounds", rounds, "--seed", 1, "--quiet", "--out", out, *flags)

    def parts(self, out="t", *flags):
        done = self.succeed(SPRT, "page", out, "--out", "-", *flags)
        parts = page_test.blocks_of(done.stdout)
        index = json.loads(parts.pop("index"))
        self.assertEqual(schema.problems("page", index), [])
        return index, parts

    def check_columns(self, index, games):
        """Rows of the columns against the log."""
        rows = [dict(zip(index["columns"], row)) for row in zip(*index["columns"].values(), strict=True)]
        self.assertEqual(len(rows), len(games))
        for row, game in zip(rows, games):
            self.assertEqual([row["agent1"], row["agent2"], row["round"]], [*game["agents"], game["round"]])
            self.assertEqual([row["first"], row["winner"], row["turns"]], [game["first"], game["winner"], game["turns"]])
            self.assertEqual(index["terminations"][row["termination"]], game["termination"])
            self.assertEqual(row["fault"], game["fault"]["agent"] if game["fault"] else 0)

    def test_index_says_what_the_report_says(self):
        crash = self.dir / "crash.sh"
        crash.write_text("#!/bin/sh\nexit 7\n")
        crash.chmod(0o755)
        done = self.play("t", "greedy", "random", "minimax --depth 1", "./crash.sh", flags=("--no-check", "--max-faults", 8))
        self.assertEqual(done.status, 4, done)
        index, parts = self.parts()
        report = json.loads(self.run_program(SPRT, "report", "t", "--json").stdout)
        for key in REPORTED:
            self.assertEqual(index[key], report[key], key)
        games = read_games(self.dir / "t" / "games.jsonl")
        self.check_columns(index, games)
        self.assertEqual(list(parts), ["games-0"])
        self.assertEqual(parts["games-0"], (self.dir / "t" / "games.jsonl").read_bytes())

        # The table.
        table = index["standings"]
        text = self.run_program(SPRT, "report", "t").stdout
        self.assertIn(table["head"] + "\n", text)
        self.assertTrue(table["head"].startswith(index["title"] + ": "))
        for note in table["notes"]:
            self.assertIn(note + "\n", text)
        self.assertIn(f"Result: {index['end']}\n", text)
        names = [agent["name"] for agent in index["run"]["agents"]]
        self.assertEqual(sorted(names[row["agent"]] for row in table["rows"]), sorted(names))
        ratings = report["result"]["ratings"]
        lines = text.splitlines()[2:]
        for row, line in zip(table["rows"], lines):
            agent = row["agent"]
            self.assertIn(names[agent], line)
            self.assertIn(f"{row['points']:.1f}/{row['games']}", line)
            self.assertEqual(row["rank"], ratings["ranks"][agent])
            self.assertEqual(row["faults"], report["result"]["faults"][agent])
            points = sum(p["ptnml"][k] * (k if p["agents"][0] == agent else 4 - k) / 2 for p in report["result"]["pairings"] if agent in p["agents"] for k in range(5))
            self.assertEqual(row["points"], points)
        self.assertEqual([row["agent"] for row in table["rows"] if row["withdrawn"]], [3])
        self.assertIsNone(table["rows"][-1]["rating"][0])  # it lost all

        # Differences are those of ratings, with the errors of differences.
        for i, line in enumerate(table["differences"]):
            for j, difference in enumerate(line):
                if i == j:
                    self.assertEqual(difference, [0, 0, 0])
                elif difference[0] is not None:
                    self.assertAlmostEqual(difference[0], ratings["elo"][j] - ratings["elo"][i], delta=1e-9)
                    half = ratings["critical"] * ratings["difference_se"][i][j]
                    self.assertAlmostEqual(difference[2] - difference[1], 2 * half, delta=1e-9)

    def test_two_agents_have_the_interval_of_calc(self):
        self.play("t", "greedy --shuffle", "minimax --depth 1", rounds=30)
        index, _ = self.parts()
        pairing = index["result"]["pairings"][0]
        counts = ",".join(map(str, pairing["ptnml"]))
        calc = json.loads(self.succeed(SPRT, "calc", "--model", "pentanomial", "--elo0", 0, "--elo1", 5, "--ptnml", counts, "--json").stdout)
        elo, low, high = index["standings"]["differences"][1][0]
        for seen, right in zip((elo, low, high), (calc["elo"], *calc["elo_ci95"])):
            self.assertAlmostEqual(seen, right, delta=1e-9)
        estimates = index["pairings"][0]["estimates"]
        self.assertEqual((estimates["elo"], estimates["elo_ci95"], estimates["interval"]), (calc["elo"], calc["elo_ci95"], "fixed"))

    def test_values_of_variables_stay_secret(self):
        config = {"agents": [{"command": "greedy", "env": {"TOKEN": "s3cret"}}, "random"], "rounds": 1}
        (self.dir / "c.json").write_text(json.dumps(config))
        self.succeed(SPRT, "tournament", "c.json", "--quiet", "--out", "t")
        self.succeed(SPRT, "resume", "t", "--rounds", 2, "--add", "minimax --depth 1")
        index, _ = self.parts()
        self.assertNotIn("s3cret", json.dumps(index))
        self.assertIn("TOKEN", json.dumps(index))

    def test_without_games_or_any_game(self):
        self.play()
        index, parts = self.parts("t", "--no-games")
        self.assertEqual((index["has_games"], parts), (False, {}))
        log = self.dir / "t" / "games.jsonl"
        write_games(log, read_games(log)[:1])
        index, parts = self.parts()
        self.assertEqual((index["games"], index["over"], index["end"]), (1, False, None))
        log.write_text("")
        index, parts = self.parts()
        self.assertEqual((index["games"], index["pairings"], parts), (0, [], {}))
        self.assertEqual([row["rank"] for row in index["standings"]["rows"]], [None] * 3)

    def test_served_page_is_that_of_the_file_and_the_list_names_all_agents(self):
        self.play("runs/t")
        self.run_to("runs/r", "--agent1", "greedy", "--agent2", "random", "--max-games", 4, "--elo1", 1)
        _, port = self.serve("runs")

        def listed():
            runs = json.loads(page_test.blocks_of(self.get(port, "/")[2].decode())["index"])["runs"]
            return {row["name"]: row for row in runs} if all(row["agents"] for row in runs) else None

        title = "<b>Cup</b> of \"Été\" [1]"
        self.play("runs/named", flags=("--title", title))
        self.run_to("runs/match", "--agent1", "greedy", "--agent2", "random", "--max-games", 4, "--elo1", 1, "--title", title)
        rows = wait_until(listed, 60)
        self.assertTrue(rows, "all are read some time")
        self.assertEqual(rows["t"]["agents"], ["greedy", "random", "minimax --depth 1"])
        self.assertEqual((rows["t"]["words"], rows["t"]["llr"], rows["t"]["games"]), ("Round robin of 3, 4 rounds", None, 24))
        self.assertEqual({name: row.get("title") for name, row in rows.items()}, {"t": None, "r": None, "named": title, "match": title})
        for name in ("named", "match"):
            folder = f"runs/{name}"
            self.assertEqual(self.index(port, f"/run/{name}/index.json")["run"]["config"]["title"], title)
            self.assertNotIn("<b>Cup", self.succeed(SPRT, "page", folder, "--out", "-").stdout)
            self.assertEqual(json.loads(self.succeed(SPRT, "report", folder, "--json").stdout)["title"], title)
            pgn = self.succeed(SPRT, "export", folder, "--format", "pgn").stdout
            self.assertEqual(pgn.count('[Event "<b>Cup</b> of \\"Été\\" [1]"]'), pgn.count("[Result "))
        self.assertNotIn("title", json.loads(self.succeed(SPRT, "report", "runs/t", "--json").stdout))
        served = self.index(port, "/run/t/index.json")
        self.assertIs(served.pop("live"), False)
        in_file, _ = self.parts("runs/t")
        for each in (served, in_file):
            del each["made"]
        self.assertEqual(served, in_file)
        pages = [self.get(port, f"/run/{name}/")[2] for name in ("t", "r")]
        self.assertEqual(*pages, "there is one page")

    def test_tournament_is_followed_to_its_end(self):
        agents = [word for name in ("random", "random --seed 2", "greedy") for word in ("--agent", name)]
        flags = ("--rounds", 400, "--game", "tic-tac-toe", "--openings", "start", "--quiet", "--seed", 1)
        run = self.start_program(SPRT, "tournament", *agents, *flags, "--out", "t")
        log = self.dir / "t" / "games.jsonl"
        self.assertTrue(wait_until(lambda: count_lines(log) > 2, 60))
        _, port = self.serve("t")
        index = self.index(port)
        for number, name, data in self.events(port, f"/events?from={index['games']}"):
            if name == "games":
                for key, values in data.pop("columns").items():
                    index["columns"][key] = index["columns"][key][: data["from"]] + values
                del data["from"]
            self.assertIn(name, ("games", "state"))
            index.update(data)
            index["games"] = len(index["columns"]["first"])
            self.assertEqual(number, index["games"])
            if name == "state" and not data["live"]:
                break
        self.assertEqual(self.finish(run).status, 0)
        followed, loaded = index, self.index(port)
        for each in (followed, loaded):
            del each["made"], each["differences"]
        self.assertEqual(followed, loaded)
        self.check_columns(loaded, read_games(log))


if __name__ == "__main__":
    unittest.main()
