#pragma once
// What the referee and its own processes in a sandbox say to each other, over a socket that keeps messages
// apart. These functions allocate nothing: they are used between fork and exec too.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/types.h>

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

/// Sends a message with descriptors. False, with errno, when that fails.
bool send(int socket, const void* message, std::size_t bytes, std::span<const int> descriptors = {}) noexcept;
bool send(int socket, const Order& order, std::span<const int> descriptors = {}) noexcept;
/// Receives a message of exactly `bytes` bytes, or of at least `least`. Its descriptors are put into
/// `descriptors`, -1 where there are fewer. False, with errno (0: the other end is closed; EMSGSIZE: it is
/// longer), when that fails.
bool receive(int socket, void* message, std::size_t bytes,
             std::array<int, kMostDescriptors>* descriptors = nullptr, std::size_t least = 0) noexcept;
bool receive(int socket, Order& order, std::array<int, kMostDescriptors>* descriptors = nullptr) noexcept;

/// Sends that `what` failed at `path`, and why: errno.
void send_failure(int socket, Report::What kind, const char* what, const char* path = "",
                  pid_t pid = 0) noexcept;

/// Closes all descriptors from 3 on but `kept`.
void close_all_but(std::span<int> kept) noexcept;

} // namespace referee::wire
