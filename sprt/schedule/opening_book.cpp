#include "sprt/schedule/opening_book.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <unordered_set>
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

using referee::UserError;

/// For `text` that holds no opening of `game`, as `what` says: empty, or ` (they are moves of NAME: --game
/// NAME)`.
std::string hint_at_another_game(std::string_view text, referee::Game game, std::string_view what) {
    const bool has_a_move = what.starts_with("move ") && !what.starts_with("move 1:");
    for (const referee::Game other : referee::kGames) {
        const bool reads_most = facts_of(other).numbers == 1; // nearly all digits are moves there
        if (name(other) == name(game) || (has_a_move && reads_most)) {
            continue;
        }
        try {
            static_cast<void>(read_opening(other, text));
            const bool is_position = format_of(text, other) != LineFormat::Moves;
            return fmt::format(" ({0} of {1}: --game {1})",
                               is_position ? "it is a position" : "they are moves", name(other));
        } catch (const UserError&) { // nor of that game
        }
    }
    return {};
}

/// Takes the lines of a file, one after the other.
class BookReader {
  public:
    BookReader(const std::string& file, referee::Game game)
        : game_(game) {
        content_.file = file;
    }

    void take(std::string_view line, std::size_t number) {
        const std::string_view text = without_comment(line, game_);
        if (text.empty()) {
            return;
        }
        expect_format(format_of(text, game_), number);
        try {
            add(read_opening(game_, text), number);
        } catch (const UserError& error) {
            // A book of another game fails at its first opening.
            const bool is_first = content_.openings.empty();
            fail(number,
                 error.what() + (is_first ? hint_at_another_game(text, game_, error.what()) : std::string()));
        }
    }

    /// An opening that begins in line `number`.
    void add(ReadOpening&& read, std::size_t number) {
        auto& [opening, board] = read;
        if (!seen_.insert(board.key()).second) {
            ++content_.duplicates;
            return;
        }
        if (opening.start && must_pass(board)) {
            content_.forced_passes.push_back(number);
        }
        content_.openings.push_back(std::move(opening));
        content_.lines.push_back(number);
    }

    [[noreturn]] void fail(std::size_t line, const std::string& what) const {
        throw UserError("{}:{}: {}", content_.file, line, what);
    }

    [[nodiscard]] BookContent content() {
        if (content_.openings.empty()) {
            throw UserError("{}: it holds no opening", content_.file);
        }
        find_moves();
        return std::move(content_);
    }

  private:
    void expect_format(LineFormat format, std::size_t number) {
        const auto first = first_format_.value_or(format);
        const auto both = joined(first, format);
        if (!both) {
            fail(number, fmt::format("it is not {}, as line {} is", name(first), first_line_));
        }
        if (first_format_ != both) { // the first opening, or the first one that tells a FEN from an EPD
            first_format_ = both;
            first_line_ = number;
        }
    }

    /// Chess knows positions by their FEN: its counts of moves and what may repeat are those of the book.
    void find_moves() {
        if (facts_of(game_).reads_notation) {
            return;
        }
        std::vector<referee::Board> boards;
        boards.reserve(content_.openings.size());
        for (const Opening& opening : content_.openings) {
            if (opening.start) {
                boards.push_back(opening.start->board);
            }
        }
        if (boards.empty()) {
            return;
        }
        auto moves = moves_to(game_, boards);
        auto next = moves.begin();
        for (Opening& opening : content_.openings) {
            if (opening.start) {
                opening.moves = std::move(*next).value_or(std::vector<referee::MoveNumbers>());
                ++next;
            }
        }
    }

    referee::Game game_;
    BookContent content_;
    std::optional<LineFormat> first_format_;
    std::size_t first_line_ = 0; ///< that shows the format
    std::unordered_set<referee::CanonicalKey, referee::CanonicalKeyHash> seen_;
};

/// The first opening of which `is_wanted`; empty when there is none.
template<class IsWanted>
std::optional<PlacedOpening> first_in_file(const BookContent& content, const IsWanted& is_wanted) {
    const auto found = std::ranges::find_if(content.openings, is_wanted);
    if (found == content.openings.end()) {
        return std::nullopt;
    }
    const auto number = static_cast<std::size_t>(found - content.openings.begin());
    return PlacedOpening{fmt::format("{}:{}", content.file, content.lines[number]), *found};
}

BookContent parse_pgn(std::istream& in, const std::string& file, std::size_t line, referee::Game game,
                      std::optional<std::size_t> plies) {
    BookReader book(file, game);
    if (!facts_of(game).reads_notation) {
        book.fail(line,
                  fmt::format("it is PGN, which is not read in {}; openings are positions or lists of moves",
                              name(game)));
    }
    PgnReader reader(in, file, line, plies.value_or(kMostPgnMoves));
    while (const auto pgn = reader.next()) {
        book.add(opening_of_pgn(reader, *pgn, game), pgn->line);
    }
    if (in.bad()) {
        throw UserError("{}: it cannot be read", file);
    }
    return book.content();
}

/// Passes over a byte order mark and blanks; returns the number of the line that follows.
std::size_t skip_to_text(std::istream& in) {
    for (const char mark : kByteOrderMark) {
        if (in.peek() != static_cast<unsigned char>(mark)) {
            break;
        }
        in.get();
    }
    std::size_t line = 1;
    while (in.peek() == ' ' || in.peek() == '\t' || in.peek() == '\r' || in.peek() == '\n') {
        line += in.get() == '\n' ? 1U : 0U;
    }
    return line;
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

LineFormat format_of(std::string_view text, referee::Game game) noexcept {
    const LineFormat format = format_of(text);
    return format != LineFormat::Moves && facts_of(game).reads_epd ? LineFormat::Position : format;
}

std::string_view without_comment(std::string_view line, referee::Game game) noexcept {
    if (!facts_of(game).reads_epd || line.find('/') >= line.find('#')) {
        return without_comment(line);
    }
    bool is_quoted = false;
    bool begins_word = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '#' && begins_word && !is_quoted) {
            return trimmed(line.substr(0, i));
        }
        is_quoted ^= line[i] == '"';
        begins_word = kLineBlanks.find(line[i]) != std::string_view::npos;
    }
    return trimmed(line);
}

std::optional<LineFormat> joined(LineFormat file, LineFormat line) noexcept {
    if (file == line || (line == LineFormat::Position && file != LineFormat::Moves)) {
        return file;
    }
    const bool is_settled_now = file == LineFormat::Position && line != LineFormat::Moves;
    return is_settled_now ? std::optional(line) : std::nullopt;
}

ReadOpening read_opening(referee::Game game, std::string_view text) {
    const LineFormat format = format_of(text, game);
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

BookContent parse_book(std::istream& in, const std::string& file, referee::Game game,
                       std::optional<std::size_t> plies) {
    const std::size_t first_line = skip_to_text(in);
    if (in.peek() == '[') {
        return parse_pgn(in, file, first_line, game, plies);
    }
    if (plies) {
        throw UserError("{}: book_plies is for openings as PGN, and this is none", file);
    }
    in.clear(); // an empty file has no character to look at
    BookReader reader(file, game);
    std::array<char, kMostLineBytes + 1> buffer{};
    for (std::size_t line = first_line; in.getline(buffer.data(), buffer.size()) || !in.eof(); ++line) {
        if (in.bad()) {
            throw UserError("{}: it cannot be read", file);
        }
        if (in.fail()) {
            reader.fail(line, fmt::format("the line is longer than {} bytes", kMostLineBytes));
        }
        const auto taken = static_cast<std::size_t>(in.gcount()) - (in.eof() ? 0 : 1); // without the newline
        reader.take({buffer.data(), taken}, line);
    }
    return reader.content();
}

OpeningsFacts facts_of_book(const BookContent& content) {
    OpeningsFacts facts{.size = content.openings.size(), .duplicates = content.duplicates};
    facts.first_position =
        first_in_file(content, [](const Opening& opening) { return opening.start.has_value(); });
    facts.first_without_moves =
        first_in_file(content, [](const Opening& opening) { return opening.start && opening.moves.empty(); });
    facts.first_blocked = first_in_file(
        content, [](const Opening& opening) { return opening.start && has_blocked(opening.start->board); });
    if (!content.forced_passes.empty()) {
        const std::size_t others = content.forced_passes.size() - 1;
        facts.warning =
            fmt::format("{}:{}: the side to move must pass in this position{}", content.file,
                        content.forced_passes.front(),
                        others > 0 ? fmt::format(", and in {} more of the file", others) : std::string());
    }
    return facts;
}

std::ifstream open_book(const std::filesystem::path& file) {
    const auto refuse = [&](int error) {
        throw UserError("{}: it cannot be read: {}; openings are start, random:PLIES or a file of openings",
                        file.string(), std::generic_category().message(error));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) { // a directory can be opened, as if it were empty
        refuse(EISDIR);
    }
    if (const auto kind = referee::special_kind(file);
        !kind.empty()) { // it could be read only once, or never ends
        throw UserError("{} is {}; openings are read from a regular file", file.string(), kind);
    }
    if (std::filesystem::file_size(file, ignored) > kMostBookBytes && !ignored) {
        throw UserError("{} is larger than {} GiB; name a part of it", file.string(), kMostBookBytes >> 30);
    }
    std::ifstream in = referee::open_regular(file);
    if (!in) {
        refuse(errno);
    }
    return in;
}

BookContent read_book(const std::filesystem::path& file, referee::Game game,
                      std::optional<std::size_t> plies) {
    std::ifstream in = open_book(file);
    return parse_book(in, file.string(), game, plies);
}

bool holds_positions(const std::filesystem::path& file, referee::Game game) {
    std::ifstream in = open_book(file);
    static_cast<void>(skip_to_text(in));
    if (in.peek() == '[') {
        return false; // PGN
    }
    std::array<char, kMostLineBytes + 1> buffer{};
    while (in.getline(buffer.data(), buffer.size())) {
        const std::string_view text = without_comment(buffer.data(), game);
        if (!text.empty()) {
            return format_of(text, game) != LineFormat::Moves;
        }
    }
    return false;
}

} // namespace sprt
