#!/usr/bin/env python3
"""Checks that only the places of docs/architecture.md, "Another game", name a game in code.

    game_names.py ROOT

Prints each other file with the line, and exits with status 1 when there is any. Comments may name games.
"""

import pathlib
import re
import sys

NAMES = re.compile(r"ataxx|connect.?four|tic.?tac.?toe|\bchess", re.IGNORECASE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

# What names all games, or is about one.
ALLOWED = re.compile(
    r"referee/rules/games\.hpp"  # the list
    r"|(?:referee/rules|agents)/(?:ataxx|champion|chess|connect_four|tic_tac_toe)/.*"
    r"|agents/program/games\.hpp"  # the list of the agents
    r"|agents/(?:champion|pvs|rules|mcts|solver)\.cpp"  # agents that play some games, or differently
    r"|(?:referee|sprt)/command/command_line\.cpp"  # descriptions and examples for people
    r"|referee/game/settings/synonyms\.cpp"
    r"|referee/game/adjudication/tablebase\.[ch]pp"  # there are tables of one game
    r"|referee/talk/engine/(?:uai|uci)/.*"  # how engines write each game
    r"|sprt/command/fastchess/.*"  # the words of a program that plays one game
    r"|sprt/remote/speed\.[ch]pp"  # the speed of a machine is that of one search, whatever is played
)


def offences(root):
    for folder in ("referee", "sprt", "agents"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            name = path.relative_to(root).as_posix()
            if ALLOWED.fullmatch(name):
                continue
            code = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), path.read_text())
            for number, line in enumerate(code.splitlines(), start=1):
                if NAMES.search(line):
                    yield f"{name}:{number}: names a game: {line.strip()}"


def main():
    found = list(offences(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "no other source names a game")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
