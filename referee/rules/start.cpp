#include "referee/rules/start.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/fen_text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>
#include <vector>

namespace referee {
namespace {

/// Far above any game, so that counting on is safe.
constexpr int kMostMoveNumber = 1'000'000;

std::vector<std::string_view> words_in(std::string_view text) {
    constexpr std::string_view kBlanks = " \t";
    std::vector<std::string_view> words;
    for (auto begin = text.find_first_not_of(kBlanks); begin != std::string_view::npos;
         begin = text.find_first_not_of(kBlanks)) {
        text.remove_prefix(begin);
        words.push_back(text.substr(0, text.find_first_of(kBlanks)));
        text.remove_prefix(words.back().size());
    }
    return words;
}

[[noreturn]] void refuse(std::string_view text, const std::string& what) {
    throw UserError("FEN '" + to_printable(text, kMostFenBytesShown) + "': " + what);
}

} // namespace

Start read_start(Game game, std::string_view text) {
    const auto [board, usual] = with_game(game, [&]<class G>(G) {
        const auto position = G::read_fen(text);
        if constexpr (requires { G::start_number(text); }) {
            static_cast<void>(
                G::start_number(text)); // refuses a game that is over by its count of half-moves
        }
        return std::pair(Board(position), G::fen(position));
    });
    if (const auto ending = board.ending()) {
        refuse(text, "the game is over (" + std::string(name(*ending)) + ")");
    }
    // Rules that do not count moves write the usual counters; those of `text` take their place.
    constexpr std::size_t kBeforeCounters = 2;
    const auto given = words_in(text);
    const auto words = words_in(usual);
    Start start{.board = board, .full_move = 1, .fen = {}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        start.fen += i == 0 ? "" : " ";
        if (i < kBeforeCounters) {
            start.fen += words[i];
            continue;
        }
        const std::string_view counter = i < given.size() ? given[i] : words[i];
        int number = 0;
        std::from_chars(counter.data(), counter.data() + counter.size(), number); // read_fen() has read it
        start.full_move = number;                                                 // the last counter
        start.fen += std::to_string(number);
    }
    if (start.full_move > kMostMoveNumber) {
        refuse(text, "its move number is above " + std::to_string(kMostMoveNumber));
    }
    return start;
}

bool has_blocked(const Board& board) noexcept {
    return std::visit(
        [](const auto& position) {
            if constexpr (requires { position.blocked(); }) {
                return !position.blocked().empty();
            } else {
                return false;
            }
        },
        board.position());
}

bool must_pass(const Board& board) noexcept {
    MoveNumbers pass;
    for (std::size_t i = 0; i < facts_of(board.game()).numbers; ++i) {
        pass.push_back(-1);
    }
    return board.after(pass).has_value();
}

} // namespace referee
