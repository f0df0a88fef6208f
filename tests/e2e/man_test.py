"""The manual pages hold all of `--help-all`, and man shows them without a warning."""

import pathlib
import re
import shlex
import unittest

from harness import AGENT_NAMES, AGENTS, REFEREE, SOURCE, SPRT, Help, ProgramTest

# A program with an unknown subcommand, and with text that roff would interpret.
NEWER = r"""#!/bin/sh
case $1 in
explain) cat <<'END'
.Say why

Usage: sprt explain [OPTIONS]

Options:
  --'~^`                      'Quotes' and
                              .dots
END
;;
*) cat <<'END'
Decides, it's said

Usage: sprt [OPTIONS] SUBCOMMAND

Subcommands:
  explain                     Say \why
END
esac
"""


class Man(ProgramTest):
    def make_pages(self, bin_dir):
        env = {"SOURCE_DATE_EPOCH": "1767312000"}  # 2026-01-02
        self.succeed(SOURCE / "scripts" / "package" / "man", self.dir / "man", "1.2.3", bin_dir, env=env)
        return {file.name.removesuffix(".gz"): file for file in (self.dir / "man").rglob("*.gz")}

    def read(self, page):
        """The text that man shows, in one line; man must not warn."""
        env = {"LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANPAGER": "cat"}
        shown = self.succeed("man", "--warnings", "-l", page, env=env)
        self.assertEqual(shown.stderr, "", page)
        return re.sub(r"\s+", " ", re.sub("\x1b\\[[0-9;]*m|.\x08", "", shown.stdout))

    def check_page(self, text, said):
        self.assertIn(said.text.split(" Usage: ")[0], text)
        self.assertGreater(len(said.entries), 0)
        for head, what in said.entries:
            self.assertIn(f" {head} {what}", text)

    def test_pages_hold_all_of_the_help(self):
        bin_dir = pathlib.Path(SPRT).parent
        pages = self.make_pages(bin_dir)
        names = {"referee-agents.7", "referee-gate.1"}
        for program in map(pathlib.Path, (REFEREE, SPRT)):
            commands = Help(self, program).subcommands
            self.assertGreater(len(commands), 2)
            for words in ([program.name], *([program.name, command] for command in commands)):
                name = "-".join(words)
                with self.subTest(name):
                    names.add(f"{name}.1")
                    text = self.read(pages[f"{name}.1"])
                    self.assertIn(f" NAME {name} - ", text)
                    self.assertIn(f" SYNOPSIS {' '.join(words)} [OPTIONS] ", text)
                    self.assertIn(" EXIT STATUS 0 finished", text)
                    self.assertIn("referee 1.2.3 January 2026", text)
                    said = Help(self, program, *words[1:])
                    self.check_page(text, said)
                    self.assertGreater(len(said.examples), 0)
                    for call, what in said.examples:
                        self.assertIn(f"{call} {what}", text.partition(" EXAMPLES ")[2])
                    self.assertIn(name, self.succeed("lexgrog", pages[f"{name}.1"]).stdout)  # apropos reads it
        self.assertEqual(set(pages), names)
        agents = self.read(pages["referee-agents.7"])
        for name in AGENT_NAMES:
            self.check_page(agents, Help(self, AGENTS / name))
        self.assertRegex(agents, " EXAMPLES referee play greedy 'minimax --depth 2' ")
        self.assertIn(" --build COMMAND builds the agent; ", self.read(pages["referee-gate.1"]))

    def test_pages_follow_the_programs_subcommands(self):
        """A new subcommand gets a page, and the page of a removed subcommand is removed."""
        bin_dir = self.dir / "a bin"
        (bin_dir / "agents").mkdir(parents=True)
        (bin_dir / "referee").symlink_to(REFEREE)
        (bin_dir / "agents" / "greedy").symlink_to(AGENTS / "greedy")
        newer = bin_dir / "sprt"
        newer.symlink_to(SPRT)
        self.make_pages(bin_dir)
        newer.unlink()
        newer.write_text(NEWER)
        newer.chmod(0o755)
        pages = self.make_pages(bin_dir)
        self.assertEqual({page for page in pages if page.startswith("sprt")}, {"sprt.1", "sprt-explain.1"})
        self.assertIn("explain Say \\why", self.read(pages["sprt.1"]))
        one = self.read(pages["sprt-explain.1"])
        self.assertIn("NAME sprt-explain - .Say why", one)
        self.assertIn("--'~^` 'Quotes' and .dots", one)
        self.assertEqual(
            {name: file.read_bytes() for name, file in pages.items()},
            {name: file.read_bytes() for name, file in self.make_pages(bin_dir).items()},
            "reproducible",
        )

    def test_examples_work(self):
        """Each example is run as it is written, but for what plays, of which only the configuration is printed, and for servers,
        which get a free port and are ended, workers and watchers, which are told of no server, and hubs and engines, which are not there."""
        (self.dir / "configs").symlink_to(SOURCE / "configs")
        self.succeed(REFEREE, "play", "greedy", "random", "--games", "3", "--log", "games.jsonl")
        self.run_to("runs/depth3", "--agent1", "greedy", "--agent2", "random", "--max-games", "20", "--elo1", "400")
        two = ("--agent1", "greedy", "--agent2", "random", "--games", 4)
        self.succeed(SPRT, "match", *two, "--out", "runs/ab")
        self.succeed(SPRT, "tournament", "--agent", "greedy", "--agent", "random", "--rounds", 2, "--out", "runs/three")
        agents = self.read(self.make_pages(pathlib.Path(SPRT).parent)["referee-agents.7"])
        examples = re.findall(r"((?:referee|sprt) \w+ [^?,]*?)( a game| are more)", agents.partition(" EXAMPLES ")[2])
        self.assertEqual(len(examples), 2)
        for program in (REFEREE, SPRT):
            for words in ([], *([command] for command in Help(self, program).subcommands)):
                examples += Help(self, program, *words).examples
        for call, _ in examples:
            with self.subTest(call):
                name, command, *flags = shlex.split(call)
                if command == "serve":
                    self.check_server(flags)
                    continue
                if command in ("worker", "status"):
                    no_host = ["nats://:4322" if word.startswith("nats://") else word for word in flags]
                    done = self.run_program(SPRT, command, *no_host)
                    self.assertEqual(done.status, 2, done)
                    self.assertRegex(done.stderr, r"names no host|hub/invitations/\w+.json is no server and no file")
                    continue
                if command == "hub":
                    done = self.run_program(SPRT, command, *flags, env={"REFEREE_NATS_SERVER": "/nothing"})
                    self.assertEqual(done.status, 2, done)
                    self.assertRegex(done.stderr, "/nothing is no program|club is no hub, and nobody was invited to it")
                    continue
                if command == "fastchess":
                    done = self.run_program(SPRT, command, *flags)
                    self.assertEqual(done.status, 1, done)
                    self.assertRegex(done.stderr, "there is no program 'new'")
                    continue
                stop = ["--print-config"] if command in ("run", "gate", "match", "tournament", "tune") else []
                self.succeed({"referee": REFEREE, "sprt": SPRT}[name], command, *flags, *stop)
                agents = [value for flag, value in zip(flags, flags[1:]) if flag in ("--agent1", "--agent2")]
                takes_two = command == "play" or command in ("run", "match", "gate") and not flags[0].startswith("--")
                for agent in agents + (flags[:2] if takes_two and not flags[0].endswith(".json") else []):
                    program, *words = shlex.split(agent)
                    self.succeed(AGENTS / program, *words)  # reads no line and ends

    def check_server(self, flags):
        port = [] if "--port" in flags else ["--port", "0"]
        server = self.start_program(SPRT, "serve", *flags, *port, env={"PATH": "/nothing"})  # no browser
        self.assertRegex(server.stdout.readline().decode(), r"^http://127\.0\.0\.1:\d+/\n$")
        server.terminate()
        self.assertEqual(self.finish(server).status, 143)


if __name__ == "__main__":
    unittest.main()
