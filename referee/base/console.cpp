#include "referee/base/console.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/descriptor.hpp"
#include "referee/base/text.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>

namespace referee {
namespace {

bool is_working_directory_gone() {
    std::error_code error;
    static_cast<void>(std::filesystem::current_path(error));
    return error.value() == ENOENT;
}

/// The text of an error, in a sentence where the library has none.
std::string text_of(const std::exception& error) {
    constexpr const char* kGone =
        "the directory in which this was called was removed; enter one that is there (cd)";
    const bool is_gone = dynamic_cast<const AgentError*>(&error) == nullptr && is_working_directory_gone();
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
        return "there is not enough memory, or it is limited (ulimit -v, a control group)";
    }
    std::string text = error.what();
    if (const auto* const files = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
        if (is_gone && !files->path1().is_absolute()) {
            return kGone;
        }
        constexpr std::string_view kBegin = "filesystem error: ";
        text.erase(0, text.starts_with(kBegin) ? kBegin.size() : 0);
    }
    return is_gone ? text + "; " + kGone : text;
}

} // namespace

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
    complain(program, text_of(error));
    if (dynamic_cast<const UserError*>(&error) != nullptr) {
        return ExitStatus::UserError;
    }
    return dynamic_cast<const AgentError*>(&error) != nullptr ? ExitStatus::AgentBroken
                                                              : ExitStatus::WorldFailed;
}

} // namespace referee
