#include "sprt/remote/hub/nkey.hpp"

#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace sprt::remote {
namespace {

using KeyBytes = std::vector<std::uint8_t>;
using KeyPointer = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kSumBytes = 2;
constexpr unsigned kSeed = 18U << 3; // S
constexpr unsigned kUser = 20U << 3; // U
// A seed begins with two letters: that it is one, and of whom.
constexpr std::array<std::uint8_t, 2> kSeedPrefix{kSeed | kUser >> 5, (kUser & 31U) << 3};
constexpr std::array<std::uint8_t, 1> kUserPrefix{kUser};
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr unsigned kBitsOfDigit = 5;
constexpr unsigned kBitsOfByte = 8;

std::uint16_t crc16(std::span<const std::uint8_t> bytes) noexcept {
    constexpr unsigned kPolynomial = 0x1021;
    constexpr unsigned kTop = 0x8000;
    unsigned crc = 0;
    for (const std::uint8_t byte : bytes) {
        crc ^= static_cast<unsigned>(byte) << kBitsOfByte;
        for (unsigned bit = 0; bit < kBitsOfByte; ++bit) {
            crc = (crc << 1U) ^ ((crc & kTop) != 0 ? kPolynomial : 0U);
        }
    }
    return static_cast<std::uint16_t>(crc & 0xFFFFU);
}

std::string base32(std::span<const std::uint8_t> bytes) {
    std::string text;
    unsigned held = 0;
    unsigned bits = 0;
    for (const std::uint8_t byte : bytes) {
        held = (held << kBitsOfByte) | byte;
        for (bits += kBitsOfByte; bits >= kBitsOfDigit; bits -= kBitsOfDigit) {
            text += kDigits[(held >> (bits - kBitsOfDigit)) & 31U];
        }
    }
    if (bits > 0) {
        text += kDigits[(held << (kBitsOfDigit - bits)) & 31U];
    }
    return text;
}

std::string nkey_text(std::span<const std::uint8_t> prefix, std::span<const std::uint8_t> key) {
    KeyBytes bytes(prefix.begin(), prefix.end());
    bytes.insert(bytes.end(), key.begin(), key.end());
    const std::uint16_t sum = crc16(bytes);
    bytes.push_back(static_cast<std::uint8_t>(sum & 0xFFU));
    bytes.push_back(static_cast<std::uint8_t>(sum >> kBitsOfByte));
    return base32(bytes);
}

/// The key in `text`; empty when the text is none with that prefix, or its sum is wrong.
std::optional<KeyBytes> nkey_bytes(std::string_view text, std::span<const std::uint8_t> prefix) {
    KeyBytes bytes;
    unsigned held = 0;
    unsigned bits = 0;
    for (const char letter : text) {
        const auto digit = kDigits.find(letter);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        held = (held << kBitsOfDigit) | static_cast<unsigned>(digit);
        bits += kBitsOfDigit;
        if (bits >= kBitsOfByte) {
            bits -= kBitsOfByte;
            bytes.push_back(static_cast<std::uint8_t>((held >> bits) & 0xFFU));
        }
    }
    if (bytes.size() != prefix.size() + kKeyBytes + kSumBytes) {
        return std::nullopt;
    }
    KeyBytes key(bytes.begin() + static_cast<std::ptrdiff_t>(prefix.size()),
                 bytes.end() - static_cast<std::ptrdiff_t>(kSumBytes));
    return nkey_text(prefix, key) == text ? std::optional(std::move(key)) : std::nullopt;
}

void check_key(bool good) {
    if (!good) {
        throw std::runtime_error("libcrypto cannot make an Ed25519 key");
    }
}

std::string public_of(EVP_PKEY* key) {
    std::array<std::uint8_t, kKeyBytes> bytes{};
    std::size_t size = bytes.size();
    check_key(EVP_PKEY_get_raw_public_key(key, bytes.data(), &size) == 1);
    return nkey_text(kUserPrefix, bytes);
}

} // namespace

NkeyPair new_nkey() {
    const KeyPointer key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free);
    check_key(key != nullptr);
    std::array<std::uint8_t, kKeyBytes> secret{};
    std::size_t size = secret.size();
    check_key(EVP_PKEY_get_raw_private_key(key.get(), secret.data(), &size) == 1);
    return {.seed = nkey_text(kSeedPrefix, secret), .public_key = public_of(key.get())};
}

bool is_nkey_seed(std::string_view text) noexcept {
    return nkey_bytes(text, kSeedPrefix).has_value();
}

bool is_nkey(std::string_view text) noexcept {
    return nkey_bytes(text, kUserPrefix).has_value();
}

std::string public_nkey(std::string_view seed) {
    const auto secret = nkey_bytes(seed, kSeedPrefix);
    assert(secret);
    const KeyPointer key(
        EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, secret->data(), secret->size()),
        &EVP_PKEY_free);
    check_key(key != nullptr);
    return public_of(key.get());
}

} // namespace sprt::remote
