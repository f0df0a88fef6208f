#include "sprt/report/notes.hpp"

#include "referee/base/text.hpp"
#include "sprt/stats/motion/planning.hpp"
#include "sprt/stats/play_model.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

/// Whether the transcript has the form of the articles, which have no notes before the result.
bool keeps_articles_form(const RunPlan& plan) {
    return plan.counting.test.model() == Model::Wald && plan.counting.repeats == RepeatRule::Count;
}

bool is_start(const RunPlan& plan) {
    return std::holds_alternative<StartOnly>(plan.schedule.openings);
}

std::string openings_note(const RunPlan& plan, const OpeningsFacts& openings) {
    if (is_start(plan)) {
        if (plan.counting.repeats == RepeatRule::Count) {
            return "Openings: start; a game that was played before counts like any other\n";
        }
        const bool by_pairs = is_pairwise(plan.counting.test.model());
        return fmt::format(
            "Openings: start; a {} that was played before counts for nothing, {} in a row end the run\n",
            by_pairs ? "pair" : "game", by_pairs ? "three" : "six");
    }
    std::string line = "Openings: " + referee::to_printable(plan.schedule.openings_text, 1000);
    if (openings.size) {
        line += fmt::format(", enough for {} pairs", *openings.size);
    }
    if (openings.duplicates > 0) {
        line += fmt::format(" ({} of {} are duplicates and are left out)", openings.duplicates,
                            *openings.size + openings.duplicates);
    }
    return line + (plan.counting.repeats == RepeatRule::Collapse
                       ? "; when they are used up the run ends without a decision\n"
                       : "; when they are used up they begin again, and repeats count like any other game\n");
}

std::string limit_note(const RunPlan& plan) {
    const SequentialTest& test = plan.counting.test;
    const Hypotheses& bounds = test.hypotheses();
    PlanQuestion question{.hypotheses = bounds, .model = test.model(), .test = test.kind()};
    std::string line;
    for (const double elo : {bounds.elo0, (bounds.elo0 + bounds.elo1) / 2, bounds.elo1}) {
        const auto true_elo =
            question.model == Model::Normalized ? true_elo_of_nelo(elo, 0, 0) : std::optional(elo);
        question.true_elo = true_elo.value_or(0);
        const auto share = true_elo ? undecided_after(question, static_cast<double>(*plan.counting.max_games))
                                    : std::nullopt;
        if (!share) {
            return {};
        }
        line += fmt::format("{}{:.1f} % at {:.1f}", line.empty() ? "" : ", ", 100 * *share, elo + 0.0);
    }
    return fmt::format(
        "Limit: {} games; the probability of no decision, without draws and opening bias, is {} {}\n",
        *plan.counting.max_games, line, question.model == Model::Normalized ? "nElo" : "Elo");
}

} // namespace

std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings) {
    if (keeps_articles_form(plan)) {
        return {};
    }
    return openings_note(plan, openings) + (plan.counting.max_games ? limit_note(plan) : std::string());
}

std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings) {
    return keeps_articles_form(plan) && !is_start(plan) ? openings_note(plan, openings) : std::string();
}

} // namespace sprt
