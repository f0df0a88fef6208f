#pragma once
// What messages on stderr begin with.

namespace referee {

inline constexpr const char* kProgram = "referee";

} // namespace referee
