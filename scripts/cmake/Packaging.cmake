# Installs documentation, completions and manual pages, and describes the Debian package, which `cpack -G DEB` in the
# build directory or scripts/package/deb makes.

set(package_dir ${CMAKE_SOURCE_DIR}/scripts/package)

install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png")

# Bash loads the file that has the name of the command. Zsh reads the commands from the file, which it finds in the
# directory of Debian's packages below /usr and in site-functions below /usr/local.
foreach(program referee sprt)
  install(FILES ${package_dir}/completions/referee.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
endforeach()
install(CODE "
  set(zsh_place site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(zsh_place vendor-completions)
  endif()
  file(INSTALL \"${package_dir}/completions/_referee\"
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${zsh_place}\")")

# Python makes the manual pages from the --help of the programs. Without Python there are none: playing needs no Python.
find_package(Python3 3.11 QUIET COMPONENTS Interpreter)
if(Python3_FOUND AND NOT REFEREE_SANITIZED)
  get_property(agents DIRECTORY agents PROPERTY BUILDSYSTEM_TARGETS)
  foreach(agent ${agents})
    get_target_property(type ${agent} TYPE)
    if(NOT type STREQUAL EXECUTABLE)
      list(REMOVE_ITEM agents ${agent})
    endif()
  endforeach()
  list(TRANSFORM agents REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE agent_files)
  string(TIMESTAMP today "%Y-%m-%d" UTC)
  set(man_dir ${CMAKE_BINARY_DIR}/man)
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/man.stamp
    COMMAND ${Python3_EXECUTABLE} -B ${package_dir}/man.py --out ${man_dir} --version ${PROJECT_VERSION} --date ${today}
      --statuses ${CMAKE_SOURCE_DIR}/docs/commands.md --agents ${agent_files} --
      $<TARGET_FILE:referee> $<TARGET_FILE:sprt>
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/man.stamp
    DEPENDS referee sprt ${agents} ${package_dir}/man.py ${package_dir}/help_text.py
      ${CMAKE_SOURCE_DIR}/docs/commands.md
    COMMENT "Manual pages" VERBATIM)
  add_custom_target(man ALL DEPENDS ${CMAKE_BINARY_DIR}/man.stamp)
  install(DIRECTORY ${man_dir}/ DESTINATION ${CMAKE_INSTALL_MANDIR})
else()
  message(STATUS "No manual pages: they are made by Python 3.11 from programs without sanitizers")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The referee authors")
set(CPACK_PACKAGE_CONTACT "The referee authors <authors@referee.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/scripts/cmake/DebianFiles.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # by dpkg-shlibdeps: what the programs are linked to, as of which version
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Plays two programs for Ataxx, Connect Four or Tic-Tac-Toe against each other until a
sequential probability ratio test says which is stronger. Whatever an agent
does (crash, hang, flood, cheat), it loses its game and the run goes on.
Agents to start from, configurations and documentation are included.")
include(CPack)
