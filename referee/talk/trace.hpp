#pragma once
// What was said in a game, for the author of an agent.

#include "referee/base/time.hpp"
#include "referee/rules/ending.hpp"

#include <cstdint>
#include <filesystem>
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

// The files that hold traces, one for each game.

/// What is done about traces that a directory holds already.
enum class OldTraces { Refuse, Keep, Remove };

/// Creates the directory. Throws UserError when it is a file, or holds traces although they are refused.
/// Removes nothing.
void make_trace_dir(const std::filesystem::path& dir, OldTraces old_traces = OldTraces::Refuse);

/// Removes the traces in the directory; all other files stay.
void remove_traces(const std::filesystem::path& dir);

/// Writes the trace of a game to a file such as `DIR/game-000012.txt`. Throws std::system_error when the file
/// cannot be written.
void write_trace(const std::filesystem::path& dir, std::uint64_t game, const std::string& text);

} // namespace referee
