# Installs documentation, completions, manual pages and the gate, and describes the Debian package and the archive of static
# programs. scripts/package/deb and scripts/package/tarball make them, by `cpack -G DEB` and `cpack -G TGZ`.

set(package_dir ${CMAKE_SOURCE_DIR}/scripts/package)

install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png")

install(PROGRAMS scripts/ci/gate DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME referee-gate)

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

# help2man makes the manual pages from the help of the programs. Without it there are none.
find_program(HELP2MAN help2man)
mark_as_advanced(HELP2MAN)
if(HELP2MAN AND NOT REFEREE_SANITIZED)
  get_property(agents DIRECTORY agents PROPERTY BUILDSYSTEM_TARGETS)
  foreach(agent ${agents})
    get_target_property(type ${agent} TYPE)
    if(NOT type STREQUAL EXECUTABLE)
      list(REMOVE_ITEM agents ${agent})
    endif()
  endforeach()
  set(man_dir ${CMAKE_BINARY_DIR}/man)
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/man.stamp
    COMMAND ${package_dir}/man ${man_dir} ${PROJECT_VERSION} $<TARGET_FILE_DIR:sprt>
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/man.stamp
    DEPENDS referee sprt ${agents} scripts/ci/gate ${package_dir}/man ${CMAKE_SOURCE_DIR}/docs/commands.md
    COMMENT "Manual pages" VERBATIM)
  add_custom_target(man ALL DEPENDS ${CMAKE_BINARY_DIR}/man.stamp)
  install(DIRECTORY ${man_dir}/ DESTINATION ${CMAKE_INSTALL_MANDIR})
else()
  message(STATUS "No manual pages: help2man makes them, from programs without sanitizers")
endif()

# The programs of the archive: the objects of referee and sprt, linked with all libraries in them, that of C too. Debian has
# no static library of NATS and of Fathom, so that these programs are without, and none of fmt.
foreach(library crypto seccomp pugixml z zstd) # newer libcrypto.a need the last two
  find_library(STATIC_${library} lib${library}.a)
  mark_as_advanced(STATIC_${library})
  list(APPEND static_libraries ${STATIC_${library}})
endforeach()
list(FILTER static_libraries EXCLUDE REGEX NOTFOUND)
if(NOT REFEREE_SANITIZED)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES -static ${static_libraries})
  unset(REFEREE_STATIC CACHE) # libraries may have been installed since
  check_cxx_source_compiles("
    #include <openssl/evp.h>
    #include <pugixml.hpp>
    #include <seccomp.h>
    int main() { pugi::xml_document text; return EVP_MD_CTX_new() == nullptr || seccomp_init(0) == nullptr; }" REFEREE_STATIC)
endif()
if(REFEREE_STATIC)
  add_library(static_fmt OBJECT EXCLUDE_FROM_ALL ${package_dir}/fmt.cpp)
  target_link_libraries(static_fmt PRIVATE fmt::fmt)
  get_property(rooms DIRECTORY referee PROPERTY BUILDSYSTEM_TARGETS)
  get_property(rooms_of_sprt DIRECTORY sprt PROPERTY BUILDSYSTEM_TARGETS)
  list(APPEND rooms ${rooms_of_sprt})
  list(FILTER rooms INCLUDE REGEX _)
  list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  foreach(program referee sprt)
    add_executable(static_${program} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${program}> $<TARGET_OBJECTS:static_fmt>)
    set_target_properties(static_${program} PROPERTIES
      LINKER_LANGUAGE CXX OUTPUT_NAME ${program} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/static)
    # The linker warns of functions of OpenSSL that would look for host names and plugins, which nobody calls.
    target_link_options(static_${program} PRIVATE -static LINKER:--gc-sections,--no-warnings)
    target_link_libraries(static_${program} PRIVATE -Wl,--start-group ${rooms} ${static_libraries} -Wl,--end-group)
    if(TARGET Fathom::Fathom)
      target_sources(static_${program} PRIVATE referee/game/adjudication/tablebase_missing.cpp) # as bus_missing.cpp below
    endif()
    set_common(static_${program})
    install(TARGETS static_${program} DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT static EXCLUDE_FROM_ALL)
  endforeach()
  if(TARGET Nats::Nats)
    target_sources(static_sprt PRIVATE sprt/remote/bus_missing.cpp) # found first, so that bus.cpp of the room is not linked
  endif()
  install(FILES ${package_dir}/archive.md DESTINATION . RENAME README.md COMPONENT static EXCLUDE_FROM_ALL)
  set(licenses libboost*-dev libc6-dev libcli11-dev libeigen3-dev libfmt-dev libpugixml-dev libseccomp-dev libssl-dev
    libstdc++-*-dev nlohmann-json3-dev)
  list(TRANSFORM licenses REPLACE "(.+)" "/usr/share/doc/\\1/copyright")
  file(GLOB licenses ${licenses})
  foreach(license ${licenses})
    cmake_path(GET license PARENT_PATH package)
    cmake_path(GET package FILENAME package)
    install(FILES ${license} DESTINATION ${CMAKE_INSTALL_DOCDIR}/libraries RENAME ${package}
      COMPONENT static EXCLUDE_FROM_ALL)
  endforeach()
  add_custom_target(static DEPENDS static_referee static_sprt)
  if(BUILD_TESTING)
    set_target_properties(static PROPERTIES EXCLUDE_FROM_ALL OFF)
  endif()
else()
  message(STATUS "No archive of static programs: it takes libcrypto.a, what that needs, libseccomp.a and libpugixml.a")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_FILE_NAME referee-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}) # of the archive
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/scripts/cmake/PackageKinds.cmake)
set(CPACK_PACKAGE_VENDOR "The referee authors")
set(CPACK_PACKAGE_CONTACT "The referee authors <authors@referee.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/scripts/cmake/PackageFiles.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, git") # for referee-gate
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # by dpkg-shlibdeps: what the programs are linked to, as of which version
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Plays two programs for Ataxx, Connect Four or Tic-Tac-Toe against each other until a
sequential probability ratio test says which is stronger. Whatever an agent
does (crash, hang, flood, cheat), it loses its game and the run goes on.
Agents to start from, configurations and documentation are included.")
include(CPack)
