#pragma once
// Asks the two agents of a game and waits for their answers. Starts and ends no process.

#include "referee/base/stop_token.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/exchange.hpp"
#include "referee/talk/wait_set.hpp"

#include <chrono>
#include <span>
#include <string_view>

namespace referee {

/// Used for one game after another, each from open() to close(). Every wait ends early, with Stopped, when a
/// stop is requested. ask_both() and ask() do what Agents promises.
class Conversation {
  public:
    /// All of them must outlive it.
    Conversation(PerSide<Seat>& seats, TurnClock& clock, Drain& drain, Trace& trace, StopToken stop);

    /// Begins with the two processes of the seats, which run.
    void open();
    /// Call it before the processes are reaped. May be called again.
    void close() noexcept;

    [[nodiscard]] PerSide<Reply> ask_both(const PerSide<std::string_view>& messages,
                                          std::chrono::nanoseconds limit);
    [[nodiscard]] Reply ask(Side side, std::string_view message, std::chrono::nanoseconds limit);
    /// Says what needs no answer.
    void tell(const PerSide<std::string_view>& messages);

  private:
    void wait_for_replies();
    [[nodiscard]] bool is_anyone_awaited() const noexcept;
    [[nodiscard]] SteadyTime::time_point next_check() const noexcept;
    void handle(std::span<const epoll_event> events);
    void handle_stop();

    TurnClock& clock_;
    StopToken stop_;
    WaitSet wait_set_;
    PerSide<Exchange> exchanges_;
};

} // namespace referee
