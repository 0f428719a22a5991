# Run by ctest: installs into an empty prefix, looks for every file the desktop and the program expect, and runs both
# programs from there.
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
    doc/rigwright/LICENSE
    doc/rigwright/Apache-2.0.txt)
foreach(folder hardware_db resources/messages resources/model_presets resources/examples resources/guide)
    file(GLOB_RECURSE data RELATIVE ${SOURCE} ${SOURCE}/${folder}/*)
    list(TRANSFORM data PREPEND rigwright/)
    list(APPEND expected ${data})
endforeach()
foreach(file IN LISTS expected)
    if(NOT EXISTS ${PREFIX}/share/${file})
        message(FATAL_ERROR "not installed: share/${file}")
    endif()
endforeach()
