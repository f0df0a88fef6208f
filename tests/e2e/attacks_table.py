"""What agents of tests/hostile/attacks try, and what becomes of it without a sandbox: the table.

attacks_test.py plays it. With a sandbox nothing of it may work, and the attacker loses as it would without its attack.
"""

import dataclasses
import os
import pathlib
import signal

WORKS = "worked"
NOT_PERMITTED = "Operation not permitted"
SMALL_SEED = 11
LARGE_SEED = 11400714819323198485  # agents cannot try all of its size
LONG_MS = 60_000
SHORT_MS = 500  # the time of a rival that loses on the clock


def depends_on(what):
    """An attack that works on some machines."""
    return f"depends on {what}"


def may_trace():
    """Whether a process may trace others of its user: not where Yama restricts it to descendants."""
    yama = pathlib.Path("/proc/sys/kernel/yama/ptrace_scope")
    return os.getuid() == 0 or not yama.exists() or yama.read_text().strip() == "0"


TRACES = WORKS if may_trace() else NOT_PERMITTED
CAPABILITIES = depends_on("what root may do here")
KERNEL = depends_on("the kernel and the user's rights")


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a run without a sandbox comes to. The attacker loses a game as it would without its attack, or wins it."""

    what: str  # in words
    status: int = 0
    complaint: str = ""  # a regular expression; a line on standard error
    wins_by: str = ""  # the termination of the games, which the attacker then wins
    rival_fault: str = ""  # a regular expression for the reason of the rival's fault
    is_sure: bool = True  # False: it does not win all of these games
    interferes: bool = False  # a game's record names the attacker's interference


HONEST = Outcome("nobody notices; it loses as it would without the attack")
TIMEOUT = Outcome("it wins: the rival loses on time", wins_by="timeout")
TIMEOUT_BY_CHANCE = Outcome(
    "it wins when it meets the rival's turns: the rival loses on time", wins_by="timeout", is_sure=False
)
CRASH = Outcome(
    "it wins: the rival's end is a fault of the rival", wins_by="crashed", rival_fault="exited or closed its output"
)
FALSE_ANSWER = Outcome(
    "it wins: the answer is a fault of the rival", wins_by="protocol_error", rival_fault="when no answer was owed"
)
INTERFERENCE = Outcome(
    "the rival has less time, which is reported as interference", complaint="interference: agent . used", interferes=True
)
TAMPERING = Outcome(
    "the games are not scored, and the run ends with status 4", status=4, complaint=r"tampering: agent \d was stopped or traced"
)
SIGNAL = Outcome("ignored and reported as interference", complaint="interference: an agent sent SIGTERM")
DAMAGE = Outcome("the run ends and names the damage", status=3, complaint="was damaged by an agent or another program")
CHANGE = Outcome("the run ends and names the file", status=4, complaint="greedy has changed, and another program would play")
KILLED = Outcome("the run is dead", status=-signal.SIGKILL)


@dataclasses.dataclass(frozen=True)
class Row:
    """An attack. What the agent tells that it tried, each with what comes of it without a sandbox: that it worked, a
    regular expression for the reason why not, or what it depends on."""

    words: tuple
    tries: dict
    outcome: Outcome = HONEST
    gate: tuple = (1,)  # the status of a gate without a sandbox whose agent 1 attacks
    rival: tuple = ("greedy",)
    rival_ms: int = LONG_MS
    turns: int = 40  # after which a game ends
    flags: dict = dataclasses.field(default_factory=dict)
    crowd: tuple | None = ()  # the words when eight games attack one machine, if others; None: that takes too long
    sandboxed: dict = dataclasses.field(default_factory=dict)  # the attacker's settings that concern the sandbox
    has_terminal: bool = False  # the run has a terminal
    is_sandbox_a_remedy: bool = True  # False: a sandbox is not meant to prevent it

    @property
    def name(self):
        return " ".join(self.words)


def on_run(what, here=WORKS, told=WORKS):
    """Attacks on the run directory: by the path that the command of the referee tells, and by other paths."""
    return {
        what: told,
        f"{what} of a known run": here,
        f"{what} through /proc/REFEREE/root": here,
        f"{what} through /proc/REFEREE/cwd": here,
        f"{what} through /proc/1/root": depends_on("whether the first process may be looked at"),
        f"{what} through /proc/1/cwd": depends_on("whether the first process may be looked at"),
    }


# A rival that thinks long enough to be disturbed, and the turns in which that is seen.
THINKS = {"rival": ("alphabeta", "--depth", "5"), "turns": 26}

ROWS = [
    # The rival
    Row(("stop", "stop"), {"stop the rival": WORKS}, TAMPERING, gate=(4,), rival_ms=SHORT_MS),
    Row(("stop", "kill"), {"kill the rival": WORKS}, CRASH, gate=(4,)),
    Row(("speak", "answer"), {"answer in the rival's name": WORKS}, FALSE_ANSWER, gate=(4,)),
    Row(("speak", "finish"), {"speak to the rival in the referee's name": WORKS}, CRASH, gate=(4,)),
    Row(
        ("speak", "swallow"),
        {"open what the rival reads": WORKS, "take what the rival should read": WORKS},
        TIMEOUT,
        gate=(5,),  # the verdict rests on doubtful losses
        rival_ms=SHORT_MS,
    ),
    Row(
        ("replace", "rename"),
        {"put another file in the place of the rival": WORKS, "put another file in the place of a known rival": WORKS},
        CHANGE,
        gate=(4,),
    ),
    Row(
        ("replace", "overwrite"),
        {"overwrite the rival": "Text file busy", "overwrite a known rival": "Text file busy"},
    ),
    Row(
        ("trace", "rival"),
        {"trace the rival": TRACES},
        TAMPERING if may_trace() else HONEST,
        gate=(4,) if may_trace() else (1,),
        rival_ms=SHORT_MS,
    ),
    Row(
        ("trace", "memory"),
        {
            "read the rival's memory": TRACES,
            "write the rival's memory": TRACES,
            "overwrite the rival's code": TRACES if may_trace() else "Permission denied",
        },
        CRASH if may_trace() else HONEST,
        gate=(4,) if may_trace() else (1,),
    ),
    Row(("seed", "read"), {"read the rival's seed": WORKS}),
    Row(
        ("seed", "compute"),
        {
            "compute the rival's seed from a command": WORKS,
            "compute the rival's seed by trying small ones": "it is not small",
        },
    ),
    Row(
        ("seed", "compute"),
        {"compute the rival's seed from a command": WORKS, "compute the rival's seed by trying small ones": WORKS},
        flags={"--seed": SMALL_SEED},
        is_sandbox_a_remedy=False,
    ),
    Row(
        ("priority", "rival"),
        {
            "make the rival less urgent": WORKS,
            "push the rival to one core": WORKS,
            "limit the rival's processor time": WORKS,
            "have the rival killed first when memory is short": WORKS,
        },
    ),
    # The cores
    *(
        Row(("spin", how), {f"take the rival's cores by {what}": WORKS}, outcome, crowd=None, **THINKS)
        for how, what, outcome in (
            ("children", "children", INTERFERENCE),
            ("orphans", "orphans", INTERFERENCE),
            ("siblings", "siblings", INTERFERENCE),
            ("hidden", "hidden orphans", HONEST),
        )
    ),
    Row(("priority", "own"), {"become more urgent": CAPABILITIES, "become a process of real time": CAPABILITIES}),
    # The referee
    Row(("referee", "kill"), {"kill the referee": WORKS}, KILLED, gate=(-signal.SIGKILL,)),
    Row(("referee", "term"), {"end the referee by SIGTERM": "it goes on"}, SIGNAL),
    Row(
        ("referee", "stop"),
        {"stop the referee": depends_on("whether the rival thinks in its third turn"), "stop the referee again": depends_on("whether the game is still played")},
        TIMEOUT_BY_CHANCE,
        gate=(1, 5),  # 5: the verdict rests on doubtful losses, or on games that were not scored
        rival_ms=700,
        flags={"--finish-ms": 2000},  # an agent that is killed does not continue the referee, which then waits for ever
        rival=THINKS["rival"],
    ),
    Row(("trace", "referee"), {"trace the referee": TRACES}),
    Row(("trace", "oneself"), {"trace itself by a child": depends_on("Yama")}),
    # The files of the run and of the user
    Row(("read", "run"), on_run("read the run")),
    Row(("read", "append"), on_run("append to the log"), DAMAGE, gate=(3,)),
    Row(("read", "overwrite"), on_run("overwrite the log"), DAMAGE, gate=(3,)),
    Row(
        ("read", "environment"),
        {"read the token in the environment": WORKS, "read the secret of another process": WORKS},
    ),
    Row(
        ("read", "summary"),
        {f"append to {name}": WORKS for name in ("GITHUB_STEP_SUMMARY", "GITHUB_ENV", "ATTACK_SUMMARY", "ATTACK_ENV")},
    ),
    Row(
        ("read", "home"),
        {
            "read a private file in HOME": WORKS,
            "read a private file in ATTACK_HOME": WORKS,
            "list the home directory of the password file": depends_on("whether it is empty"),
        },
    ),
    # The machine
    Row(
        ("network", "PORT"),
        {
            "speak TCP": WORKS,
            "speak UDP": WORKS,
            "speak to an abstract Unix socket": WORKS,
            "open a socket to the host of a virtual machine": KERNEL,
            "open a socket of the kernel's ciphers": KERNEL,
        },
    ),
    Row(
        ("terminal",),
        {"open the terminal": WORKS, "type in the user's name": depends_on("the kernel (dev.tty.legacy_tiocsti) or root")},
        has_terminal=True,
    ),
    Row(
        ("namespaces",),
        {
            "start a child of the referee by clone": WORKS,
            **dict.fromkeys(
                (
                    "start a child of the referee by clone3",
                    "make a namespace of mounts",
                    "make a namespace of users",
                    "mount something",
                    "enter the referee's namespace of mounts",
                    "enter the referee's namespace of the network",
                    "add a key",
                    "read the user's keys",
                    "make a map of bpf",
                    "count events of a core",
                    "make a ring of requests",
                    "watch a directory",
                    "lease a file",
                ),
                KERNEL,
            ),
        },
    ),
    Row(("fill", "memory", "140"), {"fill the memory": "Cannot allocate memory"}, flags={"--memory-mb": 128}),
    Row(
        ("fill", "memory", "140"),
        {"fill the memory": WORKS},
        crowd=("fill", "memory", "20"),
        is_sandbox_a_remedy=False,
    ),
    Row(
        ("fill", "disk", "12"),
        {"fill .": WORKS, "fill /tmp": WORKS, "fill /dev/shm": depends_on("its size")},
        sandboxed={"scratch_mb": 8},
    ),
    Row(
        ("fill", "processes", "1100"),
        {"fill the table of processes": depends_on("the user's limit")},
        crowd=("fill", "processes", "30"),
    ),
    Row(
        ("fill", "descriptors", "30000"),
        {"fill the table of files": "Too many open files|it has many, and others have some left"},
        crowd=("fill", "descriptors", "2000"),
    ),
    # What is left of it
    *(Row(("remain", how), {"leave a process": WORKS}) for how in ("sleeps", "ignores", "hidden")),
]
