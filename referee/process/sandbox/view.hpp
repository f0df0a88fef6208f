#pragma once
// Which files an agent in a sandbox sees, and where: a list of steps, and the process that builds the file
// tree by them.
// Source: docs/security.md, "What an agent sees".

#include "referee/process/program.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// What an agent in a sandbox may see and use, besides its own files.
struct SandboxWishes {
    /// Directories and files that it may read; relative ones are relative to its working directory. Those
    /// inside its own directory take the place of that directory. Absent: its own directory.
    std::optional<std::vector<std::string>> read{};
    std::int64_t scratch_mb = 64; ///< room for what it writes, MiB
    bool ponders = false;         ///< it may use its cores while the other agent is to move
};

/// One step of building the file tree that an agent sees. The tree is empty at first. All paths are absolute.
struct ViewStep {
    enum class Kind : std::uint8_t {
        Directory, ///< make the directory `at`, if it is not there
        Link,      ///< make the symbolic link `at` to `from`
        Bind,      ///< show the file or directory `from` at `at`, read-only
        Device,    ///< show the device `from` at `at`
        TakeApart, ///< show each entry of the directory that a Bind or TakeApart shows at `at` by itself
        Copy,      ///< show a read-only copy of the file `from` at `at`
        Hide,      ///< show nothing at `at`, a file or a directory
    };
    Kind kind;
    std::string at;
    std::string from{};
    bool is_file = false; ///< what is shown or hidden is no directory
    bool is_own = false;  ///< it is not of the system
};

struct View {
    std::vector<ViewStep> steps;
    std::vector<std::string> scratch; ///< directories that it may write to; one before those inside it
    std::vector<std::string> copied;  ///< files that are shown as copies: the executable first
    std::string dir;                  ///< working directory, as the program is told
};

/// What `program` sees: system libraries and programs, devices without memory, its own files and what
/// `wishes` adds. Of `hidden`, what lies in its own directories is not seen, nor when it is made later,
/// unless it is one of its own files. Changes no file. Throws UserError, naming what is wrong, when something
/// that it wishes to read does not exist.
[[nodiscard]] View view_of(const Program& program, const SandboxWishes& wishes,
                           const std::vector<std::filesystem::path>& hidden);

/// The files and directories of `program` that its rival must not see.
[[nodiscard]] std::vector<std::filesystem::path> private_paths(const Program& program);

/// Whether a copy of this file of a program is played only until the file is replaced: those of the system
/// directories, which are shown as they are at any time.
[[nodiscard]] bool is_replaceable(const std::string& file);

// Building the file tree that an agent in a sandbox sees, in a process of its own.

/// What is needed for a step: made before the process starts, which allocates nothing.
struct StepFiles {
    int owners = -1; ///< see mounts::change_owners(); -1: they stay
    int source = -1; ///< room for what is opened
};

/// Builds the tree of `view`, and reports over `socket`; never returns. One of `files` belongs to each step.
/// `as_root`: files are opened with the rights of root, before the user namespace is made.
[[noreturn]] void build_tree(const View& view, std::vector<StepFiles>& files, bool as_root,
                             int socket) noexcept;

} // namespace referee
