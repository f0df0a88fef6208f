#pragma once
// Plays games of runs whose coordinators are elsewhere: chooses a run, gets its agents, and serves it.
// Source: docs/many-machines.md, "A worker".

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/file_cache.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/mailbox.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/remote/offering.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sprt::remote {

// The slots of a worker that play one run.
// Source: docs/many-machines.md, "A worker"; docs/many-machines.md, "Numbered requests".

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
        std::uint64_t games_cut = 0;      ///< of them, those without `pv` and `line`: they were too long
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

struct WorkerSettings {
    bool ends_after_run = false;
    std::string machine_json = "null";             ///< see describe_machine()
    std::string machine;                           ///< as `uname -m` says it
    int cores = 1;                                 ///< to play on
    std::string version;                           ///< of this program: `0.1.0`
    std::set<std::string> only{};                  ///< coordinators whose runs are served; empty: all
    std::function<void(const std::string&)> say{}; ///< a line for the user
};

/// Serves one run after another.
class Worker {
  public:
    /// Connects. Throws NoServer, and StoppedConnecting when `stop` is requested before.
    Worker(const Address& address, WorkerSettings settings, Prepare prepare, const referee::StopToken& stop);

    /// Serves until `first` is requested, then finishes the pairs in play; gives them back when `second`,
    /// which is asked some times a second from then on, answers true. With `ends_after_run` returns when the
    /// first run that it served has ended.
    void serve(const referee::StopToken& first, const std::function<bool()>& second);

  private:
    void note_offer(const BusMessage& message);
    void hear();
    [[nodiscard]] std::vector<ServableRun> possible_runs() const;
    [[nodiscard]] std::optional<std::pair<RunKey, Offer>> choose();
    [[nodiscard]] std::optional<double> speed_for(PreparedJob& job);
    [[nodiscard]] std::string why_unfit(const Offer& offer) const;
    [[nodiscard]] std::optional<HeardOffer> heard(const RunKey& run);
    [[nodiscard]] bool is_offered(const RunKey& run);
    [[nodiscard]] bool is_time_to_move_on(const Service& service, bool uses_speed);
    void serve_run(const RunKey& run, const Offer& offer, const referee::StopToken& first,
                   const std::function<bool()>& second);
    /// What the server said when it let this worker in no more; empty while it does.
    [[nodiscard]] std::optional<std::string> refusal();
    void wait_for_news(const referee::StopToken& stop);

    Address address_;
    WorkerSettings settings_;
    Prepare prepare_;
    Absence absence_; ///< of the server
    referee::Event news_;

    // For note_offer() alone.
    std::set<std::string> told_of_; ///< coordinators of which an offer was refused
    std::set<RunKey> told_unfit_;   ///< runs that this worker cannot serve

    std::mutex mutex_; ///< guards the members down to `connections_`
    std::map<RunKey, HeardOffer> offers_;
    std::set<std::pair<RunKey, std::uint64_t>>
        refused_; ///< runs that do not want this worker, and their epoch
    std::optional<std::string> refusal_;
    std::uint64_t connections_ = 1; ///< one more with each reconnect

    Time asked_{}; ///< all coordinators for their offers
    RunChoice choice_;
    std::optional<double> speed_; ///< of this machine, million nodes/s; empty: not measured yet
    int measured_slots_ = 0;
    Time measured_{};
    bool has_served_one_ = false; ///< a run that has ended, or that refused this worker and has ended
    bool is_leaving_ = false;     ///< a signal came while a run was served
    std::unique_ptr<Bus> bus_;
    std::unique_ptr<Bus::Subscription> subscription_; ///< the last member: it uses the others
};

} // namespace sprt::remote
