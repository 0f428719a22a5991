# Run by ctest: installs into an empty prefix, looks for every file the desktop and the program expect, and runs both
# programs from there, in another folder and without settings for the place of their data.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} --config ${CONFIG}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${output}")
endif()

foreach(program rigwright rigwright-cli)
    execute_process(COMMAND ${PREFIX}/bin/${program} --version RESULT_VARIABLE status OUTPUT_VARIABLE output)
    if(NOT status EQUAL 0 OR NOT output STREQUAL "${program} ${VERSION}\n")
        message(FATAL_ERROR "${program} --version ended with ${status} and said: ${output}")
    endif()
    file(STRINGS ${PREFIX}/bin/${program} machine_paths REGEX "${SOURCE}/")
    if(machine_paths AND CONFIG STREQUAL "Release")
        message(FATAL_ERROR "${program} holds paths of this machine: ${machine_paths}")
    endif()
endforeach()

set(expected
    applications/rigwright.desktop
    metainfo/rigwright.metainfo.xml
    mime/packages/rigwright.xml
    icons/hicolor/scalable/apps/rigwright.svg
    icons/hicolor/scalable/mimetypes/application-vnd.rigwright.project+json.svg
    man/man1/rigwright.1
    man/man1/rigwright-cli.1
    doc/rigwright/LICENSE
    doc/rigwright/Apache-2.0.txt)
foreach(size 16 22 24 32 48 64 128 256)
    list(APPEND expected icons/hicolor/${size}x${size}/apps/rigwright.png)
endforeach()
foreach(folder hardware_db resources/messages resources/model_presets resources/examples resources/guide
        resources/launch resources/lessons resources/measuring)
    file(GLOB_RECURSE data RELATIVE ${SOURCE} ${SOURCE}/${folder}/*)
    list(FILTER data EXCLUDE REGEX "__pycache__")
    list(TRANSFORM data PREPEND rigwright/)
    list(APPEND expected ${data})
endforeach()
foreach(file IN LISTS expected)
    if(NOT EXISTS ${PREFIX}/share/${file})
        message(FATAL_ERROR "not installed: share/${file}")
    endif()
endforeach()

# Pictures have the sizes of their folders: width and height are bytes 16 to 23 of a PNG.
foreach(size 16 22 24 32 48 64 128 256)
    file(READ ${PREFIX}/share/icons/hicolor/${size}x${size}/apps/rigwright.png extent OFFSET 16 LIMIT 8 HEX)
    math(EXPR side "${size}" OUTPUT_FORMAT HEXADECIMAL)
    string(REGEX REPLACE "^0x" "000000000" side ${side})
    string(REGEX REPLACE ".*(........)$" "\\1" side ${side})
    if(NOT extent STREQUAL "${side}${side}")
        message(FATAL_ERROR "the icon of ${size} pixels has the extent ${extent}")
    endif()
endforeach()

set(elsewhere ${PREFIX}/elsewhere)
file(MAKE_DIRECTORY ${elsewhere})
function(answer_of program)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env --unset=RIGWRIGHT_DATA --unset=RIGWRIGHT_SOURCE RIGWRIGHT_CATALOGUE=${elsewhere}
            HOME=${elsewhere} XDG_DATA_HOME=${elsewhere} XDG_CONFIG_HOME=${elsewhere} QT_QPA_PLATFORM=offscreen
            ${PREFIX}/bin/${program} ${ARGN}
        WORKING_DIRECTORY ${elsewhere} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    # Qt's platform plugin writes to the error stream too; the programs put their name first.
    if(NOT status EQUAL 0 OR errors MATCHES "(^|\n)rigwright")
        message(FATAL_ERROR "${program} ${ARGN} ended with ${status} and said: ${errors}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

answer_of(rigwright-cli estimate ${PREFIX}/share/rigwright/resources/examples/fabric-defects-1x4090.json)
string(JSON verdict GET "${output}" verdict)
if(NOT verdict STREQUAL "fits")
    message(FATAL_ERROR "the installed command line says of the example: ${verdict}")
endif()
answer_of(rigwright --new-window --screenshot window.png --size 1280x800)
file(READ ${elsewhere}/window.png signature LIMIT 8 HEX)
if(NOT signature STREQUAL "89504e470d0a1a0a")
    message(FATAL_ERROR "the installed window drew no picture")
endif()

# The man pages list every option of --help, which start with "-" in bold or in the text of the command line.
foreach(program rigwright rigwright-cli)
    file(READ ${PREFIX}/share/man/man1/${program}.1 page)
    string(REPLACE "\\-" "-" page "${page}")
    answer_of(${program} --help)
    string(REGEX MATCHALL "--[a-z][a-z-]+" options "${output}")
    if(NOT options)
        message(FATAL_ERROR "${program} --help names no option")
    endif()
    foreach(option IN LISTS options)
        string(FIND "${page}" "${option}" place)
        if(place EQUAL -1)
            message(FATAL_ERROR "${program}.1 does not say ${option}")
        endif()
    endforeach()
    if(NOT page MATCHES "Rigwright ${VERSION}")
        message(FATAL_ERROR "${program}.1 is not of version ${VERSION}")
    endif()
endforeach()
find_program(MAN man)
if(MAN)
    foreach(program rigwright rigwright-cli)
        execute_process(COMMAND ${CMAKE_COMMAND} -E env MANROFFSEQ= MANWIDTH=120 LC_ALL=C.UTF-8
                ${MAN} --warnings -l ${PREFIX}/share/man/man1/${program}.1
            RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE errors)
        if(NOT status EQUAL 0 OR NOT errors STREQUAL "")
            message(FATAL_ERROR "${program}.1: ${errors}")
        endif()
    endforeach()
endif()
