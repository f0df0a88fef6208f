#pragma once
// The flags of a command line.

#include "sprt/command/command_line.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sprt {

/// What `sprt` with these words would do.
inline std::variant<CommandFlags, referee::ExitStatus> parsed(std::vector<std::string> words) {
    words.insert(words.begin(), "sprt");
    std::vector<char*> argv;
    argv.reserve(words.size());
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

/// The flags of a call that has no mistakes.
template<class Flags>
Flags flags_of(std::vector<std::string> words) {
    return std::get<Flags>(std::get<CommandFlags>(parsed(std::move(words))));
}

} // namespace sprt
