#include "sprt/config/config.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/alternation.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/config/test_validation.hpp"
#include "sprt/stats/model.hpp"

#include <fmt/format.h>

namespace sprt {

using referee::UserError;

std::string ConfigSources::place(std::string_view name) const {
    const std::string key(name);
    if (agents_are_arguments && (key == "agent1" || key == "agent2")) {
        return "AGENT" + key.substr(key.size() - 1);
    }
    if (in_flags.contains(key) || !in_file.contains(key)) {
        return referee::flag_of(key);
    }
    return file + ": " + pointer + "/" + key;
}

referee::Placement place_games(const Config& config, const ConfigSources& sources,
                               const referee::Machine& machine) {
    try {
        return referee::Placement(referee::placement_settings(config.play), machine);
    } catch (const UserError& error) {
        throw UserError(sources.place("cores") + ": " + error.what());
    }
}

void settle_openings(Config& config) {
    if (config.openings != kRandomAuto) {
        return;
    }
    const referee::Game game = referee::rules_of(config.play);
    if (config.kind == RunKind::Match) {
        if (config.games) {
            const auto pairs = static_cast<std::uint64_t>(*config.games) / 2;
            config.openings = fmt::format("random:{}", enough_random_moves(pairs, game));
        }
        return;
    }
    const auto model = model_named(config.model);
    if (!model || problem_of(config.test)) {
        return;
    }
    const auto limit =
        config.max_games ? std::optional(static_cast<std::uint64_t>(*config.max_games)) : std::nullopt;
    config.openings = fmt::format("random:{}", enough_random_moves(config.test, *model, limit, game));
}

void fill_in(Config& config, const referee::Placement& placement) {
    const Model model = model_named(config.model).value();
    if (!config.repeats) {
        config.repeats = name(default_repeat_rule(model));
    }
    if (is_pairwise(model)) { // only whole pairs count
        for (std::optional<std::int64_t>* const limit : {&config.max_games, &config.games}) {
            if (*limit) {
                **limit = referee::in_whole_pairs(**limit);
            }
        }
    }
    fill_in_play(config, is_engine(config.agents.agent1) && is_engine(config.agents.agent2), placement);
    settle_openings(config);
}

void fill_in_play(Config& config, bool are_engines, const referee::Placement& placement) {
    if (!config.play.rules) {
        config.play.rules = referee::default_rules(config.play, are_engines);
    }
    config.play.turns = referee::game_limits(config.play).turns;
    if (!config.concurrency) {
        config.concurrency = placement.games_that_fit();
    }
    if (!config.seed) {
        config.seed = referee::random_seed();
    }
}

} // namespace sprt
