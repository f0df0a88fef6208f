#include "sprt/page/columns.hpp"
#include "sprt/page/run_list.hpp"
#include "sprt/page/run_of_two.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/report/run_report.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Json;
using referee::Winner;

class ShownWorkers : public LoadRun {
  protected:
    ShownWorkers() { config_.test.elo1 = 1; } // no verdict

    /// A run whose games `names` played in turn, a pair each; an empty name: this machine.
    void keep_games(const std::vector<std::string>& names,
                    const std::function<Winner(std::uint64_t)>& winner_of,
                    std::map<std::string, WorkerFacts> facts = {}) {
        openings_ = openings_of(config_);
        RunFile file = run_file();
        file.remote = RemoteFacts{.run_id = "0123456789ab",
                                  .via = "nats://127.0.0.1:4322",
                                  .workers = std::move(facts),
                                  .games = {}};
        keep_run(dir_, file, 2 * names.size(), [&](std::uint64_t game) {
            auto record = won_game(game, config_, openings_->opening(game / 2).value(), winner_of(game));
            if (is_copied_) {
                auto like = won_game(game % 2, config_, openings_->opening(0).value(), winner_of(game));
                like.game = record.game;
                like.pair = record.pair;
                like.seed = record.seed;
                record = std::move(like);
            }
            record.worker = names[game / 2];
            return record;
        });
    }
    [[nodiscard]] Json index() const {
        RunOfTwo run(dir_, {});
        run.read();
        return run.index({});
    }

    bool is_copied_ = false; ///< all pairs are the same
};

TEST_F(ShownWorkers, are_those_of_the_report_with_a_score_and_its_interval) {
    keep_games({"b", "a", "b", "b"},
               [](std::uint64_t game) { return game < 2 ? Winner::Draw : Winner::Agent1; });
    const Json json = index();
    const Json report = Json::parse(run_report_json(load_run(dir_), dir_))["workers"];
    ASSERT_EQ(json["workers"].size(), 2U);
    for (const auto& [name, its] : report.items()) {
        for (const auto& [key, value] : its.items()) {
            EXPECT_EQ(json["workers"][name][key], value) << name << " " << key;
        }
    }
    EXPECT_EQ(json["workers"]["b"]["score"], 5.0 / 6);
    EXPECT_EQ(json["workers"]["a"]["score"], 1.0);
    EXPECT_FALSE(json["run"].contains("workers"));
}

TEST_F(ShownWorkers, interval_of_the_score_is_that_of_whole_pairs_at_any_time) {
    keep_games(std::vector<std::string>(40, "a"), wins);
    const Json interval = index()["workers"]["a"]["score_ci95"];
    EXPECT_GT(interval[0].get<double>(), 0.8);
    EXPECT_EQ(interval[1], 1.0);
}

TEST_F(ShownWorkers, pairs_that_are_copies_leave_no_interval) {
    is_copied_ = true;
    config_.openings = "start";
    keep_games(std::vector<std::string>(3, "a"), wins);
    EXPECT_EQ(index()["workers"]["a"]["score"], 1.0);
    EXPECT_EQ(index()["workers"]["a"]["score_ci95"], Json::parse("[null,null]"));
}

TEST_F(ShownWorkers, column_names_the_worker_of_each_game) {
    keep_games({"b", "", "a", "b"}, draws);
    const Json json = index();
    EXPECT_EQ(json["worker_names"], Json::parse(R"(["b","a"])"));
    EXPECT_EQ(json["columns"]["worker"], Json::parse("[0,0,null,null,1,1,0,0]"));
}

TEST_F(ShownWorkers, worker_without_games_is_shown_with_the_reason) {
    keep_games({"b"}, draws, {{"late", {.refused = "no library"}}});
    const Json json = index();
    EXPECT_EQ(json["workers"]["late"]["refused"], "no library");
    EXPECT_FALSE(json["workers"]["late"].contains("score"));
    EXPECT_EQ(json["worker_names"], Json::parse(R"(["b"])"));
}

TEST_F(ShownWorkers, run_of_this_machine_has_none) {
    keep(4, draws);
    const Json json = index();
    EXPECT_FALSE(json.contains("workers"));
    EXPECT_FALSE(json.contains("worker_names"));
    EXPECT_FALSE(json["columns"].contains("worker"));
}

TEST_F(ShownWorkers, games_bring_those_who_played_them) {
    keep_games({"b", "a", "c"}, draws);
    RunOfTwo run(dir_, {});
    run.read();
    const Json games = run.games_from(2, 0);
    EXPECT_EQ(games["workers"].size(), 2U);
    EXPECT_EQ(games["workers"]["c"]["games"], 2);
    EXPECT_EQ(games["worker_names"], Json::parse(R"(["b","a","c"])"));
    EXPECT_EQ(games["columns"]["worker"], Json::parse("[1,1,2,2]"));
    EXPECT_FALSE(run.state().contains("workers"));
}

} // namespace
} // namespace sprt
