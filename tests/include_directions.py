#!/usr/bin/env python3
"""Checks who includes whom: the rooms and their directions, folders that include each other, and the libraries that only
some files may name. And that no two headers of different rooms give one name to different types.

    include_directions.py ROOT

Prints each violation as FILE:LINE: message, and exits with status 1 when there is any.
"""

import pathlib
import re
import sys

# A room: the rooms that it may include besides itself.
_BELOW_GAME = ["referee/base", "referee/rules", "referee/process", "referee/timing", "referee/talk"]
_REFEREE = [*_BELOW_GAME, "referee/game"]
_SPRT = ["sprt/stats", "sprt/schedule", "sprt/config", "sprt/ledger", "sprt/store", "sprt/simulate"]
ROOMS = {
    "referee/base": [],
    "referee/rules": ["referee/base"],
    "referee/process": ["referee/base"],
    "referee/timing": ["referee/base", "referee/process"],
    "referee/talk": ["referee/base", "referee/rules", "referee/process", "referee/timing"],
    "referee/game": _BELOW_GAME,
    "referee/check": _REFEREE,
    "referee/command": [*_REFEREE, "referee/check"],
    "referee/main.cpp": [*_REFEREE, "referee/command"],
    "sprt/stats": [],
    "sprt/schedule": _REFEREE,
    "sprt/ledger": [*_REFEREE, "sprt/stats", "sprt/schedule"],
    "sprt/config": [*_REFEREE, "sprt/stats", "sprt/schedule", "sprt/ledger"],
    "sprt/store": [*_REFEREE, "sprt/stats", "sprt/schedule", "sprt/config", "sprt/ledger"],
    "sprt/play": [*_REFEREE, "sprt/stats", "sprt/schedule", "sprt/ledger"],
    "sprt/remote": [*_REFEREE, "sprt/stats", "sprt/schedule", "sprt/ledger", "sprt/play"],
    "sprt/simulate": [*_REFEREE, "sprt/stats", "sprt/schedule", "sprt/ledger"],
    "sprt/report": [*_REFEREE, *_SPRT],
    "sprt/page": [*_REFEREE, *_SPRT, "sprt/report"],
    "sprt/session": [*_REFEREE, *_SPRT, "sprt/play", "sprt/remote", "sprt/report", "sprt/page"],
    "sprt/command": [
        *_REFEREE, "referee/command", *_SPRT, "sprt/play", "sprt/remote", "sprt/report", "sprt/page", "sprt/session"
    ],
    "sprt/main.cpp": [*_REFEREE, "sprt/command"],
    "agents": ["referee/base", "referee/rules"],
}
# Folders of a room may not include each other in a circle, but for these rooms, each with its reason.
CIRCLES = {
    "referee/rules": "games.hpp is the closed list of the games, which stand on rules.hpp",
    "referee/process": "a Spawner starts agents in cells, which are processes",
    "referee/talk": "a reader is chosen by the protocol",
    "referee/game": "a record names the rule that ended it, and settings make a roster",
}
SOURCES = ("referee", "sprt", "agents")
SUFFIXES = (".cpp", ".hpp", ".h", ".cc", ".ipp")

# Rooms of pure values may include only these headers and themselves: no I/O and no clock.
PURE_ROOMS = ("referee/rules", "sprt/stats")
PURE_LIBRARIES = ("boost/math/", "Eigen/")  # who may include them stands in INCLUDE_RULES
PURE_STD = set(
    """algorithm any array bit bitset cassert cctype cerrno cfloat charconv climits cmath compare complex concepts
    cstddef cstdint cstdlib cstring deque exception forward_list functional initializer_list iterator limits list map
    memory memory_resource new numbers numeric optional queue random ranges ratio set source_location span stack
    stdexcept string string_view system_error tuple type_traits typeindex typeinfo unordered_map unordered_set utility
    valarray variant vector version""".split()
)

# Names for some files only: the pattern in code or in an include, who may use it, the message.
THREAD_HEADERS = "thread|shared_mutex|condition_variable|atomic|future|stop_token|semaphore|latch|barrier"
THREAD_NAMES = (
    r"std::(?:jthread|thread|\w+_mutex|condition_variable\w*|atomic\w*|async|future|promise|call_once)\b"
    r"|\bpthread_create\b"
)
# Locks also guard what workers share: the orphans of the whole process, its output, and openings that are drawn when asked for.
THREADS = r"sprt/(?:play|remote)/.*|sprt/store/disk_files\..*|referee/base/task\..*"
LOCKERS = THREADS + r"|sprt/schedule/(?:random_openings|indexed_book)\..*|referee/process/orphans\..*|referee/base/console\.cpp|referee/game/adjudication/tablebase\.cpp"
SENDS_SIGNAL = (
    r"(?<![\w.>])(?:kill|killpg|tkill|tgkill|sigqueue|pthread_kill|pthread_sigqueue)\s*\(\s*[^\s)]"
    r"|\bSYS_(?:kill|tkill|tgkill|rt_\w*sigqueueinfo|pidfd_send_signal)\b"
)
PROCESS = r"referee/process/process\.cpp"
SERVER = r"sprt/page/server\.cpp" + "|" + PROCESS  # Boost.Process stands on Asio
# Processes of sandboxes end what is in their own process namespace; a hub hands signals on to its server.
SIGNALLERS = PROCESS + r"|referee/process/sandbox/door\.cpp|sprt/command/server_process\.cpp"
JSON_FILES = r"referee/check/checks\..*|referee/game/(?:json|json_fields|job|record_json|adjudication/adjudication|settings/(?:setting|agent_json)|log/\w+_json)\..*|sprt/(?:config|store|report|page|remote|session/(?:agent_files|remote_job|remote_run))[/.].*"
INCLUDE_RULES = [
    (rf"(?:{THREAD_HEADERS})", THREADS, "threads belong to sprt/play, sprt/remote and sprt/store/disk_files"),
    (r"mutex", LOCKERS, "locks belong where threads do, to referee/base/console, referee/process/orphans, referee/game/adjudication/tablebase sprt/schedule/random_openings and indexed_book"),
    (r"nlohmann/.*", JSON_FILES, "nlohmann_json belongs to record, config, store, report, page and remote"),
    (r"boost/math/.*", r"sprt/stats/(?:counts|ratings/.*)\.cpp", "Boost.Math belongs to sprt/stats/counts.cpp and the sources of ratings"),
    (r"Eigen/.*", r"sprt/stats/ratings/(?:ratings\.cpp|group_fit\..*)", "Eigen belongs to the fit of ratings"),
    (r"openssl/.*", r"referee/process/sha256\.cpp|sprt/remote/hub/keys\.cpp", "OpenSSL belongs to digests, keys and certificates"),
    (r"nats\.h|nats/.*", r"sprt/remote/bus\.cpp", "libnats belongs to sprt/remote/bus.cpp"),
    (r"tbprobe\.h", r"referee/game/adjudication/tablebase\.cpp", "Fathom belongs to referee/game/adjudication/tablebase.cpp"),
    (r"pugixml\.hpp", r"sprt/report/ci/junit\.cpp", "pugixml belongs to sprt/report/ci/junit.cpp"),
    (r"boost/beast/zlib/.*", r"sprt/page/page_file\.cpp", "Beast's deflate belongs to sprt/page/page_file.cpp"),
    (r"boost/(?:asio|beast(?!/zlib/)).*", SERVER, "Boost.Asio and Beast belong to sprt/page/server.cpp"),
    (r"boost/process.*", PROCESS, "Boost.Process belongs to referee/process/process.cpp"),
]
CODE_RULES = [
    (THREAD_NAMES, THREADS, "threads belong to sprt/play, sprt/remote and sprt/store/disk_files"),
    (r"std::mutex\b", LOCKERS, "locks belong where threads do, to referee/base/console, referee/process/orphans, referee/game/adjudication/tablebase sprt/schedule/random_openings and indexed_book"),
    (r"\bnlohmann::", JSON_FILES, "nlohmann_json belongs to record, config, store, report, page and remote"),
    (r"\bboost::process\b", PROCESS, "Boost.Process belongs to referee/process/process.cpp"),
    (SENDS_SIGNAL, SIGNALLERS, "signals are sent by referee/process/process.cpp, the processes of sandboxes and the hub only"),
]
INCLUDE = re.compile(r"\s*#\s*include\s*(?:<([^>]+)>|\"([^\"]+)\")")
LITERALS_AND_COMMENTS = re.compile(
    r"""R"(?P<delimiter>[^()\s\\]*)\(.*?\)(?P=delimiter)"|"(?:\\.|[^"\\\n])*["]"""
    r"""|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/""",  # 1'000 holds no character literal
    re.DOTALL,
)
CALLS = tuple(f"referee/base/{name}" for name in ("call.cpp", "call.hpp", "help.cpp", "help.hpp"))
TYPE = re.compile(r"^(?:template<[^\n]*>\s*)?(?:class|struct|enum(?: class)?) (?:\[\[\w+\]\] )?(\w+)\b[^;{\n]*\{", re.MULTILINE)
DEFINES_MAIN = re.compile(r"\bint\s+main\s*\(")


def without_comments(text):
    """The code without comments; line numbers stay."""
    return LITERALS_AND_COMMENTS.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m[0].startswith("/") else m[0], text)


def without_texts(text):
    """The code without string and character literals."""
    return LITERALS_AND_COMMENTS.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def room_of(path):
    """The room of a path relative to the root, or None."""
    return next((room for room in ROOMS if path == room or path.startswith(room + "/")), None)


def may_name_cli(path, defines_main):
    """Whether a file may name the parser of command lines."""
    if path.startswith(("agents/", "referee/base/")):
        return path in ("agents/program/command_line.cpp", *CALLS)
    return defines_main or path.startswith(("referee/command/", "sprt/command/"))


def check_include(path, room, included, is_quoted, defines_main):
    """The error of one include of the file `path`, or None."""
    if included.startswith(tuple(f"{source}/" for source in SOURCES)):
        other = room_of(included)
        if other is None:
            yield f"{included} belongs to no room"
        elif other != room and other not in ROOMS[room]:
            yield f"{room} may not include {other} ({included})"
        return
    if is_quoted:
        yield f'"{included}" is not named from the root'
    elif room in PURE_ROOMS and included not in PURE_STD and not included.startswith(PURE_LIBRARIES):
        yield f"{room} may not include <{included}>: it is std only, with no I/O, clock or threads"
    if included.startswith("CLI/") and not may_name_cli(path, defines_main):
        yield "CLI11 belongs to command/ rooms, to main.cpp, to referee/base/call and help, and to agents/program/command_line.cpp"
    for pattern, allowed, what in INCLUDE_RULES:
        if re.fullmatch(pattern, included) and not re.fullmatch(allowed, path):
            yield what


def check_file(path, text):
    """The violations of one file as (line, message)."""
    room = room_of(path)
    if room is None:
        yield 1, f"it belongs to no room; there are {', '.join(ROOMS)}"
        return
    plain = without_comments(text)
    code = without_texts(text)
    defines_main = bool(DEFINES_MAIN.search(code))
    for number, (plain_line, code_line) in enumerate(zip(plain.split("\n"), code.split("\n")), 1):
        include = INCLUDE.match(plain_line)
        if include:
            included = include[1] or include[2]
            for what in check_include(path, room, included, include[1] is None, defines_main):
                yield number, what
            continue
        for pattern, allowed, what in CODE_RULES:
            if re.search(pattern, code_line) and not re.fullmatch(allowed, path):
                yield number, what
        if re.search(r"\bCLI::", code_line) and not may_name_cli(path, defines_main):
            yield number, "CLI11 belongs to command/ rooms, to main.cpp, to referee/base/call and help, and to agents/program/command_line.cpp"


def circles(texts):
    """(file, line, message) of each include between two folders of a room that also reach each other the other way."""
    folder_of = lambda path: path.rpartition("/")[0]  # noqa: E731
    edges = {}
    for path, text in texts.items():
        for number, line in enumerate(without_comments(text).split("\n"), 1):
            include = INCLUDE.match(line)
            other = folder_of(include[2] or "") if include else ""
            if other and other != folder_of(path) and room_of(other + "/") == room_of(path) not in CIRCLES:
                edges.setdefault((folder_of(path), other), (path, number))

    def reaches(start, end, seen):
        seen.add(start)
        return start == end or any(reaches(b, end, seen) for a, b in edges if a == start and b not in seen)

    for (folder, other), (path, number) in edges.items():
        if reaches(other, folder, set()):
            yield path, number, f"{folder} and {other} include each other"


def names_of_two(texts):
    """(file, line, message) of each type in a header whose name a header of another room has, too."""
    first = {}
    for path, text in texts.items():
        if path.endswith(".hpp") and room_of(path):
            code = without_texts(text)
            for match in TYPE.finditer(code):
                other = first.setdefault(match[1], path)
                if room_of(other) != room_of(path):
                    yield path, code.count("\n", 0, match.start()) + 1, f"{match[1]} is also a type of {other}"


def violations(root):
    """`FILE:LINE: message` for every violation below `root`, and the number of files read."""
    found, texts = [], {}
    for source in SOURCES:
        for file in sorted((root / source).rglob("*")):
            if file.suffix in SUFFIXES:
                path = file.relative_to(root).as_posix()
                texts[path] = file.read_text()
                found += [f"{path}:{line}: {what}" for line, what in check_file(path, texts[path])]
    found += [f"{path}:{line}: {what}" for check in (circles, names_of_two) for path, line, what in check(texts)]
    return found, len(texts)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: include_directions.py ROOT")
    found, files = violations(pathlib.Path(sys.argv[1]))
    for violation in found:
        print(violation)
    print(f"{files} files, {len(found)} violations")
    sys.exit(1 if found or files == 0 else 0)


if __name__ == "__main__":
    main()
