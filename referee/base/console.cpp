#include "referee/base/console.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/descriptor.hpp"
#include "referee/base/text.hpp"

#include <cstdio>

namespace referee {

void say(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
        throw_errno("cannot write to standard output");
    }
}

void complain(const char* program, std::string_view text) {
    constexpr std::size_t kMostBytes = 4000;
    std::fprintf(stderr, "%s: %s\n", program, to_printable(text, kMostBytes).c_str());
}

ExitStatus report_error(const char* program, const std::exception& error) {
    complain(program, error.what());
    if (dynamic_cast<const UserError*>(&error) != nullptr) {
        return ExitStatus::UserError;
    }
    return dynamic_cast<const AgentError*>(&error) != nullptr ? ExitStatus::AgentBroken
                                                              : ExitStatus::WorldFailed;
}

} // namespace referee
