#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/protocol.hpp"
#include "sprt/schedule/opening_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

using referee::UserError;

constexpr std::size_t kMostWordBytes = 64;
constexpr std::size_t kMostValueBytes = 4096;
constexpr int kEnd = std::istream::traits_type::eof();

bool is_blank(int c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/// Whether a word ends before `c`.
bool ends_word(int c) noexcept {
    return c == kEnd || is_blank(c) ||
           std::string_view("{}()[];").find(static_cast<char>(c)) != std::string_view::npos;
}

/// What is wrong with a tag Variant in a game of `game`; empty: nothing, the usual rules go with its others.
std::string problem_of_variant(const PgnGame& pgn, referee::Game game) {
    const auto tag = pgn.tags.find("Variant");
    constexpr std::string_view kUsualFromFen = "from position"; // of lichess
    if (tag == pgn.tags.end() || tag->second.empty() || referee::lower_case(tag->second) == kUsualFromFen) {
        return {};
    }
    const auto named = referee::game_of_variant(tag->second);
    if (named == game || named == by_own_rules(game)) {
        return {};
    }
    const bool is_of_others = named && by_own_rules(*named) == by_own_rules(game);
    return fmt::format("it is a game of '{}'{}", referee::to_printable(tag->second),
                       is_of_others ? fmt::format("; give --rules {}", rules_name(*named))
                                    : fmt::format(", and not of {}", name(game)));
}

} // namespace

PgnReader::PgnReader(std::istream& in, std::string file, std::size_t line, std::size_t kept)
    : in_(&in)
    , file_(std::move(file))
    , line_(line)
    , kept_(kept) {}

void PgnReader::fail(std::size_t line, const std::string& what) const {
    throw UserError("{}:{}: {}", file_, line, what);
}

int PgnReader::get() {
    const int c = in_->get();
    begins_line_ = c == '\n';
    line_ += begins_line_ ? 1U : 0U;
    return c;
}

void PgnReader::skip_line() {
    while (peek() != kEnd && get() != '\n') {
    }
}

bool PgnReader::skip_blanks() {
    while (is_blank(peek()) || (begins_line_ && peek() == '%')) {
        if (peek() == '%') {
            skip_line();
        } else {
            get();
        }
    }
    return peek() != kEnd;
}

void PgnReader::skip_comment() {
    const std::size_t begin = line_;
    while (true) {
        const int c = get();
        if (c == '}') {
            return;
        }
        if (c == kEnd) {
            fail(begin, "the comment that begins here has no end");
        }
    }
}

void PgnReader::skip_variation() {
    const std::size_t begin = line_;
    int depth = 0;
    do {
        if (!skip_blanks()) {
            fail(begin, "the variation that begins here has no end");
        }
        switch (const int c = get(); c) {
        case '(':
            ++depth;
            break;
        case ')':
            --depth;
            break;
        case '{':
            skip_comment();
            break;
        case ';':
            skip_line();
            break;
        default:
            break;
        }
    } while (depth > 0);
}

std::string PgnReader::read_value() {
    const std::size_t begin = line_;
    std::string value;
    while (true) {
        int c = get();
        if (c == '"') {
            return value;
        }
        if (c == '\\') {
            c = get();
        }
        if (c == kEnd || c == '\n') {
            fail(begin, "the value of the tag has no end");
        }
        if (value.size() == kMostValueBytes) {
            fail(begin, fmt::format("the value of the tag is longer than {} bytes", kMostValueBytes));
        }
        value += static_cast<char>(c);
    }
}

void PgnReader::read_tag(PgnGame& game) {
    const std::size_t begin = line_;
    get(); // the bracket
    skip_blanks();
    std::string name = read_word();
    skip_blanks();
    if (name.empty() || name.find('"') != std::string::npos || get() != '"') {
        fail(begin, R"(it is no tag; tags are [Name "value"])");
    }
    std::string value = read_value();
    skip_blanks();
    if (get() != ']') {
        fail(begin, "the tag has no ]");
    }
    const std::string tag = referee::to_printable(name);
    if (!game.tags.emplace(std::move(name), std::move(value)).second) {
        fail(begin,
             fmt::format("the tag '{}' comes twice in a game; one without moves needs its result", tag));
    }
}

std::string PgnReader::read_word() {
    std::string word;
    while (!ends_word(peek()) && !(peek() == '$' && !word.empty())) { // a glyph may follow without a blank
        if (word.size() == kMostWordBytes) {
            fail(line_, fmt::format("a word is longer than {} bytes: '{}'", kMostWordBytes,
                                    referee::to_printable(word)));
        }
        word += static_cast<char>(get());
    }
    return word;
}

bool PgnReader::take_word(PgnGame& game, std::string word) {
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") {
        return false;
    }
    const std::size_t digits = word.find_first_not_of("0123456789");
    const bool is_number = digits != 0 && (digits == std::string::npos || word[digits] == '.');
    if (is_number) { // also before a move without a blank between them
        word.erase(0, std::min(word.find_first_not_of('.', std::min(digits, word.size())), word.size()));
    } else if (word.front() == '.') {
        word.erase(0, std::min(word.find_first_not_of('.'), word.size()));
    }
    const bool is_remark = word.empty() || word.front() == '$' || word.front() == '!' ||
                           word.front() == '?' || word == "e.p." || word == "ep";
    if (is_remark) {
        return true;
    }
    if (game.moves.size() == kMostPgnMoves) {
        fail(line_, fmt::format("the game has more than {} moves", kMostPgnMoves));
    }
    if (game.moves.size() < kept_) {
        game.moves.push_back({std::move(word), line_});
    }
    return true;
}

std::optional<PgnGame> PgnReader::next() {
    PgnGame game;
    bool has_moves = false;
    while (skip_blanks()) {
        const int c = peek();
        if (c == '[' && has_moves) {
            return game; // the one before has no result
        }
        if (game.line == 0 && c != '{' && c != ';') {
            game.line = line_;
        }
        switch (c) {
        case '[':
            read_tag(game);
            break;
        case '{':
            get();
            skip_comment();
            break;
        case ';':
            skip_line();
            break;
        case '(':
            skip_variation();
            break;
        case '}':
        case ')':
        case ']':
            fail(line_, fmt::format("'{}' ends nothing", static_cast<char>(c)));
        default:
            has_moves = true;
            if (!take_word(game, read_word())) {
                return game;
            }
        }
    }
    return game.line > 0 ? std::optional(std::move(game)) : std::nullopt;
}

ReadOpening opening_of_pgn(const PgnReader& reader, const PgnGame& pgn, referee::Game game) {
    if (const std::string problem = problem_of_variant(pgn, game); !problem.empty()) {
        reader.fail(pgn.line, problem);
    }
    std::optional<referee::Start> start;
    if (const auto fen = pgn.tags.find("FEN"); fen != pgn.tags.end()) {
        try {
            start = referee::read_start(game, fen->second);
        } catch (const UserError& error) {
            reader.fail(pgn.line, error.what());
        }
    }
    referee::Course course(start ? start->board : referee::Board(game));
    int number = start ? start->full_move : 1;
    Opening opening;
    for (const PgnGame::Move& move : pgn.moves) {
        const bool is_white = course.board().to_move() == referee::Side::First;
        const auto refuse = [&](const std::string& what) {
            reader.fail(move.line, fmt::format("move {}{}: {}", number, is_white ? "." : "...", what));
        };
        try {
            opening.moves.push_back(referee::read_notation(course.board(), move.text));
        } catch (const UserError& error) {
            refuse(error.what());
        }
        static_cast<void>(course.make(opening.moves.back()));
        if (const auto end = board_verdict(course, std::numeric_limits<int>::max())) {
            refuse(fmt::format("'{}' ends the game ({}); an opening must not",
                               referee::to_printable(move.text), name(*end)));
        }
        number += is_white ? 0 : 1;
    }
    const referee::Board& board = course.board();
    if (start || opening.moves.size() > referee::kMostOpeningMoves) {
        try {
            opening = {.start = referee::read_start(game, engine_fen(board, number))};
        } catch (const UserError& error) {
            reader.fail(pgn.line, error.what());
        }
    }
    if (opening.start && board == referee::Board(game)) {
        opening.start.reset(); // no agent need be told
    }
    return {std::move(opening), board};
}

} // namespace sprt
