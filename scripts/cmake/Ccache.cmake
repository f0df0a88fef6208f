# ccache is used when it is installed, unless CMAKE_CXX_COMPILER_LAUNCHER is set (to nothing: no ccache).

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE ccache)
  mark_as_advanced(CCACHE)
  if(CCACHE)
    # ccache takes precompiled headers only when it may be that lax (its manual, "Precompiled headers").
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
    message(STATUS "ccache is used (${CCACHE})")
  endif()
endif()
