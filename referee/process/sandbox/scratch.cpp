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
constexpr std::array<const char*, 3> kParts{"/tmp/0", "/tmp/1", "/tmp/2"};

} // namespace

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
    unused_ = use_of(places.front().at.c_str());
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
    if (use_of(places.front().at.c_str()) == unused_) {
        return true;
    }
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        if (::umount2(place->at.c_str(), MNT_DETACH) != 0) {
            return false;
        }
    }
    return set_up(places, options, kept);
}

Scratch::Use Scratch::use_of(const char* path) noexcept {
    struct statfs status {};
    if (::statfs(path, &status) != 0) {
        return {};
    }
    return {status.f_bfree, status.f_ffree};
}

} // namespace referee
