#include "sprt/schedule/opening_book.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/moves_text.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>

namespace sprt {
namespace {

using referee::UserError;

constexpr std::string_view kBlanks = " \t\r";

/// Far longer than any opening. The limit refuses a file of another kind early.
constexpr std::size_t kMostLineBytes = 4096;

std::string_view without_comment(std::string_view line) {
    line = line.substr(0, line.find('#'));
    return line.substr(0, line.find_last_not_of(kBlanks) + 1);
}

bool holds_moves_of(referee::Game game, std::string_view text) {
    try {
        static_cast<void>(make_moves(game, text, referee::kMostOpeningMoves, referee::MayEnd::No));
        return true;
    } catch (const UserError&) {
        return false;
    }
}

/// For `text` that holds no moves of `game`: empty, or ` (they are moves of NAME: --game NAME)`.
std::string hint_at_another_game(std::string_view text, referee::Game game) {
    for (const referee::Game other : referee::kGames) {
        if (other != game && holds_moves_of(other, text)) {
            return fmt::format(" (they are moves of {0}: --game {0})", name(other));
        }
    }
    return {};
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
            auto [moves, board] = make_moves(game, text, referee::kMostOpeningMoves, referee::MayEnd::No);
            if (seen.insert(board.key()).second) {
                content.openings.push_back(std::move(moves));
            } else {
                ++content.duplicates;
            }
        } catch (const UserError& error) {
            // A book of another game fails at its first opening.
            const bool is_first = content.openings.empty();
            throw UserError(
                place(error.what() + (is_first ? hint_at_another_game(text, game) : std::string())));
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
