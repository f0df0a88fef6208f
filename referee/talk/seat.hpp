#pragma once
// One agent of a game: its process, and what was seen of that process.

#include "referee/base/steady_time.hpp"
#include "referee/process/process.hpp"
#include "referee/rules/side.hpp"

#include <optional>
#include <string>

namespace referee {

/// Whoever starts the process also ends it. Whoever reads from it notes what was seen.
struct Seat {
    Side side = Side::First;
    std::optional<Process> process;
    bool out_closed = false; ///< the end of its standard output was read
    bool err_closed = false; ///< the end of its standard error was read
    bool has_exited = false;
    SteadyTime::time_point exited_at; ///< when has_exited was set
    std::string stderr_tail;

    /// As before the first process. The buffer is kept.
    void reset() {
        process.reset();
        out_closed = err_closed = has_exited = false;
        stderr_tail.clear();
    }
};

} // namespace referee
