#include "sprt/command/page_run.hpp"

#include "referee/base/console.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/page/page_file.hpp"
#include "sprt/report/ci/step_summary.hpp"
#include "sprt/store/loaded.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace sprt {
namespace {

namespace page_fs = std::filesystem;

/// Throws UserError when the page would take the place of the run.
void expect_no_file_of_run(const std::string& out, const page_fs::path& dir) {
    for (const char* const name : {kRunFile, kGamesFile}) {
        if (is_same_file(out, dir / name)) {
            throw referee::UserError(fmt::format("--out: {} is a file of the run; name another one", out));
        }
    }
}

/// What a page that is made now says of itself.
PageFacts facts_now() {
    PageFacts facts;
    facts.version = REFEREE_VERSION;
    facts.made = utc_now();
    return facts;
}

} // namespace

void page_run(const PageFlags& flags) {
    PageFacts facts = facts_now();
    facts.stderr_kb = flags.stderr_kb;
    facts.has_games = !flags.no_games;
    if (flags.out == "-") {
        referee::say_data(page_of_run(page_template(), flags.dir, facts));
        return;
    }
    expect_directory(flags.dir);
    const std::string out = flags.out.empty() ? (page_fs::path(flags.dir) / "page.html").string() : flags.out;
    if (flags.out.empty()) {
        referee::expect_plain(out, "a page without --out");
    }
    expect_no_file_of_run(out, flags.dir);
    const std::string page = page_of_run(page_template(), flags.dir, facts);
    check_output_file("--out", out);
    write_report(out, page);
    referee::say(fmt::format("{}: {} bytes\n", out, page.size()));
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

} // namespace sprt
