#pragma once
// Plays games of runs whose coordinators are elsewhere: chooses a run, gets its agents, and serves it.
// Source: docs/many-machines.md, "A worker".

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "sprt/remote/absence.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/file_cache.hpp"
#include "sprt/remote/offering.hpp"
#include "sprt/remote/service.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

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
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Serves until `first` is requested, then finishes the pairs in play; gives them back when `second`,
    /// which is asked some times a second from then on, answers true. With `ends_after_run` returns when the
    /// first run that it served has ended.
    void serve(const referee::StopToken& first, const std::function<bool()>& second);

  private:
    struct Heard {
        Offer offer;
        Time at{};
    };

    void note_offer(const BusMessage& message);
    void hear();
    [[nodiscard]] std::vector<ServableRun> possible_runs() const;
    [[nodiscard]] std::optional<std::pair<RunKey, Offer>> choose();
    [[nodiscard]] std::optional<double> speed_for(PreparedJob& job);
    [[nodiscard]] std::optional<Heard> heard(const RunKey& run);
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

    std::set<std::string> told_of_; ///< coordinators of which an offer was refused; for note_offer() alone

    std::mutex mutex_; ///< guards the members down to `connections_`
    std::map<RunKey, Heard> offers_;
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
    std::unique_ptr<Bus::Subscription> subscription_;
};

} // namespace sprt::remote
