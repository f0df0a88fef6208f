#pragma once
// What messages on stderr begin with.

namespace sprt {

inline constexpr const char* kProgram = "sprt";

} // namespace sprt
