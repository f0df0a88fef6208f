"""What each agent of tests/hostile does wrong, and what becomes of it: the table, for each game.

hostile_test.py plays it.
"""

import dataclasses
import functools
import re
import signal

from harness import SANITIZED

KILLED = "killed by referee"
BOARD = ("annihilation", "line", "board_full", "checkmate", "stalemate", "insufficient_material", "halfmove_limit", "repetition", "turn_limit")

# The budget of agents whose time is to run out. All others have times that no healthy agent reaches on a busy machine.
# A result must be known SLACK_MS after the deadline.
SHORT_MS = 2000 if SANITIZED else 800
LONG_MS = 60_000
SLACK_MS = 10_000 if SANITIZED else 3000

# The turns that both agents have taken when the fault ends the game; the first number is for an agent that plays first.
AT_READY = (0, 0)
FIRST_TURN = (0, 1)  # judged in its first turn
THIRD_TURN = (4, 5)  # judged in its third turn, in which agents of tests/hostile begin to misbehave
FOURTH_TURN = (6, 7)
ANY_TURN = None


@dataclasses.dataclass(frozen=True)
class Game:
    """What the table must know about a game."""

    name: str
    form: str  # what an answer to TURN must look like
    move: str  # the numbers of a move
    illegal: tuple  # kinds of illegal.cpp, each with a regular expression for the reason and the turns
    # The opponents of agent 1 and of agent 2. With `honest`, games last until the fault is judged.
    opponents: tuple = (("honest",), ("honest",))
    most_turns: int = 20  # a limit of so many or more turns is for games that are longer than this one

    @property
    def numbers(self):
        """A regular expression for the numbers of a legal move."""
        return re.sub("[0-9]", r"\\d", self.move)


ATAXX = Game(
    "ataxx",
    "MOVE x1 y1 x2 y2",
    "1 1 1 2",
    (
        ("pass", "^played -1 -1 -1 -1: it may not pass while it has a move$", THIRD_TURN),
        ("zeros", r"^played 0 0 0 0: \(0,0\) is not on the board$", THIRD_TURN),
        ("nines", r"^played 9 9 9 9: \(9,9\) is not on the board$", THIRD_TURN),
        ("huge", r"^played (999999999 ?){4}: \(999999999,999999999\) is not on the board$", THIRD_TURN),
        ("occupied", r"^played \d \d \d \d: \(\d,\d\)=[a-g]\d is not empty$", THIRD_TURN),
        ("foreign", "holds no stone of its own$", THIRD_TURN),
        ("nobodys", "holds no stone of its own$", THIRD_TURN),
        ("distance0", r"\)=[a-g]\d is 0 away, not 1 or 2$", THIRD_TURN),
        ("distance3", r"\)=[a-g]\d is 3 away, not 1 or 2$", THIRD_TURN),
        ("wrapped", r"\)=[a-g]\d is 6 away, not 1 or 2$", ANY_TURN),
        ("off_board", r"\([1-7]?[08]?,[1-7]?[08]?\) is not on the board$", THIRD_TURN),
        ("half_pass", r"^played -1 -1 \d \d: \(-1,-1\) is not on the board$", THIRD_TURN),
        ("half_pass_to", r"^played \d \d -1 -1: \(-1,-1\) is not on the board$", THIRD_TURN),
    ),
    opponents=(("random",), ("greedy",)),
    most_turns=400,
)
CHESS = Game(
    "chess",
    "MOVE from to promotion",
    "52 54 0",
    (
        ("pass", "^played -1 -1 -1: square -1 is not on the board$", THIRD_TURN),
        ("zeros", "^played 0 0 0: square 0 is not on the board$", THIRD_TURN),
        ("nines", "^played 9 9 9: square 9 is not on the board$", THIRD_TURN),
        ("huge", "^played (999999999 ?){3}: square 999999999 is not on the board$", THIRD_TURN),
    ),
    most_turns=400,
)
CONNECT_FOUR = Game(
    "connect-four",
    "MOVE column",
    "4",
    (
        ("pass", "^played -1: column -1 is not on the board$", THIRD_TURN),
        ("zeros", "^played 0: column 0 is not on the board$", THIRD_TURN),
        ("nines", "^played 9: column 9 is not on the board$", THIRD_TURN),
        ("huge", "^played 999999999: column 999999999 is not on the board$", THIRD_TURN),
        ("occupied", "^played 1: column 1=a is full$", FOURTH_TURN),
    ),
)
TIC_TAC_TOE = Game(
    "tic-tac-toe",
    "MOVE row column",
    "2 3",
    (
        ("pass", r"^played -1 -1: \(-1,-1\) is not on the board$", THIRD_TURN),
        ("zeros", r"^played 0 0: \(0,0\) is not on the board$", THIRD_TURN),
        ("nines", r"^played 9 9: \(9,9\) is not on the board$", THIRD_TURN),
        ("huge", r"^played (999999999 ?){2}: \(999999999,999999999\) is not on the board$", THIRD_TURN),
        ("occupied", r"^played 1 1: \(1,1\)=a3 is taken$", THIRD_TURN),
        ("half_pass", r"^played -1 1: \(-1,1\) is not on the board$", THIRD_TURN),
    ),
)


@dataclasses.dataclass(frozen=True)
class Row:
    """An agent, and the outcome of the games in which it misbehaves."""

    words: tuple  # program of tests/hostile and its arguments
    loses_by: tuple = ()  # one of these terminations; empty: no fault, the board decides
    turns: tuple | None = THIRD_TURN
    reason: str = ""  # regular expression, found in the fault's reason
    exit: str = "exited 0"  # regular expression that matches the whole text
    stderr: str = ""  # regular expression for the text after the agent's command on its standard error
    flags: dict = dataclasses.field(default_factory=dict)
    time_ms: int | None = None  # its own time for a game
    opponent: tuple = ()  # words; empty: that of the game
    complaint: str = ""  # regular expression for a line of sprt on standard error

    @property
    def command(self):
        return " ".join(self.words)

    @property
    def is_slow(self):
        """Whether a game waits for a time limit. Such rows are played as one of the two agents only."""
        return bool(self.time_ms or self.flags.get("--ready-ms"))


def fine(*words, **more):
    """A row without a fault: the game is played to its end, and the record tells how the agent exited."""
    return Row(words, **more)


def crashes(turns, reason, *words, **more):
    return Row(words, ("crashed",), turns, reason, **more)


def says(moment, wanted, text, shown=None):
    """A row whose agent answers with `text`, as say.cpp reads it, which is a protocol error. `shown`: a regular
    expression for what the reason quotes."""
    quoted = shown or re.escape(text.removesuffix("\\n"))
    turns = AT_READY if moment == "ready" else THIRD_TURN
    return Row(("say", moment, text), ("protocol_error",), turns, f"^sent '{quoted}' instead of {wanted}$")


def runs_out_of_time(*words, exit="exited 0", finish_ms=LONG_MS, came=None):
    """`came`: a regular expression for what the agent sent of a line."""
    flags = {"--finish-ms": finish_ms, "--turns": 40}
    reason = "^sent no answer in time" + (f"; '{came}' came without a newline$" if came else "$")
    return Row(words, ("timeout",), THIRD_TURN, reason, exit, flags=flags, time_ms=SHORT_MS)


def never_ready(*words, exit="exited 0", finish_ms=LONG_MS):
    flags = {"--ready-ms": SHORT_MS, "--finish-ms": finish_ms, "--turns": 40}
    reason = r"^did not say OK in time; (nothing came: is its output flushed\?|'OK *' came without a newline)(; it waited \d+ ms for a core: .*)?$"
    return Row(words, ("ready_timeout",), AT_READY, reason, exit, flags=flags, opponent=("honest",))


GONE = "^exited or closed its (in|out)put"
OWED = r"^exited or closed its output while an answer was owed(; it had used up the memory that it was given \(--memory-mb\))?$"
UNTOLD = "a message could not be delivered$"
BEHIND = "behind its answer$"
UNASKED = "when no answer was owed$"
TOO_LONG = "^sent a line longer than 256 bytes: 'MOVE "
SOON = {"--finish-ms": 200}  # for agents that do not exit by themselves

WAYS_TO_DIE = {"0": "exited 0", "7": "exited 7"} | {
    str(-number): f"signal {number}"
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM, signal.SIGPIPE)
}


def deaths():
    for how, exited in WAYS_TO_DIE.items():
        end = {"exit": exited, "stderr": "last words\n"}
        yield crashes(AT_READY, OWED, "die", "ready", how, **end)
        yield crashes(THIRD_TURN, OWED, "die", "turn", how, **end)
        yield crashes(FOURTH_TURN, GONE, "die", "moved", how, **end)
        yield fine("die", "finish", how, exit=exited)
    end = {"exit": "exited 7", "stderr": "last words\n"}
    yield crashes(AT_READY, GONE, "die", "start", "7", **end)
    yield crashes(THIRD_TURN, "after 'MOVE 1 1', in the middle of a line$", "die", "half", "7", **end)
    # Either player may make the last move: the fifth turn is the first player's third, the sixth the second player's.
    yield fine("die", "moved", "7", flags={"--turns": 5}, exit="exited [07]")
    yield fine("die", "moved", "7", flags={"--turns": 6}, exit="exited 7")
    yield fine("die", "moved", "-11", flags={"--turns": 6}, exit="signal 11")
    yield fine("die", "last", "7", exit="exited [07]")  # the opponent may have made the last move


def answers_to_ready():
    for text in ("KO\\n", "ok\\n", " OK\\n", "OKAY\\n", "\\n", "OK\\r\\r\\n", "MOVE 1 1 1 2\\n", "READY\\n"):
        yield says("ready", "OK", text, re.escape(text.removesuffix("\\n").replace("\\r", "\\x0d")))
    yield says("ready", "OK", "\\x00\\n")
    for text in ("OK\\r\\n", "OK \\t \\r\\n", "OK FANCY x=1 \\xff\\xfe\\n"):
        yield fine("say", "ready", text)
    # Two answers to one question: the second is judged in the agent's first turn.
    twice = r"^sent 'OK\\x0a' behind its answer$"
    yield Row(("say", "ready", "OK\\nOK\\n"), ("protocol_error",), FIRST_TURN, twice)
    yield never_ready("silent")
    yield never_ready("say", "ready", "OK")  # no newline
    yield never_ready("late", "ready", str(2 * SHORT_MS))
    yield never_ready("dribble", "ready", exit=KILLED, finish_ms=200)


def answers_of_another_form(game):
    """Texts that are no answer to TURN, though some look like a move."""
    move = game.move
    first, _, rest = move.partition(" ")
    before, _, last = move.rpartition(" ")
    yield from (f"move {move}", f"Move {move}", "MOVE", f"MOVE {before}".rstrip(), f"MOVE {move} 3", "OK", "")
    for number in (f"{first}.0", f"0x{first}", f"+{first}", f"--{first}", "4294967297", "one"):
        yield f"MOVE {number} {rest}".rstrip()
    for number in (f"- {last}", "1234567890" * 3, f"{last};", f"{last} \u0660"):
        yield f"MOVE {before} {number}" if before else f"MOVE {number}"
    yield from (f"MOVE{move}", f" MOVE {move}", f"MOVE {move.replace(' ', ',') if before else move + ','}")
    for zero in (0x660, 0xFF10):  # digits of other scripts
        yield "MOVE " + "".join(chr(zero + int(c)) if c.isdigit() else c for c in move)


def answers_to_turn(game):
    malformed = functools.partial(says, "turn", game.form)
    for text in dict.fromkeys(answers_of_another_form(game)):
        yield malformed(f"{text}\\n")
    yield malformed("MOVE @ 1\\n", f"MOVE {game.numbers} 1")
    yield malformed("MOVE @\\x00\\n", rf"MOVE {game.numbers}\\x00")
    yield malformed("MOVE @\\r\\r\\n", rf"MOVE {game.numbers}\\x0d\\x0d")
    yield malformed("\\x00\\n")
    yield malformed("\\xff\\xfe\\x80\\x01\\xc3\\n", r"\ufffd\ufffd\ufffd\\x01\ufffd")
    yield malformed("\\x1b]0;mine\\x07\\x1b[2J\\xc2\\x9b\\n", r"\\x1b]0;mine\\x07\\x1b\[2J\\xc2\\x9b")

    yield fine("say", "turn", "MOVE @\\r\\n")
    yield fine("say", "turn", "MOVE @ \\t \\n")
    yield fine("say", "turn", "MOVE @ \\t\\r\\n")
    yield fine("say", "turn", "MOVE \\t @\\n")
    yield fine("pieces", flags={"--turns": 40})
    yield fine("long_line", "256")
    for size in (257, 1 << 20):
        yield Row(("long_line", str(size)), ("protocol_error",), THIRD_TURN, TOO_LONG)

    # Text after an answer in the same read is judged in the next turn.
    twice = {"loses_by": ("protocol_error",), "turns": FOURTH_TURN}
    behind = r"^sent 'MOVE 1 1 1 2\\x0a' behind its answer$"
    yield Row(("say", "turn", "MOVE @\\nMOVE 1 1 1 2\\n"), reason=behind, **twice)
    yield Row(("say", "turn", "MOVE @\\nx"), reason="^sent 'x' behind its answer$", **twice)
    # Before the next TURN is written the text is uninvited; after that it is an answer, and off the board.
    yield Row(("early",), ("protocol_error", "illegal_move"), FOURTH_TURN, f"{BEHIND}|{UNASKED}|^played ")

    for kind, reason, turns in game.illegal:
        yield Row(("illegal", kind), ("illegal_move",), turns, reason)


def waits_and_floods():
    for how in ("sleep", "spin"):  # tampering_test.py plays what stops itself
        yield runs_out_of_time("hang", how, exit=KILLED, finish_ms=200)
    yield runs_out_of_time("say", "turn", "MOVE 1 1", came="MOVE 1 1")
    yield runs_out_of_time("late", "turn", str(2 * SHORT_MS))
    yield runs_out_of_time("dribble", "turn", exit=KILLED, finish_ms=200, came="M[OVE 0-9]*")

    yield crashes(THIRD_TURN, OWED, "close", "out")
    yield crashes(FOURTH_TURN, UNTOLD, "close", "in", exit=KILLED, flags=SOON)

    told = ("protocol_error",)
    chatter = "^sent 'info depth 3 score 17' instead of"
    yield Row(("chatter", "ready"), told, AT_READY, chatter, KILLED, flags=SOON, opponent=("honest",))
    yield Row(("chatter", "turn"), told, THIRD_TURN, chatter, KILLED, flags=SOON)
    yield fine("chatter", "finish", exit=KILLED, flags=SOON)
    yield Row(("flood",), told, THIRD_TURN, "^sent a line longer than 256 bytes: 'xxx", KILLED, flags=SOON)
    yield Row(("flood_moves",), told, FOURTH_TURN, f"{BEHIND}|{UNASKED}", KILLED, flags=SOON)

    yield fine("flood_stderr", "start")
    yield fine("flood_stderr", "turn")
    end = {"exit": "exited 7", "stderr": r"e{1000,}\nlast words\n"}
    yield crashes(AT_READY, OWED, "flood_stderr", "start", "dies", **end)
    yield crashes(THIRD_TURN, OWED, "flood_stderr", "turn", "dies", **end)
    text = "caf\ufffd \x1b[31m\x00\ufffd\ufffd\ufffd\ufffd\ufffd last words \ufffd"
    yield crashes(THIRD_TURN, OWED, "stderr_bytes", exit="exited 7", stderr=re.escape(text))


def what_is_left():
    yield fine("inspect")
    yield fine("ignore_finish", exit=KILLED, flags=SOON)
    yield fine("ignore_sigterm", exit=KILLED, flags=SOON)
    yield fine("talk_after_finish")
    yield fine("grandchild", "stays")
    # The agent has exited, and its pipes are still open.
    yield Row(("grandchild", "exits"), ("crashed",), THIRD_TURN, "^exited", "exited 7", time_ms=SHORT_MS)
    yield fine("children", "40", "sleep", "own")
    yield fine("children", "40", "sleep", "sessions")
    yield fine("children", "40", "sleep", "parents")
    yield fine("children", "40", "sleep", "siblings")
    for how in ("exit", "stop"):
        yield fine("hide_end", how, exit=f"exited 0|{KILLED}", flags=SOON)
    yield fine("children", "8", "spin", "own", flags={"--turns": 20})
    yield fine("children", "8", "spin", "sessions", flags={"--turns": 20})
    yield fine("children", "8", "spin", "siblings", flags={"--turns": 20})
    memory = {"--memory-mb": 256}
    yield crashes(
        *(THIRD_TURN, OWED, "eat_memory"),
        # A control group ends what takes more; without one an allocation fails.
        **{"exit": "signal 6|signal 9", "stderr": r"(.*bad_alloc.*)?", "flags": memory, "opponent": ("honest",)},
    )
    for name in ("SIGTERM", "SIGINT"):
        for who in ("agent", "child"):
            number = str(int(signal.Signals[name]))
            yield fine("signal_referee", number, who, complaint=f"{name}.*ignored")


def rows_of(game):
    return [*deaths(), *answers_to_ready(), *answers_to_turn(game), *waits_and_floods(), *what_is_left()]


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two agents that both misbehave. An agent that loses does so as its row says."""

    words: tuple
    loser: str = "first"  # "first": the agent that plays first; "a" or "b": that one in both games; "": none
    turns: tuple | None = ANY_TURN  # when a plays first, and when b plays first
    both: bool = False  # fault names both


def pairs_of(game):
    ko = ("say", "ready", "KO\\n")
    malformed = ("say", "turn", f"MOVE {game.move} 3\\n")
    legal_twice = ("say", "turn", "MOVE @\\nMOVE 1 1 1 2\\n")
    return [
        Pair((("silent",), ("silent",)), both=True, turns=(0, 0)),
        Pair((ko, ("die", "ready", "7")), both=True, turns=(0, 0)),
        Pair((ko, ("silent",)), both=True, turns=(0, 0)),
        Pair((("die", "ready", "-11"), ("chatter", "ready")), both=True, turns=(0, 0)),
        Pair((ko, ("die", "turn", "7")), "a", turns=(0, 0)),
        Pair((("hang", "sleep"), ("die", "turn", "-11")), turns=(4, 4)),
        Pair((("close", "out"), ("hang", "spin")), turns=(4, 4)),
        Pair((("illegal", "nines"), malformed), turns=(4, 4)),
        Pair((("die", "moved", "7"), ("die", "moved", "-9")), turns=(6, 6)),
        Pair((("early",), ("early",)), turns=(6, 6)),
        # Uninvited output is judged when its sender is asked next; the opponent's fault ends the game before.
        Pair((("flood_moves",), ("die", "turn", "7")), "b", turns=(5, 4)),
        Pair((legal_twice, ("illegal", "pass")), "b", turns=(5, 4)),
        Pair((("die", "moved", "7"), ("flood",)), "b", turns=(5, 4)),
        Pair((("ignore_sigterm",), ("ignore_sigterm",)), ""),
        Pair((("grandchild", "stays"), ("children", "40", "sleep", "sessions")), ""),
        Pair((("flood_stderr", "start"), ("flood_stderr", "turn")), ""),
        Pair((("chatter", "finish"), ("die", "finish", "7")), ""),
    ]
