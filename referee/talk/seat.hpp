#pragma once
// One side of the board while a game is played: a process, and how far the conversation with it has come.

#include "referee/process/process.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

struct Seat {
    Side side = Side::First;
    std::optional<Process> process;
    std::array<char, 2 * kMaxLineBytes> input; ///< the answer so far
    std::size_t input_size = 0;
    std::string_view unsent; ///< rest of the message that the pipe did not take
    bool is_awaited = false;
    bool in_broken = false; ///< nobody can read what we write
    bool out_closed = false;
    bool err_closed = false;
    bool has_exited = false;
    SteadyTime::time_point exited_at;     ///< when that was seen
    std::optional<std::string> uninvited; ///< what is wrong with what it sent unasked
    std::string stderr_tail;
    SteadyTime::time_point asked;
    std::chrono::nanoseconds limit{0};
    std::chrono::nanoseconds patience{0}; ///< from `asked`; more than `limit` when its delays are not charged
    Reply reply;

    /// As before its first word; the buffers are kept.
    void reset() {
        process.reset();
        input_size = 0;
        unsent = {};
        is_awaited = in_broken = out_closed = err_closed = has_exited = false;
        uninvited.reset();
        stderr_tail.clear();
    }
};

} // namespace referee
