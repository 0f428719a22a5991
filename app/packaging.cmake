# Files of a system package in addition to `cmake --install`, and the CPack .deb of both (scripts/package).

set(RIGWRIGHT_MAINTAINER "Rigwright developers <developers@rigwright.invalid>" CACHE STRING
    "Who answers for the package, as NAME <ADDRESS>; the project has no public mailbox")
set(packaging ${PROJECT_SOURCE_DIR}/resources/packaging)

# Debian requires man pages and changelogs compressed without a timestamp, and another license path.
find_program(GZIP gzip)
if(GZIP AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(debian ${CMAKE_CURRENT_BINARY_DIR}/debian)
    configure_file(${packaging}/changelog.in ${debian}/changelog @ONLY)
    foreach(file IN LISTS man_pages ITEMS ${debian}/changelog)
        get_filename_component(name ${file} NAME)
        add_custom_command(OUTPUT ${debian}/${name}.gz
            COMMAND ${CMAKE_COMMAND} -DGZIP=${GZIP} -DINPUT=${file} -DOUTPUT=${debian}/${name}.gz
                -P ${packaging}/compress.cmake
            DEPENDS ${file} ${packaging}/compress.cmake VERBATIM)
        list(APPEND compressed ${debian}/${name}.gz)
    endforeach()
    add_custom_target(rigwright_debian ALL DEPENDS ${compressed})
    list(FILTER compressed EXCLUDE REGEX "changelog")
    install(FILES ${compressed} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT debian EXCLUDE_FROM_ALL)
    install(FILES ${packaging}/copyright ${debian}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)
    install(FILES ${packaging}/lintian-overrides
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME rigwright COMPONENT debian EXCLUDE_FROM_ALL)
endif()

set(CPACK_PACKAGE_NAME rigwright)
set(CPACK_PACKAGE_VENDOR "Rigwright developers")
set(CPACK_PACKAGE_CONTACT "${RIGWRIGHT_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(CPACK_GENERATOR DEB)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
    set(CPACK_COMPONENTS_ALL Unspecified debian)
    set(CPACK_DEB_COMPONENT_INSTALL ON)
    set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_SECTION science)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    # Chinese in dialogs and reports: Qt's own texts and a font with the characters.
    set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-translations-l10n, fonts-noto-cjk")
    set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Choose a model, a data set and a machine; Rigwright shows at once whether the
training fits into the memory of the GPU, how long a step, an epoch and the
whole run take, what limits it, what it costs, and what would help. Every
number opens into its formula, the values put in and their source.
.
The window speaks English and Chinese. The command rigwright-cli gives the
same answers as JSON.")
elseif(WIN32)
    set(CPACK_GENERATOR ZIP)
else()
    set(CPACK_GENERATOR TGZ)
endif()
include(CPack)
