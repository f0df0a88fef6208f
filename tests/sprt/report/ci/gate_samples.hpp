#pragma once
// Made-up runs, one for each way a gate can end, and the snapshots of their reports.

#include "referee/base/seed.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "tests/sprt/ledger/game_results.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/sprt/report/held_snapshot.hpp"
#include "tests/support/snapshot.hpp"

#include <string>
#include <vector>

namespace sprt {

struct GateSample {
    std::string name;
    Config config;
    RunState result;

    [[nodiscard]] HeldSnapshot report() const {
        HeldSnapshot held(config, result);
        held.run.started = "2026-03-04T05:06:07Z";
        held.run.directory = "runs/patch";
        held.run.config_json = to_json_text(config);
        return held;
    }
};

inline Config gate_config() {
    Config config;
    config.agents[0] = referee::parse_agent("new --depth 3");
    config.agents[1] = referee::parse_agent("base --depth 3");
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.openings = "random:4";
    config.repeats = "collapse";
    config.seed = 42;
    config.concurrency = 2;
    config.max_faults = {3};
    return config;
}

/// The standing after `won`, `even` and `lost` pairs in a random order, always the same. Counting ends early
/// at a verdict.
inline Standing after_pairs(const Config& config, std::uint64_t won, std::uint64_t even, std::uint64_t lost,
                            bool lost_are_disputed = false) {
    struct Kind {
        referee::Winner a;
        referee::Winner b;
        bool disputed = false;
    };
    std::vector<Kind> pairs(won, {kWin, kWin});
    pairs.insert(pairs.end(), even, {kWin, kLoss});
    pairs.insert(pairs.end(), lost, {kLoss, kLoss, lost_are_disputed});
    referee::SplitMix64(1).shuffle(pairs);
    Ledger ledger = ledger_for(config);
    std::uint64_t game = 0;
    for (const Kind& pair : pairs) {
        if (ledger.verdict() == Verdict::Continue) {
            ledger.add(new_game(game++, pair.a, pair.disputed));
            ledger.add(new_game(game++, pair.b));
        }
    }
    return ledger.standing();
}

inline constexpr std::chrono::milliseconds kElapsed(83456);

inline RunState ended(EndReason reason, Standing standing) {
    RunState result;
    result.elapsed = kElapsed;
    result.reason = reason;
    result.standing = standing;
    result.conduct.used = {std::chrono::seconds(3), std::chrono::seconds(6)};
    return result;
}

/// A run of `count` games that agent 1 lost by crashing. Its standard error holds markup and control
/// characters.
inline RunState crashed(std::uint64_t count) {
    RunState result;
    result.elapsed = kElapsed;
    result.reason = EndReason::MaxFaults;
    result.broken = referee::Player::Agent1;
    result.are_broken.agent1 = true;
    for (std::uint64_t game = 0; game < count; ++game) {
        referee::GameRecord record = fake_game(game, referee::Winner::Agent2);
        record.termination = referee::Termination::Crashed;
        record.fault =
            referee::FaultNote{referee::Player::Agent1, "signal 11 ]]> & <b>",
                               "a | b `c` ```\n\x1b[31m<script>&\x01\r\n\xEF\xBF\xBF caf\xC3\xA9\n"};
        result.conduct.add(record);
        result.faults.push_back({game, record.termination, *record.fault, "signal 11"});
        ++result.standing.games.losses;
    }
    result.standing.counted = Ptnml{};
    return result;
}

inline std::vector<GateSample> gate_samples() {
    const Config config = gate_config();
    Config hostile = config;
    hostile.agents[0].name = "evil|\n`x`</code><script>alert(1)</script>[a](http://b.c)**\x1b\xff\\|@you";
    Config limited = config;
    limited.max_games = 20;
    Config no_regression = config;
    no_regression.test.elo0 = -50;
    no_regression.test.elo1 = 0;
    Config wald = config;
    wald.model = "wald";
    wald.openings = "start";
    wald.repeats = "count";
    std::vector<GateSample> samples{
        {"passed", config, ended(EndReason::Verdict, after_pairs(config, 60, 60, 10))},
        {"rejected", config, ended(EndReason::Verdict, after_pairs(config, 10, 60, 60))},
        {"not_worse", no_regression, ended(EndReason::Verdict, after_pairs(no_regression, 60, 60, 10))},
        {"worse", no_regression, ended(EndReason::Verdict, after_pairs(no_regression, 10, 60, 60))},
        {"wald", wald, ended(EndReason::Verdict, after_pairs(wald, 23, 0, 0))},
        {"broken", hostile, crashed(4)},
        {"limit", limited, ended(EndReason::MaxGames, after_pairs(limited, 3, 5, 2))},
        {"repeats", config, ended(EndReason::Repeats, after_pairs(config, 1, 1, 1))},
        {"used_up", config, ended(EndReason::OpeningsUsedUp, after_pairs(config, 1, 1, 1))},
        {"disputed", config, ended(EndReason::Verdict, after_pairs(config, 10, 60, 60, true))},
        {"interrupted", config, ended(EndReason::Interrupted, after_pairs(config, 2, 2, 2))},
        {"no_games", config, ended(EndReason::Interrupted, after_pairs(config, 0, 0, 0))},
    };
    return samples;
}

/// The content of the snapshot `tests/sprt/report/ci/gate/FILE`, see the other snapshot().
inline std::string snapshot(const std::string& file, const std::string& now) {
    return referee::testing_support::snapshot("sprt/report/ci/gate/" + file, now);
}

} // namespace sprt
