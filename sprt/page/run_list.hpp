#pragma once
// The list of the runs in a directory. A run is read once a change, and nothing but its row is kept of it.
// Source: docs/page.md, "sprt serve".

#include "sprt/page/shown_run.hpp"
#include "sprt/page/tail.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

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
