import { cleaned } from "@hermes/mcp";
import type { McpPromptFacts, McpPromptResult } from "@hermes/mcp";
import { HermesError } from "@hermes/registry";
import type { UserMessage } from "@hermes/models";
import type { WorkspaceMcp } from "./workspace-mcp.ts";

/** What can be typed after a slash. */
export interface PromptCommand {
  /** Without the slash: `mcp_<server>_<prompt>`. */
  readonly name: string;
  readonly summary: string;
}

/** Prompts of servers as what is typed after a slash; also as `/<server>:<prompt>`. */
export interface PromptCommands {
  commands(): Promise<readonly PromptCommand[]>;
  /** The message that a command enters; undefined where there is none of that name. */
  messageOf(name: string, args: string): Promise<Omit<UserMessage, "role"> | undefined>;
}

interface FoundPrompt extends PromptCommand {
  readonly server: string;
  readonly prompt: McpPromptFacts;
}

const longestSummary = 120;

export function promptCommands(mcp: WorkspaceMcp): PromptCommands {
  const find = (): readonly FoundPrompt[] =>
    mcp.named
      .filter((server) => mcp.isUsable(server) && server.entry?.tools.prompts === true)
      .flatMap(({ name: server }) =>
        (mcp.catalogue(server)?.prompts ?? []).map((prompt) => ({
          name: `mcp_${cleaned(server)}_${cleaned(prompt.name)}`,
          summary: summaryOf(server, prompt),
          server,
          prompt,
        })),
      );
  return {
    commands: async () => find().map(({ name, summary }) => ({ name, summary })),
    async messageOf(command, typed) {
      const found = find().find(
        ({ name, server, prompt }) => name === command || `${server}:${prompt.name}` === command,
      );
      if (found === undefined) return undefined;
      const { server, prompt } = found;
      const args = argumentsOf(prompt, typed);
      const signal = AbortSignal.timeout(mcp.need(server).server.entry.timeoutMs);
      const result = await mcp.need(server).server.getPrompt(prompt.name, args, { signal });
      return {
        content: [{ type: "text", text: textOf(`/${command} ${typed}`.trim(), server, result) }],
        provenance: [{ source: "mcp", name: server }],
      };
    },
  };
}

function summaryOf(server: string, { description = "", arguments: args }: McpPromptFacts): string {
  const names = args.map(({ name, required }) => (required ? name : `[${name}]`)).join(" ");
  const text = [`${server}:`, description.replaceAll(/\s+/g, " "), names === "" ? "" : `(${names})`]
    .join(" ")
    .trim();
  return text.length > longestSummary ? `${text.slice(0, longestSummary - 1)}…` : text;
}

/** By `name=value` where the prompt has such an argument, else by their places; the last one takes what is left. */
function argumentsOf(
  { name, arguments: known }: McpPromptFacts,
  typed: string,
): Readonly<Record<string, string>> {
  const words = typed.trim() === "" ? [] : typed.trim().split(/\s+/);
  const args: Record<string, string> = {};
  const free: string[] = [];
  for (const word of words) {
    const [, key = "", value = ""] = /^([^=\s]+)=(.*)$/s.exec(word) ?? [];
    if (known.some((each) => each.name === key)) args[key] = value;
    else free.push(word);
  }
  const open = known.filter((each) => args[each.name] === undefined);
  for (const [index, each] of open.entries()) {
    const isLast = index === open.length - 1;
    const value = isLast ? free.splice(0).join(" ") : (free.shift() ?? "");
    if (value !== "") args[each.name] = value;
  }
  const missing = known.filter((each) => each.required && args[each.name] === undefined);
  if (missing.length > 0)
    throw new HermesError(`The prompt "${name}" needs ${missing.map((each) => each.name).join(", ")}.`, {
      code: "MCP_REFUSED",
      hint: `Write it behind the command: ${missing.map((each) => `${each.name}=…`).join(" ")}`,
    });
  return args;
}

/** What the server wrote is told apart from what the person typed. */
function textOf(typed: string, server: string, { messages }: McpPromptResult): string {
  const texts = messages.map(({ role, content }) => {
    const text =
      content.type === "text"
        ? content.text
        : content.type === "resource"
          ? (content.text ?? "")
          : `[${content.type}]`;
    return role === "assistant" ? `Assistant: ${text}` : text;
  });
  return `${typed}\n\nThe MCP server "${server}" gives this text for it:\n${texts.join("\n\n")}`;
}
