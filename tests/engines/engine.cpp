#include "tests/engines/engine.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/ataxx/perft.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include <unistd.h>

namespace test_engines {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// The number after a word.
std::optional<long long> number_after(const std::vector<std::string>& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end() || found + 1 == words.end()) {
        return std::nullopt;
    }
    return std::atoll((found + 1)->c_str());
}

/// The words after `begin` up to `end`, with blanks between them.
std::string words_between(const std::vector<std::string>& words, std::string_view begin,
                          std::string_view end) {
    std::string text;
    for (auto word = std::ranges::find(words, begin);
         word != words.end() && ++word != words.end() && *word != end;) {
        text += (text.empty() ? "" : " ") + *word;
    }
    return text;
}

std::optional<ataxx::Move> move_named(const ataxx::Position& position, const std::string& text,
                                      Dialect dialect) {
    for (const ataxx::Move move : ataxx::legal_moves(position)) {
        const bool is_clone = dialect == Dialect::Uai && !move.is_pass() && text == squares_of(move);
        if (is_clone || text == text_of(move, position, dialect)) {
            return move;
        }
    }
    return std::nullopt;
}

} // namespace

Engine::Engine(Dialect dialect, Habits habits)
    : dialect_(dialect)
    , habits_(std::move(habits))
    , knows_variant_(!habits_.variants_from_file)
    , plays_ataxx_(dialect == Dialect::Uai || habits_.variant == "none") {
    std::this_thread::sleep_for(habits_.start_late);
}

Engine::~Engine() {
    stop();
}

bool Engine::hear(const std::string& line) {
    std::istringstream text(line);
    Words words;
    for (std::string word; text >> word;) {
        words.push_back(word);
    }
    const std::string command = words.empty() ? "" : words[0];
    if (command == "quit") {
        return false;
    }
    if (command == name(dialect_)) {
        if (!is_introduced_ || !habits_.introduces_once) {
            introduce();
        }
    } else if (command == "isready") {
        is_ready_ = true;
        say("readyok");
    } else if (command == "setoption" && !(habits_.deaf_until_ready && is_ready_)) {
        set_option(words);
    } else if (habits_.deaf_until_ready && !is_ready_) {
        return true;
    } else if (command == name(dialect_) + "newgame") {
        stop();
        std::this_thread::sleep_for(habits_.newgame_late);
        ++games_;
        leak();
        fen_ = ataxx::Fen{};
        memory_.assign(static_cast<std::size_t>(habits_.clears_mib) << 20, 0);
    } else if (command == "position") {
        stop();
        set_position(words);
    } else if (command == "go") {
        go(words);
    } else if (command == "stop") {
        habits_.bad == "deaf-to-stop" ? void() : stop();
    } else if (command == "perft" && dialect_ == Dialect::Uai) {
        perft(words.size() > 1 ? std::atoi(words[1].c_str()) : 1);
    } else if (!command.empty()) {
        die_of("unknown");
    }
    return true;
}

void Engine::introduce() {
    is_introduced_ = true;
    if (habits_.banner) {
        say("");
        say("uai_engine, an engine for tests");
        say("TT size: 16 MB");
    }
    say("id name " + name(dialect_) + "_engine");
    say("id author the tests of referee");
    list_option(habits_.hash_name, "spin default 16 min 1 max 1024");
    list_option("Threads", "spin default 1 min 1 max 8");
    list_option("Play", habits_.options_form == "words" ? "combo default alphabeta options alphabeta random"
                                                        : "combo default alphabeta var alphabeta var random");
    list_option("Say PV", "check default true");
    if (dialect_ == Dialect::Uci && habits_.variant != "none") {
        list_option("UCI_Variant",
                    "combo default chess var chess" + (knows_variant_ ? " var " + habits_.variant : ""));
    }
    if (habits_.variants_from_file) {
        list_option("VariantPath", "string default <empty>");
    }
    if (habits_.book) {
        list_option("Book", "string default <empty>");
        list_option("Clear Hash", "button");
    }
    say(name(dialect_) + "ok");
}

void Engine::list_option(const std::string& name, const std::string& type) {
    say("option name " + (habits_.lower_names ? referee::lower_case(name) : name) + " type " + type);
}

/// The case of names does not matter, as in UCI.
void Engine::set_option(const Words& words) {
    const std::string name = referee::lower_case(words_between(words, "name", "value"));
    const std::string value = words_between(words, "value", "");
    if (is_ready_) {
        die_of("late-option");
    }
    const bool is_button = name == "clear hash";
    if (habits_.book && (is_button || name == "book") && has(words, "value") == is_button) {
        std::abort();
    }
    if (name == "play" && (value == "alphabeta" || value == "random")) {
        play_ = value;
    } else if (name == "say pv") {
        says_pv_ = value == "true";
    } else if (name == "variantpath") {
        knows_variant_ = knows_variant_ || !value.empty();
    } else if (name == "uci_variant") {
        plays_ataxx_ = knows_variant_ && value == habits_.variant;
    } else if (name != "threads" && name != referee::lower_case(habits_.hash_name)) {
        say("info string unknown option " + name + " or value " + value);
    }
    if (habits_.banner) {
        say("TT size: " + value + " MB");
    }
}

void Engine::set_position(const Words& words) {
    const std::string text = words_between(words, "fen", "moves");
    if (has(words, "moves")) {
        die_of("moves");
    }
    if (has(words, "startpos")) {
        die_of("startpos");
    }
    if (!text.empty() && std::ranges::count(text, ' ') + 1 < fields(dialect_)) {
        die_of("no-counters");
    }
    if (text.find(blocked(dialect_)) != std::string::npos) {
        die_of("blocked");
    }
    try {
        fen_ = text.empty() ? ataxx::Fen{} : fen_of(text, dialect_);
    } catch (const referee::UserError& error) {
        say(std::string("info string ") + error.what());
        return;
    }
    if (fen_.position.to_move() == ataxx::Side::Second) {
        die_of("second");
    }
    if (fen_.position.empty_squares().count() == 1) {
        die_of("one-empty");
    }
    if (fen_.move_number >= 80) {
        die_of("move-80");
    }
    const auto moves = std::ranges::find(words, "moves");
    for (auto word = moves; word != words.end() && ++word != words.end();) {
        if (const auto move = move_named(fen_.position, *word, dialect_)) {
            fen_.half_moves = move->is_pass() || move->is_jump() ? fen_.half_moves + 1 : 0;
            fen_.position = fen_.position.after(*move);
        }
    }
}

void Engine::perft(int depth) {
    const auto count = ataxx::perft(fen_.position, depth, referee::PerftCount::Positions);
    say((dialect_ == Dialect::Uai ? "nodes " : "Nodes searched: ") +
        std::to_string(count + (habits_.bad == "bad-perft" ? 10'000U : 0U)));
}

Limits Engine::limits_of(const Words& words) const {
    const ataxx::Side side = fen_.position.to_move();
    const std::string own = letter(dialect_, habits_.bad == "swaps-clocks" ? opponent(side) : side);
    const auto clock = number_after(words, own + "time");
    const auto increment = number_after(words, own + "inc");
    Limits limits{.nodes_between_looks = habits_.clock_every_nodes,
                  .is_processor_time = habits_.processor_time};
    if (const auto depth = number_after(words, "depth"); depth && habits_.depth_unknown.empty()) {
        limits.depth = static_cast<int>(*depth);
    }
    if (const auto nodes = number_after(words, "nodes"); nodes && habits_.nodes_unknown.empty()) {
        limits.nodes = static_cast<std::uint64_t>(*nodes);
    }
    if (const auto time = number_after(words, "movetime")) {
        limits.time = std::max(milliseconds(*time) - habits_.movetime_less, 1ms);
        limits.time = *limits.time + (habits_.bad == "late" ? 400ms : 0ms);
    } else if (clock) {
        const auto share = milliseconds(*clock / 40 + std::min(increment.value_or(0), *clock) / 2);
        limits.time = std::clamp(share, 1ms, 50ms); // tests need no deep thought
        if (habits_.bad == "swaps-clocks") {
            limits.time = milliseconds(*clock / 40);
        }
    }
    return limits;
}

void Engine::go(const Words& words) {
    stop();
    if (has(words, "ponder")) {
        die_of("ponder");
    }
    if (const auto depth = number_after(words, "perft")) {
        perft(static_cast<int>(*depth));
        return;
    }
    const std::string unknown = has(words, "nodes")   ? habits_.nodes_unknown
                                : has(words, "depth") ? habits_.depth_unknown
                                                      : "";
    const auto own = number_after(words, letter(dialect_, fen_.position.to_move()) + "time");
    if (own && milliseconds(*own) < habits_.silent_below) {
        std::this_thread::sleep_for(10s);
    }
    is_stopped_ = false;
    if (habits_.single_threaded) {
        think(limits_of(words), unknown);
    } else {
        thinker_ = std::thread([this, limits = limits_of(words), unknown] { think(limits, unknown); });
    }
}

void Engine::stop() {
    is_stopped_ = true;
    if (thinker_.joinable()) {
        thinker_.join();
    }
}

void Engine::think(const Limits& limits, const std::string& unknown) {
    const ataxx::Position position = fen_.position;
    if (fen_.half_moves >= 100 && habits_.at_100 == "dies") {
        std::abort();
    }
    std::string answer = answer_at_end();
    const bool takes_it_for_the_end =
        position.is_finished() || (fen_.half_moves >= 100 && !habits_.at_100.empty());
    if (!plays_ataxx_) {
        answer = "e2e4";
    } else if (!takes_it_for_the_end && unknown == "at-once") {
        answer = written(different_moves(position, habits_.seed).front());
    } else if (!takes_it_for_the_end) {
        bool is_done = false;
        const ataxx::Move move = chosen(limits, is_done);
        answer = habits_.early_stop && !is_done ? "a1a1" : written(move);
        last_move_ = answer;
        if (move.is_pass() && habits_.bad == "no-pass") {
            answer = "g1";
        }
        if (habits_.ponder) {
            answer += " ponder a1";
        }
    }
    say("bestmove " + answer + (habits_.trailing_blank ? " " : ""));
    if (habits_.blank_lines) {
        say("");
    }
}

std::string Engine::answer_at_end() const {
    if (fen_.half_moves >= 100 && habits_.at_100 == "none") {
        return "<none>";
    }
    if (habits_.at_end == "stale") {
        return last_move_;
    }
    return habits_.at_end.empty() ? "0000" : habits_.at_end;
}

/// `is_done`: whether the first depth was completed.
ataxx::Move Engine::chosen(const Limits& limits, bool& is_done) {
    const ataxx::Position& position = fen_.position;
    std::vector<std::jthread> busy;
    for (int i = 0; i < habits_.threads; ++i) {
        busy.emplace_back([](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
            }
        });
    }
    const auto moves = different_moves(position, seed() + static_cast<std::uint64_t>(fen_.move_number));
    if (play_ == "random") {
        is_done = true;
        return moves.front();
    }
    if (habits_.shuffles && position.own().count() > position.theirs().count()) {
        for (const ataxx::Move move : moves) {
            if (!move.is_pass() && move.is_jump() && (neighbours(move.to()) & position.theirs()).empty()) {
                is_done = true;
                return move;
            }
        }
    }
    if (habits_.score_form == "alone") {
        say("info time 0");
    }
    if (habits_.score_form == "zero") {
        say("info depth 1 score cp 0 nodes 0");
    }
    Found last;
    const ataxx::Move move = Search(limits, seed(), is_stopped_).best(position, [&](const Found& found) {
        last = found;
        say(report_of(found));
    });
    is_done = last.depth > 0;
    if (is_done && habits_.score_form.ends_with("bound")) {
        const int bound = last.score + (habits_.score_form == "lowerbound" ? 1000 : -1000);
        say("info depth " + std::to_string(last.depth + 1) + " score cp " + std::to_string(bound) + " " +
            habits_.score_form + " nodes " + std::to_string(last.nodes + 1));
    }
    return move;
}

/// A well-behaved engine has the same one in each process and game.
std::uint64_t Engine::seed() const {
    const bool by_chance = habits_.bad == "chance";
    const bool by_game = habits_.bad == "remembers";
    return habits_.seed + (by_chance ? std::random_device()() : 0) + (by_game ? games_ : 0);
}

/// Real engines crash there.
void Engine::die_of(std::string_view what) const {
    if (habits_.dies_of == what) {
        std::abort();
    }
}

/// What each game costs for good.
void Engine::leak() {
    if (habits_.bad == "leaks-memory") {
        leaked_.emplace_back(std::size_t{64} * 1024, 'x');
    } else if (habits_.bad == "leaks-descriptors") {
        static_cast<void>(::dup(STDERR_FILENO));
    }
}

std::string Engine::written(ataxx::Move move) const {
    if (move.is_pass() && !habits_.pass_form.empty()) {
        return habits_.pass_form;
    }
    std::string text = text_of(move, fen_.position, dialect_);
    if (move.is_pass()) {
        return text;
    }
    if (!move.is_jump() && (habits_.move_form == "drops" || habits_.move_form == "short")) {
        text = (habits_.move_form == "drops" ? "P@" : "") + ataxx::square_name(move.to());
    } else if (habits_.move_form == "squares") {
        text = squares_of(move);
    } else if (habits_.move_form == "capitals") {
        std::ranges::transform(text, text.begin(),
                               [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
    }
    return text;
}

std::string Engine::report_of(const Found& found) const {
    const std::string depth = (habits_.score_form == "multipv" ? "info multipv 1 depth " : "info depth ") +
                              std::to_string(found.depth);
    if (habits_.bad == "bad-score") {
        return depth + " score cp " + std::to_string(-found.score);
    }
    const std::string score = found.mate_in != 0              ? " score mate " + std::to_string(found.mate_in)
                              : habits_.score_form == "plain" ? " score " + std::to_string(found.score)
                                                              : " score cp " + std::to_string(found.score);
    const auto us = std::max<std::int64_t>(1, found.time.count() / 1000);
    const std::string counts = " nodes " + std::to_string(found.nodes) + " nps " +
                               std::to_string(found.nodes * 1'000'000 / static_cast<std::uint64_t>(us)) +
                               " time " + std::to_string(us / 1000);
    std::string line = habits_.score_form == "behind" ? depth + counts + score : depth + score + counts;
    if (says_pv_) {
        line += habits_.bad == "bad-pv" ? " pv g1g2" : " pv";
        ataxx::Position position = fen_.position;
        for (const ataxx::Move move : found.pv) {
            line += " " + text_of(move, position, dialect_);
            position = position.after(move);
        }
    }
    return line;
}

void Engine::say(const std::string& line) {
    const std::string bytes = line + (habits_.crlf ? "\r\n" : "\n");
    const std::lock_guard lock(output_);
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const ssize_t put = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (put < 0) {
            std::_Exit(EXIT_FAILURE); // nobody listens any more
        }
        rest.remove_prefix(static_cast<std::size_t>(put));
    }
}

} // namespace test_engines
