#pragma once
// What fastchess prints of a match, in its form and order: OpenBench's client and fishtest's worker read it.
// Source: fastchess 1.8.2, output_fastchess.hpp, output_cutechess.hpp and elo_pentanomial.cpp.

#include "referee/game/log/log_file.hpp"
#include "referee/game/record.hpp"
#include "sprt/command/fastchess/results.hpp"
#include "sprt/command/fastchess/words.hpp"
#include "sprt/ledger/game_result.hpp"
#include "sprt/ledger/repeats.hpp"
#include "sprt/session/session.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

/// A message of ours with the words that stand for our flags and keys, and with the names of the engines:
/// `--agent1: margin_ms: ...` is `engine new: timemargin: ...`. Flags of ours that the user gave stay.
[[nodiscard]] std::string in_words_of_fastchess(std::string_view text, const std::vector<std::string>& names,
                                                const std::vector<std::string>& our_flags);

class FastchessNarrator final : public Narrator {
  public:
    explicit FastchessNarrator(Narrated run)
        : run_(std::move(run)) {}

    void recall(const referee::GameRecord& record) override { count(record); }
    /// Writes the configuration and opens the file of positions before the first game is told.
    [[nodiscard]] std::string head() override;
    [[nodiscard]] std::string game(const referee::GameRecord& record) override;
    [[nodiscard]] bool stops() const override { return stops_; }
    [[nodiscard]] bool has_our_warnings() const override { return !run_.output.is_test_env; }
    void pgn_is_lost() override { is_pgn_lost_ = true; }
    void ends_early(const std::string& why) override {
        early_end_ = "Warning; " + why + ", stopping tournament.\n";
        stops_ = true;
    }
    void doubts(const std::vector<Doubt>& found) override;
    /// Whether it is; then what was asked for is not all there.
    [[nodiscard]] bool has_lost_pgn() const noexcept { return is_pgn_lost_; }
    /// Of all games so far.
    [[nodiscard]] std::string result();
    [[nodiscard]] std::string tail(bool is_over, const std::string& resume) override;

  private:
    struct Losses {
        std::uint64_t on_time = 0;
        std::uint64_t crashed = 0;
    };
    void count(const referee::GameRecord& record);
    [[nodiscard]] std::string warnings(const referee::GameRecord& record);
    [[nodiscard]] std::string started(const std::string& white, const std::string& black);
    [[nodiscard]] std::string started_ahead();
    [[nodiscard]] const std::string& name_of(const referee::GameRecord& record, referee::Player player) const;
    [[nodiscard]] bool is_last() const noexcept { return run_.games && games_ == *run_.games; }
    [[nodiscard]] bool is_due(std::uint64_t count, std::uint64_t interval) const noexcept {
        return is_last() || (interval > 0 && count % interval == 0);
    }
    [[nodiscard]] NarratedScore of_two() const;
    [[nodiscard]] Verdict verdict() const;
    [[nodiscard]] std::string crc_line() const;

    Narrated run_;
    FastchessScores scores_;
    std::optional<double> first_of_pair_; ///< points of the lower engine; empty: it was not scored
    bool is_within_pair_ = false;
    std::optional<GameResult> first_result_;                         ///< of the game before
    std::map<std::pair<std::size_t, std::size_t>, Repeats> repeats_; ///< by pairing
    std::uint64_t whole_pairs_ = 0;
    std::uint64_t copies_ = 0; ///< of them
    std::uint64_t games_ = 0;
    std::uint64_t started_ = 0;
    std::uint64_t told_at_ = 0; ///< after which game the last result was printed
    std::map<std::size_t, Losses> losses_;
    std::optional<referee::LogFile> epd_;
    std::string early_end_; ///< what is said of it; empty: the run has all games or a verdict
    std::string doubts_;    ///< lines
    bool stops_ = false;
    bool is_pgn_lost_ = false;
};

} // namespace sprt
