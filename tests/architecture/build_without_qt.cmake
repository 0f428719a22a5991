# Run by ctest: configures the engine and its command line with Qt hidden, and fails if compile commands or the program
# still refer to Qt. The build compiles the sources with exactly these commands.
function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        list(JOIN ARGV " " command)
        message(FATAL_ERROR "${command}\n${output}")
    endif()
endfunction()

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G ${GENERATOR}
    -DRIGWRIGHT_ENGINE_ONLY=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON -DCMAKE_DISABLE_FIND_PACKAGE_QCustomPlotQt6=ON
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
    -DRIGWRIGHT_WERROR=${WERROR} -DRIGWRIGHT_SANITIZE=${SANITIZE})
file(STRINGS ${BINARY}/compile_commands.json qt_flags REGEX "[Qq]t6|QT_|qcustomplot")
if(qt_flags)
    message(FATAL_ERROR "the engine is compiled with Qt on its command line: ${qt_flags}")
endif()
# In the whole build the engine and its command line are compiled in the same way.
file(STRINGS ${BUILD}/compile_commands.json qt_flags REGEX "\"command\".*([Qq]t6|QT_|qcustomplot).* -o (core/CMakeFiles/rigwright_core|app/CMakeFiles/rigwright-cli)\\.dir/")
if(qt_flags)
    message(FATAL_ERROR "the engine is compiled with Qt on its command line: ${qt_flags}")
endif()
run(${PROGRAM} --version)

if(CMAKE_HOST_SYSTEM_NAME STREQUAL "Linux")
    file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM}
        RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing)
    list(APPEND libraries ${missing})
    list(FILTER libraries INCLUDE REGEX "libQt|libQCustomPlot")
    if(libraries)
        message(FATAL_ERROR "rigwright-cli links ${libraries}")
    endif()
endif()
