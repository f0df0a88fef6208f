#include "sprt/remote/checked_games.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace sprt::remote {
namespace {

/// A result with these lines for the pair of games 4 and 5.
ResultToCheck result_with(std::vector<std::string> lines) {
    ResultToCheck result;
    result.worker = "ann";
    result.done = {.attempt = {.pair = 2}, .games = std::move(lines)};
    result.jobs = std::make_shared<const std::vector<Job>>(made_pairs(4, 6)());
    return result;
}

std::string line_of(std::uint64_t game) {
    referee::GameRecord record;
    record.game = game;
    record.pair = game / 2;
    record.seed = {1, 2};
    std::string line = to_json_line(record);
    while (!line.empty() && line.back() == '\n') {
        line.pop_back();
    }
    return line;
}

std::optional<std::string> no_problem(const referee::GameRecord&, const Job&) {
    return std::nullopt;
}

TEST(CheckedGames, games_say_who_played_them) {
    const CheckedGames checked = check_games(result_with({line_of(4), line_of(5)}), no_problem);
    EXPECT_EQ(checked.problem, std::nullopt);
    ASSERT_EQ(checked.records.size(), 2U);
    EXPECT_EQ(checked.records[0].worker, "ann");
    EXPECT_EQ(checked.records[1].game, 5U);
}

TEST(CheckedGames, problem_of_a_game_is_found) {
    const auto of_five = [](const referee::GameRecord& record, const Job& job) {
        EXPECT_EQ(record.game, job.id);
        return job.id == 5 ? std::optional<std::string>("a move") : std::nullopt;
    };
    EXPECT_EQ(check_games(result_with({line_of(4), line_of(5)}), of_five).problem, "a move");
}

TEST(CheckedGames, missing_and_unreadable_games_are_problems) {
    EXPECT_EQ(check_games(result_with({line_of(4)}), no_problem).problem, "1 game, and the pair has 2");
    EXPECT_NE(check_games(result_with({line_of(4), "{}"}), no_problem).problem, std::nullopt);
    std::string more = line_of(5);
    more.insert(more.size() - 1, ",\"bonus\":1");
    EXPECT_EQ(check_games(result_with({line_of(4), more}), no_problem).problem, "/bonus is unknown");
}

} // namespace

namespace {

referee::GameRecord game(std::uint64_t number) {
    referee::GameRecord record;
    record.game = number;
    return record;
}

TEST(ResultQueue, hands_games_on_in_schedule_order_and_each_once) {
    ResultQueue queue(4);
    queue.put(game(5), 10);
    EXPECT_FALSE(queue.next());
    queue.put(game(4), 10);
    queue.put(game(4), 10);
    EXPECT_EQ(queue.next()->game, 4);
    EXPECT_EQ(queue.next()->game, 5);
    queue.put(game(4), 10);
    EXPECT_FALSE(queue.next());
    EXPECT_EQ(queue.next_game(), 6);
}

TEST(ResultQueue, is_full_while_more_than_64_MiB_wait) {
    ResultQueue queue(0);
    queue.put(game(1), ResultQueue::kMostBytes);
    queue.put(game(1), 1); // is there already
    EXPECT_FALSE(queue.is_full());
    queue.put(game(0), 1);
    EXPECT_TRUE(queue.is_full());
    EXPECT_TRUE(queue.next());
    EXPECT_FALSE(queue.is_full());
}

} // namespace
} // namespace sprt::remote
