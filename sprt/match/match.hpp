#pragma once
// A run: games in schedule order, counted until the test decides.

#include "referee/agent/agent_processes.hpp"
#include "referee/agent/signal_stop.hpp"
#include "referee/game/record.hpp"
#include "sprt/match/config.hpp"
#include "sprt/match/workers.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>

namespace sprt {

/// What a run knows after some games: a function of the records counted, in whatever order they finished.
struct Standing {
    Wld games;
    std::uint64_t unscored = 0;
    std::array<std::chrono::nanoseconds, 2> used{}; ///< by Player, over the scored games
    double llr = 0;
    Verdict verdict = Verdict::Continue;
};

/// Adds one game, in schedule order. An unscored game changes nothing but its own count.
void count_game(Standing& standing, const ataxx::GameRecord& record, const Hypotheses& test);

enum class EndReason : std::uint8_t { Verdict, MaxGames, Interrupted };

struct MatchResult {
    Standing standing;
    EndReason reason = EndReason::Interrupted;
    std::uint64_t games_beyond = 0; ///< begun beyond the last one counted; thrown away
};

/// Called with each game as it is counted.
using OnGame = std::function<void(const ataxx::GameRecord&, const Standing&)>;

/// Plays with `make_player` on `config.concurrency` threads (filled in) until the verdict,
/// `config.max_games`, or `interrupt` becomes readable. Games that are still being played then are stopped
/// and not counted. What the workers or `on_game` throw comes through.
[[nodiscard]] MatchResult run_match(const Config& config, const MakePlayer& make_player,
                                    ataxx::StopToken interrupt, const OnGame& on_game);

/// The programs of both agents, by Player. Throws UserError naming the place by `sources` when one cannot be
/// executed.
[[nodiscard]] std::array<ataxx::Program, 2> find_programs(const Config& config, const ConfigSources& sources);

/// A player of `config`'s schedule (seed filled in) with agents as processes. `programs` and `config` must
/// outlive it.
[[nodiscard]] MakePlayer process_player(const Config& config, const std::array<ataxx::Program, 2>& programs,
                                        const rlimit& agents_descriptors);

} // namespace sprt
