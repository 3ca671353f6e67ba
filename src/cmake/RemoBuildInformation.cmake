# What a program reports of its own build: the commit, and the libraries' versions.
execute_process(COMMAND git -C "${CMAKE_SOURCE_DIR}" describe --always --dirty --abbrev=12
    OUTPUT_VARIABLE REMO_GIT_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT REMO_GIT_COMMIT)
    set(REMO_GIT_COMMIT "unknown")
endif()
configure_file("${CMAKE_SOURCE_DIR}/src/base/build_info.hpp.in" "${CMAKE_BINARY_DIR}/generated/build_info_values.hpp" @ONLY)
