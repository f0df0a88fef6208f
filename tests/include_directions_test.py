"""include_directions.py finds each kind of violation in small trees, and nothing else."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("include_directions.py")

# file, text, message (None: no violation)
CASES = [
    # directions
    ("referee/rules/a.cpp", '#include "referee/rules/b.hpp"\n#include "referee/base/b.hpp"', None),
    ("referee/rules/ataxx/a.cpp", '#include "referee/rules/ending.hpp"', None),
    ("referee/rules/a.cpp", '#include "referee/talk/b.hpp"', "referee/rules may not include referee/talk"),
    ("referee/base/a.cpp", '#include "referee/rules/b.hpp"', "referee/base may not include referee/rules"),
    ("referee/process/a.cpp", '#include "referee/base/b.hpp"', None),
    ("referee/process/a.cpp", '#include "referee/rules/b.hpp"', "referee/process may not include referee/rules"),
    ("referee/process/a.cpp", '#include "referee/timing/b.hpp"', "referee/process may not include referee/timing"),
    ("referee/timing/a.cpp", '#include "referee/process/b.hpp"', None),
    ("referee/timing/a.cpp", '#include "referee/talk/b.hpp"', "referee/timing may not include referee/talk"),
    ("referee/talk/a.cpp", '#include "referee/rules/b.hpp"\n#include "referee/timing/b.hpp"', None),
    ("referee/talk/a.cpp", '#include "referee/game/b.hpp"', "referee/talk may not include referee/game"),
    ("referee/game/a.cpp", '#include "referee/talk/b.hpp"', None),
    ("referee/game/a.cpp", '#include "referee/command/b.hpp"', "referee/game may not include referee/command"),
    ("referee/game/a.cpp", '#include "sprt/play/b.hpp"', "referee/game may not include sprt/play"),
    ("referee/command/a.cpp", '#include "referee/game/b.hpp"', None),
    ("referee/command/a.cpp", '#include "sprt/stats/b.hpp"', "referee/command may not include sprt/stats"),
    ("sprt/stats/a.cpp", '#include "sprt/stats/motion/b.hpp"\n#include <cmath>', None),
    ("sprt/stats/a.cpp", '#include "referee/rules/b.hpp"', "sprt/stats may not include referee/rules"),
    ("sprt/play/a.cpp", '#include "referee/game/b.hpp"\n#include "sprt/ledger/b.hpp"', None),
    ("sprt/play/a.cpp", '#include "sprt/report/b.hpp"', "sprt/play may not include sprt/report"),
    ("sprt/report/ci/a.cpp", '#include "sprt/ledger/b.hpp"\n#include "sprt/stats/b.hpp"', None),
    ("sprt/report/a.cpp", '#include "agents/search/b.hpp"', "sprt/report may not include agents"),
    ("sprt/command/a.cpp", '#include "sprt/report/b.hpp"\n#include "referee/command/b.hpp"', None),
    ("sprt/main.cpp", '#include "sprt/command/b.hpp"\n#include "referee/base/b.hpp"', None),
    ("sprt/main.cpp", '#include "sprt/report/b.hpp"', "sprt/main.cpp may not include sprt/report"),
    ("referee/main.cpp", '#include "referee/game/b.hpp"\n#include "referee/rules/b.hpp"', None),
    ("referee/main.cpp", '#include "sprt/stats/b.hpp"', "referee/main.cpp may not include sprt/stats"),
    ("agents/a.cpp", '#include "agents/search/b.hpp"\n#include "referee/rules/b.hpp"', None),
    ("agents/a.cpp", '#include "referee/base/b.hpp"', None),
    ("agents/search/a.hpp", '#include "referee/talk/b.hpp"', "agents may not include referee/talk"),
    ("agents/search/a.hpp", "#  include <referee/talk/b.hpp>", "agents may not include referee/talk"),
    ("sprt/play/a.cpp", '#include "delivery.hpp"', "not named from the root"),
    ("sprt/play/a.cpp", '#include "../stats/b.hpp"', "not named from the root"),
    ("sprt/play/a.cpp", '#include "sprt/new_room/b.hpp"', "belongs to no room"),
    ("sprt/new_room/a.cpp", "", "belongs to no room"),
    ("referee/a.cpp", "", "belongs to no room"),
    # pure rooms
    ("referee/rules/a.hpp", "#include <array>\n#include <bit>", None),
    ("referee/rules/a.hpp", "#include <iostream>", "may not include <iostream>"),
    ("referee/rules/a.hpp", "#include <chrono>", "may not include <chrono>"),
    ("referee/rules/a.hpp", "#include <unistd.h>", "may not include <unistd.h>"),
    ("sprt/stats/a.hpp", "#include <fmt/format.h>", "may not include <fmt/format.h>"),
    # threads
    ("sprt/play/a.hpp", "#include <thread>\n#include <mutex>\nstd::jthread t; std::atomic<int> a;", None),
    *(("sprt/report/a.hpp", f"#include <{name}>", "threads") for name in ("thread", "atomic", "future")),
    ("sprt/report/a.hpp", "#include <mutex>", "locks"),
    ("referee/process/orphans.hpp", "#include <mutex>\nstd::mutex m;", None),
    ("referee/process/orphans.hpp", "std::jthread t;", "threads"),
    ("referee/game/a.hpp", "#include <condition_variable>", "threads"),
    ("referee/talk/a.cpp", "pthread_create(&t, nullptr, f, nullptr);", "threads"),
    ("referee/talk/a.cpp", "pthread_sigmask(SIG_BLOCK, &all, nullptr);", None),
    ("sprt/main.cpp", "std::jthread t;", "threads"),
    # libraries
    ("referee/game/record_json.cpp", "#include <nlohmann/json.hpp>\nusing Json = nlohmann::json;", None),
    ("sprt/config/config.cpp", "#include <nlohmann/json.hpp>", None),
    ("sprt/store/run_directory.hpp", "#include <nlohmann/json_fwd.hpp>", None),
    ("sprt/report/a.cpp", "#include <nlohmann/json.hpp>", None),
    ("referee/game/review/review.cpp", "#include <nlohmann/json.hpp>", "nlohmann_json"),
    ("sprt/stats/ratings/ratings.cpp", "#include <Eigen/Dense>", None),
    ("sprt/stats/ratings/ratings.hpp", "#include <Eigen/Dense>", "Eigen"),
    ("sprt/stats/ratings/a.cpp", "#include <boost/math/distributions/students_t.hpp>", None),
    ("sprt/stats/model.cpp", "#include <boost/math/distributions/students_t.hpp>", "Boost.Math"),
    ("sprt/report/ci/junit.cpp", "#include <pugixml.hpp>", None),
    ("sprt/report/ci/markdown.cpp", "#include <pugixml.hpp>", "pugixml"),
    ("sprt/play/match.cpp", "#include <nlohmann/json.hpp>", "nlohmann_json"),
    ("sprt/play/match.cpp", "nlohmann::json j;", "nlohmann_json"),
    ("sprt/main.cpp", "#include <CLI/CLI.hpp>\nint main(int, char**) { CLI::App app; }", None),
    ("agents/program/command_line.cpp", "#include <CLI/CLI.hpp>", None),
    ("agents/program/command_line.hpp", "#include <CLI/CLI.hpp>", "CLI11"),
    ("agents/a.cpp", "#include <CLI/CLI.hpp>\nint main() {}", "CLI11"),
    ("agents/search/a.hpp", "#include <CLI/CLI.hpp>\n", "CLI11"),
    ("sprt/config/config.hpp", "void add_flags(CLI::App&); // int main()", "CLI11"),
    ("sprt/command/flags.cpp", "#include <CLI/CLI.hpp>\nvoid add_flags(CLI::App&);", None),
    ("referee/command/flags.cpp", "#include <CLI/CLI.hpp>", None),
    ("sprt/store/disk_files.hpp", "#include <thread>", None),
    ("sprt/store/run_facts.cpp", "#include <thread>", "threads"),
    ("referee/process/process.cpp", "#include <boost/process/v2/process.hpp>", None),
    ("referee/process/process.hpp", "#include <boost/process/v2/process.hpp>", "Boost.Process"),
    ("referee/process/program.cpp", "namespace p = boost::process::v2;", "Boost.Process"),
    ("sprt/play/workers.cpp", "#include <boost/process.hpp>", "Boost.Process"),
    # signals
    ("referee/process/process.cpp", "::kill(-pid_, signal);", None),
    ("referee/talk/agent_processes.cpp", "::kill(pid, SIGKILL);", "signals"),
    ("sprt/main.cpp", "kill(0, 9);", "signals"),
    ("sprt/main.cpp", "killpg(1, SIGTERM);", "signals"),
    ("sprt/play/a.cpp", "syscall(SYS_pidfd_send_signal, fd, 9);", "signals"),
    ("referee/talk/agent_processes.cpp", "seat.process->kill(); agent.kill(9);", None),
    ("referee/process/process.hpp", "void kill() noexcept;", None),
    # text that only resembles a violation
    ("referee/rules/a.hpp", '// #include <thread>\n/* #include "sprt/a.hpp"\n std::mutex */', None),
    ("sprt/report/a.cpp", 'auto s = "std::mutex kill(1, 2)"; auto r = R"x(std::atomic)x"; int n = 1\'000;', None),
    ("sprt/report/a.cpp", "int n = 1'000; std::mutex m; int k = 2'000;", "locks"),
    ("sprt/report/notes.txt", "#include <thread>", None),
]


class IncludeDirections(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                path = pathlib.Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return subprocess.run([sys.executable, "-B", SCRIPT, root], capture_output=True, text=True, check=False)

    def test_each_kind(self):
        harmless = {"referee/rules/harmless.hpp": "#pragma once\n"}
        for file, text, expected in CASES:
            with self.subTest(file, text=text):
                done = self.check({**harmless, file: "\n\n" + text + "\n"})
                self.assertEqual(done.stderr, "")
                *found, summary = done.stdout.splitlines()
                self.assertRegex(summary, rf"^\d files, {len(found)} violations$")
                self.assertEqual(done.returncode, 1 if expected else 0, done.stdout)
                if expected:
                    self.assertEqual(len(found), 1, found)
                    line = 1 if text == "" else 3
                    self.assertTrue(found[0].startswith(f"{file}:{line}: "), found)
                    self.assertIn(expected, found[0])
                else:
                    self.assertEqual(found, [])

    def test_folders_of_a_room_do_not_include_each_other(self):
        files = {"sprt/remote/a.hpp": '#include "sprt/remote/hub/b.hpp"\n', "sprt/remote/hub/b.hpp": '#include "sprt/remote/key/c.hpp"\n'}
        self.assertEqual(self.check(files).returncode, 0)
        done = self.check(files | {"sprt/remote/key/c.hpp": '\n#include "sprt/remote/a.hpp"\n'})
        self.assertIn("sprt/remote/key/c.hpp:2: sprt/remote/key and sprt/remote include each other\n", done.stdout)
        self.assertIn(", 3 violations\n", done.stdout)
        rules = {"referee/rules/a.hpp": '#include "referee/rules/b/b.hpp"\n', "referee/rules/b/b.hpp": '#include "referee/rules/a.hpp"\n'}
        self.assertEqual(self.check(rules).returncode, 0, "the list of games")

    def test_a_name_of_a_type_stands_in_one_room(self):
        files = {"sprt/play/a.hpp": "class Pool {\n};\nclass Known;\n", "sprt/play/b.hpp": "struct Pool {\n};\n"}
        self.assertEqual(self.check(files | {"sprt/page/a.cpp": "class Pool {\n};\n", "sprt/page/a.hpp": "class Known {\n};\n"}).returncode, 0)
        done = self.check(files | {"sprt/page/a.hpp": "\ntemplate<class T>\nclass Pool : Base {\n};\n"})
        self.assertEqual(done.stdout, "sprt/play/a.hpp:1: Pool is also a type of sprt/page/a.hpp\nsprt/play/b.hpp:1: Pool is also a type of "
                         "sprt/page/a.hpp\n3 files, 2 violations\n")

    def test_all_are_listed(self):
        done = self.check({"sprt/main.cpp": "std::mutex a;\n", "agents/a.cpp": '\n#include "sprt/play/b.hpp"\nkill(1, 9);\n'})
        places = [line.split(": ")[0] for line in done.stdout.splitlines()[:-1]]
        self.assertEqual(places, ["sprt/main.cpp:1", "agents/a.cpp:2", "agents/a.cpp:3"])

    def test_an_empty_tree_is_a_mistake(self):
        self.assertEqual(self.check({}).returncode, 1)


if __name__ == "__main__":
    unittest.main()
