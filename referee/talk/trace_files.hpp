#pragma once
// The files that hold traces, one for each game.

#include <cstdint>
#include <filesystem>
#include <string>

namespace referee {

/// What is done about traces that a directory holds already.
enum class OldTraces { Refuse, Keep, Remove };

/// Creates the directory. Throws UserError when it is a file, or holds traces although they are refused.
/// Removes nothing.
void make_trace_dir(const std::filesystem::path& dir, OldTraces old_traces = OldTraces::Refuse);

/// Removes the traces in the directory; all other files stay.
void remove_traces(const std::filesystem::path& dir);

/// Writes the trace of a game to a file such as `DIR/game-000012.txt`. Throws std::system_error when the file
/// cannot be written.
void write_trace(const std::filesystem::path& dir, std::uint64_t game, const std::string& text);

} // namespace referee
