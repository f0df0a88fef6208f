#pragma once
// One agent of a game: its process, and what was seen of that process.

#include "referee/base/steady_time.hpp"
#include "referee/process/process.hpp"
#include "referee/rules/side.hpp"
#include "referee/talk/answer_reader.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace referee {

/// Whoever starts the process also ends it. Whoever reads from it notes what was seen. A process may play
/// several games, on either side.
struct Seat {
    Side side = Side::First;
    int agent = 0; ///< 1 or 2; 0: nobody sat here yet
    const Manner* manner = nullptr;
    std::unique_ptr<Process> process;
    std::uint64_t seed = 0; ///< REFEREE_SEED of the process
    std::unique_ptr<AnswerReader> reader;
    bool is_new = true;      ///< in its first game
    bool out_closed = false; ///< the end of its standard output was read
    bool err_closed = false; ///< the end of its standard error was read
    bool in_broken = false;  ///< nobody can read what is written to it
    bool has_exited = false;
    SteadyTime::time_point exited_at; ///< when has_exited was set
    std::string stderr_tail;
    std::chrono::nanoseconds processor_before{0}; ///< processor time until the end of its last game
};

} // namespace referee
