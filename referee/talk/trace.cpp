#include "referee/talk/trace.hpp"

#include "referee/base/text.hpp"

namespace referee {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

} // namespace

void Trace::begin(PerSide<int> agents) {
    agents_ = agents;
    begin_ = SteadyTime::now();
    text_.clear();
    is_full_ = false;
}

void Trace::add(char direction, Side side, std::string_view bytes) {
    if (!kept_ || is_full_) {
        return;
    }
    const auto since_begin = std::chrono::nanoseconds(SteadyTime::now() - begin_).count();
    std::string head = std::to_string(since_begin);
    head.insert(0, head.size() < 12 ? 12 - head.size() : 0, ' ');
    head += ' ';
    head += direction;
    head += ' ' + std::to_string(agents_[side]) + ' ';
    while (!bytes.empty() && !is_full_) {
        const auto newline = bytes.find('\n');
        text_ += head + to_printable(bytes.substr(0, newline), kMostBytes);
        text_ += newline == std::string_view::npos ? " (no newline)\n" : "\n";
        bytes.remove_prefix(newline == std::string_view::npos ? bytes.size() : newline + 1);
        if (text_.size() > kMostBytes) {
            text_ += "(the rest was not kept)\n";
            is_full_ = true;
        }
    }
}

} // namespace referee
