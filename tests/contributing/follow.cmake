# Run by ctest: follows CONTRIBUTING.md in a copy of the engine and finds each new thing where a user would. The GPU is the
# example of that file, verbatim; the patches beside this script follow its table for a model family, a field
# of a GPU record, a quantity, a finding and a command. A field of a record changes a header of the whole engine, so all
# of it is compiled, without optimisation.
function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    if(NOT status EQUAL 0)
        list(JOIN ARGV " " command)
        message(FATAL_ERROR "${command}\n${output}${errors}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# expect(text arguments...): the patched program prints the text, a regular expression.
function(expect text)
    run(${BINARY}/build/bin/rigwright-cli ${ARGN})
    if(NOT output MATCHES "${text}")
        list(JOIN ARGN " " arguments)
        message(SEND_ERROR "rigwright-cli ${arguments} does not say \"${text}\":\n${output}")
    endif()
endfunction()

# Copies keep their times, so that a second run compiles only what the patches touch.
set(copy ${BINARY}/source)
file(REMOVE_RECURSE ${copy})
file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/LICENSE ${SOURCE}/LICENSES ${SOURCE}/app ${SOURCE}/core
    ${SOURCE}/hardware_db ${SOURCE}/resources DESTINATION ${copy})

file(READ ${SOURCE}/CONTRIBUTING.md contributing)
string(FIND "${contributing}" "{\n  \"format\": \"rigwright.gpu\"" start)
if(start EQUAL -1)
    message(FATAL_ERROR "CONTRIBUTING.md has no example of a GPU")
endif()
string(SUBSTRING "${contributing}" ${start} -1 example)
string(FIND "${example}" "```" end)
string(SUBSTRING "${example}" 0 ${end} example)
file(WRITE ${copy}/hardware_db/gpus/example-48.json "${example}")

file(GLOB patches ${CMAKE_CURRENT_LIST_DIR}/*.patch)
foreach(file IN LISTS patches)
    run(${PATCH} --directory=${copy} --strip=1 --forward --no-backup-if-mismatch --input=${file})
endforeach()

run(${CMAKE_COMMAND} -S ${copy} -B ${BINARY}/build -G ${GENERATOR} -DRIGWRIGHT_ENGINE_ONLY=ON -DRIGWRIGHT_WERROR=ON
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
run(${CMAKE_COMMAND} --build ${BINARY}/build --parallel --target rigwright-cli)

file(WRITE ${BINARY}/plan.json [[{"format": "rigwright.scenario", "version": 1,
    "model": {"family": "example-net", "shape": {"classes": 10}}, "training": {"micro_batch": 13},
    "build": {"gpu": "example-48"}, "dataset": {"samples": 1000}}]])
set(plan ${BINARY}/plan.json)
expect("Compute capability +8\\.9" catalog gpus example-48)
expect("Example 48" estimate ${plan})
expect("\"parameters\": 30730," estimate ${plan})
expect("视频编码器 +2" catalog gpus rtx4090 --language zh_CN)
expect("\"steps_per_hour\": [0-9]+" estimate ${plan})
expect("\"steps_per_hour\": [0-9]+" sweep ${plan} --over training.micro_batch=1,2)
expect("Steps in an hour = [0-9,]+\n.*3600 ÷ " explain ${plan} time.steps_per_hour)
expect("works on 13 samples at once" check ${plan})
expect("13 个样本" check ${plan} --language zh_CN)
expect("^[0-9]+\n$" example)
expect("how many GPUs the database has" example --help)
expect("\n  example +how many GPUs" --help)
