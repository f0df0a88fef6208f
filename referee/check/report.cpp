#include "referee/check/report.hpp"

#include "referee/base/text.hpp"
#include "referee/check/words.hpp"
#include "referee/game/json.hpp"

#include <nlohmann/json.hpp>

namespace referee::check {
namespace {

/// The numbers of the checks that failed.
std::string failed(const Results& results, bool are_needed) {
    std::string numbers;
    for (const Result& result : results.results) {
        if (result.finding.level == Level::Fail && result.check->is_needed == are_needed) {
            add_part(numbers, std::to_string(result.check->number));
        }
    }
    return numbers;
}

} // namespace

std::string line_of(const Result& result) {
    return fmt::format("{:<4} {:>2} {}: {}\n", name(result.finding.level), result.check->number,
                       result.check->name, result.finding.seen);
}

std::string summary_of(const Results& results) {
    const std::string needed = failed(results, true);
    const std::string others = failed(results, false);
    std::string text = needed.empty() ? "All that is needed holds." : "Failed, and needed: " + needed + ".";
    if (!others.empty()) {
        text += " Failed, and not needed: " + others + ".";
    }
    if (!results.is_whole) {
        text += " The other checks were not made.";
    }
    return text + "\n";
}

std::string json_of(const Subject& subject, const Results& results) {
    Json checks = Json::array();
    for (const Result& result : results.results) {
        checks.push_back({{"number", result.check->number},
                          {"name", result.check->name},
                          {"needed", result.check->is_needed},
                          {"result", lower_case(name(result.finding.level))},
                          {"seen", to_valid_utf8(result.finding.seen)}});
    }
    const Json report{{"format", 1},
                      {"agent", to_valid_utf8(subject.name)},
                      {"protocol", subject.is_engine() ? "uai" : "native"},
                      {"seed", std::to_string(subject.seed)},
                      {"holds", results.holds()},
                      {"whole", results.is_whole},
                      {"checks", std::move(checks)}};
    return report.dump() + "\n";
}

} // namespace referee::check
