#pragma once
// What to execute as an agent: a command split into words, and the file that its first word names.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A command that can be executed without a shell.
struct Program {
    std::filesystem::path executable;   ///< absolute
    std::vector<std::string> words;     ///< as the user wrote them; words[0] names the executable
    std::filesystem::path dir;          ///< working directory; empty: that of this process
    std::vector<std::string> variables; ///< NAME=value, added to the environment of this process
    bool gets_secrets = true;           ///< variables of ours that may_be_secret() too
};

/// Splits as a shell splits words: blanks separate, '...' keeps all, "..." keeps all but \ before " \ $ and
/// `, and a backslash keeps the next character. Nothing is expanded. Throws UserError when a quote is not
/// closed, or there is no word.
[[nodiscard]] std::vector<std::string> split_words(std::string_view command);

/// One line from which split_words() makes the same words.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);

/// The command of this program as a line for a shell: its path as it was called, then `words`.
[[nodiscard]] std::string own_call(const std::vector<std::string>& words);

/// The directory with the reference agents: `agents/` beside the running program, or, when that is installed,
/// `../libexec/referee/agents`. Empty when neither exists.
[[nodiscard]] std::filesystem::path bundled_agents_dir();

/// Finds the file that `words[0]` names. A name with a slash is a path, relative to `dir` (empty: the working
/// directory). A name without a slash is looked for in `agents_dir`, then in PATH. Throws UserError, which
/// names the command and the reason, when there is no such file, the file is not executable, or the file is
/// neither an ELF binary nor a script whose interpreter exists. The text also names what may be meant:
/// agents, and files in the directory of the path, or in `dir`.
[[nodiscard]] Program find_program(std::vector<std::string> words, const std::filesystem::path& dir,
                                   const std::filesystem::path& agents_dir);

/// Whether a variable of the environment may carry a secret or steers CI, by its name: GITHUB_..., CI_...,
/// RUNNER_..., and names with TOKEN, SECRET, PASSWORD or KEY.
[[nodiscard]] bool may_be_secret(std::string_view name) noexcept;

} // namespace referee
