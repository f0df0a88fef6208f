#pragma once
// A sandbox for one agent: the file tree that it sees, the user namespace it runs in and the system calls it
// may make, made once for a run. Each thread that plays makes a cell of it (cell.hpp), in which the agent's
// processes run.
// Source: docs/security.md; user_namespaces(7), mount_namespaces(7), pivot_root(2), seccomp(2).

#include "referee/base/descriptor.hpp"
#include "referee/process/program.hpp"
#include "referee/process/sandbox/control_group.hpp"
#include "referee/process/sandbox/view.hpp"

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <linux/filter.h>

namespace referee {

/// The machine cannot make a sandbox; what() says why in one line.
class SandboxError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Agents of a referee that root runs have this user and group: nobody.
inline constexpr unsigned kNobody = 65534;

/// Whether agents can run as nobody: this process is root, and not of a user namespace without such a user.
/// Otherwise they run as the user of this process, without rights over it.
[[nodiscard]] bool can_become_nobody();

/// What the agent in the sandbox is, and the namespaces that its cells start from. It is not changed once
/// made: several threads may make cells of it.
class Sandbox {
  public:
    /// Copies the files of `program`, whose digests must be those of `print`. See view_of() for `hidden`.
    /// Throws SandboxError; UserError when a wish cannot be fulfilled; AgentError when a file is not what
    /// `print` says.
    Sandbox(const Program& program, const SandboxWishes& wishes,
            const std::vector<std::filesystem::path>& hidden, const AgentPrint& print,
            std::shared_ptr<const ControlGroups> groups);

    /// The same for a program that differs from that of `other` in words and variables alone: both share the
    /// file tree.
    Sandbox(const Sandbox& other, const Program& program);

    [[nodiscard]] const View& view() const noexcept { return view_; }
    [[nodiscard]] const Program& program() const noexcept { return program_; }
    [[nodiscard]] const SandboxWishes& wishes() const noexcept { return wishes_; }
    /// NAME=value of the agent, without REFEREE_SEED.
    [[nodiscard]] const std::vector<std::string>& environment() const noexcept { return environment_; }
    [[nodiscard]] const std::vector<sock_filter>& filter() const noexcept { return filter_; }
    [[nodiscard]] const ControlGroups& groups() const noexcept { return *groups_; }
    [[nodiscard]] int user_namespace() const noexcept { return user_namespace_->fd(); }
    [[nodiscard]] int mount_namespace() const noexcept { return mount_namespace_->fd(); }

  private:
    void build(const AgentPrint& print);

    Program program_;
    SandboxWishes wishes_;
    std::shared_ptr<const ControlGroups> groups_;
    View view_;
    std::vector<std::string> environment_;
    std::vector<sock_filter> filter_;
    std::shared_ptr<const Descriptor> user_namespace_;
    std::shared_ptr<const Descriptor> mount_namespace_;
};

// Which system calls an agent in a sandbox may make. Source: docs/security.md, "System calls".

/// A filter for seccomp(2): calls that reach other processes, change what the agent sees, or open parts of
/// the kernel that a player does not need fail with EPERM, or ENOSYS where libraries then take an older call.
/// The kernel kills what makes calls of 32 bits, unless `has_32_bits`: the filter is then twice as long,
/// which each start of an agent pays for. With `keeps_cores` the choice of cores does nothing, and seems to
/// succeed. Throws std::system_error when the filter cannot be made.
[[nodiscard]] std::vector<sock_filter> seccomp_filter(bool has_32_bits, bool keeps_cores);

} // namespace referee
