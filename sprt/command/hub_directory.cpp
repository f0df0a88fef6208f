#include "sprt/command/hub_directory.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/store/disk_files.hpp"

#include <system_error>
#include <utility>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::Descriptor;
using referee::FileLock;
using referee::throw_errno;
using referee::UserError;
using remote::Hub;

constexpr const char* kInvitations = "invitations";
constexpr const char* kRunningFile = "running.lock";

std::string names_of(const Hub& hub) {
    const auto names = referee::texts_of(hub.people, &remote::Person::name);
    return names.empty() ? "nobody is invited" : fmt::format("invited are {}", fmt::join(names, ", "));
}

/// A directory without the slash at its end.
fs::path place_of(const fs::path& dir) {
    const fs::path place = dir.lexically_normal();
    return place.has_filename() ? place : place.parent_path();
}

/// A new directory beside another one, for its owner only. It is removed unless it has been renamed.
class Draft {
  public:
    explicit Draft(const fs::path& beside) {
        std::string name = beside.string() + ".XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) {
            throw_errno(("cannot make a directory beside " + beside.string()).c_str());
        }
        dir_ = name;
    }
    ~Draft() {
        std::error_code error;
        fs::remove_all(dir_, error);
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    [[nodiscard]] const fs::path& dir() const noexcept { return dir_; }

  private:
    fs::path dir_;
};

/// The people of `hub` without those that are revoked, and with `guests`, who have no key yet. Throws
/// UserError when nobody has a name to revoke, or somebody has one to invite.
std::vector<remote::Person> changed(const Hub& hub, const std::vector<std::string>& revoked,
                                    const std::vector<Guest>& guests) {
    Hub after = hub;
    for (const std::string& name : revoked) {
        if (std::erase_if(after.people, [&](const remote::Person& person) { return person.name == name; }) ==
            0) {
            throw UserError("--revoke: nobody is called {}; {}", name, names_of(after));
        }
    }
    for (const Guest& guest : guests) {
        if (const remote::Person* const person = after.find(guest.name)) {
            throw UserError("--invite: {} is invited already, as a {}; --revoke {} first", guest.name,
                            name(person->role), guest.name);
        }
        after.people.push_back({.name = guest.name, .role = guest.role, .nkey = ""});
    }
    return after.people;
}

} // namespace

bool is_hub(const fs::path& named) {
    const fs::path dir = place_of(named);
    const auto status = fs::status(dir);
    if (!fs::exists(status)) {
        return false;
    }
    if (!fs::is_directory(status)) {
        throw UserError("{} is a file; a hub needs a directory of its own", dir.string());
    }
    if (!fs::exists(fs::symlink_status(dir / kHubFile))) {
        if (!fs::is_empty(dir)) {
            throw UserError("{} is no hub, and has other files; a hub needs a directory of its own",
                            dir.string());
        }
        if (fs::is_symlink(fs::symlink_status(dir))) { // a directory cannot take the place of a link
            throw UserError("{} is a symbolic link to an empty directory; name {} itself", dir.string(),
                            fs::canonical(dir).string());
        }
        return false;
    }
    return true;
}

HubDirectory::HubDirectory(fs::path dir, Hub hub, const std::vector<Guest>& guests)
    : hub_(std::move(hub)) {
    const fs::path place = fs::absolute(place_of(dir));
    if (place.has_parent_path()) {
        fs::create_directories(place.parent_path());
    }
    const Draft draft(place);
    dir_ = draft.dir();
    lock_ = lock_directory(dir_, LOCK_EX);
    hub_.nobody = remote::new_nkey().public_key;
    if (hub_.is_encrypted) {
        const remote::ServerCertificate made = remote::new_certificate(hub_.reached.host);
        hub_.ca = made.ca;
        replace_file(dir_ / remote::kServerCertificateFile, made.certificate);
        replace_file(dir_ / remote::kServerKeyFile, made.key);
    }
    change({}, guests);
    fs::rename(dir_, place);
    dir_ = std::move(dir);
}

HubDirectory::HubDirectory(fs::path dir)
    : dir_(std::move(dir))
    , lock_(lock_directory(dir_, LOCK_EX)) {
    if (fs::is_symlink(fs::symlink_status(dir_ / kInvitations))) {
        throw UserError("{} is a link; invitations are in a directory of the hub",
                        (dir_ / kInvitations).string());
    }
    hub_ = remote::read_hub(dir_ / kHubFile);
}

fs::path HubDirectory::invitation(const std::string& name) const {
    return dir_ / kInvitations / (name + ".json");
}

void HubDirectory::change(const std::vector<std::string>& revoked, const std::vector<Guest>& guests) {
    if (revoked.empty() && guests.empty()) {
        return;
    }
    hub_.people = changed(hub_, revoked, guests);
    for (const std::string& name : revoked) {
        fs::remove(invitation(name));
    }
    for (remote::Person& person : hub_.people) {
        if (person.nkey.empty()) {
            invite(person);
        }
    }
    write();
}

void HubDirectory::invite(remote::Person& person) const {
    const remote::NkeyPair key = remote::new_nkey();
    person.nkey = key.public_key;
    fs::create_directory(dir_ / kInvitations);
    replace_file(invitation(person.name), to_text(remote::Invitation{.url = hub_.url(),
                                                                     .name = person.name,
                                                                     .role = person.role,
                                                                     .nkey_seed = key.seed,
                                                                     .ca = hub_.ca}));
}

void HubDirectory::write() const {
    replace_file(dir_ / kHubFile, to_text(hub_));
    replace_file(dir_ / kServerConfigFile, remote::server_config(hub_));
}

std::string HubDirectory::warning() const {
    return lock_.missing().empty()
               ? ""
               : lock_.missing() + "; nothing keeps two processes from changing the hub at once";
}

bool HubDirectory::begin_to_run() {
    constexpr unsigned kMode = 0600;
    const fs::path file = dir_ / kRunningFile;
    Descriptor opened = referee::open_plain(file, "a lock", O_RDWR | O_CREAT, kMode);
    if (opened.fd() < 0) {
        throw_errno(("cannot open " + file.string()).c_str());
    }
    running_ = FileLock(std::move(opened), LOCK_EX | LOCK_NB, file);
    if (running_.fd() < 0) {
        return false;
    }
    write(); // a crash may have come between the two files
    return true;
}

} // namespace sprt
