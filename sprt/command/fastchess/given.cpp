#include "sprt/command/fastchess/given.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <system_error>

namespace sprt::fastchess {

namespace {

using referee::to_printable;

/// Of keys as `file= order=`.
bool has_key(std::string_view form, const std::string& key) {
    return (" " + std::string(form)).find(" " + key + "=") != std::string::npos ||
           (key.starts_with(kOptionKey) && form.find(kOptionKey) != std::string_view::npos);
}

} // namespace

void fail(const std::string& what) {
    throw referee::UserError(what);
}

std::string Given::all() const {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::string Given::value(std::string_view key, std::string otherwise) const {
    for (const auto& [its_key, its_value] : pairs) {
        if (its_key == key) {
            otherwise = its_value;
        }
    }
    return otherwise;
}

std::int64_t whole(const std::string& place, const std::string& text, std::int64_t least) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least) {
        fail(fmt::format("{}: '{}' must be a whole number from {}", place, to_printable(text), least));
    }
    return number;
}

std::int64_t ms_of_seconds(const std::string& place, std::string text) {
    if (text.ends_with('s')) {
        text.pop_back();
    }
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || !(seconds > 0 && seconds < 1e6)) {
        fail(fmt::format("{}: '{}' must be seconds, above 0", place, to_printable(text)));
    }
    return std::max<std::int64_t>(1, std::llround(seconds * 1000));
}

bool is_true(const Given& given, std::string_view key, bool otherwise) {
    const std::string text = given.value(key, otherwise ? "true" : "false");
    if (text != "true" && text != "false") {
        fail(fmt::format("{}: {}='{}' must be true or false", given.flag, key, to_printable(text)));
    }
    return text == "true";
}

void cut(Given& given, std::string_view form) {
    for (const std::string& word : given.words) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            fail(fmt::format("{}: '{}' must be KEY=VALUE", given.flag, to_printable(word)));
        }
        const std::string key = word.substr(0, sign);
        if (!has_key(form, key)) {
            fail(fmt::format("{}: '{}' is unknown; known are {}", given.flag, to_printable(key), form));
        }
        given.pairs.emplace_back(key, word.substr(sign + 1));
    }
}

namespace {

namespace fs = std::filesystem;

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
