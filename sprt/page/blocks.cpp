#include "sprt/page/blocks.hpp"

#include "referee/game/json.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace sprt {
namespace {

using referee::Json;

/// The end of `text`, of at most `most_bytes` bytes. It begins with a whole character of UTF-8.
std::string_view end_of(std::string_view text, std::size_t most_bytes) {
    text.remove_prefix(text.size() - most_bytes);
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) {
        text.remove_prefix(1);
    }
    return text;
}

/// Returns whether something was cut.
bool cut(Json& game, const char* key, std::size_t most_bytes) {
    const auto fault = game.find(key);
    if (fault == game.end() || !fault->is_object() || !fault->contains("stderr")) {
        return false;
    }
    const auto text = (*fault)["stderr"].get<std::string>();
    if (text.size() <= most_bytes) {
        return false;
    }
    (*fault)["stderr"] = std::string(end_of(text, most_bytes));
    (*fault)["stderr_cut"] = true;
    return true;
}

} // namespace

std::string page_line(std::string_view line, std::size_t most_bytes) {
    // The JSON of a text has no fewer bytes than the text.
    if (line.size() <= most_bytes || line.find("\"stderr\"") == std::string_view::npos) {
        return std::string(line);
    }
    Json game = Json::parse(line);
    const bool is_cut = cut(game, "fault", most_bytes);
    const bool other_is_cut = cut(game, "also_fault", most_bytes);
    return is_cut || other_is_cut ? game.dump() : std::string(line);
}

BlockWriter::BlockWriter(std::size_t most_stderr_bytes, std::function<void(std::string_view)> on_block)
    : most_stderr_bytes_(most_stderr_bytes)
    , on_block_(std::move(on_block)) {}

void BlockWriter::add(std::string_view line) {
    text_ += page_line(line, most_stderr_bytes_);
    text_ += '\n';
    if (++games_ == kBlockGames) {
        end();
    }
}

void BlockWriter::end() {
    if (games_ > 0) {
        on_block_(text_);
    }
    text_.clear();
    games_ = 0;
}

} // namespace sprt
