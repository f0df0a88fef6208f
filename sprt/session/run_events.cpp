#include "sprt/session/run_events.hpp"

#include "referee/game/json.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_result.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace sprt {
namespace {

using referee::Json;
using remote::Clock;

constexpr auto kAtMostEvery = std::chrono::seconds(1);
constexpr int kShare = 50; // of the time goes to what is told, or less

} // namespace

std::string standing_event(const RunSnapshot& run, const Calculation& estimates) {
    Json standing{{"format", remote::kFormat}, {"over", run.state.is_over()}};
    standing.update(values_of_games(run, outcome_of(run), estimates));
    if (run.state.tuning) { // of many parameters more than a message holds
        standing["result"]["tune"].erase("trace");
    }
    return referee::line_of(standing);
}

std::string standing_event(const TournamentState& state, const std::optional<Anchor>& anchor,
                           const std::vector<std::string>& changes) {
    Json result = to_json(state, anchor);
    for (const char* of_pairs : {"cov", "difference_se", "los"}) { // of 64 agents more than a message holds
        result["ratings"].erase(of_pairs);
    }
    result.erase("trusted_ratings");
    return referee::line_of({{"format", remote::kFormat},
                             {"over", state.is_over()},
                             {"result", std::move(result)},
                             {"doubts", doubts_json(doubts_of_changes(changes))}});
}

RunEvents::RunEvents(remote::RemoteGames& games, const Counting& counting, const OfferedRun& run,
                     std::function<std::map<std::string, WorkerFacts>(const remote::RemoteTotals&)> facts)
    : games_(games)
    , counting_(counting)
    , run_(run)
    , facts_(std::move(facts))
    , began_(Clock::now()) {}

void RunEvents::note_game(const referee::GameRecord& record) {
    ++counted_;
    games_.tell([&](remote::Events& events) {
        events.note_game([&] { return to_json_line(record); }, Clock::now());
    });
    note_time();
}

void RunEvents::note_time() {
    const remote::Time now = Clock::now();
    if (now >= next_ || counting_.has_ended()) {
        tell();
        next_ = std::max(now + kAtMostEvery, now + kShare * (Clock::now() - now));
    }
}

void RunEvents::tell() {
    const remote::RemoteTotals totals = games_.totals();
    RunNews news = run_.news();
    std::map<std::string, std::string> workers;
    const Json known = workers_json(facts_(totals), counting_.workers());
    for (const auto& [worker, its] : known.items()) {
        Json json{{"format", remote::kFormat}, {"worker", worker}};
        const auto slots = totals.slots.find(worker);
        json["slots"] = slots != totals.slots.end() ? slots->second : 0;
        const auto counts = totals.workers.find(worker);
        const bool has_speed = counts != totals.workers.end() && counts->second.speed;
        json["speed"] = has_speed ? Json(*counts->second.speed) : Json(nullptr);
        json.update(its);
        workers[worker] = referee::line_of(json);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    games_.note_pace(counted_ > 0 ? std::optional(static_cast<double>(counted_) / seconds) : std::nullopt,
                     news.games_left);
    games_.tell([&](remote::Events& events) {
        events.note_standing(std::move(news.standing));
        for (auto& [worker, text] : workers) {
            events.note_worker(worker, std::move(text));
        }
    });
}

} // namespace sprt
