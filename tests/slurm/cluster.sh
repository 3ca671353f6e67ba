#!/usr/bin/env bash
# cluster.sh start [NODES] | stop | env
#
# A Slurm cluster of several nodes on this machine, for tests: munged, slurmctld and one slurmd a node (n1, n2, …), all on
# loopback, each slurmd in its own UTS and mount namespace so that ranks see different host names. Needs root and the Debian
# packages slurm-wlm and munge. `eval "$(cluster.sh env)"` sets what srun, sbatch and Open MPI need. REMO_SLURM_DIR names the
# folder of its files (default: remo-slurm in the temporary directory).
set -euo pipefail
root=${REMO_SLURM_DIR:-${TMPDIR:-/tmp}/remo-slurm}
conf=$root/slurm.conf
export SLURM_CONF=$conf
control_port=${REMO_SLURM_PORT:-26817}

say() { echo "cluster.sh: $*" >&2; }

node_names() { seq -f 'n%g' "$1"; }

write_configuration() {  # NODES
    local nodes=$1 index=0 name
    {
        echo "ClusterName=remotest"
        echo "SlurmctldHost=$(hostname)(127.0.0.1)"
        echo "SlurmctldPort=$control_port"
        echo "SlurmUser=root"
        echo "SlurmdUser=root"
        echo "AuthType=auth/munge"
        echo "AuthInfo=socket=$root/munge.socket,cred_expire=5"
        echo "CredType=cred/munge"
        echo "CommunicationParameters=NoInAddrAny,NoCtldInAddrAny"
        echo "StateSaveLocation=$root/state"
        echo "SlurmdSpoolDir=$root/spool-%n"
        echo "TmpFS=$root/tmp-%n"
        echo "SlurmctldPidFile=$root/slurmctld.pid"
        echo "SlurmdPidFile=$root/slurmd-%n.pid"
        echo "SlurmctldLogFile=$root/slurmctld.log"
        echo "SlurmdLogFile=$root/slurmd-%n.log"
        # Nothing here needs cgroups, accounting or a fabric.
        echo "ProctrackType=proctrack/linuxproc"
        echo "TaskPlugin=task/none"
        echo "JobAcctGatherType=jobacct_gather/none"
        echo "AccountingStorageType=accounting_storage/none"
        echo "SwitchType=switch/none"
        echo "SelectType=select/cons_tres"
        echo "SelectTypeParameters=CR_Core"
        echo "SchedulerType=sched/backfill"
        echo "SchedulerParameters=bf_interval=2,sched_interval=2"
        echo "MpiDefault=pmix"
        echo "ReturnToService=2"
        echo "SlurmdParameters=config_overrides"
        echo "GresTypes=gpu"
        echo "JobRequeue=1"
        echo "KillWait=5"
        echo "KillOnBadExit=1"
        for name in $(node_names "$nodes"); do
            index=$((index + 1))
            echo "NodeName=$name NodeHostname=$name NodeAddr=127.0.0.1 Port=$((control_port + index)) CPUs=4 RealMemory=4000 Gres=gpu:2 State=UNKNOWN"
        done
        echo "PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
    } > "$conf"
    # Slurm hands out GPUs that nobody looks for.
    echo "NodeName=n[1-$nodes] Name=gpu File=/dev/null,/dev/zero" > "$root/gres.conf"
}

background() {  # NAME COMMAND...
    local name=$1
    shift
    REMO_SLURM_MEMBER=$root setsid "$@" < /dev/null > "$root/$name.out" 2>&1 &
    echo $! >> "$root/pids"
}

wait_for() {  # SECONDS COMMAND...
    local tenths=$(($1 * 10))
    shift
    for ((i = 0; i < tenths; ++i)); do
        if "$@" > /dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    return 1
}

all_idle() { [ "$(sinfo --noheader --Node --states=idle --format=%N | sort -u | wc -l)" = "$1" ]; }

start() {
    local nodes=${1:-2} name
    [ "$(id -u)" = 0 ] || { say "needs root (namespaces, munge)"; exit 2; }
    for name in munged slurmctld slurmd srun sbatch unshare; do
        command -v $name > /dev/null || { say "$name is missing: apt-get install slurm-wlm munge util-linux"; exit 2; }
    done
    [ ! -e "$root/pids" ] || stop
    rm -rf "$root"
    mkdir -p "$root/state" "$root/munge"
    chmod 755 "$root"
    chmod 700 "$root/munge"
    (umask 077 && head -c 1024 /dev/urandom > "$root/munge/key")
    for name in $(node_names "$nodes"); do mkdir -p "$root/spool-$name" "$root/tmp-$name"; done
    echo "127.0.0.1 localhost $(hostname) $(node_names "$nodes" | tr '\n' ' ')" > "$root/hosts"
    write_configuration "$nodes"
    background munged munged --foreground --key-file="$root/munge/key" --socket="$root/munge.socket" \
        --pid-file="$root/munged.pid" --log-file="$root/munge/log" --seed-file="$root/munge/seed" --num-threads=2
    wait_for 10 test -S "$root/munge.socket" || { say "munged did not start: $(tail -n 3 "$root/munged.out")"; exit 1; }
    background slurmctld slurmctld -D
    for name in $(node_names "$nodes"); do
        background "slurmd-$name" unshare --uts --mount sh -c \
            "hostname $name && mount --bind '$root/hosts' /etc/hosts && exec slurmd -D -N $name"
    done
    wait_for 30 all_idle "$nodes" || { say "the nodes did not come up"; sinfo >&2 || true; tail -n 5 "$root"/slurm*.log >&2; exit 1; }
}

# Processes whose first environment holds all the given texts.
processes_with() {
    local file text
    for file in /proc/[0-9]*/environ; do
        for text in "$@"; do
            { tr '\0' '\n' < "$file"; } 2> /dev/null | grep -q -- "^$text" || continue 2
        done
        basename "$(dirname "$file")"
    done
}

# Daemons of steps write their title over part of their environment; what is left of it names the cluster's folder.
step_daemons() {
    local pid
    for pid in $(pgrep -x slurmstepd || true); do
        { tr '\0' '\n' < "/proc/$pid/environ"; } 2> /dev/null | grep -qF -- "$root" && echo "$pid"
    done
    return 0
}

# Ended, although perhaps nobody has asked for its status yet.
is_gone() { ! grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; }

stop() {
    local pid
    [ -e "$root/pids" ] || return 0
    scancel --user=root > /dev/null 2>&1 || true
    wait_for 10 sh -c '[ -z "$(squeue --noheader)" ]' || true
    for pid in $(tac "$root/pids"); do
        kill "$pid" 2> /dev/null || continue
        wait_for 10 is_gone "$pid" || kill -9 "$pid" 2> /dev/null || true
    done
    # What outlived its job: daemons of steps, and tasks that nobody waits for.
    for pid in $(step_daemons; processes_with "REMO_SLURM_MEMBER=$root"; processes_with "SLURM_CONF=$conf" SLURM_JOB_ID=); do
        kill -9 "$pid" 2> /dev/null || true
    done
    rm -f "$root/pids"
}

print_environment() {
    echo "export SLURM_CONF='$conf'"
    echo "export OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo"
    echo "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
}

case ${1:-} in
    start) start "${2:-2}" ;;
    stop) stop ;;
    env) print_environment ;;
    *) sed -n '2,7p' "$0" >&2; exit 2 ;;
esac
