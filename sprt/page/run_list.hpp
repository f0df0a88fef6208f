#pragma once
// The list of the runs in a directory. A run is read once a change, and nothing but its row is kept of it.
// Source: docs/runs.md, "sprt serve".

#include "referee/game/json.hpp"
#include "sprt/page/shown_run.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

// A run as it grows: its log is read from where it was left to its last newline.

/// What a reader of a run has seen. Two are equal when nothing changed between them.
struct SeenRun {
    std::uint64_t run = 0;   ///< grows when run.json holds another run, or the log became shorter
    std::uint64_t state = 0; ///< grows when anything but the games changed
    std::uint64_t file = 0;  ///< grows when run.json was read anew
    std::size_t games = 0;
    std::uint64_t stride = 0; ///< of the series; 0: its positions are not known, or there are none
    bool operator==(const SeenRun&) const = default;
};

/// Tells whether a file is as it was.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const FileState&) const = default;
};
[[nodiscard]] FileState file_state(const std::filesystem::path& file);

class Tail {
  public:
    /// Reads the run in `dir`. Throws what load_run() throws.
    /// `facts.made` and `facts.live` are set anew for each index.
    Tail(std::filesystem::path dir, PageFacts facts);

    /// Reads what was added. What is wrong then is a note of the index, and nothing is read until a file
    /// changes. Never throws for files of the run.
    void poll();

    [[nodiscard]] const SeenRun& seen() const noexcept { return seen_; }
    [[nodiscard]] const ShownRun& run() const noexcept { return *run_; }

    /// The index as text, and the games of block `block`, whole lines; empty when there is no such block.
    [[nodiscard]] std::string index();
    [[nodiscard]] std::optional<std::string> games(std::uint64_t block) const;
    /// The data of the events `state` and `games`: see docs/runs.md, "sprt serve".
    [[nodiscard]] std::string state_event();
    /// Games from `from` on, and positions of the series after more than `positions_after` games.
    [[nodiscard]] std::string games_event(std::size_t from, std::uint64_t positions_after);
    /// The data of the event `workers`: all of them; empty: the run has none.
    [[nodiscard]] std::optional<std::string> workers_event() const;

  private:
    [[nodiscard]] std::unique_ptr<ShownRun> read_all() const;
    void look();
    void see_games();
    void add_problem(referee::Json& json) const;

    std::filesystem::path dir_;
    PageFacts facts_;
    std::unique_ptr<ShownRun> run_;
    SeenRun seen_;
    FileState run_file_;
    FileState log_file_;
    bool is_live_ = false;
    bool is_rewritten_ = false;                                  ///< the log, since it was read whole
    bool is_broken_ = false;                                     ///< nothing can be read until a file changes
    std::string problem_;                                        ///< why
    std::optional<std::pair<SeenRun, std::string>> state_event_; ///< the last one, for all readers
};

/// A run in the directory, as its files are at one moment.
struct FoundRun {
    std::string name; ///< of its directory
    FileState run{};
    FileState log{};
    bool is_live = false;
    bool operator==(const FoundRun&) const = default;
};

/// What the list says of a run.
struct RunRow {
    FoundRun found;          ///< when it was read
    ListedRun listed;        ///< for a run that cannot be read `words` say why
    std::string started;     ///< empty: not known
    std::uint64_t games = 0; ///< that were read
};

/// Whether `dir`/`name` is a directory, and not a link to one, with a regular run.json.
[[nodiscard]] bool is_run_in(const std::filesystem::path& dir, const std::string& name);

// These three read files and may take long.

/// All runs directly in `dir`.
[[nodiscard]] std::vector<FoundRun> runs_in(const std::filesystem::path& dir);
/// Reads the run `found` in `dir`. Never throws for its files.
[[nodiscard]] RunRow read_row(const std::filesystem::path& dir, FoundRun found);
/// The data of the page with these rows, the newest first.
[[nodiscard]] std::string list_index(std::vector<RunRow> rows, const std::string& version);

/// The rows that are known.
class RunList {
  public:
    /// Takes what is in the directory now.
    void see(std::vector<FoundRun> found);
    /// A run that changed since it was read, or was never read, the one with the shortest log; empty: all are
    /// known. Each is given out once until its row is put.
    [[nodiscard]] std::optional<FoundRun> next();
    void put(RunRow row);

    /// Whether a row is missing or older than its run.
    [[nodiscard]] bool is_behind() const;
    /// Of runs that are not read yet the words say so.
    [[nodiscard]] std::vector<RunRow> rows() const;

    /// The page that was made of the rows as they are now; null: none.
    [[nodiscard]] std::shared_ptr<const std::string> page() const;
    /// Keeps the page that was made when version() was `version`.
    void keep_page(std::uint64_t version, std::shared_ptr<const std::string> page);
    /// Grows when a row changes.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  private:
    std::map<std::string, FoundRun> found_;
    std::map<std::string, RunRow> rows_;
    std::map<std::string, FoundRun> reading_; ///< by next(), and not put yet
    std::uint64_t version_ = 1;
    std::uint64_t page_version_ = 0;
    std::shared_ptr<const std::string> page_;
};

} // namespace sprt
