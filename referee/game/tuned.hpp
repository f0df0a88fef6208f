#pragma once
// A game of a tuning: one program plays itself with two sets of values for its parameters, and how an agent
// gets its values. Source: docs/tuning.md.

#include "referee/game/player.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

enum class TuneKind : std::uint8_t {
    Probe,  ///< whether a parameter changes anything
    Tune,   ///< a step of the tuning
    Verify, ///< the tuned values against those of the start
};

/// `probe`, `tune` or `verify`.
[[nodiscard]] std::string_view name(TuneKind kind) noexcept;
/// The inverse of name(); empty for any other text.
[[nodiscard]] std::optional<TuneKind> tune_kind_named(std::string_view text) noexcept;

/// A value as an agent gets it.
struct TunedNumber {
    double value = 0;
    bool is_whole = false;

    bool operator==(const TunedNumber&) const = default;
};

/// Whole numbers have no point; others are the shortest decimal that reads back as the same double, with a
/// point or an exponent.
[[nodiscard]] std::string to_string(TunedNumber number);

struct TunedGame {
    TuneKind kind = TuneKind::Tune;
    std::uint64_t k = 0;                          ///< of the pair, among those of its kind
    PerPlayer<std::vector<TunedNumber>> values{}; ///< in the order of the parameters
    std::vector<std::string> names{};             ///< of the parameters; empty: as read from a log

    /// Whether the same was played. Names do not count.
    bool operator==(const TunedGame& other) const {
        return kind == other.kind && k == other.k && values == other.values;
    }
};

/// `margin=55 scale=0.91`.
[[nodiscard]] std::string values_text(const std::vector<std::string>& names,
                                      const std::vector<TunedNumber>& values);

// Placeholders: {NAME} in the words of a command, of lines and options for engines and of the environment.

/// The names of the placeholders in `text`; `{{` is a brace. Throws UserError for one that is not closed.
[[nodiscard]] std::set<std::string> placeholders_in(std::string_view text);

/// `text` with each placeholder replaced by its value, and `{{` by a brace.
[[nodiscard]] std::string filled_in(std::string_view text, const std::vector<std::string>& names,
                                    const std::vector<TunedNumber>& values);

} // namespace referee
