#pragma once
// The slots of a worker that play one run.
// Source: docs/many-machines.md, "A worker"; docs/many-machines.md, "Numbered requests".

#include "referee/base/descriptor.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/file_cache.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/mailbox.hpp"
#include "sprt/remote/messages.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace sprt::remote {

/// Each slot is a thread. The functions are for one other thread.
class Service {
  public:
    /// Begins to ask for pairs. `job` is null when the run cannot be played here: then one pair is asked for,
    /// and given back with `why_not`. `speed`: of this machine; empty: nobody asks for it. `bus` and `job`
    /// must outlive the service.
    Service(Bus& bus, const RunKey& run, const std::string& worker, std::uint64_t epoch, PreparedJob* job,
            std::string why_not, std::string machine_json, std::optional<double> speed = {});
    /// Ends the games in play and throws them away.
    ~Service();
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    /// To be called some times a second: says that the slots are alive. Waits while the connection is being
    /// made again.
    void say_alive();
    /// The connection was made again: what waits for an answer is asked at once.
    void ask_again();
    /// The pairs in play are finished, and no more are asked for.
    void leave();
    /// The pairs in play are given back.
    void give_back();
    /// The run is over: the games in play end, and nothing is told to anybody.
    void end();

    struct Progress {
        bool is_over = false;                ///< all slots have ended
        OfferState state = OfferState::Open; ///< by the last answer, when that ended the service
        std::string why_unwelcome{};      ///< what the last answer said against this worker; empty: nothing
        std::uint64_t games = 0;          ///< played and sent
        std::optional<Time> idle_since{}; ///< no slot has had a pair since then; empty: one has
    };
    [[nodiscard]] Progress progress() const;

  private:
    struct Slot {
        std::optional<Answer> answer{};
        bool must_ask_again = false;
        bool nobody_listens = false;
        std::optional<Attempt> holds{};
        std::uint64_t inboxes = 0; ///< requests that were sent, repeated ones too
        std::uint64_t pauses = 0;  ///< how often this machine stood still while the slot held a pair
        referee::Event aborting{}; ///< its games must end
    };

    void work(std::uint32_t slot);
    void run_slot(std::uint32_t slot);
    [[nodiscard]] std::optional<Answer> ask(std::uint32_t slot, Turn turn);
    [[nodiscard]] Done play(std::uint32_t slot, const PlayGame& play_game, const Task& task);
    void receive(const BusMessage& message);
    void note_end(OfferState state, const std::string& why = {});
    void note_idleness();
    [[nodiscard]] std::uint64_t ready_to_play(std::uint32_t slot);
    [[nodiscard]] bool stood_still(std::uint32_t slot, std::uint64_t pauses_before) const;
    void abort_games();
    void look_for_gap();

    Bus& bus_;
    RunKey run_;
    std::string worker_;
    std::uint64_t epoch_;
    PreparedJob* job_;
    std::string why_not_;
    std::string machine_json_;
    std::optional<double> speed_;
    std::string session_;

    mutable std::mutex mutex_; ///< guards the members down to `progress_`
    std::condition_variable news_;
    std::vector<Slot> slots_;
    std::size_t at_work_ = 0;
    bool is_leaving_ = false;
    bool gives_back_ = false;
    bool has_ended_ = false;
    Progress progress_{.idle_since = Clock::now()};

    Time told_{}; ///< when `alive` was said
    std::unique_ptr<Bus::Subscription> inbox_;
    std::vector<std::jthread> threads_;
    std::chrono::nanoseconds looked_; ///< for a gap, by the clock that counts suspends
    std::unique_ptr<Ticker> gaps_;    ///< nothing else may hold up its thread
};

} // namespace sprt::remote
