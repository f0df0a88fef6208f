#pragma once
// Reads JSON from outside: every error names the place and what would be right.

#include "referee/base/user_error.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// Keeps the order of keys. A file that does more than pass it on includes <nlohmann/json.hpp>.
using Json = nlohmann::ordered_json;

/// A text is not JSON as our files hold it; `byte` is the first one, from 1, that is wrong.
class NotJson : public UserError {
  public:
    NotJson(std::size_t byte, const std::string& why)
        : UserError(why)
        , byte_(byte) {}
    [[nodiscard]] std::size_t byte() const noexcept { return byte_; }

  private:
    std::size_t byte_;
};

/// Throws NotJson when `text` is no JSON, and for what no file of ours holds: a key twice in one object, a
/// byte order mark, a carriage return, a value more than 32 deep, an object of more than `most_keys`,
/// whose time to read grows with their square, or a million values.
[[nodiscard]] Json parse_json(std::string_view text, std::size_t most_keys = 100'000);

/// The JSON that `file` holds. Throws UserError naming the file and why it cannot be read, or the line and
/// column of what is wrong (see parse_json()). When `file` is no file or larger than kMostPlainBytes, the
/// error asks for `what`.
[[nodiscard]] Json read_json_file(const std::filesystem::path& file, const std::string& what);
/// The same of a plain file; see read_plain().
[[nodiscard]] Json read_plain_json(const std::filesystem::path& file, const std::string& what);

/// In one line without its end; what is not UTF-8 is replaced.
[[nodiscard]] std::string line_of(const Json& json);
/// Appends what dump() returns, without its allocations for numbers, plain texts and lists of them.
void append_text(std::string& text, const Json& value);

/// A value of a JSON text and its place. Errors name the place as a JSON pointer, after the name of a file,
/// if there is one. All functions that read throw UserError when the value is of another kind than they read.
/// The value must outlive the node.
class JsonNode {
  public:
    /// `file` stands before the pointer in errors, e.g. `configs/x.json: `; it may be empty.
    JsonNode(const Json& json, std::string file, std::string pointer = {})
        : json_(&json)
        , file_(std::move(file))
        , pointer_(std::move(pointer)) {}

    [[nodiscard]] const Json& json() const noexcept { return *json_; }
    [[nodiscard]] std::string place() const { return file_ + pointer(); }
    [[nodiscard]] bool is_null() const noexcept;

    /// A member that must be there.
    [[nodiscard]] JsonNode at(const std::string& key) const;
    [[nodiscard]] bool has(const std::string& key) const;
    /// The keys and values of an object, in their order.
    [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const;
    /// The places of the members of an object whose keys are not among `known`.
    [[nodiscard]] std::vector<std::string> unknown(std::span<const std::string_view> known) const;
    /// Throws UserError for a member of an object whose key is not among `known`.
    void expect_known(std::span<const std::string_view> known) const;
    [[nodiscard]] std::vector<JsonNode> items() const;
    /// Exactly `count` items.
    [[nodiscard]] std::vector<JsonNode> items(std::size_t count) const;

    /// A whole number, however it is written: 10, 10.0 and 1e1; with a point or an exponent up to 2^53.
    [[nodiscard]] std::int64_t integer() const;
    [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] double number() const;
    [[nodiscard]] bool truth() const;
    [[nodiscard]] std::string text() const;

    /// Throws UserError unless `right`: the place, the value (shortened), and that it must be `wanted`.
    void expect(bool right, std::string_view wanted) const;

  private:
    [[nodiscard]] std::string pointer() const {
        return index_ ? pointer_ + "/" + std::to_string(*index_) : pointer_;
    }

    const Json* json_;
    std::string file_;
    std::string pointer_;                ///< without the index
    std::optional<std::size_t> index_{}; ///< in an array; its text is made for errors alone
};

} // namespace referee
