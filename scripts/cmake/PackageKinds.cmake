# CPack reads this for each kind of package: the archive has the static programs in place of the others.

if(CPACK_GENERATOR STREQUAL "TGZ")
  list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
  set(CPACK_INSTALL_CMAKE_PROJECTS)
  foreach(component Unspecified static)
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${build} ${CPACK_PACKAGE_NAME} ${component} /)
  endforeach()
endif()
