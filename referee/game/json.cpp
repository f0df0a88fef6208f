#include "referee/game/json.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <unordered_set>
#include <utility>

namespace referee {
namespace {

/// A place in a text. All copies of a cursor share how far the parser has read.
class Cursor {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Cursor(const char* at, const char** furthest) noexcept
        : at_(at)
        , furthest_(furthest) {}
    reference operator*() const noexcept { return *at_; }
    Cursor& operator++() noexcept {
        *furthest_ = ++at_;
        return *this;
    }
    bool operator==(const Cursor& other) const noexcept { return at_ == other.at_; }

  private:
    const char* at_;
    const char** furthest_;
};

/// Follows the parser and throws at what no file may hold.
class Watcher {
  public:
    /// `byte` says how many bytes were read.
    Watcher(std::function<std::size_t()> byte, std::size_t most_keys)
        : byte_(std::move(byte))
        , most_keys_(most_keys) {}

    void see(int depth, Json::parse_event_t event, const Json& value) {
        // Destroying or printing a value recurses as deep as it is nested: a file from outside must not
        // choose how deep.
        constexpr int kMostDepth = 32;
        if (depth > kMostDepth) {
            throw NotJson(byte_(), "nested too deeply");
        }
        const bool is_end =
            event == Json::parse_event_t::object_end || event == Json::parse_event_t::array_end;
        constexpr std::size_t kMostValues = 1'000'000; // a small one takes 3 bytes here, and 80 in memory
        if (!is_end && ++values_ > kMostValues) {
            throw NotJson(byte_(), fmt::format("more than {} keys and values", kMostValues));
        }
        if (event == Json::parse_event_t::object_start) {
            open_.push_back({.begin = keys_.size()});
        } else if (event == Json::parse_event_t::object_end) {
            keys_.resize(open_.back().begin);
            open_.pop_back();
        } else if (event == Json::parse_event_t::key) {
            add_key(value.get_ref<const std::string&>());
        }
    }

  private:
    struct Open {
        std::size_t begin = 0;                  ///< its first key
        std::unordered_set<std::string> many{}; ///< its keys, when there are more than kFew
    };

    void add_key(const std::string& key) {
        constexpr std::size_t kFew = 32; // are compared one by one
        Open& open = open_.back();
        const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(open.begin);
        const std::size_t count = keys_.size() - open.begin;
        if (count >= most_keys_) {
            throw NotJson(byte_(), fmt::format("an object of more than {} keys", most_keys_));
        }
        if (count == kFew) {
            open.many.insert(begin, keys_.end());
        }
        const bool is_new =
            count < kFew ? std::find(begin, keys_.end(), key) == keys_.end() : open.many.insert(key).second;
        if (!is_new) {
            throw NotJson(byte_(), "the key '" + to_printable(key) + "' a second time in one object");
        }
        keys_.push_back(key);
    }

    std::function<std::size_t()> byte_;
    std::vector<std::string> keys_; ///< of all objects that are open, those of the inner ones last
    std::vector<Open> open_;
    std::size_t most_keys_;
    std::size_t values_ = 0; ///< and keys
};

/// Throws NotJson at a byte that JSON allows between values, and that no file of ours holds.
void refuse_foreign_text(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) {
        throw NotJson(1, "a byte order mark; save the file as UTF-8 without one");
    }
    if (const auto found = text.find('\r'); found != std::string_view::npos) {
        throw NotJson(found + 1,
                      "a carriage return; lines must end in a newline alone: sed -i 's/\\r$//' FILE");
    }
}

/// Line and column of byte `offset`; all three are counted from 1.
std::string line_and_column(const std::string& text, std::size_t offset) {
    const std::size_t end = std::min(offset > 0 ? offset - 1 : 0, text.size());
    const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    const auto line_begin = text.rfind('\n', end > 0 ? end - 1 : 0);
    const std::size_t column = lines == 0 || line_begin == std::string::npos ? end : end - line_begin - 1;
    return fmt::format("{}:{}", lines + 1, column + 1);
}

/// The JSON in `text`, which `file` holds.
Json json_of(const std::filesystem::path& file, const std::string& text) {
    try {
        return parse_json(text);
    } catch (const NotJson& wrong) {
        throw UserError(
            fmt::format("{}:{}: {}", file.string(), line_and_column(text, wrong.byte()), wrong.what()));
    }
}

} // namespace

Json parse_json(std::string_view text, std::size_t most_keys) {
    refuse_foreign_text(text);
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* furthest = begin;
    const auto byte = [&] { return static_cast<std::size_t>(furthest - begin); };
    Watcher watcher(byte, most_keys);
    const auto see = [&](int depth, Json::parse_event_t event, Json& value) {
        watcher.see(depth, event, value);
        return true;
    };
    try {
        return Json::parse(Cursor(begin, &furthest), Cursor(end, &furthest), see);
    } catch (const Json::parse_error& error) {
        throw NotJson(error.byte, "not JSON");
    } catch (const Json::out_of_range&) {
        throw NotJson(byte(), "a number is too large");
    }
}

Json read_json_file(const std::filesystem::path& file, const std::string& what) {
    std::ifstream in = open_input(file, what);
    std::string text;
    std::array<char, 1 << 16> block{};
    while (in) {
        in.read(block.data(), block.size());
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > kMostPlainBytes) {
            throw UserError(
                fmt::format("{} is larger than {} MiB; name {}", file.string(), kMostPlainBytes >> 20, what));
        }
    }
    return json_of(file, text);
}

Json read_plain_json(const std::filesystem::path& file, const std::string& what) {
    return json_of(file, read_plain(file, what));
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_text(std::string& text, const Json& value) {
    const auto append = [&text](const auto& format, const auto& what) {
        fmt::format_to(std::back_inserter(text), format, what);
    };
    const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (value.is_number_unsigned()) {
        append(FMT_COMPILE("{}"), value.get<std::uint64_t>());
    } else if (value.is_number_integer()) {
        append(FMT_COMPILE("{}"), value.get<std::int64_t>());
    } else if (value.is_string() && std::ranges::all_of(value.get_ref<const std::string&>(), is_plain)) {
        append(FMT_COMPILE(R"("{}")"), value.get_ref<const std::string&>());
    } else if (value.is_array()) {
        char before = '[';
        for (const Json& item : value) {
            append_text(text += std::exchange(before, ','), item);
        }
        text += value.empty() ? "[]" : "]";
    } else {
        text += value.dump();
    }
}

bool JsonNode::is_null() const noexcept {
    return json_->is_null();
}

bool JsonNode::has(const std::string& key) const {
    return json_->is_object() && json_->contains(key);
}

JsonNode JsonNode::at(const std::string& key) const {
    expect(json_->is_object(), "an object");
    const auto found = json_->find(key);
    if (found == json_->end()) {
        throw UserError("missing field " + place() + "/" + key);
    }
    return {*found, file_, pointer() + "/" + key};
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
    expect(json_->is_object(), "an object");
    std::vector<std::pair<std::string, JsonNode>> members;
    for (const auto& [key, value] : json_->items()) {
        members.emplace_back(key, JsonNode(value, file_, pointer() + "/" + to_printable(key)));
    }
    return members;
}

std::vector<std::string> JsonNode::unknown(std::span<const std::string_view> known) const {
    expect(json_->is_object(), "an object");
    std::vector<std::string> places;
    for (const auto& [key, value] : json_->items()) {
        if (std::ranges::find(known, key) == known.end()) {
            places.push_back(place() + "/" + to_printable(key));
        }
    }
    return places;
}

void JsonNode::expect_known(std::span<const std::string_view> known) const {
    if (const auto places = unknown(known); !places.empty()) {
        throw UserError(fmt::format("{} is unknown; known are {}", places.front(), fmt::join(known, ", ")));
    }
}

std::vector<JsonNode> JsonNode::items() const {
    expect(json_->is_array(), "an array");
    std::vector<JsonNode> nodes;
    nodes.reserve(json_->size());
    const std::string inside = pointer();
    for (std::size_t i = 0; i < json_->size(); ++i) {
        nodes.emplace_back((*json_)[i], file_, inside).index_ = i;
    }
    return nodes;
}

std::vector<JsonNode> JsonNode::items(std::size_t count) const {
    auto nodes = items();
    if (nodes.size() != count) {
        expect(false, "an array of " + std::to_string(count));
    }
    return nodes;
}

std::int64_t JsonNode::integer() const {
    if (json_->is_number_float()) { // 10.0 and 1e4 are whole numbers too, also to JSON Schema
        constexpr double kMostExact = 9007199254740992; // 2^53
        const auto value = json_->get<double>();
        expect(std::trunc(value) == value && std::abs(value) <= kMostExact, "a whole number");
        return static_cast<std::int64_t>(value);
    }
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    expect(json_->is_number_integer() &&
               !(json_->is_number_unsigned() && json_->get<std::uint64_t>() > kMost),
           "a whole number");
    return json_->get<std::int64_t>();
}

std::int64_t JsonNode::integer(std::int64_t least, std::int64_t most) const {
    const auto value = integer();
    if (value < least || value > most) {
        expect(false, fmt::format("a whole number from {} to {}", least, most));
    }
    return value;
}

double JsonNode::number() const {
    expect(json_->is_number(), "a number");
    return json_->get<double>();
}

bool JsonNode::truth() const {
    expect(json_->is_boolean(), "true or false");
    return json_->get<bool>();
}

std::string JsonNode::text() const {
    expect(json_->is_string(), "a string");
    return json_->get<std::string>();
}

void JsonNode::expect(bool right, std::string_view wanted) const {
    if (right) {
        return;
    }
    constexpr std::size_t kMostShown = 60; // bytes
    throw UserError((pointer().empty() ? file_ + "it" : place()) + " is " +
                    to_printable(json_->dump(), kMostShown) + "; it must be " + std::string(wanted));
}

} // namespace referee
