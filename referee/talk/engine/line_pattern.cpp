#include "referee/talk/engine/line_pattern.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <array>

#include <regex.h>

namespace referee::engine {

struct LinePattern::Compiled {
    explicit Compiled(const std::string& expression) {
        const int error = ::regcomp(&regex, expression.c_str(), REG_EXTENDED | REG_NOSUB);
        if (error != 0) {
            std::array<char, 128> why{};
            ::regerror(error, &regex, why.data(), why.size());
            throw UserError("'" + to_printable(expression) +
                            "' is no extended regular expression: " + why.data());
        }
    }
    ~Compiled() { ::regfree(&regex); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    regex_t regex{};
};

LinePattern::LinePattern(const std::string& expression) {
    if (expression.find('\0') != std::string::npos) {
        throw UserError("'" + to_printable(expression) + "' is no regular expression: it has a byte 0");
    }
    compiled_ = std::make_shared<const Compiled>(expression);
}

bool LinePattern::matches(std::string_view line) const {
    const std::string text(line.substr(0, line.find('\0')));
    return ::regexec(&compiled_->regex, text.c_str(), 0, nullptr, 0) == 0;
}

} // namespace referee::engine
