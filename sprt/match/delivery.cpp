#include "sprt/match/delivery.hpp"

namespace sprt {

void Delivery::put(ataxx::GameRecord record) {
    const std::uint64_t game = record.game;
    waiting_.emplace(game, std::move(record));
}

std::optional<ataxx::GameRecord> Delivery::next() {
    const auto first = waiting_.begin();
    if (first == waiting_.end() || first->first != handed_on_) {
        return std::nullopt;
    }
    ++handed_on_;
    return std::move(waiting_.extract(first).mapped());
}

} // namespace sprt
