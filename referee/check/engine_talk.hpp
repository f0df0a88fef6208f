#pragma once
// What is said to an engine outside of games: the checks of the protocol itself.
// Source: docs/engines.md, "A session".

#include "referee/check/bench.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/reader.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace referee::check {

inline constexpr std::string_view kReadyOk = "readyok";
inline constexpr std::string_view kBestMove = "bestmove";

/// Prepares the process of `talker` for a game: it says all that is said before one. Returns what is wrong.
[[nodiscard]] std::optional<AgentFault> get_ready(const Subject& subject, Talker& talker);

/// Adds `position` with a FEN of the game, as the engine writes it.
void add_position(engine::TurnMessage& message, const Subject& subject, std::string_view fen);

/// One search.
struct Search {
    std::string line{};    ///< the answer, e.g. `bestmove g2`; empty when there is a problem
    std::string problem{}; ///< one line
    bool is_late = false;  ///< the problem is that no answer came in time
    std::chrono::nanoseconds took{0};
    std::chrono::nanoseconds processor{0}; ///< 0 when it cannot be read
    engine::SearchInfo info{};
};

/// Says a position, and then messages. The process must have been prepared.
class EngineTalk {
  public:
    EngineTalk(const Subject& subject, Talker& talker) noexcept
        : subject_(subject)
        , talker_(talker) {}

    /// `position` with this FEN and `isready`; returns what is wrong.
    [[nodiscard]] std::optional<AgentFault> position(std::string_view fen);
    /// position(), and a search with the limits of `go`. An engine that is late by `limit` is told `stop`
    /// when that is said here, and has another second. After a problem the process is ended.
    [[nodiscard]] Search search(std::string_view fen, const engine::TurnMessage& go,
                                std::chrono::nanoseconds limit, std::string_view last_call = {});
    /// Asks for an answer that begins with `awaited`.
    [[nodiscard]] std::variant<std::string, AgentFault>
    ask(std::string_view message, std::string_view awaited, std::chrono::nanoseconds limit);
    /// What is wrong, in one line. The process is ended, and tells how.
    [[nodiscard]] std::string end_by(const AgentFault& fault);

  private:
    const Subject& subject_;
    Talker& talker_;
};

/// The process of the bench, prepared. Empty when that fails, with the reason in `problem`.
[[nodiscard]] std::optional<EngineTalk> prepared_talk(Bench& bench, std::string& problem);

} // namespace referee::check
