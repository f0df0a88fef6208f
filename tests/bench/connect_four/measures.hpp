#pragma once
// What bench_connect_four measures. Each function prints one line; its numbers are named in main.cpp. What
// each one counts stands above its definition.

#include <cstddef>

namespace bench {

// searches.cpp
void same(int depth);
void nodes(bool is_minimax, int depth);
void first_moves(int depth);
void evaluation(int depth);
void end_of_the_game();
void late_cut(int depth);

// order.cpp
void order(int depth);

// bits.cpp
void fours();
void playouts();

// solved.cpp; these throw std::bad_alloc
void deeper(int depth, int more, int positions);
void patterns(int count);
void solve_empty(std::size_t megabytes);
/// Reads lines of moves from standard input. Returns false when a line is no list of moves of a game that
/// goes on.
[[nodiscard]] bool values();

} // namespace bench
