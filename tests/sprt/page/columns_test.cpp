#include "referee/game/json.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/page/columns.hpp"
#include "tests/sprt/ledger/played_game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Json;

std::string line_with(const std::string& said) {
    return Json{{"game", 1},
                {"seed", {"18446744073709551615", "1"}},
                {"fault", {{"agent", 1}, {"reason", "\"stderr\""}, {"stderr", said}}},
                {"also_fault", {{"agent", 2}, {"stderr", "short"}}}}
        .dump();
}

TEST(Blocks, lines_whose_standard_error_is_short_stay_as_they_are) {
    for (const std::string& line :
         {std::string(R"({"game" : 0, "fault":null})"), line_with(""), line_with(std::string(100, '"'))}) {
        EXPECT_EQ(page_line(line, 100), line);
    }
}

TEST(Blocks, long_standard_error_is_cut_from_its_front) {
    const std::string line = line_with(std::string(65536, '<') + "the end");
    const Json cut = Json::parse(page_line(line, 10));
    Json whole = Json::parse(line);
    whole["fault"]["stderr"] = "<<<the end";
    whole["fault"]["stderr_cut"] = true;
    EXPECT_EQ(cut.dump(), whole.dump());
}

TEST(Blocks, characters_of_standard_error_stay_whole) {
    const std::string line = line_with("ä€\U0001F600");
    const std::vector<std::string> ends = {"",           "",           "",           "",
                                           "\U0001F600", "\U0001F600", "\U0001F600", "€\U0001F600"};
    for (std::size_t bytes = 0; bytes < ends.size(); ++bytes) {
        EXPECT_EQ(Json::parse(page_line(line, bytes))["fault"]["stderr"], ends[bytes]) << bytes;
    }
}

TEST(Blocks, both_faults_of_a_game_are_cut) {
    const Json cut = Json::parse(page_line(line_with("long text"), 4));
    EXPECT_EQ(cut["fault"]["stderr"], "text");
    EXPECT_EQ(cut["also_fault"]["stderr"], "hort");
    EXPECT_EQ(cut["also_fault"]["stderr_cut"], true);
}

} // namespace

namespace {

using referee::Player;
using referee::Winner;

/// Counts games of a configuration and keeps their rows.
class CountedRows {
  public:
    explicit CountedRows(const Config& config)
        : rules_(plan_for(config).counting)
        , tally_(rules_)
        , columns_(rules_) {}

    void add(const referee::GameRecord& record) {
        tally_.add(record);
        columns_.add(record, tally_.state().standing);
    }
    [[nodiscard]] std::vector<bool> repeats() const {
        std::vector<bool> all;
        for (const GameRow& row : columns_.rows()) {
            all.push_back(row.repeat);
        }
        return all;
    }
    [[nodiscard]] const Columns& columns() const { return columns_; }

  private:
    CountingRules rules_;
    Tally tally_;
    Columns columns_;
};

referee::GameRecord drawn(std::uint64_t game, const Config& config, std::uint64_t opening) {
    const auto openings = openings_of(config);
    referee::GameRecord record = won_game(game % 2, config, openings->opening(opening).value(), Winner::Draw);
    record.game = game;
    record.pair = game / 2;
    return record;
}

TEST(Columns, both_games_of_a_repeated_pair_are_marked) {
    for (const char* const repeats : {"collapse", "count"}) {
        Config config = short_games_config();
        config.repeats = repeats;
        CountedRows rows(config);
        for (const std::uint64_t game : {0U, 1U, 2U, 3U, 4U, 5U}) {
            rows.add(drawn(game, config, game / 2 == 1 ? 1 : 0)); // pair 2 is pair 0 again
        }
        EXPECT_THAT(rows.repeats(), ::testing::ElementsAre(false, false, false, false, true, true));
    }
}

TEST(Columns, repeated_games_are_marked_where_games_collapse) {
    Config config = short_games_config();
    config.model = "trinomial";
    CountedRows rows(config);
    rows.add(drawn(0, config, 0));
    rows.add(drawn(1, config, 0));
    rows.add(drawn(2, config, 0));
    rows.add(drawn(3, config, 1));
    EXPECT_THAT(rows.repeats(), ::testing::ElementsAre(false, false, true, false));
}

TEST(Columns, openings_are_kept_once_and_written_as_for_other_programs) {
    const Config config = short_games_config();
    CountedRows rows(config);
    rows.add(drawn(0, config, 0));
    rows.add(drawn(1, config, 0));
    referee::GameRecord none = drawn(2, config, 1);
    none.opening.clear();
    rows.add(none);
    ASSERT_EQ(rows.columns().openings().size(), 2U);
    const auto moves = openings_of(config)->opening(0)->moves;
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_EQ(rows.columns().openings()[0],
              notation(referee::Game::Ataxx, moves[0]) + " " + notation(referee::Game::Ataxx, moves[1]));
    EXPECT_EQ(rows.columns().openings()[1], "");
    EXPECT_EQ(rows.columns().rows()[1].opening, 0U);
    EXPECT_EQ(rows.columns().rows()[2].opening, 1U);
}

TEST(Columns, faults_time_losses_and_unscored_games_are_told) {
    const Config config = short_games_config();
    CountedRows rows(config);
    referee::GameRecord record = drawn(0, config, 0);
    record.fault = referee::FaultNote{Player::Agent2, "slow", ""};
    record.termination = referee::Termination::Timeout;
    record.time_loss = referee::TimeLoss{};
    record.time_loss->disputed = true;
    record.winner = Winner::Agent1;
    record.load.agent1.delay = std::chrono::nanoseconds(1999);
    record.load.agent2.delay = std::chrono::nanoseconds(5001);
    rows.add(record);
    record = drawn(1, config, 0);
    record.winner = std::nullopt;
    record.termination = referee::Termination::Aborted;
    rows.add(record);
    const std::vector<GameRow>& found = rows.columns().rows();
    EXPECT_EQ(found[0].fault, 2);
    EXPECT_TRUE(found[0].disputed);
    EXPECT_EQ(found[0].winner, 1);
    EXPECT_EQ(found[0].delay_us, 5);
    EXPECT_EQ(found[1].winner, std::nullopt);
    EXPECT_EQ(found[1].fault, 0);
    EXPECT_EQ(rows.columns().terminations()[found[1].termination], "aborted");
}

} // namespace
} // namespace sprt
