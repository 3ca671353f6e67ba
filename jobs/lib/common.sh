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

# The arguments of mpirun for that many ranks: on fewer cores than ranks, ranks share them and are not bound.
mpirun_arguments() {
    local ranks=$1
    printf -- '-n %s --oversubscribe' "$ranks"
    if [ "$(nproc)" -lt "$ranks" ]; then
        printf -- ' --bind-to none'
    fi
}
