#pragma once
// Messages to one agent, and its answers: one at a time, over its pipes, within the time it has.
// Source: docs/protocol.md, "Uninvited output", "The clock".

#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/pipe_io.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"

#include <cstdint>
#include <optional>
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

    /// Adds the descriptors of the seat's process, if it has one, to the wait set, and forgets an earlier
    /// game.
    void open();
    /// Removes the descriptors. Call it before they are closed.
    void close() noexcept;

    /// Asks `question`, whose texts must stay valid while an answer is awaited. A fault that is certain
    /// already becomes the reply without a wait.
    void begin(const Question& question);
    /// Says what needs no answer. An agent that is gone does not hear it.
    void tell(std::string_view message);

    [[nodiscard]] bool is_awaited() const noexcept { return is_awaited_; }
    [[nodiscard]] const AnswerTime& time() const noexcept { return time_; }
    /// The reply, once it is not awaited any more. Its line is valid until begin().
    [[nodiscard]] Reply& reply() noexcept { return reply_; }

    /// The time is over, or the last call is made, or the turn is watched from now on.
    void check_time(SteadyTime::time_point now);
    /// Gives up waiting: a stop was requested.
    void stop();
    /// Nobody could have answered, or read an answer, in this part of the wait: it is not charged.
    void excuse(std::chrono::nanoseconds part) noexcept;

    /// Reads output while an answer is awaited. False when there is nothing to read now.
    bool read_answer();
    /// Reads output while no answer is awaited. Where it is a protocol error, the next reply is that.
    void read_uninvited();
    /// The pipe of standard input takes bytes again, or (EPOLLERR) nobody can read it any more.
    void handle_input(std::uint32_t events);
    void handle_errors();
    void handle_exit();

  private:
    /// Reads what is there into the reader. The answer, if it is whole now.
    enum class Got : std::uint8_t { Nothing, Bytes, End };
    Got read(std::optional<AnswerReader::Answer>& answer);
    void read_last_answer();
    void judge_lost_reader();
    void write_rest();
    void make_last_call();
    void stop_listening() noexcept;
    void settle(decltype(Reply::what) what);
    void settle_now(decltype(Reply::what) what);

    Seat& seat_;
    TurnClock& clock_;
    Drain& drain_;
    Trace& trace_;
    WaitSet& wait_set_;
    std::string_view unsent_; ///< the rest of the message, which the pipe did not take
    std::string_view last_call_;
    std::chrono::nanoseconds grace_{0};
    bool is_awaited_ = false;
    AnswerTime time_;
    Reply reply_;
};

} // namespace referee
