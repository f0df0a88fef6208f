#pragma once
// Reads games.jsonl and checks every game before it counts.

#include "referee/game/record.hpp"
#include "sprt/schedule/schedule.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// A chain of digests over the games of a run: a log that was rewritten later has another one.
// Source: docs/runs.md, "Digests of the games".

/// The digest of the first `games` lines of games.jsonl.
struct GamesDigest {
    std::uint64_t games = 0;
    std::string sha256; ///< 64 lower-case hexadecimal digits
    bool operator==(const GamesDigest&) const = default;
};

/// The digest of no game: the SHA-256 of the digits in `config_sha256`, so that the chain names the
/// configuration too.
[[nodiscard]] GamesDigest digest_of_no_game(std::string_view config_sha256);

/// The digest of so many games and another one, whose line (without its newline) is `line`: the SHA-256 of
/// the digits of `before`, `line` and a newline.
[[nodiscard]] GamesDigest digest_after(const GamesDigest& before, std::string_view line);

/// Computes the digests of a log again, line by line, and compares them with those in run.json.
class DigestCheck {
  public:
    /// `stored` begins with the digest of no game; its numbers of games rise. When it is empty (earlier
    /// versions wrote none) nothing is compared.
    DigestCheck(std::vector<GamesDigest> stored, std::string_view config_sha256);

    /// Takes the line of the next game, without its newline.
    void add(std::string_view line);

    /// Of the games so far.
    [[nodiscard]] const GamesDigest& now() const noexcept { return now_; }

    /// A digest in run.json that the games contradict.
    struct Difference {
        std::size_t index; ///< in `stored`
        GamesDigest stored;
        GamesDigest computed; ///< of as many games, or of all when there are fewer
    };
    /// The differences of all digests in run.json, also of those for more games than there are.
    [[nodiscard]] std::vector<Difference> differences() const;

    /// A line that says which games in the log `file` are not those that were played. Empty when the games
    /// have all the digests that they are enough for.
    [[nodiscard]] std::string change(const std::string& file) const;

    /// How many games run.json has the digest of and the log does not hold.
    [[nodiscard]] std::uint64_t missing() const noexcept;

    /// The digests in run.json that hold, from that of no game on, and that of the games so far.
    [[nodiscard]] std::vector<GamesDigest> adopted() const;

  private:
    std::vector<GamesDigest> stored_;
    std::vector<GamesDigest> computed_; ///< for the first elements of stored_
    GamesDigest begin_;                 ///< of no game
    GamesDigest now_;
};

/// The first problem of `record` as game `game` of any run: another number, or something that contradicts the
/// rules. Empty when there is none.
[[nodiscard]] std::optional<std::string> problem_by_rules(const referee::GameRecord& record,
                                                          std::uint64_t game);

/// The first problem of `record` as game `game` of a run by `schedule`; empty when there is none. Checks the
/// job (number, pair, seats, seeds, limits, opening) and the game by the rules. `openings` may be null when
/// they are no longer known; then any opening is accepted. `tuning`: after the games before this one; empty:
/// the run is none.
[[nodiscard]] std::optional<std::string> problem_of_record(const referee::GameRecord& record,
                                                           std::uint64_t game, const SchedulePlan& schedule,
                                                           Openings* openings,
                                                           const std::optional<Tuning>& tuning = {});

/// Multiplies the times of `job` as those of `record` were. Returns the problem of a run whose times are not
/// multiplied.
[[nodiscard]] std::optional<std::string> scale_as_played(referee::Job& job, const referee::GameRecord& record,
                                                         bool scales_time);

/// The opening that `job` has by the schedule; empty: it is not known. `openings`: as above.
[[nodiscard]] std::optional<Opening> planned_opening(const referee::Job& job, Openings* openings);

/// The first problem of `record` as that of `job` with `opening`; empty when there is none. Without `opening`
/// any is accepted.
[[nodiscard]] std::optional<std::string> problem_of_job(const referee::GameRecord& record,
                                                        const referee::Job& job,
                                                        const std::optional<Opening>& opening);

struct ReadGames {
    std::uint64_t games = 0;
    std::uintmax_t bytes = 0;   ///< of the lines of these games
    bool last_line_cut = false; ///< a line without a newline follows: a crash cut it short
};

/// Reads the games of a run in order and passes each one to `on_record`, which returns the problem of the
/// record, or nothing; then the line without its newline to `on_line`, which may be empty. A missing file
/// counts as an empty one. Throws UserError, naming the file and the line, for a line that is no record, has
/// a field that is unknown or has a problem, and when the file is no plain file or a line is too long (see
/// referee/base/input_file.hpp); std::system_error when reading fails. With `before`, which an earlier call
/// returned, only the games after those are read; what is returned counts them all.
[[nodiscard]] ReadGames
read_games(const std::filesystem::path& file,
           const std::function<std::optional<std::string>(const referee::GameRecord&)>& on_record,
           const std::function<void(std::string_view line)>& on_line = {}, const ReadGames& before = {});

} // namespace sprt
