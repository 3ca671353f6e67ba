#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds the release preset, runs all tests. Arguments go to ctest:
#   tests/run.sh -L unit        tests/run.sh -R golden
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../jobs/lib/common.sh"
source "$remo_root/jobs/lib/packages.sh"
source "$remo_root/jobs/lib/build.sh"

started=$SECONDS
install_packages slurm-wlm munge python3-h5py python3-matplotlib  # an emulated cluster for tests/slurm; for jobs/analysis
build_release
prepare_mpirun

say "Tests"
cd "$remo_root/build/release"
status=0
show timeout --kill-after=10 "${REMO_TEST_LIMIT:-900}" \
    ctest --output-on-failure --timeout 300 --parallel 2 "$@" || status=$?
if [ "$status" = 124 ] || [ "$status" = 137 ]; then
    fail "the tests took longer than ${REMO_TEST_LIMIT:-900} seconds and were ended (REMO_TEST_LIMIT sets the limit)"
elif [ "$status" != 0 ]; then
    say "Tests FAILED after $((SECONDS - started)) s; the log is build/release/Testing/Temporary/LastTest.log"
    exit 1
fi
say "All tests passed; $((SECONDS - started)) s in all, build included"
