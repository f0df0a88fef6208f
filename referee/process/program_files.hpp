#pragma once
// The files that an agent consists of, and whether they are still what they were.

#include "referee/process/program.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace referee {

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
    [[nodiscard]] std::optional<std::string> changed() const;
    /// The same; all files are read again.
    [[nodiscard]] std::optional<std::string> changed_bytes() const;

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
    [[nodiscard]] const FilePrint& print_of(std::size_t file) const noexcept;

    AgentPrint print_;
    std::vector<Identity> identities_; ///< of the executable and of the files
};

} // namespace referee
