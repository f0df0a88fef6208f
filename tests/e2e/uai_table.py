"""What the engines of tests/hostile/uai and tests/engines do wrong or in their own way, and what becomes of it.

hostile_uai misbehaves in its third turn when its words name a moment of a turn, otherwise always. Everything holds in
both seats. `dialect` is the protocol: uai or uci, which is also its first word.
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


def deaths(dialect):
    for when in ("start", dialect, "ready", "newgame"):
        yield crashes(when, "dies", when=STARTED)
    yield crashes("setoption", "dies", when=STARTED, keys=HASH)
    for when in ("position", "go", "moved"):
        yield crashes(when, "dies")
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM, signal.SIGPIPE):
        yield crashes("go", "dies", f"-{number.value}")
    yield crashes("go", "dies", "0")
    yield hostile("quit", "dies")
    yield hostile("quit", "dies", f"-{signal.SIGSEGV.value}")
    yield crashes(dialect, "half_dies", when=STARTED)
    yield crashes("go", "half_dies")
    for when in (dialect, "ready", "newgame"):
        yield crashes(when, "closes", "out", when=STARTED, is_killed=True)
    for when in ("position", "go"):
        yield crashes(when, "closes", "out", is_killed=True)
    yield crashes("go", "closes", "in", is_killed=True)
    yield crashes("ready", "closes", "in", when=STARTED, is_killed=True)
    yield crashes("go", "child", "exits", keys=SHORT_CLOCK)


def silences(dialect):
    for act, is_killed in (("silent", False), ("hangs", True), ("spins", True), ("half", False), ("chats", True)):
        more = {"is_killed": is_killed, "reason": "'.+' came without a newline" if act == "half" else ""}
        no_ping = "no readyok in time" + (f"; {more['reason']}" if act == "half" else "")
        yield never_ready(dialect, act, keys=SHORT_START, **more)
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


def answers(dialect):
    told, illegal = ("protocol_error",), ("illegal_move",)
    no_move = "names no move"
    for text in ("<none>", "h9", "a8", "g22", "1 1 2 2", "O-O", "@\\x00", "\\xff"):
        yield says(f"bestmove {text}\\n", told, no_move)
    for text in ("(none)", "resign"):  # words of chess for a player without a move
        if dialect == "uci":
            yield says(f"bestmove {text}\\n", illegal, r"gave no move: there are \d+ legal ones")
        else:
            yield says(f"bestmove {text}\\n", told, no_move)
    yield says("bestmove\\n", told, no_move)
    yield says("bestmove \\t\\r\\n", told, no_move)
    for text in ("0000", "pass", "NULL", "a1a1"):
        yield says(f"bestmove {text}\\n", illegal, "may not pass|gave no move")
    yield says("bestmove a1g7\\n", illegal, "played a1g7: .*(away|no stone)")
    yield says("bestmove a7b7c7\\n", told, no_move)

    yield says("bestmove @ ponder a1\\n")
    yield says("bestmove @\\r\\n")
    yield says(" \\tbestmove\\t@ \\t\\r\\n")
    yield says("bestmove @\\n\\n")
    yield says("info depth 1 score cp 3 nodes 5 pv @\\nbestmove @\\n")
    yield says("info multipv 1 depth 8 score cp 3 nodes 5 pv @\\ninfo depth 9 score cp 1 upperbound nodes 9\\nbestmove @ \\n")
    yield says("info depth x score cp nodes 1.5 multipv pv\\nbestmove @\\n")
    yield says("info string \\xff\\xfe \\x00 \\x1b[2J\\nbestmove @\\n")
    yield says("\\x00\\nbestmove @\\n")
    yield says("Thinking...\\nTT size: 16 MB\\n\\nBestmove a1\\nbestmove @\\n")
    yield says("info depth 1 pv a1a1 h9 nonsense\\nbestmove @\\n")
    yield hostile("go", "dribbles")
    yield hostile("position", "dribbles")
    yield hostile(dialect, "dribbles")
    for when in ("ready", "newgame", "position"):
        yield hostile(when, "says", "info string ready\\n\\nunknown words\\n readyok indeed\\r\\n")
    yield hostile(dialect, "says", f"Engine 1.0\\n\\nid name\\noption name\\noption x\\nid name x\\n{dialect}ok and more\\n")
    yield hostile(dialect, "says", f"\\xff\\xfe\\noption name \\xff type spin default x min y\\n{dialect}ok\\n")
    for when in (dialect, "ready"):
        shown = r"; its last line was 'readyok\\x00'$"
        text = f"{dialect.upper()}OK\\nREADYOK\\n{dialect}ok\\x00\\nreadyok\\x00\\n"
        yield never_ready(when, "says", text, keys=SHORT_START, reason=shown)

    # Nothing is owed: what is said twice or too early is judged before the next `go`.
    yield says("bestmove @\\nbestmove @\\n", told)
    # Without a ping what comes late may be taken for the answer to `go`: then it is an illegal move.
    yield hostile("moved", "says", "bestmove a1\\n", loses_by=("protocol_error", "illegal_move"))
    yield unreadable("moved", "says", "bestmove a1\\n", keys=("ping=on",))
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


def what_is_never_said(dialect):
    """What some engines do not survive, and a referee does not say."""
    for when in ("early_word", "startpos", "moves", "no_counters", "blocked", "half_moves_100", "spoken_to", "go_ponder"):
        yield hostile(when, "dies", keys=HASH if when == "early_word" else ())
    yield hostile("late_option", "dies", keys=HASH)
    yield hostile(f"second_{dialect}", "dies")
    yield hostile(f"second_{dialect}", "silent")


def habits(dialect):
    """Habits of real engines: none is a fault but where the row names one."""

    def engine(*words, keys=("move_ms=20", "margin_ms=30000"), **more):
        return Row((f"{dialect}_engine", *words), keys=keys, **more)

    yield engine()
    for limit in ("time_ms=60000", "nodes=300", "depth=2"):
        yield engine(keys=(limit,))
    yield engine(keys=("option.Hash=2", "option.Threads=2", "option.Play=random", "option.Say PV=false", "depth=1"))
    for flag in ("banner", "blank-lines", "ponder", "crlf", "deaf-until-ready", "introduces-once", "single-threaded", "trailing-blank"):
        yield engine(f"--{flag}")
    yield engine("--deaf-until-ready", "--banner", keys=("option.Play=random",))
    yield engine("--options-form", "words", keys=("option.Play=random",))
    yield engine("--hash-name", "hash", keys=("option.hash=2", "depth=1"))
    for what in ("startpos", "moves", "no-counters", "blocked", "late-option", "unknown", "ponder"):
        yield engine("--dies-of", what, keys=("depth=1", *HASH))
    for form in ("drops", "short", "squares", "capitals"):
        yield engine("--move-form", form)
    for form in ("pass", "null", "a1a1", "0000"):
        yield engine("--pass-form", form)
    for form in ("plain", "behind", "alone", "zero", "multipv", "upperbound", "lowerbound"):
        yield engine("--score-form", form)
    yield engine("--nodes-unknown", "at-once", keys=("nodes=100",))
    yield engine("--depth-unknown", "at-once", keys=("depth=3",))
    yield engine("--movetime-less", "10")
    yield engine("--clock-every-nodes", "4096")
    yield engine("--processor-time")
    yield engine("--early-stop")
    for answer in ("pass", "dies", "none"):
        yield engine("--at-100", answer)
    for answer in ("stale", "(none)", "NULL"):  # never asked for
        yield engine("--at-end", answer)
    yield engine("--shuffles")
    yield engine("--clears-mib", "16")
    yield engine("--start-late", "300")
    yield engine("--newgame-late", "300")
    yield engine("--newgame-late", "3000", keys=SHORT_NEWGAME, loses_by=("ready_timeout",), when=STARTED)
    yield engine("--threads", "2", keys=("nodes=50",))
    yield engine("--spins-at-end")
    yield engine("--nodes-unknown", "endless", keys=("nodes=100", "turn_ms=30"))  # until `stop`
    yield engine("--depth-unknown", "endless", keys=("depth=2", "turn_ms=30"))
    endless = ("--single-threaded", "--nodes-unknown", "endless")  # it does not hear `stop`
    yield engine(*endless, keys=("nodes=100", "turn_ms=800"), loses_by=("timeout",), is_killed=True)
    yield engine("--silent-below", "2000", keys=SHORT_CLOCK, loses_by=("timeout",), is_killed=True)
    yield engine("--bad", "late", keys=("move_ms=50", "margin_ms=100"), loses_by=("timeout",))


def variants():
    """Only UCI has them, and names of options in any case."""

    def engine(*words, keys=(), **more):
        return Row(("uci_engine", *words), keys=("depth=1", *keys), **more)

    path = "option.VariantPath=variants.ini"
    yield engine("--variant", "none")
    yield engine("--variant", "other", keys=("variant=other",))
    yield engine("--variants-from-file", keys=(path,))
    yield engine("--variants-from-file", keys=("option.Play=random", path, *HASH))
    once = ("--variants-from-file", "--introduces-once")
    yield engine(*once, keys=(path, *SHORT_START), loses_by=("ready_timeout",), when=STARTED)
    yield engine("--book", keys=("option.Book=", "option.Clear Hash="))
    yield engine("--lower-names", keys=("option.Threads=2", "option.HASH=2"))


def rows(dialect):
    return [
        *(*deaths(dialect), *silences(dialect), *floods(), *answers(dialect), *ends()),
        *(*what_is_never_said(dialect), *habits(dialect), *(variants() if dialect == "uci" else ())),
    ]
