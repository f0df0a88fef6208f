#pragma once
// A run whose coordinator and workers are in the process of a test, and whose games are made up.

#include "referee/game/record.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/remote/file_cache.hpp"
#include "sprt/remote/remote_games.hpp"
#include "tests/sprt/remote/message_server.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

inline constexpr const char* kServedRun = "0123456789ab";

/// A job whose games end at once: agent 1 wins those with an even number.
class MadeJob : public PreparedJob {
  public:
    explicit MadeJob(int slots = 1)
        : slots_(slots) {}

    [[nodiscard]] int slots() const override { return slots_; }
    [[nodiscard]] bool scales_time() const override { return false; }
    [[nodiscard]] double measure_speed() const override { return 1; }
    [[nodiscard]] PlayGame player(const referee::StopToken&, int) override {
        return [](const Job& job) {
            referee::GameRecord record;
            record.game = job.id;
            record.pair = job.pair;
            record.first = job.first;
            record.seed = job.seeds;
            record.winner = job.id % 2 == 0 ? referee::Winner::Agent1 : referee::Winner::Agent2;
            record.score = {2, 2};
            record.termination = referee::Termination::BoardFull;
            return record;
        };
    }
    void expect_playable(const Job&) const override {}

  private:
    int slots_;
};

/// The coordinator `ann` of a run, at a server.
class ServedRun : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!has_nats()) {
            GTEST_SKIP() << "built without NATS";
        }
        server_.emplace();
    }
    /// The run of `games` games after game `first`.
    [[nodiscard]] static RemoteRun run_of(std::uint64_t games, std::uint64_t first = 0) {
        return {
            .id = kServedRun,
            .name = "one vs two",
            .job = "the job",
            .needs = {.machine = "made", .cores = 1, .memory_mb = {}, .version = "1.2.3"},
            .first = first,
            .longest_pair = std::chrono::minutes(1),
            .next_pair = pairs_of(games, first),
            .problem = [](const referee::GameRecord&, const Job&) { return std::optional<std::string>(); },
            .see_game = [](const referee::GameRecord&) { return std::string(); }};
    }
    [[nodiscard]] static Leases::NextPair pairs_of(std::uint64_t games, std::uint64_t first) {
        return [game = first, games]() mutable {
            std::vector<Job> jobs;
            while (game < games && (jobs.empty() || game % 2 == 1)) {
                Job& job = jobs.emplace_back();
                job.id = game;
                job.pair = game / 2;
                job.first = game % 2 == 0 ? referee::Player::Agent1 : referee::Player::Agent2;
                job.seeds = {2 * game + 1, 2 * game + 2};
                ++game;
            }
            return std::optional(std::move(jobs));
        };
    }
    RemoteGames& coordinate(RemoteRun run) {
        return games_.emplace(server_->address("ann"), std::move(run), referee::StopToken());
    }
    /// The next game; an error when none comes for half a minute.
    [[nodiscard]] std::optional<referee::GameRecord> next_game() {
        const Time begin = Clock::now();
        return games_->next({}, [begin] {
            if (Clock::now() - begin > std::chrono::seconds(30)) {
                throw std::runtime_error("no game comes");
            }
        });
    }
    /// The numbers of the games that come until the run ends.
    [[nodiscard]] std::vector<std::uint64_t> all_games() {
        std::vector<std::uint64_t> numbers;
        while (const auto record = next_game()) {
            numbers.push_back(record->game);
        }
        return numbers;
    }

    std::optional<MessageServer> server_;
    std::optional<RemoteGames> games_;
};

} // namespace sprt::remote
