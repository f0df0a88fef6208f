#pragma once
// What an option of fastchess was given, and how its values are read.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt::fastchess {

using Words = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Given {
    std::string flag; ///< as `-draw`
    Words words{};
    Pairs pairs{}; ///< of an option with keys

    /// Its words with a blank between them.
    [[nodiscard]] std::string all() const;
    /// The last value of a key.
    [[nodiscard]] std::string value(std::string_view key, std::string otherwise = {}) const;
};

/// What the keys of options of engines begin with.
inline constexpr std::string_view kOptionKey = "option.";

/// Throws UserError.
[[noreturn]] void fail(const std::string& what);

// Each of these throws UserError, which names the place, for a value that is wrong.

/// A whole number from `least` on.
[[nodiscard]] std::int64_t whole(const std::string& place, const std::string& text, std::int64_t least = 0);
/// Seconds as `0.05` or `0.05s`, in whole milliseconds.
[[nodiscard]] std::int64_t ms_of_seconds(const std::string& place, std::string text);
/// The value of a key that is true or false.
[[nodiscard]] bool is_true(const Given& given, std::string_view key, bool otherwise = false);

/// Cuts words KEY=VALUE into pairs. `form` lists the keys, as `file= order= option.NAME=`.
void cut(Given& given, std::string_view form);

// The words of fastchess behind -engine.

/// The agent of an engine, as --agent1 takes it. `times`: more settings of it. Its name, which no other
/// engine gets, is added to `names`. Throws UserError, naming the engine, for what is wrong or missing.
[[nodiscard]] std::string agent_of(const Pairs& words, const Pairs& times, std::vector<std::string>& names);

} // namespace sprt::fastchess
