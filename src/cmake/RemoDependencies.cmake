# The libraries remo is built on. Each missing one is reported with the Debian package that brings it.

# remo_find(<package> DEBIAN <apt package> [ARGS <arguments of find_package>...])
macro(remo_find package)
    cmake_parse_arguments(_find "" "DEBIAN" "ARGS" ${ARGN})
    find_package(${package} ${_find_ARGS} QUIET)
    if(NOT ${package}_FOUND)
        message(FATAL_ERROR "remo needs ${package}: on Debian 12 `apt-get install ${_find_DEBIAN}`, on a cluster load "
                            "its module or name its place with -D${package}_ROOT=DIR.")
    endif()
endmacro()

# remo_pkg(<target> <pkg-config module> DEBIAN <apt package>)
macro(remo_pkg target module)
    cmake_parse_arguments(_pkg "" "DEBIAN" "" ${ARGN})
    pkg_check_modules(${target} QUIET IMPORTED_TARGET ${module})
    if(NOT ${target}_FOUND)
        message(FATAL_ERROR "remo needs ${module} (pkg-config): on Debian 12 `apt-get install ${_pkg_DEBIAN}`, on a "
                            "cluster load its module or extend PKG_CONFIG_PATH.")
    endif()
endmacro()

remo_find(PkgConfig DEBIAN pkg-config)
remo_find(Threads DEBIAN libc6-dev)
remo_find(MPI DEBIAN "libopenmpi-dev openmpi-bin" ARGS COMPONENTS C)
remo_find(Eigen3 DEBIAN libeigen3-dev)
remo_find(fmt DEBIAN libfmt-dev)
remo_find(spdlog DEBIAN libspdlog-dev)
remo_find(nlohmann_json DEBIAN nlohmann-json3-dev)
remo_find(tomlplusplus DEBIAN libtomlplusplus-dev)
remo_find(CLI11 DEBIAN libcli11-dev)
remo_pkg(utf8proc libutf8proc DEBIAN libutf8proc-dev)
remo_pkg(xxhash libxxhash DEBIAN libxxhash-dev)

set(HDF5_PREFER_PARALLEL ON)
remo_find(HDF5 DEBIAN libhdf5-openmpi-dev ARGS COMPONENTS C)
if(NOT HDF5_IS_PARALLEL)
    message(FATAL_ERROR "remo needs a parallel HDF5, the one found is serial: on Debian 12 `apt-get install "
                        "libhdf5-openmpi-dev`, on a cluster load a module built with MPI (hdf5/…-mpi).")
endif()

include(RemoKokkos)
include(RemoGemm)

if(REMO_TESTS)
    remo_find(Boost DEBIAN libboost-test-dev ARGS COMPONENTS unit_test_framework)
endif()
if(REMO_BENCH AND REMO_TESTS)
    find_package(benchmark QUIET)
    if(NOT benchmark_FOUND)
        message(STATUS "Google Benchmark not found (Debian: libbenchmark-dev): kernel benchmarks are not built")
    endif()
endif()
