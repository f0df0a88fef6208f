#include "sprt/remote/absence.hpp"

#include "sprt/remote/bus.hpp"

#include <fmt/format.h>

namespace sprt::remote {

std::string no_answer_yet(const std::string& server) {
    return fmt::format("no server answers at {} yet; trying for {} s", server, kServerPatience.count());
}

std::string no_more(const Address& address, const std::string& words) {
    return fmt::format("the server at {} lets {} in no more: {}", address.shown(), address.name, words);
}

std::string Absence::look(bool is_connected, Time now) {
    if (is_connected) {
        since_.reset();
        return std::exchange(is_told_, false) ? fmt::format("the server at {} answers again", server_) : "";
    }
    since_ = since_.value_or(now);
    if (is_told_ || now - *since_ < kPatience) {
        return "";
    }
    is_told_ = true;
    return fmt::format("the server at {} does not answer any more; waiting for it", server_);
}

} // namespace sprt::remote
