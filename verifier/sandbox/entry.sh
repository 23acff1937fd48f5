# The main process of a container: fills the work folder, runs the job, returns the results.
#
# Arguments: nonce; time limit in seconds; seconds from the time limit to the kill; limit of each output;
# 1 if the job ends when standard input closes, because its controller is gone (the job then has no input);
# number of copies, their pairs (source, relative target); number of results, their relative paths;
# number of watched paths, these; the job's command.
# Standard output contains, after the marker line "<nonce> start", the job's own output; after
# "<nonce> end <status> <facts>" an uncompressed tar.
# Status 97 before the first marker: the work folder could not be filled.
nonce=$1 seconds=$2 patience=$3 cap=$4 tied=$5 copies=$6
shift 6
if ((tied)); then
    # Kill everything in this container except its first process, which then ends too.
    { cat; kill -KILL -1; } <&0 >/dev/null 2>&1 &
    exec </dev/null
fi

# /mnt/inputs contains the small inputs: `files` (a tree to copy over the copies) and `deletions`.
lay() {
    local target=/work/$2
    if [[ -d $1 ]]; then
        mkdir -p -- "$target" && cp -dR --preserve=mode,timestamps,links -- "$1/." "$target"
    else
        mkdir -p -- "${target%/*}" && cp -dR --preserve=mode,timestamps,links -- "$1" "$target"
    fi || exit 97
}
while ((copies-- > 0)); do
    lay "$1" "$2"
    shift 2
done
if [[ -d /mnt/inputs/files ]]; then
    while IFS= read -r -d '' path; do
        rm -rf -- "/work/$path" || exit 97
    done </mnt/inputs/deletions
    cp -dR --remove-destination -- /mnt/inputs/files/. /work || exit 97
fi
results=("${@:2:$1}")
shift $(($1 + 1))
watched=("${@:2:$1}")
shift $(($1 + 1))
cd /work || exit 97
unset HOSTNAME OLDPWD SHLVL path copies

# The keepers pass on the first bytes of the job's outputs and discard the rest, so that excessive
# output never reaches the engine. One byte above the limit shows the host that there was more.
keep() {
    head -c $((cap + 1))
    exec cat >/dev/null
}
exec 3>&1 4>&2 2>/dev/null # the shell's own remarks on killed children are not the job's
exec 5> >(keep >&3)
keepers=($!)
exec 6> >(exec 5>&- && keep >&4)
keepers+=($!)

printf '\n%s start\n' "$nonce"
laid=@${EPOCHREALTIME/,/.}
# Inode times have the resolution of a clock tick: wait one tick, so that later changes get a later time.
((${#watched[@]} == 0)) || sleep 0.01
began=${EPOCHREALTIME//[.,]/}
timeout -k "$patience" "$seconds" "$@" >&5 2>&6 3>&- 4>&- 5>&- 6>&-
status=$?
elapsed=$((${EPOCHREALTIME//[.,]/} - began))
exec 5>&- 6>&-

# All processes that the job left running are stopped at once, so that they cannot fork any more, and
# then killed one by one; the keepers drain their pipes. The child of a fork in progress appears only
# later, stopped like the others: a child of a keeper, which would wait for it forever, or a child of
# the job, which keeps its pipes open. So this is repeated until the keepers have ended.
kill -STOP -1
while :; do
    for process in /proc/[0-9]*; do
        read -r stat <"$process/stat" || continue
        stat=${stat##*) } stat=${stat#* } parent=${stat%% *}
        case " 1 $$ ${keepers[*]} " in
            *" ${process#/proc/} "*) continue ;;
        esac
        case " ${keepers[*]} " in
            *" $parent "*) kill -CONT "${process#/proc/}" ;;
            *) kill -KILL "${process#/proc/}" ;;
        esac
    done
    kill -CONT "${keepers[@]}" || break
    sleep 0.002
done
wait "${keepers[@]}"

# Sets `counted` to the value after a key in the first existing file; 0 if there is none.
count() {
    local key value file=$2
    [[ -r $file ]] || file=$3
    counted=0
    while read -r key value; do
        [[ $key == "$1" ]] && counted=$value
    done <"$file"
}
cgroup=/sys/fs/cgroup
count oom_kill $cgroup/memory/memory.oom_control $cgroup/memory.events
oom=$counted foreign=0
# A kill although memory never came near the limit: the machine ran out of memory, not this container.
count oom $cgroup/memory.events $cgroup/memory.events
reached=$counted
if read -r most <$cgroup/memory/memory.max_usage_in_bytes &&
    read -r limit <$cgroup/memory/memory.limit_in_bytes; then
    ((reached += most >= limit - (1 << 20)))
fi
((reached)) || foreign=$oom oom=0
count max $cgroup/pids/pids.events $cgroup/pids.events
forks=$counted
free=$(stat -f -c '%a %S %d' /work /tmp)
printf '\n%s end %s %s %s %s %s %s\n' "$nonce" "$status" "$elapsed" "$oom" "$foreign" "$forks" "${free//$'\n'/ }"

# Links on the way to a result are not followed: the link goes into the archive, and is refused there.
found=()
for path in "${results[@]}"; do
    for ((at = 0; at < ${#path}; at++)); do
        [[ ${path:at:1} == / && -L ${path:0:at} ]] && path=${path:0:at}
    done
    [[ -e $path || -L $path ]] && found+=("./$path")
done

# The kernel sets an inode's time of change: a job can restore a file and set its other times, but not
# this one. The list is written where no file of the job can interfere.
if ((${#watched[@]} > 0)) && list=$(mktemp -d); then
    for path in "${watched[@]}"; do
        if [[ -e $path && ! -L $path ]]; then
            find "./$path" -newerct "$laid" -print0
        else
            printf '%s\0' "$path"
        fi
    done | head -c 1M >"$list/.changed"
    found=(-C "$list" ./.changed -C /work "${found[@]}")
fi
((${#found[@]} == 0)) || tar --format=gnu -cf - "${found[@]}"
exit 0
