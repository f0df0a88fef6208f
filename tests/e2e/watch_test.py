"""`sprt run` shows a status on a terminal, which it repaints, or the transcript where it cannot repaint."""

import os
import pty
import pathlib
import re
import signal
import subprocess
import unittest

import transcript
from harness import MACHINE, PATIENCE_S, SPRT, ProgramTest, wait_until

ESCAPE = "\x1b"
STATUS = re.compile(r"Games \d+ of 400  WLD \d+/\d+/\d+")
GAME = re.compile(r"^agent[12]\([OX]\) WINS", re.MULTILINE)


class Watch(ProgramTest):
    def run_on_terminal(self, *flags, stdout_too=True, words=None, **env):
        """`sprt run`, or `words`, with standard error, and output unless told otherwise, on a terminal: (shown there, output)."""
        ours, theirs = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LC_ALL", "LC_CTYPE")}
        environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", **env}
        words = words or [SPRT, "run", "--agent1", "random", "--agent2", "random", "--max-games", "400", "--elo0", "0", "--elo1", "5", "--seed", "1"]
        words = [str(word) for word in (*words, *flags)]
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=theirs if stdout_too else subprocess.PIPE, stderr=theirs, env=environment
        )
        os.close(theirs)
        shown = b""
        try:
            while block := os.read(ours, 65536):
                shown += block
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        output = process.communicate(timeout=PATIENCE_S)[0]
        self.assertEqual(process.returncode, 0, shown)
        return shown.decode().replace("\r\n", "\n"), (output or b"").decode()

    def test_terminal_shows_the_status_in_place_of_the_games(self):
        shown, _ = self.run_on_terminal()
        self.assertRegex(shown, STATUS)
        self.assertIn("├", shown)
        self.assertIn(ESCAPE, shown)
        self.assertNotRegex(shown, GAME)
        self.assertIn("[SPRT Finished]\nTotal: ", shown)
        self.assertNotRegex(shown.split("[SPRT Finished]")[1], STATUS)
        self.assertGreater(shown.rfind("\x1b[?25h"), shown.rfind("\x1b[?25l"), "the cursor is shown again")

    def test_the_end_of_a_run_stays_on_the_terminal(self):
        two = ["--agent1", "random", "--agent2", "random", "--max-games", 40, "--elo1", 5]
        for command, end in ((["run", *two], "[SPRT Finished]"), (["tournament", "--agent", "name=a random", "--agent", "name=b random", "--rounds", 20], "\nSeed: ")):
            with self.subTest(command[0]):
                shown, _ = self.run_on_terminal(words=[SPRT, *command, "--game", "tic-tac-toe", "--no-check"])
                self.assertIn(ESCAPE, shown)
                self.assertNotRegex(shown[shown.rindex(end) :], r"\x1b\[\d*[AJ]", "nothing is erased any more")

    def test_progress_on_shows_the_status_and_the_games(self):
        shown, _ = self.run_on_terminal("--progress", "on")
        self.assertRegex(shown, STATUS)
        self.assertEqual(len(GAME.findall(re.sub(r"\x1b\[[?0-9;]*[A-Za-z]|\r", "", shown))), 400)

    def test_redirected_output_holds_the_games(self):
        shown, output = self.run_on_terminal(stdout_too=False)
        self.assertRegex(shown, STATUS)
        self.assertEqual(len(GAME.findall(output)), 400)
        self.assertNotIn(ESCAPE, output)
        self.assertNotRegex(output, STATUS)

    def test_dumb_terminal_shows_the_transcript(self):
        shown, _ = self.run_on_terminal(TERM="dumb")
        self.assertRegex(shown, GAME)
        self.assertNotIn(ESCAPE, shown)

    def test_progress_off_shows_no_status(self):
        shown, _ = self.run_on_terminal("--progress", "off")
        self.assertRegex(shown, GAME)
        self.assertNotIn(ESCAPE, shown)

    def test_sigusr1_prints_the_status(self):
        words = [SPRT, "run", "--agent1", "random", "--agent2", "random", "--elo0", "-1", "--elo1", "1", "--quiet"]
        errors = self.dir / "errors"
        with open(errors, "wb") as stderr:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

        def watches():
            blocked = re.search(r"SigBlk:\s+(\w+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
            return int(blocked[1], 16) & 1 << (signal.SIGUSR1 - 1)

        def status():
            process.send_signal(signal.SIGUSR1)
            return re.search(r"(?m)^sprt: status: .*WLD \d+/\d+/\d+", errors.read_text())

        self.assertTrue(wait_until(watches, PATIENCE_S), "before that the signal ends the program")
        self.assertTrue(wait_until(status, PATIENCE_S, 0.2), errors.read_text())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE_S), 130)

    def test_summary_is_all_that_summary_only_shows(self):
        shown, output = self.run_on_terminal("--summary-only", stdout_too=False)
        self.assertEqual([line for line in shown.splitlines() if not MACHINE.search(line)], [])
        self.assertRegex(
            transcript.when_idle(output),
            r"^Agent 1 \(H1\): random \(1\)\nAgent 2 \(H0\): random \(2\)\nGames: 400; agent 1 won \d+, lost \d+ and drew \d+\n"
            r"Result: No decision\. The limit of 400 games was reached\.\nTime: .*\n(Clocks: .*\n)?Seed: 1\n$",
        )

    def test_colour_and_unicode_are_used_where_the_terminal_can_show_them(self):
        colour = re.compile(r"\x1b\[[0-9;]*m")
        self.assertRegex(self.run_on_terminal()[0], colour)
        self.assertNotRegex(self.run_on_terminal(NO_COLOR="1")[0], colour)
        shown, _ = self.run_on_terminal(LANG="C")
        self.assertTrue(shown.isascii(), shown)
        self.assertRegex(shown, STATUS)

    def test_output_without_a_terminal_has_no_escape_sequences(self):
        for flags in ((), ("--progress", "on")):
            words = ("--agent1", "greedy --shuffle", "--agent2", "random", "--max-games", 10)
            done = self.succeed(SPRT, "run", *words, "--seed", 1, *flags)
            self.assertNotIn(ESCAPE, done.stdout + done.stderr)
            self.assertRegex(done.stdout, GAME)


if __name__ == "__main__":
    unittest.main()
