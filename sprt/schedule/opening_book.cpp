#include "sprt/schedule/opening_book.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_set>

namespace sprt {
namespace {

using referee::Board;
using referee::kMostOpeningMoves;
using referee::UserError;

constexpr std::string_view kBlanks = " \t\r";

/// Far longer than any opening. The limit refuses a file of another kind early.
constexpr std::size_t kMostLineBytes = 4096;

std::string_view without_comment(std::string_view line) {
    line = line.substr(0, line.find('#'));
    return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

/// What a move in a file must be, e.g. `four numbers, x1 y1 x2 y2`.
std::string numbers_form(const referee::GameFacts& facts) {
    constexpr std::array kCounts{"one number", "two numbers", "three numbers", "four numbers"};
    std::string_view names = facts.move_form;
    names.remove_prefix(std::string_view("MOVE ").size());
    return fmt::format("{}, {}", kCounts.at(facts.numbers - 1), names);
}

/// The opening in `text` and the board after it. Throws UserError saying what is wrong.
std::pair<Opening, Board> parse_line(std::string_view text, referee::Game game) {
    const referee::GameFacts& facts = facts_of(game);
    const std::string spaced = ' ' + std::string(text); // each number needs a blank before it
    std::string_view left = spaced;
    Opening opening;
    Board board(game);
    while (!left.empty()) {
        if (opening.size() == kMostOpeningMoves) {
            throw UserError(fmt::format("an opening may have {} moves at most", kMostOpeningMoves));
        }
        const std::size_t number = opening.size() + 1;
        const auto move = referee::take_move_numbers(left, facts.numbers);
        if (!move) {
            throw UserError(fmt::format("move {}: it must be {}", number, numbers_form(facts)));
        }
        const auto after = board.after(*move);
        if (!after) {
            throw UserError(fmt::format("move {}: {} is illegal: {}", number, to_string(*move),
                                        why_illegal(board, *move)));
        }
        opening.push_back(*move);
        board = *after;
        if (board.ending()) {
            throw UserError(fmt::format("move {}: it ends the game; an opening must not", number));
        }
    }
    return {std::move(opening), board};
}

} // namespace

BookContent parse_book(std::istream& in, const std::string& file, referee::Game game) {
    BookContent content;
    std::unordered_set<referee::CanonicalKey, referee::CanonicalKeyHash> seen;
    std::array<char, kMostLineBytes + 1> buffer{};
    for (std::size_t line = 1; in.getline(buffer.data(), buffer.size()) || !in.eof(); ++line) {
        const auto place = [&](std::string_view what) { return fmt::format("{}:{}: {}", file, line, what); };
        if (in.bad()) {
            throw UserError(fmt::format("{}: it cannot be read", file));
        }
        if (in.fail()) {
            throw UserError(place(fmt::format("the line is longer than {} bytes", kMostLineBytes)));
        }
        const auto taken = static_cast<std::size_t>(in.gcount()) - (in.eof() ? 0 : 1); // without the newline
        const std::string_view text = without_comment({buffer.data(), taken});
        if (text.empty()) {
            continue;
        }
        try {
            auto [opening, board] = parse_line(text, game);
            if (seen.insert(board.key()).second) {
                content.openings.push_back(std::move(opening));
            } else {
                ++content.duplicates;
            }
        } catch (const UserError& error) {
            throw UserError(place(error.what()));
        }
    }
    if (content.openings.empty()) {
        throw UserError(fmt::format("{}: it holds no opening", file));
    }
    return content;
}

BookContent read_book(const std::filesystem::path& file, referee::Game game) {
    const auto refuse = [&](int error) {
        throw UserError(
            fmt::format("{}: it cannot be read: {}; openings are start, random:PLIES or a file of "
                        "move lists",
                        file.string(), std::generic_category().message(error)));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) { // a directory can be opened, as if it were empty
        refuse(EISDIR);
    }
    if (const auto kind = referee::special_kind(file);
        !kind.empty()) { // it could be read only once, or never ends
        throw UserError(fmt::format("{} is {}; openings are read from a regular file", file.string(), kind));
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        refuse(errno);
    }
    return parse_book(in, file.string(), game);
}

} // namespace sprt
