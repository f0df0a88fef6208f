#include "sprt/page/shown_tournament.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/sprt/store/kept_tournament.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {
namespace {

using referee::Json;

Json shown_standings_of(const std::string& sample) {
    const TournamentSample played = tournament_sample(sample);
    return standings_json(standings_of(played.plan, played.state));
}

/// The member `key` of each row, in the order of the table.
Json of_rows(const Json& standings, const char* key) {
    Json values = Json::array();
    for (const Json& row : standings["rows"]) {
        values.push_back(row.value(key, Json()));
    }
    return values;
}

TEST(ShownStandings, rows_are_in_the_order_of_the_table_and_name_agents_by_the_list) {
    const Json json = shown_standings_of("stages");
    const Json agents = of_rows(json, "agent");
    EXPECT_EQ(agents.size(), 4U);
    EXPECT_NE(agents, Json::parse("[0,1,2,3]")) << "the order of the list would show nothing";
    double above = 1e9;
    for (const Json& row : json["rows"]) {
        EXPECT_LT(row["rating"][0].get<double>(), above);
        above = row["rating"][0].get<double>();
        EXPECT_LT(row["rating"][1].get<double>(), above);
        EXPECT_GT(row["rating"][2].get<double>(), above);
        EXPECT_EQ(row["removed"], row["agent"] == 1) << row["agent"];
    }
}

TEST(ShownStandings, los_is_that_of_an_agent_over_the_next_row) {
    const Json los = of_rows(shown_standings_of("stages"), "los");
    for (std::size_t row = 0; row + 1 < los.size(); ++row) {
        EXPECT_GE(los[row].get<double>(), 0.5) << row; // the next one is not above it
    }
    EXPECT_TRUE(los.back().is_null());
}

TEST(ShownStandings, differences_are_of_the_agent_of_the_column_less_that_of_the_row) {
    const TournamentSample sample = tournament_sample("two"); // agent 1 is the anchor, with 0
    const Json json = standings_json(standings_of(sample.plan, sample.state));
    const Json& differences = json["differences"];
    const std::size_t row_of_a = json["rows"][0]["agent"] == 0 ? 0 : 1;
    const double rating = json["rows"][row_of_a]["rating"][0].get<double>();
    ASSERT_GT(rating, 1);
    EXPECT_NEAR(differences[1][0][0].get<double>(), rating, 1e-6);
    EXPECT_NEAR(differences[0][1][0].get<double>(), -rating, 1e-6);
}

TEST(ShownStandings, agent_of_another_class_has_one_end_of_its_rating) {
    const Json json = shown_standings_of("separated"); // the earlier agent wins each game
    EXPECT_EQ(of_rows(json, "agent"), Json::parse("[0,1,2]"));
    const Json& differences = json["differences"];
    EXPECT_TRUE(differences[1][0][0].is_null());
    EXPECT_GT(differences[1][0][1].get<double>(), 100) << "agent 1 is above agent 2";
    EXPECT_TRUE(differences[1][0][2].is_null());
    EXPECT_TRUE(differences[0][1][1].is_null());
    EXPECT_LT(differences[0][1][2].get<double>(), -100);
}

TEST(ShownStandings, agents_without_games_have_neither_rank_nor_rating) {
    const Json json = shown_standings_of("no_games");
    EXPECT_EQ(of_rows(json, "rank"), Json::parse("[null,null,null]"));
    EXPECT_EQ(of_rows(json, "rating"), Json::parse("[null,null,null]"));
    EXPECT_EQ(of_rows(json, "games"), Json::parse("[0,0,0]"));
}

TEST(ShownStandings, conduct_of_agents_is_told) {
    const Json gauntlet = shown_standings_of("gauntlet");
    ASSERT_EQ(gauntlet["rows"].size(), 4U);
    for (const Json& row : gauntlet["rows"]) {
        EXPECT_EQ(row["withdrawn"], row["agent"] == 3);
        EXPECT_EQ(row.value("withdrawn_for", ""), row["agent"] == 3 ? "faults" : "");
        EXPECT_EQ(row["faults"].get<int>() > 0, row["agent"] == 3);
    }
    const Json saturated = shown_standings_of("saturated");
    for (const Json& row : saturated["rows"]) {
        EXPECT_EQ(row["saturated"], row["agent"] != 2);
    }
    const Json rounds = shown_standings_of("rounds");
    for (const Json& row : rounds["rows"]) {
        EXPECT_EQ(row["time_losses"], row["agent"] == 2 ? 6 : 0);
    }
}

/// By pairing, which interval it has: `fixed` when the number of its games was fixed, otherwise `anytime`.
std::vector<std::string> intervals_in(const std::string& name) {
    const TournamentSample sample = tournament_sample(name);
    std::vector<std::string> intervals;
    for (const Json& pairing : PairingMatches().json(sample.plan, sample.state)) {
        intervals.push_back(pairing["estimates"]["interval"]);
    }
    return intervals;
}

TEST(PairingMatches, number_of_games_was_fixed_where_nothing_but_the_last_round_ended_them) {
    using ::testing::Each;
    EXPECT_THAT(intervals_in("rounds"), Each("fixed"));
    EXPECT_THAT(intervals_in("ladder"), Each("anytime")) << "it has not ended";
    EXPECT_THAT(intervals_in("separated"), Each("anytime")) << "it ended by its result";
    EXPECT_THAT(intervals_in("stages"), Each("anytime")) << "its rounds were changed";
    EXPECT_THAT(intervals_in("gauntlet"), ::testing::ElementsAre("fixed", "fixed", "anytime"))
        << "agent 3 was withdrawn";
    const TournamentSample sample = tournament_sample("saturated");
    const std::vector<std::string> intervals = intervals_in("saturated");
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        EXPECT_EQ(intervals[i], sample.state.pairings[i].is_saturated ? "anytime" : "fixed");
    }
}

TEST(PairingMatches, pairs_that_are_copies_are_not_distinct) {
    const TournamentSample sample = tournament_sample("repeats");
    const Json shown = PairingMatches().json(sample.plan, sample.state);
    ASSERT_EQ(shown.size(), 3U);
    for (const Json& pairing : shown) {
        EXPECT_GT(pairing["pairs"]["whole"].get<int>(), 1);
        EXPECT_EQ(pairing["pairs"]["distinct"], 1);
        EXPECT_EQ(pairing["counted"], Json::parse("[2,0,0]"));
    }
    const TournamentSample unscored = tournament_sample("rounds");
    Json numbers = Json::array();
    for (const Json& pairing : PairingMatches().json(unscored.plan, unscored.state)) {
        numbers.push_back({pairing["unscored"], pairing["pairs"]["dropped"]});
    }
    EXPECT_THAT(numbers, ::testing::Contains(Json::parse("[1,1]"))) << "a game was not scored";
}

TEST(PairingMatches, those_that_were_known_are_what_they_would_be_anew) {
    const TournamentSample sample = tournament_sample("rounds");
    TournamentState begun = sample.state;
    begun.reason = TournamentEnd::Interrupted;
    begun.pairings.resize(2);
    begun.pairings[1].pairs.counts = {0, 0, 1, 0, 0};
    PairingMatches matches;
    for (const TournamentState& state : {begun, sample.state}) {
        EXPECT_EQ(matches.json(sample.plan, state), PairingMatches().json(sample.plan, state));
    }
}

class TournamentShown : public KeptTournament {
  protected:
    [[nodiscard]] ShownTournament& shown() {
        shown_ = std::make_unique<ShownTournament>(dir_, [](std::string_view) {});
        shown_->read();
        return *shown_;
    }

    std::unique_ptr<ShownTournament> shown_;
};

TEST_F(TournamentShown, words_of_the_list_say_how_far_it_is) {
    config_ = tournament_of(3, 2);
    config_.title = "friends";
    keep(7);
    EXPECT_EQ(shown().listed(false).words, "Round robin of 3, 1 of 2 rounds, interrupted");
    EXPECT_EQ(shown_->listed(true).words, "Round robin of 3, 1 of 2 rounds, in progress");
    EXPECT_EQ(shown_->listed(true).title, "friends");
    EXPECT_THAT(shown_->listed(true).agents, ::testing::ElementsAre("a", "b", "c"));
    EXPECT_TRUE(shown_->state()["end"].is_null());
}

TEST_F(TournamentShown, end_is_told_when_it_is_over) {
    keep();
    EXPECT_EQ(shown().listed(true).words, "Round robin of 3, 2 rounds");
    EXPECT_EQ(shown_->state()["end"], "2 rounds were played.");
}

TEST_F(TournamentShown, games_have_their_round_and_agents) {
    Json rounds = Json::array();
    Json agent1 = Json::array();
    Json agent2 = Json::array();
    keep(8, earlier_wins, [&](const referee::GameRecord& record) {
        if (record.game >= 4) {
            rounds.push_back(*record.round);
            agent1.push_back(index(record.agents.agent1));
            agent2.push_back(index(record.agents.agent2));
        }
    });
    const Json games = shown().games_from(4, 0);
    EXPECT_EQ(games["from"], 4);
    EXPECT_EQ(games["columns"]["round"], rounds);
    EXPECT_EQ(games["columns"]["agent1"], agent1);
    EXPECT_EQ(games["columns"]["agent2"], agent2);
    EXPECT_FALSE(games.contains("workers"));
}

TEST_F(TournamentShown, state_is_what_changes_of_the_index) {
    keep(8);
    const Json state = shown().state();
    const Json index = shown_->index({.version = "1.2.3", .made = {}});
    EXPECT_FALSE(state.contains("columns"));
    EXPECT_TRUE(index.contains("columns"));
    EXPECT_FALSE(index.contains("stored")) << "it is in the run";
    for (const char* const key : {"title", "standings", "pairings", "run"}) {
        EXPECT_EQ(index[key], state[key]) << key;
    }
    EXPECT_EQ(state["pairings"].size(), 3U);
}

} // namespace
} // namespace sprt
