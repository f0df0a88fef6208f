#pragma once
// What to execute as an agent: a command split into words, and the file that its first word names.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A command that can be started as it stands, never through a shell.
struct Program {
    std::filesystem::path executable;   ///< absolute
    std::vector<std::string> words;     ///< as the user gave them; words[0] named the executable
    std::filesystem::path dir;          ///< working directory; empty: the referee's own
    std::vector<std::string> variables; ///< NAME=value, added to the referee's own environment
};

/// Splits as a shell splits words: blanks separate, '...' keeps all, "..." keeps all but \ before " \ $ and
/// `, and a backslash keeps the next character. Nothing is expanded. Throws UserError for an unclosed quote
/// or no word at all.
[[nodiscard]] std::vector<std::string> split_words(std::string_view command);

/// The words in one line that split_words() would give back.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);

/// The directory with the reference agents: `agents/` beside the running program, or, where that is
/// installed,
/// `../libexec/referee/agents`. Empty when there is neither.
[[nodiscard]] std::filesystem::path bundled_agents_dir();

/// Finds what `words[0]` names. With a slash it is a path, relative to `dir` (empty: the working directory);
/// without one it is looked for in `agents_dir`, then in PATH. Throws UserError, naming the command and why,
/// when there is no such file, it is not executable, or it is neither a binary of this machine nor a script
/// whose interpreter exists.
[[nodiscard]] Program find_program(std::vector<std::string> words, const std::filesystem::path& dir,
                                   const std::filesystem::path& agents_dir);

} // namespace referee
