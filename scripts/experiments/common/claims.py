"""Claims and what measures each: a row of a table with its figures, the commands that made them, and whether it holds."""

import dataclasses
import sys

from . import setting, tables
from .matches import Match, Matches, verdict_text
from .measurements import Measurements

COLUMNS = ("row", "it says", "measured", "holds", "command")


@dataclasses.dataclass(frozen=True)
class Figures:
    """One call of a program of tests/bench; `words` are its arguments. The result is a list of texts."""

    program: str
    words: tuple

    def command(self, _):
        return " ".join([self.program, *(f'"{word}"' if " " in str(word) else str(word) for word in self.words)])


@dataclasses.dataclass(frozen=True)
class Games:
    """A match of `sprt run`, or `sprt gate`. {bench} in an agent's command is the directory of the programs of tests/bench. The result is
    the output of `sprt report --json`, with the run directory as `directory` and that of the programs as `bin`."""

    name: str
    agent1: str
    agent2: str
    flags: tuple
    is_gate: bool = False

    def command(self, seed):
        match = self.match("build/bin/bench")
        flags = " ".join(map(str, match.flags)).replace(f"{setting.SOURCE}/", "")
        return f'sprt {match.command} --agent1 "{match.agent1}" --agent2 "{match.agent2}" {flags} --seed {seed}'

    def match(self, bench):
        agents = (agent.replace("{bench}", str(bench)) for agent in (self.agent1, self.agent2))
        return Match(self.name, *agents, self.flags, self.is_gate)


@dataclasses.dataclass(frozen=True)
class Claim:
    """`parts` are Figures and Games by name; `tell` makes (what was measured, whether the claim holds) from their results.
    A claim without parts is answered by a test, which `tell` names. `minutes` of processor time, estimated."""

    row: str
    says: str
    parts: dict
    tell: object
    minutes: float = 0


def score_text(report):
    """`20/10/10 of 40, H1`: wins, losses and draws of the first agent, games, verdict."""
    wld = report["result"]["wld"]
    return f"{'/'.join(map(str, wld))} of {sum(wld)}, {verdict_text(report)}"


def elo(report):
    """The estimate from all games, as text."""
    estimate = report["estimates"]["elo"]
    return "without bound" if estimate is None else f"{estimate:+.0f} Elo"


class Experiment:
    """Makes what claims ask for, once, and writes the table."""

    def __init__(self, name, claims, head, flags):
        self.name = name
        self.claims = claims
        self.head = head
        self.flags = flags
        self.measurements = {}
        self.bin_dir = None
        self.matches = None

    def use(self, bin_dir):
        self.bin_dir = bin_dir
        self.matches = Matches(bin_dir, self.flags.out / "matches", self.flags.seed, self.flags.concurrency)

    def known(self, program):
        if program not in self.measurements:
            self.measurements[program] = Measurements(self.flags.out / f"{program}.csv")
        return self.measurements[program]

    def make(self, claims):
        for claim in claims:
            print(f"{claim.row}: {claim.says}", file=sys.stderr)
            for part in claim.parts.values():
                if isinstance(part, Games):
                    self.matches.play(self.match(part))
            by_program = {}
            for part in claim.parts.values():
                if isinstance(part, Figures):
                    by_program.setdefault(part.program, []).append(part.words)
            for program, words in by_program.items():
                at_once = self.flags.concurrency or setting.cores()
                self.known(program).make(self.bin_dir / "bench" / program, words, at_once, lambda *_: None)
            self.write()

    def match(self, part):
        return part.match(self.bin_dir / "bench")

    def result(self, part):
        if isinstance(part, Figures):
            return self.known(part.program).get(part.words)
        report = self.matches.report(self.match(part))
        if report is None or not report["over"]:
            return None
        return {**report, "directory": self.matches.directory(self.match(part)), "bin": self.bin_dir}

    def row(self, claim):
        """The cells of a claim; None when something is not measured yet."""
        results = {key: self.result(part) for key, part in claim.parts.items()}
        if any(result is None for result in results.values()):
            return None
        measured, holds = claim.tell(results)
        commands = [f"`{part.command(self.flags.seed)}`" for part in claim.parts.values()]
        shown = commands if len(commands) <= 3 else [*commands[:2], f"and {len(commands) - 2} more like these"]
        return dict(zip(COLUMNS, [claim.row, claim.says, measured, holds, "; ".join(shown)]))

    def write(self):
        rows = [row for row in map(self.row, self.claims) if row]
        return tables.write_tables(self.flags.out, self.name, COLUMNS, rows, self.head)


def run(name, description, claims, head, programs, draw=None):
    """The main function of an experiment whose rows are `claims`."""
    parser = setting.parser(name, description)
    names = [name for claim in claims for name in claim.row.split(", ")]
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"only these: {', '.join(names)}")
    parser.add_argument("--list", action="store_true", help="estimate the processor time of each row and measure none")
    flags = parser.parse_args()
    unknown = sorted(set(flags.rows) - set(names))
    if unknown:
        parser.error(f"no row {unknown[0]}; there are {', '.join(names)}")
    chosen = [claim for claim in claims if not flags.rows or set(claim.row.split(", ")) & set(flags.rows)]
    if flags.list:
        for claim in chosen:
            print(f"{claim.row:8} {claim.minutes:6.1f} min  {claim.says}")
        print(f"{'all':8} {sum(claim.minutes for claim in chosen):6.1f} min")
        return
    experiment = Experiment(name, claims, head, flags)
    experiment.use(setting.programs(flags.build_dir, ["sprt", "referee", *programs]))
    parts = (part for claim in claims for part in claim.parts.values())
    experiment.matches.check_same(experiment.match(part) for part in parts if isinstance(part, Games))
    if not flags.tables_only:
        experiment.make(chosen)
    elif not any(claim.parts and experiment.row(claim) for claim in claims):
        raise setting.Failure(f"{flags.out} has no row that is measured")
    table = experiment.write()
    if draw:
        draw(experiment)
    print(table, end="")
