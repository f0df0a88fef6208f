#pragma once
// Errors in what the user wrote.

#include <stdexcept>

namespace referee {

/// Wrong flags, configuration or input. what() is one line that names the place and says what would be right.
/// Caught once, in main: exit status 2.
class UserError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// An agent with which a program cannot go on.

/// An agent is not, or no longer, what the games are about. what() is one line that names the agent. Caught
/// once, in main: exit status 4.
class AgentError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace referee
