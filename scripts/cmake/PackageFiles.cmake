# CPack runs this when the files of the package are in place. It adds the files that only a Debian package has, and sets
# the modes, so that they do not depend on the umask.

if(CPACK_GENERATOR STREQUAL "DEB")
  set(doc ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/doc/${CPACK_PACKAGE_NAME})
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # or what SOURCE_DATE_EPOCH says
  file(WRITE ${doc}/changelog.Debian
    "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * What changed is in changelog.gz.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
  file(COPY_FILE ${doc}/CHANGELOG.md ${doc}/changelog)
  execute_process(COMMAND gzip -9n ${doc}/changelog.Debian ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_INSTALL_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
