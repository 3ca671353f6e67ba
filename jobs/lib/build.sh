# Configures and builds the release preset; to be sourced after common.sh.

# As many compilers as there are cores, and no more than one for each 1.5 GB of free memory.
build_jobs() {
    local cores memory
    cores=$(usable_cores)
    memory=$(awk '/MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}

# build_release [targets]: into build/release; safe to repeat, only what changed is built again.
build_release() {
    local generator=() targets=()
    if [ ! -e "$remo_root/build/release/CMakeCache.txt" ] && command -v ninja >/dev/null; then
        generator=(-G Ninja)
    fi
    if [ $# -gt 0 ]; then
        targets=(--target "$@")
    fi
    say "Build: release preset, for the processor of this machine, in build/release"
    (
        cd "$remo_root"
        show cmake --preset release "${generator[@]}"
        show cmake --build --preset release --parallel "$(build_jobs)" "${targets[@]}"
    )
}
