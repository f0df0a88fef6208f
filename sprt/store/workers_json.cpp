#include "sprt/store/workers_json.hpp"

#include "referee/base/text.hpp"
#include "sprt/ledger/workers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;

constexpr std::int64_t kMostOfWorker = std::int64_t{1} << 53;
constexpr auto kWorkerKeys = std::to_array<std::string_view>(
    {"pairs", "voided", "wrong", "refused", "copies", "differed", "quarantined", "distrusted", "machine",
     "games", "wld", "faults", "time_losses", "disputed", "interference", "delays_us", "reported"});

Json words_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

std::uint64_t its_count(const JsonNode& node, const char* key) {
    return static_cast<std::uint64_t>(node.at(key).integer(0, kMostOfWorker));
}

Json facts_of(const WorkerFacts& facts) {
    return {{"pairs", facts.pairs},
            {"voided", facts.voided},
            {"wrong", facts.wrong},
            {"refused", words_or_null(facts.refused)},
            {"copies", facts.copies},
            {"differed", facts.differed},
            {"quarantined", words_or_null(facts.quarantined)},
            {"distrusted", facts.is_distrusted},
            {"machine", facts.machine}};
}

void add_games(Json& json, const WorkerGames& its, const std::string& difference) {
    const auto us = [](std::chrono::nanoseconds time) {
        return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    };
    const auto& [one, two] = its.faults;
    const auto& disputed = its.machine.disputed();
    const auto& interference = its.machine.interference();
    const auto delays = its.machine.delays();
    json["games"] = its.games;
    json["wld"] = {its.wld.wins, its.wld.losses, its.wld.draws};
    json["faults"] = {one.faults(), two.faults()};
    json["time_losses"] = {one.time_losses(), two.time_losses()};
    json["disputed"] = {disputed.agent1, disputed.agent2};
    json["interference"] = {interference.agent1, interference.agent2};
    json["delays_us"] = {
        {"median", us(delays.median)}, {"p99", us(delays.p99)}, {"largest", us(delays.largest)}};
    json["reported"] = words_or_null(difference);
}

WorkerFacts worker_of(const JsonNode& node) {
    expect_known(node, kWorkerKeys);
    const auto text_at = [&](const char* key) {
        return node.at(key).is_null() ? std::string() : node.at(key).text();
    };
    WorkerFacts facts{.pairs = its_count(node, "pairs"),
                      .voided = its_count(node, "voided"),
                      .wrong = its_count(node, "wrong"),
                      .refused = text_at("refused")};
    if (node.has("copies")) { // earlier versions did not write it, nor what follows
        facts.copies = its_count(node, "copies");
        facts.differed = its_count(node, "differed");
        facts.quarantined = text_at("quarantined");
        facts.is_distrusted = node.at("distrusted").truth();
        facts.machine = node.at("machine").json();
    }
    return facts;
}

} // namespace

Json workers_json(const std::map<std::string, WorkerFacts>& facts, const GamesByWorker& games) {
    Json json = Json::object();
    for (const auto& [worker, its] : facts) {
        json[worker] = facts_of(its);
    }
    for (const auto& [worker, its] : facts) { // those whose pairs were all voided, too
        if (!games.by_name().empty()) {
            add_games(json[worker], {}, "");
        }
    }
    const AttemptsByWorker none;
    using Parts = std::vector<const GamesByWorker*>;
    const WorkerFindings findings(games.are_comparable() ? Parts{&games} : Parts{}, none);
    for (const auto& [worker, its] : games.by_name()) {
        if (!json.contains(worker)) { // the session in which it played was killed
            json[worker] = facts_of({});
        }
        add_games(json[worker], its, findings.difference(worker));
    }
    return json;
}

Json machine_said(const std::string& text) {
    constexpr std::size_t kLongest = 200;
    constexpr std::int64_t kMostCores = 1'000'000;
    const Json said = Json::parse(text, nullptr, false);
    if (!said.is_object()) {
        return nullptr;
    }
    Json machine = Json::object();
    for (const char* const key : {"system", "architecture", "processor"}) {
        if (said.contains(key) && said[key].is_string()) {
            machine[key] = referee::to_printable(said[key].get<std::string>(), kLongest);
        }
    }
    if (said.contains("cores") && said["cores"].is_number_integer()) {
        machine["cores"] = std::clamp<std::int64_t>(said["cores"].get<std::int64_t>(), 1, kMostCores);
    }
    return machine;
}

std::map<std::string, WorkerFacts> workers_of(const JsonNode& node) {
    std::map<std::string, WorkerFacts> workers;
    for (const auto& [worker, its] : node.members()) {
        workers[worker] = worker_of(its);
    }
    return workers;
}

} // namespace sprt
