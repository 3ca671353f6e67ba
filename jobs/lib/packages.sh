# Installs what remo is built from on Debian 12; to be sourced after common.sh.

# One package a word; src/cmake/RemoDependencies.cmake names the same ones when it misses something.
remo_packages="build-essential cmake ninja-build pkg-config git python3
    openmpi-bin libopenmpi-dev libtrilinos-kokkos-dev libdnnl-dev libeigen3-dev
    libhdf5-openmpi-dev hdf5-tools nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libspdlog-dev libfmt-dev
    libutf8proc-dev libxxhash-dev libboost-test-dev libbenchmark-dev"

is_debian_12() {
    [ -r /etc/os-release ] && [ "$(. /etc/os-release && echo "${ID:-}-${VERSION_ID:-}")" = debian-12 ] &&
        command -v apt-get >/dev/null
}

missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        show env DEBIAN_FRONTEND=noninteractive "$@"
    else
        show sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# What to have on a system that is not Debian 12.
explain_other_system() {
    cat >&2 <<END
This is not Debian 12, so nothing is installed. Have these ready, from your distribution, modules or Spack:
  a C++20 compiler (GCC 12), CMake 3.25 or later, make or ninja, pkg-config
  MPI (Open MPI 4 or MPICH 4), HDF5 built with that MPI, Kokkos 3.4 or later
  oneDNN (or Eigen alone), Eigen 3, nlohmann-json, toml++, CLI11, spdlog, fmt, utf8proc, xxHash
  for the tests: Boost.Test; for the benchmarks: Google Benchmark
Then run again with REMO_SKIP_PACKAGES=1, or by hand:
  cmake --preset release && cmake --build --preset release
On Debian 12 the packages are: $(echo $remo_packages)
END
    exit 2
}

# install_packages [further packages]: whatever is missing; asks for nothing when all is there.
install_packages() {
    if [ -n "${REMO_SKIP_PACKAGES:-}" ]; then
        say "Packages: not checked (REMO_SKIP_PACKAGES is set)"
        return
    fi
    is_debian_12 || explain_other_system
    local missing
    missing=$(missing_packages $remo_packages "$@")
    if [ -z "$missing" ]; then
        say "Packages: all there"
        return
    fi
    say "Packages: installing" $missing
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "these packages need root or sudo; ask for: apt-get install --no-install-recommends" $missing
    fi
    as_root apt-get update -q
    as_root apt-get install -q -y --no-install-recommends $missing
}
