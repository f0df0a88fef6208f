#!/usr/bin/env python3
"""An engine that plays random moves, with rules of its own. It speaks UAI or UCI, by the first word that it hears.

    uai_engine.py [SEED]

Written from what is publicly said of UAI, the Universal Ataxx Interface: UCI with `a` in place of `c`, the FENs of
Ataxx, `a2` for a clone, `a1b3` for a jump and `0000` for a pass; and from what Fairy-Stockfish says of Ataxx: `P`, `p` and
`*` in FENs of six fields, `P@a2` for a clone, and for a pass the own stone with the lowest square twice. No other code of
this project is used, so that the two can be compared: `perft N` or `go perft N` counts the moves, `d` prints the position as a FEN.
"""

import random
import sys

START = "x5o/7/7/7/7/7/o5x x 0 1"
FILES = "abcdefg"
STONES = {"x": "x", "X": "x", "b": "x", "B": "x", "o": "o", "O": "o", "w": "o", "W": "o"}
OTHER = {"x": "o", "o": "x"}
NEAR = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if (file, rank) != (0, 0)]
FAR = [(file, rank) for file in range(-2, 3) for rank in range(-2, 3) if max(abs(file), abs(rank)) == 2]


class Position:
    """Stones by square; a square is a pair of numbers from 1, file and rank. Other squares of the board are empty."""

    def __init__(self, fen=START):
        fields = fen.split()
        self.stones, self.blocked = {}, set()
        ranks = fields[0].split("/")
        if len(ranks) != 7:
            raise ValueError("a board has seven ranks")
        for rank, text in zip(range(7, 0, -1), ranks):
            file = 1
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                    continue
                if letter == "-":
                    self.blocked.add((file, rank))
                else:
                    self.stones[file, rank] = STONES[letter]
                file += 1
            if file != 8:
                raise ValueError(f"rank {rank} has not seven squares")
        self.mover = STONES[fields[1]] if len(fields) > 1 else "x"
        self.half_moves = int(fields[2]) if len(fields) > 2 else 0
        self.full_move = int(fields[3]) if len(fields) > 3 else 1

    def is_empty(self, square):
        on_board = 1 <= square[0] <= 7 and 1 <= square[1] <= 7
        return on_board and square not in self.stones and square not in self.blocked

    def moves(self):
        """Pairs of source and target: a clone has no source, a pass neither. None when the game is over."""
        if len(set(self.stones.values())) < 2 or len(self.stones) + len(self.blocked) == 49:
            return []
        own = [square for square, stone in self.stones.items() if stone == self.mover]
        around = {(file + x, rank + y) for file, rank in own for x, y in NEAR}
        clones = [(None, target) for target in sorted(around) if self.is_empty(target)]
        jumps = [
            ((file, rank), (file + x, rank + y))
            for file, rank in sorted(own)
            for x, y in FAR
            if self.is_empty((file + x, rank + y))
        ]
        return clones + jumps or [(None, None)]

    def play(self, move):
        source, target = move
        self.half_moves = 0 if target and not source else self.half_moves + 1
        if target:
            self.stones.pop(source, None)
            self.stones[target] = self.mover
            for x, y in NEAR:
                near = target[0] + x, target[1] + y
                if near in self.stones:
                    self.stones[near] = self.mover
        self.full_move += self.mover == "o"
        self.mover = OTHER[self.mover]

    def after(self, move):
        copy = Position()
        copy.stones, copy.blocked, copy.mover = dict(self.stones), self.blocked, self.mover
        copy.half_moves, copy.full_move = self.half_moves, self.full_move
        copy.play(move)
        return copy

    def fen(self):
        ranks = []
        for rank in range(7, 0, -1):
            text, empty = "", 0
            for file in range(1, 8):
                letter = "-" if (file, rank) in self.blocked else self.stones.get((file, rank))
                if letter is None:
                    empty += 1
                    continue
                text += (str(empty) if empty else "") + letter
                empty = 0
            ranks.append(text + (str(empty) if empty else ""))
        return f"{'/'.join(ranks)} {self.mover} {self.half_moves} {self.full_move}"


def perft(position, depth):
    if depth == 0:
        return 1
    moves = position.moves()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)


def fen_as_uci(fen):
    board, side, half_moves, full_move = fen.split()
    board, side = board.translate(str.maketrans("xo-", "Pp*")), side.translate(str.maketrans("xo", "wb"))
    return f"{board} {side} - - {half_moves} {full_move}"


def fen_of_uci(fen):
    """A FEN of UAI. Its letters are unknown in UCI."""
    board, side, _, _, half_moves, full_move = fen.split()
    board, side = board.translate(str.maketrans("Pp*xo-", "xo-???")), side.translate(str.maketrans("wbxo", "xo??"))
    return f"{board} {side} {half_moves} {full_move}"


def square_text(square):
    return f"{FILES[square[0] - 1]}{square[1]}" if square else ""


def move_text(move):
    return square_text(move[0]) + square_text(move[1]) or "0000"


def move_text_of_uci(position, move):
    source, target = move
    if not target:
        own = [square for square, stone in position.stones.items() if stone == position.mover]
        return 2 * square_text(min(own, key=lambda square: (square[1], square[0])))
    return move_text(move) if source else "P@" + square_text(target)


class Dialect:
    """`name` is its first word."""

    def __init__(self, name):
        self.name = name
        self.is_uci = name == "uci"

    def fen(self, position):
        return fen_as_uci(position.fen()) if self.is_uci else position.fen()

    def position(self, fen):
        return Position(fen_of_uci(fen) if self.is_uci else fen)

    def text(self, position, move):
        return move_text_of_uci(position, move) if self.is_uci else move_text(move)


def position_of(words, dialect):
    """What stands after `position`."""
    before, _, after = " ".join(words).partition("moves")
    kind, _, fen = before.strip().partition(" ")
    position = dialect.position(fen) if kind == "fen" else Position()
    for text in after.split():
        position.play(next(move for move in position.moves() if dialect.text(position, move) == text))
    return position


def main():
    chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    position, dialect = Position(), Dialect("uai")

    def say(text):
        print(text, flush=True)

    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command in ("uai", "uci"):
            dialect = Dialect(command)
            variants = "option name UCI_Variant type combo default ataxx var ataxx\n" if dialect.is_uci else ""
            say(f"id name random in Python\nid author the tests of referee\n{variants}{command}ok")
        elif command == "isready":
            say("readyok")
        elif command == f"{dialect.name}newgame":
            position = Position()
        elif command == "position":
            try:
                position = position_of(words, dialect)
            except (ValueError, KeyError, IndexError, StopIteration) as error:
                say(f"info string no position: {error!r}")
        elif command == "perft":
            say(f"nodes {perft(position, int(words[0]))}")
        elif command == "go" and words[:1] == ["perft"]:
            say(f"Nodes searched: {perft(position, int(words[1]))}")
        elif command == "go":
            moves = position.moves()
            chosen = dialect.text(position, chance.choice(moves)) if moves else "0000"
            say(f"info depth 1 score cp 0 nodes {len(moves)} pv {chosen}\nbestmove {chosen}")
        elif command == "d":
            say(dialect.fen(position))
        elif command == "quit":
            break


if __name__ == "__main__":
    main()
