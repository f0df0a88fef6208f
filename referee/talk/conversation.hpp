#pragma once
// Asks the two agents of a game and waits for their answers. Starts and ends no process.

#include "referee/base/stop_token.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/exchange.hpp"
#include "referee/talk/pipe_io.hpp"
#include "referee/talk/seat.hpp"
#include "referee/timing/stall_watch.hpp"

#include <span>
#include <string_view>

namespace referee {

/// Used for one game after another, each from open() to close(). Every wait ends early, with Stopped, when a
/// stop is requested. ask_both() and ask() do what Agents promises.
class Conversation {
  public:
    /// All of them must outlive it.
    Conversation(PerSide<Seat>& seats, TurnClock& clock, Holder& holder, StallWatch& stalls, Drain& drain,
                 Trace& trace, StopToken stop);

    /// Begins a game with the processes of the seats, which run. A seat without a process may not be asked.
    void open();
    /// Call it before the processes are reaped. May be called again.
    void close() noexcept;
    [[nodiscard]] bool is_open() const noexcept { return is_open_; }

    [[nodiscard]] PerSide<Reply> ask_both(const PerSide<Question>& questions);
    [[nodiscard]] Reply ask(Side side, const Question& question);
    /// Says what needs no answer; nothing when a message is empty.
    void tell(const PerSide<std::string_view>& messages);

  private:
    void wait_for_replies();
    [[nodiscard]] bool is_anyone_awaited() const noexcept;
    [[nodiscard]] SteadyTime::time_point next_check() const noexcept;
    [[nodiscard]] SteadyTime::time_point last_reply() noexcept;
    [[nodiscard]] SteadyTime::time_point excuse(const PerSide<bool>& waits, SteadyTime::time_point due,
                                                SteadyTime::time_point now);
    void handle(std::span<const epoll_event> events);
    void handle_stop();

    TurnClock& clock_;
    Holder& holder_;
    StallWatch& stalls_;
    StopToken stop_;
    WaitSet wait_set_;
    PerSide<Exchange> exchanges_;
    bool is_open_ = false;
    bool is_turn_ = false;
};

} // namespace referee
