#include "sprt/command/remote/run_events.hpp"

#include "referee/game/json.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/status/status_words.hpp"
#include "sprt/store/workers_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sprt {
namespace {

using referee::Json;
using remote::Clock;

constexpr auto kAtMostEvery = std::chrono::seconds(1);
constexpr int kShare = 50; // of the time goes to what is told, or less

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::array<std::uint64_t, 2>> left_of(const RunSnapshot& run, const Calculation& estimates) {
    const auto left = games_left(run, estimates);
    constexpr double kMost = 1e15; // more says nothing
    if (!left || !(left->lower >= 0 && left->upper <= kMost)) {
        return std::nullopt;
    }
    return std::array{static_cast<std::uint64_t>(std::ceil(left->lower)),
                      static_cast<std::uint64_t>(std::ceil(left->upper))};
}

} // namespace

std::string standing_event(const RunSnapshot& run, const Calculation& estimates) {
    Json standing{{"format", remote::kFormat}, {"over", run.state.is_over()}};
    standing.update(values_of_games(run, outcome_of(run), estimates));
    return line_of(standing);
}

RunEvents::RunEvents(remote::RemoteGames& games, const RunPlan& plan,
                     std::vector<std::string> session_changes,
                     std::function<std::map<std::string, WorkerFacts>(const remote::RemoteTotals&)> facts)
    : games_(games)
    , plan_(plan)
    , session_changes_(std::move(session_changes))
    , facts_(std::move(facts))
    , began_(Clock::now()) {}

void RunEvents::note_game(const referee::GameRecord& record, const RunState& so_far) {
    ++counted_;
    games_.tell([&](remote::Events& events) {
        events.note_game([&] { return to_json_line(record); }, Clock::now());
    });
    note_time(so_far);
}

void RunEvents::note_time(const RunState& so_far) {
    const remote::Time now = Clock::now();
    if (now >= next_ || so_far.is_over()) {
        tell(so_far);
        next_ = std::max(now + kAtMostEvery, now + kShare * (Clock::now() - now));
    }
}

void RunEvents::tell(const RunState& so_far) {
    const remote::RemoteTotals totals = games_.totals();
    const RunSnapshot snapshot{.plan = plan_, .state = so_far, .session_changes = session_changes_};
    const Calculation estimates = estimates_of(snapshot);
    std::string standing = standing_event(snapshot, estimates);
    std::map<std::string, std::string> workers;
    const Json known = workers_json(facts_(totals), so_far.workers);
    for (const auto& [worker, its] : known.items()) {
        Json json{{"format", remote::kFormat}, {"worker", worker}};
        const auto slots = totals.slots.find(worker);
        json["slots"] = slots != totals.slots.end() ? slots->second : 0;
        const auto counts = totals.workers.find(worker);
        const bool has_speed = counts != totals.workers.end() && counts->second.speed;
        json["speed"] = has_speed ? Json(*counts->second.speed) : Json(nullptr);
        json.update(its);
        workers[worker] = line_of(json);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    games_.note_pace(counted_ > 0 ? std::optional(static_cast<double>(counted_) / seconds) : std::nullopt,
                     left_of(snapshot, estimates));
    games_.tell([&](remote::Events& events) {
        events.note_standing(std::move(standing));
        for (auto& [worker, text] : workers) {
            events.note_worker(worker, std::move(text));
        }
    });
}

} // namespace sprt
