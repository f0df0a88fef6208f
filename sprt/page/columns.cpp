#include "sprt/page/columns.hpp"

#include "referee/game/json.hpp"
#include "referee/rules/games.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

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

namespace {

using referee::GameRecord;

std::int64_t whole_us(std::chrono::nanoseconds time) noexcept {
    return std::chrono::floor<std::chrono::microseconds>(time).count();
}

std::string opening_of(const GameRecord& record) {
    if (record.start && record.opening.empty()) {
        return "FEN " + record.start->fen;
    }
    std::string text;
    for (const referee::MoveNumbers& move : record.opening) {
        text += (text.empty() ? "" : " ") + notation(record.rules, move);
    }
    return text;
}

} // namespace

std::size_t TextTable::index_of(std::string_view text) {
    const auto found = indices_.find(text);
    if (found != indices_.end()) {
        return found->second;
    }
    texts_.emplace_back(text);
    indices_.emplace(text, texts_.size() - 1);
    return texts_.size() - 1;
}

Columns::Columns(const CountingRules& rules) noexcept
    : collapses_games_(!rules.by_pairs() && rules.repeats == RepeatRule::Collapse) {}

void Columns::add_row(const GameRecord& record, bool repeats) {
    GameRow row;
    row.first = number(record.first);
    row.winner = record.winner ? std::optional(static_cast<int>(*record.winner)) : std::nullopt;
    row.turns = record.turns;
    row.termination = terminations_.index_of(name(record.termination));
    row.opening = openings_.index_of(opening_of(record));
    row.score = record.score;
    row.used_us = {whole_us(record.used.agent1), whole_us(record.used.agent2)};
    row.fault = record.fault ? number(record.fault->agent) : 0;
    row.disputed = record.time_loss && record.time_loss->disputed;
    row.delay_us = whole_us(std::max(record.load.agent1.delay, record.load.agent2.delay));
    row.repeat = repeats;
    if (!record.worker.empty()) {
        row.worker = workers_.index_of(record.worker);
    }
    rows_.push_back(row);
    if (record.tune) {
        tuned_.push_back(*record.tune);
        for (const referee::Player player : referee::kPlayers) {
            auto& values = tuned_.back().values[player];
            values.resize(std::min(values.size(), kMostTuned));
        }
    }
}

void Columns::add(const GameRecord& record, bool repeats_pair) {
    if (repeats_pair && !rows_.empty()) {
        rows_.back().repeat = true;
    }
    add_row(record, repeats_pair);
}

void Columns::add(const GameRecord& record, const Standing& standing) {
    const std::uint64_t units = collapses_games_ ? standing.games.games() : standing.whole_pairs;
    const std::uint64_t distinct = collapses_games_ ? standing.distinct_games : standing.distinct_pairs;
    const bool repeats = units > units_before_ && distinct == distinct_before_;
    units_before_ = units;
    distinct_before_ = distinct;
    if (collapses_games_) {
        add_row(record, repeats);
    } else {
        add(record, repeats);
    }
}

} // namespace sprt
