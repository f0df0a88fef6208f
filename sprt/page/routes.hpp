#pragma once
// What a request is answered with. No sockets; names of runs are looked up, never joined to a path.
// Source: docs/commands.md, "sprt serve".

#include "sprt/page/page_template.hpp"
#include "sprt/page/tail.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

struct PageRequest {
    std::string method;
    std::string target;                            ///< as it was sent: `/run/a%20b/events?from=4`
    std::string host;                              ///< the field Host
    std::optional<std::string> last_event_id = {}; ///< the field Last-Event-ID
};

struct PageResponse {
    int status = 200;
    std::string type;                           ///< Content-Type; empty: no body
    std::string body;                           ///< the server sends it to HEAD, too, as its length alone
    std::string policy;                         ///< Content-Security-Policy; empty: none
    std::string disposition;                    ///< Content-Disposition; empty: none
    Tail* events = nullptr;                     ///< not null: the body is a stream of events of this run
    std::optional<std::uint64_t> events_from{}; ///< the games that the reader has; empty: it did not say
};

/// The runs that are served.
class Site {
  public:
    /// Serves the run in `dir`, or every run directly in `dir`. `hosts` are the names
    /// (with or without a port) that the server may be called by beside those of the loopback. Throws
    /// UserError when `dir` is neither, and for a single run what load_run() throws.
    Site(std::filesystem::path dir, PageFacts facts, const PageTemplates& templates,
         std::vector<std::string> hosts);

    /// `port` is that of the server. A request can change nothing but what was read.
    [[nodiscard]] PageResponse respond(const PageRequest& request, std::uint16_t port);

  private:
    [[nodiscard]] bool is_own_host(std::string_view host, std::uint16_t port) const;
    [[nodiscard]] PageResponse respond_to(const std::vector<std::string>& path, const PageRequest& request);
    [[nodiscard]] PageResponse list();
    [[nodiscard]] PageResponse of_run(Tail& run, const std::vector<std::string>& path,
                                      const PageRequest& request);
    [[nodiscard]] PageResponse html(std::string page) const;
    /// Null when there is no such run.
    [[nodiscard]] Tail* find(const std::string& name);
    [[nodiscard]] std::map<std::string, std::filesystem::path> runs_there() const;

    std::filesystem::path dir_;
    PageFacts facts_;
    PageTemplates templates_;
    std::vector<std::string> hosts_;
    bool is_single_;
    std::map<std::string, Tail> runs_; ///< those that were asked for, by name
};

/// The events that bring a reader, who has seen `seen`, to what `run` is now, as text/event-stream; `seen` is
/// then that. Empty when nothing changed.
[[nodiscard]] std::string events_since(Tail& run, SeenRun& seen);

/// What a reader who has the first `games` games of `run` has seen; empty: none of its state.
[[nodiscard]] SeenRun seen_with(const Tail& run, std::optional<std::uint64_t> games);

} // namespace sprt
