# Options of every target of the project.

option(REFEREE_WARNINGS_AS_ERRORS "Treat warnings as errors" $ENV{CI})
option(REFEREE_SANITIZED "Built with a sanitizer: tests allow for more time" OFF)
set(sanitizer_calls $<$<BOOL:${REFEREE_SANITIZED}>:-fsanitize-address-outline-instrumentation>)

function(set_common target)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
  # False warnings of GCC: copies within std::string that would overlap or overflow (GCC PR 105651), which it gives for
  # precompiled headers above all; before GCC 13 uninitialized variants when a partly constructed list is destroyed (GCC
  # PR 105562). The address sanitizer finds real ones.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>)
  if(REFEREE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# A room: a static library of its own sources; LINKS are other rooms and libraries.
function(add_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINKS})
  set_common(${name})
endfunction()

function(add_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE REFEREE_VERSION="${PROJECT_VERSION}")
  set_common(${name})
endfunction()

# Most of the time of a build goes into headers of the standard library and of nlohmann_json. Two things save it, and
# clang-tidy reads the sources without either, so a source includes what it uses all the same:
# - CMAKE_UNITY_BUILD compiles up to 16 sources of a room as one, but for the preset debug. Local names must differ
#   within a room, and within the tests of a room.
# - Sets of headers are compiled once, and rooms share the result.

# add_shared_headers(name HEADERS ... LINKS ...)
function(add_shared_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LINKS" ${ARGN})
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
  set_common(${name})
endfunction()

# share_headers(name TARGET ...): these targets use the set.
function(share_headers name)
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endforeach()
endfunction()

# optimize_less(FLAG TARGET ...): -O1 for rooms that wait for people or for the disk, -O2 for what reads and writes games; what
# computes keeps -O3. A set of headers is compiled in the same way as its rooms: GCC 13 and later require it. The address
# sanitizer's checks are calls here: a seventh of the time of compiling goes; what computes has them inline.
function(optimize_less flag)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${flag}> ${sanitizer_calls})
  endforeach()
endfunction()

set(std_headers <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span>
  <string> <string_view> <system_error> <utility> <variant> <vector>)
add_shared_headers(plain_headers HEADERS ${std_headers})
add_shared_headers(json_headers HEADERS ${std_headers} <fmt/format.h> <nlohmann/json.hpp>
  LINKS fmt::fmt nlohmann_json::nlohmann_json)
add_shared_headers(command_headers HEADERS ${std_headers} <fmt/format.h> <nlohmann/json.hpp>
  LINKS fmt::fmt nlohmann_json::nlohmann_json)
optimize_less(-O2 json_headers)
optimize_less(-O1 command_headers)
