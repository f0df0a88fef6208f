"""A run whose disk fills or becomes read-only, or whose files may not grow: status 3, one line that says what to do, and no game is lost.

The disks are small tmpfs, mounted in a mount namespace of the test's own, as root or as root of a user namespace.
"""

import itertools
import json
import os
import shutil
import subprocess
import sys
import unittest

from harness import REFEREE, SPRT, ProgramTest, read_games, wait_until, without_clock

INSIDE = "E2E_OWN_MOUNTS"
NO_SPACE = "No space left on device"
AGENTS = ["--agent1", "random", "--agent2", "random", "--elo0", -1, "--elo1", 1, "--seed", 4, "--time-ms", 600000]


def enter_own_mounts():
    """Starts this file again in a namespace where it may mount. Returns the reason when that is impossible."""
    unshare = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    probe = [*unshare, "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        done = subprocess.run(probe, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "there is no unshare"
    if done.returncode != 0:
        return f"tmpfs cannot be mounted: {done.stderr.strip()}"
    os.environ[INSIDE] = "1"
    os.execvp(unshare[0], [*unshare, sys.executable, "-B", *sys.argv])
    return None


def without_times(result):
    times = ("elapsed_s", "ended", "games_beyond", "delays_us", "used_us")
    return {key: value for key, value in result.items() if key not in times}


class World(ProgramTest):
    def setUp(self):
        super().setUp()
        self.disk = self.dir / "disk"
        self.disk.mkdir()
        self.out = self.disk / "run"
        self.log = self.out / "games.jsonl"

    def mount(self, options):
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", self.disk], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.disk], check=True)

    def remount(self, options):
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"remount,{options}", "none", self.disk], check=True)

    def play(self, *flags, out=None):
        return self.run_program(SPRT, "run", *AGENTS, *flags, "--out", out or self.out)

    def fails(self, done, *parts):
        """The program ended with status 3 and one line that has these parts."""
        self.assertEqual(done.status, 3, done)
        complaints = [line for line in done.stderr.splitlines() if "warning: " not in line]
        self.assertEqual(len(complaints), 1, done)
        for part in parts:
            self.assertIn(part, complaints[0])

    def log_is_whole(self):
        """Every line of the log is a game, and `sprt report` counts it. Returns the games."""
        games = read_games(self.log)
        self.review_is_clean(self.log)
        report = json.loads(self.succeed(SPRT, "report", self.out, "--json").stdout)
        self.assertEqual((report["result"]["games"], report["differences"]), (len(games), []))
        return games

    def ends_as_if_undisturbed(self, kept, *flags):
        """`sprt resume` ends with the games and the result of an undisturbed run."""
        lines = self.log.read_bytes()
        self.succeed(SPRT, "resume", self.out)
        self.assertTrue(self.log.read_bytes().startswith(lines))
        calm = self.dir / "calm"
        self.assertEqual(self.play(*flags, out=calm).status, 0)
        games = self.log_is_whole()
        self.assertGreaterEqual(len(games), len(kept))
        self.assertEqual([*map(without_clock, games)], [*map(without_clock, read_games(calm / "games.jsonl"))])
        mine, its = (json.loads((run / "run.json").read_text())["result"] for run in (self.out, calm))
        self.assertEqual(without_times(mine), without_times(its))
        self.assertEqual(sorted(os.listdir(self.out)), ["games.jsonl", "run.json"])
        shutil.rmtree(calm)


class FullDisk(World):
    def fill(self, leave=0):
        """Fills the disk but for so many bytes."""
        ballast = self.disk / "ballast"
        with open(ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        os.truncate(ballast, max(0, ballast.stat().st_size - leave))
        return ballast

    def test_run_on_a_full_disk_is_resumed_when_there_is_room(self):
        for concurrency in (1, 8):
            with self.subTest(concurrency):
                flags = ["--max-games", 120, "--concurrency", concurrency]
                self.mount("size=64k")
                done = self.play(*flags)
                self.fails(done, f"cannot write {self.log}: {NO_SPACE}", f"sprt resume {self.out}")
                games = self.log_is_whole()
                self.assertGreater(len(games), 5)
                self.assertLess(len(games), 120)
                self.assertIsNone(json.loads((self.out / "run.json").read_text())["result"])
                self.fails(self.run_program(SPRT, "resume", self.out), str(self.out / "run.json"), NO_SPACE)
                self.assertEqual(self.log_is_whole(), games)
                self.remount("size=10m")
                self.ends_as_if_undisturbed(games, *flags)
                shutil.rmtree(self.out)

    def test_run_on_a_growing_disk_is_resumed_several_times(self):
        """The disk grows a little each time."""
        flags = ["--max-games", 120, "--concurrency", 4]
        self.mount("size=40k")
        done = self.play(*flags)
        for size in (80, 120):
            self.fails(done, f"cannot write {self.log}", f"sprt resume {self.out}")
            games = self.log_is_whole()
            self.remount(f"size={size}k")
            done = self.run_program(SPRT, "resume", self.out)
            self.assertGreater(len(self.log_is_whole()), len(games))
        self.remount("size=10m")
        self.ends_as_if_undisturbed(games, *flags)

    def test_run_without_room_for_run_json_leaves_nothing(self):
        self.mount("size=64k")
        ballast = self.fill()
        done = self.play("--max-games", 6)
        self.fails(done, f"cannot write {self.out / 'run.json'}: {NO_SPACE}")
        self.assertEqual(os.listdir(self.out), [])
        ballast.unlink()
        self.assertEqual(self.play("--max-games", 6).status, 0)

    def test_run_without_room_for_the_first_game_leaves_nothing(self):
        """There is room for run.json alone. The run has not begun and can be started again."""
        self.mount("size=64k")
        ballast = self.fill(leave=4096)
        self.fails(self.play("--max-games", 6), f"cannot write {self.log}: {NO_SPACE}")
        self.assertFalse(os.path.exists(self.out))
        ballast.unlink()
        self.assertEqual(self.play("--max-games", 6).status, 0)

    def test_export_without_room_changes_nothing(self):
        out = self.dir / "run"
        self.play("--max-games", 20, out=out)
        self.mount("size=32k")
        old = self.disk / "old.pgn"
        old.write_text("old")
        self.fill(leave=8192)
        for file, *flags in ((old, "--overwrite"), (self.disk / "new.pgn",)):
            for _ in range(2):
                self.fails(self.run_program(SPRT, "export", out, "--output", file, *flags), f"cannot write {file}: {NO_SPACE}")
        self.assertEqual(sorted(os.listdir(self.disk)), ["ballast", "old.pgn"])
        self.assertEqual(old.read_text(), "old")

    def test_gate_without_room_for_its_reports_plays_nothing(self):
        self.mount("size=32k,nr_inodes=2")
        self.fill()
        for flag, file in itertools.product(("--junit", "--markdown", "--page", "--pgn"), ("report", "new/report")):
            out = self.dir / "run"
            done = self.run_program(SPRT, "gate", "random", "random", "--max-games", 6, "--out", out, flag, self.disk / file)
            self.fails(done, f"sprt: {flag}: ", str(self.disk), NO_SPACE)
            self.assertFalse(out.exists())

    def test_failed_write_of_the_result_loses_no_game(self):
        """The disk may hold four files: its own directory, that of the run, games.jsonl and run.json. So all games are
        written, and the new run.json cannot be made."""
        self.mount("nr_inodes=4")
        done = self.play("--max-games", 6)
        self.fails(done, f"cannot write {self.out / 'run.json'}: {NO_SPACE}", f"sprt resume {self.out}")
        self.assertIn("Result: No decision. The limit of 6 games was reached.\n", done.stdout)
        games = self.log_is_whole()
        self.assertEqual(len(games), 6)
        self.fails(self.run_program(SPRT, "resume", self.out), str(self.out / "run.json"), NO_SPACE)
        self.remount("nr_inodes=100")
        self.ends_as_if_undisturbed(games, "--max-games", 6)


class FileSizeLimit(World):
    """`ulimit -f`: the signal SIGXFSZ would kill the programs. Files that may not grow are as a full disk."""

    TOO_LARGE = "File too large"

    def limited(self, size, *arguments):
        return self.run_program("prlimit", f"--fsize={size}", "--", *arguments)

    def test_run_whose_log_may_not_grow_is_resumed_without_the_limit(self):
        flags = ["--max-games", 40]
        done = self.limited(20000, SPRT, "run", *AGENTS, *flags, "--out", self.out)
        self.fails(done, f"cannot write {self.log}: {self.TOO_LARGE}", f"sprt resume {self.out}")
        games = self.log_is_whole()
        self.assertGreater(len(games), 1)
        self.assertLess(len(games), 40)
        self.ends_as_if_undisturbed(games, *flags)

    def test_other_files_that_may_not_grow_are_named(self):
        log = self.disk / "log.jsonl"
        done = self.limited(8000, REFEREE, "play", "random", "random", "--games", 20, "--log", log)
        self.fails(done, f"cannot write {log}: {self.TOO_LARGE}")
        self.assertGreater(len(read_games(log)), 0)
        done = self.limited(1000, SPRT, "run", *AGENTS, "--max-games", 2, "--out", self.out)
        self.fails(done, f"cannot write {self.out / 'run.json'}: {self.TOO_LARGE}")
        self.assertEqual(os.listdir(self.out), [])


class ReadOnly(World):
    def test_read_only_directory_is_refused(self):
        self.mount("ro")
        self.fails(self.play("--max-games", 6), str(self.out), "Read-only file system")

    def test_run_in_a_read_only_directory_is_resumed_when_it_is_writable(self):
        """A run that cannot be resumed can be reported."""
        flags = ["--max-games", 600]
        self.mount("size=10m")
        process = self.start_program(SPRT, "run", *AGENTS, *flags, "--out", self.out, stdout=subprocess.DEVNULL)
        self.assertTrue(wait_until(lambda: self.log.exists() and self.log.stat().st_size > 1000, 100))
        process.terminate()
        self.assertEqual(self.finish(process).status, 143)
        self.remount("ro")
        self.fails(self.run_program(SPRT, "resume", self.out), str(self.out / "run.json"), "Read-only file system")
        games = self.log_is_whole()
        self.remount("rw")
        self.ends_as_if_undisturbed(games, *flags)

    def test_result_in_a_directory_without_permission_is_written_on_resuming(self):
        """Games are written to the open file; the new run.json cannot be made."""
        self.mount("size=10m")
        flags = ["--max-games", 200]
        unprivileged = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"]
        process = self.start_program(
            unprivileged[0], *unprivileged[1:], SPRT, "run", *AGENTS, *flags, "--out", self.out, stdout=subprocess.DEVNULL
        )
        self.assertTrue(wait_until(self.log.exists, 100))
        self.out.chmod(0o555)
        done = self.finish(process)
        self.fails(done, f"cannot write {self.out / 'run.json'}: Permission denied", f"sprt resume {self.out}")
        self.out.chmod(0o755)
        games = self.log_is_whole()
        self.assertEqual(len(games), 200)
        self.ends_as_if_undisturbed(games, *flags)


if __name__ == "__main__":
    if INSIDE not in os.environ and (problem := enter_own_mounts()):
        print(f"skipped: {problem}")
        sys.exit(77)
    unittest.main()
