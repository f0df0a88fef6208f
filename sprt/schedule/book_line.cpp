#include "sprt/schedule/book_line.hpp"

#include "referee/rules/opening_text.hpp"
#include "referee/talk/protocol.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sprt {
namespace {

constexpr std::string_view kLineBlanks = " \t\r";

std::string_view trimmed(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(kLineBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kLineBlanks) + 1);
}

/// Splits `text`, which is trimmed, after its first two words.
std::pair<std::string_view, std::string_view> after_two_words(std::string_view text) noexcept {
    std::size_t end = text.find_first_of(kLineBlanks);
    end = text.find_first_of(kLineBlanks, text.find_first_not_of(kLineBlanks, end));
    return end == std::string_view::npos ? std::pair(text, std::string_view())
                                         : std::pair(text.substr(0, end), trimmed(text.substr(end)));
}

bool is_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

} // namespace

std::string_view name(LineFormat format) noexcept {
    constexpr std::array<std::string_view, 4> kNames{"a list of moves", "a position", "a FEN", "an EPD"};
    return kNames[static_cast<std::size_t>(format)];
}

LineFormat format_of(std::string_view text) noexcept {
    if (text.find('/') == std::string_view::npos) {
        return LineFormat::Moves;
    }
    const std::string_view rest = after_two_words(text).second;
    return rest.empty() ? LineFormat::Position : is_letter(rest.front()) ? LineFormat::Epd : LineFormat::Fen;
}

std::string_view without_comment(std::string_view line) noexcept {
    // A position holds no blank before a # and no semicolon: those of an EPD end its operations.
    line = line.substr(0, line.find('#'));
    const std::size_t semicolon = line.find(';');
    const bool is_position = line.find('/') < semicolon;
    return trimmed(line.substr(0, is_position ? semicolon : line.size()));
}

std::optional<LineFormat> joined(LineFormat file, LineFormat line) noexcept {
    if (file == line || (line == LineFormat::Position && file != LineFormat::Moves)) {
        return file;
    }
    const bool is_settled_now = file == LineFormat::Position && line != LineFormat::Moves;
    return is_settled_now ? std::optional(line) : std::nullopt;
}

ReadOpening read_opening(referee::Game game, std::string_view text) {
    const LineFormat format = format_of(text);
    if (format == LineFormat::Moves) {
        auto [moves, board] = make_moves(game, text, referee::kMostOpeningMoves, referee::MayEnd::No);
        return {{.moves = std::move(moves), .start = {}}, board};
    }
    const std::string_view position = format == LineFormat::Epd ? after_two_words(text).first : text;
    std::optional<referee::Start> start = referee::read_start(game, position);
    const referee::Board board = start->board;
    if (board == referee::Board(game)) {
        start.reset(); // no agent need be told
    }
    return {{.moves = {}, .start = std::move(start)}, board};
}

} // namespace sprt
