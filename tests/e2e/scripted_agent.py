"""An agent that plays its first legal move and obeys the protocol but for the misbehaviour that its argument names.

With a FILE as second argument the agent counts its starts there and misbehaves in the first two only, so that a third
game shows that nothing of the fault is left. E2E_FLAGS=PREFIX is the prefix of files by which the two agents of a game
signal each other. Every message is appended to E2E_RECORD=FILE.
"""

import contextlib
import os
import signal
import sys
import time

SIZE = range(1, 8)
PASS = (-1, -1, -1, -1)


def say(text):
    os.write(1, text.encode() if isinstance(text, str) else text)


class Board:
    def __init__(self):
        self.stones = {(1, 1): 0, (7, 7): 0, (1, 7): 1, (7, 1): 1}
        self.to_move = 0

    @classmethod
    def from_fen(cls, ranks, to_move):
        """Ranks from the top, files from the left; x is the first player, o the second."""
        board = cls()
        board.stones = {}
        for x, rank in zip(SIZE, ranks.split("/")):
            row = "".join("." * int(c) if c.isdigit() else c for c in rank)
            board.stones.update({(x, y): "xo".index(c) for y, c in zip(SIZE, row) if c != "."})
        board.to_move = "xo".index(to_move)
        return board

    def moves(self):
        for (x, y), side in sorted(self.stones.items()):
            if side == self.to_move:
                for reach in (1, 2):
                    for to_x in range(x - reach, x + reach + 1):
                        for to_y in range(y - reach, y + reach + 1):
                            steps = max(abs(to_x - x), abs(to_y - y))
                            on_board = to_x in SIZE and to_y in SIZE
                            if steps == reach and on_board and (to_x, to_y) not in self.stones:
                                yield (x, y, to_x, to_y)

    def make(self, move):
        if move != PASS:
            x, y, to_x, to_y = move
            if max(abs(to_x - x), abs(to_y - y)) == 2:
                del self.stones[x, y]
            self.stones[to_x, to_y] = self.to_move
            for near_x in (to_x - 1, to_x, to_x + 1):
                for near_y in (to_y - 1, to_y, to_y + 1):
                    if (near_x, near_y) in self.stones:
                        self.stones[near_x, near_y] = self.to_move
        self.to_move = 1 - self.to_move


class Agent:
    """Obeys the protocol; a misbehaviour overrides one of these methods."""

    def __init__(self):
        self.board = Board()
        self.turns = 0
        self.opponent_moves = 0

    def start(self):
        pass

    def ready(self):
        say("OK\n")

    def opening(self, numbers):
        for i in range(0, len(numbers), 4):
            self.board.make(tuple(numbers[i : i + 4]))

    def turn(self):
        say(self.answer())

    def finish(self):
        sys.exit(0)

    def answer(self):
        move = next(self.board.moves(), PASS)
        self.board.make(move)
        return "MOVE %d %d %d %d\n" % move

    def serve(self):
        record = os.environ.get("E2E_RECORD")
        self.start()
        for line in sys.stdin:
            if record:
                with open(record, "a", encoding="ascii") as file:
                    file.write(line)
            word, *numbers = line.split()
            if word == "READY":
                self.ready()
            elif word == "OPENING":
                self.opening([int(number) for number in numbers[1:]])
            elif word == "FEN":
                self.board = Board.from_fen(*numbers[:2])
            elif word == "OPP":
                self.opponent_moves += 1
                self.board.make(tuple(map(int, numbers[:4])))
            elif word == "TURN":
                self.turns += 1
                self.turn()
            elif word == "FINISH":
                self.finish()


def flag(name):
    return os.environ["E2E_FLAGS"] + name


def raise_flag(name):
    with open(flag(name), "w", encoding="ascii"):
        pass


def lower_flag(name):
    with contextlib.suppress(FileNotFoundError):
        os.remove(flag(name))


def await_flag(name):
    while not os.path.exists(flag(name)):
        time.sleep(0.005)


class ExitsAtOnce(Agent):
    def start(self):
        sys.exit(3)


class SaysKo(Agent):
    def ready(self):
        say("KO\n")


class Silent(Agent):
    def ready(self):
        pass


class ExitsOnTurn(Agent):
    def turn(self):
        sys.exit(7)


class OffersOpeningAndExitsOnTurn(ExitsOnTurn):
    def ready(self):
        say("OK OPENING\n")


class OffersFen(Agent):
    def ready(self):
        say("OK FEN\n")


class OffersOpening(Agent):
    def ready(self):
        say("OK OPENING\n")


class DiesAtAPass(Agent):
    """Whoever passes."""

    def __init__(self):
        super().__init__()
        make = self.board.make

        def make_or_die(move):
            if move == PASS:
                sys.exit(3)
            make(move)

        self.board.make = make_or_die


class OffersOpeningAndDiesAtAPass(DiesAtAPass):
    def ready(self):
        say("OK OPENING\n")


class OffersOpeningAndDiesAtAnOpponentsPass(OffersOpening):
    def serve(self):
        make = self.board.make

        def make_or_die(move):
            if move == PASS and self.answering is False:
                sys.exit(3)
            make(move)

        self.answering = False
        self.board.make = make_or_die
        super().serve()

    def answer(self):
        self.answering = True
        text = super().answer()
        self.answering = False
        return text


class DiesOnTurn(Agent):
    def turn(self):
        os.kill(os.getpid(), signal.SIGSEGV)


class ExitsAfterItsAnswer(Agent):
    def turn(self):
        super().turn()
        sys.exit(5)


class PlaysFromAnEmptySquare(Agent):
    def turn(self):
        say("MOVE 4 4 4 5\n")


class PlaysOffTheBoard(Agent):
    def turn(self):
        say("MOVE 0 1 1 8\n")


class PassesWithMovesLeft(Agent):
    def turn(self):
        say("MOVE -1 -1 -1 -1\n")


class SaysGarbage(Agent):
    def turn(self):
        say(b"\x1b[31mboo\x07\x08\x9b\xff\xc2\x9b\x00\n")


class AnswersInHalf(Agent):
    def turn(self):
        say("MOVE 1 1")
        os.close(1)


class NeverEndsItsLine(Agent):
    def turn(self):
        say("x" * 257)


class AnswersTwice(Agent):
    def turn(self):
        say(self.answer() + "MOVE 1 1 1 2\n")


class SpeaksUninvited(Agent):
    def start(self):
        lower_flag("thinking")
        lower_flag("spoken")

    def turn(self):
        super().turn()
        if self.turns == 1:
            await_flag("thinking")
            say("hello?\n")
            raise_flag("spoken")


class ThinksUntilSpokenTo(Agent):
    """The opponent of SpeaksUninvited: it thinks until the other agent has spoken."""

    def turn(self):
        if self.opponent_moves == 1:
            raise_flag("thinking")
            await_flag("spoken")
        super().turn()


class Sleeps(Agent):
    def turn(self):
        time.sleep(1000)


class SleepsAfterOk(Agent):
    def ready(self):
        super().ready()
        time.sleep(1000)


class ClosesItsOutput(Agent):
    def turn(self):
        os.close(1)


class ClosesItsInput(Agent):
    def ready(self):
        os.close(0)
        super().ready()
        time.sleep(1000)


class IgnoresFinish(Agent):
    def start(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def finish(self):
        while True:
            time.sleep(1000)


class Complains(Agent):
    def turn(self):
        os.write(2, b"caf\xe9 \xff\xfe\x1b[31mred\x00\n" + b"x" * 100_000 + b"\nlast words \xc3")
        sys.exit(1)


class ComplainsAndPlays(Agent):
    def turn(self):
        os.write(2, b"\x1b[31m" + b"thinking \xff " * 10_000 + b"\n")
        super().turn()


def is_third_start(starts):
    with open(starts, "a", encoding="ascii") as file:
        file.write(".")
        file.flush()
        return file.tell() > 2


def main():
    misbehaviour = globals()[sys.argv[1]]
    if len(sys.argv) > 2 and is_third_start(sys.argv[2]):
        misbehaviour = Agent
        if "E2E_FLAGS" in os.environ:
            raise_flag("spoken")
    misbehaviour().serve()


if __name__ == "__main__":
    main()
