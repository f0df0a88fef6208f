#pragma once
// A desk with pairs that are made up, and turns as slots would send them, for tests of the desk.

#include "sprt/remote/desk.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

#include <gmock/gmock.h>

#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

/// An answer that was sent, and where to.
struct Sent {
    std::string to;
    Answer answer;
};

inline void PrintTo(const Attempt& attempt, std::ostream* out) {
    *out << "pair " << attempt.pair << " attempt " << attempt.attempt;
}
inline void PrintTo(const Sent& sent, std::ostream* out) {
    *out << "to " << sent.to << ": " << to_text(sent.answer);
}

inline constexpr std::uint64_t kMadeEpoch = 3;

/// A turn of slot 0 of a session, which brings nothing.
inline Turn asking(std::uint64_t session, std::uint64_t seq) {
    return {.session = made_session(session), .epoch = kMadeEpoch, .seq = seq};
}

/// A turn that brings the games of `attempt`.
inline Turn bringing(std::uint64_t session, std::uint64_t seq, const Attempt& attempt) {
    Turn turn = asking(session, seq);
    turn.done = Done{.attempt = attempt, .games = {"{}", "{}"}};
    return turn;
}

/// A turn that returns `attempt`.
inline Turn returning(std::uint64_t session, std::uint64_t seq, const Attempt& attempt, WhyReturned why) {
    Turn turn = asking(session, seq);
    turn.done = Done{.attempt = attempt, .games = {}, .returned = why};
    return turn;
}

/// What a worker says that the slots of a session hold.
inline Alive holding(std::uint64_t session, const std::vector<Holding>& holds) {
    return {.session = made_session(session), .epoch = kMadeEpoch, .holds = holds};
}

/// An answer to `to` with a pair.
MATCHER_P2(GivesTo, to, attempt, "") {
    return arg.to == to && arg.answer.task && arg.answer.task->attempt == attempt;
}
/// An answer to `to` without a pair.
MATCHER_P2(SaysTo, to, state, "") {
    return arg.to == to && !arg.answer.task && arg.answer.state == state;
}

class MadeDesk {
  public:
    explicit MadeDesk(std::uint64_t games = 1000, Clock::duration longest_pair = kLongestPair)
        : desk_(made_pairs(0, games), 0, longest_pair, kMadeEpoch) {}

    /// A turn comes; returns what must be checked, if anything. Answers go to SESSION/SEQ and a tail.
    std::optional<ResultToCheck> turn(const Turn& turn, const std::string& worker,
                                      const std::string& tail = "") {
        const std::string reply = std::to_string(std::stoull(turn.session)) + "/" + std::to_string(turn.seq);
        return desk_.turn(turn, worker, reply + tail, now_);
    }
    /// A turn comes whose result is right, or has a problem.
    void turn_and_settle(const Turn& turn, const std::string& worker,
                         const std::optional<std::string>& problem = {}) {
        if (const auto result = this->turn(turn, worker)) {
            static_cast<void>(desk_.settle(*result, problem, now_));
        }
    }
    void pass(Clock::duration time) {
        now_ += time;
        desk_.tick(now_);
    }

    /// What was sent since the last call.
    std::vector<Sent> sent() {
        std::vector<Sent> all;
        for (const Post& post : desk_.take_posts()) {
            all.push_back({post.subject, read_answer(post.text)});
        }
        return all;
    }
    /// The attempt that session `session` gets when it asks; empty: none at once.
    std::optional<Attempt> given(std::uint64_t session, std::uint64_t seq, const std::string& worker) {
        static_cast<void>(turn(asking(session, seq), worker));
        const auto all = sent();
        return all.empty() || !all.back().answer.task ? std::nullopt
                                                      : std::optional(all.back().answer.task->attempt);
    }
    /// Slot 0 of session `session` asks as `seq` and plays pairs, which are not counted, until it gets none
    /// at once. Returns its last number.
    std::uint64_t play_all(std::uint64_t session, std::uint64_t seq, const std::string& worker) {
        for (auto attempt = given(session, seq, worker); attempt;) {
            turn_and_settle(bringing(session, ++seq, *attempt), worker);
            const auto all = sent();
            attempt = all.empty() || !all.back().answer.task ? std::nullopt
                                                             : std::optional(all.back().answer.task->attempt);
        }
        return seq;
    }
    /// Pairs 0 to 3 go to sessions 1 to 4 of ann, bob, cid and dan, and nothing is left.
    static MadeDesk with_four_pairs() {
        MadeDesk desk(8);
        for (const auto& [session, worker] : {std::pair(1, "ann"), {2, "bob"}, {3, "cid"}, {4, "dan"}}) {
            static_cast<void>(desk.given(static_cast<std::uint64_t>(session), 1, worker));
        }
        return desk;
    }

    [[nodiscard]] Desk& desk() noexcept { return desk_; }
    [[nodiscard]] Time now() const noexcept { return now_; }

  private:
    Desk desk_;
    Time now_ = kStart;
};

} // namespace sprt::remote
