#pragma once
// A connection to a NATS server: messages on subjects, each delivered at most once.
// Source: docs/many-machines.md, "The protocol"; docs.nats.io, "Core NATS".

#include "referee/base/stop_token.hpp"
#include "sprt/remote/hub/address.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sprt::remote {

/// Throws UserError when this program was built without NATS: said before anything else is asked for.
void expect_nats();

/// A program tries for so long to reach its server at the start.
inline constexpr std::chrono::seconds kServerPatience{30};

/// A message as it came.
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
class NoServer : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A stop was requested before a connection was made.
class StoppedConnecting : public std::runtime_error {
  public:
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

  private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

} // namespace sprt::remote
