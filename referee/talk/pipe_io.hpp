#pragma once
// Reading from, writing to and waiting for pipes that do not block.

#include "referee/base/steady_time.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <poll.h>
#include <sys/types.h>

namespace referee {

/// Waits for events until `deadline`; false when none came. Does not wait when the deadline has passed.
/// Throws std::system_error when the machine cannot wait.
bool wait_until(std::span<pollfd> descriptors, SteadyTime::time_point now, SteadyTime::time_point deadline);

/// read() that retries after signals. Returns the number of bytes, 0 at the end of the stream or after an
/// error, -1 when there is nothing to read now.
[[nodiscard]] ssize_t read_some(int fd, char* to, std::size_t size) noexcept;

/// write() that retries after signals. Returns the number of bytes that the pipe took; empty when nobody can
/// read the pipe.
[[nodiscard]] std::optional<std::size_t> write_some(int fd, std::string_view text) noexcept;

} // namespace referee
