#include "referee/check/checks.hpp"

#include "referee/base/text.hpp"
#include "referee/check/subject.hpp"
#include "referee/game/json.hpp"
#include "referee/process/cores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace referee::check {
namespace {

constexpr std::array kChecks{
    Check{1, "start", For::All, true, start},
    Check{2, "name", For::Engines, true, engine_name},
    Check{3, "ready", For::Engines, true, ready},
    Check{4, "options", For::Engines, false, options},
    Check{4, "capabilities", For::NativeAgents, false, capabilities},
    Check{5, "first move", For::All, true, first_move},
    Check{6, "own clock", For::Engines, true, own_clock},
    Check{7, "limits", For::Engines, false, limits},
    Check{7, "clock", For::NativeAgents, false, native_clock},
    Check{8, "pass", For::All, true, pass},
    Check{9, "half-moves", For::Engines, true, half_moves},
    Check{10, "blocked squares", For::Engines, false, blocked_squares},
    Check{11, "second player", For::All, false, second_player},
    Check{12, "last squares", For::All, false, last_squares},
    Check{13, "games", For::All, true, games_against_random},
    Check{14, "many games", For::All, true, many_games},
    Check{15, "same moves", For::All, false, same_moves},
    Check{16, "during a search", For::Engines, false, during_a_search},
    Check{17, "unknown words", For::Engines, false, unknown_words},
    Check{18, "last word", For::All, true, last_word},
    Check{19, "end of input", For::All, false, end_of_input},
    Check{20, "info", For::Engines, false, search_info},
    Check{21, "perft", For::Engines, false, perft_count},
    Check{22, "random positions", For::All, false, random_positions},
};

bool is_for(const Check& check, const Subject& subject) {
    return check.whom == For::All || (check.whom == For::Engines) == subject.is_engine();
}

bool fails(const Result& result) {
    return result.finding.level == Level::Fail;
}

/// Without these nothing can be asked.
bool begins_all(const Check& check) {
    constexpr int kLastOfTheStart = 3;
    return check.is_needed && check.number <= kLastOfTheStart && check.run != engine_name;
}

/// What a check finds. A process that waits for a core is late by no fault of the agent: then it is made
/// again.
Finding found_by(const Check& check, Bench& bench) {
    constexpr int kTries = 3;
    for (int tries = 0; tries < kTries; ++tries) {
        Finding finding = finding_of(check.run, bench);
        if (finding.level != Level::Fail || !bench.was_starved() || bench.is_stopped()) {
            return finding;
        }
    }
    const auto quota = core_quota();
    return skip(fmt::format(
        "the machine is too busy{}: the agent was late because it waited for a core, three times; "
        "check it again when fewer programs run",
        quota ? fmt::format(" (a quota of processor time allows {} core{})", *quota, *quota == 1 ? "" : "s")
              : ""));
}

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

std::string failed(const CheckResults& results, bool are_needed) {
    return numbers_of(results, [&](const Result& result) {
        return result.finding.level == Level::Fail && result.check->is_needed == are_needed;
    });
}

} // namespace

Finding finding_of(Finding (*check)(Bench&), Bench& bench) {
    try {
        return check(bench);
    } catch (const CheckFailed& failed) {
        return fail(failed.what());
    }
}

std::span<const Check> all_checks() noexcept {
    return kChecks;
}

bool CheckResults::holds() const {
    return std::ranges::none_of(
        results, [](const Result& result) { return fails(result) && result.check->is_needed; });
}

CheckResults run_checks(Bench& bench, const std::set<int>& only,
                        const std::function<void(const Result&)>& tell) {
    CheckResults all;
    for (const Check& check : all_checks()) {
        if (!only.empty() && !only.contains(check.number)) {
            continue;
        }
        if (!is_for(check, bench.subject())) {
            all.of_engines.insert(check.number);
            continue;
        }
        const bool is_made = all.is_whole;
        Finding finding = is_made ? found_by(check, bench) : skip("the agent does not start");
        const auto death = bench.death();
        if (bench.is_stopped()) {
            break;
        }
        if (death && finding.level != Level::Fail) {
            finding = fail(*death);
        }
        all.results.push_back({&check, std::move(finding)});
        if (is_made) {
            tell(all.results.back());
        }
        if (fails(all.results.back()) && begins_all(check)) {
            all.is_whole = false;
        }
    }
    for (const Result& result : all.results) { // one of both kinds has the number
        all.of_engines.erase(result.check->number);
    }
    if (bench.subject().is_engine()) {
        all.of_engines.clear();
    }
    return all;
}

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
    return text + "\n" +
           (results.of_engines.empty()
                ? ""
                : fmt::format("Only for engines: {}.\n", fmt::join(results.of_engines, ", ")));
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
