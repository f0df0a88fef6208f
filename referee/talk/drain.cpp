#include "referee/talk/drain.hpp"

#include "referee/talk/pipe_io.hpp"

#include <utility>

namespace referee {

std::string_view Drain::output(Seat& seat) {
    const ssize_t got = read_some(seat.process->out(), buffer_.data(), buffer_.size());
    if (got == 0) {
        seat.out_closed = true;
    }
    if (got <= 0) {
        return {};
    }
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
    trace_.heard(seat.side, bytes);
    return bytes;
}

bool Drain::errors(Seat& seat) {
    const ssize_t got = read_some(seat.process->err(), buffer_.data(), buffer_.size());
    if (got == 0) {
        seat.err_closed = true;
    }
    if (got <= 0) {
        return false;
    }
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
    trace_.heard_error(seat.side, bytes);
    seat.stderr_tail += bytes;
    if (seat.stderr_tail.size() > 2 * stderr_bytes_) {
        seat.stderr_tail.erase(0, seat.stderr_tail.size() - stderr_bytes_);
    }
    return true;
}

std::string Drain::last_errors(Seat& seat) {
    // A pipe holds 64 KiB, four reads. More comes only from another process that still holds the pipe.
    constexpr int kMostReads = 8;
    for (int reads = 0; reads < kMostReads && !seat.err_closed && errors(seat); ++reads) {
    }
    if (seat.stderr_tail.size() > stderr_bytes_) {
        seat.stderr_tail.erase(0, seat.stderr_tail.size() - stderr_bytes_);
    }
    return std::exchange(seat.stderr_tail, {});
}

} // namespace referee
