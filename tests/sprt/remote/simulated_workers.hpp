#pragma once
// Workers in virtual time, which ask as Service does: one request under way for each slot, repeated until an
// answer with its number comes. They die and come back with a new session.

#include "sprt/remote/messages.hpp"
#include "tests/sprt/remote/simulated_network.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sprt::remote {

/// Where an answer goes.
struct Inbox {
    std::size_t worker = 0;
    std::uint64_t session = 0;
    std::uint32_t slot = 0;
};

class SimulatedWorker {
  public:
    using ToCoordinator = std::function<void(const std::string& text, std::uint32_t slot)>;

    SimulatedWorker(Timeline& time, std::string name, std::size_t slots)
        : time_(time)
        , name_(std::move(name))
        , slots_(slots) {}

    /// `turn` and `alive` send a message on its way.
    void connect(ToCoordinator turn, ToCoordinator alive) {
        turn_ = std::move(turn);
        alive_ = std::move(alive);
    }
    void start(std::uint64_t session) {
        session_ = session;
        is_there_ = true;
        is_leaving_ = false;
        for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
            slots_[slot] = {};
            slots_[slot].turn = {.session = made_session(session), .epoch = kEpoch, .slot = slot};
            ask(slot);
        }
        tell(session);
    }
    void die() { is_there_ = false; }
    /// Brings what it plays, and takes no more.
    void leave() {
        is_leaving_ = true;
        for (std::uint32_t slot = 0; is_there_ && slot < slots_.size(); ++slot) {
            if (slots_[slot].is_asking) { // the same as before, as a new request
                ask(slot);
            }
        }
    }
    /// The server came back.
    void ask_again() {
        for (std::uint32_t slot = 0; is_there_ && slot < slots_.size(); ++slot) {
            repeat(session_, slot, slots_[slot].turn.seq);
        }
    }
    void receive(const Inbox& inbox, const std::string& text) {
        const Answer answer = read_answer(text);
        Slot& slot = slots_[inbox.slot];
        if (!is_there_ || inbox.session != session_ || !slot.is_asking || answer.seq != slot.turn.seq) {
            return;
        }
        slot.is_asking = false;
        slot.turn.done.reset();
        slot.holds = answer.task ? std::optional(answer.task->attempt) : std::nullopt;
        if (answer.state != OfferState::Open || (is_leaving_ && !answer.task)) {
            return;
        }
        if (answer.task) {
            // Now and then an agent hangs for longer than its games may last.
            const auto lasts = time_.happens_in(1) ? kLongestPair + 20s : time_.between(1s, 25s);
            time_.after(lasts, [this, session = session_, at = inbox.slot, task = *answer.task] {
                finish(session, at, task);
            });
        } else {
            ask(inbox.slot);
        }
    }

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] std::uint64_t session() const noexcept { return session_; }
    [[nodiscard]] bool is_there() const noexcept { return is_there_; }
    /// Returns every pair: its machine lacks something.
    bool cannot_play = false;

    static constexpr std::uint64_t kEpoch = 2;

  private:
    struct Slot {
        Turn turn{.session = {}};
        bool is_asking = false;
        std::optional<Attempt> holds{};
    };

    void ask(std::uint32_t at) {
        Slot& slot = slots_[at];
        ++slot.turn.seq;
        slot.turn.wants = !is_leaving_;
        slot.is_asking = true;
        repeat(session_, at, slot.turn.seq);
    }
    void repeat(std::uint64_t session, std::uint32_t at, std::uint64_t seq) {
        const Slot& slot = slots_[at];
        if (!is_there_ || session != session_ || !slot.is_asking || slot.turn.seq != seq) {
            return;
        }
        turn_(to_text(slot.turn), at);
        time_.after(15s, [this, session, at, seq] { repeat(session, at, seq); });
    }
    void finish(std::uint64_t session, std::uint32_t at, const Task& task) {
        if (!is_there_ || session != session_) {
            return;
        }
        Done done{.attempt = task.attempt};
        if (cannot_play || time_.happens_in(3)) {
            done.returned = cannot_play ? WhyReturned::CannotPlay : WhyReturned::Paused;
        }
        for (std::size_t i = 0; !done.returned && i < task.games.size(); ++i) {
            done.games.push_back("{\"game\":" + std::to_string(task.games[i].id) + "}");
        }
        slots_[at].turn.done = done;
        ask(at);
    }
    void tell(std::uint64_t session) {
        if (!is_there_ || session != session_) {
            return;
        }
        Alive alive{.session = made_session(session), .epoch = kEpoch};
        for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
            if (slots_[slot].holds) {
                alive.holds.push_back({slot, *slots_[slot].holds});
            }
        }
        alive_(to_text(alive), 0);
        time_.after(5s, [this, session] { tell(session); });
    }

    Timeline& time_;
    std::string name_;
    std::vector<Slot> slots_;
    ToCoordinator turn_;
    ToCoordinator alive_;
    std::uint64_t session_ = 0;
    bool is_there_ = false;
    bool is_leaving_ = false;
};

} // namespace sprt::remote
