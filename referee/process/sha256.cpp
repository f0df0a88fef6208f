#include "referee/process/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace referee {

namespace {

class Sha256 {
  public:
    Sha256()
        : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
        check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
    }

    void add(std::string_view bytes) {
        check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
    }

    std::string digits() {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        check(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::string text;
        for (unsigned int i = 0; i < size; ++i) {
            text += kDigits[digest[i] >> 4];
            text += kDigits[digest[i] & 15];
        }
        return text;
    }

  private:
    static void check(bool good) {
        if (!good) {
            throw std::runtime_error("libcrypto cannot compute a SHA-256");
        }
    }

    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

} // namespace

std::optional<std::string> sha256_of_file(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) { // a pipe was read already, or is never written
        return std::nullopt;
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        return std::nullopt;
    }
    Sha256 digest;
    std::array<char, 64 * 1024> block{};
    while (in) {
        in.read(block.data(), block.size());
        digest.add({block.data(), static_cast<std::size_t>(in.gcount())});
    }
    if (in.bad()) {
        throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
    }
    return digest.digits();
}

std::string sha256_of_text(std::string_view text) {
    Sha256 digest;
    digest.add(text);
    return digest.digits();
}

} // namespace referee
