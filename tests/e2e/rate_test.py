"""`sprt rate`: every reference value, the table, and files that are wrong.

ratings_vectors.json was computed apart from this program, with numpy and scipy; its `meta` says what it holds. Its one
Student's t (`critical` of opening-bias) is 8e-9 below the exact 2.0226909200367613, so that this value has 1e-8.
"""

import json
import math
import pathlib
import unittest

import schema
from harness import SPRT, ProgramTest

VECTORS = json.loads(pathlib.Path(__file__).with_name("ratings_vectors.json").read_text())
KEYS = (
    "method classes groups elo cov cluster openings df critical critical_joint half_width difference_se los ranks expected_score "
    "residual_z dispersion fit"
).split()
EXACT = ("method", "classes", "groups", "cluster", "df", "ranks")
TOLERANCES = {"elo": 1e-6, "critical": 1e-8, "critical_joint": 1e-6, "half_width": 1e-6, "difference_se": 1e-6, "los": 1e-7}
TOLERANCES |= {"expected_score": 1e-9, "residual_z": 1e-6, "dispersion": 1e-9}

LARGE = 10**9


def flat(values):
    return [one for value in values for one in flat(value)] if isinstance(values, list) else [values]


class Rate(ProgramTest):
    def write(self, agents, pairings, name="counts.json"):
        file = self.write_json(name, {"agents": agents, "pairings": pairings})
        self.assertEqual(schema.problems("rate", json.loads(file.read_text())), [])
        return file

    def rated(self, file, *flags):
        done = self.succeed(SPRT, "rate", file, *flags, "--json")
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"\A[^\n]+\n\Z", "one line")
        return json.loads(done.stdout)

    def near(self, value, right, absolute, what):
        if right is None or value is None:
            self.assertEqual(value, right, what)
        else:
            self.assertTrue(math.isclose(value, right, rel_tol=0, abs_tol=absolute), f"{what}: {value} is not {right}")

    def test_every_reference_value(self):
        for case in VECTORS["cases"]:
            with self.subTest(case["id"]):
                right = case["expected"]
                agents = [f"agent {i}" for i in range(case["agents"])]
                anchor = case.get("anchor")
                flags = ["--anchor", f"agent {anchor['agent']}={anchor['elo']}"] if anchor else []
                seen = self.rated(self.write(agents, case.get("pairings") or case["counted"]), *flags)
                self.assertEqual(list(seen), KEYS)
                for key in EXACT:
                    self.assertEqual(seen[key], right[key], key)
                if "counted" not in case:  # counts do not tell from how many openings they are
                    self.assertEqual(seen["openings"], right["openings"])
                largest = max(abs(value) for value in flat(right["cov"]) if value is not None)
                for key, absolute in {**TOLERANCES, "cov": 1e-7 * largest}.items():
                    values, rights = flat([seen[key]]), flat([right[key]])
                    self.assertEqual(len(values), len(rights), key)
                    for value, wanted in zip(values, rights, strict=True):
                        self.near(value, wanted, absolute, key)
                self.assertEqual(seen["fit"]["df"], right["fit"]["df"])
                self.near(seen["fit"]["chi2"], right["fit"]["chi2"], 1e-6 * (right["fit"]["chi2"] or 1), "chi2")
                self.near(seen["fit"]["p"], right["fit"]["p"], max(1e-12, 1e-5 * (right["fit"]["p"] or 0)), "p")

    def test_two_agents_are_those_of_calc(self):
        for ptnml in ([16, 15, 38, 19, 12], [1, 0, 3, 0, 200], [0, 7, 900, 1, 0]):
            with self.subTest(ptnml=ptnml):
                seen = self.rated(self.write(["x", "y"], [{"a": 0, "b": 1, "ptnml": ptnml}]))
                counts = ",".join(map(str, ptnml))
                calc = json.loads(self.succeed(SPRT, "calc", "--model", "pentanomial", "--elo0", 0, "--elo1", 5, "--ptnml", counts, "--json").stdout)
                self.assertAlmostEqual(seen["elo"][0] - seen["elo"][1], calc["elo"], delta=1e-9)
                pairs = sum(ptnml)
                score = calc["score"]
                variance = sum(count * (i / 4 - score) ** 2 for i, count in enumerate(ptnml)) / pairs
                by_delta_rule = math.sqrt(variance / pairs) * 400 / math.log(10) / (score * (1 - score))
                self.assertAlmostEqual(seen["difference_se"][0][1], by_delta_rule, delta=1e-9)
                table = self.succeed(SPRT, "rate", "counts.json", "--anchor", "y").stdout
                low, high = (f"{end:.1f}" if end is not None else "+inf" for end in calc["elo_ci95"])
                self.assertIn(f"[{low}, {high}]", table)

    def test_table(self):
        names = ["abprun", "pvs", "ttmo", "idab"]
        pairings = next(case for case in VECTORS["cases"] if case["id"] == "one-wins-all")["pairings"]
        text = self.succeed(SPRT, "rate", self.write(names, pairings)).stdout
        self.assertEqual(
            text,
            """4 agents: 300 games, 150 pairs. Errors by pair.
  #  Rank  Agent        Elo  95 %      Points    Score      LOS
  1  1     abprun  > +393.4         150.0/150  100.0 %  100.0 %
  2  2-4   pvs        +50.4  ±37.7   61.0/150   40.7 %   98.2 %
  3  2-4   ttmo       -20.6  ±38.7   45.5/150   30.3 %   60.6 %
  4  2-4   idab       -29.8  ±38.2   43.5/150   29.0 %

             abprun   pvs  ttmo  idab
  1  abprun       -  50.0  50.0  50.0  of 50
  2  pvs        0.0     -  28.5  32.5
  3  ttmo       0.0  21.5     -  24.0
  4  idab       0.0  17.5  26.0     -
Fit: chi2 1.0 on 1, p 0.31: one number an agent is enough.
Agents that won or lost everything against others have no finite rating: > and < are the ends of intervals with Jeffreys' prior, and rows stand in the order of their middles.
""",
        )
        pairings = next(case for case in VECTORS["cases"] if case["id"] == "rock-paper-scissors")["pairings"]
        text = self.succeed(SPRT, "rate", self.write(["rock", "paper", "scissors"], pairings)).stdout
        self.assertIn("strength is not one number here: rock makes 71 % against paper, its rating says 50 %;", text)
        pairings = next(case for case in VECTORS["cases"] if case["id"] == "disconnected")["pairings"]
        text = self.succeed(SPRT, "rate", self.write(["a", "b", "c", "d", "e"], pairings)).stdout
        self.assertIn("Groups that never met, each rated by itself: a, b; c, d. Nothing is said between them.\n", text)
        self.assertIn("Without counted pairs: e.\n", text)

    def test_hostile_names_cannot_change_the_table(self):
        names = ["|", "a\nb\tc", "</td>", "=1+1", "x\u202ey", "\x1b[31mred", "n" * 500, "n" * 499 + "m"]
        pairings = [{"a": i, "b": i + 1, "ptnml": [1, 2, 3, 2, 1]} for i in range(len(names) - 1)]
        text = self.succeed(SPRT, "rate", self.write(names, pairings)).stdout
        self.assertNotIn("\x1b", text)
        self.assertNotIn("\u202e", text)
        self.assertIn("a\\x0ab\\x09c", text)
        self.assertEqual(len(text.splitlines()), 2 * (2 + len(names)) + 1)
        self.assertLess(max(map(len, text.splitlines())), 250)
        self.assertIn("(8)", text, "names that begin alike have numbers in the cross table")

    def test_wrong_files(self):
        two = ["x", "y"]
        good = {"a": 0, "b": 1, "ptnml": [1, 1, 1, 1, 1]}
        rows = (
            ({"pairings": []}, "missing field counts.json: /agents"),
            ({"agents": ["x"], "pairings": []}, "/agents has 1 agents; it must have 2 to 64"),
            ({"agents": [str(i) for i in range(65)], "pairings": []}, "/agents has 65 agents; it must have 2 to 64"),
            ({"agents": ["x", "x"], "pairings": []}, "/agents/1 is \"x\"; it must be a name that no other agent has"),
            ({"agents": ["x", ""], "pairings": []}, "/agents/1 is \"\"; it must be a name"),
            ({"agents": ["x", 1], "pairings": []}, "/agents/1"),
            ({"agents": two, "pairings": [], "more": 1}, "/more is unknown; known are $schema, agents, pairings"),
            ({"agents": two, "pairings": [{**good, "c": 1}]}, "/pairings/0/c is unknown; known are a, b, ptnml, pairs"),
            ({"agents": two, "pairings": [{**good, "b": 2}]}, "/pairings/0/b"),
            ({"agents": two, "pairings": [{**good, "a": -1}]}, "/pairings/0/a"),
            ({"agents": two, "pairings": [{**good, "b": 0}]}, "/pairings/0: agent 0 cannot meet itself"),
            ({"agents": two, "pairings": [good, {**good, "a": 1, "b": 0}]}, "/pairings/1: agents 1 and 0 have a pairing already, counts.json: /pairings/0"),
            ({"agents": two, "pairings": [{"a": 0, "b": 1}]}, "/pairings/0: it must have one of ptnml and pairs"),
            ({"agents": two, "pairings": [{**good, "pairs": []}]}, "/pairings/0: it must have only one of ptnml and pairs"),
            ({"agents": [*two, "z"], "pairings": [good, {"a": 0, "b": 2, "pairs": [[0, 1]]}]}, "/pairings/1: either all pairings have pairs, or none; the others have ptnml"),
            ({"agents": two, "pairings": [{**good, "ptnml": [1, 1, 1, 1]}]}, "/pairings/0/ptnml"),
            ({"agents": two, "pairings": [{**good, "ptnml": [1, 1, 1, 1, -1]}]}, "/pairings/0/ptnml/4"),
            ({"agents": two, "pairings": [{**good, "ptnml": [1, 1, 1, 1, 1.5]}]}, "/pairings/0/ptnml/4"),
            ({"agents": two, "pairings": [{**good, "ptnml": [1, 1, 1, 1, LARGE + 1]}]}, "/pairings/0/ptnml/4"),
            ({"agents": two, "pairings": [{"a": 0, "b": 1, "pairs": [[0, 5]]}]}, "/pairings/0/pairs/0/1"),
            ({"agents": two, "pairings": [{"a": 0, "b": 1, "pairs": [[-1, 2]]}]}, "/pairings/0/pairs/0/0"),
            ([], "an object"),
        )
        for value, message in rows:
            with self.subTest(message):
                self.write_json("counts.json", value)
                for flags in ((), ("--json",)):
                    done = self.run_program(SPRT, "rate", "counts.json", *flags)
                    self.assertEqual((done.status, done.stdout), (2, ""))
                    self.assertIn("counts.json", done.stderr)
                    self.assertIn(message, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1)
        self.write(["x", "y=3"], [good])
        for anchor, message in (
            ("z", "--anchor: no agent is named 'z'; the agents are x, y=3"),
            ("z=5", "--anchor: no agent is named 'z'; the agents are x, y=3"),
            ("x=", "--anchor: '' is no Elo; it must be a number from -1000000 to 1000000"),
            ("x=1e7", "--anchor: '1e7' is no Elo"),
            ("x=nan", "--anchor: 'nan' is no Elo"),
            ("x=inf", "--anchor: 'inf' is no Elo"),
            ("x=5x", "--anchor: '5x' is no Elo"),
        ):
            with self.subTest(anchor):
                done = self.run_program(SPRT, "rate", "counts.json", "--anchor", anchor)
                self.assertEqual((done.status, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)
        self.assertEqual(self.rated("counts.json", "--anchor", "y=3")["elo"][1], 0)
        self.assertEqual(self.rated("counts.json", "--anchor", "y=3=+1500")["elo"][1], 1500)
        self.assertEqual(self.run_program(SPRT, "rate", "none.json").status, 2)

    def test_empty_and_huge_counts(self):
        text = self.succeed(SPRT, "rate", self.write(["x", "y"], [])).stdout
        self.assertIn("2 agents: 0 games, 0 pairs.", text)
        seen = self.rated(self.write(["x", "y", "z"], [{"a": a, "b": b, "ptnml": [LARGE, 0, 0, 0, 0]} for a, b in ((0, 1), (1, 2), (0, 2))]))
        self.assertEqual((seen["method"], seen["classes"]), ("jeffreys", [[[2], [1], [0]]]))
        self.assertTrue(all(math.isfinite(value) for value in flat(seen["elo"])))


if __name__ == "__main__":
    unittest.main()
