#pragma once
// The command line of fastchess, as a command line of ours that plays the same games, and how its options,
// their values and its engines are read.
// Source: docs/engines.md, "From fastchess and cutechess-cli"; fastchess, man.md of version 1.8.2.

#include "sprt/config/run_plan.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

/// The version of fastchess whose words are taken.
inline constexpr std::string_view kFastchessVersion = "1.8.2";

/// What fastchess prints, beside what our plan says.
struct FastchessOutput {
    bool is_cutechess = false;
    bool by_pairs = true;               ///< pentanomial counts
    std::uint64_t rating_interval = 10; ///< pairs, or games, between two results; 0: at the end only
    std::uint64_t score_interval = 1;   ///< games between two scores in the form of cutechess; 0: at the end
    bool is_test_env = false;           ///< scripts read it: no warnings of ours
    bool is_strict = false;             ///< a warning ends the match
    bool recovers = false;              ///< a crash does not end it
    bool checks_mates = false;          ///< warns of lines that mate late or not at all
    bool has_crc = false;               ///< prints the CRC-32 of the PGN
    std::filesystem::path epd{};        ///< positions in which games ended; empty: nowhere
    FileUse epd_use = FileUse::Append;
};

struct FastchessCall {
    std::vector<std::string> ours{};      ///< `run --game chess ...`, `match ...` or `tournament ...`
    std::vector<std::string> names{};     ///< of the engines
    std::vector<std::string> our_flags{}; ///< that stand beside the words, as `--clock`
    FastchessOutput output{};
    FileUse pgn_use = FileUse::Append;
    std::filesystem::path config{};  ///< our configuration is written to it; empty: nowhere
    std::filesystem::path resumed{}; ///< such a file: its run is resumed, and `ours` is empty
};

/// Reads the words behind the name of the program. Throws UserError for what fastchess does not know, and for
/// what is not done here, with a sentence that says why.
[[nodiscard]] FastchessCall read_fastchess(std::span<const std::string> words);

/// For those who give an option of fastchess, as `-each`, to another command; empty for other flags.
[[nodiscard]] std::string fastchess_hint(const std::string& flag);

/// Each word with what it is here, as rows of a table in Markdown.
[[nodiscard]] std::string fastchess_table();

} // namespace sprt

// What an option of fastchess was given, and how its values are read.

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
/// The value of a key that is true or false.
[[nodiscard]] bool is_true(const Given& given, std::string_view key, bool otherwise = false);

/// Cuts words KEY=VALUE into pairs. `form` lists the keys, as `file= order= option.NAME=`.
void cut(Given& given, std::string_view form);

// The words of fastchess behind -engine.

/// The agent of an engine, as --agent1 takes it. `times`: more settings of it. Its name, which no other
/// engine gets, is added to `names`. Throws UserError, naming the engine, for what is wrong or missing.
[[nodiscard]] std::string agent_of(const Pairs& words, const Pairs& times, std::vector<std::string>& names);

} // namespace sprt::fastchess
