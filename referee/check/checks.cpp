#include "referee/check/checks.hpp"

#include <array>

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

} // namespace

std::span<const Check> all_checks() noexcept {
    return kChecks;
}

} // namespace referee::check
