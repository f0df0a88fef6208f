"""What the UAI engines of tests/hostile/uai and tests/uai do wrong or in their own way, and what becomes of it.

hostile_uai misbehaves in its third turn when its words name a moment of a turn, otherwise always. Everything holds in
both seats.
"""

import dataclasses
import signal

STARTED, MOVED = "start", "turn"  # when a fault ends the game: before any turn, or later


@dataclasses.dataclass(frozen=True)
class Row:
    """An engine and the outcome of its game."""

    words: tuple  # program and arguments
    loses_by: tuple = ()  # one of these terminations; empty: no fault, and the game is played to its end
    reason: str = ""  # regular expression for a part of the fault's reason
    when: str = MOVED
    keys: tuple = ()  # KEY=VALUE in front of the command; the default is a clock that never runs out
    is_killed: bool = False  # it does not exit by itself; finish_ms should be small


# Limits that the engine is to pass. The other rows have limits that no healthy engine reaches on a busy machine.
SHORT_CLOCK = ("time_ms=800",)
SHORT_START = ("start_ms=800",)
SHORT_NEWGAME = ("newgame_ms=800",)
SHORT_PING = ("ping_ms=800",)
HASH = ("option.Hash=32",)


def hostile(*words, **more):
    return Row(("hostile_uai", *words), **more)


def crashes(*words, **more):
    return hostile(*words, loses_by=("crashed",), **more)


def late(*words, **more):
    return hostile(*words, loses_by=("timeout",), **more)


def never_ready(*words, **more):
    return hostile(*words, loses_by=("ready_timeout",), when=STARTED, **more)


def unreadable(*words, **more):
    return hostile(*words, loses_by=("protocol_error",), **more)


def says(text, loses_by=(), reason="", **more):
    """In place of `bestmove`; @ is a legal move."""
    return hostile("go", "says", text, loses_by=loses_by, reason=reason, **more)


def deaths():
    for when in ("start", "uai", "ready", "newgame"):
        yield crashes(when, "dies", when=STARTED)
    yield crashes("setoption", "dies", when=STARTED, keys=HASH)
    for when in ("position", "go", "moved"):
        yield crashes(when, "dies")
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM, signal.SIGPIPE):
        yield crashes("go", "dies", f"-{number.value}")
    yield crashes("go", "dies", "0")
    yield hostile("quit", "dies")
    yield hostile("quit", "dies", f"-{signal.SIGSEGV.value}")
    yield crashes("uai", "half_dies", when=STARTED)
    yield crashes("go", "half_dies")
    for when in ("uai", "ready", "newgame"):
        yield crashes(when, "closes", "out", when=STARTED, is_killed=True)
    for when in ("position", "go"):
        yield crashes(when, "closes", "out", is_killed=True)
    yield crashes("go", "closes", "in", is_killed=True)
    yield crashes("ready", "closes", "in", when=STARTED, is_killed=True)
    yield crashes("go", "child", "exits", keys=SHORT_CLOCK)


def silences():
    for act, is_killed in (("silent", False), ("hangs", True), ("spins", True), ("half", False), ("chats", True)):
        more = {"is_killed": is_killed, "reason": "'.+' came without a newline" if act == "half" else ""}
        no_ping = "no readyok in time" + (f"; {more['reason']}" if act == "half" else "")
        yield never_ready("uai", act, keys=SHORT_START, **more)
        yield never_ready("ready", act, keys=SHORT_START, **more)
        yield never_ready("newgame", act, keys=SHORT_NEWGAME, **more)
        yield late("position", act, keys=SHORT_PING, **{**more, "reason": no_ping})
        yield late("go", act, keys=SHORT_CLOCK, **more)
    yield late("go", "late", "3000", keys=SHORT_CLOCK)
    yield late("go", "late", "3000", keys=("move_ms=100", "margin_ms=25"))
    yield hostile("go", "late", "200", keys=("move_ms=100", "margin_ms=30000"))
    yield late("short_clock", "silent", keys=("time_ms=90",))
    for limit in ("nodes", "depth"):
        keys = (f"{limit}=1", "turn_ms=800")
        yield late(f"go_{limit}", "silent", keys=keys)
        # Whether the answer to `stop` is still judged is for the referee to say; it is never taken for a good move.
        yield hostile(f"go_{limit}", "until_stop", "bestmove a1a1\\n", loses_by=("timeout", "illegal_move"), keys=keys)


def floods():
    yield unreadable("go", "floods", reason="16 MiB", is_killed=True)
    yield unreadable("go", "long", str(1 << 20), reason="64 KiB")
    yield unreadable("ready", "long", str(1 << 20), reason="64 KiB", when=STARTED)
    yield hostile("go", "long", "65000")
    yield hostile("ready", "long", "65000")
    yield hostile("go", "complains", str(1 << 20))
    yield hostile("start", "complains", str(1 << 20))


def answers():
    told, illegal = ("protocol_error",), ("illegal_move",)
    no_move = "names no move"
    for text in ("<none>", "(none)", "h9", "a8", "g22", "1 1 2 2", "@\\x00", "\\xff"):
        yield says(f"bestmove {text}\\n", told, no_move)
    yield says("bestmove\\n", told, "without a move")
    yield says("bestmove \\t\\r\\n", told, "without a move")
    for text in ("0000", "pass", "NULL", "a1a1"):
        yield says(f"bestmove {text}\\n", illegal, "may not pass")
    yield says("bestmove a1g7\\n", illegal, "away|no stone")
    yield says("bestmove a7b7c7\\n", told, no_move)

    yield says("bestmove @ ponder a1\\n")
    yield says("bestmove @\\r\\n")
    yield says(" \\tbestmove\\t@ \\t\\r\\n")
    yield says("bestmove @\\n\\n")
    yield says("info depth 1 score cp 3 nodes 5 pv @\\nbestmove @\\n")
    yield says("info depth x score cp nodes 1.5 multipv pv\\nbestmove @\\n")
    yield says("info string \\xff\\xfe \\x00 \\x1b[2J\\nbestmove @\\n")
    yield says("\\x00\\nbestmove @\\n")
    yield says("Thinking...\\nTT size: 16 MB\\n\\nBestmove a1\\nbestmove @\\n")
    yield says("info depth 1 pv a1a1 h9 nonsense\\nbestmove @\\n")
    yield hostile("go", "dribbles")
    yield hostile("position", "dribbles")
    yield hostile("uai", "dribbles")
    for when in ("ready", "newgame", "position"):
        yield hostile(when, "says", "info string ready\\n\\nunknown words\\n readyok indeed\\r\\n")
    yield hostile("uai", "says", "Engine 1.0\\n\\nid name\\noption name\\noption x\\nid name x\\nuaiok and more\\n")
    yield hostile("uai", "says", "\\xff\\xfe\\noption name \\xff type spin default x min y\\nuaiok\\n")
    for when, limits in (("uai", SHORT_START), ("ready", SHORT_START)):
        shown = r"; its last line was 'readyok\\x00'$"
        yield never_ready(when, "says", "UAIOK\\nREADYOK\\nuaiok\\x00\\nreadyok\\x00\\n", keys=limits, reason=shown)

    # Nothing is owed: what is said twice or too early is judged before the next `go`.
    yield says("bestmove @\\nbestmove @\\n", told)
    yield unreadable("moved", "says", "bestmove a1\\n")
    yield unreadable("position", "says", "bestmove a1\\nreadyok\\n")
    yield unreadable("ready", "says", "bestmove a1\\nreadyok\\n", when=STARTED)
    yield unreadable("newgame", "says", "bestmove a1\\nreadyok\\n", when=STARTED)
    yield hostile("moved", "says", "\\ninfo string waiting\\n")


def ends():
    yield hostile("quit", "says", "info string bye\\nbestmove a1\\nreadyok\\n")
    yield hostile("quit", "floods", is_killed=True)
    yield hostile("quit", "silent")  # it exits when its input is closed
    yield hostile("quit", "hangs", is_killed=True)
    yield hostile("quit", "spins", is_killed=True)
    yield hostile("quit", "ignores_sigterm", is_killed=True)
    yield hostile("end", "spins")  # it exits at `quit`
    yield hostile("go", "child", "stays")


def what_is_never_said():
    """What some engines do not survive, and a referee does not say."""
    for when in ("early_word", "startpos", "moves", "no_counters", "blocked", "half_moves_100", "spoken_to"):
        yield hostile(when, "dies", keys=HASH if when == "early_word" else ())
    yield hostile("late_option", "dies", keys=HASH)
    yield hostile("second_uai", "dies")
    yield hostile("second_uai", "silent")


def habits():
    """Habits of real engines: none is a fault."""

    def engine(*words, keys=("move_ms=20", "margin_ms=30000")):
        return Row(("uai_engine", *words), keys=keys)

    yield engine()
    for limit in ("time_ms=60000", "nodes=300", "depth=2"):
        yield engine(keys=(limit,))
    yield engine(keys=("option.Hash=2", "option.Threads=2", "option.Play=random", "option.Say PV=false", "depth=1"))
    for flag in ("banner", "blank-lines", "ponder", "crlf", "deaf-until-ready", "introduces-once", "single-threaded"):
        yield engine(f"--{flag}")
    yield engine("--deaf-until-ready", "--banner", keys=("option.Play=random",))
    yield engine("--options-form", "words", keys=("option.Play=random",))
    yield engine("--hash-name", "hash", keys=("option.hash=2", "depth=1"))
    for what in ("startpos", "moves", "no-counters", "blocked"):
        yield engine("--dies-of", what)
    for form in ("drops", "squares", "capitals"):
        yield engine("--move-form", form)
    for form in ("pass", "null", "a1a1"):
        yield engine("--pass-form", form)
    for form in ("plain", "behind", "alone", "zero"):
        yield engine("--score-form", form)
    yield engine("--nodes-unknown", "at-once", keys=("nodes=100",))
    yield engine("--depth-unknown", "at-once", keys=("depth=3",))
    yield engine("--movetime-less", "10")
    yield engine("--clock-every-nodes", "4096")
    yield engine("--processor-time")
    yield engine("--early-stop")
    for answer in ("pass", "dies", "none"):
        yield engine("--at-100", answer)
    yield engine("--shuffles")
    yield engine("--clears-mib", "16")
    yield engine("--start-late", "300")
    yield engine("--spins-at-end")
    endless = ("uai_engine", "--single-threaded", "--nodes-unknown", "endless")  # it does not hear `stop`
    yield Row(endless, ("timeout",), keys=("nodes=100", "turn_ms=800"), is_killed=True)
    yield Row(("uai_engine", "--silent-below", "2000"), ("timeout",), keys=SHORT_CLOCK, is_killed=True)


def rows():
    return [
        *(*deaths(), *silences(), *floods(), *answers(), *ends()),
        *(*what_is_never_said(), *habits()),
    ]
