#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "sprt/schedule/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::UserError;

/// Lines of a file of openings with their places in it.
class Lines {
  public:
    Lines(std::ifstream in, std::string file)
        : in_(std::move(in))
        , file_(std::move(file)) {}

    [[nodiscard]] std::uint64_t place() const noexcept { return place_; }
    [[nodiscard]] const std::string& file() const noexcept { return file_; }

    void go_to(std::uint64_t place) {
        in_.clear();
        in_.seekg(static_cast<std::streamoff>(place));
        place_ = place;
    }
    /// False at the end.
    [[nodiscard]] bool next(std::string_view& line) {
        if (!in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size())) && in_.eof()) {
            return false;
        }
        if (in_.bad()) {
            throw UserError("{}: it cannot be read", file_);
        }
        if (in_.fail()) {
            fail(place_, fmt::format("the line is longer than {} bytes", kMostLineBytes));
        }
        const auto taken = static_cast<std::size_t>(in_.gcount());
        line = {buffer_.data(), taken - (in_.eof() ? 0 : 1)}; // without the newline
        place_ += taken;
        return true;
    }
    /// Names the line that begins at `place`.
    [[noreturn]] void fail(std::uint64_t place, const std::string& what) {
        throw UserError("{}:{}: {}", file_, number_at(place), what);
    }
    [[nodiscard]] std::uint64_t number_at(std::uint64_t place) {
        const std::uint64_t kept = place_;
        go_to(0);
        std::string block(1U << 16U, '\0');
        std::uint64_t number = 1;
        for (std::uint64_t left = place; left > 0 && in_;) {
            in_.read(block.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, block.size())));
            const auto end = block.begin() + in_.gcount();
            number += static_cast<std::uint64_t>(std::count(block.begin(), end, '\n'));
            left -= static_cast<std::uint64_t>(in_.gcount());
        }
        go_to(kept);
        return number;
    }

  private:
    std::ifstream in_;
    std::string file_;
    std::string buffer_ = std::string(kMostLineBytes + 1, '\0');
    std::uint64_t place_ = 0;
};

/// Equal for lines with the same board, side, castling and en passant square.
std::uint64_t key_of(std::string_view text) noexcept {
    constexpr std::string_view kBlanks = " \t";
    constexpr std::uint64_t kPrime = 0x100000001b3; // of FNV-1a
    std::uint64_t key = 0xcbf29ce484222325;
    for (int field = 0; field < 4; ++field) {
        std::string_view word = text.substr(0, text.find_first_of(kBlanks));
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks, word.size()), text.size()));
        for (const char c : word.empty() ? "-" : word) {
            key = (key ^ static_cast<unsigned char>(c)) * kPrime;
        }
        key = (key ^ ' ') * kPrime;
    }
    return referee::finalised(key);
}

/// The opening of `text`, the line at `place`.
Opening opening_of(Lines& lines, std::uint64_t place, std::string_view text, referee::Game game) {
    try {
        return read_opening(game, text).opening;
    } catch (const UserError& error) {
        lines.fail(place, error.what());
    }
}

class IndexedBook final : public Openings {
  public:
    IndexedBook(Lines lines, std::vector<std::uint64_t> places, const OpeningsFacts& facts,
                referee::Game game)
        : Openings(facts)
        , lines_(std::move(lines))
        , places_(std::move(places))
        , game_(game) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
        if (pair >= places_.size()) {
            return std::nullopt;
        }
        const std::scoped_lock lock(mutex_);
        lines_.go_to(places_[pair]);
        std::string_view line;
        if (!lines_.next(line)) {
            throw UserError("{}: it has become shorter since the run began", lines_.file());
        }
        return opening_of(lines_, places_[pair], without_comment(line, game_), game_);
    }

  private:
    std::mutex mutex_; ///< guards lines_
    Lines lines_;
    const std::vector<std::uint64_t> places_;
    const referee::Game game_;
};

/// A line of a file.
struct Found {
    std::uint64_t key;
    std::uint64_t place;
};

} // namespace

std::unique_ptr<Openings> indexed_book(const OpeningBook& book, referee::Game game, std::uint64_t seed) {
    Lines lines(open_book(book.file), book.file.string());
    OpeningsFacts facts;
    std::vector<Found> found;
    std::string_view line;
    if (book.plies) {
        throw UserError("{}: book_plies is for openings as PGN, and this is none", lines.file());
    }
    for (std::uint64_t place = 0; lines.next(line); place = lines.place()) {
        if (place == 0 && line.starts_with(kByteOrderMark)) {
            line.remove_prefix(kByteOrderMark.size());
            place = kByteOrderMark.size();
        }
        const std::string_view text = without_comment(line, game);
        if (text.empty()) {
            continue;
        }
        if (format_of(text, game) == LineFormat::Moves) {
            lines.fail(place, "it is a list of moves, in a file of positions");
        }
        if (!facts.first_position || book.checks) { // the usual start is no position that agents must be told
            Opening opening = opening_of(lines, place, text, game);
            if (!facts.first_position && opening.start) {
                facts.first_position = {fmt::format("{}:{}", lines.file(), lines.number_at(place)),
                                        std::move(opening)};
                facts.first_without_moves = facts.first_position;
            }
        }
        found.push_back({key_of(text), place});
    }
    if (found.empty()) {
        throw UserError("{}: it holds no opening", lines.file());
    }
    std::ranges::sort(found, {}, [](const Found& one) { return std::pair(one.key, one.place); });
    const auto copies = std::unique(found.begin(), found.end(), [](const Found& one, const Found& two) {
        return one.key == two.key; // the first of each stays
    });
    facts.duplicates = static_cast<std::uint64_t>(found.end() - copies);
    found.erase(copies, found.end());
    std::vector<std::uint64_t> places(found.size());
    std::ranges::transform(found, places.begin(), &Found::place);
    std::ranges::sort(places);
    if (book.order == BookOrder::Random) {
        referee::SplitMix64(seed).shuffle(places);
    }
    const auto first = places.begin() + static_cast<std::ptrdiff_t>((book.first - 1) % places.size());
    std::rotate(places.begin(), first, places.end());
    facts.size = places.size();
    facts.least = places.size();
    return std::make_unique<IndexedBook>(std::move(lines), std::move(places), facts, game);
}

} // namespace sprt
