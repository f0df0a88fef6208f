#pragma once
// Kept runs for the tests of load_run().

#include "sprt/store/load_run.hpp"
#include "sprt/store/run_result.hpp"
#include "tests/sprt/store/kept_run.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

namespace sprt {

/// A run directory, and what load_run() reads from it.
class LoadRun : public ::testing::Test {
  protected:
    /// Writes a run of `games` games with the results of `winner_of`. Returns the state after them.
    RunState keep(std::uint64_t games, std::function<referee::Winner(std::uint64_t)> winner_of) {
        openings_ = openings_of(config_);
        const auto game_of = [&](std::uint64_t game) {
            const auto size = openings_->facts().size;
            const std::uint64_t opening = size ? game / 2 % *size : game / 2;
            return won_game(game, config_, openings_->opening(opening).value(), winner_of(game));
        };
        return keep_run(dir_, run_file(), games, game_of);
    }
    [[nodiscard]] RunFile run_file() const {
        RunFile run = run_file_of(config_, temporary_.path());
        if (openings_) {
            run.book_size = openings_->facts().size;
        }
        return run;
    }
    /// Writes `result` into run.json.
    void write_result(const RunState& result) const {
        edit_run_file(dir_, [&](referee::Json& run) { run["result"] = to_json(result); });
    }
    [[nodiscard]] std::string error() const {
        return referee::testing_support::user_error_text([&] { static_cast<void>(load_run(dir_)); });
    }
    [[nodiscard]] std::string games_file() const { return (dir_ / kGamesFile).string(); }

    /// Appends game `game`, a draw, to the log.
    void append_game(std::uint64_t game) const {
        std::ofstream(dir_ / kGamesFile, std::ios::app)
            << to_json_line(
                   won_game(game, config_, openings_->opening(game / 2).value(), referee::Winner::Draw))
            << '\n';
    }

    /// Expects that the games end the run for `reason`, and that the run is not over without its last game.
    void check_end(EndReason reason, const RunState& played) {
        const LoadedRun loaded = load_run(dir_);
        EXPECT_TRUE(loaded.is_over);
        EXPECT_EQ(loaded.state().reason, reason);
        EXPECT_EQ(to_json(loaded.tally.state()).dump(), to_json(played).dump());
        EXPECT_THAT(loaded.notes, ::testing::IsEmpty());

        std::string text = referee::testing_support::content_of(dir_ / kGamesFile);
        text.erase(text.rfind('\n', text.size() - 2) + 1);
        std::ofstream(dir_ / kGamesFile) << text;
        const LoadedRun shorter = load_run(dir_);
        EXPECT_FALSE(shorter.is_over);
        EXPECT_EQ(shorter.state().reason, EndReason::Interrupted);
        EXPECT_EQ(shorter.tally.games(), loaded.tally.games() - 1);
    }

    referee::testing_support::TemporaryDir temporary_;
    std::filesystem::path dir_ = temporary_ / "run";
    Config config_ = short_games_config();
    std::unique_ptr<Openings> openings_;
};

/// Results of games: each is won by agent 1.
inline referee::Winner wins(std::uint64_t) {
    return referee::Winner::Agent1;
}
/// Results of games: each is a draw.
inline referee::Winner draws(std::uint64_t) {
    return referee::Winner::Draw;
}

} // namespace sprt
