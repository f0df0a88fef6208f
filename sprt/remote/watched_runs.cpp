#include "sprt/remote/watched_runs.hpp"

#include "referee/base/text.hpp"
#include "referee/game/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace sprt::remote {
namespace {

using referee::counted;
using referee::Json;
using referee::JsonNode;

constexpr std::string_view kEvent = "referee.1.event.";
constexpr std::string_view kWorker = ".worker";
constexpr std::string_view kStanding = ".standing";

/// The doubts of a standing, made printable. An older coordinator tells none. Throws UserError for what a
/// coordinator does not send.
std::string doubts_in(const std::string& text) {
    constexpr std::size_t kMostOfKind = 40;
    constexpr std::size_t kMostOfText = 1000;
    const Json json = referee::parse_json(text, kMostKeys);
    const JsonNode root(json, "");
    static_cast<void>(root.at("format").integer(kFormat, kFormat));
    Json doubts = Json::array();
    for (const JsonNode& doubt : root.has("doubts") ? root.at("doubts").items() : std::vector<JsonNode>()) {
        Json numbers = Json::object();
        for (const auto& [key, number] : doubt.at("numbers").members()) {
            number.expect(number.json().is_number() || number.is_null(), "a number or null");
            numbers[referee::to_printable(key, kMostOfKind)] = number.json();
        }
        doubts.push_back({{"kind", referee::to_printable(doubt.at("kind").text(), kMostOfKind)},
                          {"numbers", std::move(numbers)},
                          {"text", referee::to_printable(doubt.at("text").text(), kMostOfText)}});
    }
    return referee::line_of(doubts);
}

/// The run of an event whose subject ends in `kind`; empty for other subjects.
std::optional<RunKey> run_of_event(std::string_view subject, std::string_view kind) {
    if (!subject.starts_with(kEvent) || !subject.ends_with(kind)) {
        return std::nullopt;
    }
    subject.remove_prefix(kEvent.size());
    subject.remove_suffix(kind.size());
    return run_of(subject);
}

} // namespace

std::string WatchedRuns::run_line(const RunKey& run, const Seen& seen) const {
    const Offer& offer = seen.offer.value();
    const auto& left = offer.games_left;
    const Json doubts = Json::parse(seen.doubts);
    if (form_ == StatusForm::Json) {
        return referee::line_of(
            {{"coordinator", run.coordinator},
             {"run", run.id},
             {"name", offer.name},
             {"state", name(offer.state)},
             {"epoch", offer.epoch},
             {"share", offer.share},
             {"slots", offer.slots},
             {"ready", offer.ready},
             {"games", offer.games},
             {"llr", offer.llr ? Json(*offer.llr) : Json(nullptr)},
             {"games_per_s", offer.games_per_s ? Json(*offer.games_per_s) : Json(nullptr)},
             {"games_left", left ? Json(*left) : Json(nullptr)},
             {"doubts", doubts}});
    }
    std::string line = fmt::format("{} of {} ({}): {}, {}", referee::to_printable(offer.name, 80),
                                   run.coordinator, run.id, name(offer.state), counted(offer.games, "game"));
    if (offer.llr) {
        line += fmt::format(", LLR {:.3f}", *offer.llr);
    }
    if (offer.games_per_s) {
        line += fmt::format(", {:.3g} games/s", *offer.games_per_s);
    }
    line += ", " + counted(offer.slots, "slot");
    if (left) {
        line += (*left)[0] == (*left)[1] ? ", " + counted((*left)[0], "game") + " left"
                                         : fmt::format(", {} to {} games left", (*left)[0], (*left)[1]);
    }
    for (const Json& doubt : doubts) {
        line += "\n  Warning: " + doubt["text"].get<std::string>();
    }
    return line;
}

/// Throws UserError for what a coordinator does not send.
std::string WatchedRuns::worker_line(const RunKey& run, const std::string& text) const {
    const Json json = referee::parse_json(text, kMostKeys);
    const JsonNode root(json, "");
    static_cast<void>(root.at("format").integer(kFormat, kFormat));
    if (form_ == StatusForm::Json) {
        Json its = json;
        its.erase("format");
        its["coordinator"] = run.coordinator;
        its["run"] = run.id;
        return referee::line_of(its);
    }
    const auto count = [&](const char* key) {
        return static_cast<std::uint64_t>(root.at(key).integer(0, std::int64_t{1} << 53));
    };
    std::string line = fmt::format("  {} in {}: {}, {}", referee::to_printable(root.at("worker").text(), 80),
                                   run.id, counted(count("slots"), "slot"), counted(count("pairs"), "pair"));
    if (root.has("wld")) {
        const auto wld = root.at("wld").items(3);
        line += fmt::format(", WLD {}/{}/{}", wld[0].integer(), wld[1].integer(), wld[2].integer());
    }
    if (count("voided") > 0) {
        line += fmt::format(", {} voided", count("voided"));
    }
    if (!root.at("speed").is_null()) {
        line += fmt::format(", {:.3g} million nodes/s", root.at("speed").number());
    }
    for (const auto& [key, says] :
         {std::pair("refused", "gets no more games: "), std::pair("quarantined", "gets no new pair: ")}) {
        if (root.has(key) && !root.at(key).is_null()) {
            line += fmt::format(", {}{}", says, referee::to_printable(root.at(key).text(), 200));
        }
    }
    return line;
}

std::string WatchedRuns::if_new(const std::string& key, std::string line) {
    std::string& last = last_[key];
    return last == line ? std::string() : last = std::move(line);
}

std::string WatchedRuns::hear(const BusMessage& message) {
    const std::string_view subject = message.subject;
    try {
        if (const auto run = run_of_event(subject, kWorker)) {
            const Json json = referee::parse_json(message.data, kMostKeys);
            return if_new(fmt::format("{} {}", subject, JsonNode(json, "").at("worker").text()),
                          worker_line(*run, message.data));
        }
        auto run = run_of_event(subject, kStanding);
        if (run) {
            runs_[*run].doubts = doubts_in(message.data);
        } else if (subject.starts_with(kOfferSubjects)) {
            run = run_of(subject.substr(kOfferSubjects.size()));
            if (run) {
                runs_[*run].offer = read_offer(message.data);
            }
        }
        if (run && runs_[*run].offer) {
            return if_new(run->subject("offer", ""), run_line(*run, runs_[*run]));
        }
    } catch (const referee::UserError&) { // nothing that a coordinator says, or another version of it
    }
    return "";
}

std::vector<std::string> WatchedRuns::runs() const {
    std::vector<std::string> lines;
    for (const auto& [run, seen] : runs_) {
        if (seen.offer) {
            lines.push_back(run_line(run, seen));
        }
    }
    return lines;
}

} // namespace sprt::remote
