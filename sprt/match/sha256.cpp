#include "sprt/match/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace sprt {

std::optional<std::string> sha256_of_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        return std::nullopt;
    }
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    bool good = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
    std::array<char, 64 * 1024> block{};
    while (good && in) {
        in.read(block.data(), block.size());
        good = EVP_DigestUpdate(context.get(), block.data(), static_cast<std::size_t>(in.gcount())) == 1;
    }
    if (in.bad()) {
        throw std::system_error(errno, std::generic_category(), "cannot read " + file.string());
    }
    if (!good || EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1) {
        throw std::runtime_error("libcrypto cannot compute a SHA-256");
    }
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += fmt::format("{:02x}", digest[i]);
    }
    return text;
}

} // namespace sprt
