"""Measurements by a program of tests/bench. Each is made once and stored as a line of CSV."""

import concurrent.futures
import hashlib
import signal
import subprocess
import threading

from .setting import Failure


class Measurements:
    """Results in the file `path`. A line holds the words of a command and its output, separated by commas; the first line
    is `# ` and the SHA-256 of the program."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        self.made_by = None
        self.lock = threading.Lock()
        self.telling = threading.Lock()
        self.processes = set()
        self.stopped = False
        if path.exists():
            text = path.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]  # without a newline the last line was cut short
            if whole != text:
                path.write_text(whole, encoding="utf-8")
            for line in whole.splitlines():
                if line.startswith("# "):
                    self.made_by = line[2:]
                    continue
                key, _, values = line.partition(",")
                self.known[key] = values.split(",")

    def get(self, words):
        """The output of the program as a list of texts; None when it has not run."""
        return self.known.get(" ".join(map(str, words)))

    def make(self, program, all_words, at_once, say):
        """Runs `program` with each list of words that has no result yet; `say` gets the words and the
        output, for one measurement after the other."""
        self.begin(program)
        pool = concurrent.futures.ThreadPoolExecutor(at_once)
        try:
            futures = [pool.submit(self.measure, program, words, say) for words in all_words if self.get(words) is None]
            for future in concurrent.futures.as_completed(futures):
                future.result()
        except BaseException:
            self.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        pool.shutdown()

    def begin(self, program):
        """Raises Failure for measurements by another build: an average must be of one program."""
        if not program.exists():
            raise Failure(f"there is no {program}: build it")
        sha256 = hashlib.sha256(program.read_bytes()).hexdigest()
        if self.made_by is None and not self.known:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(f"# {sha256}\n", encoding="utf-8")
            self.made_by = sha256
        elif self.made_by != sha256:
            raise Failure(f"{self.path} holds measurements by another build of {program.name}; "
                          "give another directory with --out")

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.terminate()

    def measure(self, program, words, say):
        command = [str(program), *map(str, words)]
        with self.lock:
            if self.stopped:
                return
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.processes.add(process)
        stdout, stderr = process.communicate()
        with self.lock:
            self.processes.discard(process)
            if self.stopped or process.returncode in (-signal.SIGINT, -signal.SIGTERM):
                return
            if process.returncode != 0:
                raise Failure(f"status {process.returncode} of {' '.join(command)}: {stderr.strip()}")
            key, values = " ".join(map(str, words)), stdout.split()
            self.known[key] = values
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(",".join([key, *values]) + "\n")
        with self.telling:
            say(words, values)
