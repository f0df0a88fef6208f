"""Each misbehaviour with its outcome, in each game: agents of tests/hostile play in both seats, against ordinary agents.

A hostile agent of these runs is by_seed.cpp: in each game it becomes the program that a file names for the game's seed. So
all rows of the table that need the same settings are games of one run, two games for each row and agent, one as first and
one as second player. All games must equal those that the agent `honest` plays with the same seeds: the whole game without a
fault, or the moves before the fault.

The arguments are those of hostile_run.py.
"""

import dataclasses
import itertools
import re
from concurrent.futures import ThreadPoolExecutor

import hostile_run
from harness import MACHINE, SPRT
from hostile_run import HostileTest, moves_of
from hostile_table import ATAXX, BOARD, CHESS, CONNECT_FOUR, LONG_MS, TIC_TAC_TOE, Pair, Row, pairs_of, rows_of

GAMES = (ATAXX, CHESS, CONNECT_FOUR, TIC_TAC_TOE)
HONEST = ("honest",)
BETWEEN = 20  # after so many games of hostile agents come two without

# Games up to a position in which a side must pass: the first player after 24 turns, the second after 25. Then the
# illegal move of that side: from its stone to a neighbour that belongs to the opponent.
MUST_PASS = {
    1: (
        "7775 1716 7577 7172 7775 7274 1131 1625 3111 2514 1131 2524 "
        "3112 2534 1222 2433 1211 2413 1131 3342 2211 2423 1121 4232 ",
        "MOVE 1 1 2 2",
    ),
    2: (
        "1112 7173 1222 7371 2221 7151 2141 1715 1223 1517 2324 1737 2314 "
        "3716 2434 1626 2435 1617 2415 1737 3546 2617 2425 1727 3536 ",
        "MOVE 1 7 2 7",
    ),
}


@dataclasses.dataclass(frozen=True)
class Match:
    """Two agents and how to check a game of theirs: a row of the table and its agent, a pair, or two ordinary agents."""

    words: tuple
    row: Row | None = None
    agent: int = 0
    pair: Pair | None = None
    rows: list | None = None  # of the pair


@dataclasses.dataclass(frozen=True)
class Settings:
    """What all games of a run share."""

    game: str
    agents: tuple  # of both sides, without any fault
    times: tuple  # of both agents for a game, None: a long time
    flags: tuple

    @property
    def without_fault(self):
        """What decides a game without a fault: the game, the agents and the turn limit."""
        return self.game, self.agents, dict(self.flags).get("--turns")

    @property
    def waits_for(self):
        """What the games of the run wait for."""
        flags = dict(self.flags)
        if any(self.times) or "--ready-ms" in flags:
            return "a time limit"
        return "agents that must be killed" if "--finish-ms" in flags else "nothing"


def matches_of(game):
    """Pairs of settings and match."""
    rows = rows_of(game)
    slow = itertools.cycle((1, 2))  # rows that wait for a time limit are played as one of the two agents
    for row in rows:
        for agent in (next(slow),) if row.is_slow else (1, 2):
            opponent = row.opponent or game.opponents[agent - 1]

            def by_seat(mine, others, agent=agent):
                return (mine, others) if agent == 1 else (others, mine)

            flags = {**row.flags}
            if flags.get("--turns", 0) >= game.most_turns:
                del flags["--turns"]
            settings = Settings(game.name, by_seat(HONEST, opponent), by_seat(row.time_ms, None), tuple(sorted(flags.items())))
            yield settings, Match(by_seat(row.words, opponent), row, agent)
    for pair in pairs_of(game):
        both = [next(row for row in rows if row.words == words) for words in pair.words]
        flags = both[0].flags | both[1].flags
        flags.pop("--turns", None)  # it is for games that are not ended by a fault, which these are
        times = tuple(row.time_ms for row in both)
        yield Settings(game.name, (HONEST, HONEST), times, tuple(sorted(flags.items()))), Match(pair.words, pair=pair, rows=both)


def is_chosen(match):
    return any(re.search(hostile_run.OPTIONS.only, " ".join(words)) for words in match.words)


def runs_of_all_games():
    """The matches of each run, by its settings."""
    runs = {}
    for game in (game for game in GAMES if hostile_run.OPTIONS.game in (None, game.name)):
        for settings, match in matches_of(game):
            if is_chosen(match):
                matches = runs.setdefault(settings, [])
                matches += [match, match]
                if len(matches) % BETWEEN == 0:
                    matches += [Match(settings.agents)] * 2
    return runs


class Table(HostileTest):
    # Nothing in many of these games is left to chance, and some are draws.
    usual = re.compile(f"{MACHINE.pattern}|the first games are the same draw again and again")

    def check_run(self, done, mark, complaint=""):
        if hostile_run.OPTIONS.sandbox != "off":
            complaint = ""  # what there is to complain of without a sandbox does not reach the referee
        for each in filter(None, complaint.split("|")):
            self.assertRegex(done.stderr, each)
        return super().check_run(done, mark, complaint)

    def games_without_fault(self, runs):
        """As many games of each kind as the longest run of it has."""
        counts = {}
        for settings, matches in runs.items():
            counts[settings.without_fault] = max(counts.get(settings.without_fault, 0), len(matches))
        games = {}
        for (game, agents, turns), count in counts.items():
            flags = {"--game": game, **({"--turns": turns} if turns else {})}
            games[game, agents, turns], _ = self.run_agents(agents, games=count, flags=flags)
        return games

    def play_run(self, settings, matches, expected):
        """Plays `matches` in one run. Returns its records and the lines of its transcript."""
        seeds = self.dir / f"seeds-{next(self.marks)}"
        with seeds.open("w", encoding="utf-8") as lines:
            for record, match in zip(expected, matches):
                for seed, words in zip(record["seed"], match.words, strict=True):
                    print(seed, *words, sep="\t", file=lines)
        return self.run_agents(
            tuple(("by_seed", str(seeds)) if words == HONEST else words for words in settings.agents),
            "|".join({match.row.complaint for match in matches if match.row and match.row.complaint}),
            times=settings.times,
            games=len(matches),
            flags={"--game": settings.game, **dict(settings.flags)},
        )

    def check_games(self, settings, matches, expected, records, lines):
        self.assertEqual(len(records), len(matches))
        leaves_in_time = dict(settings.flags).get("--finish-ms", LONG_MS) == LONG_MS
        for match, record, line, reference in zip(matches, records, lines, expected):
            with self.subTest(match.words, settings=settings, number=record["game"]):
                self.assertEqual(record.get("rules", ATAXX.name), settings.game)
                if match.row:
                    self.check_row_in(record, line, reference, match.row, match.agent)
                elif match.pair:
                    self.check_pair_in(record, line, reference, match.pair, match.rows)
                else:
                    self.check_same_game(record, reference)
                for words, ordinary, exited in zip(match.words, settings.agents, record["exit"]):
                    if leaves_in_time and words == ordinary:
                        self.assertEqual(exited, "exited 0", record)

    def test_each_game_has_a_table(self):
        done = self.run_program(SPRT, "run", "--game", "none of them", "--agent1", "random", "--agent2", "random")
        games = re.sub(" or ", ", ", done.stderr.partition("must be ")[2]).strip().split(", ")
        self.assertEqual(sorted(games), sorted(game.name for game in GAMES), done)

    def test_each_fault_has_its_outcome_in_each_game(self):
        runs = runs_of_all_games()
        self.assertTrue(runs, "no agent is chosen")
        without_fault = self.games_without_fault(runs)
        for records in without_fault.values():
            for record in records:
                self.assertIn(record["termination"], BOARD)
                self.assertEqual(record["exit"], ["exited 0", "exited 0"], record)

        def play(settings):
            return self.play_run(settings, runs[settings], without_fault[settings.without_fault])

        # Runs that wait do so together; those with a time limit beside none that takes their cores.
        for what, at_once in {"nothing": 2, "agents that must be killed": 8, "a time limit": 32}.items():
            chosen = [settings for settings in runs if settings.waits_for == what]
            with ThreadPoolExecutor(at_once) as pool:
                for settings, played in zip(chosen, pool.map(play, chosen)):
                    self.check_games(settings, runs[settings], without_fault[settings.without_fault], *played)


class MustPass(HostileTest):
    """In a position of Ataxx without a legal move a move is illegal and a pass is legal, for either player."""

    def test_move_in_a_position_that_requires_a_pass_is_illegal(self):
        for seat, (moves, wrong) in MUST_PASS.items():
            with self.subTest(seat=seat):
                records, lines = self.run_agents((("replay", moves, wrong), ("replay", moves)))
                turns = len(moves.split())
                for record, line in zip(records, lines, strict=True):
                    played = "".join("%d%d%d%d " % tuple(move) for move in moves_of(record)[:turns])
                    self.assertEqual(played, moves)
                    if record["first"] == seat:  # agent 1 must pass and does not
                        self.assertEqual((record["termination"], record["winner"]), ("illegal_move", 2))
                        self.assertEqual((record["fault"]["agent"], record["turns"]), (1, turns))
                        self.assertRegex(record["fault"]["reason"], r"^played \d \d \d \d: \(\d,\d\)=[a-g]\d is not empty; a pass was due \(MOVE -1 -1 -1 -1\)$")
                        self.assertRegex(line, r"\| agent1 illegal_move$")
                    else:
                        self.assertEqual(moves_of(record)[turns], [-1, -1, -1, -1])
                        self.assertIsNone(record["fault"])


if __name__ == "__main__":
    hostile_run.main()
