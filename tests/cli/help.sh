#!/bin/sh
# --version, --help, and mistakes in the command line.
. "$SOURCE_DIR/tests/cli/expect.sh"

expect 0 "remo " "$REMO" --version
expect 0 "Subcommands:" "$REMO" --help
for command in train evaluate predict prepare convert inspect diff tokenize doctor estimate; do
    expect 0 "Usage: remo $command" "$REMO" $command --help
    expect 0 "  $command " "$REMO" --help
done

# Under a launcher, once.
expect 0 "remo " $MPIEXEC 2 "$REMO" --version
[ "$(grep -c '^remo ' "$work/stdout")" -eq 1 ] || fail "--version is told by each rank"

# Without MPI: within 50 ms of processor time (a busy machine adds to the wall's), the best of ten.
best=1000000
for try in 1 2 3 4 5 6 7 8 9 10; do
    time=$(bash -c 'TIMEFORMAT="%3U %3S"; time "$0" --version >/dev/null' "$REMO" 2>&1 | awk '{ printf "%d", 1000 * ($1 + $2) }')
    [ "$time" -ge $best ] || best=$time
done
[ $best -lt 50 ] || fail "--version takes $best ms, wanted below 50"

refused "no command given"
refused_by_all "unknown command trian; did you mean train?" trian
refused "JOB.toml is required" train
refused "--frobnicate" doctor --frobnicate
refused "--model is required" evaluate --data x.tsv
refused "comes with a later version" estimate job.toml --ranks 2
refused "comes with a later version" train job.toml --profile

# Results that did not reach their place are not done.
if [ -c /dev/full ]; then
    "$REMO" doctor >/dev/full 2>"$work/stderr"
    [ $? -eq 1 ] || fail "doctor with standard output on a full disk must end with 1"
fi

expect 0 "file system of $work" "$REMO" doctor "$work"
grep -q "NUMA node" "$work/stdout" || fail "doctor tells no NUMA node"
expect 0 "rank 1 -> " $MPIEXEC 2 "$REMO" doctor "$work"
for text in "PMI: " "within a host (" "all-reduce of" "parallel.bucket_mib ="; do
    grep -qF "$text" "$work/stdout" || fail "doctor on two ranks does not tell: $text"
done
expect 0 "not usable" "$REMO" doctor "$work/none"
finish
