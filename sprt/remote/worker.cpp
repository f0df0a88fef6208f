#include "sprt/remote/worker.hpp"

#include "referee/base/console.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include <poll.h>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;
using referee::StopToken;

constexpr auto kForAllOffers = 1200ms; // a coordinator that just made an offer answers a second later
constexpr auto kSpeedHolds = 1h;       // then it is measured anew
constexpr int kTickMs = 100;
constexpr std::uint64_t kMostJobBytes = 1 << 20;
constexpr std::size_t kMostOffers = 1000; // further runs are not heard; those that were stay
constexpr std::ptrdiff_t kMostOffersOfOne = 100;
constexpr std::size_t kMostRefusals = 24; // that are told

/// Whether version `mine` is at least `wanted`; both are numbers between dots. What is no version is no need.
bool is_at_least(std::string_view mine, std::string_view wanted) {
    const auto numbers_of = [](std::string_view text) {
        std::array<int, 3> numbers{};
        for (int& number : numbers) {
            const auto dot = std::min(text.find('.'), text.size());
            std::from_chars(text.data(), text.data() + dot, number);
            text.remove_prefix(std::min(dot + 1, text.size()));
        }
        return numbers;
    };
    return numbers_of(mine) >= numbers_of(wanted);
}

/// A text of a coordinator, as people see it.
std::string shown(const std::string& text) {
    constexpr std::size_t kMostShown = 500; // bytes
    return referee::to_printable(text, kMostShown);
}

} // namespace

Worker::Worker(const Address& address, WorkerSettings settings, Prepare prepare, const StopToken& stop)
    : address_(address)
    , settings_(std::move(settings))
    , prepare_(std::move(prepare))
    , absence_(address_.shown())
    , choice_(static_cast<std::uint64_t>(settings_.cores), referee::random_seed()) {
    BusEvents events;
    events.on_no_answer = [this] { settings_.say(no_answer_yet(address_.shown())); };
    events.on_back = [this] {
        const std::scoped_lock lock(mutex_);
        ++connections_;
        news_.signal();
    };
    events.on_refusal = [this](const std::string& words) {
        settings_.say("warning: the server refused what a worker does: " + words);
    };
    events.on_end = [this](const std::string& words) {
        const std::scoped_lock lock(mutex_);
        refusal_ = words;
        news_.signal();
    };
    bus_ = std::make_unique<Bus>(address_, std::move(events), kServerPatience, stop);
    subscription_ =
        bus_->subscribe("referee.1.offer.>", [this](const BusMessage& message) { note_offer(message); });
    bus_->publish("referee.1.roll", "");
    asked_ = Clock::now();
}

void Worker::note_offer(const BusMessage& message) {
    const std::string_view subject = message.subject;
    const auto run =
        subject.starts_with(kOfferSubjects) ? run_of(subject.substr(kOfferSubjects.size())) : std::nullopt;
    if (!run || (!settings_.only.empty() && !settings_.only.contains(run->coordinator))) {
        return;
    }
    try {
        Offer offer = read_offer(message.data);
        const std::scoped_lock lock(mutex_);
        const auto is_its = [&](const auto& entry) { return entry.first.coordinator == run->coordinator; };
        if (offers_.contains(*run) ||
            (offers_.size() < kMostOffers && std::ranges::count_if(offers_, is_its) < kMostOffersOfOne)) {
            if (const std::string why = why_unfit(offer); !why.empty() && offer.state == OfferState::Open &&
                                                          told_unfit_.size() < kMostRefusals &&
                                                          told_unfit_.insert(*run).second) {
                settings_.say(fmt::format("{} of {} is not for this worker: it needs {}", shown(offer.name),
                                          run->coordinator, why));
            }
            offers_[*run] = {std::move(offer), Clock::now()};
            news_.signal();
        }
    } catch (const referee::UserError& error) { // not an offer, or one of another version
        if (told_of_.size() < kMostRefusals && told_of_.insert(run->coordinator).second) {
            settings_.say(
                fmt::format("warning: an offer of {} is refused: {}", run->coordinator, shown(error.what())));
        }
    }
}

/// What `offer` needs and this worker has not; empty: nothing.
std::string Worker::why_unfit(const Offer& offer) const {
    const Needs& needs = offer.needs;
    if (needs.machine != settings_.machine) {
        return fmt::format("a machine of type {}, and this one is {}", shown(needs.machine),
                           settings_.machine);
    }
    if (needs.cores > settings_.cores) {
        return fmt::format("{} for a game, and this worker has {}",
                           referee::counted(static_cast<std::uint64_t>(needs.cores), "core"),
                           settings_.cores);
    }
    return is_at_least(settings_.version, needs.version)
               ? ""
               : fmt::format("version {}, and this is {}", shown(needs.version), settings_.version);
}

std::optional<HeardOffer> Worker::heard(const RunKey& run) {
    const std::scoped_lock lock(mutex_);
    forget_gone(offers_, bus_->is_connected(), Clock::now());
    const auto found = offers_.find(run);
    return found == offers_.end() ? std::nullopt : std::optional(found->second);
}

/// The runs that this worker could serve. Under the lock.
std::vector<ServableRun> Worker::possible_runs() const {
    std::vector<ServableRun> runs;
    for (const auto& [run, its] : offers_) {
        const Offer& offer = its.offer;
        if (offer.state == OfferState::Open && why_unfit(offer).empty() &&
            !refused_.contains({run, offer.epoch})) {
            runs.push_back({.run = run, .slots = offer.slots, .share = offer.share, .is_ready = offer.ready});
        }
    }
    return runs;
}

void Worker::hear() {
    const std::scoped_lock lock(mutex_);
    const Time now = Clock::now();
    forget_gone(offers_, bus_->is_connected(), now);
    for (const auto& [run, epoch] : refused_) {
        const auto its = offers_.find(run);
        has_served_one_ =
            has_served_one_ || (its != offers_.end() && its->second.offer.state == OfferState::Ended);
    }
    choice_.hear(possible_runs(), now);
}

std::optional<std::pair<RunKey, Offer>> Worker::choose() {
    hear();
    const auto run = choice_.choose(Clock::now());
    const auto its = run ? heard(*run) : std::nullopt;
    return its ? std::optional(std::pair(*run, its->offer)) : std::nullopt;
}

/// Empty when times do not depend on it.
std::optional<double> Worker::speed_for(PreparedJob& job) {
    if (!job.scales_time()) {
        return std::nullopt;
    }
    if (!speed_ || measured_slots_ != job.slots() || Clock::now() - measured_ >= kSpeedHolds) {
        speed_ = job.measure_speed();
        measured_slots_ = job.slots();
        measured_ = Clock::now();
        settings_.say(fmt::format("This machine is measured: {:.3f} million nodes/s", *speed_));
    }
    return speed_;
}

/// Whether the coordinator still says that the run is not over.
bool Worker::is_offered(const RunKey& run) {
    const auto its = heard(run);
    return !refusal() && its && its->offer.state != OfferState::Ended;
}

void Worker::wait_for_news(const StopToken& stop) {
    std::array<pollfd, 2> descriptors{pollfd{.fd = stop.fd, .events = POLLIN, .revents = 0},
                                      pollfd{.fd = news_.fd(), .events = POLLIN, .revents = 0}};
    static_cast<void>(::poll(descriptors.data(), descriptors.size(), kTickMs));
    referee::pass_on_output();
    if (const std::string news = absence_.look(bus_->is_connected(), Clock::now()); !news.empty()) {
        settings_.say(news);
    }
}

void Worker::serve(const StopToken& first, const std::function<bool()>& second) {
    while (!is_leaving_ && !first.requested() && !(settings_.ends_after_run && has_served_one_)) {
        news_.clear();
        const bool has_heard_all = Clock::now() - asked_ >= kForAllOffers;
        if (const auto chosen = has_heard_all ? choose() : std::nullopt) {
            serve_run(chosen->first, chosen->second, first, second);
        } else {
            wait_for_news(first);
        }
        if (const auto words = refusal()) {
            throw NoServer(no_more(address_, *words));
        }
    }
}

std::optional<std::string> Worker::refusal() {
    const std::scoped_lock lock(mutex_);
    return refusal_;
}

/// Whether other runs should have this worker, or its speed must be measured anew.
bool Worker::is_time_to_move_on(const Service& service, bool uses_speed) {
    const Time now = Clock::now();
    const auto idle_since = service.progress().idle_since;
    const bool is_idle = idle_since && now - *idle_since >= kIdle;
    return choice_.leaves(is_idle, now) || (uses_speed && now - measured_ >= kSpeedHolds);
}

void Worker::serve_run(const RunKey& run, const Offer& offer, const StopToken& first,
                       const std::function<bool()>& second) {
    BlobReader reader(*bus_, run, address_.name, [&] { return !first.requested() && is_offered(run); });
    const std::string name = shown(offer.name);
    std::unique_ptr<PreparedJob> job;
    std::string why_not;
    try {
        const auto bytes = reader.read(offer.job, kMostJobBytes);
        if (bytes) {
            job = prepare_(*bytes, [&](const std::string& sha256, std::uint64_t most_bytes) {
                return reader.read(sha256, most_bytes);
            });
        }
        if (!job) {
            return; // the run ended, or this worker leaves
        }
        settings_.say(fmt::format("{} of {}: {} at once", name, run.coordinator,
                                  referee::counted(static_cast<std::uint64_t>(job->slots()), "game")));
    } catch (const CannotPlay& reason) {
        why_not = reason.what();
        settings_.say(
            fmt::format("{} of {} cannot be played here: {}", name, run.coordinator, shown(why_not)));
    }
    const std::optional<double> speed = job ? speed_for(*job) : std::nullopt;
    Service service(*bus_, run, address_.name, offer.epoch, job.get(), why_not, settings_.machine_json,
                    speed);
    bool moves_on = false;
    std::uint64_t connections = 0;
    std::uint64_t lost_answers = offer.lost_answers;
    while (!service.progress().is_over) {
        wait_for_news(is_leaving_ ? StopToken{} : first);
        news_.clear();
        service.say_alive();
        if (!is_leaving_ && first.requested()) {
            is_leaving_ = true;
            service.leave();
            if (second()) { // asked before it is told: from then on another signal counts
                service.give_back();
            }
            settings_.say("The pairs in play are finished; a second signal gives them back.");
        } else if (is_leaving_ && second()) {
            service.give_back();
        }
        {
            const std::scoped_lock lock(mutex_);
            if (std::exchange(connections, connections_) != connections_) {
                service.ask_again();
            }
        }
        hear();
        if (!moves_on && !is_leaving_ && bus_->is_connected() &&
            is_time_to_move_on(service, speed.has_value())) {
            moves_on = true;
            service.leave();
        }
        const auto now = heard(run);
        if (now && std::exchange(lost_answers, now->offer.lost_answers) != now->offer.lost_answers) {
            service.ask_again();
        }
        const bool is_other = !now || now->offer.epoch != offer.epoch ||
                              now->offer.state == OfferState::Ended ||
                              now->offer.state == OfferState::Waiting;
        if (refusal() || is_other) {
            service.end();
        }
    }
    const auto last = heard(run);
    const Service::Progress done = service.progress();
    const bool has_ended =
        done.state == OfferState::Ended || (last && last->offer.state == OfferState::Ended);
    if (done.state == OfferState::Unwelcome || !job) {
        const std::scoped_lock lock(mutex_);
        refused_.insert({run, offer.epoch});
    }
    if (!done.why_unwelcome.empty() && job) {
        settings_.say(fmt::format("{} of {} gives this worker no games: {}", name, run.coordinator,
                                  shown(done.why_unwelcome)));
    }
    if (has_ended) {
        const std::scoped_lock lock(mutex_);
        offers_.erase(run);
    }
    has_served_one_ = has_served_one_ || has_ended;
    if (done.games_cut > 0) {
        settings_.say(
            fmt::format("warning: {} of {}: pv and line of {} are left out: too long for the server", name,
                        run.coordinator, referee::counted(done.games_cut, "game")));
    }
    if (job) {
        settings_.say(fmt::format("{} of {}: {} played{}", name, run.coordinator,
                                  referee::counted(done.games, "game"),
                                  has_ended ? "; the run has ended" : ""));
    }
}

} // namespace sprt::remote
