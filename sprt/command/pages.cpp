#include "referee/base/console.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/process.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/page/page_file.hpp"
#include "sprt/page/server.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

namespace sprt {
namespace {

namespace page_fs = std::filesystem;

/// What a page that is made now says of itself.
PageFacts facts_now() {
    PageFacts facts;
    facts.version = REFEREE_VERSION;
    facts.made = utc_now();
    return facts;
}

/// Whether `host`, as_host(), ends in `:PORT`.
bool has_port(const std::string& host) {
    const std::size_t colon = host.rfind(':');
    return colon != std::string::npos && host.find(']', colon) == std::string::npos;
}

/// Shows `url` to the user. It is no error when nothing can.
void open_in_browser(std::string url) {
    std::string program = "xdg-open";
    std::array<char*, 3> words{program.data(), url.data(), nullptr};
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    }
    sigset_t ignored;
    sigemptyset(&ignored);
    for (const int signal : referee::ignored_signals()) {
        sigaddset(&ignored, signal);
    }
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigdefault(&attributes, &ignored);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t pid = 0;
    static_cast<void>(::posix_spawnp(&pid, program.c_str(), &actions, &attributes, words.data(), environ));
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
}

} // namespace

referee::ExitStatus run(const PageFlags& flags) {
    PageFacts facts = facts_now();
    facts.stderr_kb = flags.stderr_kb;
    facts.has_games = !flags.no_games;
    if (flags.out == "-") {
        referee::say_data(page_of_run(page_template(), flags.dir, facts));
        return referee::ExitStatus::Done;
    }
    expect_directory(flags.dir);
    const std::string out = flags.out.empty() ? (page_fs::path(flags.dir) / "page.html").string() : flags.out;
    if (flags.out.empty()) {
        referee::expect_plain(out, "a page without --out");
    }
    check_output_file("--out", out);
    const std::string page = page_of_run(page_template(), flags.dir, facts);
    write_report(out, page);
    referee::say(fmt::format("{}: {} bytes\n", out, page.size()));
    return referee::ExitStatus::Done;
}

void check_gate_page(const std::string& page, const std::string& out) {
    if (page.empty()) {
        return;
    }
    if (out.empty()) {
        throw referee::UserError("--page: it is made from the games of the run; keep them by --out DIR");
    }
    check_output_file("--page", page);
}

void write_gate_page(const std::string& page, const std::string& out) {
    if (!page.empty() && page_fs::exists(page_fs::path(out) / kRunFile)) {
        write_report(page, page_of_run(page_template(), out, facts_now()));
    }
}

referee::ExitStatus run(const ServeFlags& flags) {
    const bool is_local = is_loopback(flags.bind);
    if (!is_local && flags.hosts.empty()) {
        throw referee::UserError(
            "--bind: {} can be reached from other machines; name what they call this one by --host NAME",
            flags.bind);
    }
    if (std::find(flags.hosts.begin(), flags.hosts.end(), "") != flags.hosts.end()) {
        throw referee::UserError("--host: it is empty; give the name that the server is called by");
    }
    std::vector<std::string> hosts;
    std::ranges::transform(flags.hosts, std::back_inserter(hosts), as_host);
    const std::string shown = is_local ? as_host(flags.bind) : hosts.front();
    PageFacts facts;
    facts.version = REFEREE_VERSION;
    Site site(flags.dir, facts, page_template(), std::move(hosts), is_local ? shown : "localhost");
    Server server(site, flags.bind, flags.port);
    if (!is_local) {
        referee::complain(kProgram, "warning: there is no password: who reaches this machine sees the runs");
    }
    const std::string url = has_port(shown) ? fmt::format("http://{}/", shown)
                                            : fmt::format("http://{}:{}/", shown, server.port());
    referee::say(url + "\n");
    if (flags.opens) {
        open_in_browser(url);
    }
    const referee::ExitStatus status = referee::status_of_signal(server.run());
    if (server.is_working()) {
        std::_Exit(static_cast<int>(status)); // a large run is being read; nothing is lost with it
    }
    return status;
}

} // namespace sprt
