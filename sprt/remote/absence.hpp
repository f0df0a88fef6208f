#pragma once
// What a program tells its user when the server is not there at the start, goes away, comes back, or shuts
// the program out. Pure: the caller says what time it is.

#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/leases.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sprt::remote {

// What the server says when it refuses a message of a coordinator.

/// Whether a refusal is about a subject of the coordinator's own: then the run cannot go on. Otherwise it is
/// about an answer, of which the asker chose the subject: a server that reads its configuration anew forgets
/// who asked. The server quotes the subject: `Permissions Violation for Publish to "SUBJECT"`; a subject has
/// no spaces. Source: nats-server 2.9, server/client.go.
[[nodiscard]] constexpr bool is_about_own_subject(std::string_view words) noexcept {
    return words.find(" to \"referee.1.") != std::string_view::npos;
}

/// What to tell when the first attempt to reach the server failed. `server`: as users see it.
[[nodiscard]] std::string no_answer_yet(const std::string& server);

/// What to tell when the server lets this program in no more, and `words` is what it said.
[[nodiscard]] std::string no_more(const Address& address, const std::string& words);

class Absence {
  public:
    /// A server that is back sooner is not worth a word.
    static constexpr std::chrono::seconds kPatience{3};

    /// `server`: as users see it.
    explicit Absence(std::string server)
        : server_(std::move(server)) {}

    /// To be called some times a second. Returns what to tell; empty: nothing that is new.
    [[nodiscard]] std::string look(bool is_connected, Time now);

  private:
    std::string server_;
    std::optional<Time> since_; ///< when it went away; empty: it is there
    bool is_told_ = false;
};

} // namespace sprt::remote
