"""The table of misbehaviours in the games that hostile_test.py does not play, many faults in one run.

An agent of these runs is by_seed.cpp: in each game it becomes the program that a file names for the game's seed. So all
rows that need the same settings are games of one run, two games for each row and agent, one as first and one as second
player. The opponent is `honest`, with which games last until the fault is judged.
"""

import dataclasses
import re
import resource
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

import hostile_test as ataxx_test
from harness import MACHINE, SPRT
from hostile_table import ATAXX, CONNECT_FOUR, LONG_MS, TIC_TAC_TOE, Pair, Row, pairs_of, rows_of

GAMES = (CONNECT_FOUR, TIC_TAC_TOE)
HONEST = ("honest",)
SETTINGS = {"--concurrency": 8, "--elo1": 1}  # with the Elo so near to each other no run ends before its last game
MOST_TURNS = 20  # a limit of so many or more turns is for games that are longer than these


@dataclasses.dataclass(frozen=True)
class Match:
    """Two agents and how to check a game of theirs: a row of the table and its agent, a pair, or two honest agents."""

    words: tuple
    row: Row | None = None
    agent: int = 0
    pair: Pair | None = None
    rows: list | None = None  # of the pair


@dataclasses.dataclass(frozen=True)
class Settings:
    """What all games of a run share."""

    game: str
    times: tuple  # of both agents for a game, None: a long time
    flags: tuple

    @property
    def board(self):
        """What decides a game without a fault: the game and the turn limit."""
        return self.game, dict(self.flags).get("--turns")

    @property
    def is_slow(self):
        return any(self.times) or "--ready-ms" in dict(self.flags)


def settings_of(game, times, rows):
    """The settings of a game in which agents misbehave as `rows` say."""
    flags = {name: value for row in rows for name, value in row.flags.items()}
    if flags.get("--turns", 0) >= MOST_TURNS:
        del flags["--turns"]
    return Settings(game.name, tuple(times), tuple(sorted(flags.items())))


def matches_of(game):
    """Pairs of settings and match."""
    rows = rows_of(game)
    for row in rows:
        for agent in (1,) if row.is_slow else (1, 2):
            words = (row.words, HONEST) if agent == 1 else (HONEST, row.words)
            yield settings_of(game, (row.time_ms, None), [row]), Match(words, row, agent)
    table = {row.words: row for row in rows if row.flags.get("--turns", MOST_TURNS) >= MOST_TURNS}
    for pair in pairs_of(game):
        both = [table[words] for words in pair.words]
        yield settings_of(game, (row.time_ms for row in both), both), Match(pair.words, pair=pair, rows=both)


class HostileGames(ataxx_test.HostileTest):
    # Nothing in these games is left to chance, and some are draws.
    usual = re.compile(f"{MACHINE.pattern}|the first games are the same draw again and again")

    def check_run(self, done, mark, complaint=""):
        for each in filter(None, complaint.split("|")):
            self.assertRegex(done.stderr, each)
        return super().check_run(done, mark, complaint)

    def honest_games(self, runs):
        """For each board of `runs` the records of as many games without a fault as the longest run has."""
        counts = {}
        for settings, matches in runs.items():
            counts[settings.board] = max(counts.get(settings.board, 0), len(matches))
        games = {}
        for (game, turns), count in counts.items():
            flags = {**SETTINGS, "--game": game, **({"--turns": turns} if turns else {})}
            games[game, turns], _ = self.run_agents((HONEST, HONEST), games=count, flags=flags)
        return games

    def play_run(self, settings, matches, expected):
        """Plays `matches` in one run. Returns its records and the lines of its transcript."""
        seeds = self.dir / f"seeds-{next(self.marks)}"
        with seeds.open("w", encoding="utf-8") as lines:
            for record, match in zip(expected, matches):
                for seed, words in zip(record["seed"], match.words, strict=True):
                    print(seed, *words, sep="\t", file=lines)
        return self.run_agents(
            (("by_seed", str(seeds)),) * 2,
            "|".join({match.row.complaint for match in matches if match.row and match.row.complaint}),
            times=settings.times,
            games=len(matches),
            flags={**SETTINGS, "--game": settings.game, **dict(settings.flags)},
        )

    def check_games(self, settings, matches, expected, records, lines):
        self.assertEqual(len(records), len(matches))
        leaves_in_time = dict(settings.flags).get("--finish-ms", LONG_MS) == LONG_MS
        for match, record, line, reference in zip(matches, records, lines, expected):
            with self.subTest(match.words, settings=settings, number=record["game"]):
                self.assertEqual(record["rules"], settings.game)
                if match.row:
                    self.check_row_in(record, line, reference, match.row, match.agent)
                elif match.pair:
                    self.check_pair_in(record, line, reference, match.pair, match.rows)
                else:
                    self.check_same_game(record, reference)
                for words, exited in zip(match.words, record["exit"]):
                    if leaves_in_time and words == HONEST:
                        self.assertEqual(exited, "exited 0", record)

    def test_each_game_has_a_table(self):
        done = self.run_program(SPRT, "run", "--game", "none of them", "--agent1", "random", "--agent2", "random")
        games = re.sub(" or ", ", ", done.stderr.partition("must be ")[2]).strip().split(", ")
        self.assertEqual(sorted(games), sorted(game.name for game in (ATAXX, *GAMES)), done)

    def test_each_fault_has_its_outcome_in_each_game(self):
        runs = {}
        for game in GAMES:
            for settings, match in matches_of(game):
                matches = runs.setdefault(settings, [])
                matches += [match, match]
                if len(matches) % 20 == 0:
                    matches += [Match((HONEST, HONEST))] * 2
        honest = self.honest_games(runs)

        def play(settings):
            return self.play_run(settings, runs[settings], honest[settings.board])

        def check(settings, played):
            self.check_games(settings, runs[settings], honest[settings.board], *played)

        slow = [settings for settings in runs if settings.is_slow]
        for settings in runs:
            if not settings.is_slow:
                check(settings, play(settings))
        with ThreadPoolExecutor(len(slow)) as pool:  # these wait for time limits, so they wait together
            for settings, played in zip(slow, pool.map(play, slow)):
                check(settings, played)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # agents that die leave no dumps
    unittest.main(argv=[sys.argv[0], *ataxx_test.UNITTEST_ARGUMENTS])
