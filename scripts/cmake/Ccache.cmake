# ccache is used when it is installed, unless CMAKE_CXX_COMPILER_LAUNCHER is set (to nothing: no ccache).

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE ccache)
  mark_as_advanced(CCACHE)
  if(CCACHE)
    # Without these ccache does not cache files that use a precompiled header (its manual, "Precompiled headers").
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
    message(STATUS "ccache is used (${CCACHE})")
  endif()
endif()
