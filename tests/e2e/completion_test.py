"""Completion in bash and zsh: lines are typed in real shells on a terminal, with the files installed."""

import json
import pathlib
import re
import shutil
import tempfile
import unittest

import shell_session
from harness import AGENT_NAMES, BUILD, REFEREE, SPRT, ProgramTest

BASH_COMPLETION = ". /usr/share/bash-completion/bash_completion\n"
# A program with subcommands and flags that the completions do not know.
NEWER = """#!/bin/sh
case $1 in
explain) cat <<END
Say why

Usage: sprt explain [OPTIONS] DIR

Arguments:
  DIR                         A run (required)

Options:
  --because {moon,tide}       Why (default: moon)
  -h, --help                  Print this help and end

Time:
  --a-flag-that-has-a-long-name {one,two:N}
                              What
END
;;
*) cat <<END
Decides

Usage: sprt [OPTIONS] SUBCOMMAND

Options:
  -h, --help                  Print this help and end

Subcommands:
  run                         Play
  explain                     Say why

END
;;
esac
"""


class Completion:
    """Tests for every shell. `start(setup, cwd, env)` starts one that has the completions of `self.prefix`."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.prefix = pathlib.Path(tempfile.mkdtemp(prefix="referee-e2e-")) / "a prefix"
        cls.addClassCleanup(shutil.rmtree, cls.prefix.parent)

    def setUp(self):
        super().setUp()
        if not self.prefix.exists():
            self.succeed("cmake", "--install", BUILD, "--prefix", self.prefix)
        (self.dir / "session").mkdir()
        self.work = self.dir / "work"
        self.work.mkdir()
        for file in ("own.json", "game.jsonl", "openings.txt"):
            (self.work / file).touch()
        (self.work / "runs").mkdir()
        self.shell = self.start_shell(self.dir / "session", self.work)
        self.addCleanup(self.shell.end)

    def check(self, typed, expected):
        """The last word is completed to each of `expected`."""
        line = self.shell.complete(typed)
        # Bash adds no slash to a directory when it inserts all completions.
        found = [word.rstrip("/") for word in line[typed.rindex(" ") + 1 :].split()]
        self.assertEqual(sorted(found), sorted(expected), f"{typed!r} became {line!r}")

    def forms(self, program, subcommand):
        """flag: its form, of a subcommand, read from --help-all."""
        said = self.succeed(program, subcommand, "--help-all").stdout
        return dict(re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)(?: (?=\S)(\S+))?", said, re.MULTILINE))

    def test_subcommands_and_flags_are_completed(self):
        subcommands = re.findall(r"^  (\w+) ", self.succeed(SPRT, "--help").stdout.split("Subcommands:")[1], re.M)
        self.assertIn("simulate", subcommands)
        self.check("sprt ", subcommands)
        self.check("sprt ca", ["calc"])
        self.check("referee r", ["review"])
        self.check("referee --v", ["--version"])
        flags = self.forms(SPRT, "run")
        self.check("sprt run --", flags)
        self.check("sprt run own.json --time-ms 5 --qui", ["--quiet"])
        given = {"--time-ms", "--pin", "--out"}
        self.check("sprt run --time-ms 5 --pin=off --out runs/x --", set(flags) - given)
        self.check("sprt calc ", self.forms(SPRT, "calc"))

    def test_values_of_flags_are_completed(self):
        models = ["pentanomial", "normalized", "trinomial", "wald", "bayeselo", "bayeselo-true"]
        self.check("sprt run --model ", models)
        self.check("sprt plan --elo0 0 --model w", ["wald"])
        self.check("sprt run --repeats ", ["collapse", "count"])
        self.check("sprt run --pin ", ["game", "split", "off"])
        self.check("referee play --clock ", ["wall", "fair"])
        self.check("sprt gate --expect ", ["gain", "no-regression"])
        self.check("sprt run --openings ran", ["random:", "random:auto"])
        self.check("sprt run --openings op", ["openings.txt"])
        self.check("sprt run --openings random:4 --pin s", ["split"])
        self.check("sprt run --seed ", [])
        self.assertEqual(self.shell.complete("sprt run --model=w").strip(), "sprt run --model=wald")
        line = self.shell.complete("sprt run --model=")  # bash keeps the flag once, zsh repeats it
        self.assertEqual(sorted(line.replace("--model=", "").split()[2:]), sorted(models))

    def test_files_are_completed(self):
        self.check("sprt tournament o", ["own.json"])
        self.check("sprt tournament r", ["runs"])
        self.check("sprt run o", ["own.json", "openings.txt"])
        self.check("referee review g", ["game.jsonl"])
        self.check("sprt run --out ", ["runs"])
        self.check("sprt run --trace-faults r", ["runs"])
        self.check("sprt resume ", ["runs"])

    def test_agents_are_completed(self):
        names = [name for name in AGENT_NAMES if name.startswith("g")]
        self.check("sprt run --agent1 g", [*names, "game.jsonl"])
        self.check("referee play alphabeta rando", ["random"])
        self.check("sprt run g", [*names, "game.jsonl"])
        self.check("sprt gate alphabeta rando", ["random"])
        self.check("sprt run --agent2 ./g", ["./game.jsonl"])

    def test_completions_come_from_the_called_program(self):
        newer = self.work / "sprt"
        newer.write_text(NEWER)
        newer.chmod(0o755)
        self.check("sprt ca", ["calc"])  # bash-completion 2.11 only loads a file when it is first asked for ./sprt
        self.check("./sprt ", ["run", "explain"])
        self.check("./sprt explain --b", ["--because"])
        self.check("./sprt explain --because ", ["moon", "tide"])
        self.check("./sprt explain --a-flag-that-has-a-long-name ", ["one", "two:"])
        self.check("./sprt explain ", ["runs"])


class Bash(Completion, ProgramTest):
    def start_shell(self, directory, cwd):
        setup = f"PATH='{self.prefix}/bin':$PATH; . '{self.prefix}/share/bash-completion/completions/sprt'\n"
        return shell_session.bash(setup, directory, cwd, {})


class BashCompletion(Completion, ProgramTest):
    """With the package bash-completion, which finds the files by the names of the commands."""

    def start_shell(self, directory, cwd):
        setup = f"PATH='{self.prefix}/bin':$PATH\n{BASH_COMPLETION}"
        return shell_session.bash(setup, directory, cwd, {"XDG_DATA_DIRS": f"{self.prefix}/share:/usr/share"})


class Zsh(Completion, ProgramTest):
    def start_shell(self, directory, cwd):
        setup = f"path=('{self.prefix}/bin' $path)\nfpath=('{self.prefix}/share/zsh/site-functions' $fpath)\n"
        return shell_session.zsh(setup, directory, cwd, {"HOME": str(directory)})


class Forms(ProgramTest):
    """The words in the help are those that the program accepts."""

    def test_words_in_the_help_are_accepted(self):
        agents = ["--agent1", "greedy", "--agent2", "random"]
        said = self.succeed(SPRT, "run", "--help-all").stdout
        forms = re.findall(r"^  (--\S+) \{([^}]+)\}", said, re.MULTILINE)
        self.assertIn("--model", dict(forms))
        for flag, words in forms:
            for word in words.split(","):
                value = {"random:PLIES": "random:2", "FILE": None}.get(word, word)
                if value:
                    with self.subTest(f"{flag} {value}"):
                        beside = {"--book-order": ["--openings", "book.txt"], **dict.fromkeys(("--send-agents", "--time-scale"), ["--via", "nats://h", "--out", "r"])}
                        if value in ("orthodox", "chess960"):
                            beside[flag] = ["--game", "chess"]
                        done = self.succeed(SPRT, "run", *agents, *beside.get(flag, []), flag, value, "--print-config")
                        settled = {"random:auto": "random:5"}.get(value, value)
                        self.assertEqual(json.loads(done.stdout)[flag[2:].replace("-", "_")], settled)

    def test_help_names_every_accepted_word(self):
        """The error about a wrong word names the accepted words; the help must have the same ones."""
        runs = {SPRT: ["run", "--agent1", "greedy", "--agent2", "random"], REFEREE: ["play", "greedy", "random"]}
        for program, start in runs.items():
            said = self.succeed(program, start[0], "--help-all").stdout
            for flag, words in re.findall(r"^  (--\S+) \{([^}]+)\}", said, re.MULTILINE):
                if flag == "--openings":
                    continue
                with self.subTest(f"{pathlib.Path(program).name} {flag}"):
                    done = self.run_program(program, *start, flag, "nonsense")
                    self.assertEqual(done.status, 2)
                    named = set(re.findall(r"[\w-]+", done.stderr.split("'nonsense'")[1]))
                    self.assertLessEqual(set(words.split(",")), named, done.stderr)
                    glue = set("must be or is unknown use a see help of the".split())
                    self.assertLessEqual(named - glue, set(words.split(",")), done.stderr)


if __name__ == "__main__":
    unittest.main()
