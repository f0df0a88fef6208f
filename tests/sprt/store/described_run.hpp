#pragma once
// A fixture with a run.json and the files that its run depends on, in a temporary directory.

#include "referee/process/sha256.hpp"
#include "sprt/config/config.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>
#include <vector>

namespace sprt {

/// What both programs consist of.
inline std::vector<AgentPrint> prints_of(const referee::PerPlayer<referee::Program>& programs) {
    return {referee::ProgramFiles(programs.agent1).print(), referee::ProgramFiles(programs.agent2).print()};
}

using referee::Json;
using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;

class DescribedRun : public ::testing::Test {
  protected:
    DescribedRun() {
        dir_.file("agent", "#!/bin/sh\n", true);
        dir_.file("rival", "#!/bin/sh\necho\n", true);
        dir_.file("weights", "1 2 3");
        dir_.file("book.txt", "1 1 1 2\n");
        dir_.file("config.json", kConfig);
        programs_ = {program("agent", {"--net", "weights", "nothing.here"}), program("rival", {})};
    }

    [[nodiscard]] referee::Program program(const std::string& name,
                                           std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "./" + name);
        return {
            .executable = dir_ / name, .words = std::move(arguments), .dir = dir_.path(), .variables = {}};
    }

    /// The run.json of `sprt run config.json` with some flags.
    [[nodiscard]] RunFile a_run() const {
        RunFile run;
        run.version = "1.2.3";
        ConfigSources sources;
        read_config(dir_ / "config.json", run.config, sources);
        run.config.openings = (dir_ / "book.txt").string();
        run.config.repeats = "collapse";
        run.config.seed = 18446744073709551615u;
        run.config.concurrency = 3;
        run.config.test.alpha = 0.01;
        run.directory = dir_.path();
        run.config_file =
            FilePrint{(dir_ / "config.json").string(), referee::sha256_of_file(dir_ / "config.json")};
        run.overrides = {"alpha", "openings"};
        run.agents = prints_of(programs_);
        run.book_size = 1;
        run.book_duplicates = 3;
        run.book_sha256 = book_print(parse_openings(run.config.openings));
        run.book_since = 2;
        run.machine = {{"cores", 2}};
        run.oversubscribed = true;
        run.started = "2026-01-02T03:04:05Z";
        run.resumed = {
            {.at = "2026-01-02T04:00:00Z", .game = 7, .forced = {"something changed"}, .missing = 2},
            {.at = "2026-01-02T05:00:00Z", .game = 9, .forced = {}}};
        run.elapsed_before = std::chrono::milliseconds(1234);
        run.result = {{"verdict", "H1"}};
        return run;
    }

    [[nodiscard]] RunFile read(const Json& json) const {
        return read_run_file(dir_.file("run.json", json.dump(2)));
    }
    [[nodiscard]] std::string error_of(const Json& json) const {
        return user_error_text([&] { static_cast<void>(read(json)); });
    }
    [[nodiscard]] std::vector<std::string> changes(const RunFile& run) const {
        return changes_since(run, prints_of(programs_), {0, 1},
                             book_print(parse_openings(run.config.openings)));
    }

    static constexpr const char* kConfig =
        R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival", "elo1": 20, "alpha": 0.2})";
    TemporaryDir dir_;
    referee::PerPlayer<referee::Program> programs_;
};

} // namespace sprt
