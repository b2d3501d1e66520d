/**
 * The first line of an answer says what else completes: `files`, `folders` or `none`. Each other line is a candidate with its
 * description behind a tab; fish quotes it as the line needs it.
 */
export const fishScript: string = `# hermes: completion for fish
function __hermes_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l answer (command hermes __complete -- fish $words (commandline -ct) 2>/dev/null)
    set -l directive $answer[1]
    set -e answer[1]
    for line in $answer
        printf '%s\\n' $line
    end
    switch "$directive"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct) ''
    end
end
complete -c hermes -f -k -a '(__hermes_complete)'
`;
