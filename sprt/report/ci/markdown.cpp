#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/report/tuning_text.hpp"
#include "sprt/store/disk_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace sprt {
namespace {

constexpr bool is_word(char c) noexcept {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

/// Whether the character at `at` makes no markup where it stands in `line`: dots and brackets may end the
/// number of a list, `www.` and `://` make links, `_` within a word makes nothing. Source: GitHub Flavored
/// Markdown Spec, list items, emphasis, autolinks (extension).
bool makes_no_markup(std::string_view line, std::size_t at) {
    constexpr std::string_view kPlain = " -/,=+;'\"?%(";
    const char c = line[at];
    const std::string_view before = line.substr(0, at);
    const std::string_view after = line.substr(at + 1);
    switch (c) {
    case '_':
        return at > 0 && is_word(line[at - 1]) && !after.empty() && is_word(after.front());
    case ':':
        return !after.starts_with("//");
    case '.':
    case ')':
        return !referee::lower_case(before).ends_with("www") &&
               (before.find_first_not_of("0123456789") != std::string_view::npos ||
                (!after.empty() && after.front() != ' '));
    default:
        return is_word(c) || kPlain.find(c) != std::string_view::npos;
    }
}

/// Text of an agent or a user as code.
std::string code(std::string_view text) {
    return "<code>" + markdown_text(text) + "</code>";
}

/// Lines of text in a section that is closed at first. The fence is longer than every row of backticks in
/// `text`, so that `text` cannot end the section.
std::string folded(std::string_view title, const std::string& text, std::string_view language) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
    return fmt::format("<details><summary>{}</summary>\n\n{}{}\n{}{}\n\n</details>\n", title, fence, language,
                       text, fence);
}

std::string table_row(std::string_view label, const std::string& value) {
    return fmt::format("| {} | {} |\n", label, value);
}

std::string duration_text(std::chrono::nanoseconds time) {
    const auto tenths = std::chrono::round<std::chrono::duration<std::int64_t, std::deci>>(time).count();
    if (tenths < 600) { // 59.96 s are printed as 1 min
        return fmt::format("{}.{} s", tenths / 10, tenths % 10);
    }
    const auto seconds = tenths / 10;
    const auto minutes = seconds / 60;
    return minutes < 60 ? fmt::format("{} min {} s", minutes, seconds % 60)
                        : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

/// Rows of the game and its rules, where they are not the usual ones, and of the agents.
std::string who_plays(const RunSnapshot& run) {
    const referee::Game game = run.plan.schedule.rules;
    const auto row = [](const char* what, std::string_view name) {
        return name.empty() ? std::string() : table_row(what, std::string(name));
    };
    const bool is_test = run.plan.counting.test.has_value();
    return row("Game", shown_game(game)) + row("Rules", shown_rules(game)) +
           table_row(is_test ? "Agent 1 (H1)" : "Agent 1", code(run.plan.agents.agent1.name)) +
           table_row(is_test ? "Agent 2 (H0)" : "Agent 2", code(run.plan.agents.agent2.name));
}

/// Rows of the games that were played.
std::string games_rows(const RunSnapshot& run) {
    const Standing& standing = run.state.standing;
    const Wld& games = standing.games;
    std::string text =
        table_row("Games", fmt::format("{} in {}", games.games(), duration_text(run.state.elapsed))) +
        table_row("Wins / losses / draws",
                  fmt::format("{} / {} / {}", games.wins, games.losses, games.draws));
    if (const std::string used = used_time_text(run.state); !used.empty()) {
        text += table_row("Time", used);
    }
    if (run.plan.counting.by_pairs()) {
        text += table_row("Ptnml", fmt::format("{} ({}, {} distinct)", fmt::join(standing.pairs.counts, ", "),
                                               referee::counted(standing.whole_pairs, "pair"),
                                               standing.distinct_pairs));
    }
    for (const referee::AdjudicationRule rule : referee::kAdjudicationRules) {
        if (const RuleCounts& counts = standing.adjudicated.of[rule]; !counts.is_empty()) {
            text += table_row(fmt::format("Adjudicated by {}", name(rule)), adjudication_text(counts));
        }
    }
    return text;
}

std::string conditions_rows(const RunSnapshot& run) {
    return table_row("Openings", code(run.plan.schedule.openings_text)) +
           table_row("Seed", fmt::format("{}", run.plan.schedule.seed));
}

std::string table(const RunSnapshot& run) {
    const SequentialTest& test = run.test();
    const StrengthEstimate elo = strength_of(run);
    return "| | |\n|---|---|\n" + who_plays(run) +
           table_row("Test", test_text(test.model(), test.hypotheses())) + games_rows(run) +
           table_row("LLR", llr_text(run)) + table_row(elo.label(), elo.text()) + conditions_rows(run);
}

std::string match_table(const RunSnapshot& run) {
    const MatchEstimates now = match_estimates(match_counts(run.plan, run.state));
    const Estimates& seen = now.seen;
    return "| | |\n|---|---|\n" + who_plays(run) + games_rows(run) +
           table_row("Score", percent_text(seen.score, 2)) +
           table_row(fmt::format("Elo (95 %, {})", now.interval_name()),
                     number_text(seen.elo, 1) + " " + interval_text(now.interval, 1)) +
           table_row("nElo", number_text(seen.nelo, 1)) +
           table_row("Likelihood of superiority", percent_text(seen.los, 1)) +
           table_row("Draws", percent_text(now.draw_ratio, 1)) +
           table_row("Pairs won / lost", number_text(seen.pairs_ratio, 2)) +
           table_row("Opening bias", opening_bias_text(now.opening_bias)) + conditions_rows(run);
}

std::string faults(const RunState& result) {
    constexpr std::size_t kMostFaults = 10;
    constexpr std::size_t kShownBytes = 400;
    std::string text;
    for (std::size_t i = 0; i < std::min(result.faults.size(), kMostFaults); ++i) {
        text += referee::fault_text(result.faults[i], kShownBytes);
    }
    return text.empty() ? text : folded("The first faults", text, "text");
}

std::string how_to_repeat(const RunSnapshot& run) {
    const std::string& repeat_with = run.plan.watch.repeat_with;
    return !repeat_with.empty()
               ? folded("How to repeat it", referee::to_valid_utf8(repeat_with) + "\n", "sh")
               : folded(fmt::format(
                            "How to repeat it: save this as FILE.json, then <code>sprt {} FILE.json</code>",
                            run.plan.counting.test   ? "gate"
                            : run.plan.counting.tune ? "tune"
                                                     : "match"),
                        referee::to_printable_json(run.config_json), "json");
}

/// What is to know besides the numbers, and where the games are.
std::string beside_the_numbers(const RunSnapshot& run, const Outcome& outcome, bool goes_on) {
    std::string text = outcome.doubts.empty() ? "" : "\n**Warnings**\n\n";
    for (const Doubt& doubt : outcome.doubts) {
        const std::string warning = referee::capitalised(doubt.text);
        text += fmt::format("- {}\n", doubt.holds_paths ? code(warning) : warning);
    }
    if (!run.directory.empty()) {
        text += fmt::format("\nThe games are in {}{}.\n", code(run.directory),
                            goes_on ? "; <code>sprt resume</code> goes on with it" : "");
    }
    return text + "\n" + faults(run.state) + how_to_repeat(run);
}

namespace fs = std::filesystem;

[[noreturn]] void fail_writing(const fs::path& file) {
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(),
                            "cannot write " + file.string());
}

void append(const fs::path& file, std::string_view text) {
    errno = 0;
    std::ofstream out(file, std::ios::binary | std::ios::app);
    out << text;
    out.close();
    if (!out) {
        fail_writing(file);
    }
}

} // namespace

std::string markdown_text(std::string_view text) {
    constexpr std::size_t kMostBytes = 300;
    const std::string line = referee::to_printable(text, kMostBytes);
    std::string safe;
    for (std::size_t i = 0; i < line.size(); ++i) {
        safe += makes_no_markup(line, i) ? std::string(1, line[i])
                                         : fmt::format("&#{};", static_cast<unsigned char>(line[i]));
    }
    return safe;
}

std::string markdown_summary(const RunSnapshot& run) {
    const Outcome outcome = outcome_of(run);
    const bool goes_on = outcome.gate == GateOutcome::Interrupted && run.plan.watch.repeat_with.empty();
    std::string headline(name(outcome.gate));
    std::ranges::transform(headline, headline.begin(),
                           [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    return fmt::format("### sprt: {}\n\n{}.{}{}\n\n", headline, outcome.sentence,
                       outcome.remedy.empty() ? "" : " ", outcome.remedy) +
           table(run) + beside_the_numbers(run, outcome, goes_on);
}

std::string markdown_of_match(const RunSnapshot& run) {
    const Outcome outcome = outcome_of(run);
    if (run.state.tuning) {
        return fmt::format("### sprt tune: {}\n\n{} {}\n\n", outcome.short_form, outcome.end(),
                           markdown_text(gain_text(run.state))) +
               folded("What was tuned", referee::to_valid_utf8(tuning_result(run.state)), "text") +
               beside_the_numbers(run, outcome, !run.state.is_over());
    }
    const Wld& games = run.state.standing.games;
    const bool is_whole = outcome.reason == EndReason::Games;
    return fmt::format("### sprt match: {} of {} games\n\n{}", games.games() + run.state.standing.unscored,
                       *run.plan.counting.max_games, is_whole ? "" : outcome.end() + "\n\n") +
           match_table(run) + beside_the_numbers(run, outcome, !is_whole);
}

std::string markdown_of_error(const RunSnapshot& run, const std::string& what) {
    const std::string head = "### sprt: ERROR\n\n" + code(what) + "\n";
    return is_settled(run.plan)
               ? head + "\n| | |\n|---|---|\n" + who_plays(run) +
                     table_row("Seed", fmt::format("{}", run.plan.schedule.seed)) + "\n" + how_to_repeat(run)
               : head;
}

std::optional<fs::path> step_summary_path() {
    const char* const name = std::getenv("GITHUB_STEP_SUMMARY");
    return name != nullptr && *name != '\0' ? std::optional<fs::path>(name) : std::nullopt;
}

void append_to_step_summary(const fs::path& file, std::string_view markdown) {
    std::error_code not_there;
    const auto size = fs::file_size(file, not_there);
    const bool is_empty = not_there || size == 0;
    append(file, (is_empty || markdown.empty() ? "" : "\n") + std::string(markdown));
}

void write_report(const fs::path& file, std::string_view text) {
    const fs::file_status status = fs::status(file);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        append(file, text); // throws for a directory
        return;
    }
    const fs::path target = fs::is_symlink(fs::symlink_status(file)) ? referee::followed(file) : file;
    if (target.has_parent_path()) {
        fs::create_directories(target.parent_path());
    }
    replace_file(target, text);
}

} // namespace sprt
