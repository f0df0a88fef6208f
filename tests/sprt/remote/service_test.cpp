#include "sprt/remote/worker.hpp"
#include "tests/sprt/remote/served_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

/// Games of which `change` made something that a message cannot hold.
class LongJob : public MadeJob {
  public:
    [[nodiscard]] PlayGame player(const referee::StopToken& stop, int slot) override {
        return [this, play = MadeJob::player(stop, slot)](const Job& job) {
            referee::GameRecord record = play(job);
            change(record);
            return record;
        };
    }
    std::function<void(referee::GameRecord&)> change;
};

class ServiceTest : public ServedRun {
  protected:
    Service& serve(PreparedJob* job, const std::string& why_not = {}, std::uint64_t epoch = 1) {
        bus_.emplace(server_->address("w"), BusEvents(), kServerPatience, referee::StopToken());
        return service_.emplace(*bus_, RunKey{"ann", kServedRun}, "w", epoch, job, why_not, "null");
    }
    [[nodiscard]] bool is_over_soon() const {
        for (int i = 0; i < 1000 && !service_->progress().is_over; ++i) {
            std::this_thread::sleep_for(10ms);
        }
        return service_->progress().is_over;
    }
    /// Waits until so many pairs were brought, and both slots wait for another one.
    void wait_for_slots(std::uint64_t pairs) {
        for (int i = 0; i < 1000; ++i) {
            const RemoteTotals totals = games_->totals();
            if (totals.records.contains("w") && totals.records.at("w").kept == pairs &&
                totals.slots == std::map<std::string, std::uint64_t>{{"w", 2}}) {
                return;
            }
            std::this_thread::sleep_for(10ms);
        }
        ADD_FAILURE() << "they do not come";
    }

    MadeJob job_{2};
    LongJob long_job_;
    std::optional<Bus> bus_;
    std::optional<Service> service_;
};

TEST_F(ServiceTest, slots_play_all_pairs_and_hear_of_the_end) {
    coordinate(run_of(10));
    serve(&job_);
    EXPECT_THAT(all_games(), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_EQ(games_->totals().workers.at("w").pairs, 5U);
    wait_for_slots(5);
    games_->stop();
    EXPECT_TRUE(is_over_soon());
    EXPECT_EQ(service_->progress().state, OfferState::Ended);
    EXPECT_EQ(service_->progress().games, 10U);
}

TEST_F(ServiceTest, run_that_is_stopped_waits_to_be_resumed) {
    coordinate(run_of(4));
    serve(&job_);
    wait_for_slots(2);
    ASSERT_TRUE(next_game()); // not the last game
    games_->stop();
    EXPECT_TRUE(is_over_soon());
    EXPECT_EQ(service_->progress().state, OfferState::Waiting);
}

TEST_F(ServiceTest, worker_that_cannot_play_gives_its_pair_back_with_the_reason) {
    coordinate(run_of(10));
    serve(nullptr, "no library");
    EXPECT_TRUE(is_over_soon());
    EXPECT_EQ(service_->progress().state, OfferState::Unwelcome);
    EXPECT_THAT(service_->progress().why_unwelcome, ::testing::HasSubstr("no library"));
    EXPECT_EQ(service_->progress().games, 0U);
}

TEST_F(ServiceTest, pair_that_is_too_long_comes_without_what_engines_said) {
    long_job_.change = [](referee::GameRecord& record) {
        record.moves = {{{1, 1, 2, 2}, 1us}};
        record.search = {{.depth = 9, .pv = std::string(kMostBytes, 'x'), .line = "info"}};
    };
    coordinate(run_of(2));
    serve(&long_job_);
    const auto game = next_game();
    ASSERT_TRUE(game);
    EXPECT_EQ(game->search.at(0).depth, 9);
    EXPECT_EQ(game->search.at(0).pv + game->search.at(0).line, "");
    EXPECT_EQ(service_->progress().games_cut, 2U);
}

TEST_F(ServiceTest, pair_that_is_too_long_without_it_is_given_back_with_the_reason) {
    long_job_.change = [](referee::GameRecord& record) { record.exit.agent1.assign(kMostBytes, 'x'); };
    coordinate(run_of(2));
    serve(&long_job_);
    EXPECT_TRUE(is_over_soon());
    EXPECT_THAT(service_->progress().why_unwelcome, ::testing::HasSubstr("the server passes on 1048576"));
}

TEST_F(ServiceTest, slots_leave_after_the_pairs_in_play) {
    coordinate(run_of(1'000'000));
    serve(&job_);
    ASSERT_TRUE(next_game());
    service_->leave();
    EXPECT_TRUE(is_over_soon());
    EXPECT_EQ(service_->progress().state, OfferState::Open) << "the run goes on without it";
}

TEST_F(ServiceTest, session_of_the_run_that_is_over_gives_no_pairs) {
    RemoteRun run = run_of(10);
    run.epoch = 2;
    coordinate(std::move(run));
    serve(&job_, {}, 1);
    EXPECT_TRUE(is_over_soon());
    EXPECT_EQ(service_->progress().state, OfferState::Waiting);
    EXPECT_EQ(service_->progress().games, 0U);
}

} // namespace
} // namespace sprt::remote
