# The libraries, each from a Debian 12 package; scripts/quickstart and scripts/test install what is missing.

macro(require package debian_package)
  find_package(${package} ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} is missing: apt-get install ${debian_package} (or run scripts/quickstart)")
  endif()
endmacro()

require(Boost libboost1.81-dev 1.81)
require(fmt libfmt-dev)
require(CLI11 libcli11-dev)
require(nlohmann_json nlohmann-json3-dev)
require(pugixml libpugixml-dev)
require(OpenSSL libssl-dev COMPONENTS Crypto)
require(Threads g++)
