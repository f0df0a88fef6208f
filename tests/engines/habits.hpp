#pragma once
// The habits of real engines that the engine of these tests imitates, as flags. Each is one that a referee
// must live with.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace test_engines {

struct Habits {
    std::uint64_t seed = 1;
    // What it says.
    bool banner = false;         ///< lines before uaiok and after setoption
    bool blank_lines = false;    ///< after bestmove
    bool trailing_blank = false; ///< behind bestmove
    bool ponder = false;         ///< `bestmove g2 ponder a1`
    bool crlf = false;
    std::string move_form; ///< drops (P@g2), short (g2), squares (f1g2), capitals (G2)
    std::string pass_form; ///< pass, null, a1a1, 0000
    /// plain (no unit), behind (nps), alone (in a line without depth), zero (cp 0 nodes 0), multipv (before
    /// the depth), upperbound or lowerbound (in a last line, without pv, wrong by ten stones).
    std::string score_form;
    std::string options_form; ///< words: `options A B`
    std::string hash_name = "Hash";
    bool lower_names = false;        ///< of options
    std::string variant = "ataxx";   ///< the game's name in UCI_Variant; none: it does not list that option
    bool variants_from_file = false; ///< lists the name in the answer to an `uci` that follows VariantPath
    bool book =
        false; ///< a string option Book that it takes for a button, and then dies; a button Clear Hash
    // What it understands.
    bool deaf_until_ready =
        false; ///< reads only setoption, isready and quit before isready, no setoption after it
    bool introduces_once = false; ///< answers the first uai only
    /// startpos, moves, no-counters, blocked, second (to move), one-empty, move-80, late-option (after
    /// isready), unknown (a word), ponder (go ponder).
    std::string dies_of;
    bool single_threaded = false; ///< reads nothing while it thinks
    std::string nodes_unknown;    ///< endless, at-once
    std::string depth_unknown;    ///< endless, at-once
    // How it thinks.
    std::chrono::milliseconds movetime_less{0};
    std::uint64_t clock_every_nodes = 64;
    bool processor_time = false;
    bool early_stop = false; ///< a1a1 when it is stopped before its first depth is done
    std::string at_100;      ///< pass, dies, none: its answer when half-move is 100 or more
    std::string at_end;      ///< its answer when the game is over: stale (its last move) or a word
    std::chrono::milliseconds silent_below{0}; ///< no answer for ten seconds when its clock shows less
    bool shuffles = false; ///< jumps to and fro in place of filling the board when it leads
    int threads = 0;       ///< that are busy beside it, whatever the option says
    /// What no engine should do: swaps-clocks, late (by 0.4 s), no-pass, leaks-memory (64 KiB a game),
    /// leaks-descriptors, chance, remembers, deaf-to-stop, bad-score, bad-pv, bad-perft.
    std::string bad;
    // How it lives.
    std::chrono::milliseconds start_late{0};
    std::chrono::milliseconds newgame_late{0};
    int clears_mib = 0;        ///< written at each uainewgame
    bool spins_at_end = false; ///< of input
};

/// Reads `--seed 7 --crlf ...`: the members with - for _, and the value of those that have one. Throws
/// std::invalid_argument that names a flag that is unknown.
[[nodiscard]] Habits habits_of(const std::vector<std::string>& words);

} // namespace test_engines
