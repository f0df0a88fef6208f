#include "sprt/store/games_file.hpp"
#include "tests/sprt/ledger/played_game.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <system_error>

namespace sprt {
namespace {

using namespace std::chrono_literals;
using referee::GameRecord;
using referee::Player;
using referee::Winner;
using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;

class GamesFile : public ::testing::Test {
  protected:
    [[nodiscard]] GameRecord game(std::uint64_t number) const {
        return won_game(number, config_, openings_->opening(number / 2).value(), Winner::Agent1);
    }
    [[nodiscard]] std::string lines(std::uint64_t count) const {
        std::string text;
        for (std::uint64_t number = 0; number < count; ++number) {
            text += to_json_line(game(number)) + "\n";
        }
        return text;
    }
    /// What is wrong with game 3 once `change` is made to it.
    [[nodiscard]] std::string problem(const std::function<void(GameRecord&)>& change) const {
        GameRecord record = game(3);
        change(record);
        return problem_of_record(record, 3, plan_for(config_).schedule, openings_.get()).value_or("none");
    }
    /// Reads the file and checks its games.
    ReadGames read(const std::filesystem::path& file) {
        count_ = 0;
        return read_games(file, [&](const GameRecord& record) {
            return problem_of_record(record, count_++, plan_for(config_).schedule, openings_.get());
        });
    }
    std::string error_of(const std::string& text) {
        const auto file = dir_.file("games.jsonl", text);
        return user_error_text([&] { static_cast<void>(read(file)); });
    }

    TemporaryDir dir_;
    Config config_ = short_games_config();
    std::unique_ptr<Openings> openings_ = openings_of(config_);
    std::uint64_t count_ = 0;
};

TEST_F(GamesFile, the_schedule_finds_nothing_wrong_with_its_games) {
    for (std::uint64_t number = 0; number < 20; ++number) {
        EXPECT_EQ(problem_of_record(game(number), number, plan_for(config_).schedule, openings_.get()),
                  std::nullopt);
        EXPECT_EQ(problem_by_rules(game(number), number), std::nullopt);
    }
}

TEST_F(GamesFile, what_the_schedule_says_otherwise_is_told) {
    EXPECT_EQ(problem([](GameRecord&) {}), "none");
    EXPECT_EQ(problem([](GameRecord& r) { r.game = 4; }), "it is game 4, where game 3 must stand");
    EXPECT_THAT(problem([](GameRecord& r) { r.pair = 2; }), HasSubstr("pair is 2"));
    EXPECT_THAT(problem([](GameRecord& r) { // the other seats, and the same game
                    r.first = Player::Agent1;
                    std::swap(r.score.agent1, r.score.agent2);
                    std::swap(r.used.agent1, r.used.agent2);
                    r.winner = Winner::Agent2;
                }),
                HasSubstr("game 3 is of pair 1 and agent 2 plays first"));
    EXPECT_THAT(
        problem([](GameRecord& r) { r.seed.agent2 = 9; }),
        AllOf(HasSubstr("and 9 are not those of the run"), HasSubstr(std::to_string(game(3).seed[1]))));
    EXPECT_EQ(problem([](GameRecord& r) { r.budget.agent2 = 9s; }),
              "agent 2 had 9000000 us, and in this run it has 10000000 us");
    config_.agents.agent1.time_ms = 7;
    EXPECT_EQ(problem([](GameRecord& r) { r.budget[0] = 10s; }),
              "agent 1 had 10000000 us, and in this run it has 7000 us");
}

TEST_F(GamesFile, the_turn_limit_is_the_runs) {
    const GameRecord record = game(3);
    config_.play.turns = 9;
    EXPECT_EQ(problem_of_record(record, 3, plan_for(config_).schedule, openings_.get()),
              "its turn_limit is 8, and the run's is 9");
}

TEST_F(GamesFile, what_the_rules_contradict_is_told) {
    EXPECT_THAT(problem([](GameRecord& r) { r.score[0] += 1; }), HasSubstr("score of agent 1 is"));
    EXPECT_THAT(problem([](GameRecord& r) { r.winner = Winner::Agent2; }), HasSubstr("winner is 2"));
    EXPECT_THAT(problem([](GameRecord& r) { r.moves.pop_back(); }), HasSubstr("termination is turn_limit"));
    EXPECT_THAT(problem([](GameRecord& r) { r.moves[1].numbers = {9, 9, 9, 9}; }), HasSubstr("is illegal"));
    EXPECT_THAT(problem([](GameRecord& r) { r.turns = 7; }), HasSubstr("turns is 7"));
    EXPECT_THAT(problem([](GameRecord& r) { r.used.agent1 += 1s; }), HasSubstr("used_us"));
    EXPECT_THAT(problem_by_rules(game(3), 4).value_or(""), HasSubstr("where game 4 must stand"));
}

TEST_F(GamesFile, an_opening_is_that_of_its_pair_or_not_played) {
    std::mt19937_64 random(1);
    const auto from = [&](const Opening& opening) {
        return problem_of_record(chance_game(3, config_, opening, random), 3, plan_for(config_).schedule,
                                 openings_.get());
    };
    EXPECT_EQ(from(openings_->opening(1).value()), std::nullopt);
    EXPECT_EQ(from({}), std::nullopt) << "an agent did not offer OPENING";
    EXPECT_THAT(from(openings_->opening(2).value()).value_or(""),
                HasSubstr("its opening is not that of pair 1: "));
    const GameRecord other = chance_game(3, config_, openings_->opening(2).value(), random);
    EXPECT_EQ(problem_of_record(other, 3, plan_for(config_).schedule, nullptr), std::nullopt)
        << "openings that are gone";
}

TEST_F(GamesFile, a_book_begins_again_for_those_who_count_repeats) {
    config_.openings = "random:1"; // there are five
    config_.repeats = "count";
    openings_ = openings_of(config_);
    std::mt19937_64 random(1);
    const auto from = [&](std::uint64_t opening) {
        return problem_of_record(
            chance_game(14, plan_for(config_).schedule, openings_->opening(opening).value(), random), 14,
            config_, openings_.get());
    };
    EXPECT_EQ(from(7 % 5), std::nullopt);
    EXPECT_THAT(from(1).value_or(""), HasSubstr("not that of pair 7"));
}

TEST_F(GamesFile, budgets_and_openings_that_a_log_does_not_tell_of_are_right) {
    EXPECT_EQ(problem([](GameRecord& r) { r.budget = {}; }), "none");
}

TEST_F(GamesFile, games_are_read_in_their_order) {
    const auto file = dir_.file("games.jsonl", lines(4));
    std::vector<std::uint64_t> numbers;
    const ReadGames read = read_games(file, [&](const GameRecord& record) -> std::optional<std::string> {
        numbers.push_back(record.game);
        return std::nullopt;
    });
    EXPECT_THAT(numbers, ::testing::ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(read.games, 4u);
    EXPECT_EQ(read.bytes, lines(4).size());
    EXPECT_FALSE(read.last_line_cut);
}

TEST_F(GamesFile, what_is_wrong_is_named_by_its_line) {
    GameRecord wrong = game(2);
    wrong.winner = Winner::Draw;
    EXPECT_THAT(error_of(lines(2) + to_json_line(wrong) + "\n" + to_json_line(game(3)) + "\n"),
                HasSubstr(dir_.path().string() + "/games.jsonl:3: winner is 0"));
    EXPECT_THAT(error_of(to_json_line(game(1)) + "\n"),
                HasSubstr("games.jsonl:1: it is game 1, where game 0"));
    EXPECT_THAT(error_of(lines(2) + to_json_line(game(3)) + "\n"), HasSubstr("games.jsonl:3: it is game 3"));
    EXPECT_THAT(error_of(lines(2) + lines(1)), HasSubstr("games.jsonl:3: it is game 0, where game 2"));
    EXPECT_THAT(error_of(lines(1) + "{}\n"), HasSubstr("games.jsonl:2: missing field /format"));
    EXPECT_THAT(error_of(lines(1) + "\n"), HasSubstr("games.jsonl:2: not JSON"));
    EXPECT_THAT(error_of(lines(1) + "{\n" + lines(1)), HasSubstr("games.jsonl:2: not JSON"));
    EXPECT_THAT(error_of("\xff\n"), HasSubstr("games.jsonl:1: not JSON"));
}

TEST_F(GamesFile, a_line_is_cut_wherever_a_crash_cut_it) {
    const std::string whole = lines(2);
    const std::string last = to_json_line(game(2)); // the newline is missing even when the rest is there
    for (const std::size_t kept : {std::size_t{1}, last.size() / 2, last.size() - 1, last.size()}) {
        const ReadGames games = read(dir_.file("games.jsonl", whole + last.substr(0, kept)));
        EXPECT_EQ(games.games, 2u) << kept;
        EXPECT_EQ(games.bytes, whole.size());
        EXPECT_TRUE(games.last_line_cut);
    }
}

TEST_F(GamesFile, nothing_is_there_yet) {
    const ReadGames empty = read(dir_.file("games.jsonl", ""));
    EXPECT_EQ(empty.games, 0u);
    EXPECT_EQ(empty.bytes, 0u);
    EXPECT_FALSE(empty.last_line_cut);
    const ReadGames missing = read(dir_ / "nothing.jsonl");
    EXPECT_EQ(missing.games, 0u);
    EXPECT_FALSE(missing.last_line_cut);
}

TEST_F(GamesFile, what_cannot_be_read_is_the_worlds_error) {
    EXPECT_THROW(static_cast<void>(read(dir_.path())),
                 std::system_error); // a directory opens, and is not read
    dir_.file("plain", "");
    EXPECT_THROW(static_cast<void>(read(dir_ / "plain/games.jsonl")), std::system_error);
}

} // namespace
} // namespace sprt
