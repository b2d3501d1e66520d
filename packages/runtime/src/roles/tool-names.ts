/** Names that role files of Claude Code use, with the tool of Hermes that does the same. See https://code.claude.com/docs/en/sub-agents */
const others: Readonly<Record<string, string>> = {
  Bash: "terminal",
  BashOutput: "process",
  KillShell: "process",
  Read: "read_file",
  NotebookRead: "read_file",
  Write: "write_file",
  Edit: "patch",
  MultiEdit: "patch",
  NotebookEdit: "patch",
  Glob: "search",
  Grep: "search",
  LS: "search",
  WebFetch: "web_extract",
  WebSearch: "web_search",
  TodoWrite: "todo",
  Skill: "skill_view",
  Task: "delegate_task",
  Agent: "delegate_task",
};

export function ownToolName(name: string): string {
  return Object.hasOwn(others, name) ? (others[name] ?? name) : name;
}
