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
require(Eigen3 libeigen3-dev 3.4 NO_MODULE)
require(Threads g++)

# libseccomp does not describe itself to CMake.
find_path(SECCOMP_INCLUDE_DIR seccomp.h)
find_library(SECCOMP_LIBRARY seccomp)
mark_as_advanced(SECCOMP_INCLUDE_DIR SECCOMP_LIBRARY)
if(NOT SECCOMP_INCLUDE_DIR OR NOT SECCOMP_LIBRARY)
  message(FATAL_ERROR "libseccomp is missing: apt-get install libseccomp-dev (or run scripts/quickstart)")
endif()
add_library(Seccomp::Seccomp UNKNOWN IMPORTED)
set_target_properties(Seccomp::Seccomp PROPERTIES
  IMPORTED_LOCATION ${SECCOMP_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${SECCOMP_INCLUDE_DIR})
