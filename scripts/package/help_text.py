"""Parses the `--help` of a program. The form is CLI11's: a description, a usage line, sections. Entries of sections
begin after two blanks; their explanation begins in column 30, in the same line or in the lines below. Below
`Examples:`, which comes last, a call begins after four blanks and what it is for after eight, in the next line."""

import dataclasses
import itertools
import re
import subprocess

COLUMN = 30
# --depth INT:INT in [1 - 100]=3 REQUIRED (Env:NAME), or [3] in place of =3 from CLI11 2.4 on
HEAD = re.compile(
    r"(?P<names>\S+)(?: (?P<form>(?!REQUIRED|\(Env:)(?:\{[^}]*\}|[^\s:=]+)))?(?::(?P<check>[^=]*?))?"
    r"(?:=(?P<default>.*?)| \[(?P<bracketed>[^\]]*)\])?(?P<required> REQUIRED)?(?: \(Env:(?P<variable>\w+)\))?"
    r"(?P<rest>(?: \.\.\.| x \d+| Needs: .*| Excludes: .*)*)"
)


@dataclasses.dataclass
class Entry:
    """A flag, a positional or a subcommand."""

    names: str  # --help and its short form: `-h,--help`
    form: str  # the form of its value; empty when it takes none
    notes: list  # the rest: range, default, ...
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
        raise ValueError(f"not in the form of CLI11's help: {head}")
    notes = []
    check = re.fullmatch(r"\w+ in \[(\S+) - (\S+)\]", match["check"] or "")
    form = match["form"] or ""
    if (match["check"] or "").startswith("{"):  # TEXT:{of,these}
        form = match["check"]
    elif match["check"]:
        notes.append(f"{check[1]} to {check[2]}" if check else match["check"])
    if match["required"]:
        notes.append("required")
    default = match["default"] if match["default"] is not None else match["bracketed"]
    if default is not None:
        notes.append(f"default: {default}")
    if match["variable"]:
        notes.append(f"environment: {match['variable']}")
    if match["rest"]:
        notes.append(match["rest"].strip())
    return Entry(match["names"], form, notes, text)


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
    """Runs `program subcommands... --help`."""
    words = [str(program), *subcommands]
    done = subprocess.run([*words, "--help"], capture_output=True, text=True, timeout=60, check=True)
    return parse(done.stdout, " ".join(words))
