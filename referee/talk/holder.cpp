#include "referee/talk/holder.hpp"

namespace referee {

void Holder::game_begins(const PerSide<SandboxCell*>& cells) noexcept {
    cells_ = cells;
    release();
}

void Holder::turn_begins(Side mover) noexcept {
    mover_ = mover;
    hold(mover, false);
    if (SandboxCell* const waiting = cells_[opponent(mover)];
        waiting != nullptr && waiting->works_in_rivals_turns) {
        hold(opponent(mover), true);
    }
}

void Holder::turn_lasts(std::chrono::nanoseconds so_far) noexcept {
    if (so_far >= kLatest) {
        hold(opponent(mover_), true);
    }
}

std::chrono::nanoseconds Holder::next_look() const noexcept {
    const Side waiting = opponent(mover_);
    return cells_[waiting] != nullptr && !is_held_[waiting] ? std::chrono::nanoseconds(kLatest)
                                                            : std::chrono::nanoseconds::max();
}

void Holder::turn_ends(const TurnLoad& load) noexcept {
    if (SandboxCell* const waiting = cells_[opponent(mover_)];
        waiting != nullptr && load.rival_cpu > kMostWork) {
        waiting->works_in_rivals_turns = true;
    }
}

void Holder::release() noexcept {
    hold(Side::First, false);
    hold(Side::Second, false);
}

void Holder::hold(Side side, bool still) noexcept {
    if (cells_[side] != nullptr) {
        cells_[side]->hold(still);
        is_held_[side] = still;
    }
}

} // namespace referee
