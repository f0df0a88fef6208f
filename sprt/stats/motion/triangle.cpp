#include "sprt/stats/motion/triangle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sprt {
namespace {

constexpr int kSteps = 2000;

/// The line place + slope * time, in a frame that moves with the drift and in which the variance is 1.
struct Line {
    double place;
    double slope;
};

/// A source of heat at time 0. The heat of all images together is 0 on both lines.
struct Image {
    double place;
    double log_weight;
    double sign;
};

/// The image whose heat cancels that of `image` on `line`.
Image reflected(const Image& image, const Line& line) noexcept {
    return {.place = 2 * line.place - image.place,
            .log_weight = image.log_weight - 2 * line.slope * (line.place - image.place),
            .sign = -image.sign};
}

std::vector<Image> images(const Line& lower, const Line& upper) {
    constexpr int kReflections = 26; // on each side; twice as many as TriangleExit needs
    std::vector<Image> result{{0, 0, 1}};
    for (const bool up_first : {false, true}) {
        Image image{0, 0, 1};
        for (int i = 0; i < kReflections; ++i) {
            image = reflected(image, (i % 2 == 0) == up_first ? upper : lower);
            result.push_back(image);
        }
    }
    return result;
}

/// The density of first reaching `line` at `time`: half the slope of the density of places, which is 0 there.
double flux(const std::vector<Image>& sources, const Line& line, double time) noexcept {
    const double place = line.place + line.slope * time;
    double sum = 0;
    for (const Image& image : sources) {
        const double distance = place - image.place;
        sum += image.sign * distance * std::exp(image.log_weight - distance * distance / (2 * time));
    }
    return std::max(0.0, std::copysign(1.0, line.place) * sum) /
           (2 * time * std::sqrt(2 * std::numbers::pi * time));
}

} // namespace

TriangleExit::TriangleExit(const Triangle& triangle) {
    const double scale = std::sqrt(triangle.motion.variance);
    const double drift = triangle.motion.drift / scale;
    const double closing = triangle.closing / scale;
    const Line upper{triangle.motion.upper / scale, -closing - drift};
    const Line lower{triangle.motion.lower / scale, closing - drift};
    const double width = upper.place - lower.place;
    const double meeting = width / (2 * closing);
    // Without drift the probability of no exit before a time is about exp(-pi^2/2 integral dt / width^2),
    // where width is the distance of the bounds at each moment. Until this is exp(-40), 13 reflections
    // suffice.
    const double last = meeting / (1 + std::numbers::pi * std::numbers::pi * meeting / (80 * width * width));
    // A motion without variance meets the bound ahead, or the bound behind when that one closes in faster.
    // With a strong drift the exit is within a few deviations of that time.
    const double ahead = drift > 0 ? upper.place : -lower.place;
    const double behind = width - ahead;
    double straight = ahead / (closing + std::abs(drift));
    double speed = closing + std::abs(drift);
    if (closing > std::abs(drift) && behind / (closing - std::abs(drift)) < straight) {
        speed = closing - std::abs(drift);
        straight = behind / speed;
    }
    const double deviation = std::sqrt(straight) / speed;
    const bool never_behind = 2 * std::abs(drift) * behind > 40; // the probability to exit there is e^-40
    start_ = never_behind ? std::max(0.0, straight - 10 * deviation) : 0;
    const double end = std::min(last, straight + 14 * deviation + 100 / (speed * speed));
    span_ = end - start_;

    const std::vector<Image> sources = images(lower, upper);
    decided_.assign(kSteps + 1, 0);
    double through_upper = 0;
    double weighted_time = 0;
    for (int i = 0; i < kSteps; ++i) { // in the middle of each step, because the flux at the ends is 0
        const double part = (i + 0.5) / kSteps;
        const double time = start_ + span_ * part * part * part;
        const double step = 3 * span_ * part * part / kSteps;
        const double up = flux(sources, upper, time);
        const double both = up + flux(sources, lower, time);
        through_upper += up * step;
        weighted_time += both * time * step;
        decided_[static_cast<std::size_t>(i) + 1] = decided_[static_cast<std::size_t>(i)] + both * step;
    }
    const double total = decided_.back(); // 1 except for the error of the sums
    for (double& share : decided_) {
        share /= total;
    }
    upper_first_ = through_upper / total;
    expected_time_ = weighted_time / total;
}

double TriangleExit::undecided(double time) const noexcept {
    const double at = kSteps * std::cbrt((time - start_) / span_);
    if (!(at > 0) || at >= kSteps) {
        return at >= kSteps ? 0 : 1;
    }
    const auto i = static_cast<std::size_t>(at);
    const double part = at - static_cast<double>(i);
    return 1 - (decided_[i] + part * (decided_[i + 1] - decided_[i]));
}

double TriangleExit::time_quantile(double share) const noexcept {
    const auto above = std::lower_bound(decided_.begin() + 1, decided_.end() - 1, share);
    const double high = *above;
    const double low = *(above - 1);
    const double within = high > low ? (share - low) / (high - low) : 0;
    const double part = (static_cast<double>(above - decided_.begin() - 1) + within) / kSteps;
    return start_ + span_ * part * part * part;
}

} // namespace sprt
