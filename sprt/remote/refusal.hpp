#pragma once
// What the server says when it refuses a message of a coordinator.

#include <string_view>

namespace sprt::remote {

/// Whether a refusal is about a subject of the coordinator's own: then the run cannot go on. Otherwise it is
/// about an answer, of which the asker chose the subject: a server that reads its configuration anew forgets
/// who asked. The server quotes the subject: `Permissions Violation for Publish to "SUBJECT"`; a subject has
/// no spaces. Source: nats-server 2.9, server/client.go.
[[nodiscard]] constexpr bool is_about_own_subject(std::string_view words) noexcept {
    return words.find(" to \"referee.1.") != std::string_view::npos;
}

} // namespace sprt::remote
