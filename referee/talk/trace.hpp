#pragma once
// What was said in a game, for the author of an agent.

#include "referee/base/steady_time.hpp"
#include "referee/rules/side.hpp"

#include <string>
#include <string_view>

namespace referee {

/// Keeps what passed between the referee and both agents of one game, in the order in which the referee saw
/// it. A line of the text: nanoseconds since the start of the game; `>` to the agent, `<` from it or `!` from
/// its standard error; the agent's number; what was said (printable). At most about 16 MiB are kept.
class Trace {
  public:
    /// A trace that is not `kept` stays empty.
    explicit Trace(bool kept) noexcept
        : kept_(kept) {}

    /// Begins a game and forgets the previous one. `agents` are the numbers (1 or 2) of the agents.
    void begin(PerSide<int> agents);

    void said(Side to, std::string_view message) { add('>', to, message); }
    void heard(Side from, std::string_view bytes) { add('<', from, bytes); }
    void heard_error(Side from, std::string_view bytes) { add('!', from, bytes); }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    void add(char direction, Side side, std::string_view bytes);

    PerSide<int> agents_{1, 2};
    SteadyTime::time_point begin_;
    std::string text_;
    bool kept_;
    bool is_full_ = false;
};

} // namespace referee
