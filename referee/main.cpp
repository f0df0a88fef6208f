// The program `referee`: plays single games, checks logs, counts moves.

#include "referee/base/console.hpp"
#include "referee/base/descriptor.hpp"
#include "referee/command/command_line.hpp"
#include "referee/process/sandbox/control_group.hpp"

#include <csignal>
#include <variant>

int main(int argc, char** argv) {
    using namespace referee;
    return guarded("referee", [&] {
        open_standard_descriptors();
        ignore_file_size_signal();
        std::signal(SIGCHLD, SIG_DFL); // if it is ignored, the kernel keeps no end of a child for us
        remove_old_groups();
        const auto given = parse_command_line(argc, argv);
        if (const auto* const status = std::get_if<ExitStatus>(&given)) {
            return *status;
        }
        const auto run_command = [](const auto& flags) { return run(flags); };
        return std::visit(run_command, std::get<CommandFlags>(given));
    });
}
