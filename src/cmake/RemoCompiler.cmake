# Compiler flags, collected in one interface target that every level links.

add_library(remo_flags INTERFACE)
target_compile_features(remo_flags INTERFACE cxx_std_20)
target_include_directories(remo_flags INTERFACE "${CMAKE_SOURCE_DIR}/include")
target_compile_options(remo_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wno-unknown-pragmas>)
if(REMO_WERROR)
    target_compile_options(remo_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()

# The processor: the flag goes to every target alike, since Eigen's and oneDNN's inline code depends on it.
set(REMO_MARCH_FLAG "")
if(REMO_MARCH)
    set(REMO_MARCH_FLAG "${REMO_MARCH}")
elseif(REMO_NATIVE)
    set(REMO_MARCH_FLAG "native")
endif()
if(REMO_MARCH_FLAG)
    target_compile_options(remo_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=${REMO_MARCH_FLAG}>)
endif()

if(REMO_SANITIZE)
    target_compile_options(remo_flags INTERFACE -fsanitize=${REMO_SANITIZE} -fno-omit-frame-pointer -g)
    target_link_options(remo_flags INTERFACE -fsanitize=${REMO_SANITIZE})
endif()

# What lets GCC vectorise square roots, exponentials and marked reductions. Not -ffast-math: the kernels rely on
# the order of operations and on NaN. Only levels with arithmetic over tensors take these.
set(REMO_VECTOR_FLAGS -O3 -fno-math-errno -fno-trapping-math -fopenmp-simd)
