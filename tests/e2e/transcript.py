"""The transcript of `sprt run`: what it must be, line by line, given how the games came out."""

import math
import re

GAME = re.compile(
    r"(?:agent(?P<winner>[12])\((?P<side>[OX])\) WINS|DRAW) (?P<stones>\d+-\d+) \| T(?P<turns>\d+)"
    r" \| A1 \d+ms / A2 \d+ms(?: \| agent[12] [a-z_]+)?"
)
TIME = re.compile(
    r"Time: agent 1 used (?P<ratio>\d+\.\d) times (?P<word>less|more) than agent 2"
    r" \([\d.]+ ms / [\d.]+ ms a game\)\."
)
CLOCKS = re.compile(
    r"Clocks: without a core an agent waited \d+\.\d ms a game \(median\), \d+\.\d ms \(99 %\), \d+\.\d ms \(most\); "
    r"time losses: \d+, disputed: \d+\."
)
SEED = re.compile(r"Seed: \d+")
REPEATS = re.compile(
    r"Repeats: counted as evidence, the articles' way: (?P<pairs>\d+) pairs of games, (?P<distinct>\d+) distinct\."
)
OPENINGS = re.compile(r"Openings: [^\n]+")


def score_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def three_decimals(value):
    text = f"{value:.3f}"
    return "0.000" if text == "-0.000" else text


class Test:
    """The `wald` test as the articles print it; alpha and beta are 0.05."""

    def __init__(self, elo0, elo1):
        self.elo0, self.elo1 = elo0, elo1
        p0, p1 = score_of(elo0), score_of(elo1)
        self.win, self.loss = math.log(p1 / p0), math.log((1 - p1) / (1 - p0))
        self.bound = math.log(0.95 / 0.05)

    def head(self, name1, name2):
        return [
            f"Agent 1 (H1): {name1}",
            f"Agent 2 (H0): {name2}",
            f"Elo [H0, H1]: [{self.elo0:.1f}, {self.elo1:.1f}]"
            f" -> P [P0, P1]: [{score_of(self.elo0):.4f}, {score_of(self.elo1):.4f}]",
            f"LLR bounds: [{-self.bound:.3f}, {self.bound:.3f}] (Alpha=0.05, Beta=0.05)",
            f"LLR updates: Win={self.win:+.4f}, Loss={self.loss:+.4f}, Draw=0.0",
            "",
        ]

    def llr(self, wins, losses):
        return wins * self.win + losses * self.loss

    def total(self, wins, losses, draws):
        return (
            f"Total: {wins + losses + draws}, WLD: {wins}/{losses}/{draws},"
            f" LLR: {three_decimals(self.llr(wins, losses))} [{-self.bound:.3f}, {self.bound:.3f}]"
        )


def check(case, stdout, test, name1, name2, result, quiet=False):
    """Asserts that `stdout` is a whole transcript and nothing else: the head, for each game its line and the
    Total that follows from it, the final block with `result`. Returns the games as matches of GAME."""
    case.assertTrue(stdout.endswith("\n"))
    lines = stdout[:-1].split("\n")
    head = test.head(name1, name2)
    case.assertEqual(lines[: len(head)], head)
    del lines[: len(head)]

    games, counts = [], {"1": 0, "2": 0, None: 0}
    while lines and lines[0] != "":
        game = GAME.fullmatch(lines[0])
        case.assertTrue(game, f"not a game's line: {lines[0]!r}")
        counts[game["winner"]] += 1
        first = "1" if len(games) % 2 == 0 else "2"
        if game["winner"]:
            case.assertEqual(game["side"], "O" if game["winner"] == first else "X", lines[0])
        games.append(game)
        case.assertEqual(lines[1], test.total(counts["1"], counts["2"], counts[None]))
        del lines[:2]
    if quiet:
        case.assertEqual(games, [])
        counts = dict(zip(("1", "2", None), map(int, re.search(r"WLD: (\d+)/(\d+)/(\d+)", lines[2]).groups())))

    llr = three_decimals(test.llr(counts["1"], counts["2"]))
    tail = ["", "[SPRT Finished]", test.total(counts["1"], counts["2"], counts[None]), f"Final LLR: {llr}"]
    case.assertEqual(lines[:5], [*tail, f"Result: {result}"])
    ours = [TIME, *(rule for rule in (REPEATS, OPENINGS) if rule.search(stdout)), CLOCKS, SEED]
    check_lines(case, lines[5:], ours)
    return games


def check_lines(case, lines, rules):
    """Each line is what its rule says, and there are no others."""
    case.assertEqual(len(lines), len(rules), lines)
    for line, rule in zip(lines, rules):
        case.assertTrue(rule.fullmatch(line), f"{line!r} is not {rule.pattern}")


def without_times(stdout):
    """The transcript with everything that a clock decides replaced."""
    masked = re.sub(r"A1 \d+ms / A2 \d+ms", "A1 _ / A2 _", stdout)
    return CLOCKS.sub("Clocks: _", TIME.sub("Time: _", masked))
