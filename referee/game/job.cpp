#include "referee/game/job.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/process/sha256.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace referee {
namespace {

constexpr In<std::chrono::microseconds> kReady{std::int64_t{1} << 42, 1}; // 50 days

constexpr auto times_in = [](auto& job) -> auto& {
    return job.limits.time;
};

constexpr auto kJobFields = fields<Job>(
    field("rules", &Job::rules, kGame), field("game", &Job::id), told("round", &Job::round), SeatsRow(),
    field("first", &Job::first, kPlayer), OpeningRow(), StartRow(), field("seed", &Job::seeds, kSeed),
    budget_row(times_in), limits_row(times_in),
    field(
        "ready_us", [](auto& job) -> auto& { return job.limits.ready; }, kReady),
    field(
        "turns", [](auto& job) -> auto& { return job.limits.turns; }, Whole{1, kMostNumber}),
    Part{"adjudication",
         [](const Job& job) {
             const Adjudication& rules = job.limits.adjudication;
             return rules.is_on() ? std::optional(adjudication_json(rules)) : std::nullopt;
         },
         [](const JsonNode& node, Job& job) { job.limits.adjudication = read_adjudication(node); }},
    field("keeps", &Job::keeps), told("verify", &Job::is_verified), told("tune", &Job::tune, TunedGameCode()),
    told("time_scale", &Job::time_scale, TimeScaleCode()));

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
    if (run.rule == SeedRule::Hashed) {
        return first_bits(sha256_of_text(fmt::format("REFEREE_SEED {} {} {}", run.seed, game, number(agent))),
                          64);
    }
    return game_seed(run.seed, game, agent == Player::Agent1 ? 0 : 1);
}

Json job_json(const Job& job) {
    return kJobFields.write(job);
}

Job read_job(const JsonNode& node) {
    Job job = kJobFields.read(node);
    node.at("opening").expect(job.opening.size() <= kMostOpeningMoves, "no longer than an opening may be");
    if (!node.has("budget_us") && !node.has("limits")) {
        throw UserError("missing field " + node.place() + "/budget_us");
    }
    if (job.tune) {
        node.at("tune").expect(!job.tune->names.empty(), "with the names of the parameters");
    }
    return job;
}

} // namespace referee
