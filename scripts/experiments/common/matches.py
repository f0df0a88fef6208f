"""Matches between two agents, each in a run directory of `sprt run` or `sprt gate`: started, resumed, or finished before."""

import dataclasses
import json
import os
import subprocess
import sys

from .setting import Failure


@dataclasses.dataclass(frozen=True)
class Match:
    """One run: the name of its directory, two commands, further flags of `sprt run`, and whether it is a gate, which exits
    with its verdict."""

    name: str
    agent1: str
    agent2: str
    flags: tuple = ()
    is_gate: bool = False

    @property
    def command(self):
        return "gate" if self.is_gate else "run"


class Matches:
    """Plays matches with the programs in `bin_dir`, their run directories below `out`."""

    def __init__(self, bin_dir, out, seed, concurrency):
        self.sprt = str(bin_dir / "sprt")
        self.out = out.absolute()
        self.common = ["--seed", str(seed), *(["--concurrency", str(concurrency)] if concurrency else [])]

    def directory(self, match):
        return self.out / match.name

    def words(self, match):
        """The flags of `sprt run` or `sprt gate` for a match."""
        return ["--agent1", match.agent1, "--agent2", match.agent2, *map(str, match.flags), *self.common]

    def is_there(self, match):
        return (self.directory(match) / "run.json").exists()

    def play(self, match):
        """Plays a match to the end of its test. The output of sprt goes to NAME.txt beside the run directory."""
        directory = self.directory(match)
        if self.is_there(match):
            if self.is_over(match):
                return
            command = [self.sprt, "resume", str(directory)]
        else:
            command = [self.sprt, match.command, *self.words(match), "--quiet", "--progress", "off", "--out", str(directory)]
        self.out.mkdir(parents=True, exist_ok=True)
        print(f"{match.name}: {'resuming' if command[1] == 'resume' else 'playing'}", file=sys.stderr)
        with open(self.out / f"{match.name}.txt", "a", encoding="utf-8") as transcript:
            self.run(command, transcript, (0, 1, 5) if command[1] == "gate" else (0,))

    def run(self, command, stdout, fine):
        """Runs `command` to its end, with a status of `fine`. When this program is stopped, it stops `command` and waits for it."""
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout) as process:
            try:
                status = process.wait()
            except BaseException:
                process.terminate()  # sprt ends within a second, and its run can be resumed
                process.wait()
                raise
        if status in (130, 143):
            raise KeyboardInterrupt
        if status not in fine:
            raise Failure(f"status {status} of: {' '.join(command)}")

    def check_same(self, matches):
        """Raises Failure when one of `matches` was played with other settings than the others of a table."""
        for match in filter(self.is_there, matches):
            self.check_settings(match)

    def check_settings(self, match):
        printed = subprocess.run(
            [self.sprt, match.command, *self.words(match), "--print-config"], stdout=subprocess.PIPE, check=True, text=True
        )
        wanted = json.loads(printed.stdout)
        kept = json.loads((self.directory(match) / "run.json").read_text())["config"]
        beside = ("out", "quiet", "progress", "concurrency", "cores")  # these do not change the test
        other = sorted(key for key in wanted if key not in beside and wanted[key] != kept.get(key))
        if other:
            raise Failure(
                f"{self.directory(match)} holds a run with other settings ({', '.join(other)}); "
                "give another directory with --out"
            )

    def is_over(self, match):
        report = self.report(match)
        return report is not None and report["over"]

    def report(self, match):
        """The output of `sprt report --json` for a match; None when there is no run."""
        if not self.is_there(match):
            return None
        command = [self.sprt, "report", str(self.directory(match)), "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
        return json.loads(done.stdout)


def verdict_text(report):
    """H0 or H1, or the reason why there is no verdict."""
    result = report["result"]
    if result["verdict"]:
        return result["verdict"]
    return result["reason"].replace("_", " ") if report["over"] else "not finished"


def disturbance(report):
    """How much the machine disturbed a match: time losses, disputed time losses, the longest wait for a core."""
    result = report["result"]
    losses, disputed = sum(result["time_losses"]), sum(result["disputed"])
    delays = result["delays_us"]
    return {
        "time losses": losses,
        "disputed": disputed,
        "delay, median ms": f"{delays['median'] / 1000:.0f}",
        "delay, most ms": f"{delays['largest'] / 1000:.0f}",
    }


def load():
    """The average number of runnable processes in the last minute."""
    return os.getloadavg()[0]
