#include "sprt/report/run_report.hpp"
#include "sprt/store/run_result.hpp"
#include "tests/sprt/store/kept_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using referee::Json;
using referee::Winner;
using referee::testing_support::TemporaryDir;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class RunReport : public ::testing::Test {
  protected:
    RunReport() {
        config_.model = "wald";
        config_.repeats = "count";
        config_.max_games = 4;
    }

    /// Writes a run of `games` games that took 1.5 seconds. Wins of both agents and draws take turns.
    void keep(std::uint64_t games) {
        const auto openings = openings_of(config_);
        const auto game_of = [&](std::uint64_t game) {
            return won_game(game, config_, openings->opening(game / 2).value(),
                            static_cast<Winner>(game % 3));
        };
        RunState result = keep_run(dir_, run_file_of(config_, temporary_.path()), games, game_of);
        result.elapsed = std::chrono::milliseconds(1500);
        edit_run_file(dir_, [&](Json& run) { run["result"] = to_json(result); });
    }
    void edit(const std::function<void(Json&)>& change) { edit_run_file(dir_, change); }
    [[nodiscard]] std::string text(bool is_live = false) const {
        return run_report_text(load_run(dir_), is_live);
    }
    [[nodiscard]] Json json() const { return Json::parse(run_report_json(load_run(dir_), "runs/x")); }

    TemporaryDir temporary_;
    std::filesystem::path dir_ = temporary_ / "run";
    Config config_ = short_games_config();
};

std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) {
        keys.push_back(key);
    }
    return keys;
}

TEST_F(RunReport, text_is_the_transcript_without_its_games) {
    keep(4);
    EXPECT_EQ(text(), "Agent 1 (H1): one\n"
                      "Agent 2 (H0): two\n"
                      "Elo [H0, H1]: [0.0, 100.0] -> P [P0, P1]: [0.5000, 0.6401]\n"
                      "LLR bounds: [-2.944, 2.944] (Alpha=0.05, Beta=0.05)\n"
                      "LLR updates: Win=+0.2470, Loss=-0.3287, Draw=0.0\n"
                      "\n"
                      "\n"
                      "[SPRT Finished]\n"
                      "Total: 4, WLD: 1/1/2, LLR: -0.082 [-2.944, 2.944]\n"
                      "Final LLR: -0.082\n"
                      "Result: No decision. The limit of 4 games was reached.\n"
                      "Time: both agents used about as much (0.00 ms / 0.00 ms a game).\n"
                      "Seed: 5\n");
}

TEST_F(RunReport, text_says_when_the_run_has_not_ended) {
    keep(3);
    EXPECT_THAT(text(), EndsWith("The run has not ended; sprt resume goes on with it.\n"));
    EXPECT_THAT(text(), HasSubstr("Total: 3, WLD: 1/1/1, "));
    edit([](Json& run) { run["result"] = nullptr; }); // as after SIGKILL
    EXPECT_THAT(text(), EndsWith("The run has not ended; sprt resume goes on with it.\n"));
    EXPECT_THAT(text(true), EndsWith("Seed: 5\nThe run is being played.\n"));
}

TEST_F(RunReport, text_names_every_difference_of_run_json) {
    keep(4);
    edit([](Json& run) {
        run["result"]["verdict"] = "H1";
        run["result"]["wld"] = {4, 0, 0};
    });
    EXPECT_THAT(text(), EndsWith("run.json differs: /result/verdict is \"H1\", and the games say null\n"
                                 "run.json differs: /result/wld is [4,0,0], and the games say [1,1,2]\n"));
    edit([](Json& run) { run["config"]["turns"] = 9; });
    EXPECT_THAT(text(), HasSubstr("run.json differs: /config_sha256 is "));
}

TEST_F(RunReport, notes_are_printed_before_the_result) {
    keep(2);
    std::ofstream(dir_ / kGamesFile, std::ios::app) << "{";
    EXPECT_THAT(text(), HasSubstr("\nNote: " + (dir_ / kGamesFile).string() +
                                  ":3: the last line was cut short and does not count\n"));
}

TEST_F(RunReport, json_holds_the_computed_and_the_stored_result) {
    keep(4);
    const Json report = json();
    EXPECT_THAT(keys_of(report), ElementsAre("directory", "over", "result", "estimates", "sentence", "doubts",
                                             "stored", "differences", "notes"));
    EXPECT_EQ(report["directory"], "runs/x");
    EXPECT_EQ(report["over"], true);
    EXPECT_EQ(report["result"], report["stored"]);
    EXPECT_EQ(report["result"]["wld"], Json::parse("[1,1,2]"));
    EXPECT_EQ(report["result"]["elapsed_s"], 1.5);
    EXPECT_EQ(report["estimates"]["model"], "wald");
    EXPECT_EQ(report["estimates"]["llr"].get<double>(), report["result"]["llr"].get<double>());
    EXPECT_EQ(report["sentence"], "No decision: the limit of 4 games was reached");
    EXPECT_EQ(report["doubts"], Json::array());
    EXPECT_EQ(report["differences"], Json::array());
    EXPECT_EQ(report["notes"], Json::array());
}

TEST_F(RunReport, json_of_a_killed_run_has_no_stored_result_and_no_differences) {
    keep(2);
    edit([](Json& run) { run["result"] = nullptr; });
    const Json report = json();
    EXPECT_EQ(report["over"], false);
    EXPECT_TRUE(report["stored"].is_null());
    EXPECT_EQ(report["differences"], Json::array()) << "a missing result does not differ";
    EXPECT_EQ(report["result"]["reason"], "interrupted");
}

TEST_F(RunReport, json_lists_every_difference_with_the_stored_and_the_computed_value) {
    keep(4);
    edit([](Json& run) { run["result"]["llr"] = 2.5; });
    const Json report = json();
    EXPECT_EQ(report["differences"].size(), 1u);
    EXPECT_THAT(keys_of(report["differences"][0]), ElementsAre("pointer", "stored", "computed"));
    EXPECT_EQ(report["differences"][0]["pointer"], "/result/llr");
    EXPECT_EQ(report["differences"][0]["stored"], 2.5);
    EXPECT_EQ(report["differences"][0]["computed"], report["result"]["llr"]);
    EXPECT_EQ(report["stored"]["llr"], 2.5);
}

} // namespace
} // namespace sprt
