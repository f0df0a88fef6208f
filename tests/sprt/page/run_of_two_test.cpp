#include "referee/game/json.hpp"
#include "sprt/page/run_of_two.hpp"
#include "sprt/store/result_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <random>

namespace sprt {
namespace {

using referee::Json;
using referee::Winner;

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
