# Writes for each section of hardware_db/calibration.json that holds coefficients what its struct in
# core/estimate/coefficients.h includes: one member a coefficient, under its key and with its meaning, and the rows by
# which the reader fills them. A new coefficient is a record in that file and its use in a formula.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/hardware_db/calibration.json)
file(READ ${PROJECT_SOURCE_DIR}/hardware_db/calibration.json calibration)

function(rigwright_coefficients name struct)
    string(JSON section GET "${calibration}" ${name})
    string(JSON count LENGTH "${section}")
    math(EXPR last "${count} - 1")
    set(members "")
    set(rows "")
    foreach(i RANGE ${last})
        string(JSON key MEMBER "${section}" ${i})
        if(NOT key MATCHES "^[a-z][a-z0-9_]*$")
            message(FATAL_ERROR "hardware_db/calibration.json: ${name}.${key} is no name that C++ could take")
        endif()
        string(JSON meaning GET "${section}" ${key} meaning)
        string(REPLACE "\\" "/" meaning "${meaning}")
        string(APPEND members "/// ${meaning}\ndouble ${key} = 0.0;\n")
        string(JSON assumption ERROR_VARIABLE none GET "${section}" ${key} assumption)
        if(assumption STREQUAL "ON")
            set_property(GLOBAL APPEND_STRING PROPERTY rigwright_assumptions "    \"${key}\",\n")
        endif()
        string(APPEND rows "        CoefficientRow<${struct}>{\"${key}\", &${struct}::${key}},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/core/estimate/coefficients/${name}.inc @ONLY CONTENT
"// From hardware_db/calibration.json, by core/coefficients.cmake.
${members}
static constexpr std::string_view section = \"${name}\";
static constexpr auto rows()
{
    return std::array{
${rows}    };
}
")
endfunction()

rigwright_coefficients(time TimeCoefficients)
rigwright_coefficients(loading LoadingCoefficients)
rigwright_coefficients(memory MemoryCoefficients)
rigwright_coefficients(host_memory HostMemoryCoefficients)
rigwright_coefficients(conventions Conventions)
rigwright_coefficients(requirements RequirementCoefficients)
rigwright_coefficients(measured MeasuredCoefficients)
rigwright_coefficients(run RunCoefficients)
rigwright_coefficients(energy EnergyCoefficients)
rigwright_coefficients(cpu CpuCoefficients)
rigwright_coefficients(comparison ComparisonCoefficients)

# The keys of those that are expert judgment: workings mark them.
get_property(assumptions GLOBAL PROPERTY rigwright_assumptions)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/core/estimate/coefficients/assumptions.inc @ONLY CONTENT
"// From hardware_db/calibration.json, by core/coefficients.cmake.
${assumptions}")
