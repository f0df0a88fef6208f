#include "sprt/stats/model.hpp"

namespace sprt {

std::string_view name(Model model) noexcept {
    switch (model) {
    case Model::Pentanomial:
        return "pentanomial";
    case Model::Normalized:
        return "normalized";
    case Model::Trinomial:
        return "trinomial";
    case Model::Wald:
        return "wald";
    case Model::Bayeselo:
        return "bayeselo";
    case Model::BayeseloTrue:
        break;
    }
    return "bayeselo-true";
}

std::optional<Model> model_named(std::string_view text) noexcept {
    for (const Model model : kModels) {
        if (name(model) == text) {
            return model;
        }
    }
    return std::nullopt;
}

bool is_pairwise(Model model) noexcept {
    return model == Model::Pentanomial || model == Model::Normalized;
}

std::string_view name(RepeatRule rule) noexcept {
    return rule == RepeatRule::Count ? "count" : "collapse";
}

std::optional<RepeatRule> repeat_rule_named(std::string_view text) noexcept {
    for (const RepeatRule rule : {RepeatRule::Count, RepeatRule::Collapse}) {
        if (name(rule) == text) {
            return rule;
        }
    }
    return std::nullopt;
}

RepeatRule default_repeat_rule(Model model) noexcept {
    return is_pairwise(model) ? RepeatRule::Collapse : RepeatRule::Count;
}

} // namespace sprt
