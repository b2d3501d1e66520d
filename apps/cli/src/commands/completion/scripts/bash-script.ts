/**
 * The first line of an answer says what else completes: `files`, `folders` or `none`. Each other line is a candidate as it is to
 * be typed, with its description behind a tab. Nothing of it is evaluated.
 */
export const bashScript: string = `# hermes: completion for bash
_hermes() {
  local directive candidate description listed=0
  local -a candidates=() descriptions=()
  COMPREPLY=()
  {
    IFS= read -r directive
    while IFS=$'\\t' read -r candidate description; do
      candidates+=("$candidate")
      descriptions+=("$description")
    done
  } < <(command hermes __complete -- bash "\${COMP_LINE:0:COMP_POINT}" "\${COMP_WORDS[COMP_CWORD]}" 2>/dev/null)
  case "$directive" in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
  esac
  # Only where they are shown, and not put into the line.
  case "\${COMP_TYPE:-9}" in 33 | 63 | 64) listed=1 ;; esac
  local at
  for at in "\${!candidates[@]}"; do
    if [[ $listed == 1 && \${#candidates[@]} -gt 1 && -n "\${descriptions[at]}" ]]; then
      COMPREPLY+=("\${candidates[at]}  (\${descriptions[at]})")
    else
      COMPREPLY+=("\${candidates[at]}")
    fi
  done
}
complete -o nosort -F _hermes hermes 2>/dev/null || complete -F _hermes hermes
`;
