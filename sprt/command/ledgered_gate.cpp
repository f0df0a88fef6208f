#include "sprt/command/ledgered_gate.hpp"

#include "referee/base/console.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/stage.hpp"
#include "sprt/report/ci/gate_report.hpp"
#include "sprt/store/gate_history.hpp"
#include "sprt/store/gate_ledger_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <filesystem>
#include <utility>

namespace sprt {
namespace {

using referee::UserError;

LedgerOutcome ledger_outcome(const RunState& state) noexcept {
    switch (gate_outcome(state)) {
    case GateOutcome::Passed:
        return LedgerOutcome::Passed;
    case GateOutcome::Rejected:
        return LedgerOutcome::Rejected;
    case GateOutcome::Broken:
        return LedgerOutcome::Broken;
    case GateOutcome::Undecided:
        return LedgerOutcome::Undecided;
    case GateOutcome::Interrupted:
        break;
    }
    return LedgerOutcome::Interrupted;
}

/// The line of a gate that begins, without its number.
GateBegin describe_gate(const SettledRun& run, const std::optional<double>& fdr) {
    const auto programs = find_programs(run.plan, run.sources);
    const auto agent = [&](referee::Player player) {
        const AgentConfig& given = run.plan.agents[player];
        return LedgerAgent{.name = given.name,
                           .command = given.command,
                           .print = referee::ProgramFiles(programs[player]).print(),
                           .build = build_of(programs[player])};
    };
    return {.at = utc_now(),
            .version = REFEREE_VERSION,
            .agents = {agent(referee::Player::Agent1), agent(referee::Player::Agent2)},
            .rules = run.plan.schedule.rules,
            .model = run.config.model,
            .test_kind = run.config.test_kind,
            .test = run.config.test,
            .fdr = fdr,
            .max_games = run.config.max_games,
            .seed = run.config.seed.value()};
}

void set_level(Config& config, ConfigSources& sources, const std::vector<LedgerGate>& gates, double rate) {
    config.test.alpha = fdr_level(gates, rate);
    sources.in_flags.insert("alpha"); // it overrides the file for `sprt resume` too
}

} // namespace

void check_ledger_flags(const LedgerFlags& flags, const ConfigSources& sources) {
    if (!flags.fdr) {
        return;
    }
    if (flags.file.empty()) {
        throw UserError("--fdr needs --ledger FILE: the level of a gate follows from the gates before it");
    }
    if (!(*flags.fdr > 0 && *flags.fdr <= 0.5)) {
        throw UserError(
            fmt::format("--fdr: {} is out of range; it must be above 0 and at most 0.5", *flags.fdr));
    }
    if (sources.in_flags.contains("alpha") || sources.in_file.contains("alpha")) {
        throw UserError(
            fmt::format("--fdr sets alpha, and so does {}; leave one of them out", sources.place("alpha")));
    }
}

SettledRun settle_gate(Config config, ConfigSources sources, const LedgerFlags& flags, bool is_played) {
    if (flags.file.empty()) {
        return settle(std::move(config), std::move(sources));
    }
    if (!is_played) {
        const std::vector<LedgerGate> gates = read_gate_ledger(flags.file);
        if (flags.fdr) {
            set_level(config, sources, gates, *flags.fdr);
        }
        return settle(std::move(config), std::move(sources));
    }
    // Locked until the gate is appended, so that gates that begin together have numbers and levels of their
    // own.
    GateLedgerFile file(flags.file);
    if (const std::string warning = file.warning(); !warning.empty()) {
        referee::complain(kProgram, "warning: " + warning);
    }
    std::string note;
    if (flags.fdr) {
        set_level(config, sources, file.gates(), *flags.fdr);
        note = level_note(file.gates(), *flags.fdr, config.test.alpha);
    }
    SettledRun run = settle(std::move(config), std::move(sources));
    run.plan.watch.note = std::move(note);
    const std::uint64_t gate = file.append(describe_gate(run, flags.fdr));
    run.plan.hidden.push_back(flags.file);
    run.ledger = LedgerTicket{.file = std::filesystem::absolute(flags.file), .gate = gate};
    for (const std::string& warning : retry_warnings(file.gates(), gate)) {
        referee::complain(kProgram, "warning: " + warning);
    }
    return run;
}

PlayedRun play_gate(const SettledRun& run) {
    const auto tell = [&](LedgerOutcome outcome) {
        if (!run.ledger) {
            return;
        }
        try {
            GateLedgerFile(run.ledger->file)
                .append(GateEnd{.gate = run.ledger->gate, .at = utc_now(), .outcome = outcome});
        } catch (const std::exception& error) { // the error of the run follows
            referee::complain(kProgram, error.what());
        }
    };
    try {
        return play_run(run);
    } catch (const UserError&) {
        tell(LedgerOutcome::NotPlayed);
        throw;
    } catch (const std::exception&) {
        tell(LedgerOutcome::Interrupted);
        throw;
    }
}

LedgerText end_gate(const LedgerTicket& ticket, std::uint64_t seed, const RunState& state) {
    const std::string path = ticket.file.string();
    if (std::error_code error; !std::filesystem::exists(ticket.file, error)) {
        throw UserError(
            fmt::format("the ledger {} is gone; gate {} could not be written to it", path, ticket.gate));
    }
    GateLedgerFile file(ticket.file);
    if (ticket.gate > file.gates().size() || file.gates()[ticket.gate - 1].begin.seed != seed) {
        throw UserError(fmt::format("the ledger {} has no gate {} with seed {}: it is not the ledger that "
                                    "the run began with",
                                    path, ticket.gate, seed));
    }
    const LedgerOutcome outcome = ledger_outcome(state);
    const auto& there = file.gates()[ticket.gate - 1].end;
    if (!there || there->outcome != outcome) {
        const double llr = state.standing.evaluation.llr;
        file.append(GateEnd{.gate = ticket.gate,
                            .at = utc_now(),
                            .outcome = outcome,
                            .games = state.standing.games.games(),
                            .llr = std::isfinite(llr) ? std::optional(llr) : std::nullopt});
    }
    return ledger_text(file.gates(), ticket.gate);
}

} // namespace sprt
