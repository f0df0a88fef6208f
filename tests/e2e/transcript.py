"""The transcript of `sprt run`: every line that must follow from the results of the games."""

import math
import re

GAME = re.compile(
    r"(?:agent(?P<winner>[12])\((?P<side>[OX])\) WINS|DRAW)(?: (?P<stones>\d+-\d+))? \| T(?P<turns>\d+)"
    r" \| A1 \d+ms / A2 \d+ms(?: \| agent[12] [a-z_]+)?"
)
TIME = re.compile(
    r"Time: (?:agent 1 used (?P<ratio>\d+\.\d) times (?P<word>less|more) than agent 2|both agents used about as much)"
    r" \([\d.]+ ms / [\d.]+ ms a game\)\."
)
CLOCKS = re.compile(
    r"Clocks: without a core an agent waited \d+\.\d ms a game \(median\), \d+\.\d ms \(99 %\), \d+\.\d ms \(most\); "
    r"time losses: \d+, disputed: \d+\."
)
RESTS_ON_FAULTS = re.compile(r"Warning: the verdict rests on games lost by faults \(\d+\): without them [^\n]+\.")
HAD_FAULTS = re.compile(r"Warning: agent [12] had \d+ faults? and \d+ time loss(?:es)?, \d+ of them disputed\.")
BUSY = re.compile(r"Warning: (?:the machine was overloaded: agents waited|agent [12] worked while) [^\n]+\.\n")
GAMES = re.compile(r"Games: .*, \d+ turns at most, \d+ at once(; more than \d+ faults of an agent end the run)?$")
FIRST_FAULT = re.compile(r"Game \d+: agent [12] [a-z_]+: |  stderr: ")
SEED = re.compile(r"Seed: \d+")
REPEATS = re.compile(
    r"Repeats: counted (?:as evidence, the articles' way|where games from one opening differ, because the agents have"
    r" chance): (?P<pairs>\d+) pairs of games, (?P<distinct>\d+) distinct\."
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
    Total after it, the final block with `result`. Returns the games as matches of GAME."""
    case.assertTrue(stdout.endswith("\n"))
    lines = stdout[:-1].split("\n")
    head = test.head(name1, name2)
    case.assertEqual(lines[: len(head)], head)
    lines = [line for line in lines[len(head) :] if not FIRST_FAULT.match(line)]

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


LIMIT = re.compile(
    r"Limit: (\d+) games(?: or more)?(?:, when the openings are used up)?; the probability of no decision, without draws and opening bias, is "
    r"\d+\.\d % at -?\d+\.\d, \d+\.\d % at -?\d+\.\d, \d+\.\d % at -?\d+\.\d n?Elo"
)
FAULTS = re.compile(r"Faults: agent 1: \d+( \([^)]+\))?, time losses \d+; agent 2: \d+( \([^)]+\))?, time losses \d+")
NUMBER = r"(?:-?\d+\.\d+|[+-]inf|undefined)"
INTERVAL = rf"(?:\[{NUMBER}, {NUMBER}\]|\[undefined\])"
ELO = re.compile(
    rf"Elo: {NUMBER} {INTERVAL}, nElo: {NUMBER}, LOS: (\d+\.\d %|undefined), draws: (\d+\.\d %|undefined),"
    rf" pairs ratio: {NUMBER}, opening bias: (undefined|(?:\d+|\+inf) (?:\[\d+, (?:\d+|\+inf)\]|\[undefined\]) Elo)"
)
OUTLOOK = re.compile(
    rf"Anytime 95 %: {INTERVAL}(, P\(H1\): [01]\.\d\d, games left: \d+ \(\d+ to \d+\))?"
    rf"(, post-SPRT Elo: {NUMBER} {INTERVAL}, LOS: \d+\.\d %)?"
)
STRENGTH = re.compile(rf" Elo (?:after the verdict|at any time): {NUMBER} {INTERVAL}\.$")
UNITS = {"pentanomial": "Elo", "normalized": "nElo"}


class Pairs:
    """Counts games by pairs, from the records alone; `collapse` as in docs/statistics.md."""

    def __init__(self, collapse):
        self.collapse = collapse
        self.wld, self.ptnml = [0, 0, 0], [0] * 5
        self.whole, self.seen, self.half = 0, {}, None  # seen: by opening, each pair as played and its points

    def add(self, record):
        self.wld[{1: 0, 2: 1, 0: 2}[record["winner"]]] += 1
        if record["game"] % 2 == 0:
            self.half = record
            return
        self.whole += 1
        games = (self.half, record)
        played = str([[game["opening"], [move[:4] for move in game["moves"]], game["termination"]] for game in games])
        points = sum({1: 2, 0: 1, 2: 0}[game["winner"]] for game in games)
        pairs = self.seen.setdefault(str(record["opening"]), [])
        pairs.append((played, points))
        if not self.collapse:
            self.ptnml[points] += 1
            return
        # Copies count nothing until a pair differs; then all pairs of the opening count.
        kinds = len({played for played, _ in pairs})
        if kinds == 2 and len({played for played, _ in pairs[:-1]}) == 1:
            self.ptnml[pairs[0][1]] += len(pairs) - 2
        if kinds > 1 or len(pairs) == 1:
            self.ptnml[points] += 1

    def distinct(self):
        return sum(len({played for played, _ in pairs}) for pairs in self.seen.values())

    def pentanomial_llr(self, elo0, elo1):
        """The LLR by maximum likelihood under given means; an empty bin counts as 1e-3 (Van den Bergh, Prop. 1.1)."""
        if sum(self.ptnml) == 0:
            return 0.0
        counts = [count or 1e-3 for count in self.ptnml]
        seen = [count / sum(counts) for count in counts]

        def fitted(mean):
            offsets = [i / 4 - mean for i in range(5)]
            low, high = -1 / offsets[4], -1 / offsets[0]
            for _ in range(200):
                tilt = (low + high) / 2
                slope = sum(p * offset / (1 + tilt * offset) for p, offset in zip(seen, offsets))
                low, high = (tilt, high) if slope > 0 else (low, tilt)
            return [p / (1 + tilt * offset) for p, offset in zip(seen, offsets)]

        likelihoods = zip(counts, fitted(score_of(elo0)), fitted(score_of(elo1)))
        return sum(count * math.log(p1 / p0) for count, p0, p1 in likelihoods)


def bounds_of(config):
    lower = math.log(config["beta"] / (1 - config["alpha"]))
    upper = math.log((1 - config["beta"]) / config["alpha"])
    return f"[{lower:.3f}, {upper:.3f}]"


def check_pairs(case, stdout, run, records, result, more=(), warnings=()):
    """Asserts that `stdout` is a whole transcript of a model of pairs and nothing else, and counts the run again from
    its games: WLD, pairs, and for `pentanomial` each ratio. `more`: rules for lines before that of
    the seed; `warnings`: for those after it."""
    config = run["config"]
    model = config["model"]
    every, bounds = config["report_every"], bounds_of(config)
    lines = stdout[:-1].split("\n")
    names = [config[agent]["name"] for agent in ("agent1", "agent2")]
    if names[0] == names[1]:
        names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
    head = [
        f"Agent 1 (H1): {names[0]}",
        f"Agent 2 (H0): {names[1]}",
        f"{UNITS[model]} [H0, H1]: [{config['elo0']:.1f}, {config['elo1']:.1f}]",
        f"LLR bounds: {bounds} (Alpha={config['alpha']}, Beta={config['beta']})",
        f"Model: {model}",
    ]
    case.assertEqual(lines[:5], head)
    case.assertTrue(lines[5].startswith(f"Openings: {config['openings']}"), lines[5])
    del lines[:6]
    if config["max_games"] is not None or lines[0].startswith("Limit"):
        case.assertRegex(lines.pop(0), f"^{LIMIT.pattern}$")
    case.assertRegex(lines.pop(0), GAMES)
    case.assertEqual(lines.pop(0), f"Seed: {config['seed']}")
    case.assertEqual(lines.pop(0), "")
    lines = [line for line in lines if not FIRST_FAULT.match(line)]

    pairs = Pairs(config["repeats"] == "collapse")
    total = re.compile(
        rf"Total: (?P<games>\d+), WLD: (?P<wld>\d+/\d+/\d+), LLR: (?P<llr>-?\d+\.\d{{3}})"
        rf" {re.escape(bounds)}"
    )

    def check_total(line):
        seen = total.fullmatch(line)
        case.assertTrue(seen, f"not a total: {line!r}")
        case.assertEqual(seen["games"], str(sum(pairs.wld)))
        case.assertEqual(seen["wld"], "/".join(map(str, pairs.wld)))
        if model == "pentanomial":
            expected = pairs.pentanomial_llr(config["elo0"], config["elo1"])
            case.assertAlmostEqual(float(seen["llr"]), expected, delta=0.0006, msg=line)
        return seen["llr"]

    def take_estimates():
        begin = f"Ptnml: {pairs.ptnml}, pairs: {pairs.whole}, distinct: "
        case.assertTrue(lines[0].startswith(begin), f"{lines[0]!r}, but {begin!r}")
        if pairs.collapse:
            case.assertEqual(int(re.search(r"distinct: (\d+)", lines[0])[1]), pairs.distinct())
        check_lines(case, lines[1:3], [ELO, OUTLOOK])
        del lines[:3]

    last = None
    for record in records:
        pairs.add(record)
        game = GAME.fullmatch(lines[0])
        case.assertTrue(game, f"not a game's line: {lines[0]!r}")
        case.assertEqual(game["winner"] or "0", str(record["winner"]))
        last = lines[1]
        check_total(last)
        del lines[:2]
        if (record["game"] + 1) % every == 0:
            take_estimates()

    case.assertEqual(lines[:2], ["", "[SPRT Finished]"])
    case.assertEqual(lines[2], last, "the last total is repeated")
    llr = check_total(lines[2])
    del lines[:3]
    take_estimates()
    if result.startswith("Accept"):
        case.assertRegex(lines[1], STRENGTH)
        lines[1] = STRENGTH.sub("", lines[1])
    case.assertEqual(lines[:2], [f"Final LLR: {llr}", f"Result: {result}"])
    check_lines(case, lines[2:], [TIME, *more, SEED, *warnings])

    seen = run["result"]
    case.assertEqual((seen["games"], seen["wld"], seen["ptnml"]), (len(records), pairs.wld, pairs.ptnml))
    case.assertEqual(seen["pairs"]["whole"], pairs.whole)
    case.assertAlmostEqual(seen["llr"], float(llr), delta=0.0006)
    return pairs


def check_lines(case, lines, rules):
    """Each line matches its rule, and there are no other lines. The line about clocks is left out where no agent waited, and a
    busy machine adds warnings."""
    lines = [line for line in lines if not BUSY.fullmatch(line + "\n")]
    if not any(CLOCKS.fullmatch(line) for line in lines):
        rules = [rule for rule in rules if rule is not CLOCKS]
    case.assertEqual(len(lines), len(rules), lines)
    for line, rule in zip(lines, rules):
        case.assertTrue(rule.fullmatch(line), f"{line!r} is not {rule.pattern}")


def when_idle(stdout):
    """The transcript without the warnings that a busy machine adds."""
    return BUSY.sub("", stdout)


def without_times(stdout):
    """The transcript with times and the number of games at once replaced, and without what is said of the machine."""
    masked = re.sub(r"A1 \d+ms / A2 \d+ms", "A1 _ / A2 _", stdout)
    masked = re.sub(r"(?m)^(Games: .*) \d+ at once", r"\1 _ at once", masked)
    return re.sub(CLOCKS.pattern + "\n", "", TIME.sub("Time: _", when_idle(masked)))
