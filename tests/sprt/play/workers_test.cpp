#include "sprt/play/workers.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <stdexcept>

#include <sys/eventfd.h>

namespace sprt {
namespace {

using referee::StopToken;
using referee::Winner;

TEST(Workers, HandOnEveryGameOnceInOrder) {
    for (const int count : {1, 2, 8}) {
        Workers workers(count, games_up_to(500), instant_player([](std::uint64_t) { return Winner::Draw; }));
        for (std::uint64_t expected = 0; expected < 500; ++expected) {
            const auto record = workers.next({});
            ASSERT_TRUE(record);
            EXPECT_EQ(record->game, expected);
        }
        EXPECT_FALSE(workers.next({}));
        EXPECT_EQ(workers.stop(), 0u);
    }
}

/// Also from half a pair on.
TEST(Workers, HandOnTheRestOfAScheduleThatBeginsLater) {
    for (const int count : {1, 8}) {
        for (const std::uint64_t first : {1u, 2u, 7u, 100u, 499u, 500u}) {
            Workers workers(count, games_up_to(500, first),
                            instant_player([](std::uint64_t) { return Winner::Draw; }), first);
            for (std::uint64_t expected = first; expected < 500; ++expected) {
                const auto record = workers.next({});
                ASSERT_TRUE(record);
                EXPECT_EQ(record->game, expected);
            }
            EXPECT_FALSE(workers.next({}));
            EXPECT_EQ(workers.stop(), 0u);
        }
    }
}

/// Who takes half a pair must not take the next pair with it: both its games belong to one worker.
TEST(Workers, BothGamesOfAPairArePlayedByTheSameAlsoBehindHalfAPair) {
    for (const std::uint64_t first : {0u, 3u}) {
        std::mutex mutex;
        std::map<std::uint64_t, std::set<int>> who;
        const auto player = [&](StopToken, int worker) -> PlayGame {
            return [&, worker](const ScheduledGame& scheduled) {
                const std::scoped_lock lock(mutex);
                who[scheduled.pair].insert(worker);
                return fake_game(scheduled.game, Winner::Draw);
            };
        };
        Workers workers(8, games_up_to(200, first), player, first);
        while (workers.next({})) {
        }
        workers.stop();
        EXPECT_EQ(who.size(), 100 - first / 2);
        for (const auto& [pair, workers_of_it] : who) {
            EXPECT_EQ(workers_of_it.size(), 1u) << pair;
        }
    }
}

TEST(Workers, EachKnowsItsNumber) {
    std::mutex mutex;
    std::vector<int> numbers;
    const auto player = [&](StopToken, int worker) -> PlayGame {
        const std::scoped_lock lock(mutex);
        numbers.push_back(worker);
        return [](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            return fake_game(game, Winner::Agent1);
        };
    };
    Workers workers(3, games_up_to(0), player);
    workers.stop();
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbers, (std::vector{0, 1, 2}));
}

TEST(Workers, AnEarlyFinisherWaitsForTheGamesBeforeIt) {
    std::atomic<bool> others_done = false;
    std::atomic<int> finished = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            if (game == 0 && !wait_for_gate(stop, [&] { return others_done.load(); })) {
                return aborted_game(game);
            }
            ++finished;
            return fake_game(game, Winner::Agent1);
        };
    };
    Workers workers(4, games_up_to(8), player);
    while (finished < 6) { // all but the pair of game 0
        std::this_thread::yield();
    }
    others_done = true;
    for (std::uint64_t expected = 0; expected < 8; ++expected) {
        EXPECT_EQ(workers.next({})->game, expected);
    }
}

TEST(Workers, OneSlowGameHoldsTheOthersBackInTheEnd) {
    std::atomic<bool> go = false;
    std::atomic<std::uint64_t> highest = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            highest = std::max(highest.load(), game);
            if (game == 0 && !wait_for_gate(stop, [&] { return go.load(); })) {
                return aborted_game(game);
            }
            return fake_game(game, Winner::Agent1);
        };
    };
    Workers workers(2, games_up_to(100000), player);
    while (highest < 15) { // 8 games a worker may be begun beyond the last one handed on
        std::this_thread::yield();
    }
    EXPECT_EQ(highest, 15u);
    go = true;
    EXPECT_EQ(workers.next({})->game, 0u);
}

TEST(Workers, StopEndsGamesThatAreBeingPlayedAndCountsThem) {
    std::atomic<int> playing = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            if (game == 0) {
                return fake_game(game, Winner::Agent1);
            }
            ++playing;
            wait_for_gate(stop, [] { return false; });
            return aborted_game(game);
        };
    };
    Workers workers(3, games_up_to(std::nullopt), player);
    EXPECT_EQ(workers.next({})->game, 0u);
    while (playing < 3) {
        std::this_thread::yield();
    }
    EXPECT_EQ(workers.stop(), 3u);
}

TEST(Workers, GamesBeyondAreCountedFromWhereTheScheduleBegan) {
    std::atomic<int> playing = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const ScheduledGame& scheduled) {
            if (scheduled.game == 9) {
                return fake_game(9, Winner::Agent1);
            }
            ++playing;
            wait_for_gate(stop, [] { return false; });
            return aborted_game(scheduled.game);
        };
    };
    Workers workers(3, games_up_to(std::nullopt, 9), player, 9);
    EXPECT_EQ(workers.next({})->game, 9u);
    while (playing < 3) {
        std::this_thread::yield();
    }
    EXPECT_EQ(workers.stop(), 3u);
}

TEST(Workers, AnInterruptEndsTheWait) {
    const referee::Descriptor interrupt(::eventfd(1, EFD_CLOEXEC)); // readable from the start
    const auto player = [](StopToken stop, int) -> PlayGame {
        return [stop](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            wait_for_gate(stop, [] { return false; });
            return aborted_game(game);
        };
    };
    Workers workers(2, games_up_to(std::nullopt), player);
    EXPECT_FALSE(workers.next({interrupt.fd()}));
}

TEST(Workers, AFailureComesAfterTheGamesBeforeIt) {
    const auto player = [](StopToken, int) -> PlayGame {
        return [](const ScheduledGame& scheduled) {
            const std::uint64_t game = scheduled.game;
            if (game == 3) {
                throw std::runtime_error("no more processes");
            }
            return fake_game(game, Winner::Agent1);
        };
    };
    Workers workers(1, games_up_to(std::nullopt), player);
    for (std::uint64_t expected = 0; expected < 3; ++expected) {
        EXPECT_EQ(workers.next({})->game, expected);
    }
    EXPECT_THROW(static_cast<void>(workers.next({})), std::runtime_error);
}

TEST(Workers, AFailureToBeginIsThrownToo) {
    const auto player = [](StopToken, int) -> PlayGame { throw std::runtime_error("no descriptors"); };
    Workers workers(4, games_up_to(std::nullopt), player);
    EXPECT_THROW(static_cast<void>(workers.next({})), std::runtime_error);
}

} // namespace
} // namespace sprt
