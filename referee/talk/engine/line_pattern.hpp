#pragma once
// A regular expression for lines of engines. Source: POSIX.1-2017, XBD 9.4, extended regular expressions.

#include <memory>
#include <string>
#include <string_view>

namespace referee::engine {

/// May be used by several threads.
class LinePattern {
  public:
    /// Throws UserError that says what is wrong with `expression`.
    explicit LinePattern(const std::string& expression);

    /// Whether the expression matches a part of `line`. A byte 0 ends the line.
    [[nodiscard]] bool matches(std::string_view line) const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

} // namespace referee::engine
