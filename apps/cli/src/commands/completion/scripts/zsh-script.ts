/**
 * The first line of an answer says what else completes: `files`, `folders` or `none`. Each other line is an entry for
 * `_describe`, which quotes it as the line needs it.
 */
export const zshScript: string = `#compdef hermes
# hermes: completion for zsh
_hermes() {
  local directive
  local -a lines typed
  # Without the quotes of what was typed; nothing of it is evaluated.
  typed=("\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}")
  lines=("\${(@f)$(command hermes __complete -- zsh "\${typed[@]}" 2>/dev/null)}")
  directive=$lines[1]
  shift lines
  if [[ $PREFIX == --*=* ]]; then
    compset -P '*='
  elif [[ $PREFIX == *,* ]]; then
    compset -P '*,'
  fi
  (( $#lines )) && _describe -V hermes lines
  case $directive in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _hermes "$@"
else
  compdef _hermes hermes
fi
`;
