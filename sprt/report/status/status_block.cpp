#include "sprt/report/status/status_block.hpp"

#include "sprt/report/numbers.hpp"
#include "sprt/report/status/ratio_bar.hpp"
#include "sprt/report/status/styled_text.hpp"

#include <algorithm>
#include <optional>

namespace sprt {
namespace {

constexpr int kLeastColumns = 20;
constexpr int kMostBarCells = 41; ///< odd, so that symmetric bounds have zero in the middle
constexpr int kLeastBarCells = 7;

class StatusRows {
  public:
    StatusRows(const RunSnapshot& run, const Calculation& estimates, const referee::TerminalTraits& traits,
               int columns)
        : result_(run.state)
        , test_(run.plan.counting.test)
        , words_(status_words(run, estimates))
        , traits_(traits)
        , columns_(columns - 1) {} // some terminals wrap a full line

    [[nodiscard]] std::string text() const { return counts() + ratio() + strength() + conduct(); }

  private:
    [[nodiscard]] std::string counts() const {
        StyledLine line(columns_);
        line.add(words_.games);
        line.add(words_.wld);
        line.add(words_.rate);
        line.add(words_.ptnml);
        return line.text() + "\n";
    }

    /// The ratio as a bar between its bounds when that fits, otherwise as numbers; nothing for a match.
    [[nodiscard]] std::string ratio() const {
        if (!test_) {
            return {};
        }
        StyledLine line(columns_);
        line.add(words_.ratio);
        const int room =
            line.room() - (words_.p_h1.empty() ? 0 : columns_of(words_.p_h1) + StyledLine::kBetween);
        const StyledText drawn = bar(room);
        if (drawn.columns > 0) {
            line.add(drawn);
        } else {
            line.add(words_.bounds);
        }
        line.add(words_.p_h1);
        return line.text() + "\n";
    }

    [[nodiscard]] StyledText bar(int room) const {
        const Bounds& bounds = test_->bounds();
        const double llr = result_.standing.evaluation.llr;
        const std::string lower = number_text(bounds.lower, 3) + " ";
        const std::string upper = " " + number_text(bounds.upper, 3);
        const int cells = std::min(kMostBarCells, room - columns_of(lower + upper) - 2);
        StyledText text;
        if (cells >= kLeastBarCells) {
            text.add(lower);
            text += ratio_bar(llr, bounds, cells, traits_.has_unicode, side(llr));
            text.add(upper);
        }
        return text;
    }

    [[nodiscard]] std::string strength() const {
        StyledLine line(columns_);
        line.add(words_.elo);
        line.add(words_.anytime);
        line.add(words_.time_left);
        line.add(words_.games_left);
        return line.text() + "\n";
    }

    [[nodiscard]] std::string conduct() const {
        const auto& faults = result_.conduct.faults;
        std::string first = words_.faults;
        first.front() = 'F';
        StyledLine line(columns_);
        line.add(first, tint(Colour::Red, faults.agent1.faults() + faults.agent2.faults() > 0));
        line.add(words_.time_losses, tint(Colour::Yellow, result_.standing.disputed > 0));
        line.add(words_.delays, tint(Colour::Yellow, result_.machine.is_overloaded()));
        line.add(words_.unscored, tint(Colour::Yellow));
        line.add(words_.repeated);
        line.add(words_.elapsed);
        return line.text() + "\n";
    }

    [[nodiscard]] Colour tint(Colour colour, bool is_due = true) const {
        return traits_.has_colour && is_due ? colour : Colour::None;
    }
    /// Colour of a ratio that favours H1 (above zero) or H0 (below zero).
    [[nodiscard]] Colour side(double direction) const {
        return tint(direction > 0 ? Colour::Green : Colour::Red, direction != 0);
    }

    const RunState& result_;
    std::optional<SequentialTest> test_; ///< empty: a match
    StatusWords words_;
    referee::TerminalTraits traits_;
    int columns_;
};

} // namespace

std::string status_block(const RunSnapshot& run, const Calculation& estimates,
                         const referee::TerminalTraits& traits, int columns) {
    return columns < kLeastColumns ? std::string() : StatusRows(run, estimates, traits, columns).text();
}

} // namespace sprt
