#include "referee/command/command_line.hpp"

#include "referee/base/console.hpp"
#include "referee/command/decimal_numbers.hpp"

#include <CLI/CLI.hpp>

namespace referee {

std::optional<int> read_command_line(CLI::App& app, int argc, char** argv, const char* program,
                                     const std::string& subcommands) {
    expect_decimals(app);
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            throw CLI::RequiredError("A subcommand, " + subcommands + ",");
        }
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        complain(program, std::string(error.what()) + " (see --help)");
        return static_cast<int>(ExitStatus::UserError);
    } catch (const UserError& error) {
        complain(program, error.what());
        return static_cast<int>(ExitStatus::UserError);
    }
    return std::nullopt;
}

} // namespace referee
