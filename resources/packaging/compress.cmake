# Writes OUTPUT, the file INPUT as small as gzip makes it, without name and time, so that it is the same every time.
execute_process(COMMAND ${GZIP} -9 -n -c ${INPUT} OUTPUT_FILE ${OUTPUT} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${GZIP} could not compress ${INPUT}")
endif()
