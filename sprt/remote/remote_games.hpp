#pragma once
// Games that workers on other machines play: the coordinator of a run. Results are handed on in schedule
// order, as those of local threads are.
// Source: docs/many-machines.md.

#include "referee/base/descriptor.hpp"
#include "referee/game/record.hpp"
#include "sprt/play/run.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/desk.hpp"
#include "sprt/remote/mailbox.hpp"
#include "sprt/remote/offering.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sprt::remote {

/// A run that workers play.
struct RemoteRun {
    std::string id; ///< 12 hexadecimal digits
    std::uint64_t epoch = 1;
    std::string name;                           ///< `pvs vs ttmo`
    std::string job;                            ///< its bytes
    std::map<std::string, std::string> files{}; ///< the bytes that workers may ask for, by their SHA-256
    Needs needs;
    std::uint64_t first = 0;                 ///< number of the first game
    Clock::duration longest_pair{};          ///< what the games of a pair may last at most
    double share = 1;                        ///< of the workers, above 0
    std::optional<double> reference_speed{}; ///< times are multiplied by the speed of workers; empty: not
    Leases::NextPair next_pair{};
    ProblemOfGame problem{}; ///< called by several threads
    /// Called with each game that was taken, in the order in which they come; by several threads, one at a
    /// time. Returns why the worker of the game gets no new pair; empty: it does.
    std::function<std::string(const referee::GameRecord&)> see_game{};
    SpotCheckRules checks{};
    std::map<std::string, std::string> liars{}; ///< see Desk::expect_liars()
    std::function<void()> on_no_answer{};       ///< see BusEvents
};

class RemoteGames final : public Games {
  public:
    /// Connects and offers the run. Throws NoServer, and StoppedConnecting when `stop` is requested before.
    RemoteGames(const Address& address, RemoteRun run, const referee::StopToken& stop);
    ~RemoteGames() override;
    RemoteGames(const RemoteGames&) = delete;
    RemoteGames& operator=(const RemoteGames&) = delete;

    /// Throws std::runtime_error, naming the pair and all attempts at it, when every attempt at it failed.
    [[nodiscard]] std::optional<referee::GameRecord> next(const referee::StopToken& interrupt,
                                                          const std::function<void()>& on_wait) override;
    /// Workers hear that what they play is void when they bring it.
    void replan(const std::function<void()>& change) override;
    /// Tells workers that the run waits to be resumed, or that it has ended.
    std::uint64_t stop() override;
    /// The games that were returned end the run.
    void note_end();

    /// Changes what workers and those who watch are told.
    void tell(const std::function<void(Offering&, Events&)>& change);
    [[nodiscard]] RemoteTotals totals() const;
    [[nodiscard]] bool is_connected() const noexcept;
    /// Whether workers that are there were heard: not while the server is away, nor for a lease after that.
    [[nodiscard]] bool hears_workers() const;
    /// `worker` gets no new pair.
    void quarantine(const std::string& worker, const std::string& why);

  private:
    [[nodiscard]] BusEvents bus_events(const Address& address);
    template<class Error>
    void fail(Error error);
    template<class Change>
    void at_desk(const Change& change);
    void note_exception();
    void check_message(const BusMessage& message);
    template<class Value>
    std::optional<Value> understood(const BusMessage& message, Value (*read)(std::string_view));
    void keep_time();
    void receive(const BusMessage& message);
    void receive_offer(const BusMessage& message);
    void receive_turn(const BusMessage& message, const std::string& worker);
    void send(const std::vector<Post>& posts);
    void offer();
    [[nodiscard]] bool is_ready();
    void wake_reader() const noexcept { news_.signal(); }
    [[nodiscard]] std::string subject(std::string_view kind) const;
    void take_failure();

    RemoteRun run_;
    std::string name_;    ///< of this coordinator
    referee::Event news_; ///< something came

    mutable std::mutex mutex_; ///< guards the members down to `has_stopped_`
    Desk desk_;
    Delivery<referee::GameRecord> results_;
    Time deaf_until_{}; ///< see hears_workers()
    Offering offering_;
    Events events_;
    std::exception_ptr failure_;
    bool has_stopped_ = false;
    OfferState state_at_end_ = OfferState::Waiting;

    std::unique_ptr<Bus> bus_;
    std::unique_ptr<Mailbox> mailbox_;                              ///< what subscriptions_ put messages into
    std::vector<std::unique_ptr<Bus::Subscription>> subscriptions_; ///< end before mailbox_
    std::unique_ptr<Ticker> ticker_;
};

} // namespace sprt::remote
