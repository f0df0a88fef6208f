#include "referee/check/against_random.hpp"

#include <utility>

namespace referee::check {
namespace {

const Manner kMannerOfMover;

} // namespace

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
