#include "sprt/report/notes.hpp"

#include "referee/base/text.hpp"
#include "sprt/stats/motion/planning.hpp"
#include "sprt/stats/play_model.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

/// With this model and repeats counted nothing of ours stands before the result.
bool keeps_articles_form(const Config& config) {
    return config.model == name(Model::Wald) && repeats_of(config) == RepeatRule::Count;
}

std::string openings_note(const Config& config, const OpeningsFacts& openings) {
    if (config.openings == "start") {
        if (repeats_of(config) == RepeatRule::Count) {
            return "Openings: start; a game that was played before counts like any other\n";
        }
        const bool by_pairs = is_pairwise(*model_named(config.model));
        return fmt::format(
            "Openings: start; a {} that was played before counts for nothing, {} in a row end the run\n",
            by_pairs ? "pair" : "game", by_pairs ? "three" : "six");
    }
    std::string line = "Openings: " + referee::to_printable(config.openings, 1000);
    if (openings.size) {
        line += fmt::format(", enough for {} pairs", *openings.size);
    }
    if (openings.duplicates > 0) {
        line += fmt::format(" ({} of {} are duplicates and are left out)", openings.duplicates,
                            *openings.size + openings.duplicates);
    }
    return line + (repeats_of(config) == RepeatRule::Collapse
                       ? "; when they are used up the run ends without a decision\n"
                       : "; when they are used up they begin again, and repeats count like any other game\n");
}

std::string limit_note(const Config& config) {
    PlanQuestion question{.hypotheses = config.test,
                          .model = *model_named(config.model),
                          .test = *test_kind_named(config.test_kind)};
    std::string line;
    for (const double elo : {config.test.elo0, (config.test.elo0 + config.test.elo1) / 2, config.test.elo1}) {
        const auto true_elo =
            question.model == Model::Normalized ? true_elo_of_nelo(elo, 0, 0) : std::optional(elo);
        question.true_elo = true_elo.value_or(0);
        const auto share =
            true_elo ? undecided_after(question, static_cast<double>(*config.max_games)) : std::nullopt;
        if (!share) {
            return {};
        }
        line += fmt::format("{}{:.1f} % at {:.1f}", line.empty() ? "" : ", ", 100 * *share, elo + 0.0);
    }
    return fmt::format(
        "Limit: {} games; the probability of no decision, without draws and opening bias, is {} {}\n",
        *config.max_games, line, question.model == Model::Normalized ? "nElo" : "Elo");
}

} // namespace

std::string start_notes(const Config& config, const OpeningsFacts& openings) {
    if (keeps_articles_form(config)) {
        return {};
    }
    return openings_note(config, openings) + (config.max_games ? limit_note(config) : std::string());
}

std::string end_notes(const Config& config, const OpeningsFacts& openings) {
    return keeps_articles_form(config) && config.openings != "start" ? openings_note(config, openings)
                                                                     : std::string();
}

} // namespace sprt
