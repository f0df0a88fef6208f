#pragma once
// Tournament directories with made-up games that keep to the rules.

#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"
#include "sprt/store/run_result.hpp"
#include "tests/sprt/config/tournaments.hpp"
#include "tests/sprt/ledger/played_game.hpp"
#include "tests/sprt/ledger/played_tournament.hpp"
#include "tests/sprt/store/kept_run.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

namespace sprt {

/// The run.json of a tournament by `config` (filled in) that was started in `directory`.
inline TournamentFile tournament_file_of(const Config& config, const std::filesystem::path& directory) {
    TournamentFile run;
    run.version = "1.2.3";
    run.config = config;
    run.directory = directory;
    run.book_sha256 = book_print(parse_openings(config.openings));
    run.machine = referee::Json::object();
    run.started = "2026-01-02T03:04:05Z";
    for (const AgentConfig& agent : config.agents) {
        run.agents.push_back({.executable = {"/bin/" + agent.name, std::string(64, '1')}, .files = {}});
    }
    run.withdrawn.resize(config.agents.size());
    run.stages = tournament_plan_of(config).counting.rules.stages;
    return run;
}

/// The game `planned` from `opening` that ends as `winner` says.
inline referee::GameRecord legal_game(const TournamentPlan& plan, const Config& shared,
                                      const PlannedGame& planned, const Opening& opening,
                                      referee::Winner winner) {
    const Job job = job_without_opening(plan.schedule, planned);
    referee::GameRecord record = won_game(planned.game, shared, opening, winner);
    record.round = job.round;
    record.agents = job.agents;
    record.seed = job.seeds;
    record.limits = {job.limits.time.agent1, job.limits.time.agent2};
    return record;
}

/// A tournament's directory, and what load_run<TournamentFile>() reads from it.
class KeptTournament : public ::testing::Test {
  protected:
    /// Writes the first `most` games, of which `who` says who wins; `change` may change a game. Returns the
    /// state after them.
    TournamentState keep(std::uint64_t most = 1'000'000, const WhoWins& who = earlier_wins,
                         const std::function<void(referee::GameRecord&)>& change = {}) {
        openings_ = openings_of(config_);
        const TournamentFile run = file();
        const TournamentPlan plan = plan_of(run);
        TournamentTally tally(plan.counting);
        TournamentDirectory directory(dir_, run);
        while (tally.games() < most) {
            const auto planned = tally.next();
            const auto opening =
                planned ? openings_->opening(config_.openings == "start" ? 0 : planned->round) : std::nullopt;
            if (!opening) {
                break;
            }
            const auto winner = who(*planned);
            referee::GameRecord record =
                legal_game(plan, config_, *planned, *opening,
                           winner ? referee::winner_is(*winner) : referee::Winner::Draw);
            if (change) {
                change(record);
            }
            directory.add(record);
            tally.add(record);
        }
        if (ends_) {
            TournamentState state = tally.state();
            directory.end(state);
        }
        return tally.state();
    }
    [[nodiscard]] TournamentFile file() const {
        TournamentFile run = tournament_file_of(config_, temporary_.path());
        run.time_losses = time_losses_;
        if (openings_) {
            run.book_size = openings_->facts().size;
        }
        return run;
    }
    [[nodiscard]] std::string error() const {
        return referee::testing_support::user_error_text(
            [&] { static_cast<void>(load_run<TournamentFile>(dir_)); });
    }
    [[nodiscard]] std::string games_file() const { return (dir_ / kGamesFile).string(); }
    [[nodiscard]] std::string log() const { return referee::testing_support::content_of(dir_ / kGamesFile); }
    void write_log(const std::string& text) const {
        std::ofstream(dir_ / kGamesFile, std::ios::binary) << text;
    }
    /// Replaces `old` in line `line`, from 1, of the log.
    void edit_line(std::size_t line, const std::string& old, const std::string& now) const {
        std::string text = log();
        std::size_t begin = 0;
        while (--line > 0) {
            begin = text.find('\n', begin) + 1;
        }
        begin = text.find(old, begin);
        ASSERT_NE(begin, std::string::npos) << old;
        write_log(text.replace(begin, old.size(), now));
    }

    referee::testing_support::TemporaryDir temporary_;
    std::filesystem::path dir_ = temporary_ / "run";
    Config config_ = tournament_of(3, 2);
    std::unique_ptr<Openings> openings_;
    std::optional<std::uint64_t> time_losses_{}; ///< tournaments of earlier versions have none
    bool ends_ = false;                          ///< whether keep() writes the result
};

/// Its result as run.json has it.
inline std::string result_text(const TournamentState& state) {
    return to_json(state, std::nullopt).dump();
}

} // namespace sprt
