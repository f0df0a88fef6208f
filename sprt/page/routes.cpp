#include "sprt/page/routes.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/page/packed.hpp"
#include "sprt/page/page_file.hpp"
#include "sprt/store/json_numbers.hpp"
#include "sprt/store/loaded.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <exception>
#include <utility>

namespace sprt {
namespace {

namespace routes_fs = std::filesystem;
using referee::Json;

constexpr const char* kPlain = "text/plain; charset=utf-8";

PageResponse refusal(int status, std::string text) {
    return {
        .status = status, .type = kPlain, .body = std::move(text) + "\n", .policy = {}, .disposition = {}};
}

/// Names of hosts are the same in both cases; browsers send small letters.
std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

PageResponse not_found() {
    return refusal(404, "there is nothing here");
}

/// A whole number without a sign; empty for any other text.
std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = error == std::errc() && end == text.data() + text.size() && !text.empty();
    return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<int> hex_digit(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::size_t digit = kDigits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
    return digit == std::string_view::npos ? std::nullopt : std::optional(static_cast<int>(digit));
}

/// `text` with each %XX decoded; empty when one is wrong or stands for NUL or a slash.
std::optional<std::string> decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const auto high = i + 1 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
        const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
        if (!high || !low) {
            return std::nullopt;
        }
        const char c = static_cast<char>(*high * 16 + *low);
        if (c == '\0' || c == '/') {
            return std::nullopt;
        }
        plain += c;
        i += 2;
    }
    return plain;
}

/// The parts of a path between its slashes: `/a/` is `a` and an empty one. Empty when it is no such path.
std::optional<std::vector<std::string>> parts_of(std::string_view path) {
    if (!path.starts_with('/')) {
        return std::nullopt;
    }
    std::vector<std::string> parts;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        auto part = decoded(path.substr(0, end));
        if (!part) {
            return std::nullopt;
        }
        parts.push_back(*std::move(part));
        path.remove_prefix(end);
    }
    return parts;
}

std::string name_of_directory(const routes_fs::path& dir) {
    const routes_fs::path whole = routes_fs::absolute(dir).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

} // namespace

Site::Site(routes_fs::path dir, PageFacts facts, const PageTemplates& templates,
           std::vector<std::string> hosts)
    : dir_(std::move(dir))
    , facts_(std::move(facts))
    , templates_(templates)
    , hosts_(std::move(hosts)) {
    expect_directory(dir_);
    std::error_code error;
    is_single_ = routes_fs::exists(dir_ / kRunFile, error);
    if (is_single_) {
        runs_.emplace(name_of_directory(dir_), Tail(dir_, facts_));
    } else if (runs_there().empty()) {
        throw referee::UserError(fmt::format("{} holds no run, and no directory in it does", dir_.string()));
    }
}

std::map<std::string, routes_fs::path> Site::runs_there() const {
    std::map<std::string, routes_fs::path> found;
    std::error_code error;
    for (const auto& entry : routes_fs::directory_iterator(dir_, error)) {
        std::error_code unreadable;
        if (!entry.is_symlink(unreadable) && entry.is_directory(unreadable) &&
            routes_fs::is_regular_file(routes_fs::symlink_status(entry.path() / kRunFile, unreadable))) {
            found.emplace(entry.path().filename().string(), entry.path());
        }
    }
    return found;
}

Tail* Site::find(const std::string& name) {
    const auto known = runs_.find(name);
    if (is_single_) {
        return known != runs_.end() ? &known->second : nullptr;
    }
    const auto there = runs_there();
    const auto place = there.find(name);
    if (place == there.end()) {
        return nullptr;
    }
    return known != runs_.end() ? &known->second
                                : &runs_.emplace(name, Tail(place->second, facts_)).first->second;
}

bool Site::is_own_host(std::string_view given, std::uint16_t port) const {
    const std::string host = in_lower_case(given);
    const std::string end = ":" + std::to_string(port);
    for (const std::string_view loopback : {"localhost", "127.0.0.1", "[::1]"}) {
        constexpr std::uint16_t kHttp = 80; // browsers leave it out
        if (host == fmt::format("{}{}", loopback, end) || (port == kHttp && host == loopback)) {
            return true;
        }
    }
    return std::any_of(hosts_.begin(), hosts_.end(), [&](const std::string& name) {
        const std::string own = in_lower_case(name);
        return host == own || host == own + end;
    });
}

PageResponse Site::respond(const PageRequest& request, std::uint16_t port) {
    if (!is_own_host(request.host, port)) {
        return refusal(421, "this server is not called so; sprt serve --host NAME adds a name");
    }
    if (request.method != "GET" && request.method != "HEAD") {
        return refusal(405, "only GET and HEAD are answered");
    }
    const std::string_view target = request.target;
    const auto parts = parts_of(target.substr(0, target.find('?')));
    if (!parts) {
        return not_found();
    }
    try {
        return respond_to(*parts, request);
    } catch (const std::exception& error) { // a damaged run, or one that cannot be read
        return refusal(500, error.what());
    }
}

PageResponse Site::respond_to(const std::vector<std::string>& path, const PageRequest& request) {
    if (path.front() == "run" && path.size() >= 3) {
        Tail* const run = find(path[1]);
        return run != nullptr ? of_run(*run, {path.begin() + 2, path.end()}, request) : not_found();
    }
    if (is_single_) {
        return of_run(runs_.begin()->second, path, request);
    }
    return path.size() == 1 && path.front().empty() ? list() : not_found();
}

PageResponse Site::html(std::string page) const {
    PageResponse response{
        .status = 200, .type = "text/html; charset=utf-8", .body = {}, .policy = {}, .disposition = {}};
    response.policy = std::string(policy_of(page)) + "; frame-ancestors 'none'";
    response.body = std::move(page);
    return response;
}

PageResponse Site::of_run(Tail& run, const std::vector<std::string>& path, const PageRequest& request) {
    PageResponse response{.status = 200, .type = kPlain, .body = {}, .policy = {}, .disposition = {}};
    if (path.size() == 2 && path.front() == "games" && path.back().ends_with(".jsonl")) {
        const std::string_view name = path.back();
        const auto block = number_in(name.substr(0, name.size() - std::string_view(".jsonl").size()));
        run.poll();
        auto games = block ? run.games(*block) : std::nullopt;
        if (!games) {
            return not_found();
        }
        response.body = *std::move(games);
        return response;
    }
    if (path.size() != 1) {
        return not_found();
    }
    const std::string& name = path.front();
    if (name.empty()) {
        return html(served_page(templates_.of(run.run().kind())));
    }
    if (name == "index.json") {
        run.poll();
        response.type = "application/json";
        response.body = run.index();
        return response;
    }
    if (name == "page.html") {
        PageFacts facts = facts_;
        facts.made = utc_now();
        expect_plain_files(run.dir());
        response = html(page_of_run(templates_, run.dir(), facts));
        response.policy.clear(); // it has its own, and is no part of this site
        response.disposition = "attachment; filename=\"page.html\"";
        return response;
    }
    if (name == "events") {
        run.poll();
        response.type = "text/event-stream";
        response.events = &run;
        const std::string_view target = request.target;
        constexpr std::string_view kFrom = "?from=";
        const std::size_t at = target.find(kFrom);
        const std::string_view from = at == std::string_view::npos ? "" : target.substr(at + kFrom.size());
        response.events_from =
            number_in(request.last_event_id ? std::string_view(*request.last_event_id) : from);
        return response;
    }
    return not_found();
}

PageResponse Site::list() {
    std::vector<std::pair<std::string, Json>> rows; // by when they began
    for (const auto& [name, dir] : runs_there()) {
        Json row{{"name", name}};
        std::string started;
        try {
            Tail& run = *find(name);
            run.poll();
            started = run.run().facts().started;
            const ListedRun listed = run.run().listed(run.is_live());
            row["agents"] = listed.agents;
            row["words"] = listed.words;
            row["llr"] = json_number(listed.llr);
            row["games"] = run.seen().games;
            row["live"] = run.is_live();
        } catch (const std::exception& error) {
            row.update({{"agents", Json::array()},
                        {"words", error.what()},
                        {"llr", nullptr},
                        {"games", 0},
                        {"live", false}});
        }
        rows.emplace_back(started, std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    Json runs = Json::array();
    for (auto& [started, row] : rows) {
        runs.push_back(std::move(row));
    }
    const Json index{{"format", 1},
                     {"kind", "list"},
                     {"version", facts_.version},
                     {"made", utc_now()},
                     {"runs", std::move(runs)}};
    return html(served_page(templates_.run, packed(text_of(index))));
}

SeenRun seen_with(const Tail& run, std::optional<std::uint64_t> games) {
    SeenRun seen = run.seen();
    seen.stride = 0;
    seen.state -= 1; // its state and its workers are sent in any case; the first number is 0, and wraps
    seen.file -= 1;
    if (games && *games > seen.games) {
        seen.run -= 1; // that was another run
    } else if (games) {
        seen.games = *games;
    }
    return seen;
}

std::string events_since(Tail& run, SeenRun& seen) {
    const SeenRun before = std::exchange(seen, run.seen());
    const auto event = [&](std::string_view name, const std::string& data) {
        return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", seen.games, name, data);
    };
    if (before.run != seen.run) {
        return event("reload", "{}");
    }
    std::string events;
    if (before.games < seen.games) {
        // The reader's positions stand where ours do as long as the stride is the same.
        const std::uint64_t positions_after = before.stride == seen.stride ? before.games : 0;
        events +=
            event("games", run.games_event(before.games - before.games % 2, positions_after)); // whole pairs
    }
    if (before.file != seen.file) {
        if (const auto workers = run.workers_event()) {
            events += event("workers", *workers);
        }
    }
    if (before.state != seen.state || before.games != seen.games) {
        events += event("state", run.state_event());
    }
    return events;
}

} // namespace sprt
