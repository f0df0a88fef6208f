#include "sprt/command/gate.hpp"

#include "referee/rules/user_error.hpp"

namespace sprt {

void apply_gate_defaults(Config& config, const ConfigSources& sources,
                         const std::optional<std::string>& expect) {
    const auto is_given = [&](const char* key, bool by_file) {
        return sources.in_flags.contains(key) || (by_file && sources.in_file.contains(key));
    };
    if (expect && *expect != "gain" && *expect != "no-regression") {
        throw ataxx::UserError("--expect: '" + *expect + "' must be gain or no-regression");
    }
    const bool files_bounds_stay = !expect;
    if (!is_given("elo0", files_bounds_stay) && !is_given("elo1", files_bounds_stay)) {
        constexpr double kMargin = 10;
        config.test.elo0 = expect == "no-regression" ? -kMargin : 0;
        config.test.elo1 = config.test.elo0 + kMargin;
    }
    if (!is_given("max_faults", true)) {
        constexpr std::int64_t kMostFaults = 3;
        config.max_faults = kMostFaults;
    }
}

ataxx::ExitStatus gate_status(const MatchResult& result) noexcept {
    if (result.broken) {
        return ataxx::ExitStatus::AgentBroken;
    }
    const Verdict verdict = result.verdict();
    if (verdict == Verdict::Continue || result.standing.rests_on_disputed()) {
        return ataxx::ExitStatus::Undecided;
    }
    return verdict == Verdict::H1 ? ataxx::ExitStatus::Done : ataxx::ExitStatus::Rejected;
}

} // namespace sprt
