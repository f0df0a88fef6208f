#pragma once
// The commands of `referee` and their flags: play, perft, review and check.
// Source: docs/commands.md; docs/engines.md, "Checking an engine".

#include "referee/base/console.hpp"
#include "referee/game/player.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/rules/games.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace referee {

/// What messages on stderr begin with.
inline constexpr const char* kProgram = "referee";

// `referee play`: plays games, one at a time.

struct PlayFlags {
    PerPlayer<std::string> commands;
    std::int64_t games = 1;
    std::string log;                   ///< file; empty: none
    bool overwrite = false;            ///< the log and traces that are there already
    std::optional<std::uint64_t> seed; ///< empty: a random one
    PlaySettings settings;
};

/// The table of all flags but the two commands.
[[nodiscard]] std::span<const Setting<PlayFlags>> play_flag_settings();

/// Plays the games; prints and logs each when it has ended. Throws UserError for flags that are wrong.
[[nodiscard]] ExitStatus run(const PlayFlags& flags);

// `referee perft`: counts the leaves of the tree of moves.

struct PerftFlags {
    std::string game{name(kDefaultGame)};
    std::optional<std::string> rules; ///< which of the game's sets of rules; empty: its own rules
    int depth = 0;                    ///< plies
    std::optional<std::string> fen;   ///< empty: the start
    std::string moves;                ///< from the start
    bool messages = false;            ///< count MOVE lines instead of positions
};

/// Prints the count. Throws UserError when the position cannot be read.
[[nodiscard]] ExitStatus run(const PerftFlags& flags);

// `referee review`: checks a log by the rules.

struct ReviewFlags {
    std::string file;
    std::optional<std::uint64_t> game; ///< only this one; empty: all
    bool show = false;
    std::optional<std::uint64_t> turn; ///< only the board after this turn; empty: all boards
};

/// Prints the boards that are asked for, the differences and the counts. Throws UserError when the log cannot
/// be read or lacks what is asked for.
[[nodiscard]] ExitStatus run(const ReviewFlags& flags);

// `referee check`: says what an agent can do.

struct CheckFlags {
    std::string command;
    std::string only; ///< numbers of checks, with commas; empty: all
    int games = 20;
    int positions = 1000;
    std::string seed = "1";
    bool json = false;
    PlaySettings settings; ///< those of check_flag_settings()
};

/// The table of the flags that are settings of `referee play`, too.
[[nodiscard]] std::span<const Setting<CheckFlags>> check_flag_settings();

/// Makes the checks and prints what they find, each as it comes. Throws UserError for flags that are wrong.
[[nodiscard]] ExitStatus run(const CheckFlags& flags);

} // namespace referee
