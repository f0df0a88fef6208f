#pragma once
// What coordinators and workers say to each other: JSON objects, UTF-8, at most kMostBytes each. Unknown keys
// are ignored, so that a later version may say more; another `format` is not.
// Source: docs/many-machines.md, "The protocol"; configs/schema/remote.schema.json.

#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt::remote {

inline constexpr int kFormat = 1;
/// What a server passes on unless it is told otherwise.
inline constexpr std::size_t kMostBytes = 1 << 20;
/// An object of a message has fewer keys; more would take long to read.
inline constexpr std::size_t kMostKeys = 1000;
inline constexpr std::size_t kBlobPartBytes = 256 << 10;

/// A message of another `format`: its sender speaks another version.
struct OtherFormat : referee::UserError {
    using referee::UserError::UserError;
};

/// What a run is doing.
enum class OfferState : std::uint8_t {
    Open,      ///< pairs are given
    Waiting,   ///< none is given now; the coordinator comes back
    Ended,     ///< there will be no more
    Unwelcome, ///< not to this worker; only in answers
};

/// `open`, `waiting`, `ended` or `unwelcome`.
[[nodiscard]] std::string_view name(OfferState state) noexcept;

/// What a worker must be and have.
struct Needs {
    std::string machine{}; ///< of the agents, as `uname -m` says it
    int cores = 1;         ///< of each game
    std::optional<std::int64_t> memory_mb{};
    std::string version{}; ///< the oldest program that may play the run
};

/// coordinator -> all: a run that can be served.
struct Offer {
    OfferState state = OfferState::Open;
    std::uint64_t epoch = 1;
    std::string job{}; ///< SHA-256 of its bytes
    Needs needs{};
    std::uint64_t slots = 0; ///< that play it now
    bool ready = true;       ///< a pair could be had now
    double share = 1;
    std::string name{};
    std::uint64_t games = 0; ///< counted
    std::optional<double> llr{};
    std::optional<double> games_per_s{}; ///< of this session
    /// By the forecast, from and to; both are the limit of games where there is no forecast.
    std::optional<std::array<std::uint64_t, 2>> games_left{};
    std::chrono::microseconds started{0}; ///< when this session of the run began, by the coordinator's clock
    /// How many answers the server did not let through: who waits for one asks again when this has grown.
    std::uint64_t lost_answers = 0;
};

/// One playing of a pair by one slot.
struct Attempt {
    std::uint64_t pair = 0;
    int attempt = 1;
    auto operator<=>(const Attempt&) const = default;
};

/// A pair to play: its two games, or the one that is left of it.
struct Task {
    Attempt attempt;
    std::vector<referee::Job> games;
};

enum class WhyReturned : std::uint8_t { Stopping, Paused, CannotPlay };

struct Done {
    Attempt attempt;
    std::vector<std::string> games{}; ///< lines of the log format; empty: returned
    std::optional<WhyReturned> returned{};
    std::string why{}; ///< in words, of a returned one
};

/// slot -> coordinator: what it did, and that it wants a pair.
struct Turn {
    std::string session;
    std::uint64_t epoch = 1;
    std::uint32_t slot = 0;
    std::uint64_t seq = 0;
    std::optional<Done> done{};
    bool wants = true;
    std::optional<double> speed{}; ///< of the machine, million nodes/s; empty: it was not measured
};

enum class Taken : std::uint8_t { Kept, Void, Wrong };

/// coordinator -> slot.
struct Answer {
    std::uint64_t seq = 0;
    std::uint64_t epoch = 1;
    std::optional<Taken> taken{}; ///< empty: nothing was done
    std::string why{};
    std::optional<Task> task{};
    OfferState state = OfferState::Open;
};

/// A pair in the hands of a slot.
struct Holding {
    std::uint32_t slot = 0;
    Attempt attempt;
};

/// worker -> coordinator: what it holds, from a task until its result was answered.
struct Alive {
    std::string session;
    std::uint64_t epoch = 1;
    std::vector<Holding> holds{};
    std::string machine_json = "null"; ///< see describe_machine()
};

/// worker -> coordinator: a part of a file, from byte `from` on.
struct BlobRequest {
    std::string sha256;
    std::uint64_t from = 0;
};

[[nodiscard]] std::string to_text(const Offer& offer);
[[nodiscard]] std::string to_text(const Turn& turn);
[[nodiscard]] std::string to_text(const Answer& answer);
[[nodiscard]] std::string to_text(const Alive& alive);
[[nodiscard]] std::string to_text(const BlobRequest& request);
/// What an OtherFormat is answered with.
[[nodiscard]] std::string other_format_text();

// Each throws UserError naming the place of what is wrong, and OtherFormat.
[[nodiscard]] Offer read_offer(std::string_view text);
[[nodiscard]] Turn read_turn(std::string_view text);
[[nodiscard]] Answer read_answer(std::string_view text);
[[nodiscard]] Alive read_alive(std::string_view text);
[[nodiscard]] BlobRequest read_blob_request(std::string_view text);

} // namespace sprt::remote
