#include "referee/game/adjudication/tablebase.hpp"

#include "referee/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string_view>
#include <variant>

#include <tbprobe.h>

namespace referee {

using chess::Kind;

namespace {

namespace fs = std::filesystem;

/// Whether `file` begins and ends as a table of wins, draws and losses. Fathom reads what else it holds
/// without looking, and crashes on a file of another kind.
bool is_table(const fs::path& file) {
    constexpr std::array<char, 4> kMagic{'\x71', '\xe8', '\x23', '\x5d'};
    constexpr std::uintmax_t kBlock = 64;
    constexpr std::uintmax_t kDigest = 16; // stands behind the blocks
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    std::array<char, kMagic.size()> begin{};
    std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
    return !error && bytes % kBlock == kDigest && begin == kMagic;
}

/// The first file among the tables of `path` that is none; empty: all are.
std::string first_that_is_none(std::string_view path) {
    while (!path.empty()) {
        const std::string_view dir = path.substr(0, path.find(':'));
        path.remove_prefix(std::min(dir.size() + 1, path.size()));
        std::error_code error; // a directory that is missing has no tables
        for (fs::directory_iterator entry(dir, error), end; !error && entry != end; entry.increment(error)) {
            if (entry->path().extension() == ".rtbw" && !is_table(entry->path())) {
                return entry->path().string();
            }
        }
    }
    return {};
}

std::optional<TableValue> probe(const chess::Position& position) {
    const chess::Squares taken = position.taken();
    if (static_cast<unsigned>(std::popcount(taken)) > TB_LARGEST) { // 0 without tables
        return std::nullopt;
    }
    const unsigned en_passant = position.en_passant == chess::Position::kNone ? 0U : position.en_passant;
    const unsigned value = tb_probe_wdl(
        position.white, taken & ~position.white, position.of(Kind::King), position.of(Kind::Queen),
        position.of(Kind::Rook), position.of(Kind::Bishop), position.of(Kind::Knight),
        position.of(Kind::Pawn), 0, 0, en_passant, position.to_move == Side::First);
    return value <= TB_WIN ? std::optional(static_cast<TableValue>(value)) : std::nullopt;
}

} // namespace

std::optional<std::string> problem_of_tables(const std::string& path) {
    static std::mutex mutex;
    static std::optional<std::string> opened;  // what Fathom has set up holds for the whole process
    static std::optional<std::string> without; // looking for a thousand files takes its time
    const std::lock_guard lock(mutex);
    if (opened) {
        return *opened == path
                   ? std::nullopt
                   : std::optional(fmt::format("the tables in {} cannot be read: this process has those "
                                               "in {} open",
                                               to_printable(path), to_printable(*opened)));
    }
    if (const std::string file = first_that_is_none(path); !file.empty()) {
        return to_printable(file, 1000) + " is no whole Syzygy table; copy it anew, or take it away";
    }
    // Fathom succeeds where it finds no table.
    if (without == path || !tb_init(path.c_str()) || TB_LARGEST == 0) {
        without = path;
        return "no Syzygy table in " + to_printable(path);
    }
    opened = path;
    return std::nullopt;
}

std::optional<TableValue> probe_tables(const Board& board) {
    return std::visit(
        []<class Position>(const Position& position) -> std::optional<TableValue> {
            if constexpr (std::derived_from<Position, chess::Position>) {
                return probe(position);
            } else {
                return std::nullopt;
            }
        },
        board.position());
}

static_assert(static_cast<unsigned>(TableValue::Loss) == TB_LOSS &&
              static_cast<unsigned>(TableValue::BlessedLoss) == TB_BLESSED_LOSS &&
              static_cast<unsigned>(TableValue::Draw) == TB_DRAW &&
              static_cast<unsigned>(TableValue::CursedWin) == TB_CURSED_WIN &&
              static_cast<unsigned>(TableValue::Win) == TB_WIN);

} // namespace referee
