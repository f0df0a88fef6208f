#pragma once
// The files that hold traces, one for each game.

#include <cstdint>
#include <filesystem>
#include <string>

namespace referee {

/// Creates the directory. Throws UserError when it is a file or holds traces already.
void make_trace_dir(const std::filesystem::path& dir);

/// Writes the trace of a game to a file such as `DIR/game-000012.txt`. Throws std::system_error when the file
/// cannot be written.
void write_trace(const std::filesystem::path& dir, std::uint64_t game, const std::string& text);

} // namespace referee
