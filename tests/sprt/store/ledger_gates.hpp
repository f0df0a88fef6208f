#pragma once
// Gates of a ledger, for tests.

#include "sprt/store/gate_ledger.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// What tests vary of a gate.
struct GivenGate {
    std::uint64_t gate = 1;
    std::string new_build = "new"; ///< of agent 1
    std::string base_build = "base";
    double alpha = 0.05;
    std::uint64_t seed = 1;
    referee::Game rules = referee::kDefaultGame;
    std::optional<LedgerOutcome> outcome{}; ///< empty: it does not end
};

inline GateBegin a_begin(const GivenGate& given) {
    const auto agent = [](const std::string& name, const std::string& build) {
        return LedgerAgent{.name = name,
                           .command = {"./bot", "--depth", "4"},
                           .print = {.executable = {"/bots/" + name, std::string(64, 'a')}, .files = {}},
                           .build = build};
    };
    return {.gate = given.gate,
            .at = "2026-01-02T03:04:05Z",
            .version = "1.2.3",
            .agents = {agent("new one", given.new_build), agent("old one", given.base_build)},
            .rules = given.rules,
            .model = "pentanomial",
            .test_kind = "sprt",
            .test = {.elo0 = 0, .elo1 = 10, .alpha = given.alpha, .beta = 0.05},
            .fdr = {},
            .max_games = {},
            .seed = given.seed};
}

/// The ledger of gates that were played one after the other, each ended before the next one began.
inline std::vector<LedgerGate> ledger_of(const std::vector<GivenGate>& given) {
    std::vector<LedgerGate> gates;
    for (GivenGate gate : given) {
        gate.gate = gates.size() + 1;
        add_line(gates, to_json(a_begin(gate)).dump());
        if (gate.outcome) {
            add_line(gates, to_json(GateEnd{.gate = gate.gate,
                                            .at = "2026-01-02T04:04:05Z",
                                            .outcome = *gate.outcome,
                                            .games = 100,
                                            .llr = 3})
                                .dump());
        }
    }
    return gates;
}

/// `count` gates of different builds that ended so.
inline std::vector<GivenGate> different_gates(int count, LedgerOutcome outcome, const std::string& builds) {
    std::vector<GivenGate> gates;
    for (int i = 0; i < count; ++i) {
        gates.push_back({.new_build = builds + std::to_string(i),
                         .seed = static_cast<std::uint64_t>(i),
                         .outcome = outcome});
    }
    return gates;
}

} // namespace sprt
