#include "sprt/remote/messages.hpp"

#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sprt::remote {
namespace {

using referee::Code;
using referee::Constant;
using referee::field;
using referee::fields;
using referee::Json;
using referee::JsonNode;
using referee::later;
using referee::line_of;
using referee::only;
using referee::Plain;
using referee::told;
using referee::UserError;

constexpr referee::Whole k16Bits{0, std::numeric_limits<std::uint16_t>::max()};
constexpr referee::Whole kNumberOfAttempt{1, k16Bits.most};

/// Words of an enum, in the order of its values.
template<class Enum, std::size_t count>
struct Words {
    std::array<std::string_view, count> words;

    [[nodiscard]] Json write(Enum value) const { return Json(words[static_cast<std::size_t>(value)]); }
    void read(const JsonNode& node, Enum& value) const {
        const auto found = std::ranges::find(words, node.text());
        node.expect(found != words.end(), fmt::format("one of {}", fmt::join(words, ", ")));
        value = static_cast<Enum>(found - words.begin());
    }
};
constexpr Words<OfferState, 4> kStates{{"open", "waiting", "ended", "unwelcome"}};
constexpr Words<WhyReturned, 3> kReasons{{"stopping", "paused", "cannot_play"}};
constexpr Words<Taken, 3> kTaken{{"kept", "void", "wrong"}};

constexpr auto kOffered = only<OfferState>(
    kStates, [](OfferState state) { return state != OfferState::Unwelcome; }, "open, waiting or ended");
/// A text of an offer that is no name.
constexpr auto kShortText = only<std::string>(
    Plain(), [](const std::string& text) { return text.size() <= 100; }, "at most 100 bytes");
/// What is longer than 1000 bytes is cut.
constexpr Code kName{[](const std::string& name) { return Json(name); },
                     [](const JsonNode& node) { return node.text().substr(0, 1000); }};
constexpr auto kShare = only<double>(
    Plain(), [](double share) { return share > 0 && share <= 1e6; }, "above 0 and at most 1e+06");
constexpr auto kLlr = only<double>(
    Plain(), [](double llr) { return std::abs(llr) <= 1e9; }, "from -1e+09 to 1e+09");
constexpr auto kPace = only<double>(
    Plain(), [](double pace) { return pace >= 0 && pace <= 1e9; }, "from 0 to 1e+09");
constexpr auto kSpeed = only<double>(
    Plain(), [](double speed) { return speed > 0; }, "above 0");
constexpr auto kSession = only<std::string>(
    Plain(),
    [](const std::string& text) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        return text.size() == 16 && text.find_first_not_of(kDigits) == std::string::npos;
    },
    "16 hexadecimal digits");
constexpr Code kMachine{[](const std::string& text) { return Json::parse(text); },
                        [](const JsonNode& node) { return line_of(node.json()); }};
constexpr Code kLine{[](const std::string& line) { return Json::parse(line); },
                     [](const JsonNode& node) {
                         node.expect(node.json().is_object(), "a line of a log");
                         return line_of(node.json());
                     }};

constexpr auto kNeedsFields = fields<Needs>(
    field("machine", &Needs::machine, kShortText), field("cores", &Needs::cores, referee::Whole{1, 1 << 20}),
    later("memory_mb", &Needs::memory_mb, referee::Whole{0, referee::kMostCount}),
    field("version", &Needs::version, kShortText));
constexpr auto kOfferFields = fields<Offer>(
    Constant{"format", kFormat}, field("state", &Offer::state, kOffered), field("epoch", &Offer::epoch),
    field("job", &Offer::job, kShortText), field("needs", &Offer::needs, kNeedsFields),
    field("slots", &Offer::slots), field("ready", &Offer::ready), field("share", &Offer::share, kShare),
    field("name", &Offer::name, kName), field("games", &Offer::games), later("llr", &Offer::llr, kLlr),
    later("games_per_s", &Offer::games_per_s, kPace), later("games_left", &Offer::games_left),
    later("started_us", &Offer::started, referee::In<std::chrono::microseconds>()),
    later("lost_answers", &Offer::lost_answers));

constexpr auto kPairOf = [](auto& its) -> auto& {
    return its.attempt.pair;
};
constexpr auto kAttemptOf = [](auto& its) -> auto& {
    return its.attempt.attempt;
};
/// The games of a pair.
template<class Codec>
struct OneOrTwo {
    Codec codec;

    template<class Game>
    [[nodiscard]] Json write(const std::vector<Game>& games) const {
        return referee::written(codec, games);
    }
    template<class Game>
    void read(const JsonNode& node, std::vector<Game>& games) const {
        const std::size_t count = node.items().size();
        node.expect(count == 1 || count == 2, "one or two games");
        referee::read_by(codec, node, games);
    }
};
template<class Codec>
OneOrTwo(Codec) -> OneOrTwo<Codec>;

constexpr auto kPlayedFields =
    fields<Done>(field("pair", kPairOf), field("attempt", kAttemptOf, kNumberOfAttempt),
                 field("games", &Done::games, OneOrTwo{kLine}));
constexpr auto kReturnedFields =
    fields<Done>(field("pair", kPairOf), field("attempt", kAttemptOf, kNumberOfAttempt),
                 told("returned", &Done::returned, kReasons), later("why", &Done::why));
constexpr Code kDone{
    [](const Done& done) { return done.returned ? kReturnedFields.write(done) : kPlayedFields.write(done); },
    [](const JsonNode& node) {
        return node.has("returned") ? kReturnedFields.read(node) : kPlayedFields.read(node);
    }};
constexpr auto kTurnFields = fields<Turn>(
    Constant{"format", kFormat}, field("session", &Turn::session, kSession), field("epoch", &Turn::epoch),
    field("slot", &Turn::slot, k16Bits), field("seq", &Turn::seq), later("done", &Turn::done, kDone),
    field("want", &Turn::wants), told("speed", &Turn::speed, kSpeed));

constexpr auto kTaskFields =
    fields<Task>(field("pair", kPairOf), field("attempt", kAttemptOf, kNumberOfAttempt),
                 field("games", &Task::games, OneOrTwo{Code{referee::job_json, referee::read_job}}));
constexpr auto kAnswerFields =
    fields<Answer>(Constant{"format", kFormat}, field("seq", &Answer::seq), field("epoch", &Answer::epoch),
                   field("taken", &Answer::taken, kTaken), later("why", &Answer::why, referee::TextOrNull()),
                   field("task", &Answer::task, kTaskFields), field("state", &Answer::state, kStates));

constexpr Code kHolding{[](const Holding& holding) {
                            return Json{holding.slot, holding.attempt.pair, holding.attempt.attempt};
                        },
                        [](const JsonNode& node) {
                            const auto items = node.items(3);
                            Holding holding;
                            k16Bits.read(items[0], holding.slot);
                            Plain().read(items[1], holding.attempt.pair);
                            kNumberOfAttempt.read(items[2], holding.attempt.attempt);
                            return holding;
                        }};
constexpr auto kAliveFields = fields<Alive>(
    Constant{"format", kFormat}, field("session", &Alive::session, kSession), field("epoch", &Alive::epoch),
    field("holds", &Alive::holds, kHolding), later("machine", &Alive::machine_json, kMachine));

constexpr auto kBlobRequestFields = fields<BlobRequest>(
    Constant{"format", kFormat}, field("sha256", &BlobRequest::sha256), field("from", &BlobRequest::from));

/// Reads a message of another format as little as possible.
template<class BusMessage>
BusMessage read_message(std::string_view text, const auto& its_fields) {
    if (text.size() > kMostBytes) {
        throw UserError("a message of {} bytes; the most are {}", text.size(), kMostBytes);
    }
    const Json json = referee::parse_json(text, kMostKeys);
    const JsonNode root(json, "");
    if (root.at("format").integer() != kFormat) {
        throw OtherFormat("/format: {} is not known; this version speaks {}", root.at("format").json().dump(),
                          kFormat);
    }
    return its_fields.read(root);
}

} // namespace

std::string_view name(OfferState state) noexcept {
    return kStates.words[static_cast<std::size_t>(state)];
}

std::string to_text(const Offer& offer) {
    return line_of(kOfferFields.write(offer));
}

Offer read_offer(std::string_view text) {
    return read_message<Offer>(text, kOfferFields);
}

std::string to_text(const Turn& turn) {
    return line_of(kTurnFields.write(turn));
}

Turn read_turn(std::string_view text) {
    return read_message<Turn>(text, kTurnFields);
}

std::string to_text(const Answer& answer) {
    return line_of(kAnswerFields.write(answer));
}

Answer read_answer(std::string_view text) {
    Answer answer = read_message<Answer>(text, kAnswerFields);
    if (answer.task) {
        for (referee::Job& game : answer.task->games) {
            game.pair = answer.task->attempt.pair;
        }
    }
    return answer;
}

std::string to_text(const Alive& alive) {
    return line_of(kAliveFields.write(alive));
}

Alive read_alive(std::string_view text) {
    return read_message<Alive>(text, kAliveFields);
}

std::string to_text(const BlobRequest& request) {
    return line_of(kBlobRequestFields.write(request));
}

BlobRequest read_blob_request(std::string_view text) {
    return read_message<BlobRequest>(text, kBlobRequestFields);
}

std::string other_format_text() {
    return line_of({{"error", "format"}, {"speaks", {kFormat}}});
}

} // namespace sprt::remote
