#pragma once
// What a coordinator tells those who watch its run. Pure: the caller says what time it is, and sends what
// comes out. What is too much is left out: watching costs the run little, however fast it is.
// Source: docs/many-machines.md, "Watching".

#include "sprt/remote/desk.hpp"
#include "sprt/remote/watch/rate.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

class Events {
  public:
    static constexpr std::size_t kGamesPerSecond = 20;
    static constexpr std::size_t kWorkersPerSecond = 20;

    /// `subject`: `referee.1.event.COORDINATOR.RUN`.
    explicit Events(std::string subject)
        : subject_(std::move(subject)) {}

    /// A game was counted; `line` makes its line of the log. It is left out when too many came in this
    /// second.
    void note_game(const std::function<std::string()>& line, Time now);
    /// What is known of a worker now: told when it changed, the latest only.
    void note_worker(const std::string& worker, std::string text);
    /// What the run came to so far: told when it changed, the latest only, once a second and at the end.
    void note_standing(std::string text);
    /// Somebody new watches: workers and standing are told anew.
    void repeat();

    /// What is to be sent now.
    [[nodiscard]] std::vector<Post> take(Time now);
    /// The same at the end of the session.
    [[nodiscard]] std::vector<Post> take_last(Time now);

  private:
    std::string subject_;
    Rate games_{kGamesPerSecond};
    Rate workers_{kWorkersPerSecond};
    Rate standings_{1};
    std::vector<Post> posts_;
    std::map<std::string, std::string> of_worker_;
    std::deque<std::string> changed_; ///< workers to tell of, the first ones first; each once
    std::string standing_;
    bool must_tell_standing_ = false;
};

} // namespace sprt::remote
