#pragma once
// What a request is answered with. No sockets; the name of a run is one name of the directory, without a
// slash. Source: docs/runs.md, "sprt serve".

#include "sprt/page/run_list.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

struct PageRequest {
    std::string method;
    std::string target;                            ///< as it was sent: `/run/a%20b/events?from=4`
    std::string host;                              ///< the field Host
    std::optional<std::string> last_event_id = {}; ///< the field Last-Event-ID
    std::optional<std::string> origin = {};        ///< the field Origin
    std::optional<std::string> fetch_site = {};    ///< the field Sec-Fetch-Site
    bool is_navigation = false;                    ///< Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: document
};

/// A run that somebody asked for. Used by one thread at a time.
class OpenRun {
  public:
    OpenRun(std::filesystem::path dir, PageFacts facts);

    /// The run, which is read when this is first called. Throws what load_run() throws.
    [[nodiscard]] Tail& tail();
    /// The index, and the page as a file: both are made once a change. Throws as tail(), page() also what
    /// page_of_run() throws.
    [[nodiscard]] std::shared_ptr<const std::string> index();
    [[nodiscard]] std::shared_ptr<const std::string> page(std::string_view page);

    bool is_busy = false;                             ///< a thread uses it; the server's
    std::chrono::steady_clock::time_point asked_at{}; ///< when it was last asked for; the site's

  private:
    using Made = std::optional<std::pair<SeenRun, std::shared_ptr<const std::string>>>;

    std::filesystem::path dir_;
    PageFacts facts_;
    std::optional<Tail> tail_;
    Made index_;
    Made page_;
};

struct PageResponse {
    int status = 200;
    std::string type{};                         ///< Content-Type; empty: no body
    std::string body{};                         ///< the server sends it to HEAD, too, as its length alone
    std::string policy{};                       ///< Content-Security-Policy; empty: none
    std::string disposition{};                  ///< Content-Disposition; empty: none
    std::string location{};                     ///< where the reader should ask; empty: here
    std::shared_ptr<const std::string> made{};  ///< not null: the body, which others are sent too
    std::shared_ptr<OpenRun> events{};          ///< not null: the body is a stream of events of this run
    std::optional<std::uint64_t> events_from{}; ///< the games that the reader has; empty: it did not say
    bool is_partial = false;                    ///< the reader should ask again in a moment

    [[nodiscard]] std::string_view text() const noexcept { return made ? *made : body; }
};

/// A line of plain text that says why there is nothing else.
[[nodiscard]] PageResponse refusal(int status, std::string_view why);

/// An answer, or how it is made.
struct PageAnswer {
    PageResponse response{}; ///< when `make` is empty and the list is not asked for
    /// Reads files and may take long: not for the thread that accepts connections. One at a time for `run`.
    std::function<PageResponse()> make{};
    std::shared_ptr<OpenRun> run{};
    bool is_list = false; ///< the answer is list_response()
};

/// The runs that are served. Used by one thread, but for what `make` of an answer does.
class Site {
  public:
    /// Serves the run in `dir`, or every run directly in `dir`. `hosts` are the names
    /// (with or without a port; an IPv6 address in brackets) that the server may be called by beside those of
    /// the loopback and of `address`, which need its port. Throws UserError when `dir` is neither, and for a
    /// single run what load_run() throws.
    Site(std::filesystem::path dir, PageFacts facts, std::string_view page, std::vector<std::string> hosts,
         std::string address = "localhost");

    /// `port` is that of the server. Reads no file of a run. A request can change nothing but what was read.
    [[nodiscard]] PageAnswer answer(const PageRequest& request, std::uint16_t port);

    [[nodiscard]] const std::filesystem::path& dir() const noexcept { return dir_; }
    [[nodiscard]] RunList& list() noexcept { return list_; }
    /// What makes the page of the list as it is now. It may be called by another thread.
    [[nodiscard]] std::function<std::string()> list_maker() const;
    /// Partial when a run is not read yet, or is not on `page` as it was read.
    [[nodiscard]] PageResponse list_response(std::shared_ptr<const std::string> page) const;

    /// Forgets runs that nobody follows, and that nobody asked for in the last minute; of others the most
    /// that are kept are eight. Returns how many are left.
    std::size_t drop_unused(std::chrono::steady_clock::time_point now);

  private:
    [[nodiscard]] bool is_own_host(std::string_view host, std::uint16_t port) const;
    [[nodiscard]] bool is_own_site(const PageRequest& request, std::uint16_t port) const;
    /// Null when there is no such run.
    [[nodiscard]] std::shared_ptr<OpenRun> find(const std::string& name);

    std::filesystem::path dir_;
    PageFacts facts_;
    std::string_view template_;
    std::vector<std::string> hosts_;
    std::string address_;
    std::string single_; ///< the name of the only run; empty: the directory holds several
    std::map<std::string, std::shared_ptr<OpenRun>> runs_; ///< those that were asked for, by name
    RunList list_;
};

inline constexpr std::size_t kMostGamesOfEvent = 65'536;

/// The events that bring a reader, who has seen `seen`, to what `run` is now, as text/event-stream; `seen` is
/// then that. Empty when nothing changed. A reader that lacks more than `most_games` games is told to
/// begin anew.
[[nodiscard]] std::string events_since(Tail& run, SeenRun& seen, std::size_t most_games = kMostGamesOfEvent);

/// What a reader who has the first `games` games of `run` has seen; empty: none of its state.
[[nodiscard]] SeenRun seen_with(const Tail& run, std::optional<std::uint64_t> games);

} // namespace sprt
