"""`sprt run --via` with workers of one slot each, compared with as many games at once on this machine. The agents sleep."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
from statistics import median

from figures import print_required, print_table, spread

SLOTS = (1, 2, 4, 8)
TURNS = 10
SLEEP_US = 5000  # before each answer
PAIRS = 15  # a slot, in a round
START_S = 1  # until workers listen


def server_program(build):
    unpacked = build / "nats/usr/sbin/nats-server"
    return os.environ.get("REFEREE_NATS_SERVER") or shutil.which("nats-server") or (str(unpacked) if unpacked.exists() else None)


def processor_ns(pid):
    """Of all threads of a process, those that have ended included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, program):
        command = [program, "-a", "127.0.0.1", "-p", "-1"]  # -1: a free port, which it says
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.address = next(line.split()[-1] for line in self.process.stderr if "Listening for client connections on" in line)

    def url(self, name):
        return f"nats://{name}@{self.address}"

    def close(self):
        self.process.terminate()
        self.process.wait()


def run_of(bench, agent, slots, *flags):
    """The command of a run, and its directory."""
    out = bench.new_path()
    command = [
        bench.sprt, "run", "--agent1", agent, "--agent2", agent, "--openings", "start", "--repeats", "count", "--model", "wald",
        "--elo0", "-0.000001", "--elo1", "0.000001", "--max-games", str(2 * PAIRS * slots), "--turns", str(TURNS), "--seed", "1",
        "--sandbox", "off", "--no-check", "--quiet", "--out", out, *flags,
    ]  # fmt: skip
    return command, out


def pairs_a_second(out, slots):
    run = json.loads((pathlib.Path(out) / "run.json").read_text())
    return PAIRS * slots / run["result"]["elapsed_s"]


def play_remotely(bench, server, agent, slots):
    """Pairs a second, and processor time of coordinator and server in us a pair."""
    workers = [
        subprocess.Popen(
            [bench.sprt, "worker", server.url(f"w{i}"), "--allow-root", "--once", "--pin", "off",
             "--cores", str(bench.cores[i % len(bench.cores)])],
            stdout=subprocess.DEVNULL,
        )
        for i in range(slots)
    ]  # fmt: skip
    time.sleep(START_S)
    before = processor_ns(server.process.pid)
    command, out = run_of(bench, agent, slots, "--via", server.url("c"))
    own = bench.measured(command).own
    served = processor_ns(server.process.pid) - before
    for worker in workers:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
    return pairs_a_second(out, slots), own / PAIRS / slots / 1e3, served / PAIRS / slots / 1e3


def play_here(bench, agent, slots):
    command, out = run_of(bench, agent, slots, "--concurrency", str(slots), "--pin", "off")
    own = bench.measured(command).own
    return pairs_a_second(out, slots), own / PAIRS / slots / 1e3


def print_section(bench):
    program = server_program(bench.build)
    if program is None:
        print("Workers: not measured, there is no nats-server in PATH or below the build directory.\n")
        return
    os.environ["BENCH_SLEEP_US"] = str(SLEEP_US)
    agent = bench.word(bench.sleeping_agent)
    remote = {slots: [] for slots in SLOTS}
    local = {slots: [] for slots in SLOTS}
    server = Server(program)
    try:
        for number in range(bench.rounds):
            for slots in SLOTS if number % 2 == 0 else SLOTS[::-1]:
                remote[slots].append(play_remotely(bench, server, agent, slots))
                local[slots].append(play_here(bench, agent, slots))
    finally:
        server.close()
    rows = []
    for slots in SLOTS:
        rates, coordinator, served = zip(*remote[slots])
        here, own = zip(*local[slots])
        rows.append([slots, spread(rates, 1), spread(here, 1), spread(coordinator, 0), spread(served, 0), spread(own, 0)])
    print_table(
        [f"slots ({bench.rounds} rounds of {PAIRS} pairs a slot)", "pairs a second, workers", "pairs a second, this machine alone",
         "processor time of the coordinator, us a pair", "of the server", "of `sprt` alone"],
        rows,
    )  # fmt: skip
    shares = [many[0] / one[0] / SLOTS[-1] for one, many in zip(remote[1], remote[SLOTS[-1]])]
    print_required(
        f"{SLOTS[-1]} slots play {spread(shares)} of {SLOTS[-1]} times the pairs of one.", "at least 0.9", median(shares) >= 0.9
    )
