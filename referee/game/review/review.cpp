#include "referee/game/review/review.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/review/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee {
namespace {

/// The numbers of games in the order of a log, as ranges: `0 to 4, 7`.
class NumberRanges {
  public:
    void add(std::uint64_t number) {
        if (!ranges_.empty() && number == ranges_.back().second + 1) {
            ++ranges_.back().second;
        } else {
            ranges_.emplace_back(number, number);
        }
    }

    /// `games 0 to 4, 7`, `game 3` or `no game`; the first few ranges only.
    [[nodiscard]] std::string text() const {
        constexpr std::size_t kMost = 8;
        if (ranges_.empty()) {
            return "no game";
        }
        std::string text = ranges_.size() == 1 && ranges_[0].first == ranges_[0].second ? "game" : "games";
        for (std::size_t i = 0; i < std::min(ranges_.size(), kMost); ++i) {
            const auto [least, most] = ranges_[i];
            text += fmt::format("{} {}", i == 0 ? "" : ",", least);
            text += least == most ? "" : fmt::format(" to {}", most);
        }
        return ranges_.size() > kMost ? text + ", ..." : text;
    }

  private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
};

/// Reads the line of this number, and notes fields that are not known in `result`.
GameRecord parse_line(const std::string& line, const std::string& file, std::size_t number, Review& result) {
    try {
        std::vector<std::string> unknown;
        GameRecord record = parse_record(line, &unknown);
        for (std::string& field : unknown) {
            if (result.unknown.size() < Review::kMostUnknown) {
                result.unknown.try_emplace(std::move(field), number);
            }
        }
        return record;
    } catch (const UserError& error) {
        throw UserError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
}

/// Adds what is wrong with a game, and its result, to `result`.
void add_game(Review& result, const GameRecord& record, std::size_t line) {
    for (std::string& what : differences(record)) {
        result.found.push_back({line, record.game, std::move(what)});
    }
    ++result.games;
    result.terminations.add(record.termination);
    if (record.winner) {
        result.results.add(*record.winner);
    } else {
        ++result.unscored;
    }
}

} // namespace

Review review(std::istream& log, const std::string& file, const ReviewChoice& choice) {
    Review result;
    NumberRanges games;
    std::optional<std::uint64_t> previous;
    std::optional<Game> rules; // of the first game
    std::string line;
    for (std::size_t number = 1; std::getline(log, line); ++number) {
        if (log.eof()) { // the last line has no newline
            result.last_line_cut = true;
            break;
        }
        const GameRecord record = parse_line(line, file, number, result);
        games.add(record.game);
        const auto before = std::exchange(previous, record.game);
        rules = rules.value_or(record.rules);
        if (choice.only && record.game != *choice.only) {
            continue;
        }
        if (before && record.game != *before + 1) {
            result.found.push_back(
                {number, record.game, fmt::format("game {} follows game {}", record.game, *before)});
        }
        if (*rules != record.rules) {
            result.found.push_back({number, record.game,
                                    fmt::format("rules is {}, but the log began with {}",
                                                rules_name(record.rules), rules_name(*rules))});
        }
        add_game(result, record, number);
        choice.visit(record);
    }
    if (choice.only && result.games == 0) {
        throw UserError(fmt::format("{} has no game {}; it has {}", file, *choice.only, games.text()));
    }
    return result;
}

} // namespace referee
