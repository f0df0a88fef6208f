#include "sprt/config/config.hpp"
#include "sprt/store/tournament_result.hpp"
#include "tests/sprt/ledger/tournament_samples.hpp"
#include "tests/support/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

using referee::Json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Six digits of each number that is not whole: what other compilers compute may differ in the last ones.
void shorten(Json& json) {
    if (json.is_number_float() && json.get<double>() != 0) {
        const double value = json.get<double>();
        const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 5);
        json = std::abs(value) < 1e-9 ? 0.0 : std::round(value / unit) * unit;
        json = std::stod(fmt::format("{:.6g}", json.get<double>()));
    } else if (json.is_structured()) {
        for (Json& item : json) {
            shorten(item);
        }
    }
}

TEST(TournamentResult, results_equal_the_snapshots) {
    for (const char* const name :
         {"rounds", "gauntlet", "best", "saturated", "two", "stages", "groups", "no_games"}) {
        const TournamentSample sample = tournament_sample(name);
        Json json = to_json(sample.state, sample.plan.anchor);
        for (const auto& [key, value] : json.items()) {
            EXPECT_THAT(tournament_result_keys(), ::testing::Contains(key));
        }
        shorten(json);
        std::string text; // a line for each key of the result and of the ratings
        for (const auto& [key, value] : json.items()) {
            if (key != "ratings") {
                text += key + " " + value.dump() + "\n";
            }
        }
        for (const auto& [key, value] : json["ratings"].items()) {
            text += "ratings." + key + " " + value.dump() + "\n";
        }
        const std::string file = std::string("sprt/store/tournament/results/") + name + ".txt";
        EXPECT_EQ(text, referee::testing_support::snapshot(file, text)) << name;
    }
}

TEST(TournamentResult, disturbances_are_in_it_where_there_were_some) {
    TournamentState state = tournament_sample("two").state;
    EXPECT_EQ(to_json(state, std::nullopt)["disturbed"].dump(),
              R"({"tampering":[0,0],"referee_stopped":0,"machine_suspended":0})");
    referee::GameRecord record;
    record.disturbances = {.tampering = {},
                           .referee_stopped = 2,
                           .machine_suspended = 3,
                           .machine_overloaded = 4,
                           .out_of_memory = 5};
    state.machine.add(record);
    state.agents[1].tampering = 1;
    state.agents[0].lacks_opening = true;
    const Json json = to_json(state, std::nullopt);
    EXPECT_EQ(json["disturbed"].dump(), R"({"tampering":[0,1],"referee_stopped":2,"machine_suspended":3,)"
                                        R"("machine_overloaded":4,"out_of_memory":5})");
    EXPECT_EQ(json["lacks_opening"].dump(), "[true,false]");
}

std::vector<std::string> pointers(const std::vector<ResultDifference>& differences) {
    std::vector<std::string> found;
    for (const ResultDifference& difference : differences) {
        found.push_back(difference.pointer);
    }
    return found;
}

TEST(TournamentResult, differences_are_those_of_values_that_games_tell) {
    const TournamentSample sample = tournament_sample("gauntlet");
    const auto found = [&](const Json& stored) {
        return pointers(result_differences(stored, sample.state, sample.plan.anchor));
    };
    const Json whole = to_json(sample.state, sample.plan.anchor);
    EXPECT_THAT(found(whole), IsEmpty());
    const struct {
        const char* pointer;
        const char* value;
        bool differs;
    } rows[] = {{"/reason", R"("best")", true},
                {"/rounds", "1", true},
                {"/games", "1", true},
                {"/unscored", "1", true},
                {"/pairs/distinct", "1", true},
                {"/pairings/1/ptnml/3", "77", true},
                {"/pairings/0/saturated", "true", true},
                {"/ratings/elo/1", "12.5", true},
                {"/ratings/groups/0/1", "3", true},
                {"/first_player_score", "0.1", true},
                {"/faults/3", "1", true},
                {"/used_us/0", "1", true},
                {"/games_beyond", "7", false},
                {"/elapsed_s", "7", false},
                {"/ended", R"("2026-01-02T04:00:00Z")", false}};
    for (const auto& row : rows) {
        Json stored = whole;
        stored[Json::json_pointer(row.pointer)] = Json::parse(row.value);
        EXPECT_EQ(found(stored).size(), row.differs ? 1U : 0U) << row.pointer;
    }
    Json near = whole; // other machines round differently
    near["ratings"]["elo"][1] = near["ratings"]["elo"][1].get<double>() * (1 + 1e-12);
    EXPECT_THAT(found(near), IsEmpty());
    Json other = whole;
    other["rounds"] = 99;
    EXPECT_THAT(found(other), ElementsAre("/result/rounds"));
    EXPECT_THAT(pointers(result_differences(whole, sample.state, Anchor{.agent = 1, .elo = 0})),
                ::testing::Contains("/result/ratings/elo"));
}

TEST(TournamentResult, games_do_not_tell_that_the_openings_are_used_up) {
    TournamentSample sample = tournament_sample("used_up");
    const Json stored = to_json(sample.state, std::nullopt);
    EXPECT_EQ(stored["reason"], "openings_used_up");
    sample.state.reason = TournamentEnd::Interrupted;
    EXPECT_THAT(result_differences(stored, sample.state, std::nullopt), IsEmpty());
    sample.state.reason = TournamentEnd::Rounds;
    EXPECT_EQ(result_differences(stored, sample.state, std::nullopt).size(), 1U);
}

} // namespace
} // namespace sprt
