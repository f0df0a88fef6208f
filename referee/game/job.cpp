#include "referee/game/job.hpp"

#include "referee/base/seed.hpp"
#include "referee/process/sha256.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <utility>

namespace referee {
namespace {

/// The number that the first 16 of these hexadecimal digits are.
std::uint64_t first_64_bits(const std::string& digits) noexcept {
    constexpr std::size_t kDigits = 16;
    std::uint64_t bits = 0;
    std::from_chars(digits.data(), digits.data() + kDigits, bits, 16);
    return bits;
}

} // namespace

std::optional<Course> after_opening(const Job& job) {
    Course course(job.start && job.opening.empty() ? job.start->board : Board(job.rules));
    for (const MoveNumbers& move : job.opening) {
        if (course.board().ending() || !course.make(move)) {
            return std::nullopt;
        }
    }
    const bool has_opening = job.start || !job.opening.empty();
    const bool leads_elsewhere = job.start && course.board() != job.start->board;
    return leads_elsewhere || (has_opening && board_verdict(course, job.limits.turns))
               ? std::nullopt
               : std::optional(std::move(course));
}

std::uint64_t agent_seed(const RunSeed& run, std::uint64_t game, Player agent) {
    switch (run.rule) {
    case SeedRule::Hashed:
        return first_64_bits(
            sha256_of_text(fmt::format("REFEREE_SEED {} {} {}", run.seed, game, number(agent))));
    case SeedRule::Mixed:
        break;
    }
    return game_seed(run.seed, game, agent == Player::Agent1 ? 0 : 1);
}

} // namespace referee
