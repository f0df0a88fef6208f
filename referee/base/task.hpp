#pragma once
// Starting processes and threads, and what is said when the system refuses one.

#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace referee {

/// Throws std::system_error with errno `code` for `what`, e.g. `cannot start a thread`; says what lets the
/// system start one: README.md, "What the system must have".
[[noreturn]] void throw_no_task(const std::string& what, int code);

/// A thread that runs `body`. Throws as throw_no_task().
template<class Body>
[[nodiscard]] std::jthread new_thread(Body body) {
    try {
        return std::jthread(std::move(body));
    } catch (const std::system_error& error) {
        throw_no_task("cannot start a thread", error.code().value());
    }
}

} // namespace referee
