#pragma once
// The lines below everything else on a terminal that say how a run stands, painted over again and again.
// Plain sequences of ECMA-48 are enough: a line is never wider than the terminal, so that rows can be
// counted.

#include "sprt/report/status/status_block.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// Owns the last rows of the terminal behind a descriptor, from the first update() until clear(). Where
/// nothing can be painted over it writes a plain line now and then instead. It hides the cursor only within a
/// write, so that a program that is killed leaves it visible, at the beginning of a line. What cannot be
/// written is left out: a run does not fail for its status.
class StatusLine {
  public:
    static constexpr std::chrono::milliseconds kBetweenPaints{100};
    static constexpr std::chrono::seconds kBetweenEstimates{1};
    static constexpr std::chrono::seconds kBetweenLines{10};

    /// `fd` stays open as long as this lives.
    StatusLine(int fd, const referee::TerminalTraits& traits) noexcept;
    ~StatusLine();
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Call often: for each game, and now and then while none ends. `run.session_elapsed` is the clock. What
    /// stands there is painted over when it is 100 ms old; after a clear() it is painted at once, so that
    /// games that end fast do not hide it. Estimates and forecast, milliseconds that agents may lack, are
    /// computed only for the first of these, when the counts grew by a twentieth, or changed and are 1 s old.
    /// In plain lines: one each 10 s, the first after that time. Nothing while another job has the terminal.
    void update(const RunSnapshot& run);

    /// Call before anything else is written to the same terminal. Does nothing when nothing is painted.
    void clear() noexcept;

  private:
    void paint(const RunSnapshot& run);
    void write_line(const RunSnapshot& run);
    void estimate(const RunSnapshot& run);
    [[nodiscard]] int painted_rows(int columns) const;
    [[nodiscard]] bool is_due(std::chrono::nanoseconds now, std::chrono::nanoseconds interval) const;

    int fd_;
    referee::TerminalTraits traits_;
    std::optional<Calculation> estimates_;
    std::chrono::nanoseconds estimated_{0}; ///< when
    Counts estimated_from_;
    std::optional<std::chrono::nanoseconds> shown_; ///< when
    std::vector<int> painted_;                      ///< columns of the lines on the screen; empty: none
};

} // namespace sprt
