"""What is left of an agent when its game has ended, and how long its end takes: agents of tests/hostile play Ataxx.

The arguments are those of hostile_run.py.
"""

import re
import time

import hostile_run
from harness import SPRT, count_lines, processes, wait_until
from hostile_run import HostileTest, kill, marked_processes
from hostile_table import LONG_MS, SHORT_MS, SLACK_MS, SOON

HONEST = ("honest",)
GAMES = 4 if hostile_run.OPTIONS.concurrency == 1 else 8


def processes_of(mark, seeds_of_games):
    """The processes that descend from the agents of some games."""
    wanted = {f"REFEREE_SEED={seed}".encode() for seeds in seeds_of_games for seed in seeds}
    return [process for process, environment in marked_processes(mark).items() if wanted.intersection(environment)]


def zombies_of(parent):
    return [process for process in processes() if process.parent == parent and process.state == "Z"]


class Leftovers(HostileTest):
    """While a run goes on, after a game that left processes."""

    def test_processes_of_a_game_end_with_the_game(self):
        """Later games wait until a directory is removed; by then the processes of earlier games must have ended."""
        reference, _ = self.run_agents((HONEST, HONEST), games=GAMES)
        first, later = ([record["seed"] for record in part] for part in (reference[:2], reference[2:]))
        for words in (
            *(("ignore_sigterm",), ("grandchild", "stays"), ("die", "turn", "-9")),
            *(("children", "40", "sleep", how) for how in ("own", "sessions", "parents", "siblings")),
            ("children", "8", "spin", "sessions"),
            ("children", "8", "spin", "siblings"),
            *(("hide_end", how) for how in ("exit", "stop")),
        ):
            if not re.search(hostile_run.OPTIONS.only, " ".join(words)):
                continue
            with self.subTest(" ".join(words)):
                self.check_leftovers(words, first, later)

    def check_leftovers(self, words, first, later):
        hold = self.dir / "hold"
        hold.mkdir()  # a file that the command names must not go away
        arguments, mark = self.configure(
            (words, ("hold", str(hold))),
            times=(SHORT_MS, None) if words[0] == "hang" else (None, None),
            excepted=([seeds[0] for seeds in later], [seeds[1] for seeds in first]),
            games=GAMES,
            flags={**SOON, "--turns": 40},
        )
        log = self.dir / mark / "games.jsonl"
        process = self.start_program(SPRT, *arguments)
        try:
            # The lines are written when the games and their processes have ended.
            has_two = wait_until(lambda: count_lines(log) >= 2, 60)
            left = processes_of(mark, first)
            zombies = zombies_of(process.pid)
            is_playing = wait_until(lambda: len(processes_of(mark, later)) >= 2, 60)
            hold.rmdir()
            done = self.finish(process)
            self.assertTrue(has_two, done)
            self.assertFalse(left, "left running")
            self.assertFalse(zombies, "never reaped")
            self.assertTrue(is_playing, "the games after it were not being played")
        finally:
            kill(marked_processes(mark))
        records, _ = self.check_run(done, mark)
        self.assertEqual(len(records), GAMES)

    def seconds(self, words, games, finish_ms):
        """The seconds that concurrent games of two such agents take."""
        began = time.monotonic()
        flags = {"--finish-ms": finish_ms, "--turns": 10, "--concurrency": games}
        self.run_agents((words, words), games=games, flags=flags)
        return time.monotonic() - began

    def test_both_agents_are_stopped_together(self):
        seconds = self.seconds(("ignore_sigterm",), games=1, finish_ms=3000)
        self.assertGreaterEqual(seconds, 3)
        self.assertLess(seconds, 6)

    def test_128_games_at_once_are_stopped_together(self):
        extra = self.seconds(("ignore_sigterm",), 128, finish_ms=500) - self.seconds(HONEST, 128, LONG_MS)
        self.assertLess(extra, 0.5 + 0.1 + SLACK_MS / 1000)


if __name__ == "__main__":
    hostile_run.main()
