#pragma once
// Errors in what the user wrote.

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace referee {

/// Wrong flags, configuration or input. what() is one line that names the place and says what would be right.
/// Caught once, in main: exit status 2.
class UserError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    /// `text` as fmt::format() fills it in.
    template<class First, class... Others>
    explicit UserError(fmt::format_string<First, Others...> text, First&& first, Others&&... others)
        : runtime_error(fmt::format(text, std::forward<First>(first), std::forward<Others>(others)...)) {}
};

/// Returns what `body` returns. The text of a UserError that it throws then begins with `place` and a colon.
template<class Body>
decltype(auto) at_place(std::string_view place, const Body& body) {
    try {
        return body();
    } catch (const UserError& error) {
        throw UserError("{}: {}", place, error.what());
    }
}

// An agent with which a program cannot go on.

/// An agent is not, or no longer, what the games are about. what() is one line that names the agent. Caught
/// once, in main: exit status 4.
class AgentError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace referee
