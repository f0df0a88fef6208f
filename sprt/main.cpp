// The program `sprt`: plays games until a sequential test decides, evaluates counts, plans tests and
// simulates runs.

#include "referee/base/console.hpp"
#include "referee/base/descriptor.hpp"
#include "referee/process/sandbox/control_group.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/fastchess/words.hpp"

#include <csignal>
#include <cstddef>
#include <variant>

int main(int argc, char** argv) {
    return referee::guarded("sprt", [&] {
        referee::open_standard_descriptors();
        referee::ignore_file_size_signal();
        std::signal(SIGCHLD, SIG_DFL); // if it is ignored, the kernel keeps no end of a child for us
        referee::remove_old_groups();
        if (const auto words = sprt::fastchess_words({argv, static_cast<std::size_t>(argc)})) {
            return sprt::run_fastchess(*words);
        }
        const auto given = sprt::parse_command_line(argc, argv, &sprt::fastchess_hint);
        if (const auto* const status = std::get_if<referee::ExitStatus>(&given)) {
            return *status;
        }
        const auto run = [](const auto& flags) { return sprt::run(flags); };
        return std::visit(run, std::get<sprt::CommandFlags>(given));
    });
}
