#include "referee/rules/fen_text.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <utility>

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

class BoardReader {
  public:
    BoardReader(std::string_view text, const FenForm& form)
        : text_(text)
        , form_(form) {}

    std::string read(std::string_view board) {
        for (; !board.empty(); board.remove_prefix(1)) {
            read_first(board);
        }
        end_rank();
        if (rank_ != 1) {
            fail(counted(form_.ranks - rank_ + 1, "rank") + " instead of " + std::to_string(form_.ranks));
        }
        return std::move(cells_);
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { refuse_fen(text_, form_, what); }

    /// Reads the character that `rest` begins with. All that are allowed have one byte.
    void read_first(std::string_view rest) {
        const char c = rest.front();
        if (c == '/') {
            end_rank();
            if (rank_ == 1) {
                fail("more than " + std::to_string(form_.ranks) + " ranks");
            }
            --rank_;
            in_rank_ = 0;
        } else if (c >= '1' && c <= static_cast<char>('0' + form_.columns)) {
            const auto run = static_cast<std::size_t>(c - '0');
            cells_.append(run, kEmptyCell);
            in_rank_ += run;
        } else if (form_.side_of(c) || (c == form_.blocked && c != '\0')) {
            if (in_rank_ >= form_.columns) {
                fail("rank " + std::to_string(rank_) + " holds more than " + std::to_string(form_.columns) +
                     " squares");
            }
            cells_ += c;
            ++in_rank_;
        } else {
            std::vector<std::string> letters =
                form_.listed.empty() ? letters_of(form_) : std::vector{std::string(form_.listed)};
            letters.push_back("1 to " + std::to_string(form_.columns));
            letters.emplace_back("/");
            fail("'" + to_printable(first_character(rest)) + "' is not one of " +
                 choice_of(letters, " and "));
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
    std::string cells_;
    std::size_t rank_ = form_.ranks;
    std::size_t in_rank_ = 0; ///< cells of this rank so far
};

int parse_counter(std::string_view text, const FenForm& form, std::string_view field,
                  const FenCounter& counter) {
    const auto value = parse_number<int>(field);
    if (!value || *value < 0) {
        refuse_fen(text, form,
                   "the " + std::string(counter.name) + " '" + to_printable(field) +
                       "' is not a whole number from 0");
    }
    return *value;
}

} // namespace

std::optional<Side> FenForm::side_of(char letter) const noexcept {
    const auto has_it = [&](Side side) { return letters[side].find(letter) != std::string_view::npos; };
    return has_it(Side::First)    ? std::optional(Side::First)
           : has_it(Side::Second) ? std::optional(Side::Second)
                                  : std::nullopt;
}

char FenForm::letter_of(std::optional<Side> side) const noexcept {
    return side ? letters[*side].front() : kEmptyCell;
}

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
        const auto counters = texts_of(
            form.counters, [](const FenCounter& counter) { return "a " + std::string(counter.name); });
        refuse_fen(text, form, "needs a board, a side to move, and at most " + choice_of(counters, " and "));
    }
    const auto to_move = fields[1].size() == 1 ? form.side_of(fields[1][0]) : std::nullopt;
    if (!to_move) {
        refuse_fen(text, form,
                   "the side to move is '" + to_printable(fields[1]) + "' instead of " +
                       choice_of(letters_of(form)));
    }
    FenText fen{.cells = read_board(text, fields[0], form), .to_move = *to_move, .counters = {}};
    for (std::size_t i = 0; i < form.counters.size(); ++i) {
        fen.counters.push_back(fields.size() > 2 + i
                                   ? parse_counter(text, form, fields[2 + i], form.counters[i])
                                   : form.counters[i].usual);
    }
    return fen;
}

std::string read_board(std::string_view text, std::string_view board, const FenForm& form) {
    return BoardReader(text, form).read(board);
}

std::string to_string(const FenText& fen, const FenForm& form) {
    const auto written = [&](std::size_t i) {
        const auto side = form.side_of(fen.cells[i]);
        return side ? form.letter_of(side) : fen.cells[i];
    };
    std::string text;
    add_board(fen.cells.size(), form.columns, written, text);
    text += std::string(" ") + form.letter_of(fen.to_move);
    for (const int counter : fen.counters) {
        text += " " + std::to_string(counter);
    }
    return text;
}

} // namespace referee
