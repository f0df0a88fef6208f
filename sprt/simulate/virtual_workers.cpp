#include "sprt/simulate/virtual_workers.hpp"

#include "sprt/schedule/delivery.hpp"

namespace sprt {

VirtualWorkers::VirtualWorkers(std::uint64_t count, Schedule& schedule, SimulatedGames& games)
    : lead_(count * kLeadPerWorker)
    , schedule_(schedule)
    , games_(games)
    , workers_(count) {
    for (std::size_t worker = 0; worker < count; ++worker) {
        idle_.push_back(worker);
    }
}

std::optional<GameResult> VirtualWorkers::next(std::uint64_t handed_on) {
    while (!idle_.empty() && !schedule_ended_ && begun_ < handed_on + lead_) {
        take_pair(idle_.back());
    }
    if (finishing_.empty()) {
        return std::nullopt;
    }
    const std::size_t worker = finishing_.top().worker;
    now_ = finishing_.top().time;
    finishing_.pop();
    Worker& at = workers_[worker];
    const GameResult result = at.playing;
    if (at.then) {
        const ScheduledGame game = *at.then;
        at.then.reset();
        play(worker, game);
    } else {
        idle_.push_back(worker);
    }
    return result;
}

void VirtualWorkers::take_pair(std::size_t worker) {
    const auto first = schedule_.next();
    if (!first) {
        schedule_ended_ = true;
        return;
    }
    const auto second = schedule_.next();
    schedule_ended_ = !second;
    begun_ += second ? 2U : 1U;
    idle_.pop_back();
    workers_[worker].then = second;
    play(worker, *first);
}

void VirtualWorkers::play(std::size_t worker, const ScheduledGame& game) {
    workers_[worker].playing = games_.play(game);
    finishing_.push({now_ + games_.duration(workers_[worker].playing), worker});
}

} // namespace sprt
