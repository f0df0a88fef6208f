#pragma once
// Tells openings apart by a board of characters, which shares no code with the bitboards and symmetries of
// the rules.

#include "sprt/schedule/openings.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

namespace sprt::testing_support {

/// 7 x 7 characters: '.' an empty square, 'm' a stone of the side to move, 't' a stone of the other side.
using PlainBoard = std::string;

inline std::size_t plain_index(int x, int y) {
    return static_cast<std::size_t>((x - 1) * 7 + (y - 1));
}

inline PlainBoard plain_start() {
    PlainBoard board(49, '.');
    board[plain_index(1, 1)] = board[plain_index(7, 7)] = 'm';
    board[plain_index(1, 7)] = board[plain_index(7, 1)] = 't';
    return board;
}

/// The board after a clone or jump, with the other side to move; an empty text when the move is illegal or
/// ends the game.
inline PlainBoard plain_after(PlainBoard board, int x1, int y1, int x2, int y2) {
    const int steps = std::max(std::abs(x2 - x1), std::abs(y2 - y1));
    if (steps < 1 || steps > 2 || board[plain_index(x1, y1)] != 'm' || board[plain_index(x2, y2)] != '.') {
        return {};
    }
    if (steps == 2) {
        board[plain_index(x1, y1)] = '.';
    }
    board[plain_index(x2, y2)] = 'm';
    for (int x = std::max(1, x2 - 1); x <= std::min(7, x2 + 1); ++x) {
        for (int y = std::max(1, y2 - 1); y <= std::min(7, y2 + 1); ++y) {
            char& stone = board[plain_index(x, y)];
            stone = stone == 't' ? 'm' : stone;
        }
    }
    for (char& stone : board) {
        stone = stone == 'm' ? 't' : stone == 't' ? 'm' : '.';
    }
    const auto has = [&](char stone) { return board.find(stone) != std::string::npos; };
    return has('m') && has('t') && has('.') ? board : PlainBoard();
}

/// The board after an opening; an empty text when the opening is illegal, holds a pass or ends the game.
inline PlainBoard plain_after(const Opening& opening) {
    PlainBoard board = plain_start();
    for (const referee::MoveNumbers& move : opening.moves) {
        if (board.empty() || move == ataxx::kPass) {
            return {};
        }
        board = plain_after(board, move[0], move[1], move[2], move[3]);
    }
    return board;
}

/// The least of the 8 symmetric images of a board, compared as texts.
inline PlainBoard plain_class(const PlainBoard& board) {
    PlainBoard least = board;
    PlainBoard image = board;
    for (int turn = 0; turn < 4; ++turn) {
        PlainBoard turned = image;
        PlainBoard mirrored = image;
        for (int x = 1; x <= 7; ++x) {
            for (int y = 1; y <= 7; ++y) {
                turned[plain_index(y, 8 - x)] = image[plain_index(x, y)];
                mirrored[plain_index(8 - x, y)] = image[plain_index(x, y)];
            }
        }
        least = std::min({least, image, mirrored});
        image = turned;
    }
    return least;
}

/// plain_class() of all positions that `plies` moves lead to without ending the game, found by trying every
/// move from every square to every other one.
inline std::set<PlainBoard> plain_classes(int plies) {
    std::set<PlainBoard> boards{plain_start()};
    for (int ply = 0; ply < plies; ++ply) {
        std::set<PlainBoard> next;
        for (const PlainBoard& board : boards) {
            for (int from = 0; from < 49; ++from) {
                for (int to = 0; to < 49; ++to) {
                    const auto after = plain_after(board, from / 7 + 1, from % 7 + 1, to / 7 + 1, to % 7 + 1);
                    if (!after.empty()) {
                        next.insert(after);
                    }
                }
            }
        }
        boards = std::move(next);
    }
    std::set<PlainBoard> classes;
    for (const PlainBoard& board : boards) {
        classes.insert(plain_class(board));
    }
    return classes;
}

} // namespace sprt::testing_support
