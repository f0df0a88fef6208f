#pragma once
// A chain of digests over the games of a run: a log that was rewritten later has another one.
// Source: docs/runs.md, "Digests of the games".

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

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

} // namespace sprt
