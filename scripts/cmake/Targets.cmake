# Options of every target of the project.

option(REFEREE_WARNINGS_AS_ERRORS "Treat warnings as errors" $ENV{CI})
option(REFEREE_SANITIZED "Built with a sanitizer: tests allow for more time" OFF)

function(set_common target)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
  # False warnings of GCC 12: overlapping copies in "literal" + std::string (GCC PR 105651), and uninitialized
  # variants when a partly constructed list is destroyed (GCC PR 105562).
  target_compile_options(${target} PRIVATE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>)
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
