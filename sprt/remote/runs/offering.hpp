#pragma once
// The offers of a run: what they say, and when one is due. Pure: the caller says what time it is.
// Source: docs/many-machines.md, "Several runs".

#include "sprt/remote/leases.hpp"
#include "sprt/remote/messages.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace sprt::remote {

class Offering {
  public:
    static constexpr std::chrono::seconds kEvery{5};
    static constexpr std::chrono::seconds kAtMostEvery{1};

    /// `offer`: what does not change while the run is played.
    explicit Offering(Offer offer)
        : offer_(std::move(offer)) {}

    /// See Offer.
    void note_standing(std::uint64_t games, std::optional<double> llr);
    void note_lost_answer() noexcept {
        ++offer_.lost_answers;
        ask();
    }
    void note_pace(std::optional<double> games_per_s, std::optional<std::array<std::uint64_t, 2>> games_left);
    /// Somebody asked, or there is news: an offer is due as soon as the last one is kAtMostEvery old.
    void ask() noexcept { is_asked_ = true; }

    /// Whether an offer is due. The run has `slots` now; `is_ready`: it has a pair. Workers would choose
    /// otherwise when it has one again, its first slots, or a tenth more or fewer.
    [[nodiscard]] bool is_due(std::uint64_t slots, bool is_ready, Time now) const noexcept;

    /// What to tell the user when a copy of the run, which somebody else offers, is the one that goes on: the
    /// later session, of equals the one that began first. Empty: this one does.
    [[nodiscard]] std::optional<std::string> gives_way_to(const Offer& copy) const;

    /// The offer that is made now.
    [[nodiscard]] const Offer& make(RunState state, std::uint64_t slots, bool is_ready, Time now);

  private:
    Offer offer_;
    std::optional<Time> made_; ///< the last one
    bool is_asked_ = true;
};

} // namespace sprt::remote
