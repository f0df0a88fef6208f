#include "sprt/ledger/game_result.hpp"

#include "referee/base/seed.hpp"

#include <span>

namespace sprt {
namespace {

using referee::finalised;

class Fingerprint {
  public:
    void add(std::int64_t number) noexcept {
        state_ =
            finalised(state_ + referee::kGoldenGamma) ^ finalised(static_cast<std::uint64_t>(number) + 1);
    }
    void add(const referee::MoveNumbers& move) noexcept {
        for (const int number : move) {
            add(number);
        }
    }
    void add_moves(std::span<const referee::TimedMove> moves) noexcept {
        for (const referee::TimedMove& move : moves) {
            add(move.numbers);
        }
    }
    void add_end(referee::Termination termination, std::optional<referee::Winner> winner) noexcept {
        add(static_cast<std::int64_t>(termination));
        add(winner ? static_cast<std::int64_t>(*winner) : -1);
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return finalised(state_); }

  private:
    std::uint64_t state_ = 0;
};

/// How a game went on after a rule would have ended it. Never 0.
std::uint64_t rest_of(const referee::GameRecord& record, std::span<const referee::TimedMove> moves) noexcept {
    Fingerprint print;
    print.add_moves(moves);
    print.add_end(record.termination, record.winner);
    return print.value() | 1U;
}

/// Whether an agent worked while the other one's clock ran, and did not lose.
bool is_helped_by_interference(const referee::GameRecord& record) noexcept {
    for (const referee::Player player : referee::kPlayers) {
        if (interfered(record, player) && record.winner != referee::winner_is(other(player))) {
            return true;
        }
    }
    return false;
}

} // namespace

GameResult result_of(const referee::GameRecord& record) noexcept {
    Fingerprint print;
    for (const referee::MoveNumbers& move : record.opening) {
        print.add(move);
    }
    if (record.start) {
        for (const char c : record.start->fen) {
            print.add(c);
        }
    }
    const bool has_begun = !record.fault || !record.moves.empty() || !record.opening.empty() || record.start;
    const std::uint64_t opening = print.value();
    const auto& would = record.would_adjudicate;
    const std::span<const referee::TimedMove> moves = record.moves;
    const auto part = moves.first(would ? would->turn - record.opening.size() : moves.size());
    print.add_moves(part);
    const std::uint64_t line = print.value() | 1U;
    print.add(number(record.first));
    print.add(static_cast<std::int64_t>(record.opening.size()));
    if (would) {
        print.add_end(referee::Termination::Adjudicated, would->winner);
    } else {
        print.add_end(record.termination, record.winner);
    }
    if (record.fault) {
        print.add(static_cast<std::int64_t>(record.game));
    }
    return {.game = record.game,
            .pair = record.pair,
            .opening = has_begun ? std::optional(opening) : std::nullopt,
            .moves = print.value(),
            .rest = would ? rest_of(record, moves.subspan(part.size())) : 0,
            .line = line,
            .winner = record.winner,
            .broken_off = record.fault.has_value(),
            .faulty = record.fault && !is_time_loss(record),
            .disputed = record.time_loss && record.time_loss->disputed,
            .doubtful = record.winner && (record.doubtful || is_helped_by_interference(record)),
            // An agent that was late on purpose, and made its rival late, chooses which pairs are dropped.
            .disturbed = record.disturbances.by_agents() > 0 ||
                         (!record.winner && record.disturbances.machine_overloaded > 0),
            .ended_by = record.adjudication,
            .verified = would && record.winner
                            ? std::optional(VerifiedRule{would->rule, would->winner != *record.winner,
                                                         record.turns - would->turn})
                            : std::nullopt};
}

} // namespace sprt
