#include "sprt/page/run_list.hpp"

#include "sprt/store/disk_files.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_directory.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace sprt {
namespace {

namespace list_fs = std::filesystem;
using referee::Json;

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
