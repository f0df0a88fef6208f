#pragma once
// What a run of two agents came to: why it ended, its verdict, what to doubt about it, and the words for
// that. Transcript, JUnit, Markdown, JSON, page, status and gate are all made from one Outcome.
// Source: docs/statistics.md, "Choosing bounds"; docs/runs.md, "Doubts"; docs/ci.md.

#include "sprt/report/run_snapshot.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// What a reader of a verdict must know of the run: conditions that were not the same for both agents or for
// all games, and games without which there would be another verdict. Every report shows all of them.
// A doubt is a row in the table of doubts.cpp.

/// A number and its key in JSON.
struct DoubtNumber {
    template<class Number>
    DoubtNumber(std::string_view its_key, Number number)
        : key(its_key)
        , value(static_cast<double>(number)) {}

    std::string_view key;
    double value;
};

struct Doubt {
    std::string text; ///< one sentence, ended by a full stop; the first word is in lower case
    std::vector<DoubtNumber> numbers{};
    /// Set when the verdict decides nothing for a gate: `rests on disputed time losses (10)`.
    std::string rests{};
    bool holds_paths = false; ///< text of the user's is in it; it is printable, and may hold markup
    std::string_view kind{};  ///< its name in JSON: `unequal_limits`
};

/// The kinds that there are.
[[nodiscard]] std::vector<std::string_view> doubt_kinds();

/// Empty for a run as it should be.
[[nodiscard]] std::vector<Doubt> doubts_of(const RunSnapshot& run);

/// Of a tournament, where `agent` in the numbers is a position in the list, from 0, in place of 1 or 2.
[[nodiscard]] std::vector<Doubt> doubts_of(const TournamentPlan& plan, const TournamentState& state,
                                           const std::vector<std::string>& session_changes);

/// `Warning: ` and its text, a line for each.
[[nodiscard]] std::string warning_lines(const std::vector<Doubt>& doubts);

// The outcome.

enum class GateOutcome : std::uint8_t {
    Passed,      ///< H1 was accepted
    Rejected,    ///< H0 was accepted
    Broken,      ///< an agent has more faults than allowed
    Undecided,   ///< no verdict, or one with a doubt that leaves it undecided, see Doubt::rests
    Interrupted, ///< a signal ended the run, or it goes on
};

/// `passed`
[[nodiscard]] std::string_view name(GateOutcome outcome) noexcept;

/// What a model's Elo is called: `Elo`, `nElo` (normalized), `cutechess Elo` or `BayesElo`.
[[nodiscard]] std::string_view elo_unit(Model model) noexcept;

/// What it means that `verdict`, H0 or H1, was accepted: between which two differences was decided. Where
/// elo1 is 0 or less, whether agent 1 has become worse. For wald the sentence of the articles. Without a
/// full stop; the first word is in lower case.
[[nodiscard]] std::string verdict_text(const SequentialTest& test, Verdict verdict);

/// Words hold no text of agents or users, but for doubts that say so.
struct Outcome {
    EndReason reason;
    Verdict verdict;
    GateOutcome gate;
    std::vector<Doubt> doubts;
    std::string cause;  ///< why it ended; after a verdict verdict_text(). In the form of verdict_text()
    std::string remedy; ///< what may help, sentences; empty: nothing
    /// In one line without a full stop: `H1 accepted: +10 Elo or more explains these games better than 0`,
    /// `No decision: the limit of 20 games was reached`.
    std::string sentence;
    std::string short_form; ///< `H1 accepted`, `No decision`, `Match of 100 games`, `12 of 100 games`
    std::string title;      ///< the short form and what it means: `H1 accepted: agent 1 is likely better`

    /// For a page: the cause and what may help, as sentences.
    [[nodiscard]] std::string end() const;
};
[[nodiscard]] Outcome outcome_of(const RunSnapshot& run);

} // namespace sprt
