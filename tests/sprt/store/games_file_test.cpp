#include "referee/game/replay.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/store/games_file.hpp"
#include "tests/sprt/ledger/played_game.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <system_error>

#include <sys/stat.h>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// The digests of the first lines of a log, none of them and all of them included.
std::vector<GamesDigest> chain_of(const std::string& config, const std::vector<std::string>& lines) {
    std::vector<GamesDigest> chain{digest_of_no_game(config)};
    for (const std::string& line : lines) {
        chain.push_back(digest_after(chain.back(), line));
    }
    return chain;
}

DigestCheck check_of(std::vector<GamesDigest> stored, const std::vector<std::string>& lines) {
    DigestCheck check(std::move(stored), "config");
    for (const std::string& line : lines) {
        check.add(line);
    }
    return check;
}

TEST(GamesDigest, digests_are_chained) {
    const GamesDigest none = digest_of_no_game("config");
    // printf config | sha256sum
    EXPECT_EQ(none.sha256, "b79606fb3afea5bd1609ed40b622142f1c98125abcfe89a76a661b0e8e343910");
    EXPECT_EQ(none.games, 0U);
    EXPECT_EQ(digest_after(none, "game"), (GamesDigest{1, referee::sha256_of_text(none.sha256 + "game\n")}));
}

TEST(GamesDigest, each_line_and_the_configuration_change_all_later_digests) {
    const auto chain = chain_of("config", {"a", "b", "c"});
    for (const auto& other : {chain_of("gifnoc", {"a", "b", "c"}), chain_of("config", {"b", "a", "c"}),
                              chain_of("config", {"ab", "", "c"})}) {
        EXPECT_NE(other.back(), chain.back());
    }
}

TEST(GamesDigest, games_that_were_played_differ_nowhere) {
    const auto chain = chain_of("config", {"a", "b", "c"});
    for (const auto& stored : {chain, std::vector<GamesDigest>{chain[0]}, {chain[0], chain[2]}, {}}) {
        const DigestCheck check = check_of(stored, {"a", "b", "c"});
        EXPECT_THAT(check.differences(), IsEmpty());
        EXPECT_EQ(check.change("log"), "");
        EXPECT_EQ(check.now(), chain[3]);
    }
    EXPECT_THAT(check_of({}, {"a"}).adopted(), ElementsAre(chain[0], chain[1]));
    EXPECT_THAT(check_of({chain[0], chain[2]}, {"a", "b"}).adopted(), ElementsAre(chain[0], chain[2]));
    EXPECT_THAT(check_of({chain[0]}, {}).adopted(), ElementsAre(chain[0]));
}

TEST(GamesDigest, rewritten_games_are_named_by_the_digests_around_them) {
    const auto chain = chain_of("config", {"a", "b", "c", "d"});
    const DigestCheck check = check_of({chain[0], chain[2], chain[4]}, {"a", "b", "c", "x"});
    EXPECT_THAT(check.change("the log"), HasSubstr("the log was rewritten: games 2 to 3 are not"));
    ASSERT_THAT(check.differences(), SizeIs(1));
    EXPECT_EQ(check.differences()[0].index, 2U);
    EXPECT_EQ(check.differences()[0].stored, chain[4]);
    EXPECT_EQ(check.differences()[0].computed, check.now());
    EXPECT_THAT(check.adopted(), ElementsAre(chain[0], chain[2], check.now()));

    const DigestCheck early = check_of({chain[0], chain[2], chain[4]}, {"x", "b", "c", "d"});
    EXPECT_THAT(early.change("the log"), HasSubstr("games 0 to 1 are not"));
    EXPECT_THAT(early.differences(), SizeIs(2));
    EXPECT_THAT(early.adopted(), ElementsAre(chain[0], early.now()));
}

TEST(GamesDigest, games_that_are_missing_differ_but_are_not_rewritten) {
    const auto chain = chain_of("config", {"a", "b", "c"});
    const DigestCheck check = check_of({chain[0], chain[2], chain[3]}, {"a", "b"});
    EXPECT_EQ(check.change("the log"), "");
    ASSERT_THAT(check.differences(), SizeIs(1));
    EXPECT_EQ(check.differences()[0].stored.games, 3U);
    EXPECT_EQ(check.differences()[0].computed.games, 2U);
    EXPECT_EQ(check.missing(), 1U);
    EXPECT_EQ(check_of({chain[0], chain[1]}, {"a", "b"}).missing(), 0U);
    EXPECT_EQ(check_of({}, {"a"}).missing(), 0U);
    EXPECT_THAT(check.adopted(), ElementsAre(chain[0], chain[2]));
}

} // namespace

namespace {

using namespace std::chrono_literals;
using referee::Board;
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
    /// The problem of game 3 after `change` was made to it; `none` when there is none.
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

TEST_F(GamesFile, games_of_the_schedule_have_no_problem) {
    for (std::uint64_t number = 0; number < 20; ++number) {
        EXPECT_EQ(problem_of_record(game(number), number, plan_for(config_).schedule, openings_.get()),
                  std::nullopt);
        EXPECT_EQ(problem_by_rules(game(number), number), std::nullopt);
    }
}

TEST_F(GamesFile, ending_by_a_rule_is_exactly_that_of_the_runs_rules) {
    config_.play.adjudicate.max_turns = referee::MaxTurnsRule{5, false};
    config_.play.adjudicate.verify = 0;
    const auto cut = [](GameRecord& record, std::size_t turns) {
        record.moves.resize(turns - record.opening.size());
        record.turns = turns;
        record.termination = referee::Termination::Adjudicated;
        record.adjudication = referee::AdjudicationRule::MaxTurns;
        record.winner = Winner::Draw;
        const Board last = replay(record, [](const referee::ReplayedTurn&) {}).last.board();
        record.used = {};
        for (const referee::Side side : referee::kSides) {
            record.score[player_of(side, record.first)] = last.score()[side];
        }
        for (auto& move : record.moves) {
            move.took = 0ns;
        }
    };
    EXPECT_EQ(problem([](GameRecord&) {}),
              "by the run's rules of adjudication it ends by max_turns after turn 5 "
              "with the result 0, and it says no rule");
    EXPECT_EQ(problem([&](GameRecord& r) { cut(r, 5); }), "none");
    EXPECT_EQ(
        problem([&](GameRecord& r) { cut(r, 4); }),
        "by the run's rules of adjudication it ends by no rule, and it says max_turns after turn 4 with the "
        "result 0");
    config_.play.adjudicate.verify = 1;
    EXPECT_EQ(problem([&](GameRecord& r) { cut(r, 5); }),
              "the run plays this game to its natural end, and it was adjudicated");
    const referee::RuledTurn would{referee::AdjudicationRule::MaxTurns, 5, Winner::Draw};
    EXPECT_EQ(problem([&](GameRecord& r) { r.would_adjudicate = would; }), "none");
    config_.play.adjudicate.verify = 0;
    EXPECT_EQ(problem([&](GameRecord& r) { r.would_adjudicate = would; }),
              "the run does not play this game to its natural end, but it was");
    config_.play.adjudicate = {};
    EXPECT_THAT(problem([&](GameRecord& r) { cut(r, 5); }), HasSubstr("it ends by no rule"));
}

TEST_F(GamesFile, problem_names_what_contradicts_the_schedule) {
    EXPECT_EQ(problem([](GameRecord&) {}), "none");
    EXPECT_EQ(problem([](GameRecord& r) { r.game = 4; }), "it is game 4, where game 3 must stand");
    EXPECT_THAT(problem([](GameRecord& r) { r.pair = 2; }), HasSubstr("pair is 2"));
    EXPECT_THAT(problem([](GameRecord& r) { // the same game with the seats swapped
                    r.first = Player::Agent1;
                    std::swap(r.score.agent1, r.score.agent2);
                    std::swap(r.used.agent1, r.used.agent2);
                    r.winner = Winner::Agent2;
                }),
                HasSubstr("game 3 is of pair 1 and agent 2 plays first"));
    EXPECT_THAT(
        problem([](GameRecord& r) { r.seed.agent2 = 9; }),
        AllOf(HasSubstr("and 9 are not those of the run"), HasSubstr(std::to_string(game(3).seed.agent2))));
    EXPECT_EQ(problem([](GameRecord& r) { r.limits.agent2 = 9s; }),
              "agent 2 had 9000 ms, and in this run it has 10000 ms");
    config_.agents[0].time_ms = 7;
    EXPECT_EQ(problem([](GameRecord& r) { r.limits.agent1 = 10s; }),
              "agent 1 had 10000 ms, and in this run it has 7 ms");
}

TEST_F(GamesFile, turn_limit_must_be_that_of_the_run) {
    const GameRecord record = game(3);
    config_.play.turns = 9;
    EXPECT_EQ(problem_of_record(record, 3, plan_for(config_).schedule, openings_.get()),
              "its turn_limit is 8, and the run's is 9");
}

TEST_F(GamesFile, problem_names_what_contradicts_the_rules) {
    EXPECT_THAT(problem([](GameRecord& r) { r.score.agent1 += 1; }), HasSubstr("score of agent 1 is"));
    EXPECT_THAT(problem([](GameRecord& r) { r.winner = Winner::Agent2; }), HasSubstr("winner is 2"));
    EXPECT_THAT(problem([](GameRecord& r) { r.moves.pop_back(); }), HasSubstr("termination is turn_limit"));
    EXPECT_THAT(problem([](GameRecord& r) { r.moves[1].numbers = {9, 9, 9, 9}; }), HasSubstr("is illegal"));
    EXPECT_THAT(problem([](GameRecord& r) { r.turns = 7; }), HasSubstr("turns is 7"));
    EXPECT_THAT(problem([](GameRecord& r) { r.used.agent1 += 1s; }), HasSubstr("used_us"));
    EXPECT_THAT(problem_by_rules(game(3), 4).value_or(""), HasSubstr("where game 4 must stand"));
}

TEST_F(GamesFile, opening_must_be_that_of_its_pair_or_not_played) {
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
        << "the openings are unknown";
}

TEST_F(GamesFile, position_must_be_that_of_its_pair_or_not_played) {
    config_.openings = dir_.file("book.fen", "xx4o/7/7/7/7/7/o5x o 0 1\nx1x1o2/7/7/7/7/7/7 o 0 1\n");
    openings_ = openings_of(config_);
    std::mt19937_64 random(1);
    const auto from = [&](const Opening& opening) {
        return problem_of_record(chance_game(3, config_, opening, random), 3, plan_for(config_).schedule,
                                 openings_.get());
    };
    const Opening own = openings_->opening(1).value();
    EXPECT_EQ(from(own), std::nullopt);
    EXPECT_EQ(from({}), std::nullopt);
    EXPECT_EQ(from(openings_->opening(0).value()),
              "its opening is not that of pair 1: FEN " + own.start.value().fen);
    EXPECT_EQ(from({.moves = {{1, 1, 2, 2}}, .start = {}}),
              "its opening is not that of pair 1: FEN " + own.start.value().fen);
}

TEST_F(GamesFile, openings_are_reused_when_repeats_count) {
    config_.openings = "random:1"; // five openings
    config_.repeats = "count";
    openings_ = openings_of(config_);
    std::mt19937_64 random(1);
    const auto from = [&](std::uint64_t opening) {
        return problem_of_record(chance_game(14, config_, openings_->opening(opening).value(), random), 14,
                                 plan_for(config_).schedule, openings_.get());
    };
    EXPECT_EQ(from(7 % 5), std::nullopt);
    EXPECT_THAT(from(1).value_or(""), HasSubstr("not that of pair 7"));
}

TEST_F(GamesFile, record_without_budgets_has_no_problem) {
    EXPECT_EQ(problem([](GameRecord& r) { r.limits = {}; }), "none");
}

TEST_F(GamesFile, games_are_read_in_order) {
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

TEST_F(GamesFile, error_names_the_line_of_a_wrong_game) {
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

TEST_F(GamesFile, error_names_the_line_of_an_unknown_field) {
    const std::string line = to_json_line(game(1));
    EXPECT_THAT(error_of(lines(1) + line.substr(0, line.size() - 1) + ",\"colour\":1}\n"),
                HasSubstr("games.jsonl:2: /colour is unknown; this version of sprt does not write it"));
    EXPECT_THAT(error_of(lines(1) + line + "\r\n"), HasSubstr("games.jsonl:2: a carriage return"));
    EXPECT_THAT(error_of("\xEF\xBB\xBF" + lines(1)), HasSubstr("games.jsonl:1: a byte order mark"));
}

TEST_F(GamesFile, whole_lines_are_passed_on) {
    std::string text;
    const ReadGames read = read_games(
        dir_.file("games.jsonl", lines(3) + "{\"cut"),
        [](const GameRecord&) { return std::optional<std::string>(); },
        [&](std::string_view line) { text += std::string(line) + "\n"; });
    EXPECT_EQ(text, lines(3));
    EXPECT_EQ(read.games, 3U);
}

TEST_F(GamesFile, pipe_is_refused_at_once) {
    ASSERT_EQ(::mkfifo((dir_ / "games.jsonl").c_str(), 0600), 0);
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read(dir_ / "games.jsonl")); }),
              (dir_ / "games.jsonl").string() + " is a pipe; a log is a regular file");
}

TEST_F(GamesFile, last_line_without_a_newline_is_not_counted) {
    const std::string whole = lines(2);
    const std::string last = to_json_line(game(2)); // at its full size only the newline is missing
    for (const std::size_t kept : {std::size_t{1}, last.size() / 2, last.size() - 1, last.size()}) {
        const ReadGames games = read(dir_.file("games.jsonl", whole + last.substr(0, kept)));
        EXPECT_EQ(games.games, 2u) << kept;
        EXPECT_EQ(games.bytes, whole.size());
        EXPECT_TRUE(games.last_line_cut);
    }
}

TEST_F(GamesFile, missing_or_empty_file_holds_no_games) {
    const ReadGames empty = read(dir_.file("games.jsonl", ""));
    EXPECT_EQ(empty.games, 0u);
    EXPECT_EQ(empty.bytes, 0u);
    EXPECT_FALSE(empty.last_line_cut);
    const ReadGames missing = read(dir_ / "nothing.jsonl");
    EXPECT_EQ(missing.games, 0u);
    EXPECT_FALSE(missing.last_line_cut);
}

TEST_F(GamesFile, unreadable_file_is_a_system_error) {
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read(dir_.path())); }),
              dir_.path().string() + " is a directory; a log is a regular file");
    dir_.file("plain", "");
    EXPECT_THROW(static_cast<void>(read(dir_ / "plain/games.jsonl")), std::system_error);
}

TEST_F(GamesFile, times_for_the_speed_of_a_worker_are_those_of_the_run_by_their_factor) {
    const referee::TimeScale half{500};
    const auto as_played_with = [&](referee::TimeScale scale) {
        return [=](GameRecord& record) {
            record.time_scale = half;
            for (const Player player : referee::kPlayers) {
                record.limits[player] = scaled(record.limits[player].value(), scale);
            }
        };
    };
    EXPECT_THAT(problem(as_played_with(half)), HasSubstr("its times were multiplied with 0.5"));
    config_.remote.time_scale = "speed";
    EXPECT_EQ(problem(as_played_with(half)), "none");
    EXPECT_THAT(problem(as_played_with({501})), HasSubstr("agent 1 had"));
    EXPECT_EQ(problem([](GameRecord&) {}), "none") << "played on the machine that the times are for";
}

} // namespace
} // namespace sprt
