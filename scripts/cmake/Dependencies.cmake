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

# The tables of chess. Fathom describes itself neither to CMake nor to pkg-config.
set(REFEREE_FATHOM AUTO CACHE STRING "Syzygy tables, by libfathom: ON, OFF, or AUTO: when it is there")
set_property(CACHE REFEREE_FATHOM PROPERTY STRINGS AUTO ON OFF)
if(REFEREE_FATHOM)
  find_path(FATHOM_INCLUDE_DIR tbprobe.h)
  find_library(FATHOM_LIBRARY fathom)
  mark_as_advanced(FATHOM_INCLUDE_DIR FATHOM_LIBRARY)
  if(FATHOM_INCLUDE_DIR AND FATHOM_LIBRARY)
    add_library(Fathom::Fathom UNKNOWN IMPORTED)
    set_target_properties(Fathom::Fathom PROPERTIES
      IMPORTED_LOCATION ${FATHOM_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${FATHOM_INCLUDE_DIR})
  elseif(NOT REFEREE_FATHOM STREQUAL "AUTO")
    message(FATAL_ERROR "libfathom is missing: apt-get install libfathom-dev (or configure with -DREFEREE_FATHOM=AUTO)")
  endif()
endif()

# Runs over many machines.
set(REFEREE_NATS AUTO CACHE STRING "Runs over many machines, by libnats: ON, OFF, or AUTO: when it is there")
set_property(CACHE REFEREE_NATS PROPERTY STRINGS AUTO ON OFF)
if(REFEREE_NATS)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(NATS QUIET IMPORTED_TARGET libnats)
  endif()
  if(NATS_FOUND)
    add_library(Nats::Nats ALIAS PkgConfig::NATS)
  elseif(NOT REFEREE_NATS STREQUAL "AUTO")
    message(FATAL_ERROR "libnats is missing: apt-get install libnats-dev pkg-config (or configure with -DREFEREE_NATS=AUTO)")
  endif()
endif()
