#include "sprt/report/counts_flags.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace sprt {
namespace {

using referee::UserError;

constexpr std::uint64_t kMostCounted = 1'000'000'000;

/// The form that the counts of a flag must have, for its error message.
struct CountsForm {
    std::string_view flag;
    std::string_view form;
    std::string_view how_many;
    std::string_view example;
};

template<std::size_t N>
std::array<std::uint64_t, N> parse_counts(std::string_view text, const CountsForm& right) {
    const auto fail = [&] {
        throw UserError(fmt::format("{} '{}' must be {}: {} whole numbers from 0 to {}, e.g. {}", right.flag,
                                    referee::to_printable(text), right.form, right.how_many, kMostCounted,
                                    right.example));
    };
    std::array<std::uint64_t, N> counts{};
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < N; ++i) {
        if (i > 0 && (at == end || *at++ != ',')) {
            fail();
        }
        const auto [next, error] = std::from_chars(at, end, counts[i]);
        if (error != std::errc() || counts[i] > kMostCounted) {
            fail();
        }
        at = next;
    }
    if (at != end) {
        fail();
    }
    return counts;
}

Wld parse_wld(std::string_view text) {
    const auto counts = parse_counts<3>(
        text, {.flag = "--wld", .form = "W,L,D", .how_many = "three", .example = "143,143,0"});
    return {.wins = counts[0], .losses = counts[1], .draws = counts[2]};
}

Ptnml parse_ptnml(std::string_view text) {
    return {parse_counts<5>(
        text, {.flag = "--ptnml", .form = "LL,LD,DD,DW,WW", .how_many = "five", .example = "30,5,400,6,49"})};
}

} // namespace

Model fitting_model(const std::optional<std::string>& wld, const std::optional<std::string>& ptnml) {
    if (wld && ptnml) {
        throw UserError("--wld and --ptnml cannot be given together: pairs hold their games already");
    }
    if (!wld && !ptnml) {
        throw UserError("the counts are missing: give --wld W,L,D or --ptnml LL,LD,DD,DW,WW");
    }
    return ptnml ? Model::Pentanomial : Model::Trinomial;
}

Counts read_counts(Model model, const std::optional<std::string>& wld,
                   const std::optional<std::string>& ptnml) {
    const bool takes_games = model != Model::Pentanomial;
    const bool takes_pairs = model == Model::Pentanomial || model == Model::Normalized;
    const std::string_view right = takes_games && takes_pairs ? "--wld W,L,D or --ptnml LL,LD,DD,DW,WW"
                                   : takes_pairs              ? "--ptnml LL,LD,DD,DW,WW"
                                                              : "--wld W,L,D";
    const std::string must = fmt::format("--model {} takes {}", name(model), right);
    if (wld && ptnml) {
        throw UserError("--wld and --ptnml cannot be given together: " + must);
    }
    if (!wld && !ptnml) {
        throw UserError("the counts are missing: " + must);
    }
    if (wld && !takes_games) {
        throw UserError("--wld counts games, but pentanomial needs pairs of games: " + must);
    }
    if (ptnml && !takes_pairs) {
        throw UserError(fmt::format("--ptnml counts pairs, but {} needs games: {}", name(model), must));
    }
    return wld ? Counts(parse_wld(*wld)) : Counts(parse_ptnml(*ptnml));
}

} // namespace sprt
