#include "sprt/command/fastchess/engine_words.hpp"

#include "referee/base/text.hpp"
#include "referee/process/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

namespace sprt::fastchess {
namespace {

namespace fs = std::filesystem;
using referee::to_printable;

/// The time control as we write it: `10+0.1s` and `infinite` are fastchess's.
std::string clock_text(std::string text) {
    if (text == "infinite") {
        return "inf";
    }
    if (text.ends_with('s')) {
        text.pop_back();
    }
    return text;
}

/// The command of an engine: a name without a slash is looked for in its directory, then in PATH.
std::string command_of(const std::string& cmd, const std::string& dir) {
    std::error_code ignored;
    const bool is_file =
        cmd.find('/') == std::string::npos && fs::is_regular_file(fs::path(dir) / cmd, ignored);
    return is_file ? "./" + cmd : cmd;
}

} // namespace

std::string agent_of(const Pairs& words, const Pairs& times, std::vector<std::string>& names) {
    std::map<std::string, std::string> its;
    Words text{"proto=uci"};
    for (const auto& [key, value] : words) {
        if (key.starts_with(kOptionKey)) {
            text.push_back(key + "=" + value);
        } else {
            its[key == "plies" ? "depth" : key] = value;
        }
    }
    if (its["cmd"].empty()) {
        fail("-engine has no command; give it cmd=PROGRAM");
    }
    std::string name = its["name"].empty() ? fs::path(its["cmd"]).stem().string() : its["name"];
    const std::string its_own = name;
    for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) {
        name = fmt::format("{}_{}", its_own, i);
    }
    names.push_back(name);
    if (!its["proto"].empty() && its["proto"] != "uci") {
        fail(fmt::format("engine {}: proto='{}' must be uci", name, to_printable(its["proto"])));
    }
    text.push_back("name=" + name);
    const bool has_clock = !its["st"].empty() || (!its["tc"].empty() && clock_text(its["tc"]) != "inf");
    if (!its["tc"].empty()) {
        text.push_back("tc=" + clock_text(its["tc"]));
    }
    if (!its["st"].empty()) {
        text.push_back(fmt::format("move_ms={}", ms_of_seconds("engine " + name + ": st", its["st"])));
    }
    for (const char* const key : {"nodes", "depth"}) {
        if (!its[key].empty()) {
            text.push_back(fmt::format("{}={}", key, its[key]));
        }
    }
    if (!has_clock && its["nodes"].empty() && its["depth"].empty()) {
        fail(fmt::format("engine {} has no time control; give it tc=, st=, nodes= or depth=", name));
    }
    if (has_clock && !its["timemargin"].empty()) {
        text.push_back("margin_ms=" + its["timemargin"]);
    }
    if (const std::string& restart = its["restart"];
        !restart.empty() && restart != "on" && restart != "off") {
        fail(fmt::format("engine {}: restart='{}' must be on or off", name, to_printable(restart)));
    }
    text.push_back(its["restart"] == "on" ? "restart=game" : "restart=never");
    if (!its["dir"].empty()) {
        text.push_back("dir=" + its["dir"]);
    }
    for (const auto& [key, value] : times) {
        text.push_back(key + "=" + value);
    }
    text.push_back(command_of(its["cmd"], its["dir"]));
    return referee::join_words(text) + (its["args"].empty() ? "" : " " + its["args"]);
}

} // namespace sprt::fastchess
