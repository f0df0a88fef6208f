#include "referee/game/json.hpp"
#include "sprt/page/columns.hpp"
#include "sprt/page/run_list.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/store/result_json.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
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

namespace {

SequentialTest test_of(Model model) {
    return {model, {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05}};
}

std::uint64_t unit_of(Model model) {
    return is_pairwise(model) ? 2 : 1;
}

/// Game `game` of a run with `random` results.
GameResult random_game(std::uint64_t game, std::mt19937_64& random) {
    GameResult result;
    result.game = game;
    result.pair = game / 2;
    result.opening = result.pair;
    result.moves = game + 1;
    result.winner = static_cast<Winner>(random() % 3);
    return result;
}

/// The ratio after each game.
struct Played {
    Series series;
    std::vector<double> llr;
    std::vector<Counts> counted;
};

Played play(Model model, std::uint64_t games) {
    std::mt19937_64 random(7);
    Ledger ledger(test_of(model), RepeatRule::Count);
    Played played{Series(unit_of(model)), {}, {}};
    for (std::uint64_t game = 0; game < games; ++game) {
        ledger.add(random_game(game, random));
        const Standing standing = ledger.standing();
        played.series.add(game + 1, standing);
        played.llr.push_back(standing.evaluation.llr);
        played.counted.push_back(standing.counted);
    }
    return played;
}

TEST(Series, numbers_are_those_of_calc_for_each_model) {
    for (const Model model : kModels) {
        SCOPED_TRACE(name(model));
        Played played = play(model, 400);
        const std::vector<SeriesPoint> points = played.series.points();
        ASSERT_GE(points.size(), 20U);
        for (std::size_t i = 0; i < 20; ++i) {
            const SeriesPoint& point = points[(i + 1) * points.size() / 20 - 1];
            const Json calc = Json::parse(calculation_json(test_of(model), played.counted[point.games - 1]));
            EXPECT_EQ(json_number(point.evaluation.llr).dump(), calc["llr"].dump());
            EXPECT_EQ(json_number(point.elo->elo).dump(), calc["elo"].dump());
            EXPECT_EQ(json_interval(point.elo->anytime).dump(), calc["anytime_ci95"].dump());
        }
    }
}

TEST(Series, positions_are_bounded_and_end_with_the_last_game) {
    for (const std::uint64_t games : {0U, 1U, 2U, 3U, 1022U, 1023U, 1024U, 1025U, 2047U, 2048U, 5001U}) {
        for (const Model model : {Model::Wald, Model::Pentanomial}) {
            SCOPED_TRACE(games);
            Played played = play(model, games);
            const std::vector<SeriesPoint> points = played.series.points();
            EXPECT_LE(points.size(), Series::kMost);
            EXPECT_EQ(points.empty(), games == 0);
            const std::uint64_t step = played.series.stride() * unit_of(model);
            EXPECT_EQ(points.size(), games / step + (games % step != 0 ? 1 : 0));
            for (std::size_t i = 0; i < points.size(); ++i) {
                EXPECT_EQ(points[i].games, std::min((i + 1) * step, games));
            }
            EXPECT_EQ(played.series.last().has_value(), games > 0);
            if (games > 0) {
                EXPECT_EQ(played.series.last()->games, games);
            }
        }
    }
}

TEST(Series, positions_after_a_game_are_the_end_of_all_positions) {
    Series series = play(Model::Pentanomial, 5001).series;
    const std::vector<SeriesPoint> all = series.points();
    ASSERT_EQ(all.back().games, 5001U);
    for (const std::uint64_t after : {0U, 7U, 8U, 4999U, 5000U, 5001U}) {
        std::vector<std::uint64_t> expected;
        for (const SeriesPoint& point : all) {
            if (point.games > after) {
                expected.push_back(point.games);
            }
        }
        std::vector<std::uint64_t> found;
        for (const SeriesPoint& point : series.points(after)) {
            found.push_back(point.games);
        }
        EXPECT_EQ(found, expected) << after;
    }
}

TEST(Series, extremes_are_those_of_all_games_since_the_position_before) {
    for (const Model model : {Model::Trinomial, Model::Normalized}) {
        Played played = play(model, 4321);
        EXPECT_GT(played.series.stride(), 1U);
        std::uint64_t before = 0;
        for (const SeriesPoint& point : played.series.points()) {
            const auto begin = played.llr.begin() + static_cast<std::ptrdiff_t>(before);
            const auto end = played.llr.begin() + static_cast<std::ptrdiff_t>(point.games);
            const auto [low, high] = std::minmax_element(begin, end);
            EXPECT_EQ(point.llr_low, *low);
            EXPECT_EQ(point.llr_high, *high);
            EXPECT_EQ(point.evaluation.llr, *(end - 1));
            before = point.games;
        }
    }
}

} // namespace

} // namespace sprt
