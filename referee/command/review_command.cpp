#include "referee/base/input_file.hpp"
#include "referee/base/output.hpp"
#include "referee/base/user_error.hpp"
#include "referee/command/commands.hpp"
#include "referee/game/review/review.hpp"

#include <fmt/format.h>

#include <fstream>

#include <unistd.h>

namespace referee {
namespace {

class Boards {
  public:
    explicit Boards(const ReviewFlags& flags)
        : flags_(flags) {
        const TerminalTraits terminal = terminal_traits(STDOUT_FILENO);
        style_ = {.colour = terminal.has_colour, .unicode = terminal.has_unicode};
    }

    void draw(const GameRecord& record) {
        if (!flags_.show) {
            return;
        }
        if (!must_be_the_only_game()) {
            say_data(show(record, flags_.turn, style_));
        } else if (!kept_.empty()) {
            throw UserError("--turn: " + flags_.file + " has more than one game; name one with --game");
        } else {
            kept_ = show(record, flags_.turn, style_);
        }
    }

    /// After the last game of the log.
    void end(const Review& review) const {
        if (flags_.turn && review.games == 0) {
            throw UserError("--turn: " + flags_.file + " has no game");
        }
        say_data(kept_);
    }

  private:
    [[nodiscard]] bool must_be_the_only_game() const { return flags_.turn && !flags_.game; }

    const ReviewFlags& flags_;
    BoardStyle style_;
    std::string kept_; ///< the board of a game that must be the only one, until the log has ended
};

void say_findings(const Review& review, const std::string& file) {
    for (const auto& difference : review.found) {
        say(fmt::format("{}:{}: game {}: {}\n", file, difference.line, difference.game, difference.what));
    }
    for (const auto& [field, line] : review.unknown) {
        say(fmt::format("{}:{}: note: {} is unknown to this version and was not checked\n", file, line,
                        field));
    }
    if (review.last_line_cut) {
        say(fmt::format("{}: the last line was cut short and is not counted\n", file));
    }
}

void say_counts(const Review& review) {
    std::string terminations;
    for (const GameEnding& ending : kGameEndings) {
        if (const auto count = review.terminations.of(ending.termination); count > 0) {
            terminations += fmt::format("{}{} {}", terminations.empty() ? "" : ", ", ending.name, count);
        }
    }
    say(fmt::format("Games: {}{}\n", review.games, terminations.empty() ? "" : " (" + terminations + ")"));
    say(to_text(review.results) + "\n");
    if (review.unscored > 0) {
        say(fmt::format("Unscored: {}\n", review.unscored));
    }
    say(review.found.empty() ? "No differences.\n" : fmt::format("Differences: {}\n", review.found.size()));
}

} // namespace

ExitStatus run(const ReviewFlags& flags) {
    std::ifstream log = open_input(flags.file, "a log, e.g. games.jsonl");
    Boards boards(flags);
    const Review found =
        review(log, flags.file,
               {.only = flags.game, .visit = [&](const GameRecord& record) { boards.draw(record); }});
    boards.end(found);
    say_findings(found, flags.file);
    say_counts(found);
    return found.found.empty() ? ExitStatus::Done : ExitStatus::Differences;
}

} // namespace referee
