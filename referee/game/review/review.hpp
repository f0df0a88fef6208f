#pragma once
// Checks a log: makes the moves of its games again by the rules, counts, and lists what disagrees.

#include "referee/game/record.hpp"
#include "referee/game/results.hpp"

#include <cstdint>
#include <functional>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace referee {

// What in the record of a game disagrees with the rules.

/// The claims of a record that the rules or the record's own numbers contradict, one line each; empty when
/// there are none.
[[nodiscard]] std::vector<std::string> differences(const GameRecord& record);

struct Review {
    struct Difference {
        std::size_t line; ///< from 1
        std::uint64_t game;
        std::string what;
    };
    std::uint64_t games = 0;
    Results results;
    std::uint64_t unscored = 0;
    TerminationCounts terminations;
    std::vector<Difference> found;
    /// Fields that this version does not know and did not check, each with the first line that has it. A
    /// later version may have written them. At most kMostUnknown are kept.
    std::map<std::string, std::size_t> unknown;
    static constexpr std::size_t kMostUnknown = 20;
    bool last_line_cut = false; ///< the last line has no newline: a crash cut it short, and it was not read
};

/// Which games of a log are reviewed, and what is called for each.
struct ReviewChoice {
    std::optional<std::uint64_t> only; ///< the game of this number; empty: all
    std::function<void(const GameRecord&)> visit = [](const GameRecord&) {};
};

/// Reads games line by line; checks each game, and that the numbers of games are consecutive. With
/// `choice.only` every line is read, but no other game is checked or counted. Throws UserError, naming `file`
/// and the line, for a line that is not a game's record; and when the chosen game is not there, naming those
/// that are.
[[nodiscard]] Review review(std::istream& log, const std::string& file, const ReviewChoice& choice = {});

} // namespace referee
