#pragma once
// The flags of `sprt calc` and `sprt plan`, which take a test from flags alone.
// Source: docs/commands.md.

#include "sprt/report/plan.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <optional>
#include <string>

namespace sprt {

struct TestFlags {
    std::string model{name(Model::Pentanomial)};
    std::string test{name(TestKind::Sprt)};
    Hypotheses hypotheses; ///< elo0 and elo1 are required
};

struct CalcFlags {
    TestFlags test;
    std::optional<std::string> wld;
    std::optional<std::string> ptnml;
    bool json = false;
};

struct PlanFlags {
    TestFlags test;
    PlanRequest request; ///< all but the test
    bool json = false;
};

/// All of a test; returns the option of the model, which some require and others have a default for.
template<class App>
auto* add_test_flags(App& command, TestFlags& flags) {
    auto* const model =
        command.add_option("--model", flags.model, "pentanomial, normalized, trinomial, wald or bayeselo");
    command.add_option("--elo0", flags.hypotheses.elo0, "H0: agent 1 is this much stronger")->required();
    command.add_option("--elo1", flags.hypotheses.elo1, "H1: agent 1 is this much stronger")->required();
    command.add_option("--alpha", flags.hypotheses.alpha, "Rate of accepting H1 wrongly")
        ->capture_default_str();
    command.add_option("--beta", flags.hypotheses.beta, "Rate of accepting H0 wrongly")
        ->capture_default_str();
    command
        .add_option("--test", flags.test, "sprt, or 2sprt, which is shorter when the truth lies in between")
        ->capture_default_str();
    return model;
}

template<class App>
void add_calc_flags(App& command, CalcFlags& flags) {
    add_test_flags(command, flags.test)->required();
    command.add_option("--wld", flags.wld, "Wins, losses and draws of agent 1: W,L,D");
    command.add_option("--ptnml", flags.ptnml,
                       "Pairs of games by agent 1's points, 0 to 2: LL,LD,DD,DW,WW; DD holds WL too");
    command.add_flag("--json", flags.json, "One line of JSON");
}

template<class App>
void add_plan_flags(App& command, PlanFlags& flags) {
    add_test_flags(command, flags.test)->capture_default_str();
    command.add_option("--draws", flags.request.draws, "Share of draws between equals, 0 to 1")
        ->capture_default_str();
    command.add_option("--bias", flags.request.bias_elo, "Elo that the opening gives to one side")
        ->capture_default_str();
    command.add_option("--max-games", flags.request.max_games,
                       "Also say how often there is no decision after so many games");
    command.add_flag("--json", flags.json, "One line of JSON");
}

} // namespace sprt
