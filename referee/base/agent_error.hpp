#pragma once
// An agent with which a program cannot go on.

#include <stdexcept>

namespace referee {

/// An agent is not, or no longer, what the games are about. what() is one line that names the agent. Caught
/// once, in main: exit status 4.
class AgentError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace referee
