#include "referee/check/random_mover.hpp"

#include "referee/base/text.hpp"
#include "referee/rules/move_numbers.hpp"

#include <cassert>
#include <utility>
#include <variant>

namespace referee::check {

RandomPosition random_position(Game rules, SplitMix64& chance, std::size_t most_moves) {
    const std::size_t count = 1 + chance.below(most_moves);
    Board board(rules);
    std::vector<MoveNumbers> moves;
    moves.reserve(count);
    while (moves.size() < count) {
        const MoveNumbers move = random_move(board, chance);
        const Board after = board.after(move).value();
        if (after.ending()) {
            break;
        }
        board = after;
        moves.push_back(move);
    }
    const int full_move = 1 + static_cast<int>(moves.size() / 2);
    return {.start = read_start(rules, engine_fen(board, full_move)), .moves = std::move(moves)};
}

namespace {

/// Removes the first word; the blank behind it stays.
std::string_view take_first_word(std::string_view& line) {
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

const Manner kMannerOfMover;

} // namespace

MoveNumbers random_move(const Board& board, SplitMix64& chance) {
    const auto draw_one = [&](const auto& position) {
        using G = RulesOf<decltype(position)>;
        const auto moves = G::moves(position);
        assert(!moves.empty());
        return G::numbers(moves[chance.below(moves.size())]);
    };
    return std::visit(draw_one, board.position());
}

RandomMover::RandomMover(Game rules, std::uint64_t seed, ChooseMove choose)
    : rules_(rules)
    , board_(rules)
    , chance_(seed)
    , choose_(std::move(choose)) {}

std::string_view RandomMover::hear(std::string_view messages) {
    answer_.clear();
    for (const std::string_view line : split(messages, '\n')) {
        hear_line(line);
    }
    return answer_;
}

void RandomMover::hear_line(std::string_view line) {
    const std::size_t numbers = facts_of(rules_).numbers;
    const std::string_view word = take_first_word(line);
    if (word == "READY") {
        board_ = Board(rules_);
        answer_ = "OK OPENING FEN";
    } else if (word == "FEN") {
        board_ = read_fen(rules_, line.substr(1));
    } else if (word == "OPENING") {
        static_cast<void>(take_move_numbers(line, 1)); // how many moves follow
        while (const auto move = take_move_numbers(line, numbers)) {
            make(*move);
        }
    } else if (word == "OPP") {
        const auto move = take_move_numbers(line, numbers);
        assert(move);
        make(*move);
    } else if (word == "TURN") {
        const MoveNumbers move = choose_(board_, chance_);
        make(move);
        answer_ = "MOVE " + to_string(move);
    }
}

void RandomMover::make(const MoveNumbers& move) {
    const auto after = board_.after(move);
    assert(after);
    board_ = *after;
}

const Manner& AgainstRandom::manner(Side side) const {
    return side == side_ ? subject_.manner : kMannerOfMover;
}

PerSide<Reply> AgainstRandom::ask_both(const PerSide<Question>& questions) {
    PerSide<Reply> replies;
    for (const Side side : kSides) {
        if (!questions[side].message.empty()) {
            replies[side] = ask(side, questions[side]);
        }
    }
    return replies;
}

Reply AgainstRandom::ask(Side side, const Question& question) {
    if (side == side_) {
        return talker_.ask(question);
    }
    Reply reply;
    reply.what = mover_.hear(question.message);
    return reply;
}

PerSide<Departure> AgainstRandom::finish(const PerSide<std::string_view>& last_words,
                                         const PerSide<bool>& keeps) {
    PerSide<Departure> departures;
    if (keeps[side_]) {
        talker_.tell(last_words[side_]);
        talker_.is_prepared();
        departures[side_].exit = kKept;
    } else {
        departures[side_] = talker_.end(last_words[side_], subject_.settings.finish_wait).departure;
    }
    return departures;
}

} // namespace referee::check
