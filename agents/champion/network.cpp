#include "agents/champion/network.hpp"

#include "referee/base/user_error.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <string_view>

namespace search {
namespace {

// Such a function is compiled twice, and the program chooses one when it starts: it runs on every x86-64, and
// is fast on those with AVX2. Not by clang, which wants this in the header, and not in builds with
// sanitizers, which are not set up yet when the program chooses.
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                          \
    !defined(__SANITIZE_THREAD__)
#define REFEREE_FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define REFEREE_FOR_EACH_PROCESSOR
#endif

/// 16 numbers, added at once where the machine can.
using Lane = std::int16_t __attribute__((vector_size(32), may_alias));
constexpr std::size_t kLanes = kHidden / 16;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings" // other compilers may refuse more than 64 KiB
constexpr char kText[] =
#include "agents/champion/network_weights.inc"
    ;
#pragma GCC diagnostic pop

/// Reads numbers from digits of six bits.
class Reader {
  public:
    explicit Reader(std::string_view text) noexcept
        : text_(text) {}

    /// A number of so many digits, the lowest first, negative when its highest bit is set.
    [[nodiscard]] std::int32_t next(int digits) {
        std::int32_t number = 0;
        for (int i = 0; i < digits; ++i) {
            number += digit() << (6 * i);
        }
        const std::int32_t end = 1 << (6 * digits);
        return number < end / 2 ? number : number - end;
    }

  private:
    [[nodiscard]] std::int32_t digit() {
        while (place_ < text_.size()) {
            const char c = text_[place_++];
            if (c >= '#' && c <= 'c' && c != '\\') {
                return c - '#' - (c > '\\' ? 1 : 0);
            }
        }
        throw referee::UserError("the weights of the network end too early");
    }

    std::string_view text_;
    std::size_t place_ = 0;
};

std::shared_ptr<const Network::Weights> read(std::string_view text) {
    auto weights = std::make_shared<Network::Weights>();
    Reader reader(text);
    const auto fill = [&](auto& row) {
        std::ranges::generate(row, [&] { return static_cast<std::int16_t>(reader.next(2)); });
    };
    std::ranges::for_each(weights->input, fill);
    fill(weights->hidden_bias);
    std::ranges::for_each(weights->output, fill);
    std::ranges::generate(weights->output_bias, [&] { return reader.next(4); });
    return weights;
}

} // namespace

Network::Network(std::string_view text)
    : weights_(read(text)) {}

const Network& built_in_network() {
    static const Network kNetwork({kText, sizeof kText - 1});
    return kNetwork;
}

Accumulator Network::accumulated(const ataxx::Position& position) const noexcept {
    const auto& weights = *weights_;
    Accumulator made;
    for (const auto side : {referee::Side::First, referee::Side::Second}) {
        auto& seen = made.seen[referee::index(side)];
        seen = weights.hidden_bias;
        for (std::uint64_t left = kWindowCorners; left != 0; left &= left - 1) {
            const int corner = std::countr_zero(left);
            const auto state =
                window_state(position.stones(side).bits(), position.stones(opponent(side)).bits(), corner);
            const auto& row = weights.input[input_row(corner, state)];
            std::ranges::transform(seen, row, seen.begin(),
                                   [](int a, int b) { return static_cast<std::int16_t>(a + b); });
        }
    }
    return made;
}

REFEREE_FOR_EACH_PROCESSOR
void Network::update(const Accumulator& before, const ataxx::Position& from, const ataxx::Position& to,
                     Accumulator& after) const noexcept {
    using referee::Side;
    const auto& weights = *weights_;
    const std::uint64_t first = from.stones(Side::First).bits();
    const std::uint64_t second = from.stones(Side::Second).bits();
    const std::uint64_t first_after = to.stones(Side::First).bits();
    const std::uint64_t second_after = to.stones(Side::Second).bits();
    const std::uint64_t changed = (first ^ first_after) | (second ^ second_after);
    Lane sums[2][kLanes];
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            sums[side][i] = reinterpret_cast<const Lane*>(before.seen[side].data())[i];
        }
    }
    const auto change = [&](std::size_t side, std::size_t row, std::size_t row_after)
        __attribute__((always_inline)) {
        const auto* gone = reinterpret_cast<const Lane*>(weights.input[row].data());
        const auto* come = reinterpret_cast<const Lane*>(weights.input[row_after].data());
        for (std::size_t i = 0; i < kLanes; ++i) {
            sums[side][i] += come[i] - gone[i];
        }
    };
    for (std::uint64_t left = (changed | changed >> 1 | changed >> 7 | changed >> 8) & kWindowCorners;
         left != 0; left &= left - 1) {
        const int corner = std::countr_zero(left);
        change(0, input_row(corner, window_state(first, second, corner)),
               input_row(corner, window_state(first_after, second_after, corner)));
        change(1, input_row(corner, window_state(second, first, corner)),
               input_row(corner, window_state(second_after, first_after, corner)));
    }
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            reinterpret_cast<Lane*>(after.seen[side].data())[i] = sums[side][i];
        }
    }
}

REFEREE_FOR_EACH_PROCESSOR
int Network::value(const Accumulator& accumulator, const ataxx::Position& position) const noexcept {
    const auto& weights = *weights_;
    const auto own = referee::index(position.to_move());
    const auto which = bucket(ataxx::kSquares - position.empty_squares().count());
    const std::int16_t* const output = weights.output[which].data();
    std::int32_t sum = 0;
    for (std::size_t half = 0; half < 2; ++half) {
        const std::int16_t* const seen = accumulator.seen[half == 0 ? own : 1 - own].data();
        const std::int16_t* const factors = output + half * kHidden;
        for (std::size_t i = 0; i < kHidden; ++i) {
            const std::int16_t clipped =
                std::min<std::int16_t>(std::max<std::int16_t>(seen[i], 0), kHiddenOne);
            const auto weighed = static_cast<std::int16_t>(clipped * factors[i]); // factors are below 129
            sum += weighed * clipped;
        }
    }
    const std::int64_t value =
        (sum / kHiddenOne + weights.output_bias[which]) * std::int64_t{kValueOne} / (kHiddenOne * kOutputOne);
    return static_cast<int>(std::clamp<std::int64_t>(value, -kMostNetworkValue, kMostNetworkValue));
}

} // namespace search
