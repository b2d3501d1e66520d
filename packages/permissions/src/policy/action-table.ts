/** What a rule can name: a kind of action, with the tools that do it. */
export interface Action {
  /** `<group>.<verb>`, such as `file.write`. */
  readonly name: string;
  readonly tools: readonly string[];
  readonly summary: string;
  /** What stands between the parentheses of a rule for it. */
  readonly argument: "command" | "path" | "url" | "text";
  /** True when nothing is changed by it: it goes on in the mode `plan`. */
  readonly readOnly: boolean;
}

type Row = readonly [
  name: string,
  tools: string,
  argument: Action["argument"],
  effect: "reads" | "acts",
  summary: string,
];

// oxfmt-ignore
const rows: readonly Row[] = [
  ["file.read", "read_file search", "path", "reads", "read a file, list or search a folder"],
  ["file.write", "write_file patch", "path", "acts", "make or change a file"],
  ["file.delete", "patch", "path", "acts", "delete a file (a patch with \"Delete File\", a command such as rm)"],
  ["terminal.run", "terminal", "command", "acts", "run a command and wait for it, in a pseudo terminal too"],
  ["terminal.background", "terminal", "command", "acts", "start a command that goes on by itself"],
  ["terminal.input", "process", "command", "acts", "type into a process that runs"],
  ["terminal.watch", "process", "text", "reads", "list the processes and read their output"],
  ["terminal.kill", "process", "text", "acts", "end a process that was started in the background"],
  ["code.run", "execute_code", "text", "acts", "run a script that calls tools"],
  ["memory.read", "memory learning", "text", "reads", "read the notes across conversations"],
  ["memory.write", "memory learning", "text", "acts", "change the notes across conversations"],
  ["session.search", "session_search", "text", "reads", "search earlier conversations"],
  ["skill.read", "skills_list skill_view", "text", "reads", "find and read skills"],
  ["skill.write", "skill_manage", "text", "acts", "make, change or delete skills"],
  ["web.search", "web_search", "text", "reads", "search the web"],
  ["web.fetch", "web_extract", "url", "reads", "read a page"],
  ["browser.open", "browser_navigate", "url", "acts", "open a page in the browser"],
  ["browser.read", "browser_snapshot browser_get_images browser_vision browser_console browser_scroll browser_back", "text", "reads", "look at the page"],
  ["browser.act", "browser_click browser_type browser_press browser_dialog", "text", "acts", "click and type on the page"],
  ["browser.script", "browser_cdp", "text", "acts", "control the browser itself"],
  ["plan.write", "todo", "text", "reads", "keep the task list of this conversation"],
  ["person.ask", "clarify", "text", "reads", "ask the person"],
  ["agent.start", "delegate_task", "text", "acts", "hand work to another agent"],
  ["cron.write", "cronjob", "text", "acts", "schedule work"],
  ["message.send", "send_message", "text", "acts", "send a message to a chat platform"],
  ["media.read", "vision_analyze", "text", "reads", "look at a picture"],
  ["media.make", "image_generate text_to_speech", "text", "acts", "make pictures and speech"],
  ["home.read", "ha_list_entities ha_get_state ha_list_services", "text", "reads", "look at the smart home"],
  ["home.act", "ha_call_service", "text", "acts", "control the smart home"],
  ["board.read", "kanban_show kanban_list", "text", "reads", "look at the shared board"],
  ["board.write", "kanban_create kanban_complete kanban_block kanban_unblock kanban_link kanban_heartbeat kanban_comment", "text", "acts", "change the shared board"],
  ["computer.use", "computer_use", "text", "acts", "use the desktop"],
];

/** Every action that is known by name, in the order of the printed table. */
export const actions: readonly Action[] = rows.map(([name, tools, argument, effect, summary]) => ({
  name,
  tools: tools.split(" "),
  argument,
  readOnly: effect === "reads",
  summary,
}));

const byName = new Map(actions.map((action) => [action.name, action]));
const byTool = new Map<string, Action>();
for (const action of actions)
  for (const tool of action.tools) if (!byTool.has(tool)) byTool.set(tool, action);

/** Groups that are known by name: `file`, `terminal`, … */
export const actionGroups: ReadonlySet<string> = new Set(actions.map(({ name }) => groupOf(name)));

export function groupOf(action: string): string {
  return action.slice(0, action.indexOf("."));
}

export function findAction(name: string): Action | undefined {
  return byName.get(name);
}

export interface NamedCall {
  readonly tool: string;
  readonly toolset: string;
  /** What the tool says of itself; counts where the table does not know it. */
  readonly readOnly: boolean;
  readonly args: unknown;
}

/** What a call does, by the table. A tool that is not in it is `<toolset>.<tool>`. */
export function actionOf({ tool, toolset, readOnly, args }: NamedCall): Action {
  const name = refinedName(tool, args);
  const known = name === undefined ? byTool.get(tool) : byName.get(name);
  return (
    known ?? {
      name: `${toolset}.${tool}`,
      tools: [tool],
      argument: "text",
      readOnly,
      summary: `call ${tool}`,
    }
  );
}

/** Tools that do different things by their arguments. */
function refinedName(tool: string, args: unknown): string | undefined {
  if (tool === "terminal")
    return fieldOf(args, "background") === true ? "terminal.background" : "terminal.run";
  const verb = fieldOf(args, "action");
  if (tool === "process") {
    if (inputOf(args) !== undefined) return "terminal.input";
    return verb === "kill"
      ? "terminal.kill"
      : typeof verb === "string" && /^(list|poll|log|wait)$/.test(verb)
        ? "terminal.watch"
        : "terminal.input";
  }
  if (tool === "memory") return verb === "read" ? "memory.read" : "memory.write";
  if (tool === "learning") return verb === "list" || verb === "search" ? "memory.read" : "memory.write";
  if (tool === "skill_manage")
    return verb === "rate" || fieldOf(args, "preview") === true ? "skill.read" : "skill.write";
  return undefined;
}

/** What would be typed into a running process. */
export function inputOf(args: unknown): string | undefined {
  for (const key of ["data", "input", "text", "keys"]) {
    const value = fieldOf(args, key);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** A field of arguments that were validated by their tool, whose type is not known here. */
export function fieldOf(args: unknown, key: string): unknown {
  return typeof args === "object" && args !== null && Object.hasOwn(args, key)
    ? Reflect.get(args, key)
    : undefined;
}

export function textOf(args: unknown, key: string): string | undefined {
  const value = fieldOf(args, key);
  return typeof value === "string" ? value : undefined;
}
