#include "sprt/ledger/tally.hpp"
#include "sprt/ledger/trusted_ledger.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/ledger/game_results.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace sprt {
namespace {

/// Who played a game, or nobody's name for this machine.
using WhoPlays = std::function<std::string(std::uint64_t game)>;

/// 40 pairs of different games of which agent 1 wins those of liars, and half of all others.
GameResult game_of(std::uint64_t game, const std::string& worker) {
    return new_game(game, worker == "liar" || game % 2 == 0 ? kWin : kLoss);
}

struct Both {
    Ledger all;
    TrustedLedger trusted;
};

Both counted(const Config& config, const WhoPlays& played_by,
             const std::set<std::string>& distrusted_before = {}) {
    Both both{ledger_for(config), {}};
    both.trusted.distrust(distrusted_before);
    for (std::uint64_t game = 0; game < 80; ++game) {
        const std::string worker = played_by(game);
        const GameResult result = game_of(game, worker);
        both.trusted.add(both.all, result, worker);
        both.all.add(result);
    }
    return both;
}

/// The evaluation of the games of which `is_kept`.
Evaluation without(const Config& config, const WhoPlays& played_by,
                   const std::function<bool(std::uint64_t)>& is_kept) {
    Ledger ledger = ledger_for(config);
    for (std::uint64_t game = 0; game < 80; ++game) {
        if (is_kept(game)) {
            ledger.add(game_of(game, played_by(game)));
        }
    }
    return ledger.standing().evaluation;
}

std::string third_pair_lies(std::uint64_t game) {
    return game / 2 % 3 == 0 ? "liar" : "honest";
}

TEST(TrustedLedger, nothing_is_left_out_while_all_are_trusted) {
    Both both = counted({}, third_pair_lies);
    EXPECT_EQ(both.trusted.evaluation(), std::nullopt);
    both.trusted.distrust({"somebody"});
    EXPECT_EQ(both.trusted.evaluation(), std::nullopt) << "it played nothing";
}

TEST(TrustedLedger, pairs_of_liars_are_left_out_whenever_they_are_caught) {
    for (const char* const model : {"pentanomial", "trinomial"}) {
        Config config;
        config.model = model;
        const Evaluation expected =
            without(config, third_pair_lies, [](std::uint64_t game) { return game / 2 % 3 != 0; });
        Both late = counted(config, third_pair_lies);
        late.trusted.distrust({"liar"});
        EXPECT_EQ(late.trusted.evaluation()->llr, expected.llr) << model;
        EXPECT_EQ(late.trusted.pairs_left_out(), 14U);
        const Both early = counted(config, third_pair_lies, {"liar"});
        EXPECT_EQ(early.trusted.evaluation()->llr, expected.llr) << model;
        EXPECT_NE(late.all.standing().evaluation.llr, expected.llr);
    }
}

TEST(TrustedLedger, games_of_this_machine_before_those_of_workers_stay) {
    const auto later_workers = [](std::uint64_t game) {
        return game < 21 ? std::string() : third_pair_lies(game);
    };
    Both both = counted({}, later_workers);
    both.trusted.distrust({"liar"});
    EXPECT_EQ(both.trusted.evaluation()->llr, without({}, later_workers, [](std::uint64_t game) {
                                                  return game < 21 || game / 2 % 3 != 0;
                                              }).llr);
}

TEST(TrustedLedger, pair_of_two_workers_is_left_out_when_either_lied) {
    for (const std::uint64_t lie : {6U, 7U}) {
        const auto one_game = [&](std::uint64_t game) {
            return std::string(game == lie ? "liar" : "honest");
        };
        Both both = counted({}, one_game);
        both.trusted.distrust({"liar"});
        EXPECT_EQ(both.trusted.pairs_left_out(), 1U);
        EXPECT_EQ(both.trusted.evaluation()->llr,
                  without({}, one_game, [](std::uint64_t game) { return game / 2 != 3; }).llr);
    }
}

TEST(TrustedLedger, tally_computes_its_verdict_without_liars) {
    Config config;
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.model = "wald";
    config.openings = "start";
    config.repeats = "count";
    Tally tally = tally_for(config);
    while (!tally.ended()) {
        referee::GameRecord record = fake_game(tally.games(), referee::Winner::Agent1);
        record.worker = tally.games() < 20 ? "liar" : "honest";
        tally.add(record);
    }
    ASSERT_EQ(tally.state().verdict(), Verdict::H1);
    EXPECT_FALSE(tally.state().rests_on_distrusted());
    tally.distrust({"liar"});
    EXPECT_TRUE(tally.state().rests_on_distrusted());
    EXPECT_EQ(tally.state().distrusted_pairs, 10U);
    EXPECT_EQ(tally.state().verdict(), Verdict::H1) << "what was taken is counted";
    tally.distrust({"nobody"});
    EXPECT_FALSE(tally.state().rests_on_distrusted());
}

} // namespace
} // namespace sprt
