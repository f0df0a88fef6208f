#include "sprt/remote/hub/certificate.hpp"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <initializer_list>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace sprt::remote {
namespace {

using EvpPointer = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
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
EvpPointer new_key() {
    EvpPointer key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
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

ServerCertificate new_certificate(const std::string& host) {
    const EvpPointer ca_key = new_key();
    const Certificate ca = new_draft("sprt hub", ca_key.get());
    sign(ca.get(), ca.get(), ca_key.get(),
         {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
          {NID_key_usage, "critical,keyCertSign,cRLSign"},
          {NID_subject_key_identifier, "hash"}});
    const EvpPointer key = new_key();
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
