#include "referee/game/speakers/uai_speaker.hpp"

#include "referee/base/user_error.hpp"
#include "referee/talk/uai/best_move.hpp"
#include "referee/talk/uai/go.hpp"
#include "referee/talk/uai/info.hpp"
#include "referee/talk/uai/options.hpp"

#include <fmt/format.h>

#include <vector>

namespace referee {
namespace {

constexpr std::string_view kUaiOk = "uaiok";
constexpr std::string_view kReadyOk = "readyok";
constexpr std::string_view kBestMove = "bestmove";
constexpr std::size_t kLongestFen = 100;
/// An engine that was told to stop has this time to answer.
constexpr std::chrono::seconds kGrace{1};

std::vector<uai::OptionLine> options_in(const std::vector<std::string>& lines) {
    std::vector<uai::OptionLine> options;
    options.reserve(lines.size());
    for (const std::string& line : lines) {
        if (auto option = uai::parse_option(line)) {
            options.push_back(std::move(*option));
        }
    }
    return options;
}

/// The text without its newlines.
std::string_view without_newlines(std::string_view text) {
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    return text;
}

} // namespace

UaiSpeaker::UaiSpeaker(const Job& job, Side side, const Agents& agents)
    : job_(job)
    , side_(side)
    , agents_(agents)
    , stage_(agents.is_new(side) ? Stage::Start : Stage::NewGame) {
    fen_.reserve(kLongestFen);
}

void UaiSpeaker::begin_again() {
    stage_ = Stage::Start;
}

Question UaiSpeaker::prepare() {
    const Manner& manner = agents_.manner(side_);
    awaited_ = kReadyOk;
    switch (stage_) {
    case Stage::Start:
        awaited_ = kUaiOk;
        return {.message = uai::kUaiMessage, .limit = manner.start, .awaited = kUaiOk, .looks_first = false};
    case Stage::SetUp:
        setup_ = setup_message();
        return {.message = setup_, .limit = manner.start, .awaited = kReadyOk, .looks_first = false};
    case Stage::NewGame:
        return {.message = uai::kNewGameMessage,
                .limit = manner.new_game,
                .awaited = kReadyOk,
                .looks_first = false};
    case Stage::Ready:
        break;
    }
    return {};
}

std::string UaiSpeaker::setup_message() const {
    std::string message;
    const Manner& manner = agents_.manner(side_);
    for (const EngineOption& option : manner.options) {
        message += uai::setoption_message(option.name, option.value);
    }
    for (const std::string& line : manner.init) {
        message += line + "\n";
    }
    return message + std::string(uai::kIsReadyMessage);
}

std::optional<AgentFault> UaiSpeaker::prepared(const Reply& reply) {
    if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
        return fault->termination == Termination::Timeout
                   ? AgentFault{.termination = Termination::ReadyTimeout,
                                .reason =
                                    with_what_came(fmt::format("sent no {} in time", awaited_), fault->came),
                                .more_time = stage_ == Stage::NewGame ? "newgame_ms" : "start_ms"}
                   : *fault;
    }
    if (stage_ == Stage::Start) {
        check_options(reply);
    }
    stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
    return std::nullopt;
}

void UaiSpeaker::check_options(const Reply& reply) const {
    const Manner& manner = agents_.manner(side_);
    if (!manner.checks_options || manner.options.empty() || reply.asides == nullptr) {
        return;
    }
    const auto listed = options_in(reply.asides->about);
    for (const EngineOption& option : manner.options) {
        if (const auto problem = uai::problem_of_option(option.name, option.value, listed)) {
            throw UserError(fmt::format("agent{}: {}", number(player_of(side_, job_.first)), *problem));
        }
    }
}

std::string_view UaiSpeaker::fen_of(const GameSoFar& game) const {
    return uai::fen_for_engine(game.course.board(), game.full_move, fen_);
}

Question UaiSpeaker::before_turn(const GameSoFar& game) {
    const Manner& manner = agents_.manner(side_);
    if (!manner.pings) {
        return {};
    }
    message_ = {};
    message_.position(fen_of(game)).is_ready();
    awaited_ = kReadyOk;
    return {
        .message = message_.text(), .limit = manner.ping_limit, .awaited = kReadyOk, .looks_first = false};
}

Question UaiSpeaker::turn(const GameSoFar& game) {
    const bool pings = agents_.manner(side_).pings;
    message_ = {};
    if (!pings) {
        message_.position(fen_of(game));
    }
    add_go(message_, game);
    awaited_ = kBestMove;
    const Clock& clock = game.clocks[side_];
    Question question{.message = message_.text(),
                      .limit = clock.turn_limit(),
                      .awaited = kBestMove,
                      .is_turn = true,
                      .looks_first = !pings};
    if (!clock.control().has_time()) {
        question.last_call = uai::kStopMessage;
        question.grace = kGrace;
    }
    return question;
}

void UaiSpeaker::add_go(uai::TurnMessage& message, const GameSoFar& game) const {
    const TimeControl& control = game.clocks[side_].control();
    switch (control.kind) {
    case LimitKind::Game: {
        PerSide<std::chrono::nanoseconds> left;
        PerSide<std::chrono::nanoseconds> increments;
        for (const Side side : kSides) {
            // An opponent without a clock of this kind shows ours.
            const bool has_clock = game.clocks[side].control().kind == LimitKind::Game;
            const Clock& clock = game.clocks[has_clock ? side : side_];
            left[side] = clock.remaining();
            increments[side] = clock.control().increment;
        }
        message.go_clock(left, increments);
        break;
    }
    case LimitKind::Move:
        message.go_move_time(shown_ms(control.time));
        break;
    case LimitKind::Nodes:
        message.go_nodes(static_cast<std::uint64_t>(control.count));
        break;
    case LimitKind::Depth:
        message.go_depth(static_cast<int>(control.count));
        break;
    }
}

std::variant<MoveNumbers, AgentFault> UaiSpeaker::read_move(const GameSoFar& game, Line line) {
    return uai::read_best_move(line, game.course.board());
}

SearchNote UaiSpeaker::search_of(const Reply& reply) const {
    if (reply.asides == nullptr) {
        return {};
    }
    const uai::SearchInfo& info = reply.asides->info;
    return {.depth = info.depth, .score = info.score, .nodes = info.nodes, .pv = info.pv};
}

bool UaiSpeaker::expects_legal_moves(const SearchNote& note, const Course& game) const {
    return uai::is_legal_line(note.pv, game.board());
}

/// Adds what was asked, and the position.
AgentFault UaiSpeaker::explained(const GameSoFar& game, AgentFault fault) const {
    if (fault.termination == Termination::Timeout && awaited_ == kReadyOk) {
        fault.reason = no_readyok(fault);
    }
    if (const auto due = due_move(game.course.board(), fault)) {
        fault.reason += due_text(*due, "bestmove " + notation(game.course.board().game(), due->numbers));
    }
    std::string said(without_newlines(message_.text()));
    if (const auto newline = said.rfind('\n'); newline != std::string::npos) {
        said.erase(0, newline + 1);
    }
    fault.reason += fmt::format(" ({} on {})", said, fen_of(game));
    return fault;
}

std::string_view UaiSpeaker::last_words(const GameSoFar& /*game*/, bool /*by_board*/, bool keeps) {
    return keeps ? std::string_view() : uai::kQuitMessage;
}

} // namespace referee
