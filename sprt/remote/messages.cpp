#include "sprt/remote/messages.hpp"

#include "referee/game/job_json.hpp"
#include "referee/game/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace sprt::remote {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::UserError;

constexpr std::int64_t kMostInteger = std::int64_t{1} << 53;
constexpr double kMostShare = 1e6;
constexpr double kMostOfEstimate = 1e9;
constexpr std::size_t kMostOfName = 1000; // bytes; what is longer is cut

constexpr std::array<std::string_view, 4> kStates{"open", "waiting", "ended", "unwelcome"};
constexpr std::array<std::string_view, 3> kReturned{"stopping", "paused", "cannot_play"};
constexpr std::array<std::string_view, 3> kTaken{"kept", "void", "wrong"};

template<class Enum, std::size_t Count>
std::string_view word_of(Enum value, const std::array<std::string_view, Count>& words) {
    return words[static_cast<std::size_t>(value)];
}

template<class Enum, std::size_t Count>
Enum value_of(const JsonNode& node, const std::array<std::string_view, Count>& words) {
    const std::string text = node.text();
    const auto found = std::ranges::find(words, text);
    node.expect(found != words.end(), fmt::format("one of {}", fmt::join(words, ", ")));
    return static_cast<Enum>(found - words.begin());
}

std::uint64_t count_of(const JsonNode& node) {
    return static_cast<std::uint64_t>(node.integer(0, kMostInteger));
}

double number_of(const JsonNode& node, double least, double most) {
    const double value = node.number();
    node.expect(value >= least && value <= most, fmt::format("from {:g} to {:g}", least, most));
    return value;
}

/// A text of an offer that is no name.
std::string short_text_of(const JsonNode& node) {
    constexpr std::size_t kMostOfText = 100;
    std::string text = node.text();
    node.expect(text.size() <= kMostOfText, fmt::format("at most {} bytes", kMostOfText));
    return text;
}

std::string session_of(const JsonNode& node) {
    std::string text = node.text();
    const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    node.expect(text.size() == 16 && std::ranges::all_of(text, is_hex), "16 hexadecimal digits");
    return text;
}

std::uint32_t slot_of(const JsonNode& node) {
    return static_cast<std::uint32_t>(node.integer(0, std::numeric_limits<std::uint16_t>::max()));
}

int attempt_number_of(const JsonNode& node) {
    return static_cast<int>(node.integer(1, std::numeric_limits<std::uint16_t>::max()));
}

Attempt attempt_of(const JsonNode& node) {
    return {.pair = count_of(node.at("pair")), .attempt = attempt_number_of(node.at("attempt"))};
}

/// The JSON of a message, of which `format` is known.
Json message_json(std::string_view text) {
    if (text.size() > kMostBytes) {
        throw UserError(fmt::format("a message of {} bytes; the most are {}", text.size(), kMostBytes));
    }
    Json json = referee::parse_json(text, kMostKeys);
    const JsonNode root(json, "");
    if (root.at("format").integer() != kFormat) {
        throw OtherFormat(fmt::format("/format: {} is not known; this version speaks {}",
                                      root.at("format").json().dump(), kFormat));
    }
    return json;
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json task_json(const Task& task) {
    Json games = Json::array();
    for (const referee::Job& job : task.games) {
        games.push_back(referee::job_json(job));
    }
    return {{"pair", task.attempt.pair}, {"attempt", task.attempt.attempt}, {"games", std::move(games)}};
}

Task task_of(const JsonNode& node) {
    Task task{.attempt = attempt_of(node), .games = {}};
    const auto games = node.at("games").items();
    node.at("games").expect(games.size() == 1 || games.size() == 2, "one or two games");
    for (const JsonNode& game : games) {
        task.games.push_back(referee::read_job(game));
        task.games.back().pair = task.attempt.pair;
    }
    return task;
}

Json done_json(const Done& done) {
    Json json{{"pair", done.attempt.pair}, {"attempt", done.attempt.attempt}};
    if (done.returned) {
        json["returned"] = word_of(*done.returned, kReturned);
        json["why"] = done.why;
        return json;
    }
    json["games"] = Json::array();
    for (const std::string& line : done.games) {
        json["games"].push_back(Json::parse(line));
    }
    return json;
}

Done done_of(const JsonNode& node) {
    Done done{.attempt = attempt_of(node)};
    if (node.has("returned")) {
        done.returned = value_of<WhyReturned>(node.at("returned"), kReturned);
        done.why = node.has("why") ? node.at("why").text() : "";
        return done;
    }
    const auto games = node.at("games").items();
    node.at("games").expect(games.size() == 1 || games.size() == 2, "one or two games");
    for (const JsonNode& game : games) {
        game.expect(game.json().is_object(), "a line of a log");
        done.games.push_back(line_of(game.json()));
    }
    return done;
}

} // namespace

std::string to_text(const Offer& offer) {
    const Needs& needs = offer.needs;
    return line_of({{"format", kFormat},
                    {"state", word_of(offer.state, kStates)},
                    {"epoch", offer.epoch},
                    {"job", offer.job},
                    {"needs",
                     {{"machine", needs.machine},
                      {"cores", needs.cores},
                      {"memory_mb", needs.memory_mb ? Json(*needs.memory_mb) : Json(nullptr)},
                      {"version", needs.version}}},
                    {"slots", offer.slots},
                    {"ready", offer.ready},
                    {"share", offer.share},
                    {"name", offer.name},
                    {"games", offer.games},
                    {"llr", offer.llr ? Json(*offer.llr) : Json(nullptr)},
                    {"games_per_s", offer.games_per_s ? Json(*offer.games_per_s) : Json(nullptr)},
                    {"games_left", offer.games_left ? Json(*offer.games_left) : Json(nullptr)},
                    {"started_us", offer.started.count()},
                    {"lost_answers", offer.lost_answers}});
}

Offer read_offer(std::string_view text) {
    const Json json = message_json(text);
    const JsonNode root(json, "");
    const JsonNode needs = root.at("needs");
    Offer offer{.state = value_of<RunState>(root.at("state"), kStates),
                .epoch = count_of(root.at("epoch")),
                .job = short_text_of(root.at("job")),
                .needs = {.machine = short_text_of(needs.at("machine")),
                          .cores = static_cast<int>(needs.at("cores").integer(1, 1 << 20)),
                          .version = short_text_of(needs.at("version"))},
                .slots = count_of(root.at("slots")),
                .ready = root.at("ready").truth(),
                .share = number_of(root.at("share"), 0, kMostShare),
                .name = root.at("name").text().substr(0, kMostOfName),
                .games = count_of(root.at("games"))};
    root.at("state").expect(offer.state != RunState::Unwelcome, "open, waiting or ended");
    root.at("share").expect(offer.share > 0, "above 0");
    if (needs.has("memory_mb") && !needs.at("memory_mb").is_null()) {
        offer.needs.memory_mb = needs.at("memory_mb").integer(0, kMostInteger);
    }
    if (root.has("llr") && !root.at("llr").is_null()) {
        offer.llr = number_of(root.at("llr"), -kMostOfEstimate, kMostOfEstimate);
    }
    if (root.has("games_per_s") && !root.at("games_per_s").is_null()) {
        offer.games_per_s = number_of(root.at("games_per_s"), 0, kMostOfEstimate);
    }
    if (root.has("games_left") && !root.at("games_left").is_null()) {
        const auto ends = root.at("games_left").items(2);
        offer.games_left = {count_of(ends[0]), count_of(ends[1])};
    }
    if (root.has("started_us")) {
        offer.started = std::chrono::microseconds(root.at("started_us").integer(0, kMostInteger));
    }
    if (root.has("lost_answers")) {
        offer.lost_answers = count_of(root.at("lost_answers"));
    }
    return offer;
}

std::string to_text(const Turn& turn) {
    Json json{{"format", kFormat},   {"session", turn.session},
              {"epoch", turn.epoch}, {"slot", turn.slot},
              {"seq", turn.seq},     {"done", turn.done ? done_json(*turn.done) : Json(nullptr)},
              {"want", turn.wants}};
    if (turn.speed) {
        json["speed"] = *turn.speed;
    }
    return line_of(json);
}

Turn read_turn(std::string_view text) {
    const Json json = message_json(text);
    const JsonNode root(json, "");
    Turn turn{.session = session_of(root.at("session")),
              .epoch = count_of(root.at("epoch")),
              .slot = slot_of(root.at("slot")),
              .seq = count_of(root.at("seq")),
              .wants = root.at("want").truth()};
    if (root.has("done") && !root.at("done").is_null()) {
        turn.done = done_of(root.at("done"));
    }
    if (root.has("speed")) {
        turn.speed = root.at("speed").number();
        root.at("speed").expect(*turn.speed > 0, "above 0");
    }
    return turn;
}

std::string to_text(const Answer& answer) {
    return line_of({{"format", kFormat},
                    {"seq", answer.seq},
                    {"epoch", answer.epoch},
                    {"taken", answer.taken ? Json(word_of(*answer.taken, kTaken)) : Json(nullptr)},
                    {"why", answer.why.empty() ? Json(nullptr) : Json(answer.why)},
                    {"task", answer.task ? task_json(*answer.task) : Json(nullptr)},
                    {"state", word_of(answer.state, kStates)}});
}

Answer read_answer(std::string_view text) {
    const Json json = message_json(text);
    const JsonNode root(json, "");
    Answer answer{.seq = count_of(root.at("seq")),
                  .epoch = count_of(root.at("epoch")),
                  .state = value_of<RunState>(root.at("state"), kStates)};
    if (!root.at("taken").is_null()) {
        answer.taken = value_of<Taken>(root.at("taken"), kTaken);
    }
    if (root.has("why") && !root.at("why").is_null()) {
        answer.why = root.at("why").text();
    }
    if (!root.at("task").is_null()) {
        answer.task = task_of(root.at("task"));
    }
    return answer;
}

std::string to_text(const Alive& alive) {
    Json holds = Json::array();
    for (const auto& [slot, attempt] : alive.holds) {
        holds.push_back({slot, attempt.pair, attempt.attempt});
    }
    return line_of({{"format", kFormat},
                    {"session", alive.session},
                    {"epoch", alive.epoch},
                    {"holds", std::move(holds)},
                    {"machine", Json::parse(alive.machine_json)}});
}

Alive read_alive(std::string_view text) {
    const Json json = message_json(text);
    const JsonNode root(json, "");
    Alive alive{.session = session_of(root.at("session")), .epoch = count_of(root.at("epoch"))};
    for (const JsonNode& node : root.at("holds").items()) {
        const auto items = node.items(3);
        alive.holds.push_back(
            {.slot = slot_of(items[0]),
             .attempt = {.pair = count_of(items[1]), .attempt = attempt_number_of(items[2])}});
    }
    if (root.has("machine")) {
        alive.machine_json = line_of(root.at("machine").json());
    }
    return alive;
}

std::string to_text(const BlobRequest& request) {
    return line_of({{"format", kFormat}, {"sha256", request.sha256}, {"from", request.from}});
}

BlobRequest read_blob_request(std::string_view text) {
    const Json json = message_json(text);
    const JsonNode root(json, "");
    return {.sha256 = root.at("sha256").text(), .from = count_of(root.at("from"))};
}

std::string other_format_text() {
    return line_of({{"error", "format"}, {"speaks", {kFormat}}});
}

} // namespace sprt::remote
