#pragma once
// A cell of a sandbox: the place of one thread where the processes of an agent run, one agent at a time.
//
// Two processes of ours belong to a cell. The door stands outside the agent's process namespace; it starts
// the agent as a child of the thread that made the cell, so that its end, its processor time and its place
// among our children are as without a sandbox. The init stands inside; what the agent leaves behind becomes
// its child. When the door ends, the init ends, and with it everything inside: also after a SIGKILL of the
// referee. The messages to and from these processes stand first.
// Source: pid_namespaces(7); CLONE_PARENT in clone(2).

#include "referee/base/descriptor.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/process/sandbox/control_group.hpp"
#include "referee/process/sandbox/sandbox.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

// What the referee and its own processes in a sandbox say to each other, over a socket that keeps messages
// apart. The functions that do not throw allocate nothing: they are used between fork and exec too.
namespace referee::wire {

/// From a process of the referee's in a sandbox.
struct Report {
    enum class What : std::uint8_t {
        Failed,     ///< `error` and `text` say what; it ends
        WantsIds,   ///< its user namespace has no users yet
        Copied,     ///< with the descriptor of a copied file
        Built,      ///< with the descriptors of the user and the mount namespace
        Waits,      ///< a cell may be put into a control group now
        Ready,      ///< `pid` is the init of the cell
        Started,    ///< `pid` is the agent
        NotStarted, ///< `error` and `text` say why; no text: the exec failed. `pid`, if any, has to be reaped
        Swept,      ///< `pid` processes of the cell could not be ended
    };
    What what = What::Failed;
    int error = 0;
    pid_t pid = 0;
    std::array<char, 256> text{}; ///< the step that failed; ends in NUL
};

/// To it. Only the cores that are used are sent.
struct Order {
    enum class What : std::uint8_t { GoOn, Start, Sweep };
    static constexpr std::size_t kMostCoreBytes = 8192; ///< for 65536 cores
    What what = What::GoOn;
    std::uint64_t seed = 0;
    std::uint32_t core_bytes = 0; ///< 0: the cores of the cell
    std::array<unsigned char, kMostCoreBytes> cores{};
};

inline constexpr std::size_t kMostDescriptors = 3;

/// The referee's end of such a socket, and that of its process. Throws std::system_error.
[[nodiscard]] std::pair<Descriptor, Descriptor> make_sockets();

/// Sends a message with descriptors. False, with errno, when that fails.
bool send(int socket, const void* message, std::size_t bytes, std::span<const int> descriptors = {}) noexcept;
bool send(int socket, const Order& order, std::span<const int> descriptors = {}) noexcept;
/// Receives a message of exactly `bytes` bytes, or of at least `least`. Its descriptors are put into
/// `descriptors`, -1 where there are fewer. False, with errno (0: the other end is closed; EMSGSIZE: it is
/// longer), when that fails.
bool receive(int socket, void* message, std::size_t bytes,
             std::array<int, kMostDescriptors>* descriptors = nullptr, std::size_t least = 0) noexcept;
bool receive(int socket, Order& order, std::array<int, kMostDescriptors>* descriptors = nullptr) noexcept;

/// What failed, and the message of the error.
[[nodiscard]] std::string why(const Report& report);
/// The next report of a process of the referee's in a sandbox, with its descriptors. Throws SandboxError when
/// there is none, because `whose` was ended, and when something failed.
[[nodiscard]] Report next_report(int socket, std::array<Descriptor, kMostDescriptors>& descriptors,
                                 std::string_view whose);

/// Sends that `what` failed at `path`, and why: errno.
void send_failure(int socket, Report::What kind, const char* what, const char* path = "",
                  pid_t pid = 0) noexcept;

/// Closes all descriptors from 3 on but `kept`.
void close_all_but(std::span<int> kept) noexcept;

} // namespace referee::wire

namespace referee {

/// Belongs to the thread that made it: its processes end when that thread does.
class SandboxCell {
  public:
    /// `sandbox` must outlive it. Agents get `limits`, those of memory and of processes by a control group
    /// where one can be made; they cannot leave the cores of the calling thread then. Throws SandboxError.
    SandboxCell(const Sandbox& sandbox, std::vector<ResourceLimit> limits);
    /// Ends everything in it.
    ~SandboxCell();
    SandboxCell(const SandboxCell&) = delete;
    SandboxCell& operator=(const SandboxCell&) = delete;

    /// Starts the agent with REFEREE_SEED=`seed` on `cores` (nullptr: those of the calling thread), its
    /// descriptors 0, 1 and 2 being `ends`. What an earlier one wrote is gone. Returns its process number.
    /// Throws UserError when it cannot be executed, std::system_error when the machine cannot start it.
    [[nodiscard]] pid_t start(const std::array<int, 3>& ends, std::uint64_t seed,
                              const std::vector<int>* cores);

    /// Ends what the agent left behind. The agent itself must have been reaped.
    void sweep() noexcept;

    /// Holds everything in it still, or lets it go on, where the machine can; see ControlGroup::hold(). It
    /// must go on before start() and sweep().
    void hold(bool still) noexcept;

    /// See ControlGroup::memory(); empty without a group.
    [[nodiscard]] std::optional<GroupMemory> memory() const {
        return group_ ? group_->memory() : std::nullopt;
    }
    /// See ControlGroup::memory_from_now(); empty without a group.
    [[nodiscard]] std::optional<GroupMemory> memory_from_now() {
        return group_ ? group_->memory_from_now() : std::nullopt;
    }

    // For whoever holds it.
    bool works_in_rivals_turns = false; ///< its agent was seen to work while the other one was to move
    GroupMemory noted_memory{};         ///< that of its group, when it was read last

    [[nodiscard]] pid_t door() const noexcept { return door_; }
    /// Parent of what the agent leaves behind.
    [[nodiscard]] pid_t init() const noexcept { return init_; }
    [[nodiscard]] const Sandbox& sandbox() const noexcept { return sandbox_; }

  private:
    [[nodiscard]] wire::Report next_report() const;
    void make_group(std::vector<ResourceLimit>& limits);
    void end() noexcept;

    const Sandbox& sandbox_;
    std::optional<ControlGroup> group_; ///< it is removed when everything has ended
    Descriptor socket_;
    Descriptor left_behind_; ///< lists the children of the init
    pid_t door_ = -1;
    pid_t init_ = -1;
};

/// The cell of one agent and thread, from the first start of the agent on. Belongs to the thread that starts
/// the agent. Tells `orphans`, which must outlive it, of the cell's door.
class KeptCell {
  public:
    explicit KeptCell(Orphans& orphans) noexcept
        : orphans_(orphans) {}
    ~KeptCell() { close(); }
    KeptCell(const KeptCell&) = delete;
    KeptCell& operator=(const KeptCell&) = delete;

    /// Starts the agent of `sandbox`, which must outlive the cell, with REFEREE_SEED=`seed` on `cores`
    /// (nullptr: those of the calling thread). `limits`: of a new cell. An agent that has filled the memory
    /// of its control group may have had a process of its cell ended: then it gets a new cell. Throws as
    /// SandboxCell and Process do.
    [[nodiscard]] std::unique_ptr<Process> start(const Sandbox& sandbox,
                                                 const std::vector<ResourceLimit>& limits, std::uint64_t seed,
                                                 const std::vector<int>* cores);

    /// Null before the first start.
    [[nodiscard]] SandboxCell* get() const noexcept { return cell_.get(); }
    /// The process that what the agent leaves behind belongs to; 0 without a cell.
    [[nodiscard]] pid_t init() const noexcept { return cell_ ? cell_->init() : 0; }

  private:
    void close();

    Orphans& orphans_;
    std::unique_ptr<SandboxCell> cell_;
};

} // namespace referee
