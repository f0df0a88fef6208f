#include "referee/game/job.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/process/sha256.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <string>
#include <utility>
#include <vector>

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

namespace {

constexpr std::int64_t kMostReadyUs = std::int64_t{1} << 42; // 50 days

Json both(const auto& of_agents, const auto& json_of) {
    return Json::array({json_of(of_agents.agent1), json_of(of_agents.agent2)});
}

GameLimits read_game_limits(const JsonNode& node) {
    const auto time = read_limits(node);
    if (!time.agent1 || !time.agent2) {
        throw UserError("missing field " + node.place() + "/budget_us");
    }
    GameLimits limits{.time = {*time.agent1, *time.agent2},
                      .ready = std::chrono::microseconds(node.at("ready_us").integer(1, kMostReadyUs)),
                      .turns = static_cast<int>(node.at("turns").integer(1, kMostNumber))};
    if (node.has("adjudication")) {
        limits.adjudication = read_adjudication(node.at("adjudication"));
    }
    return limits;
}

} // namespace

Json job_json(const Job& job) {
    Json json{{"rules", rules_name(job.rules)}, {"game", job.id}};
    if (job.round) {
        json["round"] = *job.round;
        json["agents"] = both(job.agents, [](AgentId agent) { return index(agent); });
    }
    json["first"] = number(job.first);
    json["opening"] = Json::array();
    for (const MoveNumbers& move : job.opening) {
        json["opening"].push_back(std::vector<int>(move.begin(), move.end()));
    }
    if (job.start) {
        json["start_fen"] = job.start->fen;
    }
    json["seed"] = both(job.seeds, [](std::uint64_t seed) { return std::to_string(seed); }); // 64 bits
    const std::string limits = limits_field({job.limits.time.agent1, job.limits.time.agent2});
    json.update(Json::parse("{" + limits.substr(1) + "}"));
    json["ready_us"] = std::chrono::floor<std::chrono::microseconds>(job.limits.ready).count();
    json["turns"] = job.limits.turns;
    if (job.limits.adjudication.is_on()) {
        json["adjudication"] = adjudication_json(job.limits.adjudication);
    }
    json["keeps"] = both(job.keeps, [](bool keeps) { return keeps; });
    if (job.is_verified) {
        json["verify"] = true;
    }
    if (job.tune) {
        json["tune"] = tuned_game_json(*job.tune);
    }
    if (job.time_scale) {
        json["time_scale"] = static_cast<double>(job.time_scale->thousandths) / 1000;
    }
    return json;
}

Job read_job(const JsonNode& node) {
    Job job;
    job.rules = to_game(node.at("rules"));
    job.id = to_count(node.at("game"));
    if (node.has("round") || node.has("agents")) {
        const PerPlayer<JsonNode> agents = of_both(node.at("agents"));
        job.round = to_count(node.at("round"));
        job.agents = {to_agent_id(agents.agent1), to_agent_id(agents.agent2)};
    }
    job.first = to_player(node.at("first"));
    const std::size_t numbers = facts_of(job.rules).numbers;
    for (const JsonNode& move : node.at("opening").items()) {
        job.opening.push_back(to_numbers(move.items(numbers), numbers));
    }
    node.at("opening").expect(job.opening.size() <= kMostOpeningMoves, "no longer than an opening may be");
    if (node.has("start_fen")) {
        job.start = to_start(node.at("start_fen"), job.rules);
    }
    const PerPlayer<JsonNode> seeds = of_both(node.at("seed"));
    job.seeds = {to_seed(seeds.agent1), to_seed(seeds.agent2)};
    job.limits = read_game_limits(node);
    const PerPlayer<JsonNode> keeps = of_both(node.at("keeps"));
    job.keeps = {keeps.agent1.truth(), keeps.agent2.truth()};
    job.is_verified = node.has("verify") && node.at("verify").truth();
    if (node.has("tune")) {
        job.tune = to_tuned_game(node.at("tune"));
        node.at("tune").expect(!job.tune->names.empty(), "with the names of the parameters");
    }
    if (node.has("time_scale")) {
        job.time_scale = read_time_scale(node.at("time_scale"));
    }
    return job;
}

} // namespace referee
