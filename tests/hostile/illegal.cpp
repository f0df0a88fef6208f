// Plays a move that breaks the rules: illegal KIND, in its third turn, or in the first later turn that has
// such a move.

#include "referee/rules/games.hpp"
#include "tests/hostile/hostile.hpp"

#include <algorithm>
#include <optional>
#include <variant>

namespace {

using namespace hostile;

/// Ataxx: the first stone or empty square and the first place that together are of this kind.
class IllegalStep {
  public:
    IllegalStep(const ataxx::Position& position, std::string_view kind)
        : position_(position)
        , kind_(kind) {}

    [[nodiscard]] std::optional<MoveNumbers> find() const {
        const ataxx::Square own = position_.own().lowest();
        const ataxx::Square empty = position_.empty_squares().lowest();
        if (kind_ == "half_pass") {
            return MoveNumbers{-1, -1, empty.x(), empty.y()};
        }
        if (kind_ == "half_pass_to") {
            return MoveNumbers{own.x(), own.y(), -1, -1};
        }
        const ataxx::Bitboard sources = kind_ == "foreign"   ? position_.theirs()
                                        : kind_ == "nobodys" ? position_.empty_squares()
                                                             : position_.own();
        for (ataxx::Bitboard rest = sources; !rest.empty(); rest = rest.without_lowest()) {
            const ataxx::Square from = rest.lowest();
            for (int x = 0; x <= ataxx::kBoardSize + 1; ++x) {
                for (int y = 0; y <= ataxx::kBoardSize + 1; ++y) {
                    if (fits(from, x, y)) {
                        return MoveNumbers{from.x(), from.y(), x, y};
                    }
                }
            }
        }
        return std::nullopt;
    }

  private:
    [[nodiscard]] bool fits(ataxx::Square from, int x, int y) const {
        const int steps = std::max(std::abs(x - from.x()), std::abs(y - from.y()));
        const bool is_near = steps == 1 || steps == 2;
        const auto to = ataxx::Square::at(x, y);
        if (!to || kind_ == "off_board") {
            return !to && is_near && kind_ == "off_board";
        }
        const bool is_empty = position_.empty_squares().has(*to);
        if (kind_ == "distance0") {
            return steps == 0;
        }
        if (kind_ == "distance3") {
            return is_empty && steps == 3;
        }
        if (kind_ == "wrapped") { // next to each other by index, but at opposite edges
            return is_empty && std::abs(to->index() - from.index()) == 1 && steps > 2;
        }
        if (kind_ == "occupied") {
            return !is_empty && is_near;
        }
        return is_empty && is_near; // foreign, nobodys
    }

    const ataxx::Position& position_;
    std::string_view kind_;
};

[[nodiscard]] std::optional<MoveNumbers> illegal_move(const ataxx::Position& position,
                                                      std::string_view kind) {
    return IllegalStep(position, kind).find();
}

/// Games in which a move names the place of what is put down.
template<class Position>
std::optional<MoveNumbers> illegal_move(const Position& position, std::string_view kind) {
    using Rules = RulesOf<Position>;
    if (kind == "half_pass") {
        return MoveNumbers{-1, 1};
    }
    for (int one = 1; kind == "occupied" && one <= 9; ++one) {
        for (int two = 1; two <= 9; ++two) {
            const MoveNumbers numbers = Rules::kNumbers == 1 ? MoveNumbers{one} : MoveNumbers{one, two};
            const auto move = Rules::named(numbers);
            if (move && !Rules::is_legal(position, *move)) {
                return numbers;
            }
        }
    }
    return std::nullopt;
}

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
        if (kind == "pass") {
            return all_of(-1);
        }
        if (kind == "zeros") {
            return all_of(0);
        }
        if (kind == "nines") {
            return all_of(9);
        }
        if (kind == "huge") {
            return all_of(999'999'999);
        }
        return std::visit([kind](const auto& position) { return illegal_move(position, kind); },
                          board().position());
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Illegal>(argc, argv);
}
