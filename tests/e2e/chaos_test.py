"""scripts/chaos on a small scale; at its own, 200 runs, it takes minutes."""

import sys
import unittest

from harness import BUILD, SOURCE, ProgramTest

RUNS = 16  # each kind once, with one game and with eight at once


class Chaos(ProgramTest):
    def chaos(self, *arguments):
        return self.run_program(sys.executable, "-B", SOURCE / "scripts" / "chaos", "--build-dir", BUILD, *arguments)

    def test_killed_runs_end_as_if_never_killed(self):
        done = self.chaos(RUNS)
        self.assertEqual(done.status, 0, done)
        self.assertRegex(done.stdout.splitlines()[-1], rf"^\d+ kills, {RUNS} resumed runs equal, 0 failures$")

    def test_wrong_arguments_are_refused(self):
        for wrong in ("0", "ten", "--moments"):
            with self.subTest(wrong):
                self.assertEqual(self.chaos(wrong).status, 2)


if __name__ == "__main__":
    unittest.main()
