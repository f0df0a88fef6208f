"""scripts/chaos with few runs; its default, 200 runs, takes minutes."""

import sys
import unittest

from harness import BUILD, SANITIZED, SOURCE, ProgramTest

# Each kind of run once with one game at a time and once with eight; under a sanitizer, which takes 8 times as long, some.
SOME = ("--only", "pentanomial", "--only", "max_faults", "--only", "engines")
RUNS = 6 if SANITIZED else 18


class Chaos(ProgramTest):
    def chaos(self, *arguments):
        return self.run_program(sys.executable, "-B", SOURCE / "scripts" / "chaos", "--build-dir", BUILD, *arguments)

    def test_killed_runs_end_as_if_never_killed(self):
        done = self.chaos(RUNS, *(SOME if SANITIZED else ()))
        self.assertEqual(done.status, 0, done)
        self.assertRegex(done.stdout.splitlines()[-1], rf"^\d+ kills, {RUNS} resumed runs equal, 0 failures$")

    def test_wrong_arguments_are_refused(self):
        for wrong in ("0", "ten", "--moments"):
            with self.subTest(wrong):
                self.assertEqual(self.chaos(wrong).status, 2)


if __name__ == "__main__":
    unittest.main()
