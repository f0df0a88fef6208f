#include "sprt/report/transcript.hpp"

#include "referee/agent/text.hpp"
#include "referee/game/game_line.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/wald.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

/// Three decimals, and no -0.000.
std::string three_decimals(double value) {
    std::string text = fmt::format("{:.3f}", value);
    return text == "-0.000" ? "0.000" : text;
}

std::string bounds_text(const Hypotheses& test) {
    const Bounds limits = bounds(test);
    return fmt::format("[{}, {}]", three_decimals(limits.lower), three_decimals(limits.upper));
}

std::string result_text(const Config& config, const MatchResult& result, const std::string& why_interrupted) {
    switch (result.reason) {
    case EndReason::Verdict:
        if (result.standing.verdict == Verdict::H0) {
            return fmt::format("Accept H0. Agent 1 is likely not better (Elo <= {:.1f}).", config.test.elo0);
        }
        return fmt::format("Accept H1. Agent 1 is likely better (Elo >= {:.1f}).", config.test.elo1);
    case EndReason::MaxGames:
        return fmt::format("No decision. The limit of {} games was reached.", *config.max_games);
    case EndReason::MaxFaults:
        return fmt::format("No decision. Agent {} is broken: {} faults, and {} are allowed.",
                           number(*result.broken), result.standing.faults[index(*result.broken)].faults(),
                           *config.max_faults);
    case EndReason::Interrupted:
        break;
    }
    return fmt::format("No decision. Interrupted{}.",
                       why_interrupted.empty() ? "" : " by " + why_interrupted);
}

/// Average milliseconds a game, with decimals only where whole ones would say little.
std::string ms_a_game(std::chrono::nanoseconds used, std::uint64_t games) {
    const double ms = static_cast<double>(used.count()) / 1e6 / static_cast<double>(games);
    return ms >= 10 ? fmt::format("{:.0f} ms", ms) : fmt::format("{:.2f} ms", ms);
}

std::string time_text(const Standing& standing) {
    const std::uint64_t games = standing.games.games();
    const auto one = static_cast<double>(standing.used[0].count());
    const auto two = static_cast<double>(standing.used[1].count());
    if (games == 0 || one <= 0 || two <= 0) {
        return {};
    }
    return fmt::format("Time: agent 1 used {:.1f} times {} than agent 2 ({} / {} a game).\n",
                       std::max(one, two) / std::min(one, two), one <= two ? "less" : "more",
                       ms_a_game(standing.used[0], games), ms_a_game(standing.used[1], games));
}

/// `Faults: agent 1: 3 (2 crashed, 1 illegal_move), time losses 0; agent 2: ...`; nothing when there are
/// none.
std::string faults_text(const Standing& standing) {
    std::string line;
    bool has_any = false;
    for (const auto player : {ataxx::Player::Agent1, ataxx::Player::Agent2}) {
        const FaultCounts& counts = standing.faults[index(player)];
        has_any = has_any || counts.faults() > 0 || counts.time_losses() > 0;
        std::string kinds;
        for (std::size_t i = 0; i < ataxx::kTerminationNames.size(); ++i) {
            const auto termination = static_cast<ataxx::Termination>(i);
            if (counts.of(termination) > 0 && termination != ataxx::Termination::Timeout) {
                kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", counts.of(termination),
                                     name(termination));
            }
        }
        line +=
            fmt::format("{} agent {}: {}{}, time losses {}", line.empty() ? "Faults:" : ";", number(player),
                        counts.faults(), kinds.empty() ? "" : " (" + kinds + ")", counts.time_losses());
    }
    return has_any ? line + "\n" : std::string();
}

/// Each fault of the agent that is broken, with the end of its standard error.
std::string broken_text(const MatchResult& result) {
    std::string text;
    for (const LoggedFault& fault : result.faults) {
        if (fault.note.agent != result.broken || fault.termination == ataxx::Termination::Timeout) {
            continue;
        }
        text += fmt::format("Game {}: agent {} {}: {}\n", fault.game, number(fault.note.agent),
                            name(fault.termination), fault.note.reason);
        constexpr std::size_t kMostBytes = 400;
        std::string_view tail = fault.note.stderr_tail;
        tail.remove_prefix(tail.size() > kMostBytes ? tail.size() - kMostBytes : 0);
        while (!tail.empty()) {
            const auto newline = tail.find('\n');
            text += "  stderr: " + ataxx::to_printable(tail.substr(0, newline), kMostBytes) + "\n";
            tail.remove_prefix(newline == std::string_view::npos ? tail.size() : newline + 1);
        }
    }
    return text;
}

/// The last line of all, when the verdict is not to be relied on.
std::string disputed_text(const MatchResult& result) {
    const Standing& standing = result.standing;
    if (result.verdict() == Verdict::Continue || !standing.rests_on_disputed()) {
        return {};
    }
    const std::uint64_t left_out = standing.games.games() - standing.undisputed.games();
    return fmt::format(
        "Warning: the verdict rests on disputed time losses: without those {} games the LLR is {}{}\n",
        left_out, three_decimals(standing.undisputed_llr),
        standing.undisputed_verdict == Verdict::Continue
            ? ", no decision."
            : fmt::format(", which accepts {}.", name(standing.undisputed_verdict)));
}

} // namespace

std::string transcript_head(const Config& config) {
    const Hypotheses& test = config.test;
    const WaldUpdates updates = wald_updates(test);
    // Names come from the user's files; a stranger's bot may have chosen them.
    return fmt::format("Agent 1 (H1): {}\nAgent 2 (H0): {}\n",
                       ataxx::to_printable(config.agents[0].name, 1000),
                       ataxx::to_printable(config.agents[1].name, 1000)) +
           fmt::format("Elo [H0, H1]: [{:.1f}, {:.1f}] -> P [P0, P1]: [{:.4f}, {:.4f}]\n", test.elo0 + 0.0,
                       test.elo1 + 0.0, expected_score(test.elo0), expected_score(test.elo1)) +
           fmt::format("LLR bounds: {} (Alpha={}, Beta={})\n", bounds_text(test), test.alpha, test.beta) +
           fmt::format("LLR updates: Win={:+.4f}, Loss={:+.4f}, Draw=0.0\n\n", updates.win, updates.loss);
}

std::string transcript_game(const ataxx::GameRecord& record) {
    return ataxx::game_line(record) + "\n";
}

std::string transcript_total(const Standing& standing, const Hypotheses& test) {
    const Wld& games = standing.games;
    std::string line =
        fmt::format("Total: {}, WLD: {}/{}/{}, LLR: {} {}", games.games(), games.wins, games.losses,
                    games.draws, three_decimals(standing.llr), bounds_text(test));
    if (standing.unscored > 0) {
        line += fmt::format(", Unscored: {}", standing.unscored);
    }
    return line + "\n";
}

std::string transcript_tail(const Config& config, const MatchResult& result,
                            const std::string& why_interrupted) {
    return "\n[SPRT Finished]\n" + transcript_total(result.standing, config.test) +
           fmt::format("Final LLR: {}\n", three_decimals(result.standing.llr)) +
           fmt::format("Result: {}\n", result_text(config, result, why_interrupted)) +
           time_text(result.standing) + result.machine.text() + faults_text(result.standing) +
           (result.broken ? broken_text(result) : std::string()) + fmt::format("Seed: {}\n", *config.seed) +
           disputed_text(result);
}

} // namespace sprt
