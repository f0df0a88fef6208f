# The libraries, each from a Debian package; scripts/quickstart and scripts/test install what is missing.

if(POLICY CMP0167) # Boost describes itself to CMake; newer CMakes have no FindBoost
  cmake_policy(SET CMP0167 NEW)
endif()

macro(require package debian_package)
  find_package(${package} ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} is missing: apt-get install ${debian_package} (or run scripts/quickstart)")
  endif()
endmacro()

require(Boost "libboost-dev, or libboost1.81-dev on Debian 12" 1.81)
require(fmt libfmt-dev)
require(CLI11 libcli11-dev)
require(nlohmann_json nlohmann-json3-dev)
require(pugixml libpugixml-dev)
require(OpenSSL libssl-dev COMPONENTS Crypto)
require(Threads g++)
