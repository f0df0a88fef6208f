#include "sprt/report/fault_text.hpp"

#include "referee/base/text.hpp"

#include <fmt/format.h>

#include <string_view>

namespace sprt {

std::string fault_text(const LoggedFault& fault, std::size_t most_stderr_bytes) {
    std::string text = fmt::format("Game {}: agent {} {}: {}\n", fault.game, number(fault.note.agent),
                                   name(fault.termination), fault.note.reason);
    std::string_view tail = fault.note.stderr_tail;
    tail.remove_prefix(tail.size() > most_stderr_bytes ? tail.size() - most_stderr_bytes : 0);
    while (!tail.empty()) {
        const auto newline = tail.find('\n');
        text += "  stderr: " + referee::to_printable(tail.substr(0, newline), most_stderr_bytes) + "\n";
        tail.remove_prefix(newline == std::string_view::npos ? tail.size() : newline + 1);
    }
    return text;
}

} // namespace sprt
