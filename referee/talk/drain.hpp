#pragma once
// Reading what agents write when no answer is read: standard error, and output that nobody asked for.

#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace referee {

/// Reads without waiting, writes all bytes to the trace, and keeps the end of each agent's standard error.
class Drain {
  public:
    /// Keeps the last `stderr_bytes` of each agent's standard error. `trace` must outlive it.
    Drain(std::size_t stderr_bytes, Trace& trace) noexcept
        : stderr_bytes_(stderr_bytes)
        , trace_(trace) {}

    /// One read of standard output: the bytes that came, valid until the next call. At the end of the stream
    /// notes it in the seat.
    std::string_view output(Seat& seat);

    /// One read of standard error. At the end of the stream notes it in the seat. False when nothing came.
    bool errors(Seat& seat);

    /// Reads the standard error that an agent has written until now. Returns the last bytes of all.
    [[nodiscard]] std::string last_errors(Seat& seat);

  private:
    std::size_t stderr_bytes_;
    Trace& trace_;
    std::array<char, 16 * 1024> buffer_;
};

} // namespace referee
