#include "referee/game/speakers/engine_speaker.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/talk/engine/reader.hpp"
#include "referee/talk/engine/uci/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee {
namespace {

constexpr std::string_view kReadyOk = "readyok";
constexpr std::string_view kBestMove = "bestmove";
/// An engine that was told to stop has this time to answer.

constexpr std::string_view kThreads = "Threads";
constexpr std::string_view kVariant = "UCI_Variant";
constexpr std::string_view kVariantPath = "VariantPath";

std::vector<engine::OptionLine> options_in(const Reply& reply) {
    std::vector<engine::OptionLine> options;
    if (reply.asides == nullptr) {
        return options;
    }
    options.reserve(reply.asides->about.size());
    for (const std::string& line : reply.asides->about) {
        if (auto option = engine::parse_option(line)) {
            options.push_back(std::move(*option));
        }
    }
    return options;
}

/// The option of the agent with this name, in letters of any case; nullptr when there is none.
const EngineOption* option_named(const Manner& manner, std::string_view name) {
    const auto found = std::ranges::find_if(manner.options, [&](const EngineOption& option) {
        return lower_case(option.name) == lower_case(name);
    });
    return found == manner.options.end() ? nullptr : &*found;
}

/// The text without its newlines.
std::string_view without_newlines(std::string_view text) {
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
    return text;
}

} // namespace

EngineSpeaker::EngineSpeaker(const Job& job, Side side, const Agents& agents)
    : job_(job)
    , side_(side)
    , manner_(agents.manner(side))
    , dialect_(engine::dialect_of(manner_.protocol))
    , stage_(agents.is_new(side) ? Stage::Start : Stage::NewGame) {
    if (dialect_.tells_moves(job.rules)) {
        message_.reserve(static_cast<std::size_t>(job.limits.turns));
    }
}

void EngineSpeaker::begin_again() {
    stage_ = Stage::Start;
}

Question EngineSpeaker::prepare() {
    awaited_ = kReadyOk;
    Question question{.message = {}, .limit = manner_.start, .looks_first = false};
    switch (stage_) {
    case Stage::Start:
        awaited_ = dialect_.hello_ok;
        question.message = dialect_.hello;
        break;
    case Stage::Variants:
        awaited_ = dialect_.hello_ok;
        question.message = setup_;
        break;
    case Stage::SetUp:
        question.message = setup_;
        break;
    case Stage::NewGame:
        question.message = dialect_.new_game;
        question.limit = manner_.new_game;
        break;
    case Stage::Ready:
        return {};
    }
    question.awaited = awaited_;
    return question;
}

/// What `option` says to an engine that lists `listed`. A name is sent as the engine writes it.
std::string EngineSpeaker::option_message(const EngineOption& option,
                                          const std::vector<engine::OptionLine>& listed) const {
    if (manner_.checks_options) {
        if (const auto problem = engine::problem_of_option(option.name, option.value, listed)) {
            refuse(*problem);
        }
    }
    const engine::OptionLine* const line = engine::find_option(option.name, listed);
    const bool is_button = line != nullptr ? line->type == engine::OptionType::Button : option.value.empty();
    return engine::setoption_message(line != nullptr ? line->name : option.name, option.value, is_button);
}

/// The game of the job, to an engine that plays several; empty when it lists no such option, or when its user
/// sets it.
std::optional<EngineOption> EngineSpeaker::variant(const std::vector<engine::OptionLine>& listed) const {
    const engine::OptionLine* const line = engine::find_option(kVariant, listed);
    if (manner_.protocol != Protocol::Uci || line == nullptr || option_named(manner_, kVariant) != nullptr) {
        return std::nullopt;
    }
    EngineOption option{std::string(kVariant),
                        manner_.variant.empty() ? std::string(uci::variant_of(job_.rules)) : manner_.variant};
    const bool is_listed = line->type == engine::OptionType::String ||
                           std::ranges::find(line->words, option.value) != line->words.end();
    if (manner_.checks_options && !is_listed) {
        const EngineOption* const path = option_named(manner_, kVariantPath);
        const std::string what = path == nullptr
                                     ? fmt::format("set option.{} to a file that defines it", kVariantPath)
                                     : fmt::format("can it read {}, its option {}, and does that define it?",
                                                   to_printable(path->value), kVariantPath);
        refuse(fmt::format("plays no {}: {} has no {}; {}", name(job_.rules), kVariant,
                           to_printable(option.value), what));
    }
    return option;
}

/// The option without which an engine plays by other rules; empty when there is none, or its user sets it.
std::optional<EngineOption> EngineSpeaker::rule_set(const std::vector<engine::OptionLine>& listed) const {
    for (const Game game : kGames) { // the other sets of rules of this game
        const EngineOption* const given = option_named(manner_, uci::option_of_rules(game));
        if (given != nullptr && name(game) == name(job_.rules) &&
            (given->value == "true") != (game == job_.rules)) {
            refuse(fmt::format("option '{}' is '{}', but it follows from --rules; leave it out", given->name,
                               to_printable(given->value)));
        }
    }
    const std::string_view option = uci::option_of_rules(job_.rules);
    if (option.empty() || option_named(manner_, option) != nullptr) {
        return std::nullopt;
    }
    if (manner_.checks_options && engine::find_option(option, listed) == nullptr) {
        refuse(fmt::format("plays no {}: it lists no option {}", rules_name(job_.rules), option));
    }
    return EngineOption{std::string(option), "true"};
}

/// Threads first: engines share out their memory by it.
std::string EngineSpeaker::setup_message(const std::vector<engine::OptionLine>& listed) const {
    std::vector<EngineOption> options = manner_.options;
    if (manner_.protocol == Protocol::Uci) {
        std::stable_partition(options.begin(), options.end(), [](const EngineOption& option) {
            return lower_case(option.name) == lower_case(kThreads);
        });
        std::erase_if(options, [](const EngineOption& option) {
            return lower_case(option.name) == lower_case(kVariantPath); // said before
        });
    }
    std::string message;
    for (const EngineOption& option : options) {
        message += option_message(option, listed);
    }
    for (const auto& option : {rule_set(listed), variant(listed)}) {
        message += option ? option_message(*option, listed) : std::string();
    }
    for (const std::string& line : manner_.init) {
        message += line + "\n";
    }
    return message + std::string(engine::kIsReadyMessage);
}

void EngineSpeaker::refuse(const std::string& problem) const {
    throw Refusal{problem};
}

std::optional<AgentFault> EngineSpeaker::prepared(const Reply& reply) {
    if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
        return fault->termination == Termination::Timeout
                   ? AgentFault{.termination = Termination::ReadyTimeout,
                                .reason =
                                    with_what_came(fmt::format("sent no {} in time", awaited_), fault->came),
                                .more_time = stage_ == Stage::NewGame ? "newgame_ms" : "start_ms"}
                   : *fault;
    }
    try {
        go_on(reply);
    } catch (const Refusal& refusal) {
        const AgentId agent = job_.agents[player_of(side_, job_.first)];
        const bool is_alone = job_.agents.agent1 == job_.agents.agent2; // in the check game of a tournament
        if (in_whole_pairs(job_.id) == 0 && !is_alone) {
            const std::string who = job_.tune // one agent plays itself
                                        ? "agent"
                                        : fmt::format("agent{}", index(agent) + 1);
            throw UserError(who + ": " + refusal.problem);
        }
        return AgentFault{Termination::ProtocolError, refusal.problem}; // it was another engine before
    }
    return std::nullopt;
}

/// What follows from the answer to prepare().
void EngineSpeaker::go_on(const Reply& reply) {
    switch (stage_) {
    case Stage::Start: {
        const EngineOption* const path =
            manner_.protocol == Protocol::Uci ? option_named(manner_, kVariantPath) : nullptr;
        const auto listed = options_in(reply);
        lists_games_ = engine::find_option(kVariant, listed) != nullptr;
        setup_ = path != nullptr ? option_message(*path, listed) + std::string(dialect_.hello)
                                 : setup_message(listed);
        stage_ = path != nullptr ? Stage::Variants : Stage::SetUp;
        break;
    }
    case Stage::Variants:
        setup_ = setup_message(options_in(reply));
        stage_ = Stage::SetUp;
        break;
    case Stage::SetUp:
        stage_ = Stage::NewGame;
        break;
    case Stage::NewGame:
    case Stage::Ready:
        stage_ = Stage::Ready;
        break;
    }
}

std::optional<Question> EngineSpeaker::ping(const GameSoFar& game) {
    add_position(game);
    message_.is_ready();
    awaited_ = kReadyOk;
    has_position_ = true;
    return Question{
        .message = message_.text(), .limit = manner_.ping_limit, .awaited = kReadyOk, .looks_first = false};
}

Question EngineSpeaker::turn(const GameSoFar& game) {
    const bool has_position = std::exchange(has_position_, false);
    if (has_position) {
        message_.begin(false);
    } else {
        add_position(game);
    }
    add_go(game);
    awaited_ = kBestMove;
    const Clock& clock = game.clocks[side_];
    Question question{.message = message_.text(),
                      .limit = clock.turn_limit(),
                      .awaited = kBestMove,
                      .is_turn = true,
                      .looks_first = !has_position};
    if (!clock.control().has_time()) {
        question.last_call = engine::kStopMessage;
        question.grace = engine::kAfterStop;
    }
    return question;
}

/// Begins a message with the position of `game`.
void EngineSpeaker::add_position(const GameSoFar& game) {
    const bool tells_moves = dialect_.tells_moves(job_.rules);
    if (tells_moves) {
        tell_moves(game);
    }
    message_.begin();
    if (!tells_moves) {
        message_.position(dialect_, game.course.board(), game.full_move);
    }
}

/// Adds the moves since the last time; at first where the game began, and the opening.
void EngineSpeaker::tell_moves(const GameSoFar& game) {
    if (!told_) {
        const bool has_board = game.has_opening && job_.start && job_.opening.empty();
        told_ = has_board ? job_.start->board : Board(job_.rules);
        if (*told_ == Board(job_.rules) && by_own_rules(job_.rules) == job_.rules) {
            message_.start();
        } else {
            std::string fen;
            dialect_.add_position(*told_, has_board ? job_.start->full_move : 1, fen);
            message_.start(fen);
        }
        message_.keep();
        if (game.has_opening) {
            std::ranges::for_each(job_.opening, [this](const MoveNumbers& move) { tell_move(move); });
        }
    }
    for (; moves_told_ < game.moves.size(); ++moves_told_) {
        tell_move(game.moves[moves_told_].numbers);
    }
}

void EngineSpeaker::tell_move(const MoveNumbers& move) {
    message_.add_move(dialect_.move_text(*told_, move));
    told_ = told_->after(move).value();
}

void EngineSpeaker::add_go(const GameSoFar& game) {
    const Clock& own = game.clocks[side_];
    const TimeControl& control = own.control();
    switch (control.kind) {
    case LimitKind::Game: {
        PerSide<std::chrono::nanoseconds> left;
        PerSide<std::chrono::nanoseconds> increments;
        for (const Side side : kSides) {
            // An opponent without a clock of this kind shows ours.
            const bool has_clock = game.clocks[side].control().kind == LimitKind::Game;
            const Clock& clock = has_clock ? game.clocks[side] : own;
            left[side] = clock.remaining();
            increments[side] = clock.control().increment;
        }
        message_.go_clock(dialect_, left, increments, own.moves_to_go(), control.search);
        break;
    }
    case LimitKind::Move:
        message_.go_move_time(shown_ms(control.time), control.search);
        break;
    case LimitKind::Search:
        message_.go_search(control.search);
        break;
    }
}

std::variant<MoveNumbers, AgentFault> EngineSpeaker::read_move(const GameSoFar& game, Line line) {
    return engine::read_best_move(dialect_, line, game.course.board());
}

SearchNote EngineSpeaker::search_of(const Reply& reply) const {
    if (reply.asides == nullptr) {
        return {};
    }
    return reply.asides->info; // the part of it that is a note
}

std::optional<engine::LineFault> EngineSpeaker::fault_of_line(const SearchNote& note,
                                                              const Course& game) const {
    return engine::fault_of_line(dialect_, note.pv, note.is_bound ? std::nullopt : note.score, game);
}

/// Adds what was asked, and the position.
AgentFault EngineSpeaker::explained(const GameSoFar& game, AgentFault fault) const {
    const Board& board = game.course.board();
    if (fault.termination == Termination::Timeout && awaited_ == kReadyOk) {
        fault.reason = no_readyok(fault);
    }
    if (const auto due = due_move(board, fault)) {
        fault.reason += due_text(*due, "bestmove " + dialect_.move_text(board, due->numbers));
    }
    std::string said(without_newlines(message_.text()));
    if (const auto newline = said.rfind('\n'); newline != std::string::npos) {
        said.erase(0, newline + 1);
    }
    std::string position;
    dialect_.add_position(board, game.full_move, position);
    fault.reason += fmt::format(" ({} on {})", said, position);
    if (manner_.protocol == Protocol::Uci && !lists_games_ && game.moves.size() < 2) {
        fault.reason += uci::hint_for_one_game(job_.rules);
    }
    return fault;
}

std::string_view EngineSpeaker::last_words(const GameSoFar& /*game*/, bool /*by_board*/, bool keeps) {
    return keeps ? std::string_view() : engine::kQuitMessage;
}

} // namespace referee
