#include "sprt/stats/repeat_rule.hpp"

namespace sprt {

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
