#include "referee/game/job_json.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication_json.hpp"
#include "referee/game/log/limits_json.hpp"
#include "referee/talk/protocol.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace referee {
namespace {

constexpr std::int64_t kMostJobNumber = 999'999'999;
constexpr std::int64_t kMostJobCount = std::int64_t{1} << 53;

Json both(const auto& of_agents, const auto& json_of) {
    return Json::array({json_of(of_agents.agent1), json_of(of_agents.agent2)});
}

/// Reads both values of the array at `key`.
template<class Value>
PerPlayer<Value> read_both(const JsonNode& node, const char* key, const auto& read) {
    const auto items = node.at(key).items(2);
    return {read(items[0]), read(items[1])};
}

std::uint64_t read_count(const JsonNode& node) {
    return static_cast<std::uint64_t>(node.integer(0, kMostJobCount));
}

Game read_rules(const JsonNode& node) {
    const auto game = rules_named(node.text());
    node.expect(game.has_value(), "the name of rules that this version knows");
    return *game;
}

MoveNumbers read_move(const JsonNode& node, Game rules) {
    MoveNumbers numbers;
    for (const JsonNode& number : node.items(facts_of(rules).numbers)) {
        numbers.push_back(static_cast<int>(number.integer(-kMostJobNumber, kMostJobNumber)));
    }
    return numbers;
}

Start read_start_of(const JsonNode& node, Game rules) {
    const std::string fen = node.text();
    try {
        return read_start(rules, fen);
    } catch (const UserError& error) {
        throw UserError(node.place() + ": " + error.what());
    }
}

GameLimits read_game_limits(const JsonNode& node) {
    const auto time = read_limits(node);
    if (!time.agent1 || !time.agent2) {
        throw UserError("missing field " + node.place() + "/budget_us");
    }
    GameLimits limits{.time = {*time.agent1, *time.agent2},
                      .ready =
                          std::chrono::microseconds(node.at("ready_us").integer(1, kMostJobCount / 1000)),
                      .turns = static_cast<int>(node.at("turns").integer(1, kMostJobNumber))};
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
    if (job.time_scale) {
        json["time_scale"] = static_cast<double>(job.time_scale->thousandths) / 1000;
    }
    return json;
}

Job read_job(const JsonNode& node) {
    Job job;
    job.rules = read_rules(node.at("rules"));
    job.id = read_count(node.at("game"));
    if (node.has("round") || node.has("agents")) {
        job.round = read_count(node.at("round"));
        job.agents = read_both<AgentId>(node, "agents", [](const JsonNode& agent) {
            return AgentId{static_cast<std::size_t>(read_count(agent))};
        });
    }
    job.first = node.at("first").integer(1, 2) == 1 ? Player::Agent1 : Player::Agent2;
    for (const JsonNode& move : node.at("opening").items()) {
        job.opening.push_back(read_move(move, job.rules));
    }
    node.at("opening").expect(job.opening.size() <= kMostOpeningMoves, "no longer than an opening may be");
    if (node.has("start_fen")) {
        job.start = read_start_of(node.at("start_fen"), job.rules);
    }
    job.seeds = read_both<std::uint64_t>(node, "seed", [](const JsonNode& seed) {
        const auto value = parse_seed(seed.text());
        seed.expect(value.has_value(), std::string(kSeedForm) + " in a string");
        return *value;
    });
    job.limits = read_game_limits(node);
    job.keeps = read_both<bool>(node, "keeps", [](const JsonNode& keeps) { return keeps.truth(); });
    job.is_verified = node.has("verify") && node.at("verify").truth();
    if (node.has("time_scale")) {
        job.time_scale = read_time_scale(node.at("time_scale"));
    }
    return job;
}

} // namespace referee
