import type { ToolKind } from "@agentclientprotocol/sdk";

const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: "read",
  skill_view: "read",
  skills_list: "read",
  vision_analyze: "read",
  write_file: "edit",
  patch: "edit",
  skill_manage: "edit",
  memory: "edit",
  search_files: "search",
  session_search: "search",
  web_search: "search",
  tool_search: "search",
  web_extract: "fetch",
  terminal: "execute",
  process: "execute",
  execute_code: "execute",
  todo: "think",
  mixture_of_agents: "think",
};

/** What an editor draws beside a call. */
export function toolKindOf(name: string): ToolKind {
  const known = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  return known ?? (name.startsWith("browser_") ? "fetch" : "other");
}
