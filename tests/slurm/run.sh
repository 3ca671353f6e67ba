#!/usr/bin/env bash
# run.sh [CASE]...: starts the emulated cluster, runs the cases of cases.sh (all of them, or those named), stops the cluster.
# Needs root, the Debian packages slurm-wlm and munge, and REMO, the program. Ends with 0 when every case passes; whatever
# happens, no process is left.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_dir=$(cd "$here/../.." && pwd)
REMO=$(realpath "${REMO:?REMO is to name the program}")
limit=${REMO_SLURM_LIMIT:-240}

work=$(mktemp -d)
chmod 755 "$work"  # munged wants its socket to be reachable by all
export REMO REMO_SLURM_DIR=$work/cluster REMO_SLURM_PORT=$((20000 + $$ % 1000 * 10))
# Ranks share cores here: whoever waits lets the others work.
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_btl_vader_single_copy_mechanism=none

finish() {
    local status=$?
    trap - EXIT
    trap '' TERM INT HUP
    [ -z "${cases:-}" ] || kill -TERM -- "-$cases" 2>/dev/null
    "$here/cluster.sh" stop || status=1
    rm -rf "$work"
    kill -KILL "${guardian:-}" 2>/dev/null
    exit "$status"
}
trap finish EXIT

# Should this script be killed outright (by a test driver's time limit), another process cleans up behind it.
guard() {
    trap '' TERM INT HUP
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    [ -d "$work" ] || return
    kill -KILL -- "-$(cat "$work/cases.pid")"
    "$here/cluster.sh" stop
    rm -rf "$work"
}
guard $$ </dev/null >/dev/null 2>&1 &
guardian=$!
disown
trap 'echo "ended by a signal" >&2; exit 1' TERM INT HUP

"$here/cluster.sh" start 2 || exit 1
eval "$("$here/cluster.sh" env)"

# In the background, so that a signal to this script is heard at once; in a group of its own, so that it can be ended whole.
setsid timeout --kill-after=5 "$limit" bash "$here/cases.sh" "$source_dir" "$work" "$@" &
cases=$!
echo "$cases" >"$work/cases.pid"
wait "$cases"
status=$?
cases=
if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    echo "the cases took longer than $limit s (REMO_SLURM_LIMIT) and were ended" >&2
    exit 1
fi
exit "$status"
