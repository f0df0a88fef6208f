#include "sprt/remote/watch/events.hpp"

#include <algorithm>
#include <utility>

namespace sprt::remote {

void Events::note_game(const std::function<std::string()>& line, Time now) {
    if (!games_.take(now)) {
        return;
    }
    std::string text = line();
    if (text.size() <= kMostBytes) {
        posts_.push_back({subject_ + ".game", std::move(text)});
    }
}

void Events::note_worker(const std::string& worker, std::string text) {
    std::string& last = of_worker_[worker];
    if (last == text) {
        return;
    }
    last = std::move(text);
    if (std::ranges::find(changed_, worker) == changed_.end()) {
        changed_.push_back(worker);
    }
}

void Events::note_standing(std::string text) {
    if (standing_ != text) {
        standing_ = std::move(text);
        must_tell_standing_ = true;
    }
}

void Events::repeat() {
    for (const auto& [worker, text] : of_worker_) {
        if (std::ranges::find(changed_, worker) == changed_.end()) {
            changed_.push_back(worker);
        }
    }
    must_tell_standing_ = !standing_.empty();
}

std::vector<Post> Events::take(Time now) {
    while (!changed_.empty() && workers_.take(now)) {
        posts_.push_back({subject_ + ".worker", of_worker_.at(changed_.front())});
        changed_.pop_front();
    }
    if (must_tell_standing_ && standings_.take(now)) {
        posts_.push_back({subject_ + ".standing", standing_});
        must_tell_standing_ = false;
    }
    return std::exchange(posts_, {});
}

std::vector<Post> Events::take_last(Time now) {
    std::vector<Post> posts = take(now);
    if (std::exchange(must_tell_standing_, false)) {
        posts.push_back({subject_ + ".standing", standing_});
    }
    return posts;
}

} // namespace sprt::remote
