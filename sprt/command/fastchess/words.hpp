#pragma once
// The command line of fastchess, as a command line of ours that plays the same games.
// Source: docs/engines.md, "From fastchess and cutechess-cli"; fastchess, man.md of version 1.8.2.

#include "sprt/config/run_plan.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
    std::vector<std::string> ours{};  ///< `run --game chess ...`, `match ...` or `tournament ...`
    std::vector<std::string> names{}; ///< of the engines
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
