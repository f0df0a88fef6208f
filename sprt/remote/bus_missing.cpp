// The connection of a program that was built without NATS.

#include "referee/base/user_error.hpp"
#include "sprt/remote/bus.hpp"

namespace sprt::remote {

void expect_nats() {
    throw referee::UserError("built without NATS, as the archives of releases are: install libnats-dev and "
                             "build again, or take the Debian package");
}

struct Bus::Connection {};

// NOLINTBEGIN(performance-unnecessary-value-param): as the connection that is there has them
Bus::Bus(const Address& /*address*/, BusEvents /*events*/, std::chrono::milliseconds /*patience*/,
         const referee::StopToken& /*stop*/) {
    expect_nats();
}

Bus::~Bus() = default;

void Bus::publish(const std::string& /*subject*/, std::string_view /*data*/, const std::string& /*reply*/) {}

void Bus::publish_part(const std::string& /*subject*/, std::string_view /*data*/, std::uint64_t /*bytes*/) {}

std::unique_ptr<Bus::Subscription> Bus::subscribe(const std::string& /*subject*/, Receive /*receive*/) {
    return nullptr;
}

// NOLINTEND(performance-unnecessary-value-param)

void Bus::flush(std::chrono::milliseconds /*patience*/) {}

bool Bus::is_connected() const noexcept {
    return false;
}

std::size_t Bus::most_bytes() const {
    return 0;
}

} // namespace sprt::remote
