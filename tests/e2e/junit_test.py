"""The JUnit reports that the unit tests expect are valid by the schema of common readers."""

import subprocess
import tempfile
import unittest

from harness import PATIENCE_S, SOURCE

SCHEMA = SOURCE / "tests" / "e2e" / "junit.xsd"
SNAPSHOTS = SOURCE / "tests" / "sprt" / "report" / "ci" / "gate"


def validate(file):
    """(whether it is valid, what xmllint said)"""
    lint = ["xmllint", "--noout", "--nonet", "--schema", str(SCHEMA), str(file)]
    done = subprocess.run(lint, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    return done.returncode == 0, done.stderr


class Junit(unittest.TestCase):
    def test_reports_are_valid_by_the_schema(self):
        snapshots = sorted(SNAPSHOTS.glob("*.xml"))
        self.assertGreaterEqual(len(snapshots), 10)
        for snapshot in snapshots:
            with self.subTest(snapshot.name):
                is_valid, said = validate(snapshot)
                self.assertTrue(is_valid, said)

    def test_schema_rejects_damaged_reports(self):
        right = (SNAPSHOTS / "rejected.xml").read_text()
        wrong = {
            "an unknown attribute": ("<testcase ", '<testcase status="x" '),
            "an unknown element": ("<system-out>", "<skipped /><system-out>"),
            "a count that is none": ('tests="3"', 'tests="three"'),
            "a time zone": ("05:06:07", "05:06:07Z"),
            "no schema's order": ("</properties>", "</properties><system-err></system-err>"),
            "no XML": ("[SPRT Finished]", "\x1b"),
        }
        for what, (old, new) in wrong.items():
            with self.subTest(what), tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
                self.assertIn(old, right)
                file.write(right.replace(old, new))
                file.flush()
                self.assertFalse(validate(file.name)[0])


if __name__ == "__main__":
    unittest.main()
