#pragma once
// How the agents of the benchmarks read and write: without a buffer that grows, and without the C++ streams.

#include <array>
#include <cstring>
#include <string_view>

#include <unistd.h>

namespace bench {

inline bool say(std::string_view text) {
    return ::write(STDOUT_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

/// What comes after a line: the next one, the end with status 0, or the end with status 1.
enum class Next { Listen, Done, Lost };

/// Calls `hear(line)` for each line of standard input, without its newline, and `has_read()` after each read.
/// Returns the exit status.
template<class HasRead, class Hear>
int serve_lines(HasRead&& has_read, Hear&& hear) {
    std::array<char, 8192> input; // a position with the moves of a game
    std::size_t size = 0;
    while (true) {
        const ssize_t got = ::read(STDIN_FILENO, input.data() + size, input.size() - size);
        has_read();
        if (got <= 0) {
            return got == 0 && size < input.size() ? 0 : 1;
        }
        size += static_cast<std::size_t>(got);
        std::string_view rest(input.data(), size);
        for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            const Next next = hear(rest.substr(0, end));
            if (next != Next::Listen) {
                return next == Next::Done ? 0 : 1;
            }
            rest.remove_prefix(end + 1);
        }
        std::memmove(input.data(), rest.data(), rest.size());
        size = rest.size();
    }
}

} // namespace bench
