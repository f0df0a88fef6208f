#include "sprt/store/loaded.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <system_error>

namespace sprt {

namespace fs = std::filesystem;
using referee::UserError;
using std::chrono::milliseconds;

void expect_directory(const fs::path& dir) {
    std::error_code error;
    if (!fs::is_directory(dir, error)) {
        throw UserError(dir.string() + " is no directory; name one that sprt run --out made");
    }
}

void expect_run(const fs::path& dir) {
    expect_directory(dir);
    std::error_code error;
    if (!fs::exists(fs::symlink_status(dir / kRunFile, error))) {
        throw UserError(fmt::format("{} holds no run: there is no {} in it", dir.string(), kRunFile));
    }
}

std::unique_ptr<Openings> openings_of(const RunFacts& run, const SchedulePlan& schedule, const fs::path& dir,
                                      std::vector<std::string>& notes) {
    OpeningsSpec spec = schedule.openings;
    if (auto* const book = std::get_if<OpeningBook>(&spec)) {
        const auto is_there = [&](const fs::path& place) {
            return run.book_sha256 &&
                   referee::sha256_of_file(place / book->file, kMostBookBytes) == run.book_sha256;
        };
        const auto place = std::ranges::find_if(run.places, is_there);
        if (place == run.places.end()) {
            notes.push_back(
                fmt::format("{} is not there as it was: the openings of the games are not checked",
                            (run.directory / book->file).string()));
            return nullptr;
        }
        book->file = *place / book->file;
    }
    auto openings = make_openings(spec, schedule.seed, schedule.rules);
    if (run.book_size && openings->opening(*run.book_size)) {
        throw UserError(fmt::format("{}: /openings/size is {}, and there are more openings than that",
                                    (dir / kRunFile).string(), *run.book_size));
    }
    if (run.book_since > 0 && !run.config_is_edited()) {
        notes.push_back(fmt::format("games before {} were played from another file of openings: theirs "
                                    "are not checked",
                                    run.book_since));
    }
    return openings;
}

std::uint64_t games_beyond_in(const RunFacts& run) {
    if (!run.result.is_object() || !run.result.contains("games_beyond")) {
        return 0;
    }
    const referee::Json& beyond = run.result["games_beyond"];
    return beyond.is_number_unsigned() ? beyond.get<std::uint64_t>() : 0;
}

milliseconds elapsed_in(const RunFacts& run, const fs::path& games) {
    if (run.result.is_object() && run.result.contains("elapsed_s") && run.result["elapsed_s"].is_number()) {
        constexpr double kMostSeconds = 1e12; // an edited run.json may hold any number
        return milliseconds(
            std::llround(std::clamp(run.result["elapsed_s"].get<double>(), 0.0, kMostSeconds) * 1000));
    }
    const std::string& begun = run.resumed.empty() ? run.started : run.resumed.back().at;
    std::tm parts{};
    std::error_code error;
    const auto written = fs::last_write_time(games, error);
    if (error || ::strptime(begun.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) {
        return run.elapsed_before;
    }
    const auto begin = std::chrono::system_clock::from_time_t(::timegm(&parts));
    const auto lasted = std::chrono::file_clock::to_sys(written) - begin;
    return run.elapsed_before + std::max(std::chrono::duration_cast<milliseconds>(lasted), milliseconds(0));
}

void note_lost_games(const RunFacts& run, const ReadGames& read, const fs::path& games,
                     std::vector<std::string>& notes) {
    const std::uint64_t here = read.games;
    if (read.last_line_cut) {
        notes.push_back(
            fmt::format("{}:{}: the last line was cut short and does not count", games.string(), here + 1));
    }
    const referee::Json& result = run.result;
    const auto count = [&](const char* key) -> std::uint64_t {
        return result.is_object() && result.contains(key) && result[key].is_number_unsigned()
                   ? result[key].get<std::uint64_t>()
                   : 0;
    };
    std::uint64_t told = count("games") + count("unscored");
    if (!run.games_sha256.empty()) {
        told = std::max(told, run.games_sha256.back().games);
    }
    if (told > here) {
        notes.push_back(fmt::format("{}:{}: the games end here; run.json tells of {}, and {} are there",
                                    games.string(), here + 1, told, here));
    }
}

} // namespace sprt
