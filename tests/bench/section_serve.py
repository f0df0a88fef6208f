"""`sprt serve` over a directory of a thousand runs: a long one, and three that were made to hold it up."""

import http.client
import json
import pathlib
import shutil
import signal
import subprocess
import time

from bench_setup import ENDLESS
from figures import print_required, print_table

RUNS = 1000
GAMES = 25_000
MOST_FIRST_MS = 300
MOST_MB = 250
MOST_END_MS = 1000
RANDOM = ["--agent1", "random", "--agent2", "random --seed 2", "--game", "tic-tac-toe", *ENDLESS, "--quiet"]


def ask(port, path, fields=None):
    """The fields of an answer, its body, and how many milliseconds it took."""
    begin = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("GET", path, headers=fields or {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.headers, body, (time.monotonic() - begin) * 1e3


def most_megabytes(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def make_runs(bench):
    runs = pathlib.Path(bench.new_path())
    for name, games in (("long", GAMES), ("0", 20)):
        flags = ["--max-games", str(games), "--seed", "1", "--concurrency", "2", "--out", runs / name]
        bench.output([bench.sprt, "run", *RANDOM, *map(str, flags)])
    for number in range(1, RUNS - 4):
        shutil.copytree(runs / "0", runs / str(number))
    for name in ("a huge run.json", "a long line", "a million lists"):
        shutil.copytree(runs / "0", runs / name)
    for name in ("a huge run.json/run.json", "a long line/games.jsonl"):
        with open(runs / name, "r+b") as file:
            file.truncate(1 << 30)
    (runs / "a million lists" / "run.json").write_text("[" + "[]," * 5_000_000 + "[]]")
    return runs


def print_section(bench):
    runs = make_runs(bench)
    process = subprocess.Popen([bench.sprt, "serve", runs, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        port = int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        _, _, first = ask(port, "/")
        begin = time.monotonic()
        slowest = first
        while True:  # until all runs were read
            fields, _, took = ask(port, "/")
            slowest = max(slowest, took)
            if "Refresh" not in fields:
                break
            time.sleep(0.1)
        read = time.monotonic() - begin
        _, _, again = ask(port, "/")
        listed = most_megabytes(process)
        _, body, index = ask(port, "/run/long/index.json")
        assert json.loads(body)["games"] == GAMES
        _, _, same = ask(port, "/run/long/index.json")
        _, _, page = ask(port, "/run/long/page.html")
        most = most_megabytes(process)
    finally:
        end = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        ended = (time.monotonic() - end) * 1e3
    print_table(
        [f"{RUNS} runs, one of {GAMES} games, three hostile", "ms"],
        [
            ["first answer, the list", f"{first:.0f}"],
            ["slowest list while runs are read", f"{slowest:.0f}"],
            ["all runs read", f"{read * 1e3:.0f}"],
            ["the list again", f"{again:.0f}"],
            ["index of the long run", f"{index:.0f}"],
            ["the same again", f"{same:.0f}"],
            ["page of the long run as a file", f"{page:.0f}"],
            ["from SIGTERM to the end", f"{ended:.0f}"],
        ],
    )
    print_required(f"The first answer takes {first:.0f} ms.", f"below {MOST_FIRST_MS}", first < MOST_FIRST_MS)
    sentence = f"The most memory is {listed:.0f} MB with the list, and {most:.0f} MB with the long run's page."
    print_required(sentence, f"below {MOST_MB}", most < MOST_MB)
    print_required(f"It ends {ended:.0f} ms after SIGTERM.", f"within {MOST_END_MS}", ended < MOST_END_MS)
