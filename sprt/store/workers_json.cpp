#include "sprt/store/workers_json.hpp"

#include "referee/base/text.hpp"
#include "referee/game/json_fields.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sprt {
namespace {

using referee::Elsewhere;
using referee::field;
using referee::fields;
using referee::Json;
using referee::JsonNode;
using referee::TextOrNull;

constexpr auto kFactsOfWorker = fields<WorkerFacts>(
    field("pairs", &WorkerFacts::pairs), field("voided", &WorkerFacts::voided),
    field("wrong", &WorkerFacts::wrong), field("refused", &WorkerFacts::refused, TextOrNull()));
/// Earlier versions did not write them.
constexpr auto kTrustInWorker = fields<WorkerFacts>(
    field("copies", &WorkerFacts::copies), field("differed", &WorkerFacts::differed),
    field("quarantined", &WorkerFacts::quarantined, TextOrNull()),
    field("distrusted", &WorkerFacts::is_distrusted), field("machine", &WorkerFacts::machine));
constexpr auto kGamesOfWorker = fields<WorkerGames>(
    field("games", &WorkerGames::games), field("wld", [](const auto& its) { return wld_json(its.wld); }),
    field("faults", [](const auto& its) { return faults_json(its.faults); }),
    field("time_losses", [](const auto& its) { return time_losses_json(its.faults); }),
    field("disputed", [](const auto& its) { return its.machine.disputed(); }),
    field("interference", [](const auto& its) { return its.machine.interference(); }),
    field("delays_us", [](const auto& its) { return delays_json(its.machine.delays()); }),
    Elsewhere{"reported"});

Json facts_of(const WorkerFacts& facts) {
    Json json = kFactsOfWorker.write(facts);
    kTrustInWorker.add(json, facts);
    return json;
}

void add_games(Json& json, const WorkerGames& its, const std::string& difference) {
    kGamesOfWorker.add(json, its);
    json["reported"] = TextOrNull().write(difference);
}

WorkerFacts worker_of(const JsonNode& node) {
    node.expect_known(referee::joined(kFactsOfWorker.keys(), kTrustInWorker.keys(), kGamesOfWorker.keys()));
    WorkerFacts facts = kFactsOfWorker.read(node);
    if (node.has("copies")) {
        kTrustInWorker.read(node, facts);
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
