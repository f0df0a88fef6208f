#pragma once
// A connection to a NATS server: messages on subjects, each delivered at most once.
// Source: docs/many-machines.md, "The protocol"; docs.nats.io, "Core NATS".

#include "referee/base/stop_token.hpp"
#include "sprt/remote/hub/address.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sprt::remote {

/// Throws UserError when this program was built without NATS: said before anything else is asked for.
void expect_nats();

/// A program tries for so long to reach its server at the start.
inline constexpr std::chrono::seconds kServerPatience{30};

struct BusMessage {
    std::string subject;
    std::string reply; ///< where an answer goes; empty: nobody asked
    std::string data;
    std::optional<std::uint64_t> bytes{}; ///< header `Bytes`: the size of what `data` is a part of
    bool nobody_listens = false;          ///< the server's word that a request has no receiver
};

/// What happens to a connection. The functions are called in threads of the library and must not wait.
struct BusEvents {
    /// No server answers at first, and more attempts are made; called in the thread that makes the
    /// connection.
    std::function<void()> on_no_answer{};
    std::function<void()> on_back{};                      ///< it was made again
    std::function<void(const std::string&)> on_refusal{}; ///< the server refused something: its words
    /// The server lets this program in no more, and no more attempts are made: what it said.
    std::function<void(const std::string&)> on_end{};
};

/// The server cannot be reached, or refuses this program.
struct NoServer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A stop was requested before a connection was made.
struct StoppedConnecting : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Once made it is made again for ever when it breaks, unless the server refuses it; messages that are sent
/// meanwhile are kept in a small buffer and then thrown away. May be used by several threads.
class Bus {
  public:
    /// Called for each message, in a thread of its subscription.
    using Receive = std::function<void(BusMessage)>;
    /// Ends when it is destroyed; no message comes after that.
    class Subscription {
      public:
        virtual ~Subscription() = default;
    };

    /// Connects, and tries for `patience`; throws NoServer when that fails, StoppedConnecting when `stop` is
    /// requested meanwhile, and UserError when this program was built without NATS. Programs that are started
    /// do not inherit the connection, also after it was made again; until it is found, which takes a moment,
    /// only that starting a program closes all descriptors protects it.
    Bus(const Address& address, BusEvents events, std::chrono::milliseconds patience,
        const referee::StopToken& stop);
    ~Bus();
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;

    /// What cannot be sent is lost, without an error: the server delivers nothing for certain either.
    void publish(const std::string& subject, std::string_view data, const std::string& reply = {});
    /// The same with the header `Bytes`.
    void publish_part(const std::string& subject, std::string_view data, std::uint64_t bytes);
    [[nodiscard]] std::unique_ptr<Subscription> subscribe(const std::string& subject, Receive receive);
    /// Waits until the server has read what was sent; not longer than `patience`.
    void flush(std::chrono::milliseconds patience);

    /// Does not wait.
    [[nodiscard]] bool is_connected() const noexcept;
    /// How long a message to the server may be.
    [[nodiscard]] std::size_t most_bytes() const;

  private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

// What a program tells its user when the server is not there at the start, goes away, comes back, or shuts
// the program out. Pure: the caller says what time it is.

/// Whether a refusal is about a subject of the coordinator's own: then the run cannot go on. Otherwise it is
/// about an answer, of which the asker chose the subject: a server that reads its configuration anew forgets
/// who asked. The server quotes the subject: `Permissions Violation for Publish to "SUBJECT"`; a subject has
/// no spaces. Source: nats-server 2.9, server/client.go.
[[nodiscard]] constexpr bool is_about_own_subject(std::string_view words) noexcept {
    return words.find(" to \"referee.1.") != std::string_view::npos;
}

/// What to tell when the first attempt to reach the server failed. `server`: as users see it.
[[nodiscard]] inline std::string no_answer_yet(const std::string& server) {
    return fmt::format("no server answers at {} yet; trying for {} s", server, kServerPatience.count());
}

/// What to tell when the server lets this program in no more, and `words` is what it said.
[[nodiscard]] inline std::string no_more(const Address& address, const std::string& words) {
    return fmt::format("the server at {} lets {} in no more: {}", address.shown(), address.name, words);
}

class Absence {
  public:
    /// A server that is back sooner is not worth a word.
    static constexpr std::chrono::seconds kPatience{3};
    using Time = std::chrono::steady_clock::time_point;

    /// `server`: as users see it.
    explicit Absence(std::string server)
        : server_(std::move(server)) {}

    /// To be called some times a second. Returns what to tell; empty: nothing that is new.
    [[nodiscard]] std::string look(bool is_connected, Time now) {
        if (is_connected) {
            since_.reset();
            return std::exchange(is_told_, false) ? fmt::format("the server at {} answers again", server_)
                                                  : "";
        }
        since_ = since_.value_or(now);
        if (is_told_ || now - *since_ < kPatience) {
            return "";
        }
        is_told_ = true;
        return fmt::format("the server at {} does not answer any more; waiting for it", server_);
    }

  private:
    std::string server_;
    std::optional<Time> since_; ///< when it went away; empty: it is there
    bool is_told_ = false;
};

} // namespace sprt::remote
