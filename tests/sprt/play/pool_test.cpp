#include "sprt/play/pool.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include <sys/eventfd.h>
#include <unistd.h>

namespace sprt {

namespace {

using referee::StopToken;
using referee::Winner;

TEST(Pool, every_game_is_returned_once_in_schedule_order) {
    for (const int count : {1, 2, 8}) {
        Pool pool(count, games_up_to(500), instant_player([](std::uint64_t) { return Winner::Draw; }));
        for (std::uint64_t expected = 0; expected < 500; ++expected) {
            const auto record = pool.next({});
            ASSERT_TRUE(record);
            EXPECT_EQ(record->game, expected);
        }
        EXPECT_FALSE(pool.next({}));
        EXPECT_EQ(pool.stop(), 0u);
    }
}

TEST(Pool, a_schedule_may_begin_with_any_game_even_the_second_of_a_pair) {
    for (const int count : {1, 8}) {
        for (const std::uint64_t first : {1u, 2u, 7u, 100u, 499u, 500u}) {
            Pool pool(count, games_up_to(500, first),
                      instant_player([](std::uint64_t) { return Winner::Draw; }), first);
            for (std::uint64_t expected = first; expected < 500; ++expected) {
                const auto record = pool.next({});
                ASSERT_TRUE(record);
                EXPECT_EQ(record->game, expected);
            }
            EXPECT_FALSE(pool.next({}));
            EXPECT_EQ(pool.stop(), 0u);
        }
    }
}

/// A schedule that begins with the second game of a pair must not shift the pairs after that game.
TEST(Pool, one_worker_plays_both_games_of_a_pair) {
    for (const std::uint64_t first : {0u, 3u}) {
        std::mutex mutex;
        std::map<std::uint64_t, std::set<int>> who;
        const auto player = [&](StopToken, int worker) -> PlayGame {
            return [&, worker](const Job& job) {
                const std::scoped_lock lock(mutex);
                who[job.pair].insert(worker);
                return fake_game(job.id, Winner::Draw);
            };
        };
        Pool pool(8, games_up_to(200, first), player, first);
        while (pool.next({})) {
        }
        pool.stop();
        EXPECT_EQ(who.size(), 100 - first / 2);
        for (const auto& [pair, workers_of_it] : who) {
            EXPECT_EQ(workers_of_it.size(), 1u) << pair;
        }
    }
}

// As in a tuning with a lag of two pairs.
TEST(Pool, pairs_that_wait_for_counts_begin_when_those_are_there) {
    constexpr std::uint64_t kLag = 2;
    constexpr std::uint64_t kPairs = 60;
    for (const int count : {1, 3, 8}) {
        std::mutex mutex;
        std::uint64_t made = 0;
        std::uint64_t counted = 0; // pairs
        const auto next = [&]() -> std::optional<std::vector<Job>> {
            const std::scoped_lock lock(mutex);
            if (made == kPairs) {
                return std::vector<Job>();
            }
            if (made > counted + kLag) {
                return std::nullopt;
            }
            std::vector<Job> pair(2);
            for (std::uint64_t game = 0; game < 2; ++game) {
                pair[static_cast<std::size_t>(game)].id = 2 * made + game;
                pair[static_cast<std::size_t>(game)].pair = made;
            }
            ++made;
            return pair;
        };
        Pool pool(count, next, instant_player([](std::uint64_t) { return Winner::Draw; }));
        for (std::uint64_t expected = 0; expected < 2 * kPairs; ++expected) {
            const auto record = pool.next({});
            ASSERT_TRUE(record);
            EXPECT_EQ(record->game, expected);
            const std::scoped_lock lock(mutex);
            EXPECT_LE(made, expected / 2 + kLag + 1) << "so many pairs at most are on their way";
            counted = (expected + 1) / 2;
        }
        EXPECT_FALSE(pool.next({}));
    }
}

TEST(Pool, workers_are_numbered_from_zero) {
    std::mutex mutex;
    std::vector<int> numbers;
    const auto player = [&](StopToken, int worker) -> PlayGame {
        const std::scoped_lock lock(mutex);
        numbers.push_back(worker);
        return [](const Job& job) {
            const std::uint64_t game = job.id;
            return fake_game(game, Winner::Agent1);
        };
    };
    Pool pool(3, games_up_to(0), player);
    pool.stop();
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbers, (std::vector{0, 1, 2}));
}

TEST(Pool, a_game_that_ends_early_is_returned_after_the_games_before_it) {
    std::atomic<bool> others_done = false;
    std::atomic<int> finished = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const Job& job) {
            const std::uint64_t game = job.id;
            if (game == 0 && !wait_for_gate(stop, [&] { return others_done.load(); })) {
                return aborted_game(game);
            }
            ++finished;
            return fake_game(game, Winner::Agent1);
        };
    };
    Pool pool(4, games_up_to(8), player);
    while (finished < 6) { // all but the pair of game 0
        std::this_thread::yield();
    }
    others_done = true;
    for (std::uint64_t expected = 0; expected < 8; ++expected) {
        EXPECT_EQ(pool.next({})->game, expected);
    }
}

TEST(Pool, one_slow_game_limits_the_games_begun_to_8_per_worker) {
    std::atomic<bool> go = false;
    std::atomic<std::uint64_t> highest = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const Job& job) {
            const std::uint64_t game = job.id;
            highest = std::max(highest.load(), game);
            if (game == 0 && !wait_for_gate(stop, [&] { return go.load(); })) {
                return aborted_game(game);
            }
            return fake_game(game, Winner::Agent1);
        };
    };
    Pool pool(2, games_up_to(100000), player);
    while (highest < 15) { // two workers with 8 games each
        std::this_thread::yield();
    }
    EXPECT_EQ(highest, 15u);
    go = true;
    EXPECT_EQ(pool.next({})->game, 0u);
}

TEST(Pool, stop_ends_games_that_are_being_played_and_counts_them) {
    std::atomic<int> playing = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const Job& job) {
            const std::uint64_t game = job.id;
            if (game == 0) {
                return fake_game(game, Winner::Agent1);
            }
            ++playing;
            wait_for_gate(stop, [] { return false; });
            return aborted_game(game);
        };
    };
    Pool pool(3, games_up_to(std::nullopt), player);
    EXPECT_EQ(pool.next({})->game, 0u);
    while (playing < 3) {
        std::this_thread::yield();
    }
    EXPECT_EQ(pool.stop(), 3u);
}

TEST(Pool, stop_does_not_count_games_before_the_first_of_the_schedule) {
    std::atomic<int> playing = 0;
    const auto player = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const Job& job) {
            if (job.id == 9) {
                return fake_game(9, Winner::Agent1);
            }
            ++playing;
            wait_for_gate(stop, [] { return false; });
            return aborted_game(job.id);
        };
    };
    Pool pool(3, games_up_to(std::nullopt, 9), player, 9);
    EXPECT_EQ(pool.next({})->game, 9u);
    while (playing < 3) {
        std::this_thread::yield();
    }
    EXPECT_EQ(pool.stop(), 3u);
}

TEST(Pool, an_interrupt_ends_the_wait_for_a_game) {
    const referee::Descriptor interrupt(::eventfd(1, EFD_CLOEXEC)); // readable from the start
    const auto player = [](StopToken stop, int) -> PlayGame {
        return [stop](const Job& job) {
            const std::uint64_t game = job.id;
            wait_for_gate(stop, [] { return false; });
            return aborted_game(game);
        };
    };
    Pool pool(2, games_up_to(std::nullopt), player);
    EXPECT_FALSE(pool.next({interrupt.fd()}));
}

TEST(Pool, an_exception_of_a_worker_is_rethrown_after_the_games_before_it) {
    const auto player = [](StopToken, int) -> PlayGame {
        return [](const Job& job) {
            const std::uint64_t game = job.id;
            if (game == 3) {
                throw std::runtime_error("no more processes");
            }
            return fake_game(game, Winner::Agent1);
        };
    };
    Pool pool(1, games_up_to(std::nullopt), player);
    for (std::uint64_t expected = 0; expected < 3; ++expected) {
        EXPECT_EQ(pool.next({})->game, expected);
    }
    EXPECT_THROW(static_cast<void>(pool.next({})), std::runtime_error);
}

TEST(Pool, an_exception_while_a_player_is_made_is_rethrown) {
    const auto player = [](StopToken, int) -> PlayGame { throw std::runtime_error("no descriptors"); };
    Pool pool(4, games_up_to(std::nullopt), player);
    EXPECT_THROW(static_cast<void>(pool.next({})), std::runtime_error);
}

} // namespace

namespace {

using referee::GameRecord;
using referee::Termination;

GameRecord lost_by_agent2(Termination termination) {
    GameRecord record = fake_game(0, referee::Winner::Agent1);
    record.termination = termination;
    record.fault = referee::FaultNote{referee::Player::Agent2, "closed its output", "last words\n"};
    record.exit.agent2 = "exited 7";
    return record;
}

/// The check game when games end as `ends`, if it shows a broken agent, and how many were played.
struct Checked {
    std::optional<GameRecord> lost;
    std::size_t games = 0;
};

Checked check(const std::vector<GameRecord>& ends, std::chrono::nanoseconds ready = kLongestCheck) {
    Checked checked;
    const auto player = [&](const referee::StopToken&, int) -> PlayGame {
        return [&](const Job&) { return ends.at(checked.games++); };
    };
    checked.lost = play_check_game(Job(), player, {});
    if (checked.lost && !shows_broken_agent(*checked.lost, ready)) {
        checked.lost.reset();
    }
    return checked;
}

TEST(CheckGame, ends_after_one_move_of_each_agent_from_the_first_opening) {
    const auto openings = make_openings(RandomMoves{6}, 5, referee::Game::Ataxx);
    SchedulePlan plan;
    plan.openings = RandomMoves{6};
    plan.seed = 5;
    plan.limits.turns = 100;
    const Job job = check_job(plan, *openings);
    EXPECT_EQ(job.opening, openings->opening(0).value().moves);
    EXPECT_EQ(job.limits.turns, 8);
}

TEST(CheckGame, that_no_agent_lost_by_a_fault_finds_nothing) {
    const Checked checked = check({fake_game(0, referee::Winner::Agent1)});
    EXPECT_FALSE(checked.lost);
    EXPECT_EQ(checked.games, 1U);
}

TEST(CheckGame, that_an_agent_lost_by_a_fault_finds_that_agent_at_once) {
    const Checked checked = check({lost_by_agent2(Termination::Crashed)});
    ASSERT_TRUE(checked.lost);
    EXPECT_EQ(checked.games, 1U);
    EXPECT_EQ(check_failure_text(*checked.lost), "the check game failed: agent 2 crashed: closed its output "
                                                 "(exited 7) (--no-check begins the run without it)");
    EXPECT_EQ(last_words(*checked.lost), std::vector<std::string>{"agent 2's standard error: last words"});
}

TEST(CheckGame, of_an_agent_with_itself_names_no_seat) {
    GameRecord lost = lost_by_agent2(Termination::Crashed);
    EXPECT_EQ(check_fault_text(referee::faults_of(lost).back()), "crashed: closed its output (exited 7)");
    lost.also_fault = referee::AlsoFault{*lost.fault, Termination::Crashed};
    lost.fault = referee::FaultNote{referee::Player::Agent1, "agent 1 exited 7; agent 2 exited 7", ""};
    EXPECT_EQ(check_fault_text(referee::faults_of(lost).back()), "crashed: closed its output (exited 7)");
    EXPECT_EQ(check_failure_reason(lost), "both agents failed: agent 1 exited 7; agent 2 exited 7");
}

TEST(CheckGame, blames_no_agent_for_a_time_loss) {
    EXPECT_FALSE(check({lost_by_agent2(Termination::Timeout)}).lost);
}

TEST(CheckGame, blames_an_agent_that_is_not_ready_unless_the_run_gives_it_more_time) {
    const GameRecord silent = lost_by_agent2(Termination::ReadyTimeout);
    EXPECT_TRUE(check({silent}, kLongestCheck).lost);
    EXPECT_FALSE(check({silent}, kLongestCheck + std::chrono::seconds(1)).lost);
    GameRecord other_too = silent;
    other_too.also_fault = referee::AlsoFault{{referee::Player::Agent1, "exited", ""}, Termination::Crashed};
    EXPECT_TRUE(check({other_too}, kLongestCheck + std::chrono::seconds(1)).lost);
}

TEST(CheckGame, names_the_first_opening_that_an_agent_cannot_be_told) {
    const Opening near{.moves = {{1, 1, 1, 2}},
                       .start = referee::read_start(referee::Game::Ataxx, "xx4o/7/7/7/7/7/o5x o 0 1")};
    const Opening far{.moves = {},
                      .start = referee::read_start(referee::Game::Ataxx, "x1x1o2/7/7/7/7/7/7 o 0 9")};
    const OpeningsFacts only_near{
        .size = {}, .first_position = PlacedOpening{"b:1", near}, .first_without_moves = {}};
    const OpeningsFacts with_far{.size = {},
                                 .first_position = PlacedOpening{"b:1", near},
                                 .first_without_moves = PlacedOpening{"b:5", far}};
    const auto text = [](referee::Capabilities one, referee::Capabilities two, const OpeningsFacts& facts) {
        GameRecord game = fake_game(0, referee::Winner::Agent1);
        game.offers = {one, two};
        return untold_opening_text(game, facts);
    };
    const referee::Capabilities both{.opening = true, .fen = true};
    const referee::Capabilities fen{.opening = false, .fen = true};
    const referee::Capabilities moves{.opening = true, .fen = false};
    EXPECT_EQ(text(both, fen, with_far), "");
    EXPECT_EQ(text(moves, fen, only_near), "");
    EXPECT_EQ(text({}, {}, {}), "")
        << "moves are told to those that offer OPENING, and others begin at the start";
    EXPECT_EQ(text(fen, moves, with_far),
              "b:5: agent 2 does not offer FEN, and no 4 moves or fewer lead from "
              "the start to this position");
    for (const OpeningsFacts& facts : {only_near, with_far}) {
        EXPECT_EQ(text({}, both, facts),
                  "b:1: agent 1 offers neither FEN nor OPENING, and cannot be told that "
                  "games begin at this position");
    }
    EXPECT_EQ(untold_opening_text(fake_game(0, referee::Winner::Agent1), with_far), "") << "nobody said OK";
}

TEST(CheckGame, waits_for_no_agent_longer_than_ten_seconds) {
    const auto openings = make_openings(StartOnly{}, 5, referee::Game::Ataxx);
    SchedulePlan plan;
    plan.limits.ready = std::chrono::hours(1);
    plan.limits.time = {std::chrono::seconds(2), std::chrono::hours(1)};
    const Job job = check_job(plan, *openings);
    EXPECT_EQ(job.limits.ready, kLongestCheck);
    EXPECT_EQ(job.limits.time.agent1, std::chrono::seconds(2));
    EXPECT_EQ(job.limits.time.agent2, kLongestCheck);
}

TEST(CheckGame, finds_nothing_when_it_is_interrupted) {
    const referee::Descriptor stop(eventfd(1, EFD_CLOEXEC));
    const auto player = [](const referee::StopToken& token, int) -> PlayGame {
        return [token](const Job&) {
            static_cast<void>(wait_for_gate(token, [] { return false; }));
            return aborted_game(0);
        };
    };
    EXPECT_FALSE(play_check_game(Job(), player, {stop.fd()}));
}

} // namespace

} // namespace sprt
