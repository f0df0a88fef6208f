#include "referee/check/report.hpp"

#include "referee/base/text.hpp"
#include "referee/check/subject.hpp"
#include "referee/game/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace referee::check {
namespace {

/// The numbers of the checks that `is_meant` picks.
template<class IsMeant>
std::string numbers_of(const CheckResults& results, const IsMeant& is_meant) {
    std::string numbers;
    for (const Result& result : results.results) {
        if (is_meant(result)) {
            add_part(numbers, std::to_string(result.check->number));
        }
    }
    return numbers;
}

/// The numbers of the checks that failed.
std::string failed(const CheckResults& results, bool are_needed) {
    return numbers_of(results, [&](const Result& result) {
        return result.finding.level == Level::Fail && result.check->is_needed == are_needed;
    });
}

} // namespace

std::string line_of(const Result& result) {
    return fmt::format("{:<4} {:>2} {}: {}\n", name(result.finding.level), result.check->number,
                       result.check->name, result.finding.seen);
}

std::string summary_of(const CheckResults& results) {
    const std::string needed = failed(results, true);
    const std::string others = failed(results, false);
    const bool is_all_tried = std::ranges::none_of(results.results, [](const Result& result) {
        return result.check->is_needed && result.finding.level == Level::Skip;
    });
    std::string text = !needed.empty() ? "Failed, and needed: " + needed + "."
                       : is_all_tried  ? "All that is needed holds; its opponent made random moves."
                                       : "What is needed and could be tried holds.";
    if (!others.empty()) {
        text += " Failed, and not needed: " + others + ".";
    }
    const auto is_left_out = [](const Result& result) { return result.finding.level == Level::Skip; };
    if (const std::string left_out = numbers_of(results, is_left_out); !left_out.empty()) {
        text += fmt::format(" Not made{}: {}.", results.is_whole ? "" : ", as the agent does not start",
                            left_out);
    }
    std::string of_engines;
    for (const int number : results.of_engines) {
        add_part(of_engines, std::to_string(number));
    }
    return text + "\n" + (of_engines.empty() ? of_engines : "Only for engines: " + of_engines + ".\n");
}

std::string json_of(const Subject& subject, const CheckResults& results) {
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
                      {"protocol", name(subject.manner.protocol)},
                      {"seed", std::to_string(subject.seed)},
                      {"holds", results.holds()},
                      {"whole", results.is_whole},
                      {"checks", std::move(checks)}};
    return report.dump() + "\n";
}

} // namespace referee::check
