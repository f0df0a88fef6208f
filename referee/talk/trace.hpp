#pragma once
// What was said in a game, for the author of an agent.

#include "referee/base/steady_time.hpp"
#include "referee/rules/ataxx/board.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace referee {

/// Keeps what passed between the referee and both agents of one game, in the order in which the referee saw
/// it. A line of the text: nanoseconds since the start of the game, `>` to the agent or `<` from it or `!`
/// from its standard error, the agent's number, what was said (printable). At most about 16 MiB are kept.
class Trace {
  public:
    /// One that is not `kept` ignores what it is told.
    explicit Trace(bool kept) noexcept
        : kept_(kept) {}

    /// Forgets the game before. `agents` are the numbers (1, 2) of who plays each side.
    void begin(std::array<int, 2> agents);

    void said(Side to, std::string_view message) { add('>', to, message); }
    void heard(Side from, std::string_view bytes) { add('<', from, bytes); }
    void heard_error(Side from, std::string_view bytes) { add('!', from, bytes); }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    void add(char direction, Side side, std::string_view bytes);

    std::array<int, 2> agents_{1, 2};
    SteadyTime::time_point begin_;
    std::string text_;
    bool kept_;
    bool is_full_ = false;
};

/// Writes a game's trace to `DIR/game-000012.txt`. Throws std::system_error when it cannot be written.
void write_trace(const std::filesystem::path& dir, std::uint64_t game, const std::string& text);

/// Creates the directory. Throws UserError when it is a file or holds traces already.
void make_trace_dir(const std::filesystem::path& dir);

} // namespace referee
