import { shellQuote } from "./shell-quote.ts";

export interface GitProgramOptions {
  /** Path of the real git. */
  readonly git: string;
  /** What runs the client, and the client. */
  readonly node: string;
  readonly client: string;
  /** Path of a file that lists the folders of git whose settings the broker changes. */
  readonly folders: string;
}

/**
 * A `git` that comes before the real one within the jail, where the settings of a repository can't be written.
 *
 * Commands that write settings see the repository's folder through another one, which has a copy of the settings, and links
 * to all else; git itself calls that the common directory. What they changed in the copy goes to the broker. All other
 * commands are the real git at once.
 *
 * @see https://git-scm.com/docs/git#Documentation/git.txt-codeGITCOMMONDIRcode
 */
export function gitProgram({ git, node, client, folders }: GitProgramOptions): string {
  return `#!/bin/sh
git=${shellQuote(git)}
${body}
cmp -s "$box/before" "$view/config" ||
  ${shellQuote(node)} ${shellQuote(client)} settings "$common" "$box/before" "$view/config" || status=$(( status ? status : 1 ))
exit "$status"
`.replace("@folders@", shellQuote(folders));
}

const body = `[ -z "\${GIT_COMMON_DIR-}" ] || exec "$git" "$@"
command= next= taken= before=0
for word do
  if [ -n "$taken" ]; then taken=
  elif [ -n "$command" ]; then next=$word; break
  else case $word in
    -C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix|--attr-source) taken=1 ;;
    -*) ;;
    *) command=$word; before=$((before - 1)) ;;
  esac
  fi
  before=$((before + 1))
done
creates= tracks=
for word do
  last=$word
  case $word in
    -b|-B|-c|-C|-t|--track*|--orphan*) creates=1 ;;
    -u|--set-upstream*) tracks=1 ;;
  esac
done
# What writes settings; the others only read, or run commands that do.
case $command in
  config)
    case $next in ''|--get*|-l|--list|--global|--system) exec "$git" "$@" ;; esac
    [ "$#" -gt $((before + 2)) ] || exec "$git" "$@"
    ;;
  remote) case $next in ''|-v|show|get-url|update|prune) exec "$git" "$@" ;; esac ;;
  branch) case $next in ''|-a|-r|-v|-vv|-l|--list|--show-current) exec "$git" "$@" ;; esac ;;
  submodule) case $next in ''|status|summary|foreach) exec "$git" "$@" ;; esac ;;
  worktree) [ "$next" = add ] || exec "$git" "$@" ;;
  checkout|switch) ;;
  fetch|pull|push) [ -n "$tracks" ] || exec "$git" "$@" ;;
  *) exec "$git" "$@" ;;
esac

# With the options that come before the command: where is the repository?
places() {
  at=0 count=$1
  shift
  for word do
    shift
    [ "$at" -ge "$count" ] || set -- "$@" "$word"
    at=$((at + 1))
  done
  "$git" "$@" rev-parse --path-format=absolute --git-common-dir --git-dir --git-path hooks 2>/dev/null
}
{ IFS= read -r common; IFS= read -r own; IFS= read -r hooks; } <<END
$(places "$before" "$@")
END
known=
while IFS= read -r each; do
  [ "$each" != "$common" ] || known=1
done < @folders@
[ -n "$known" ] || exec "$git" "$@"
case $command in checkout|switch)
  # A branch that is there gets no settings.
  [ -n "$creates" ] || [ ! -f "$common/refs/heads/$last" ] || exec "$git" "$@"
esac
box=$(mktemp -d "\${TMPDIR:-/tmp}/git-settings-XXXXXX") || exec "$git" "$@"
trap 'rm -rf "$box"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
view=$box/.git
mkdir "$view" "$view/hooks"
[ "$command" != worktree ] || mkdir -p "$common/worktrees"
[ -d "$common/logs" ] || mkdir "$common/logs"
link() {
  # What isn't there yet is made where it belongs.
  set -- "$common/packed-refs" "$common/shallow"
  for each in "$common"/*; do
    case \${each##*/} in config|*.lock|hooks|packed-refs|shallow) ;; *) set -- "$@" "$each" ;; esac
  done
  # Settings may include a file beside the repository.
  [ ! -e "$common/../.gitconfig" ] || ln -s "$common/../.gitconfig" "$box/.gitconfig"
  ln -s "$@" "$view/"
}
link
cp "$common/config" "$view/config"

case $command in config|remote) ;; *)
  # A hook may work in another repository, so it doesn't get the variable.
  for hook in "$hooks"/*; do
    case $hook in *.sample) continue ;; esac
    [ -f "$hook" ] && [ -x "$hook" ] || continue
    quoted=$(printf %s "$hook" | sed "s/'/'\\\\\\\\''/g")
    printf "#!/bin/sh\\nunset GIT_COMMON_DIR\\nexec '%s' \\"\\\$@\\"\\n" "$quoted" > "$view/hooks/\${hook##*/}"
    chmod +x "$view/hooks/\${hook##*/}"
  done
  printf '\\n[core]\\n\\thooksPath = "%s"\\n' "$view/hooks" >> "$view/config"
esac
case $command in checkout|switch)
  # Git takes the worktree for another one than its own, and would say that its branch is in use.
  if [ "$own" = "$common" ]; then rm -f "$view/HEAD"
  elif [ -d "$common/worktrees" ]; then
    rm -f "$view/worktrees"
    mkdir "$view/worktrees"
    for worktree in "$common"/worktrees/*; do
      [ "$worktree" = "$own" ] || ln -s "$worktree" "$view/worktrees/"
    done
  fi
esac
cp "$view/config" "$box/before"

GIT_COMMON_DIR=$view "$git" "$@"
status=$?

# A branch was renamed that is checked out: git replaced the link.
if [ -f "$view/HEAD" ] && [ ! -L "$view/HEAD" ]; then
  cp "$view/HEAD" "$common/HEAD.new" && mv "$common/HEAD.new" "$common/HEAD"
fi
# A shallow repository was made whole: git removed the link.
[ -L "$view/shallow" ] || rm -f "$common/shallow"
if [ "$command" = worktree ]; then
  for worktree in "$common"/worktrees/*; do
    [ -f "$worktree/gitdir" ] || continue
    IFS= read -r file < "$worktree/gitdir"
    [ -f "$file" ] && IFS= read -r line < "$file" && [ "$line" = "gitdir: $view/worktrees/\${worktree##*/}" ] || continue
    printf 'gitdir: %s\\n' "$worktree" > "$file"
  done
fi`;
