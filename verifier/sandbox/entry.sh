# The main process of a container: lays out the work folder, runs the job, hands the results out.
#
# Arguments: nonce, seconds, seconds from the end of these to the kill, cap on each output, 1 where the end of standard input is the end of the
# controller and so of the job (which then has no input of its own), number of copies, their pairs
# (source, relative target), number of results, their relative paths, number of watched paths, these,
# the job's command. Standard output carries, after the marker line
# "<nonce> start", the job's own; after "<nonce> end <status> <facts>" an uncompressed tar.
# Status 97 before the first marker: the work folder could not be laid out.
nonce=$1 seconds=$2 patience=$3 cap=$4 tied=$5 copies=$6
shift 6
if ((tied)); then
    # Everything in this container but its first process, which then ends by itself.
    { cat; kill -KILL -1; } <&0 >/dev/null 2>&1 &
    exec </dev/null
fi

# /mnt/inputs holds the small inputs: `files` (a tree to lay over the copies) and `deletions`.
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

# The keepers pass on the first bytes of the job's outputs and swallow the rest, so that a flood
# ends here and not in the engine. One byte over the cap tells the host that there was more.
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
# The kernel stamps inodes by a clock that ticks: what is changed from here on lies behind the last tick.
((${#watched[@]} == 0)) || sleep 0.01
began=${EPOCHREALTIME//[.,]/}
timeout -k "$patience" "$seconds" "$@" >&5 2>&6 3>&- 4>&- 5>&- 6>&-
status=$?
elapsed=$((${EPOCHREALTIME//[.,]/} - began))
exec 5>&- 6>&-

# Whatever the job left running is stopped at one stroke, so that it cannot fork any more, and then
# killed one by one; the keepers drain what is still in their pipes. A fork that was under way shows
# its child only later, stopped like the others: of a keeper, which would wait for it for ever, or of
# the job, whose pipes it holds open. So all is looked at again until the keepers have ended.
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

# Sets `counted` to the value behind a key in the first file that is there; 0 where there is none.
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
# Killed without ever having come near its own limit: the machine was in need, not this container.
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

# A result behind a link is not followed: the link goes into the archive, and is refused there.
found=()
for path in "${results[@]}"; do
    for ((at = 0; at < ${#path}; at++)); do
        [[ ${path:at:1} == / && -L ${path:0:at} ]] && path=${path:0:at}
    done
    [[ -e $path || -L $path ]] && found+=("./$path")
done

# The time at which an inode was changed is the kernel's own: a job can write a file back, and set its other
# times, but not this one. The list lies where nothing of the job's can be in its way.
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
