#pragma once
// Messages to one agent, and its answers: one at a time, over its pipes, within the time it has.
// Source: docs/protocol.md, "Uninvited output", "The clock".

#include "referee/talk/agents.hpp"
#include "referee/talk/drain.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"
#include "referee/talk/turn_clock.hpp"
#include "referee/talk/wait_set.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// What an event of a wait set is about: a descriptor of an agent, or the stop token.
enum class EventSource : std::uint32_t { Output, Errors, Input, Exit, Stop };

/// The tag of an event in a wait set holds its source and the side of the agent.
[[nodiscard]] constexpr std::uint32_t tag_of(EventSource source, Side side) noexcept {
    return static_cast<std::uint32_t>(source) << 1 | static_cast<std::uint32_t>(side);
}
[[nodiscard]] constexpr EventSource source_of(const epoll_event& event) noexcept {
    return static_cast<EventSource>(event.data.u64 >> 1);
}
[[nodiscard]] constexpr Side side_of(const epoll_event& event) noexcept {
    return static_cast<Side>(event.data.u64 & 1);
}

/// Never waits: whoever waits on the wait set calls the function for each event. World errors are thrown as
/// std::system_error.
class Exchange {
  public:
    /// All of them must outlive it.
    Exchange(Seat& seat, TurnClock& clock, Drain& drain, Trace& trace, WaitSet& wait_set) noexcept;
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    /// Adds the descriptors of the seat's process to the wait set, and forgets an earlier process.
    void open();
    /// Removes the descriptors. Call it before they are closed.
    void close() noexcept;

    /// Says `message`, which must stay valid while an answer is awaited. A fault that is certain already
    /// becomes the reply without a wait.
    void begin(std::string_view message, std::chrono::nanoseconds limit);
    /// Says what needs no answer. An agent that is gone does not hear it.
    void tell(std::string_view message);

    [[nodiscard]] bool is_awaited() const noexcept { return is_awaited_; }
    [[nodiscard]] const AnswerTime& time() const noexcept { return time_; }
    /// The reply, once it is not awaited any more. Its line is valid until begin().
    [[nodiscard]] Reply& reply() noexcept { return reply_; }

    /// The time is over, or the turn is watched from now on.
    void check_time(SteadyTime::time_point now);
    /// Gives up waiting: a stop was requested.
    void stop();

    /// Reads output while an answer is awaited. False when there is nothing to read now.
    bool read_answer();
    /// Reads output while no answer is awaited: a protocol error, which the next reply is.
    void read_uninvited();
    /// The pipe of standard input takes bytes again, or (EPOLLERR) nobody can read it any more.
    void handle_input(std::uint32_t events);
    void handle_errors();
    void handle_exit();

  private:
    void read_last_answer();
    void judge_input();
    void judge_lost_reader();
    void write_rest();
    void stop_listening() noexcept;
    void settle(decltype(Reply::what) what);
    void settle_now(decltype(Reply::what) what);

    Seat& seat_;
    TurnClock& clock_;
    Drain& drain_;
    Trace& trace_;
    WaitSet& wait_set_;
    std::array<char, 2 * kMaxLineBytes> input_; ///< the answer so far
    std::size_t input_size_ = 0;
    std::string_view unsent_; ///< the rest of the message, which the pipe did not take
    bool is_awaited_ = false;
    bool in_broken_ = false;               ///< nobody can read what is written to the agent
    std::optional<std::string> uninvited_; ///< what is wrong with what the agent sent unasked
    AnswerTime time_;
    Reply reply_;
};

} // namespace referee
