#include "referee/rules/fen_text.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <algorithm>
#include <charconv>

namespace referee {

std::vector<std::string_view> words_in(std::string_view text) {
    constexpr std::string_view kBlanks = " \t";
    std::vector<std::string_view> words;
    for (auto begin = text.find_first_not_of(kBlanks); begin != std::string_view::npos;
         begin = text.find_first_not_of(kBlanks)) {
        text.remove_prefix(begin);
        words.push_back(text.substr(0, text.find_first_of(kBlanks)));
        text.remove_prefix(words.back().size());
    }
    return words;
}

namespace {

/// `x, o`: the letters of both sides, those that are written first.
std::vector<std::string> letters_of(const FenForm& form) {
    std::vector<std::string> letters;
    for (std::size_t i = 0; i < form.letters.first.size(); ++i) {
        for (const Side side : kSides) {
            letters.emplace_back(1, form.letters[side][i]);
        }
    }
    return letters;
}

/// `x, o and /`.
std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
        text += words[i];
    }
    return text;
}

/// The side of a letter; empty when no side has it.
std::optional<Side> side_of(char letter, const FenForm& form) {
    for (const Side side : kSides) {
        if (form.letters[side].find(letter) != std::string_view::npos) {
            return side;
        }
    }
    return std::nullopt;
}

/// Reads the ranks of a board.
class BoardReader {
  public:
    BoardReader(std::string_view text, const FenForm& form)
        : text_(text)
        , form_(form) {}

    /// Reads the cells of `fen`.
    void read(std::string_view board, FenText& fen) {
        for (; !board.empty(); board.remove_prefix(1)) {
            read_first(board);
        }
        end_rank();
        if (rank_ != 1) {
            fail(counted(form_.ranks - rank_ + 1, "rank") + " instead of " + std::to_string(form_.ranks));
        }
        fen.cells = std::move(cells_);
        fen.blocked = std::move(blocked_);
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { refuse_fen(text_, form_, what); }

    [[nodiscard]] bool is_blocked(char c) const { return form_.blocked != '\0' && c == form_.blocked; }

    /// Reads the character that `rest` begins with. All that are allowed have one byte.
    void read_first(std::string_view rest) {
        const char c = rest.front();
        const auto side = side_of(c, form_);
        if (c == '/') {
            end_rank();
            if (rank_ == 1) {
                fail("more than " + std::to_string(form_.ranks) + " ranks");
            }
            --rank_;
            in_rank_ = 0;
        } else if (c >= '1' && c <= static_cast<char>('0' + form_.columns)) {
            const auto run = static_cast<std::size_t>(c - '0');
            cells_.insert(cells_.end(), run, std::nullopt);
            in_rank_ += run;
        } else if (side || is_blocked(c)) {
            if (in_rank_ >= form_.columns) {
                fail("rank " + std::to_string(rank_) + " holds more than " + std::to_string(form_.columns) +
                     " squares");
            }
            if (!side) {
                blocked_.push_back(cells_.size());
            }
            cells_.emplace_back(side);
            ++in_rank_;
        } else {
            std::vector<std::string> letters = letters_of(form_);
            letters.push_back("1 to " + std::to_string(form_.columns));
            letters.emplace_back("/");
            fail("'" + to_printable(first_character(rest)) + "' is not one of " + listed(letters));
        }
    }

    void end_rank() const {
        if (in_rank_ != form_.columns) {
            fail("rank " + std::to_string(rank_) + " holds " + counted(in_rank_, "square") + " instead of " +
                 std::to_string(form_.columns));
        }
    }

    std::string_view text_;
    const FenForm& form_;
    std::vector<std::optional<Side>> cells_;
    std::vector<std::size_t> blocked_;
    std::size_t rank_ = form_.ranks;
    std::size_t in_rank_ = 0; ///< cells of this rank so far
};

int parse_counter(std::string_view text, const FenForm& form, std::string_view field,
                  const FenCounter& counter) {
    int value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || value < 0) {
        refuse_fen(text, form,
                   "the " + std::string(counter.name) + " '" + to_printable(field) +
                       "' is not a whole number from 0");
    }
    return value;
}

} // namespace

void refuse_fen(std::string_view text, const FenForm& form, const std::string& what) {
    throw UserError("FEN '" + to_printable(text, kMostFenBytesShown) + "': " + what + " (the start is '" +
                    std::string(form.start) + "')");
}

void refuse_half_moves(std::string_view text, const FenForm& form, int half_moves, int limit) {
    if (half_moves >= limit) {
        refuse_fen(text, form,
                   "the half-move clock is " + std::to_string(half_moves) + "; from " +
                       std::to_string(limit) + " on the game is over");
    }
}

FenText parse_fen_text(std::string_view text, const FenForm& form) {
    const auto fields = words_in(text);
    if (fields.size() < 2 || fields.size() > 2 + form.counters.size()) {
        std::vector<std::string> counters;
        for (const FenCounter& counter : form.counters) {
            counters.push_back("a " + std::string(counter.name));
        }
        refuse_fen(text, form, "needs a board, a side to move, and at most " + listed(counters));
    }
    const auto to_move = fields[1].size() == 1 ? side_of(fields[1][0], form) : std::nullopt;
    if (!to_move) {
        refuse_fen(text, form,
                   "the side to move is '" + to_printable(fields[1]) + "' instead of " +
                       choice_of(letters_of(form)));
    }
    FenText fen{.cells = {}, .to_move = *to_move, .counters = {}};
    BoardReader(text, form).read(fields[0], fen);
    for (std::size_t i = 0; i < form.counters.size(); ++i) {
        fen.counters.push_back(fields.size() > 2 + i
                                   ? parse_counter(text, form, fields[2 + i], form.counters[i])
                                   : form.counters[i].usual);
    }
    return fen;
}

std::string to_string(const FenText& fen, const FenForm& form) {
    std::string text;
    std::size_t run = 0;
    auto blocked = fen.blocked.begin();
    const auto end_run = [&] {
        text += run > 0 ? std::to_string(run) : "";
        run = 0;
    };
    for (std::size_t i = 0; i < fen.cells.size(); ++i) {
        if (fen.cells[i]) {
            end_run();
            text += form.letters[*fen.cells[i]].front();
        } else if (blocked != fen.blocked.end() && *blocked == i) {
            end_run();
            text += form.blocked;
            ++blocked;
        } else {
            ++run;
        }
        if ((i + 1) % form.columns == 0) {
            end_run();
            text += i + 1 < fen.cells.size() ? "/" : " ";
        }
    }
    text += form.letters[fen.to_move].front();
    for (const int counter : fen.counters) {
        text += " " + std::to_string(counter);
    }
    return text;
}

} // namespace referee
