# Kokkos::kokkos, from Kokkos's own CMake package or, on Debian 12, from libtrilinos-kokkos-dev, whose package
# configuration is broken: a place that the user names (Kokkos_ROOT, CMAKE_PREFIX_PATH, a module) goes first.
find_package(Kokkos 3.4 CONFIG QUIET NO_CMAKE_SYSTEM_PATH NO_SYSTEM_ENVIRONMENT_PATH)
if(NOT Kokkos_FOUND)
    find_package(TrilinosKokkos QUIET)
    if(NOT TrilinosKokkos_FOUND)
        find_package(Kokkos 3.4 CONFIG QUIET)
    endif()
endif()
if(NOT TARGET Kokkos::kokkos)
    message(FATAL_ERROR "remo needs Kokkos: on Debian 12 `apt-get install libtrilinos-kokkos-dev`, on a cluster load its "
                        "module or name its place with -DKokkos_ROOT=DIR (spack install kokkos +openmp or +cuda).")
endif()
