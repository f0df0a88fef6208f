#include "sprt/remote/hub/hub_file.hpp"

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace sprt::remote {
namespace {

// Source: docs.nats.io, "NKey Authentication": the key that `nk -gen user -pubout` prints there.
constexpr const char* kSeedOfDocs = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
constexpr const char* kKeyOfDocs = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";

TEST(Nkey, public_key_of_a_published_seed_is_the_published_one) {
    EXPECT_TRUE(is_nkey_seed(kSeedOfDocs));
    EXPECT_TRUE(is_nkey(kKeyOfDocs));
    EXPECT_EQ(public_nkey(kSeedOfDocs), kKeyOfDocs);
}

TEST(Nkey, new_keys_are_keys_and_differ) {
    const NkeyPair one = new_nkey();
    const NkeyPair other = new_nkey();
    EXPECT_TRUE(one.seed.starts_with("SU"));
    EXPECT_TRUE(one.public_key.starts_with("U"));
    EXPECT_TRUE(is_nkey_seed(one.seed));
    EXPECT_TRUE(is_nkey(one.public_key));
    EXPECT_EQ(public_nkey(one.seed), one.public_key);
    EXPECT_NE(one.seed, other.seed);
    EXPECT_NE(one.public_key, other.public_key);
}

TEST(Nkey, each_changed_letter_is_found) {
    const std::string seed = kSeedOfDocs;
    for (std::size_t i = 0; i < seed.size(); ++i) {
        std::string wrong = seed;
        wrong[i] = seed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(is_nkey_seed(wrong)) << wrong;
    }
}

TEST(Nkey, what_is_no_key_of_a_user_is_none) {
    const std::string seed = kSeedOfDocs;
    for (const std::string& text :
         {std::string(), seed + "A", seed.substr(1), seed.substr(0, seed.size() - 1), seed + "=",
          std::string(kKeyOfDocs), std::string(seed.size(), 'A'),
          std::string("suacssl3uahudxkfsnvuzrf5uhpmwz6bfdtj7m6usdxiednppqyyycu3vy")}) {
        EXPECT_FALSE(is_nkey_seed(text)) << text;
    }
    EXPECT_FALSE(is_nkey(kSeedOfDocs));
    EXPECT_FALSE(is_nkey(""));
}

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

Certificate read(const std::string& pem) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> bio(
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), &BIO_free);
    return {PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr), &X509_free};
}

/// Whether a client that trusts `ca` and connects to `host` accepts `server`, as libnats asks.
bool is_accepted(X509* ca, X509* server, const char* host) {
    const std::unique_ptr<X509_STORE, decltype(&X509_STORE_free)> trusted(X509_STORE_new(), &X509_STORE_free);
    X509_STORE_add_cert(trusted.get(), ca);
    const std::unique_ptr<X509_STORE_CTX, decltype(&X509_STORE_CTX_free)> context(X509_STORE_CTX_new(),
                                                                                  &X509_STORE_CTX_free);
    X509_STORE_CTX_init(context.get(), trusted.get(), server, nullptr);
    X509_STORE_CTX_set_default(context.get(), "ssl_server");
    X509_VERIFY_PARAM_set1_host(X509_STORE_CTX_get0_param(context.get()), host, 0);
    return X509_verify_cert(context.get()) == 1;
}

TEST(Certificate, server_is_believed_at_its_host_and_on_loopback_only) {
    for (const std::string host : {"hub.example", "192.0.2.7", "2001:db8::7", "localhost", "127.0.0.1"}) {
        const ServerCertificate made = new_certificate(host);
        const Certificate ca = read(made.ca);
        const Certificate server = read(made.certificate);
        for (const char* name : {host.c_str(), "localhost", "127.0.0.1", "::1"}) {
            EXPECT_TRUE(is_accepted(ca.get(), server.get(), name)) << host << " at " << name;
        }
        EXPECT_FALSE(is_accepted(ca.get(), server.get(), "other.example")) << host;
        EXPECT_FALSE(is_accepted(server.get(), server.get(), host.c_str())) << "the server is no authority";
    }
}

TEST(Certificate, address_is_one_for_clients_that_compare_addresses) {
    const ServerCertificate made = new_certificate("192.0.2.7");
    const Certificate server = read(made.certificate);
    EXPECT_EQ(X509_check_ip_asc(server.get(), "192.0.2.7", 0), 1);
    EXPECT_EQ(X509_check_ip_asc(server.get(), "127.0.0.1", 0), 1);
    EXPECT_EQ(X509_check_ip_asc(server.get(), "192.0.2.8", 0), 0);
}

TEST(Certificate, authority_of_another_hub_is_not_believed) {
    const ServerCertificate one = new_certificate("hub.example");
    const ServerCertificate other = new_certificate("hub.example");
    EXPECT_FALSE(is_accepted(read(other.ca).get(), read(one.certificate).get(), "hub.example"));
}

TEST(Certificate, is_valid_for_ten_years) {
    const ServerCertificate made = new_certificate("hub.example");
    const Certificate server = read(made.certificate);
    constexpr time_t kDay = 24 * 60 * 60;
    time_t in_nine_years = time(nullptr) + 9 * 365 * kDay;
    time_t in_eleven_years = time(nullptr) + 11 * 365 * kDay;
    EXPECT_LT(X509_cmp_current_time(X509_get0_notBefore(server.get())), 0);
    EXPECT_GT(X509_cmp_time(X509_get0_notAfter(server.get()), &in_nine_years), 0);
    EXPECT_LT(X509_cmp_time(X509_get0_notAfter(server.get()), &in_eleven_years), 0);
}

TEST(Certificate, only_certificates_are_some) {
    const ServerCertificate made = new_certificate("hub.example");
    EXPECT_TRUE(is_certificate(made.ca));
    EXPECT_TRUE(is_certificate(made.certificate));
    EXPECT_FALSE(is_certificate(made.key));
    EXPECT_FALSE(is_certificate(""));
    EXPECT_FALSE(is_certificate("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"));
}

} // namespace
} // namespace sprt::remote
