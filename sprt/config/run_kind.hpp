#pragma once
// What a run is for.

#include <cstdint>

namespace sprt {

enum class RunKind : std::uint8_t {
    Test,       ///< it ends when a sequential test decides
    Match,      ///< it plays a number of games that was fixed before it, and estimates
    Tournament, ///< many agents meet each other
};

} // namespace sprt
