#include "sprt/command/watch.hpp"

#include "referee/base/console.hpp"
#include "referee/base/terminal.hpp"
#include "sprt/report/transcript.hpp"

#include <fmt/format.h>

#include <utility>

#include <unistd.h>

namespace sprt {
namespace {

using referee::Player;

constexpr const char* kProgram = "sprt";

/// Beside a status that is painted on the same terminal the lines of games would only scroll by.
bool are_games_said(const Config& config) {
    const bool is_painted_here = config.progress == "auto" &&
                                 referee::terminal_traits(STDERR_FILENO).can_repaint &&
                                 referee::terminal_traits(STDOUT_FILENO).is_terminal;
    return !config.quiet && !is_painted_here;
}

} // namespace

Watch::Watch(const Config& config, const Openings& openings, std::uint64_t games_before)
    : config_(config)
    , test_(test_of(config))
    , plays_openings_(openings.facts().most_plies > 0)
    , games_before_(games_before)
    , says_games_(are_games_said(config)) {
    const auto traits = referee::terminal_traits(STDERR_FILENO);
    if (config.progress == "on" || (config.progress == "auto" && traits.can_repaint)) {
        status_.emplace(STDERR_FILENO, traits);
    }
}

void Watch::game(const referee::GameRecord& record, const MatchResult& so_far) {
    if (says_games_) {
        if (status_) {
            status_->clear();
        }
        const bool is_due = (record.game + 1) % static_cast<std::uint64_t>(config_.report_every) == 0;
        referee::say(transcript_game(record) + transcript_total(so_far.standing, test_) +
                     (is_due ? transcript_estimates(so_far.standing, test_) : std::string()));
    }
    warn(record, so_far);
    if (status_) {
        status_->update(view(so_far));
    }
}

void Watch::wait(const MatchResult& so_far) {
    if (status_) {
        status_->update(view(so_far));
    }
}

void Watch::warn(const referee::GameRecord& record, const MatchResult& so_far) {
    const auto complain = [&](const std::string& text) {
        if (status_) {
            status_->clear();
        }
        referee::complain(kProgram, text);
    };
    for (const Player player : {Player::Agent1, Player::Agent2}) {
        if (record.lacks_opening[player] && plays_openings_ && !std::exchange(told_of_opening_, true)) {
            complain(fmt::format("agent {} does not offer OPENING: such games begin at the starting position",
                                 number(player)));
        }
    }
    for (const std::string& warning : warnings_.after(record, so_far.machine)) {
        complain("warning: " + warning);
    }
}

StatusView Watch::view(const MatchResult& so_far) const {
    return {.config = config_,
            .result = so_far,
            .elapsed = std::chrono::steady_clock::now() - begin_,
            .games_before = games_before_};
}

} // namespace sprt
