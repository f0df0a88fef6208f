#include "referee/rules/ataxx/fen.hpp"

#include "referee/base/user_error.hpp"

#include <charconv>
#include <vector>

namespace ataxx {
namespace {

[[noreturn]] void fail(std::string_view text, const std::string& what) {
    throw referee::UserError("FEN '" + std::string(text) + "': " + what + " (the start is '" +
                             std::string(kStartFen) + "')");
}

std::vector<std::string_view> fields_of(std::string_view text) {
    std::vector<std::string_view> fields;
    while (true) {
        const auto begin = text.find_first_not_of(" \t");
        if (begin == std::string_view::npos) {
            return fields;
        }
        text.remove_prefix(begin);
        const auto end = std::min(text.find_first_of(" \t"), text.size());
        fields.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

Position parse_board(std::string_view text, std::string_view board, Side to_move) {
    referee::PerSide<Bitboard> stones;
    int x = 1;
    int y = 1;
    const auto end_rank = [&] {
        if (y != kBoardSize + 1) {
            fail(text, "rank " + std::to_string(kBoardSize + 1 - x) + " holds " + std::to_string(y - 1) +
                           " squares instead of 7");
        }
    };
    for (const char c : board) {
        if (c == '/') {
            end_rank();
            ++x;
            y = 1;
            if (x > kBoardSize) {
                fail(text, "more than 7 ranks");
            }
        } else if (c >= '1' && c <= '7') {
            y += c - '0';
        } else if (c == 'x' || c == 'o') {
            const auto square = Square::at(x, y);
            if (!square) {
                fail(text, "rank " + std::to_string(kBoardSize + 1 - x) + " holds more than 7 squares");
            }
            auto& own = stones[c == 'x' ? Side::First : Side::Second];
            own = own | Bitboard(*square);
            ++y;
        } else if (c == '-') {
            fail(text, "blocked squares ('-') are not supported yet");
        } else {
            fail(text, std::string("'") + c + "' is not one of x, o, 1 to 7 and /");
        }
    }
    end_rank();
    if (x != kBoardSize) {
        fail(text, std::to_string(x) + " ranks instead of 7");
    }
    return {stones.first, stones.second, to_move};
}

int parse_counter(std::string_view text, std::string_view field, const char* what) {
    int value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || value < 0) {
        fail(text, std::string(what) + " '" + std::string(field) + "' is not a whole number from 0");
    }
    return value;
}

} // namespace

Fen parse_fen(std::string_view text) {
    const auto fields = fields_of(text);
    if (fields.size() < 2 || fields.size() > 4) {
        fail(text, "needs a board, a side to move, and at most a half-move clock and a move number");
    }
    if (fields[1] != "x" && fields[1] != "o") {
        fail(text, "the side to move is '" + std::string(fields[1]) + "' instead of x or o");
    }
    Fen fen{.position = parse_board(text, fields[0], fields[1] == "x" ? Side::First : Side::Second)};
    if (fields.size() > 2) {
        fen.half_moves = parse_counter(text, fields[2], "the half-move clock");
    }
    if (fields.size() > 3) {
        fen.move_number = parse_counter(text, fields[3], "the move number");
    }
    return fen;
}

std::string to_string(const Fen& fen) {
    std::string text;
    for (int x = 1; x <= kBoardSize; ++x) {
        int run = 0;
        const auto end_run = [&] {
            if (run > 0) {
                text += std::to_string(run);
            }
            run = 0;
        };
        for (int y = 1; y <= kBoardSize; ++y) {
            const Square square = *Square::at(x, y);
            if (fen.position.empty_squares().has(square)) {
                ++run;
                continue;
            }
            end_run();
            text += fen.position.stones(Side::First).has(square) ? 'x' : 'o';
        }
        end_run();
        text += x < kBoardSize ? '/' : ' ';
    }
    text += fen.position.to_move() == Side::First ? 'x' : 'o';
    return text + ' ' + std::to_string(fen.half_moves) + ' ' + std::to_string(fen.move_number);
}

} // namespace ataxx
