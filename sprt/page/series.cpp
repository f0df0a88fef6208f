#include "sprt/page/series.hpp"

#include <algorithm>

namespace sprt {
namespace {

void fill_elo(SeriesPoint& point) {
    if (!point.elo) {
        point.elo = elo_so_far(point.counted);
    }
}

} // namespace

void Series::add(std::uint64_t games, const Standing& standing) {
    const double llr = standing.evaluation.llr;
    SeriesPoint point{.games = games,
                      .counted = standing.counted,
                      .evaluation = standing.evaluation,
                      .llr_low = llr,
                      .llr_high = llr};
    if (open_) {
        point.llr_low = std::min(llr, open_->llr_low);
        point.llr_high = std::max(llr, open_->llr_high);
    }
    if (games % (unit_games_ * stride_) != 0) {
        open_ = point;
        return;
    }
    open_.reset();
    kept_.push_back(point);
    if (kept_.size() == kMost) {
        drop_every_second();
    }
}

/// Keeps the multiples of twice the stride. The extremes of those that go are kept in the next one.
void Series::drop_every_second() {
    for (std::size_t i = 0; 2 * i + 1 < kept_.size(); ++i) {
        const SeriesPoint before = kept_[2 * i];
        SeriesPoint& point = kept_[i];
        point = kept_[2 * i + 1];
        point.llr_low = std::min(point.llr_low, before.llr_low);
        point.llr_high = std::max(point.llr_high, before.llr_high);
    }
    kept_.resize(kept_.size() / 2);
    stride_ *= 2;
}

std::vector<SeriesPoint> Series::points(std::uint64_t after) {
    const auto first = std::partition_point(kept_.begin(), kept_.end(),
                                            [&](const SeriesPoint& point) { return point.games <= after; });
    std::for_each(first, kept_.end(), fill_elo);
    std::vector<SeriesPoint> found(first, kept_.end());
    if (open_ && open_->games > after) {
        fill_elo(*open_);
        found.push_back(*open_);
    }
    return found;
}

std::optional<SeriesPoint> Series::last() {
    if (!open_ && kept_.empty()) {
        return std::nullopt;
    }
    SeriesPoint& point = open_ ? *open_ : kept_.back();
    fill_elo(point);
    return point;
}

} // namespace sprt
