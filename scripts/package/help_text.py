"""Parses the `--help-all` of a program: a description, a usage line, sections. Entries of sections begin after two blanks;
their explanation begins in column 30, in the same line or in the lines below. Below `Examples:`, which comes last, a
call begins after four blanks and what it is for after eight, in the next line."""

import dataclasses
import itertools
import os
import re
import subprocess

COLUMN = 30
HEAD = re.compile(r"(?P<names>(?:-h, )?\S+)(?: (?P<form>\S+))?")


@dataclasses.dataclass
class Entry:
    """A flag, a positional or a subcommand."""

    names: str  # --help and its short form: `-h, --help`
    form: str  # the form of its value; empty when it takes none
    text: str


@dataclasses.dataclass
class Help:
    text: str
    usage: str  # the words after the command
    sections: dict  # title: entries
    examples: list = dataclasses.field(default_factory=list)  # pairs: the call, what it is for


def entry(head, text):
    match = HEAD.fullmatch(head)
    if not match:
        raise ValueError(f"not in the form of our help: {head}")
    return Entry(match["names"], match["form"] or "", text)


def is_head(line):
    return line[:2] == "  " and line[2:3].strip() != ""


def parse(output, command):
    """Parses `output`, which `command --help` printed."""
    output, _, examples = output.partition("\nExamples:\n")
    lines = output.splitlines()
    usage = next(i for i, line in enumerate(lines) if line.startswith("Usage: "))
    sections, entries = {}, []
    for i, line in enumerate(lines[usage + 1 :], usage + 1):
        if line and not line.startswith(" "):
            entries = sections.setdefault(line.removesuffix(":"), [])
        elif is_head(line):
            below = list(itertools.takewhile(lambda more: more.startswith(" " * COLUMN), lines[i + 1 :]))
            # A long head may have a blank before column 30; its explanation begins in the next line.
            begins_here = line[COLUMN - 1 : COLUMN] == " " and (line[COLUMN - 2] == " " or not below)
            head, text = (line[:COLUMN], line[COLUMN:]) if begins_here else (line, "")
            entries.append(entry(head.strip(), " ".join([text, *map(str.strip, below)]).strip()))
    return Help(
        text=" ".join(filter(None, lines[:usage])),
        usage=lines[usage].removeprefix("Usage: " + command).strip(),
        sections={title: found for title, found in sections.items() if found},
        examples=re.findall(r"^ {4}(\S.*)\n {8}(\S.*)$", examples, re.MULTILINE),
    )


def ask(program, *subcommands):
    """Runs `program subcommands... --help-all`."""
    words = [str(program), *subcommands, "--help-all"]
    wide = {**os.environ, "COLUMNS": "100000"}
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True, env=wide)
    return parse(done.stdout, " ".join([os.path.basename(program), *subcommands]))
