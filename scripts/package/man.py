#!/usr/bin/env python3
"""Writes manual pages from the --help-all of the programs: NAME.1 for each program, NAME-SUBCOMMAND.1 for each of its
subcommands, referee-agents.7 for the agents, and referee-gate.1 for the script.

    man.py --out DIR --version VERSION --date YYYY-MM-DD --statuses COMMANDS.md [--agents AGENT...] [--gate SCRIPT] PROGRAM...

The pages are written to DIR/man1 and DIR/man7, compressed; the old content of DIR is removed. The table of exit
statuses is that of COMMANDS.md below `## Exit status`.
"""

import argparse
import gzip
import pathlib
import re
import shutil
import subprocess

import help_text

FILES = r"""
.SH FILES
.I PREFIX
is /usr when installed from a Debian package, and the directory of an archive that was unpacked.
.TP
.I PREFIX/share/referee/configs
Configurations and openings.
.TP
.I PREFIX/libexec/referee/agents
The agents that are found by their names alone.
.TP
.I PREFIX/share/doc/referee
The documentation.
"""

AGENT_EXAMPLES = [
    ("referee play greedy 'minimax --depth 2'", "a game between two agents, one of them with a flag of its own"),
    ("sprt run --agent1 'mcts --nodes 400' --agent2 'mcts --nodes 200' --max-games 20", "are more playouts stronger?"),
]


def plain(text):
    """`text` as roff source."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    text = text.replace("^", r"\(ha").replace("~", r"\(ti")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def marked(markdown):
    """A cell of a Markdown table as roff: text between backquotes is bold."""
    parts = re.split(r"`([^`]*)`", markdown)
    return "".join(rf"\fB{plain(part)}\fR" if i % 2 else plain(part) for i, part in enumerate(parts))


def statuses(file):
    """`## Exit status` of commands.md as a section of a page."""
    found = re.search(r"^## Exit status\n(.*?)^## ", file.read_text(), re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| *(.*?) *\|$", found[1], re.MULTILINE)
    (_, *columns), _, *table = [re.split(r" *\| *", row) for row in rows]
    text = ".SH EXIT STATUS\n"
    for status, *cells in table:
        text += f".TP\n{marked(status)}\n"
        of = [f"{marked(column)}: " for column in columns] if len(columns) > 1 else [""]
        text += "\n.br\n".join(who + marked(cell) for who, cell in zip(of, cells) if cell) + "\n"
    return text


def entries(found):
    text = ""
    for entry in found:
        names = ", ".join(rf"\fB{plain(name)}\fR" for name in entry.names.split(", "))
        form = rf" \fI{plain(entry.form)}\fR" if entry.form else ""
        text += f".TP\n{names}{form}\n{plain(entry.text)}\n"
    return text


def sections(said):
    titles = {"Subcommands": "COMMANDS"}
    return "".join(
        f'.SH "{plain(titles.get(title, title).upper())}"\n{entries(found)}' for title, found in said.sections.items()
    )


def examples(pairs):
    """Calls, each with what it is for, as a section of a page."""
    text = "".join(f".TP\n\\fB{plain(call)}\\fR\n{plain(what)}\n" for call, what in pairs)
    return f".SH EXAMPLES\n{text}" if text else ""


class Book:
    def __init__(self, options):
        self.options = options
        self.pages = {}  # (name, section): text

    def add(self, name, section, what, body):
        version, date = self.options.version, self.options.date
        title = {1: "User Commands", 7: "Miscellanea"}[section]
        head = f'.TH "{plain(name.upper())}" {section} "{date}" "referee {version}" "{title}"\n'
        # Neither hyphenation nor justification: commands and flags stay as they are.
        purpose = plain(what.rstrip("., "))
        self.pages[name, section] = f"{head}.nh\n.ad l\n.SH NAME\n{plain(name)} \\- {purpose}\n{body}"

    def see_also(self):
        """Adds to each page the names of the other pages of its program."""
        for name, section in self.pages:
            family = name.split("-")[0]
            others = [
                rf".BR {plain(other)} ({number})"
                for other, number in sorted(self.pages)
                if other != name and (other.split("-")[0] == family or "-" not in other or number == 7)
            ]
            self.pages[name, section] += ".SH \"SEE ALSO\"\n" + " ,\n".join(others) + "\n"

    def add_command(self, program, *subcommands):
        """Adds the page of a program or subcommand, and the pages of its subcommands."""
        said = help_text.ask(program, *subcommands)
        words = [program.name, *subcommands]
        body = f".SH SYNOPSIS\n\\fB{plain(' '.join(words))}\\fR {plain(said.usage)}\n"
        body += f".SH DESCRIPTION\n{plain(said.text)}\n"
        below = said.sections.get("Subcommands", [])
        if below:
            page = plain(f"{'-'.join(words)}-COMMAND")
            body += f".PP\nEach command has a page of its own,\n.IR {page} (1).\n"
        body += sections(said)
        body += statuses(self.options.statuses) + FILES + examples(said.examples)
        self.add("-".join(words), 1, said.text, body)
        for command in below:
            self.add_command(program, *subcommands, command.names)

    def add_agents(self, agents):
        body = (
            ".SH DESCRIPTION\nPrograms that play games over standard input and output. As a command of an agent, in a\n"
            "configuration or a flag, their names are enough; flags follow them:\n.B \"minimax \\-\\-depth 4\"\n"
        )
        for agent in sorted(agents):
            said = help_text.ask(agent)
            body += f'.SH "{plain(agent.name)}"\n{plain(said.text)}\n' + "".join(map(entries, said.sections.values()))
        body += examples(AGENT_EXAMPLES)
        self.add("referee-agents", 7, "agents that come with referee and sprt", body)

    def add_gate(self, script):
        """Adds the page of a script, whose help is a line about it and lines as they are to be shown."""
        said = subprocess.run([script, "--help"], check=True, capture_output=True, text=True).stdout
        what, _, text = said.replace("scripts/ci/gate", "referee-gate   ").partition("\n\n")
        self.add("referee-gate", 1, what.removeprefix("gate: "), f".SH DESCRIPTION\n.nf\n{plain(text)}.fi\n")

    def write(self, out):
        shutil.rmtree(out, ignore_errors=True)
        for (name, section), text in self.pages.items():
            file = out / f"man{section}" / f"{name}.{section}.gz"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", metavar="PROGRAM", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True)
    parser.add_argument("--statuses", required=True, type=pathlib.Path)
    parser.add_argument("--agents", nargs="*", default=[], type=pathlib.Path)
    parser.add_argument("--gate", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    book = Book(options)
    for program in options.programs:
        book.add_command(program)
    if options.agents:
        book.add_agents(options.agents)
    if options.gate:
        book.add_gate(options.gate)
    book.see_also()
    book.write(options.out)


if __name__ == "__main__":
    main()
