#pragma once
// How failed expectations print our types.

#include "referee/rules/ending.hpp"
#include "referee/rules/move_numbers.hpp"

#include <ostream>

namespace referee {

inline void PrintTo(Termination termination, std::ostream* out) {
    *out << name(termination);
}
inline void PrintTo(Side side, std::ostream* out) {
    *out << (side == Side::First ? "first" : "second");
}
inline void PrintTo(const MoveNumbers& numbers, std::ostream* out) {
    *out << to_string(numbers);
}

} // namespace referee
