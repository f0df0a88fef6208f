#include "sprt/page/run_list.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/page/columns.hpp"
#include "sprt/store/disk_files.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sprt {

namespace {

namespace tail_fs = std::filesystem;
using referee::Json;

constexpr std::size_t kTailKilobyte = 1024;

/// Fills `bytes` from the file with this inode at `path`, from byte `begin` on. False when it is another one
/// or too short.
bool read_at(const tail_fs::path& path, std::uint64_t inode, std::uintmax_t begin, std::string& bytes) {
    const referee::Descriptor file = referee::open_plain(path, "a log", O_RDONLY);
    struct stat status {};
    bool is_read = file.fd() >= 0 && ::fstat(file.fd(), &status) == 0 && status.st_ino == inode;
    for (std::size_t done = 0; is_read && done < bytes.size();) {
        const ssize_t some =
            ::pread(file.fd(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
        is_read = some > 0;
        done += is_read ? static_cast<std::size_t>(some) : 0;
    }
    return is_read;
}

bool is_same_run(const RunFacts& one, const RunFacts& other) {
    return one.started == other.started && one.as_read.at("seed") == other.as_read.at("seed") &&
           one.config_sha256 == other.config_sha256;
}

} // namespace

Tail::Tail(tail_fs::path dir, PageFacts facts)
    : dir_(std::move(dir))
    , facts_(std::move(facts)) {
    expect_directory(dir_);
    is_live_ = is_locked(dir_);
    run_file_ = file_state(dir_ / kRunFile);
    log_file_ = file_state(dir_ / kGamesFile);
    run_ = read_all();
    see_games();
}

FileState file_state(const tail_fs::path& file) {
    struct stat status {};
    if (::lstat(file.c_str(), &status) != 0) {
        return {};
    }
    constexpr std::int64_t kSecond = 1'000'000'000;
    return {.device = status.st_dev,
            .inode = status.st_ino,
            .bytes = static_cast<std::uint64_t>(status.st_size),
            .changed_ns = status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec};
}

std::unique_ptr<ShownRun> Tail::read_all() const {
    auto run = shown_run(dir_, {});
    run->read();
    return run;
}

void Tail::poll() {
    try {
        look();
    } catch (const std::exception& error) { // of the run's files: strangers may change them
        seen_.state += problem_ != error.what() ? 1U : 0U;
        is_broken_ = true;
        problem_ = error.what();
        see_games();
    }
}

void Tail::see_games() {
    seen_.games = run().columns().rows().size();
    seen_.stride = run().stride();
}

void Tail::look() {
    const bool was_live = std::exchange(is_live_, is_locked(dir_));
    const FileState run_now = file_state(dir_ / kRunFile);
    const FileState log_now = file_state(dir_ / kGamesFile);
    const bool run_changed = run_now != run_file_;
    const bool log_changed = log_now != log_file_;
    run_file_ = run_now;
    const FileState log_before = std::exchange(log_file_, log_now);
    if (is_live_ != was_live) {
        ++seen_.state;
    }
    const bool is_shorter = log_now.bytes < run().log_bytes();
    // A session only adds to the log: another file, or one that changed and did not grow, was written anew.
    // While a session writes, the time may change before the size does.
    const bool is_anew =
        log_now.inode != log_before.inode || (!is_live_ && log_now.bytes <= log_before.bytes);
    is_rewritten_ = is_rewritten_ || (log_changed && log_before.inode != 0 && is_anew);
    if (run_changed || ((is_shorter || is_rewritten_) && !is_broken_) || (is_broken_ && log_changed)) {
        std::unique_ptr<ShownRun> fresh = read_all();
        const bool is_other = std::exchange(is_rewritten_, false) ||
                              !is_same_run(fresh->facts(), run().facts()) ||
                              fresh->columns().rows().size() < seen_.games;
        run_ = std::move(fresh);
        is_broken_ = false;
        problem_.clear();
        seen_.run += is_other ? 1 : 0;
        ++seen_.state;
        ++seen_.file;
    } else if (log_changed && !is_broken_) {
        run_->read();
    }
    const std::size_t before = seen_.games;
    see_games();
    seen_.state += before != seen_.games ? 1 : 0;
}

void Tail::add_problem(Json& json) const {
    if (!problem_.empty()) {
        json["notes"].push_back(problem_);
    }
}

std::string Tail::index() {
    PageFacts facts = facts_;
    facts.made = utc_now();
    facts.live = is_live_;
    Json json = run_->index(facts);
    add_problem(json);
    return referee::line_of(json);
}

std::optional<std::string> Tail::games(std::uint64_t block) const {
    const auto place = run().place_of(block);
    if (!place) {
        return std::nullopt;
    }
    std::string lines(place->second - place->first, '\0');
    try {
        if (!read_at(dir_ / kGamesFile, log_file_.inode, place->first, lines)) {
            return std::nullopt; // another file, or a shorter one; the next look finds out
        }
    } catch (const referee::UserError&) { // no plain file any more; the next look tells so
        return std::nullopt;
    }
    std::string text;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
        try {
            text += page_line(line, facts_.stderr_kb * kTailKilobyte) + '\n';
        } catch (const Json::exception&) { // rewritten meanwhile
            return std::nullopt;
        }
    }
    return text;
}

std::string Tail::state_event() {
    if (!state_event_ || state_event_->first != seen_) {
        Json json = run_->state();
        json["live"] = is_live_;
        add_problem(json);
        state_event_.emplace(seen_, referee::line_of(json));
    }
    return state_event_->second;
}

std::string Tail::games_event(std::size_t from, std::uint64_t positions_after) {
    return referee::line_of(run_->games_from(from, positions_after));
}

std::optional<std::string> Tail::workers_event() const {
    auto workers = run_->workers();
    return workers ? std::optional(referee::line_of({{"workers", *std::move(workers)}})) : std::nullopt;
}

namespace {

namespace list_fs = std::filesystem;

} // namespace

bool is_run_in(const list_fs::path& dir, const std::string& name) {
    std::error_code error;
    return list_fs::is_directory(list_fs::symlink_status(dir / name, error)) &&
           list_fs::is_regular_file(list_fs::symlink_status(dir / name / kRunFile, error));
}

std::vector<FoundRun> runs_in(const list_fs::path& dir) {
    std::vector<FoundRun> found;
    const HeldLocks locks;
    std::error_code error;
    for (list_fs::directory_iterator entry(dir, error); !error && entry != list_fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (is_run_in(dir, name)) {
            found.push_back({.name = name,
                             .run = file_state(entry->path() / kRunFile),
                             .log = file_state(entry->path() / kGamesFile),
                             .is_live = locks.has(entry->path())});
        }
    }
    return found;
}

RunRow read_row(const list_fs::path& dir, FoundRun found) {
    RunRow row{.found = std::move(found), .listed = {}, .started = {}};
    try {
        const auto run = shown_run(dir / row.found.name, {});
        row.started = run->facts().started;
        run->read();
        row.listed = run->listed(row.found.is_live);
        row.games = run->columns().rows().size();
    } catch (const std::exception& error) {
        row.started.clear();
        row.listed = {.agents = {}, .words = error.what()};
    }
    return row;
}

namespace {

/// The address of the run `name`, whatever its bytes, from the list.
std::string href_of(std::string_view name) {
    std::string href = "run/";
    for (const char c : name) {
        href += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return href + "/";
}

} // namespace

std::string list_index(std::vector<RunRow> rows, const std::string& version) {
    std::ranges::stable_sort(
        rows, [](const RunRow& one, const RunRow& other) { return one.started > other.started; });
    Json runs = Json::array();
    for (const RunRow& row : rows) {
        runs.push_back({{"name", row.found.name},
                        {"agents", row.listed.agents},
                        {"words", row.listed.words},
                        {"llr", json_number(row.listed.llr)},
                        {"games", row.games},
                        {"live", row.found.is_live}});
        if (row.found.name != referee::to_valid_utf8(row.found.name)) { // not told by `name`
            runs.back()["href"] = href_of(row.found.name);
        }
        if (row.listed.title) {
            runs.back()["title"] = *row.listed.title;
        }
    }
    return referee::line_of(
        {{"format", 1}, {"kind", "list"}, {"version", version}, {"made", utc_now()}, {"runs", runs}});
}

void RunList::see(std::vector<FoundRun> found) {
    std::map<std::string, FoundRun> now;
    for (FoundRun& run : found) {
        std::string name = run.name;
        now.emplace(std::move(name), std::move(run));
    }
    if (now != found_) {
        ++version_;
        found_ = std::move(now);
        std::erase_if(rows_, [&](const auto& row) { return !found_.contains(row.first); });
    }
}

std::optional<FoundRun> RunList::next() {
    const FoundRun* shortest = nullptr;
    for (const auto& [name, run] : found_) {
        const auto row = rows_.find(name);
        const bool is_known = row != rows_.end() && row->second.found == run;
        const bool is_shorter = shortest == nullptr || run.log.bytes < shortest->log.bytes;
        if (!is_known && is_shorter && !reading_.contains(name)) {
            shortest = &run;
        }
    }
    if (shortest == nullptr) {
        return std::nullopt;
    }
    reading_.emplace(shortest->name, *shortest);
    return *shortest;
}

void RunList::put(RunRow row) {
    const std::string name = row.found.name;
    reading_.erase(name);
    if (found_.contains(name)) {
        rows_.insert_or_assign(name, std::move(row));
        ++version_;
    }
}

bool RunList::is_behind() const {
    return std::ranges::any_of(found_, [&](const auto& run) {
        const auto row = rows_.find(run.first);
        return row == rows_.end() || row->second.found != run.second;
    });
}

std::vector<RunRow> RunList::rows() const {
    std::vector<RunRow> all;
    for (const auto& [name, run] : found_) {
        const auto row = rows_.find(name);
        all.push_back(
            row != rows_.end()
                ? row->second
                : RunRow{.found = run, .listed = {.agents = {}, .words = "not read yet"}, .started = {}});
    }
    return all;
}

std::shared_ptr<const std::string> RunList::page() const {
    return page_version_ == version_ ? page_ : nullptr;
}

void RunList::keep_page(std::uint64_t version, std::shared_ptr<const std::string> page) {
    page_version_ = version;
    page_ = std::move(page);
}

} // namespace sprt
