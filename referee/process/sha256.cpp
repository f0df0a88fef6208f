#include "referee/process/sha256.hpp"

#include "referee/base/descriptor.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

std::optional<std::string> sha256_of_file(const std::filesystem::path& file, std::uintmax_t most_bytes) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) { // a pipe was read already, or is never written
        return std::nullopt;
    }
    // Another program may have put something else there since.
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (opened.fd() < 0 && (errno == EMFILE || errno == ENFILE)) {
        throw_errno(("cannot read " + file.string()).c_str());
    }
    struct stat status {};
    if (opened.fd() < 0 || ::fstat(opened.fd(), &status) != 0 || !S_ISREG(status.st_mode) ||
        static_cast<std::uintmax_t>(status.st_size) > most_bytes) {
        return std::nullopt;
    }
    Sha256 digest;
    std::array<char, 64 * 1024> block{};
    auto left = static_cast<std::size_t>(status.st_size); // 0 for the files of /proc, some without end
    while (left > 0) {
        const ssize_t got =
            retried([&] { return ::read(opened.fd(), block.data(), std::min(left, block.size())); });
        if (got < 0) {
            throw_errno(("cannot read " + file.string()).c_str());
        }
        if (got == 0) {
            break; // it was made shorter meanwhile
        }
        digest.add({block.data(), static_cast<std::size_t>(got)});
        left -= static_cast<std::size_t>(got);
    }
    return digest.digits();
}

std::string sha256_of_text(std::string_view text) {
    Sha256 digest;
    digest.add(text);
    return digest.digits();
}

} // namespace referee
