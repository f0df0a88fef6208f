#pragma once
// How failed expectations print our types.

#include "referee/rules/ataxx/move.hpp"
#include "referee/rules/ataxx/outcome.hpp"

#include <ostream>

namespace referee {

inline void PrintTo(Termination termination, std::ostream* out) {
    *out << name(termination);
}
inline void PrintTo(Side side, std::ostream* out) {
    *out << (side == Side::First ? "first" : "second");
}
inline void PrintTo(const ataxx::MoveNumbers& n, std::ostream* out) {
    *out << n.x1 << ' ' << n.y1 << ' ' << n.x2 << ' ' << n.y2;
}

} // namespace referee
