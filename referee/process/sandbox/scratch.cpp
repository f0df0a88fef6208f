#include "referee/process/sandbox/scratch.hpp"

#include "referee/process/sandbox/mounts.hpp"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace referee {
namespace {

/// Directories of the file system; each gets a place.
constexpr std::array kParts{"/tmp/0", "/tmp/1", "/tmp/2"};

} // namespace

static_assert(kParts.size() == Scratch::kMostPlaces);

/// The file system is mounted on /tmp for a moment, so that its directories can be taken.
bool Scratch::set_up(const std::vector<ScratchPlace>& places, const char* options,
                     std::vector<int>& kept) noexcept {
    std::array<int, kParts.size()> parts{};
    if (places.size() > parts.size() ||
        ::mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) {
        return false;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (::mkdir(kParts[i], 0755) != 0 ||
            (parts[i] = mounts::clone_of(kParts[i], mounts::Access::AsItIs)) < 0) {
            return false;
        }
    }
    if (::umount2("/tmp", MNT_DETACH) != 0) {
        return false;
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!put(parts[i], places[i], kept)) {
            return false;
        }
    }
    unused_ = use_of(places);
    return true;
}

bool Scratch::put(int mount, const ScratchPlace& place, std::vector<int>& kept) noexcept {
    for (std::size_t i = 0; i < place.kept.size(); ++i) {
        const ViewStep& step = place.kept[i];
        if (step.kind == ViewStep::Kind::Bind) {
            kept[i] = mounts::clone_of(step.at.c_str(), mounts::Access::AsItIs);
            if (kept[i] < 0) {
                return false;
            }
        }
    }
    if (!mounts::put(mount, place.at.c_str())) {
        return false;
    }
    for (std::size_t i = 0; i < place.kept.size(); ++i) {
        const ViewStep& step = place.kept[i];
        if (step.kind == ViewStep::Kind::Bind) {
            mounts::make_place(step.at.c_str(), step.is_file);
            if (!mounts::put(kept[i], step.at.c_str())) {
                return false;
            }
        } else if (::symlink(step.from.c_str(), step.at.c_str()) != 0) {
            return false;
        }
    }
    return true;
}

bool Scratch::refresh(const std::vector<ScratchPlace>& places, const char* options,
                      std::vector<int>& kept) noexcept {
    if (use_of(places) == unused_) {
        return true;
    }
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        if (::umount2(place->at.c_str(), MNT_DETACH) != 0) {
            return false;
        }
    }
    return set_up(places, options, kept);
}

Scratch::Use Scratch::use_of(const std::vector<ScratchPlace>& places) noexcept {
    struct statfs status {};
    if (::statfs(places.front().at.c_str(), &status) != 0) {
        return {};
    }
    Use use{.free_blocks = status.f_bfree, .free_files = status.f_ffree};
    for (std::size_t i = 0; i < places.size(); ++i) {
        constexpr std::int64_t kSecond = 1'000'000'000;
        struct stat place {};
        static_cast<void>(::stat(places[i].at.c_str(), &place));
        use.changed_ns[i] = std::int64_t{place.st_ctim.tv_sec} * kSecond + place.st_ctim.tv_nsec;
    }
    return use;
}

} // namespace referee
