#pragma once
// The fields of a struct in JSON, named once. A list writes them, reads them with errors that name the place,
// and knows their keys:
//
//     constexpr auto kFile = closed_fields<FilePrint>(field("path", &FilePrint::path),
//                                                     field("sha256", &FilePrint::sha256));
//     constexpr auto kRun = fields<Run>(Constant{"format", 1}, told("files", &Run::files, kFile));
//     Json json = kRun.write(run);
//     Run same = kRun.read(JsonNode(json, "run.json: "));
//     std::string line = kRun.line(run);
//
// A field has a key, a place (a member, or a function that returns it) and a codec, which writes and reads
// one value. A list is a codec. Optional values (null when empty), arrays, vectors, sets and PerPlayer of
// what a codec knows need no codec of their own. A codec of what comes in hundreds also has
// `append(std::string&, value)`, which writes the text without a tree. For sources that may include
// nlohmann/json.hpp.

#include "referee/game/json.hpp"
#include "referee/game/player.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace referee {

/// Up to here all readers of JSON tell whole numbers apart.
inline constexpr std::int64_t kMostCount = std::int64_t{1} << 53;

/// `value` by `codec`, or each value in it.
template<class Codec, class Value>
[[nodiscard]] Json written(const Codec& codec, const Value& value) {
    if constexpr (requires { codec.write(value); }) {
        return codec.write(value);
    } else if constexpr (requires { value.has_value(); }) {
        return value ? written(codec, *value) : Json(nullptr);
    } else if constexpr (requires { value.agent1; }) {
        return Json::array({written(codec, value.agent1), written(codec, value.agent2)});
    } else {
        Json json = Json::array();
        for (const auto& item : value) {
            json.push_back(written(codec, item));
        }
        return json;
    }
}

/// Appends the text of written().
template<class Codec, class Value>
void append_written(std::string& text, const Codec& codec, const Value& value) {
    if constexpr (requires { codec.append(text, value); }) {
        codec.append(text, value);
    } else if constexpr (requires { codec.write(value); }) {
        append_text(text, codec.write(value));
    } else if constexpr (requires { value.has_value(); }) {
        value ? append_written(text, codec, *value) : static_cast<void>(text += "null");
    } else if constexpr (requires { value.agent1; }) {
        append_written(text += '[', codec, value.agent1);
        append_written(text += ',', codec, value.agent2);
        text += ']';
    } else {
        char before = '[';
        for (const auto& item : value) {
            append_written(text += std::exchange(before, ','), codec, item);
        }
        text += value.empty() ? "[]" : "]";
    }
}

/// Adds `key` with `value` to an object, or to the text of one, which is empty or lacks its closing brace.
template<class Codec, class Value>
void put(Json& object, std::string_view key, const Codec& codec, const Value& value) {
    object[std::string(key)] = written(codec, value);
}
template<class Codec, class Value>
void put(std::string& object, std::string_view key, const Codec& codec, const Value& value) {
    object += object.empty() ? "{\"" : ",\"";
    object += key;
    object += "\":";
    append_written(object, codec, value);
}

/// Sets `value` to what written() wrote. Throws UserError naming the place of what is wrong.
template<class Codec, class Value>
void read_by(const Codec& codec, const JsonNode& node, Value& value) {
    if constexpr (requires { codec.read(node, value); }) {
        codec.read(node, value);
    } else if constexpr (requires { value.has_value(); }) {
        value.reset();
        if (!node.is_null()) {
            read_by(codec, node, value.emplace());
        }
    } else if constexpr (requires { value.agent1; }) {
        const auto items = node.items(2);
        read_by(codec, items[0], value.agent1);
        read_by(codec, items[1], value.agent2);
    } else if constexpr (requires { std::tuple_size<Value>::value; }) {
        const auto items = node.items(value.size());
        for (std::size_t i = 0; i < value.size(); ++i) {
            read_by(codec, items[i], value[i]);
        }
    } else {
        value.clear();
        for (const JsonNode& item : node.items()) {
            typename Value::value_type each{};
            read_by(codec, item, each);
            value.insert(value.end(), std::move(each));
        }
    }
}

/// What needs no words: truth values, texts, numbers that are not negative (whole ones up to 2^53), any JSON.
struct Plain {
    template<class Value>
    requires std::is_arithmetic_v<Value> || std::convertible_to<Value, std::string_view> ||
        std::same_as<Value, Json>
    [[nodiscard]] Json write(const Value& value) const { return Json(value); }
    void read(const JsonNode& node, bool& value) const { value = node.truth(); }
    void read(const JsonNode& node, double& value) const { value = node.number(); }
    void read(const JsonNode& node, std::string& value) const { value = node.text(); }
    void read(const JsonNode& node, Json& value) const { value = node.json(); }
    void read(const JsonNode& node, std::uint64_t& value) const {
        value = static_cast<std::uint64_t>(node.integer(0, kMostCount));
    }
};

/// Whole numbers from `least` to `most`.
struct Whole {
    std::int64_t least;
    std::int64_t most;

    [[nodiscard]] Json write(std::integral auto value) const { return Json(value); }
    template<std::integral Value>
    void read(const JsonNode& node, Value& value) const {
        value = static_cast<Value>(node.integer(least, most));
    }
};

/// A time in whole `Unit`s, rounded down; when it is read, one from `least` to `most`.
template<class Unit>
struct In {
    std::int64_t most = kMostCount;
    std::int64_t least = 0;

    template<class Rep, class Period>
    [[nodiscard]] Json write(const std::chrono::duration<Rep, Period>& time) const {
        return Json(std::chrono::duration_cast<Unit>(time).count());
    }
    template<class Rep, class Period>
    void read(const JsonNode& node, std::chrono::duration<Rep, Period>& time) const {
        time = Unit(node.integer(least, most));
    }
};

/// A text; null when it is empty.
struct TextOrNull {
    [[nodiscard]] Json write(const std::string& text) const {
        return text.empty() ? Json(nullptr) : Json(text);
    }
    void read(const JsonNode& node, std::string& text) const { text = node.is_null() ? "" : node.text(); }
};

/// What two functions write and read: `const Value& -> Json` and `const JsonNode& -> Value`.
template<class Write, class Read>
struct Code {
    using Value = std::invoke_result_t<Read, const JsonNode&>;
    Write write_value;
    Read read_value;

    [[nodiscard]] Json write(const Value& value) const { return write_value(value); }
    void read(const JsonNode& node, Value& value) const { value = read_value(node); }
};
template<class Write, class Read>
Code(Write, Read) -> Code<Write, Read>;

/// Values that have texts: `text_of` makes one, `value_of` returns an optional value, empty when a text is no
/// `wanted` one.
template<class TextOf, class ValueOf>
[[nodiscard]] constexpr auto texts(TextOf text_of, ValueOf value_of, std::string_view wanted) {
    return Code{[text_of](const auto& value) { return Json(text_of(value)); },
                [value_of, wanted](const JsonNode& node) {
                    const auto found = value_of(node.text());
                    node.expect(found.has_value(), wanted);
                    return *found;
                }};
}

/// What `codec` reads of a Value, when it `is_right`.
template<class Value, class Codec, class Right>
[[nodiscard]] constexpr auto only(Codec codec, Right is_right, std::string_view wanted) {
    return Code{[codec](const Value& value) { return codec.write(value); },
                [codec, is_right, wanted](const JsonNode& node) {
                    Value value{};
                    codec.read(node, value);
                    node.expect(is_right(value), wanted);
                    return value;
                }};
}

enum class Presence : std::uint8_t { Always, Later, Told };

template<Presence presence, class Place, class Codec>
struct Field {
    std::string_view key;
    Place place;
    Codec codec;

    void add(auto& to, const auto& object) const {
        const auto& value = std::invoke(place, object);
        if constexpr (presence == Presence::Told && requires { value.has_value(); }) {
            if (!value.has_value()) {
                return;
            }
        } else if constexpr (presence == Presence::Told && requires { value.empty(); }) {
            if (value.empty()) {
                return;
            }
        } else if constexpr (presence == Presence::Told) {
            if (value == std::remove_cvref_t<decltype(value)>{}) {
                return;
            }
        }
        put(to, key, codec, value);
    }
    void read(const JsonNode& object_node, auto& object) const {
        if (presence != Presence::Always && !object_node.has(std::string(key))) {
            return;
        }
        auto& value = std::invoke(place, object);
        const JsonNode node = object_node.at(std::string(key));
        constexpr bool is_whole = requires {
            codec.read(node, value);
        };
        if constexpr (presence == Presence::Told && !is_whole && requires { value.has_value(); }) {
            read_by(codec, node, value.emplace());
        } else {
            read_by(codec, node, value);
        }
    }
};

/// A field that is always there.
template<class Place, class Codec = Plain>
[[nodiscard]] constexpr auto field(std::string_view key, Place place, Codec codec = {}) {
    return Field<Presence::Always, Place, Codec>{key, place, codec};
}
/// A field that is always written; earlier versions did not.
template<class Place, class Codec = Plain>
[[nodiscard]] constexpr auto later(std::string_view key, Place place, Codec codec = {}) {
    return Field<Presence::Later, Place, Codec>{key, place, codec};
}
/// A field that is there when its value is not that of a new one: an empty one, 0, false. An optional value
/// is never null.
template<class Place, class Codec = Plain>
[[nodiscard]] constexpr auto told(std::string_view key, Place place, Codec codec = {}) {
    return Field<Presence::Told, Place, Codec>{key, place, codec};
}

/// A number that is always the same: `format`.
struct Constant {
    std::string_view key;
    std::int64_t value;

    void add(auto& to, const auto& /*object*/) const { put(to, key, Plain(), value); }
    void read(const JsonNode& node, const auto& /*object*/) const {
        static_cast<void>(node.at(std::string(key)).integer(value, value));
    }
};

/// The place of a key whose value is written and read by others.
struct Elsewhere {
    std::string_view key;

    void add(Json& json, const auto& /*object*/) const { json[std::string(key)] = nullptr; }
    void read(const JsonNode& /*node*/, const auto& /*object*/) const {}
};

/// A key that more than one member decides. `make` returns its value, empty: the key is left out; `take` gets
/// the node of a value that is there, and the object.
template<class Make, class Take>
struct Part {
    std::string_view key;
    Make make;
    Take take;

    void add(auto& to, const auto& object) const {
        if (const auto value = make(object)) {
            put(to, key, Plain(), *value);
        }
    }
    void read(const JsonNode& object_node, auto& object) const {
        if (object_node.has(std::string(key))) {
            take(object_node.at(std::string(key)), object);
        }
    }
};
template<class Make, class Take>
Part(std::string_view, Make, Take) -> Part<Make, Take>;

/// The fields of T. Reading sets those that are there, and leaves all else in T as it is.
template<class T, bool is_closed, class... Rows>
class Fields {
  public:
    constexpr explicit Fields(Rows... rows)
        : rows_(rows...) {}

    [[nodiscard]] Json write(const T& object) const {
        Json json = Json::object();
        add(json, object);
        return json;
    }
    /// The text of write(). `bytes`: about how many.
    [[nodiscard]] std::string line(const T& object, std::size_t bytes = 0) const {
        std::string text;
        text.reserve(bytes);
        add(text, object);
        text += '}';
        return text;
    }
    /// Adds the fields to an object, or to the text of one, see put().
    void add(auto& to, const T& object) const {
        std::apply([&](const auto&... row) { (row.add(to, object), ...); }, rows_);
    }
    /// Throws UserError naming the place of what is wrong; with closed fields, also that of an unknown key.
    void read(const JsonNode& node, T& object) const {
        if (is_closed) {
            node.expect_known(keys());
        }
        std::apply([&](const auto&... row) { (row.read(node, object), ...); }, rows_);
    }
    [[nodiscard]] T read(const JsonNode& node) const {
        T object{};
        read(node, object);
        return object;
    }
    [[nodiscard]] constexpr auto keys() const {
        return std::apply([](const auto&... row) { return std::array{row.key...}; }, rows_);
    }
    /// Adds the places of keys that are not among the fields, of `node` and of the objects in it.
    void add_unknown(const JsonNode& node, std::vector<std::string>& places) const {
        for (std::string& place : node.unknown(keys())) {
            places.push_back(std::move(place));
        }
        const auto look_into = [&](const auto& row) {
            if constexpr (requires { row.codec.add_unknown(node, places); }) {
                const std::string key(row.key);
                if (node.has(key) && !node.at(key).is_null()) {
                    row.codec.add_unknown(node.at(key), places);
                }
            }
        };
        std::apply([&](const auto&... row) { (look_into(row), ...); }, rows_);
    }

  private:
    std::tuple<Rows...> rows_;
};

/// Fields of an object whose other keys are ignored.
template<class T, class... Rows>
[[nodiscard]] constexpr auto fields(Rows... rows) {
    return Fields<T, false, Rows...>(rows...);
}
/// Fields of an object that has no others.
template<class T, class... Rows>
[[nodiscard]] constexpr auto closed_fields(Rows... rows) {
    return Fields<T, true, Rows...>(rows...);
}

/// Keys of an object that several lists share.
[[nodiscard]] std::vector<std::string_view> joined(const auto&... keys) {
    std::vector<std::string_view> all;
    (all.insert(all.end(), keys.begin(), keys.end()), ...);
    return all;
}

} // namespace referee
