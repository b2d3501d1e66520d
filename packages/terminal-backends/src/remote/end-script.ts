import { quoteShellWord } from "../shell-script.ts";

export interface EndScriptOptions {
  /** Text of an environment entry that the processes carry; finds them where there is a `/proc`. */
  readonly marker: string;
  readonly groups: readonly number[];
}

/** Shell functions that end processes: TERM, and KILL for what is left after two seconds. */
function endFunctions(marker: string): string {
  return `
marker=${quoteShellWord(marker)}
# Some do not see behind a NUL; with -F none of busybox does.
if printf 'a\\000b' | grep -q b 2>/dev/null; then
  marked() { grep -ls -e "$marker" /proc/[0-9]*/environ 2>/dev/null; }
else
  marked() {
    for environ in /proc/[0-9]*/environ; do
      { tr '\\000' '\\n' <"$environ"; } 2>/dev/null | grep -q -e "$marker" && echo "$environ"
    done
  }
fi
# Once to each: to many programs a second TERM means that they are to give up at once.
in_group() {
  { read -r facts <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${facts##*) }
  case " $groups " in *" $3 "*) return 0 ;; esac
  return 1
}
reach() {
  reached=
  for group in $groups; do kill "-$1" "-$group" 2>/dev/null && reached=1; done
  for file in $(marked); do
    pid=\${file#/proc/}
    pid=\${pid%/environ}
    in_group "$pid" && continue
    kill "-$1" "$pid" 2>/dev/null && reached=1
  done
  [ -n "$reached" ]
}
# In twentieths of a second. A look at all processes costs about as much as the first waits, so the later ones are longer.
gone_within() {
  left=$1
  while reach 0; do
    [ $left -le 0 ] && return 1
    if [ $left -gt $(($1 - 4)) ]; then left=$((left - 1)) wait=0.05; else left=$((left - 4)) wait=0.2; fi
    sleep $wait 2>/dev/null || { sleep 1; left=$((left - 16)); }
  done
}
end_all() {
  reach TERM || return 0
  gone_within 40 && return 0
  reach KILL
  # A busy machine takes its time to end what was killed.
  gone_within 100
}`;
}

/** A script that ends processes and returns when nothing of them runs; then it removes what is named. */
export function buildEndScript(options: EndScriptOptions & { readonly remove?: string | undefined }): string {
  return [
    `groups=${quoteShellWord(options.groups.join(" "))}`,
    endFunctions(options.marker),
    "end_all",
    ...(options.remove === undefined ? [] : [`rm -rf -- ${quoteShellWord(options.remove)}`]),
    "exit 0",
  ].join("\n");
}

export interface KeeperScriptOptions {
  readonly marker: string;
  /** Shell code that goes to the folder to start in. */
  readonly enter: string | undefined;
  /** Shell code that is run at last. */
  readonly cleanup: string | undefined;
}

/** Names a keeper in the list of processes. */
export const keeperName = "hermes-keeper";

/**
 * The script of the keeper: a process in the place that makes the private folder and says what is there, notices when
 * the one that opened it is gone, however that came, and then ends its commands and removes the folder. It reads lines,
 * each the groups that run, to the end of its input.
 */
export function buildKeeperScript({ marker, enter, cleanup }: KeeperScriptOptions): string {
  return `
name=${keeperName}
trap '' HUP PIPE INT TERM
${enter ?? ":"}
folder=$(umask 077; mktemp -d "\${TMPDIR:-/tmp}/hermes-XXXXXXXX") || exit 1
groups=
${endFunctions(marker)}
stat -c %a / >/dev/null 2>&1 && form=gnu || form=bsd
printf '\\036%s\\036%s\\036%s\\036%s\\036%s\\036%s\\036ready' \\
  "$folder" "\${HOME-}" "$(pwd)" "$(command -v bash)" "$(command -v setsid)" $form
while read -r line; do
  groups=$line
done
cd /
end_all
rm -rf -- "$folder"
${cleanup ?? ""}
exit 0`;
}
