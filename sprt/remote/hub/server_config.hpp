#pragma once
// The configuration of a hub's nats-server: who may come, and what each may publish and read.
// Source: docs/many-machines.md, "Trust"; docs.nats.io, "Configuration", "Authorization".

#include "sprt/remote/hub/hub_file.hpp"

#include <string>
#include <vector>

namespace sprt::remote {

/// In the directory of server.conf, in which the server runs.
inline constexpr const char* kServerCertificateFile = "server.crt";
inline constexpr const char* kServerKeyFile = "server.key";

/// Subjects of NATS, with its wildcards.
struct Permissions {
    std::vector<std::string> publish;
    std::vector<std::string> subscribe;
    bool answers = false; ///< also one answer to each request that it gets, for a minute
};

/// What `person` may do, and no more.
[[nodiscard]] Permissions permissions_of(const Person& person);

/// The text of server.conf. A server without users lets everybody in, so that `nobody` is always one of them.
[[nodiscard]] std::string server_config(const Hub& hub);

} // namespace sprt::remote
