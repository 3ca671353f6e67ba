# Kokkos as Debian 12 packages it inside Trilinos (libtrilinos-kokkos-dev, Serial back end): makes Kokkos::kokkos.
find_path(TrilinosKokkos_INCLUDE_DIR Kokkos_Core.hpp PATH_SUFFIXES trilinos)
find_library(TrilinosKokkos_LIBRARY trilinos_kokkoscore)
if(TrilinosKokkos_INCLUDE_DIR)
    file(STRINGS "${TrilinosKokkos_INCLUDE_DIR}/KokkosCore_config.h" _version REGEX "#define KOKKOS_VERSION ")
    string(REGEX MATCH "[0-9]+" _version "${_version}")
    if(_version)
        math(EXPR _major "${_version} / 10000")
        math(EXPR _minor "${_version} / 100 % 100")
        math(EXPR _patch "${_version} % 100")
        set(TrilinosKokkos_VERSION ${_major}.${_minor}.${_patch})
    endif()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TrilinosKokkos
    REQUIRED_VARS TrilinosKokkos_LIBRARY TrilinosKokkos_INCLUDE_DIR VERSION_VAR TrilinosKokkos_VERSION)
if(TrilinosKokkos_FOUND AND NOT TARGET Kokkos::kokkos)
    add_library(Kokkos::kokkos UNKNOWN IMPORTED)
    # SYSTEM: Kokkos 3.4 headers warn when compiled as C++20.
    set_target_properties(Kokkos::kokkos PROPERTIES
        IMPORTED_LOCATION "${TrilinosKokkos_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${TrilinosKokkos_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
    set(Kokkos_VERSION ${TrilinosKokkos_VERSION})
endif()
mark_as_advanced(TrilinosKokkos_INCLUDE_DIR TrilinosKokkos_LIBRARY)
