// The program `sprt`: plays until a sequential test decides, computes what counts mean, and tries tests out.

#include "referee/base/console.hpp"
#include "referee/base/descriptor.hpp"
#include "referee/command/command_line.hpp"
#include "referee/command/value_forms.hpp"
#include "sprt/command/commands.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace {

using namespace referee;
using namespace sprt;

constexpr const char* kProgram = "sprt";

constexpr ValueForm kValueForms[] = {
    {"CONFIG.json", "FILE"},       {"--agent1", "COMMAND"},
    {"--agent2", "COMMAND"},       {"--model", "{pentanomial,normalized,trinomial,wald,bayeselo}"},
    {"--test", "{sprt,2sprt}"},    {"--wld", "W,L,D"},
    {"--ptnml", "LL,LD,DD,DW,WW"}, {"DIR", "DIR"},
    {"--junit", "FILE"},           {"--markdown", "FILE"},
};

} // namespace

int main(int argc, char** argv) {
    referee::open_standard_descriptors();
    CLI::App app{"Decides by playing games whether one Ataxx program is stronger than another."};
    app.set_version_flag("--version", std::string("sprt ") + REFEREE_VERSION);
    app.require_subcommand(0, 1); // a wrong word is named by its error, not by the lack of another

    RunFlags flags;
    auto* run_command = app.add_subcommand("run", "Play until the test decides");
    add_run_flags(*run_command, flags);

    CalcFlags calc;
    auto* calc_command = app.add_subcommand("calc", "What counts mean, with no game played");
    add_calc_flags(*calc_command, calc);

    PlanFlags plan;
    auto* plan_command = app.add_subcommand("plan", "What a test will cost, with no game played");
    add_plan_flags(*plan_command, plan);

    GateFlags gate;
    auto* gate_command = app.add_subcommand("gate", "Like run, for CI: the exit status is the verdict");
    add_gate_flags(*gate_command, gate);

    ResumeFlags resume;
    auto* resume_command = app.add_subcommand("resume", "Go on with a run that was stopped");
    add_resume_flags(*resume_command, resume);

    ReportFlags report;
    auto* report_command =
        app.add_subcommand("report", "What a run came to, computed anew from its directory");
    add_report_flags(*report_command, report);

    SimulateFlags simulate_flags;
    auto* simulate_command = app.add_subcommand("simulate", "Whole runs against a model of the game");
    add_simulate_flags(*simulate_command, simulate_flags);
    show_value_forms(app, kValueForms);

    if (const auto status = read_command_line(app, argc, argv, kProgram,
                                              "run, resume, gate, report, calc, plan or simulate")) {
        return *status;
    }
    return guarded(kProgram, [&] {
        return run_command->parsed()        ? run(flags)
               : gate_command->parsed()     ? run(gate)
               : resume_command->parsed()   ? run(resume)
               : report_command->parsed()   ? run(report)
               : calc_command->parsed()     ? run(calc)
               : simulate_command->parsed() ? run(simulate_flags)
                                            : run(plan);
    });
}
