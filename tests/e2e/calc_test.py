"""`sprt calc` and `sprt plan`: every reference value, and the examples in the docs.

Where the values come from: "about" in calc_vectors.json.
"""

import json
import math
import pathlib
import re
import shlex
import unittest

from harness import SOURCE, SPRT, ProgramTest

VECTORS = json.loads(pathlib.Path(__file__).with_name("calc_vectors.json").read_text())
KEYS = "model test llr lower upper verdict score elo elo_ci95 nelo los anytime_ci95 p_h1 games_left".split()

# Tolerances of log-likelihood ratios, absolute or relative, whichever is larger.
LLR_TOLERANCE = {
    "wald": (1e-9, 1e-11),
    "bayeselo": (1e-9, 1e-11),
    "bayeselo-true": (1e-8, 1e-9),
    "trinomial": (1e-8, 1e-9),
    "pentanomial": (1e-8, 1e-9),
    "normalized": (1e-6, 1e-7),
}
MANY_GAMES = 5_000_000  # from there on 1e-9 for the first two: the reference itself has no more digits
NESTED_SEARCH = ("v53", "v54")  # 1e-5


def flags(case, **others):
    """The flags of a case; lists become `1,2,3`."""
    names = ("model", "elo0", "elo1", "alpha", "beta", "wld", "ptnml")
    values = {name: case[name] for name in names if name in case} | others
    text = lambda value: ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return [f"--{name}={text(value)}" for name, value in values.items()]


class Calc(ProgramTest):
    def calc(self, case, **others):
        done = self.succeed(SPRT, "calc", *flags(case, **others), "--json")
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"\A[^\n]+\n\Z", "one line")
        self.assertIsNone(re.search(r"-0\.0\b(?!\d)", done.stdout), done.stdout)
        return json.loads(done.stdout)

    def near(self, value, right, absolute, relative=0.0):
        """`right` is a string where there is no number."""
        if isinstance(right, str):
            self.assertIsNone(value, right)
        else:
            self.assertIsNotNone(value, right)
            self.assertTrue(math.isclose(value, right, rel_tol=relative, abs_tol=absolute), f"{value} is not {right}")

    def half_width_is(self, interval, right):
        defined = None not in interval
        self.near((interval[1] - interval[0]) / 2 if defined else None, right, 1e-12, 1e-9)

    def post_sprt_is(self, value, right):
        """Within 0.01 Elo, or 0.1 where nearly all units have one result: there the reference is an approximation."""
        for ours, theirs in zip((value["elo"], *value["ci95"]), right[:3], strict=True):
            if abs(theirs) < 1000:
                self.near(ours, theirs, 0.01 if abs(theirs) < 200 else 0.1)
            else:
                self.assertTrue(ours is None or ours * theirs >= 1000**2, f"{ours}, beyond {theirs}")
        self.near(value["los"], right[3], 1e-7)

    def test_results_equal_the_reference_values(self):
        self.assertEqual({case["model"] for case in VECTORS["cases"]}, set(LLR_TOLERANCE))
        for case in VECTORS["cases"]:
            with self.subTest(case["id"]):
                result = self.calc(case)
                self.assertEqual(list(result)[: len(KEYS)], KEYS)
                absolute, relative = LLR_TOLERANCE[case["model"]]
                if case["id"] in NESTED_SEARCH:
                    absolute = 1e-5
                elif sum(case.get("wld", [])) >= MANY_GAMES:
                    relative = max(relative, 1e-9)
                self.near(result["llr"], case["llr"], absolute, relative)
                self.near(result["lower"], case["lower"], 1e-12)
                self.near(result["upper"], case["upper"], 1e-12)
                self.assertEqual(
                    (result["model"], result["test"], result["verdict"]), (case["model"], "sprt", case["verdict"])
                )
                for key in ("score", "elo", "los", "nelo", "draw_ratio", "pairs_ratio"):
                    of_few = key == "los" and "elo_ci95" in case
                    self.near(result[key], case.get(key, "undefined"), 1e-8 if of_few else 1e-12, 1e-9)
                for key in ("elo", "nelo"):
                    if f"{key}_ci95" in case:
                        for value, right in zip(result[f"{key}_ci95"], case[f"{key}_ci95"], strict=True):
                            self.near(value, right, 1e-4, 1e-5)
                    elif f"{key}_half_width" in case:
                        self.half_width_is(result[f"{key}_ci95"], case[f"{key}_half_width"])
                if case["verdict"] == "continue":
                    self.assertIsNone(result["post_sprt"])
                    self.assertGreater(result["games_left"], 0)
                else:
                    self.assertEqual((result["p_h1"], result["games_left"]), (float(case["verdict"] == "H1"), 0))
                    if "post_sprt" in case:
                        self.post_sprt_is(result["post_sprt"], case["post_sprt"])

    def test_every_estimate_has_a_case(self):
        for key in "elo elo_half_width elo_ci95 nelo nelo_half_width nelo_ci95 los pairs_ratio post_sprt".split():
            self.assertGreater(sum(key in case for case in VECTORS["cases"]), 10, key)

    def test_anytime_interval_equals_the_reference(self):
        for case in VECTORS["anytime"]:
            with self.subTest(case["ptnml"]):
                result = self.calc(case, model="pentanomial", elo0=0, elo1=10)
                for value, right in zip(result["anytime_ci95"], case["elo"], strict=True):
                    self.near(value, right, 1e-4)  # 1e-7 in the score

    def test_forecast_equals_the_reference(self):
        for case in VECTORS["forecast"]:
            with self.subTest(case["ptnml"]):
                result = self.calc(case, model="pentanomial")
                self.near(result["llr"], case["llr"], 1e-8)
                self.near(result["p_h1"], case["p_h1"], 0, 1e-4)
                self.near(result["games_left"], case["games_left"], 0, 1e-4)
                low, high = result["games_left_range80"]
                self.assertTrue(0 < low < result["games_left"] < high)

    def test_billion_of_each_result_is_computed(self):
        billion = 10**9
        for model in LLR_TOLERANCE:
            games = {"wld": [billion, billion - 1, 1]}
            if model == "pentanomial":
                games = {"ptnml": [billion, 0, 1, 2, billion]}
            for elo0, elo1 in ((0, 10), (-2000, 2000)):
                with self.subTest(model, elo1=elo1):
                    result = self.calc(games, model=model, elo0=elo0, elo1=elo1)
                    self.assertIsNotNone(result["llr"])

    def test_text_holds_the_figures(self):
        for case in VECTORS["cases"]:
            with self.subTest(case["id"]):
                done = self.succeed(SPRT, "calc", *flags(case))
                self.assertIn(f"\nVerdict: {case['verdict']}\n", done.stdout)
                self.assertIsNone(re.search(r"\bnan\b|-0\.0+\b", done.stdout), done.stdout)


class Plan(ProgramTest):
    def plan(self, *arguments):
        return json.loads(self.succeed(SPRT, "plan", *arguments, "--json").stdout)

    def test_plan_has_the_documented_defaults(self):
        plan = self.plan("--elo0", "0", "--elo1", "50")
        settings = {key: plan[key] for key in ("model", "test", "alpha", "beta", "draws", "bias_elo", "max_games")}
        self.assertEqual(
            settings,
            {
                "model": "pentanomial",
                "test": "sprt",
                "alpha": 0.05,
                "beta": 0.05,
                "draws": 0,
                "bias_elo": 0,
                "max_games": None,
            },
        )
        self.assertEqual([truth["true_elo"] for truth in plan["plans"]], [0, 25, 50])

    def test_planned_games_are_within_4_percent_of_simulated_ones(self):
        """The simulations are of 20 000 runs each."""
        simulated = {"wald": (286, 824, 289), "pentanomial": (146, 249, 149)}
        for model, games in simulated.items():
            plan = self.plan("--elo0", "0", "--elo1", "50", "--bias", "300", "--model", model)
            for truth, right in zip(plan["plans"], games, strict=True):
                with self.subTest(model, true_elo=truth["true_elo"]):
                    self.assertAlmostEqual(truth["games"] / right, 1, delta=0.04)

    def test_plan_takes_every_flag_with_every_model(self):
        flags_of_all = "--elo0 -5 --elo1 0 --alpha 0.1 --beta 0.02 --draws 0.2 --bias -100 --max-games 1001".split()
        for model in LLR_TOLERANCE:
            with self.subTest(model):
                plan = self.plan(*flags_of_all, "--model", model)
                self.assertEqual((plan["model"], plan["test"], plan["alpha"]), (model, "sprt", 0.1))
                for truth in plan["plans"]:
                    self.assertTrue(0 < truth["p_h1"] < 1)
                    self.assertTrue(0 < truth["p_undecided"] <= 1)
                text = self.succeed(SPRT, "plan", *flags_of_all, "--model", model).stdout
                self.assertIn(f"Test: sprt, {model}, ", text)


class Docs(ProgramTest):
    def test_documented_examples_equal_the_output(self):
        text = (SOURCE / "docs" / "commands.md").read_text()
        examples = re.findall(r"^```\n\$ sprt (.+)\n((?s:.*?))^```$", text, re.MULTILINE)
        self.assertEqual([words.split()[0] for words, _ in examples], ["match", "calc", "plan", "rate", "simulate"])
        (self.dir / "configs").symlink_to(SOURCE / "configs")
        for words, printed in examples:
            with self.subTest(words):
                output = self.succeed(SPRT, *shlex.split(words)).stdout
                if printed.startswith("...\n"):  # a part of it, the times are left out
                    self.assertIn(printed.removeprefix("...\n"), output)
                else:
                    self.assertEqual(output, printed)

    def test_documented_commands_succeed(self):
        text = (SOURCE / "docs" / "statistics.md").read_text()
        commands = re.findall(r"`sprt ((?:calc|plan) [^`]+)`", text)
        self.assertGreaterEqual(len(commands), 4)
        for words in commands:
            with self.subTest(words):
                self.succeed(SPRT, *words.split())

    def test_verdict_on_one_repeated_result_comes_where_documented(self):
        """The row "agent 1 always wins" and the next ones in docs/statistics.md: no verdict one observation earlier."""
        rows = (  # model, counts of one observation by flag, observations until the verdict, verdict
            ("wald", "wld", (1, 0, 0), 23, "H1"),
            ("trinomial", "wld", (1, 0, 0), 23, "H1"),
            ("bayeselo", "wld", (1, 0, 0), 19, "H1"),
            ("pentanomial", "ptnml", (0, 0, 0, 0, 1), 23, "H1"),
            ("normalized", "ptnml", (0, 0, 0, 0, 1), 17, "H1"),
            ("trinomial", "wld", (0, 0, 1), 20, "H0"),
            ("bayeselo", "wld", (0, 0, 1), 14, "H0"),
            ("pentanomial", "ptnml", (0, 0, 1, 0, 0), 20, "H0"),
            ("normalized", "ptnml", (0, 0, 1, 0, 0), 73, "H0"),
            ("wald", "wld", (1, 1, 0), 143, "H0"),
            ("trinomial", "wld", (1, 1, 0), 143, "H0"),
            ("bayeselo", "wld", (1, 1, 0), 142, "H0"),
        )
        for model, flag, one, needed, verdict in rows:
            for seen, right in ((needed - 1, "continue"), (needed, verdict)):
                with self.subTest(model, one=one, seen=seen):
                    counts = {"model": model, flag: [seen * count for count in one]}
                    done = self.succeed(SPRT, "calc", *flags(counts, elo0=0, elo1=50), "--json")
                    self.assertEqual(json.loads(done.stdout)["verdict"], right)


if __name__ == "__main__":
    unittest.main()
