# Writes OUTPUT, a man page, from TEMPLATE: version, day of release, and the text of --help (the message cli.usage of
# MESSAGES), so that the page says what the program says.
file(READ ${MESSAGES} messages)
string(JSON USAGE GET "${messages}" cli.usage)
string(REPLACE "\\" "\\e" USAGE "${USAGE}")
string(REPLACE "-" "\\-" USAGE "${USAGE}")
string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" USAGE "${USAGE}")
file(READ ${METAINFO} metainfo)
if(NOT metainfo MATCHES "<release version=\"${VERSION}\" date=\"([0-9-]+)\"")
    message(FATAL_ERROR "${METAINFO} names no release ${VERSION}")
endif()
set(RELEASED ${CMAKE_MATCH_1})
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
