#pragma once
// All checks, how they are made one after the other, and what they found as text and as JSON.
// Source: docs/engines.md, "Checking an engine"; configs/schema/check.schema.json.

#include "referee/check/bench.hpp"
#include "referee/check/subject.hpp"

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee::check {

enum class For : std::uint8_t { Engines, NativeAgents, All };

struct Check {
    int number;            ///< from 1; the same for engines and native agents
    std::string_view name; ///< in reports
    For whom;
    bool is_needed; ///< an agent that fails it cannot be used
    Finding (*run)(Bench& bench);
};

/// What a check finds, also when it ends by CheckFailed.
[[nodiscard]] Finding finding_of(Finding (*check)(Bench&), Bench& bench);

/// In the order of their numbers.
[[nodiscard]] std::span<const Check> all_checks() noexcept;

// dialogue_checks.cpp: the start
[[nodiscard]] Finding start(Bench& bench);
[[nodiscard]] Finding engine_name(Bench& bench);
[[nodiscard]] Finding ready(Bench& bench);
[[nodiscard]] Finding options(Bench& bench);
[[nodiscard]] Finding capabilities(Bench& bench);

// limit_checks.cpp
[[nodiscard]] Finding first_move(Bench& bench);
[[nodiscard]] Finding own_clock(Bench& bench);
[[nodiscard]] Finding native_clock(Bench& bench);
[[nodiscard]] Finding limits(Bench& bench);

// position_checks.cpp
[[nodiscard]] Finding pass(Bench& bench);
[[nodiscard]] Finding half_moves(Bench& bench);
[[nodiscard]] Finding blocked_squares(Bench& bench);
[[nodiscard]] Finding second_player(Bench& bench);
[[nodiscard]] Finding last_squares(Bench& bench);
[[nodiscard]] Finding random_positions(Bench& bench);

// game_checks.cpp
[[nodiscard]] Finding games_against_random(Bench& bench);
[[nodiscard]] Finding many_games(Bench& bench);
[[nodiscard]] Finding same_moves(Bench& bench);

// dialogue_checks.cpp: words at any time
[[nodiscard]] Finding during_a_search(Bench& bench);
[[nodiscard]] Finding unknown_words(Bench& bench);
[[nodiscard]] Finding search_info(Bench& bench);
[[nodiscard]] Finding perft_count(Bench& bench);
[[nodiscard]] Finding last_word(Bench& bench);
[[nodiscard]] Finding end_of_input(Bench& bench);

struct Result {
    const Check* check;
    Finding finding;
};

struct CheckResults {
    std::vector<Result> results{};
    bool is_whole = true; ///< false: the agent does not start, so that nothing else was asked

    std::set<int> of_engines{}; ///< numbers of checks that are made of engines alone, and the agent is none

    [[nodiscard]] bool holds() const;
};

/// Makes those checks whose numbers are in `only`, or all when it is empty. Calls `tell` after each that was
/// made, or that this agent has no part in; once an agent does not start, no more. Ends early when a stop is
/// requested. An agent that dies after its answer fails that check.
[[nodiscard]] CheckResults run_checks(Bench& bench, const std::set<int>& only,
                                      const std::function<void(const Result&)>& tell);

// What the checks found, as text and as JSON.

/// `ok    8 pass: 'bestmove 0000'`, with a newline.
[[nodiscard]] std::string line_of(const Result& result);

/// What it comes to, and which checks were not made, in lines with a newline each.
[[nodiscard]] std::string summary_of(const CheckResults& results);

/// One JSON object on one line, with a newline.
[[nodiscard]] std::string json_of(const Subject& subject, const CheckResults& results);

} // namespace referee::check
