#include "sprt/ledger/game_result.hpp"

#include "referee/base/splitmix64.hpp"

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
    [[nodiscard]] std::uint64_t value() const noexcept { return finalised(state_); }

  private:
    std::uint64_t state_ = 0;
};

} // namespace

GameResult result_of(const referee::GameRecord& record) noexcept {
    Fingerprint print;
    for (const referee::MoveNumbers& move : record.opening) {
        print.add(move);
    }
    const bool has_begun = !record.fault || !record.moves.empty() || !record.opening.empty();
    const std::uint64_t opening = print.value();
    print.add(number(record.first));
    print.add(static_cast<std::int64_t>(record.opening.size()));
    for (const referee::TimedMove& move : record.moves) {
        print.add(move.numbers);
    }
    print.add(static_cast<std::int64_t>(record.termination));
    print.add(record.winner ? static_cast<std::int64_t>(*record.winner) : -1);
    if (record.fault) {
        print.add(static_cast<std::int64_t>(record.game));
    }
    return {.game = record.game,
            .pair = record.pair,
            .opening = has_begun ? std::optional(opening) : std::nullopt,
            .moves = print.value(),
            .winner = record.winner,
            .broken_off = record.fault.has_value(),
            .faulty = record.fault && record.termination != referee::Termination::Timeout,
            .disputed = record.time_loss && record.time_loss->disputed};
}

} // namespace sprt
