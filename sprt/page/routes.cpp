#include "sprt/page/routes.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/page/page_file.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace sprt {
namespace {

namespace routes_fs = std::filesystem;
using referee::Json;

constexpr const char* kPlain = "text/plain; charset=utf-8";

std::optional<int> hex_digit(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::size_t digit = kDigits.find(referee::lower_case({&c, 1}));
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

} // namespace

PageResponse refusal(int status, std::string_view why) {
    return {.status = status, .type = kPlain, .body = fmt::format("{}\n", why)};
}

OpenRun::OpenRun(routes_fs::path dir, PageFacts facts)
    : dir_(std::move(dir))
    , facts_(std::move(facts)) {}

Tail& OpenRun::tail() {
    return tail_ ? *tail_ : tail_.emplace(dir_, facts_);
}

std::shared_ptr<const std::string> OpenRun::index() {
    if (!index_ || index_->first != tail().seen()) {
        index_.emplace(tail().seen(), std::make_shared<const std::string>(tail().index()));
    }
    return index_->second;
}

std::shared_ptr<const std::string> OpenRun::page(std::string_view page) {
    if (!page_ || page_->first != tail().seen()) {
        PageFacts facts = facts_;
        facts.made = utc_now();
        page_.emplace(tail().seen(), std::make_shared<const std::string>(page_of_run(page, dir_, facts)));
    }
    return page_->second;
}

Site::Site(routes_fs::path dir, PageFacts facts, std::string_view page, std::vector<std::string> hosts,
           std::string address)
    : dir_(std::move(dir))
    , facts_(std::move(facts))
    , template_(page)
    , hosts_(std::move(hosts))
    , address_(std::move(address)) {
    expect_directory(dir_);
    std::error_code error;
    if (routes_fs::exists(routes_fs::symlink_status(dir_ / kRunFile, error))) {
        single_ = event_of(dir_);
        const auto run = std::make_shared<OpenRun>(dir_, facts_);
        static_cast<void>(run->tail());
        runs_.emplace(single_, run);
    } else if (runs_in(dir_).empty()) {
        throw referee::UserError(fmt::format("{} holds no run, and no directory in it does", dir_.string()));
    }
}

std::shared_ptr<OpenRun> Site::find(const std::string& name) {
    const auto now = std::chrono::steady_clock::now();
    const bool is_there = single_.empty()
                              ? !name.empty() && name != "." && name != ".." && is_run_in(dir_, name)
                              : name == single_;
    if (!is_there) {
        return nullptr;
    }
    auto run = runs_.find(name);
    if (run == runs_.end()) {
        run = runs_.emplace(name, std::make_shared<OpenRun>(dir_ / name, facts_)).first;
    }
    run->second->asked_at = now;
    std::shared_ptr<OpenRun> found = run->second; // in use, so it is not dropped
    drop_unused(now);
    return found;
}

std::size_t Site::drop_unused(std::chrono::steady_clock::time_point now) {
    constexpr auto kMostIdle = std::chrono::minutes(1);
    constexpr std::size_t kMostUnused = 8;
    std::multimap<std::chrono::steady_clock::time_point, std::string> unused;
    for (const auto& [name, run] : runs_) {
        if (run.use_count() == 1 && name != single_) {
            unused.emplace(run->asked_at, name);
        }
    }
    std::size_t left = unused.size();
    for (const auto& [asked_at, name] : unused) { // the oldest first
        if (now - asked_at > kMostIdle || left > kMostUnused) {
            runs_.erase(name);
            --left;
        }
    }
    return runs_.size();
}

bool Site::is_own_host(std::string_view given, std::uint16_t port) const {
    const std::string host = referee::lower_case(given); // browsers send small letters
    const std::string end = ":" + std::to_string(port);
    for (const std::string_view loopback : {"localhost", "127.0.0.1", "[::1]", address_.c_str()}) {
        constexpr std::uint16_t kHttp = 80; // browsers leave it out
        if (host == fmt::format("{}{}", loopback, end) || (port == kHttp && host == loopback)) {
            return true;
        }
    }
    return std::any_of(hosts_.begin(), hosts_.end(), [&](const std::string& name) {
        const std::string own = referee::lower_case(name);
        return host == own || host == own + end;
    });
}

/// Browsers say from which site a request comes. Only a user who follows a link may come from another one.
bool Site::is_own_site(const PageRequest& request, std::uint16_t port) const {
    if (request.origin) {
        std::string_view origin = *request.origin;
        for (const std::string_view scheme : {"http://", "https://"}) { // a proxy may add TLS
            if (origin.starts_with(scheme)) {
                return is_own_host(origin.substr(scheme.size()), port);
            }
        }
        return false; // `null`
    }
    return !request.fetch_site || *request.fetch_site == "same-origin" || *request.fetch_site == "none" ||
           request.is_navigation;
}

namespace {

PageResponse html(std::string page) {
    std::string policy = std::string(policy_of(page)) + "; frame-ancestors 'none'";
    return {.type = "text/html; charset=utf-8", .body = std::move(page), .policy = std::move(policy)};
}

PageResponse not_found() {
    return refusal(404, "there is nothing here");
}

/// The answer for `path` below the directory of a run.
PageResponse of_run(const std::shared_ptr<OpenRun>& open, const std::vector<std::string>& path,
                    const PageRequest& request, std::string_view page) {
    PageResponse response{.type = kPlain};
    Tail& run = open->tail();
    const std::string& name = path.front();
    const bool is_alone = path.size() == 1;
    if (path.size() == 2 && name == "games" && path.back().ends_with(".jsonl")) {
        const std::string_view file = path.back();
        const auto block = referee::parse_number<std::uint64_t>(
            file.substr(0, file.size() - std::string_view(".jsonl").size()));
        run.poll();
        auto games = block ? run.games(*block) : std::nullopt;
        if (!games) {
            return not_found();
        }
        response.body = *std::move(games);
    } else if (is_alone && name.empty()) {
        return html(served_page(page));
    } else if (is_alone && name == "index.json") {
        run.poll();
        response.type = "application/json";
        response.made = open->index();
    } else if (is_alone && name == "page.html") { // it has its own policy, and is no part of this site
        run.poll();
        response.type = "text/html; charset=utf-8";
        response.made = open->page(page);
        response.disposition = "attachment; filename=\"page.html\"";
    } else if (is_alone && name == "events") {
        run.poll();
        response.type = "text/event-stream";
        response.events = open;
        const std::string_view target = request.target;
        constexpr std::string_view kFrom = "?from=";
        const std::size_t at = target.find(kFrom);
        const std::string_view from = at == std::string_view::npos ? "" : target.substr(at + kFrom.size());
        response.events_from = referee::parse_number<std::uint64_t>(
            request.last_event_id ? std::string_view(*request.last_event_id) : from);
    } else {
        return not_found();
    }
    return response;
}

} // namespace

PageAnswer Site::answer(const PageRequest& given, std::uint16_t port) {
    PageRequest request = given;
    constexpr std::string_view kScheme = "http://";
    if (referee::lower_case(request.target.substr(0, kScheme.size())) == kScheme) { // RFC 9112, 3.2.2
        const std::size_t end =
            std::min(request.target.find_first_of("/?", kScheme.size()), request.target.size());
        request.host = request.target.substr(kScheme.size(), end - kScheme.size());
        request.target.erase(0, end);
        request.target.insert(0, request.target.starts_with('/') ? "" : "/");
    }
    if (!is_own_host(request.host, port)) {
        return {refusal(421, "this server is not called so; sprt serve --host NAME adds a name")};
    }
    if (request.method != "GET" && request.method != "HEAD") {
        return {refusal(405, "only GET and HEAD are answered")};
    }
    if (!is_own_site(request, port)) {
        return {refusal(403, "a page of another site asks for this")};
    }
    const std::string_view target = request.target;
    const auto parts = parts_of(target.substr(0, target.find('?')));
    if (!parts) {
        return {not_found()};
    }
    std::shared_ptr<OpenRun> run;
    std::vector<std::string> path = *parts;
    if (path.front() == "run" && path.size() == 2 && find(path[1])) { // its links begin at a slash
        PageResponse moved = refusal(301, "this run is at the same address with a slash at its end");
        moved.location = std::string(target).insert(std::min(target.find('?'), target.size()), "/");
        return {std::move(moved)};
    }
    if (path.front() == "run" && path.size() >= 3) {
        run = find(path[1]);
        path.erase(path.begin(), path.begin() + 2);
    } else if (!single_.empty()) {
        run = find(single_);
    } else if (path.size() == 1 && path.front().empty()) {
        return {.is_list = true};
    }
    if (!run) {
        return {not_found()};
    }
    const auto make = [run, path, request, page = template_] {
        try {
            return of_run(run, path, request, page);
        } catch (const std::exception& error) { // a damaged run, or one that cannot be read
            return refusal(500, error.what());
        }
    };
    return {.make = make, .run = run};
}

std::function<std::string()> Site::list_maker() const {
    return [rows = list_.rows(), version = facts_.version, page = template_] {
        return served_page(page, packed(list_index(rows, version)));
    };
}

PageResponse Site::list_response(std::shared_ptr<const std::string> page) const {
    PageResponse response = html(served_page(template_)); // its policy is that of the list
    response.body.clear();
    response.is_partial = list_.is_behind() || page != list_.page(); // runs were read while it was made
    response.made = std::move(page);
    return response;
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

std::string events_since(Tail& run, SeenRun& seen, std::size_t most_games) {
    const SeenRun before = std::exchange(seen, run.seen());
    const auto event = [&](std::string_view name, const std::string& data) {
        return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", seen.games, name, data);
    };
    if (before.run != seen.run || seen.games > before.games + most_games) {
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
