#include "referee/game/review/review.hpp"
#include "tests/referee/game/ended_games.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace referee {

using namespace ataxx;
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Review review_of(const std::string& log, const ReviewChoice& choice = {}) {
    std::istringstream in(log);
    return review(in, "games.jsonl", choice);
}

TEST(Review, counts_games_by_result_and_termination) {
    GameRecord win = record_of(kAnnihilation, Player::Agent1);
    GameRecord loss = record_of(kAnnihilation, Player::Agent2);
    GameRecord draw = record_of({MoveNumbers{1, 1, 1, 2}, MoveNumbers{1, 7, 1, 6}}, Player::Agent1, 2);
    GameRecord timeout = lost_by(Termination::Timeout);
    GameRecord aborted = record_of({MoveNumbers{1, 1, 1, 2}});
    std::string log;
    std::uint64_t game = 5; // a log may begin anywhere
    for (GameRecord* record : {&win, &win, &win, &loss, &draw, &draw, &timeout, &aborted}) {
        record->game = game++;
        record->pair = record->game / 2;
        log += to_json_line(*record) + "\n";
    }
    const Review result = review_of(log);
    EXPECT_EQ(result.games, 8U);
    EXPECT_EQ(result.results.draws, 2U);
    EXPECT_EQ(result.results.wins, 3U);
    EXPECT_EQ(result.results.losses, 2U);
    EXPECT_EQ(result.unscored, 1U);
    EXPECT_EQ(result.terminations.of(Termination::Annihilation), 4U);
    EXPECT_EQ(result.terminations.of(Termination::TurnLimit), 2U);
    EXPECT_EQ(result.terminations.of(Termination::Timeout), 1U);
    EXPECT_EQ(result.terminations.of(Termination::Aborted), 1U);
    EXPECT_THAT(result.found, IsEmpty());
    EXPECT_FALSE(result.last_line_cut);
}

TEST(Review, differences_have_their_line_and_game) {
    GameRecord record = record_of(kAnnihilation);
    std::string log = to_json_line(record) + "\n";
    record.game = 1;
    record.turns = 6;
    log += to_json_line(record) + "\n";
    record.game = 3;
    record.pair = 1;
    record.turns = 5;
    log += to_json_line(record) + "\n";
    const Review result = review_of(log);
    EXPECT_EQ(result.games, 3U);
    ASSERT_EQ(result.found.size(), 2U);
    EXPECT_EQ(result.found[0].line, 2U);
    EXPECT_EQ(result.found[0].game, 1U);
    EXPECT_EQ(result.found[0].what, "turns is 6, but it has 5 moves");
    EXPECT_EQ(result.found[1].line, 3U);
    EXPECT_EQ(result.found[1].game, 3U);
    EXPECT_EQ(result.found[1].what, "game 3 follows game 1");
}

/// A log of games with these numbers; each says that it has a turn too many.
std::string wrong_games(const std::vector<std::uint64_t>& numbers) {
    std::string log;
    for (const std::uint64_t number : numbers) {
        GameRecord record = record_of(kAnnihilation);
        record.game = number;
        record.pair = number / 2;
        ++record.turns;
        log += to_json_line(record) + "\n";
    }
    return log;
}

TEST(Review, only_the_chosen_game_is_checked_and_counted) {
    std::vector<std::uint64_t> seen;
    const auto see = [&](const GameRecord& record) { seen.push_back(record.game); };
    const Review one = review_of(wrong_games({0, 1, 3, 4}), {.only = 3, .visit = see});
    EXPECT_THAT(seen, ElementsAre(3));
    EXPECT_EQ(one.games, 1U);
    ASSERT_EQ(one.found.size(), 2U);
    EXPECT_EQ(one.found[0].what, "game 3 follows game 1");
    EXPECT_EQ(one.found[1].what, "turns is 6, but it has 5 moves");
    EXPECT_EQ(one.found[1].line, 3U);

    seen.clear();
    EXPECT_EQ(review_of(wrong_games({0, 1}), {.only = {}, .visit = see}).games, 2U);
    EXPECT_THAT(seen, ElementsAre(0, 1));
    EXPECT_THAT(user_error_text([] { static_cast<void>(review_of("{}\n" + wrong_games({3}), {.only = 3})); }),
                HasSubstr("games.jsonl:1: "))
        << "the other lines are read all the same";
}

TEST(Review, a_chosen_game_that_is_missing_is_an_error_that_names_those_there_are) {
    const auto complaint = [](const std::vector<std::uint64_t>& numbers) {
        return user_error_text([&] { static_cast<void>(review_of(wrong_games(numbers), {.only = 77})); });
    };
    EXPECT_EQ(complaint({}), "games.jsonl has no game 77; it has no game");
    EXPECT_EQ(complaint({5}), "games.jsonl has no game 77; it has game 5");
    EXPECT_EQ(complaint({0, 1, 2, 4, 6, 7}), "games.jsonl has no game 77; it has games 0 to 2, 4, 6 to 7");
    EXPECT_EQ(complaint({0, 2, 4, 6, 8, 10, 12, 14, 16}),
              "games.jsonl has no game 77; it has games 0, 2, 4, 6, 8, 10, 12, 14, ...");
}

TEST(Review, an_empty_log_has_no_games_and_no_differences) {
    const Review result = review_of("");
    EXPECT_EQ(result.games, 0U);
    EXPECT_FALSE(result.last_line_cut);
}

TEST(Review, a_last_line_that_was_cut_short_is_not_read) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    for (const std::string& rest : {line.substr(0, 40), line, std::string("garbage")}) {
        const Review result = review_of(line + "\n" + rest);
        EXPECT_EQ(result.games, 1U) << rest;
        EXPECT_TRUE(result.last_line_cut) << rest;
        EXPECT_THAT(result.found, IsEmpty());
    }
}

TEST(Review, fields_that_are_not_known_are_noted_with_their_first_line) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    const auto add = [&](const std::string& fields) {
        return line.substr(0, line.size() - 1) + fields + "}\n";
    };
    const Review result = review_of(line + "\n" + add(R"(,"b":1)") + add(R"(,"a":[],"b":2)"));
    EXPECT_THAT(result.unknown, ElementsAre(testing::Pair("/a", 3U), testing::Pair("/b", 2U)));
    std::string many;
    for (int i = 0; i < 50; ++i) {
        many += ",\"x" + std::to_string(i) + "\":1";
    }
    EXPECT_EQ(review_of(add(many)).unknown.size(), Review::kMostUnknown);
}

TEST(Review, carriage_returns_and_a_byte_order_mark_are_named_with_the_line) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    const auto complaint = [](const std::string& log) {
        return user_error_text([&] { static_cast<void>(review_of(log)); });
    };
    EXPECT_THAT(complaint(line + "\n" + line + "\r\n"), HasSubstr("games.jsonl:2: a carriage return"));
    EXPECT_THAT(complaint("\xEF\xBB\xBF" + line + "\n"), HasSubstr("games.jsonl:1: a byte order mark"));
    EXPECT_THAT(complaint(line.substr(0, line.size() - 1) + ",\"turns\":1}\n"),
                HasSubstr("games.jsonl:1: the key 'turns' a second time"));
}

TEST(Review, a_line_that_is_no_record_is_an_error_of_the_user) {
    const std::string line = to_json_line(record_of(kAnnihilation));
    EXPECT_EQ(user_error_text([&] { static_cast<void>(review_of(line + "\n\n")); }).substr(0, 25),
              "games.jsonl:2: not JSON (");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(review_of("{}\n" + line + "\n")); }),
              "games.jsonl:1: missing field /format");
}

} // namespace
} // namespace referee
