// Plays a move that breaks the rules: illegal KIND, in its third turn, or in the first later turn that has
// such a move.

#include "tests/hostile/hostile.hpp"

#include <algorithm>
#include <optional>

namespace {

using namespace hostile;

struct Illegal final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        const auto move = find(arguments_.at(0));
        if (!move) {
            play();
            return;
        }
        say("MOVE " + to_string(*move) + "\n");
    }

  private:
    [[nodiscard]] std::optional<MoveNumbers> find(std::string_view kind) const {
        const Square own = position_.own().lowest();
        const Square empty = position_.empty_squares().lowest();
        if (kind == "pass") {
            return kPass;
        }
        if (kind == "half_pass") {
            return MoveNumbers{-1, -1, empty.x(), empty.y()};
        }
        if (kind == "half_pass_to") {
            return MoveNumbers{own.x(), own.y(), -1, -1};
        }
        const Bitboard sources = kind == "foreign"   ? position_.theirs()
                                 : kind == "nobodys" ? position_.empty_squares()
                                                     : position_.own();
        for (Bitboard rest = sources; !rest.empty(); rest = rest.without_lowest()) {
            const Square from = rest.lowest();
            for (int x = 0; x <= kBoardSize + 1; ++x) {
                for (int y = 0; y <= kBoardSize + 1; ++y) {
                    if (fits(kind, from, x, y)) {
                        return MoveNumbers{from.x(), from.y(), x, y};
                    }
                }
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool fits(std::string_view kind, Square from, int x, int y) const {
        const int steps = std::max(std::abs(x - from.x()), std::abs(y - from.y()));
        const bool is_near = steps == 1 || steps == 2;
        const auto to = Square::at(x, y);
        if (!to || kind == "off_board") {
            return !to && is_near && kind == "off_board";
        }
        const bool is_empty = position_.empty_squares().has(*to);
        if (kind == "distance0") {
            return steps == 0;
        }
        if (kind == "distance3") {
            return is_empty && steps == 3;
        }
        if (kind == "wrapped") { // next to each other by index, but at opposite edges
            return is_empty && std::abs(to->index() - from.index()) == 1 && steps > 2;
        }
        if (kind == "occupied") {
            return !is_empty && is_near;
        }
        return is_empty && is_near; // foreign, nobodys
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Illegal>(argc, argv);
}
