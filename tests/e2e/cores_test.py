"""The cores that agents and the threads of their games may use, read from /proc."""

import json
import os
import re
import unittest

from harness import AGENTS, BIN, REFEREE, SPRT, ProgramTest, command, wait_until

CORES = sorted(os.sched_getaffinity(0))
KEYS = ("cores", "pin", "threads_per_agent", "concurrency")


def parse(text):
    """The cores of a list such as 0,2,4-7."""
    cores = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        cores += range(int(first), int(last or first) + 1)
    return cores


def listed(cores):
    return ",".join(map(str, cores))


def allowed(status):
    """The cores in the text of a /proc/PID/status."""
    return parse(re.search(r"^Cpus_allowed_list:\s*(\S+)$", status, re.MULTILINE)[1])


class Cores(ProgramTest):
    def noting(self, name):
        """An agent that writes the cores that it may use to the file `name`, and then plays."""
        script = 'grep Cpus_allowed_list /proc/self/status >> "$0"; exec "$@"'
        return "restart=game " + command(["/bin/sh", "-c", script, str(self.dir / name), str(AGENTS / "random")])

    def noted(self, name):
        lines = (self.dir / name).read_text().splitlines()
        (self.dir / name).unlink()
        return [allowed(line) for line in lines]

    def play(self, *flags):
        """Plays two games. Returns the cores of agent 1 in each game, and those of agent 2."""
        done = self.succeed(REFEREE, "play", self.noting("one"), self.noting("two"), "--games", 2, *flags)
        return done, self.noted("one"), self.noted("two")

    def test_agents_of_a_game_share_one_core(self):
        for flags in ((), ("--pin", "game")):
            done, one, two = self.play(*flags)
            self.assertEqual(done.stderr, "")
            self.assertEqual(one, two)
            self.assertEqual(one[0], one[1])
            self.assertEqual(len(one[0]), 1)
            self.assertIn(one[0][0], CORES)
        for core in CORES:
            self.assertEqual(self.play("--cores", core)[1:], ([[core]] * 2, [[core]] * 2))

    def test_agents_use_all_allowed_cores_when_pinning_is_off(self):
        self.assertEqual(self.play("--pin", "off")[1:], ([CORES] * 2, [CORES] * 2))
        last = CORES[-1:]
        self.assertEqual(self.play("--pin", "off", "--cores", listed(last))[1:], ([last] * 2, [last] * 2))

    @unittest.skipIf(len(CORES) < 2, "one core cannot be split")
    def test_agents_have_a_core_each_when_split(self):
        a, b = CORES[:2]
        done, one, two = self.play("--pin", "split", "--cores", listed([a, b]))
        self.assertEqual(done.stderr, "")
        self.assertEqual((one, two), ([[a], [b]], [[b], [a]]), "the agents swap sides, and so cores")

    @unittest.skipIf(len(CORES) < 2, "there is one core only")
    def test_agents_with_threads_have_as_many_cores(self):
        _, one, two = self.play("--cores", listed(CORES[:2]), "--threads-per-agent", 2)
        self.assertEqual((one, two), ([CORES[:2]] * 2, [CORES[:2]] * 2))

    @unittest.skipIf(len(CORES) < 2, "there is one core only")
    def test_engines_have_as_many_cores_as_their_option_threads_says(self):
        script = 'grep Cpus_allowed_list /proc/self/status >> "$0"; exec "$@"'
        noted = self.dir / "engine"
        engine = command(["/bin/sh", "-c", script, str(noted), str(BIN / "uai" / "uai_engine")])
        two = listed(CORES[:2])
        for option, cores in (("option.Threads=2", CORES[:2]), ("option.Threads=1", CORES[:1])):
            self.succeed(REFEREE, "play", f"proto=uai depth=1 {option} {engine}", "random", "--cores", two)
            self.assertEqual(len(self.noted("engine")[0]), len(cores), option)

    def test_more_threads_than_cores_are_named_at_the_start_and_at_the_end(self):
        engine = f"proto=uci move_ms=150 margin_ms=30000 {BIN / 'uci' / 'uci_engine'}"
        agents = ["--agent1", f"{engine} --threads 2", "--agent2", f"name=one {engine}"]
        said = "agent 1 ran 3 threads at once on 1 core; give it as many (--threads-per-agent 3)"
        flags = ["--elo1", 1000, "--max-games", 2, "--turns", 6, "--openings", "start", "--out", "run", "--cores", CORES[0]]
        done = self.succeed(SPRT, "run", *agents, *flags)
        self.assertIn(f"sprt: warning: {said}", done.stderr)
        self.assertIn(f"Warning: {said}", done.stdout)
        report = json.loads(self.succeed(SPRT, "report", "run", "--json").stdout)
        (doubt,) = [doubt for doubt in report["doubts"] if doubt["kind"] == "too_few_cores"]
        self.assertEqual(doubt["numbers"], {"agent": 1, "threads": 3, "cores": 1})

    def test_too_few_cores_give_one_warning(self):
        core = CORES[0]
        done, one, two = self.play("--cores", core, "--pin", "split")
        self.assertEqual((one, two), ([[core]] * 2, [[core]] * 2))
        expected = r"\Areferee: warning: 1 game at once on 1 core, 2 for each game: .*--pin game.*\n\Z"
        self.assertRegex(done.stderr, expected)

    def test_run_file_tells_the_cores_of_each_worker(self):
        agents = ["--agent1", self.noting("one"), "--agent2", self.noting("two")]
        flags = ["--elo1", 1, "--max-games", 8 * len(CORES), "--cores", listed(CORES), "--concurrency", len(CORES)]
        self.succeed(SPRT, "run", *agents, *flags, "--out", "run")
        run = json.loads((self.dir / "run" / "run.json").read_text())
        seats = run["machine"]["placement"]
        self.assertEqual(sorted(int(seat["worker"]) for seat in seats), CORES)
        for seat in seats:
            self.assertEqual(seat["agents"], [seat["worker"]] * 2)
        self.assertEqual(run["machine"]["cores"], len(CORES))
        used = self.noted("one") + self.noted("two")
        self.assertLessEqual({tuple(cores) for cores in used}, {(core,) for core in CORES})

    def test_workers_are_pinned_and_the_main_thread_is_not(self):
        begun = self.dir / "begun"
        begun.touch()
        # A file that the command names must not change.
        hang = command(["/bin/sh", "-c", 'echo begun >> "$0/begun"; sleep 1000', str(self.dir)])
        agents = ["--agent1", hang, "--agent2", "random"]
        process = self.start_program(SPRT, "run", *agents, "--ready-ms", 600000, "--no-check", "--concurrency", len(CORES))

        def threads():
            return begun.read_text().count("\n") == len(CORES) and os.listdir(f"/proc/{process.pid}/task")

        cores = {}
        for thread in wait_until(threads, 60):
            with open(f"/proc/{process.pid}/task/{thread}/status", encoding="ascii") as status:
                cores[int(thread)] = allowed(status.read())
        process.terminate()
        self.assertEqual(self.finish(process).status, 143)
        self.assertEqual(cores.pop(process.pid), CORES)
        self.assertEqual(sorted(cores.values()), [[core] for core in CORES])

    def test_print_config_keeps_the_placement(self):
        run = (SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--print-config")
        flags = ("--cores", CORES[-1], "--pin", "off", "--threads-per-agent", 3)
        text = self.succeed(*run, *flags).stdout
        config = json.loads(text)
        self.assertEqual([config[key] for key in KEYS], [str(CORES[-1]), "off", 3, 1])
        (self.dir / "config.json").write_text(text)
        again = self.succeed(SPRT, "run", "config.json", "--print-config")
        self.assertEqual((again.stdout, again.stderr), (text, ""))
        plain = json.loads(self.succeed(*run).stdout)
        self.assertEqual([plain[key] for key in KEYS[:3]], [None, "game", 1])


if __name__ == "__main__":
    unittest.main()
