#pragma once
// What to execute as an agent: a command split into words, the file that its first word names, and the files
// that the agent consists of.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

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

// The files that an agent consists of, and whether they are still what they were.

/// The path of a file and the SHA-256 of its bytes; empty when the file cannot be read.
struct FilePrint {
    std::string path; ///< absolute
    std::optional<std::string> sha256;
    bool operator==(const FilePrint&) const = default;
};

/// What an agent consists of.
struct AgentPrint {
    FilePrint executable;
    std::vector<FilePrint> files; ///< other words of the command that name files: scripts, weights
    bool in_sandbox = false;      ///< copies of these files play in a sandbox
    std::string lacks_sandbox{};  ///< why it plays without the one that it was to have; empty: it does not
};

/// The files that words of the command after the first name, absolute. Symbolic links are followed; files of
/// /proc and /sys are none.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const Program& program);

/// The files of a program as they were when the object was made. An agent that opens other files is not
/// found out.
class ProgramFiles {
  public:
    /// No files: they never change.
    ProgramFiles() = default;
    /// Reads the executable and the files that its words name. Throws std::system_error when reading fails
    /// half-way.
    explicit ProgramFiles(const Program& program);

    [[nodiscard]] const AgentPrint& print() const noexcept { return print_; }

    /// The path of a file that has other bytes now, or is gone; empty when there is none. Costs a system call
    /// for each file; only a file with another identity is read again.
    [[nodiscard]] std::optional<std::string> changed() const { return changed(false); }
    /// The same of the files for which `counts` is true (nullptr: of all), which are read again.
    [[nodiscard]] std::optional<std::string>
    changed_bytes(bool (*counts)(const std::string& file) = nullptr) const {
        return changed(true, counts);
    }

  private:
    /// What differs when another file is in the place of one, or the file was written to.
    struct Identity {
        std::uint64_t device = 0;
        std::uint64_t inode = 0; ///< 0: there is no file
        std::int64_t size = 0;
        std::int64_t written_ns = 0; ///< when its bytes changed
        std::int64_t changed_ns = 0; ///< when anything about it changed; nobody can set that back
        bool operator==(const Identity&) const = default;
    };
    [[nodiscard]] static Identity identity_of(const std::string& path) noexcept;
    [[nodiscard]] std::optional<std::string> changed(bool reads_all,
                                                     bool (*counts)(const std::string&) = nullptr) const;
    [[nodiscard]] const FilePrint& print_of(std::size_t file) const noexcept;

    AgentPrint print_;
    std::vector<Identity> identities_; ///< of the executable and of the files
};

} // namespace referee
