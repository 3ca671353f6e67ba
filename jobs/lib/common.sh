# Shared by jobs/quickstart.sh and tests/run.sh; to be sourced by bash. Sets remo_root, the checkout's folder.
remo_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '\n== %s\n' "$*" >&2; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 2
}

# The command line, then the command.
show() {
    printf '+ %s\n' "$*" >&2
    "$@"
}

# mpirun's own environment: allowed as root (containers), no single-copy messages where ptrace is forbidden, one thread a rank.
prepare_mpirun() {
    if [ "$(id -u)" = 0 ]; then
        export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    fi
    if [ -e /.dockerenv ] || [ -e /run/.containerenv ]; then
        export OMPI_MCA_btl_vader_single_copy_mechanism=none
    fi
    export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
}

# Cores that this process may use; nproc itself would take OMP_NUM_THREADS for an answer.
usable_cores() { env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc; }

# on_ranks N COMMAND...: under mpirun. On fewer cores than ranks, ranks share cores and are not bound.
on_ranks() {
    local ranks=$1 binding=()
    shift
    if [ "$(usable_cores)" -lt "$ranks" ]; then
        binding=(--bind-to none)
    fi
    show mpirun -n "$ranks" --oversubscribe "${binding[@]}" "$@"
}
