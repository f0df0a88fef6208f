#pragma once
// Run directories with made-up games.

#include "sprt/ledger/counting.hpp"
#include "sprt/store/run_directory.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/ledger/played_game.hpp"
#include "tests/support/temporary_dir.hpp"

#include <array>
#include <functional>

namespace sprt {

/// The run.json of a run by `config` (filled in) that was started in `directory`.
inline RunFile run_file_of(const Config& config, const std::filesystem::path& directory) {
    RunFile run;
    run.version = "1.2.3";
    run.config = config;
    run.directory = directory;
    run.agents = {{.executable = {"/bin/one", std::string(64, '1')}, .files = {}},
                  {.executable = {"/bin/two", std::string(64, '2')}, .files = {}}};
    run.book_sha256 = book_print(parse_openings(config.openings));
    run.machine = referee::Json::object();
    run.started = "2026-01-02T03:04:05Z";
    return run;
}

/// Writes `games` games of a run that has not ended into `dir`; `game_of` makes each game. Returns the state
/// after them.
inline RunState keep_run(const std::filesystem::path& dir, const RunFile& run, std::uint64_t games,
                         const std::function<referee::GameRecord(std::uint64_t)>& game_of) {
    RunDirectory directory(dir, run);
    Tally tally = tally_for(run.config);
    for (std::uint64_t game = 0; game < games; ++game) {
        const referee::GameRecord record = game_of(game);
        directory.add(record);
        tally.add(record);
    }
    return tally.state();
}

/// Makes `change` to the run.json in `dir`.
inline void edit_run_file(const std::filesystem::path& dir,
                          const std::function<void(referee::Json&)>& change) {
    const auto file = dir / kRunFile;
    referee::Json json = referee::parse_json(referee::testing_support::content_of(file));
    change(json);
    std::ofstream(file, std::ios::binary) << json.dump(2) << '\n';
}

} // namespace sprt
