#include "tests/hostile/hostile.hpp"

#include "referee/rules/games.hpp"

#include <utility>
#include <variant>

namespace hostile {

Agent::Agent(std::vector<std::string> arguments)
    : arguments_(std::move(arguments))
    , board_(std::make_unique<Board>(kDefaultGame)) {}

Agent::~Agent() = default;

int Agent::serve() {
    start();
    std::string input;
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) == 1) {
        if (byte != '\n') {
            input += byte;
            continue;
        }
        hear(input);
        input.clear();
    }
    return 0;
}

void Agent::turn() {
    if (++turns_ < kBadTurn) {
        play();
    } else {
        bad_turn();
    }
}

MoveNumbers Agent::choose() const {
    const bool must_go_on = turns_ <= kBadTurn + 1;
    const auto first_move = [must_go_on](const auto& position) {
        using Rules = RulesOf<decltype(position)>;
        const auto moves = Rules::moves(position);
        if constexpr (Rules::kEndsByItself) {
            for (const auto move : moves) {
                if (must_go_on && !Rules::ending(Rules::after(position, move))) {
                    return Rules::numbers(move);
                }
            }
        }
        return Rules::numbers(moves[0]);
    };
    return std::visit(first_move, board_->position());
}

void Agent::play(const MoveNumbers& move) {
    make(move);
    say("MOVE " + to_string(move) + "\n");
}

void Agent::make(const MoveNumbers& move) {
    *board_ = board_->after(move).value();
}

bool Agent::is_over() const {
    return board_->ending().has_value();
}

MoveNumbers Agent::all_of(int number) const {
    MoveNumbers numbers;
    for (std::size_t i = 0; i < facts_of(board_->game()).numbers; ++i) {
        numbers.push_back(number);
    }
    return numbers;
}

void Agent::hear(std::string_view line) {
    if (line.starts_with("READY ")) {
        is_first_ = line.starts_with("READY FIRST");
        const std::size_t name = line.find(' ', std::string_view("READY ").size());
        *board_ =
            Board(name == std::string_view::npos ? kDefaultGame : game_named(line.substr(name + 1)).value());
        ready();
    } else if (line.starts_with("TURN ")) {
        turn();
    } else if (line.starts_with("OPP ")) {
        const std::size_t numbers = facts_of(board_->game()).numbers;
        make(parse_move_numbers(line.substr(3, line.rfind(' ') - 3), numbers).value());
    } else if (line.starts_with("OPENING ")) {
        const std::size_t numbers = facts_of(board_->game()).numbers;
        std::string_view rest = line.substr(line.find(' ', std::string_view("OPENING ").size()));
        while (const auto move = take_move_numbers(rest, numbers)) {
            make(*move);
        }
    } else if (line == "FINISH") {
        finish();
    }
}

} // namespace hostile
