#include "sprt/remote/hub/hub_file.hpp"

#include <boost/crc.hpp>
#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>

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
    boost::crc_xmodem_t crc;
    crc.process_bytes(bytes.data(), bytes.size());
    const unsigned sum = crc.checksum();
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

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

constexpr long kDay = 24L * 60 * 60;
constexpr long kYears = 3650 * kDay;

void check_made(bool good) {
    if (!good) {
        throw std::runtime_error("libcrypto cannot make a certificate");
    }
}

/// P-256: every TLS library knows it.
KeyPointer new_key() {
    KeyPointer key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    check_made(key != nullptr);
    return key;
}

void add_extension(X509* to, X509* issuer, int kind, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, to, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    check_made(extension != nullptr);
    const bool is_added = X509_add_ext(to, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    check_made(is_added);
}

/// A certificate without extensions and signature.
Certificate new_draft(const std::string& name, EVP_PKEY* key) {
    Certificate draft(X509_new(), &X509_free);
    check_made(draft != nullptr);
    constexpr long kVersion3 = 2;
    constexpr int kSerialBits = 127;
    const std::unique_ptr<BIGNUM, decltype(&BN_free)> serial(BN_new(), &BN_free);
    check_made(serial != nullptr &&
               BN_rand(serial.get(), kSerialBits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
               BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(draft.get())) != nullptr);
    check_made(X509_set_version(draft.get(), kVersion3) == 1 &&
               X509_gmtime_adj(X509_getm_notBefore(draft.get()), -kDay) != nullptr &&
               X509_gmtime_adj(X509_getm_notAfter(draft.get()), kYears) != nullptr &&
               X509_set_pubkey(draft.get(), key) == 1);
    X509_NAME* const subject = X509_get_subject_name(draft.get());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL's kind of text
    const auto* const bytes = reinterpret_cast<const unsigned char*>(name.data());
    check_made(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, bytes, static_cast<int>(name.size()),
                                          -1, 0) == 1);
    return draft;
}

bool is_address(const std::string& host) {
    in6_addr scratch{};
    return ::inet_pton(AF_INET, host.c_str(), &scratch) == 1 ||
           ::inet_pton(AF_INET6, host.c_str(), &scratch) == 1;
}

/// Some clients look for an address among the names, others among the addresses: it is in both.
std::string names_of(const std::string& host) {
    std::string names;
    for (const std::string& one : std::set<std::string>{host, "localhost", "127.0.0.1", "::1"}) {
        names += fmt::format("{}DNS:{}", names.empty() ? "" : ",", one);
        if (is_address(one)) {
            names += fmt::format(",IP:{}", one);
        }
    }
    return names;
}

std::string text_in(const Bio& bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data); // NOLINT(google-runtime-int): OpenSSL's type
    return {data, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
    const Bio bio(BIO_new(BIO_s_mem()), &BIO_free);
    check_made(bio != nullptr && PEM_write_bio_X509(bio.get(), certificate) == 1);
    return text_in(bio);
}

std::string pem_of(EVP_PKEY* key) {
    const Bio bio(BIO_new(BIO_s_mem()), &BIO_free);
    check_made(bio != nullptr &&
               PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
    return text_in(bio);
}

void sign(X509* draft, X509* issuer, EVP_PKEY* key,
          std::initializer_list<std::pair<int, std::string>> extensions) {
    check_made(X509_set_issuer_name(draft, X509_get_subject_name(issuer)) == 1);
    for (const auto& [kind, value] : extensions) {
        add_extension(draft, issuer, kind, value);
    }
    check_made(X509_sign(draft, key, EVP_sha256()) > 0);
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

ServerCertificate new_certificate(const std::string& host) {
    const KeyPointer ca_key = new_key();
    const Certificate ca = new_draft("sprt hub", ca_key.get());
    sign(ca.get(), ca.get(), ca_key.get(),
         {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
          {NID_key_usage, "critical,keyCertSign,cRLSign"},
          {NID_subject_key_identifier, "hash"}});
    const KeyPointer key = new_key();
    const Certificate server = new_draft("sprt hub's server", key.get());
    sign(server.get(), ca.get(), ca_key.get(),
         {{NID_basic_constraints, "critical,CA:FALSE"},
          {NID_key_usage, "critical,digitalSignature"},
          {NID_ext_key_usage, "serverAuth"},
          {NID_authority_key_identifier, "keyid"},
          {NID_subject_alt_name, names_of(host)}});
    return {.ca = pem_of(ca.get()), .certificate = pem_of(server.get()), .key = pem_of(key.get())};
}

bool is_certificate(std::string_view pem) noexcept {
    const Bio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), &BIO_free);
    if (bio == nullptr) {
        return false;
    }
    const Certificate certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr), &X509_free);
    return certificate != nullptr;
}

} // namespace sprt::remote
