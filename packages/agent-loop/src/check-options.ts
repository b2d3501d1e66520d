import { HermesError, isToolName, nearest } from "@hermes/registry";
import type { DataSchema, Tool } from "@hermes/registry";
import type { AgentOptions } from "./agent-options.ts";
import { turnOptionNames } from "./turn-options.ts";
import type { TurnOptions } from "./turn-options.ts";

const names: Readonly<Record<keyof AgentOptions, true>> = {
  ...turnOptionNames,
  ...{ model: true, tools: true, toolsets: true, maxToolTokens: true, liveTools: true, env: true },
  ...{ prompt: true, sessionId: true, journal: true, exclusive: true, maxRounds: true },
  ...{ maxResultChars: true, maxTurnResultChars: true, spill: true, compressor: true },
  ...{ promptAfterCompression: true, hooks: true, recall: true, mentions: true, approver: true },
  ...{ approvals: true, todo: true, remarks: true, guardrails: true, parent: true, origin: true, cwd: true },
  ...{ reasoningEffort: true, maxOutputTokens: true, now: true, spending: true, onWarning: true },
  ...{
    createId: true,
    messages: true,
    onChangedHead: true,
    documents: true,
    maxMediaBytes: true,
    children: true,
  },
};

const limits = [
  "maxRounds",
  "maxResultChars",
  "maxTurnResultChars",
  "maxOutputTokens",
  "maxMediaBytes",
] as const;

/** @throws {HermesError} `AGENT_OPTION_INVALID`, for programs that no compiler has read, too. */
export function checkAgentOptions(options: AgentOptions<Tool, DataSchema | undefined>): void {
  for (const name of Object.keys(options)) if (!Object.hasOwn(names, name)) throw unknown(name);
  checkModel(options.model);
  const { sessionId, tools } = options;
  if (sessionId?.trim() === "")
    throw invalid("sessionId is blank.", "Name the session, or leave sessionId out for a new one.");
  if (Array.isArray(tools)) checkTools(tools);
  for (const limit of limits) {
    const value = options[limit];
    if (value !== undefined && !(value > 0))
      throw invalid(`${limit} is ${value}.`, "Give a number greater than 0.");
  }
  checkTurnOptions(options);
}

/** @throws {HermesError} `AGENT_OPTION_INVALID` */
export function checkTurnOptions({ temperature, topP, seed, stop }: TurnOptions): void {
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
    throw invalid(`temperature is ${temperature}.`, "Give a number from 0 to 2.");
  if (topP !== undefined && !(topP > 0 && topP <= 1))
    throw invalid(`topP is ${topP}.`, "Give a number above 0 and at most 1.");
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw invalid(`seed is ${seed}.`, "Give a whole number.");
  if (stop?.some((text) => text === "") === true)
    throw invalid("stop has an empty text.", "Give texts at which the answer ends.");
}

/** @throws {HermesError} `AGENT_OPTION_INVALID` where it names a tool that is not among those of the requests. */
export function checkToolChoice(
  choice: TurnOptions["toolChoice"],
  tools: readonly { readonly name: string }[],
): void {
  if (typeof choice !== "object" || tools.some(({ name }) => name === choice.tool)) return;
  const known = tools.map(({ name }) => name);
  throw invalid(
    `toolChoice names "${choice.tool}", which no request describes.`,
    did(nearest(choice.tool, known)) ?? `There are: ${known.join(", ") || "none"}.`,
  );
}

function checkModel(model: unknown): void {
  if (typeof model === "object" && model !== null && "stream" in model && typeof model.stream === "function")
    return;
  const found = typeof model === "string" ? `model is the text "${model}"` : "There is no model";
  throw invalid(
    `${found}.`,
    "Give a model, such as openaiChat({ model, baseUrl, apiKey }) or anthropicMessages({ model, apiKey }).",
  );
}

function checkTools(tools: readonly Tool[]): void {
  const seen = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    // A list from elsewhere may hold anything.
    const name: unknown = (tool as Tool | undefined)?.name;
    if (typeof name !== "string" || !isToolName(name) || typeof tool.execute !== "function")
      throw invalid(`tools[${index}] is no tool.`, "Make it with defineTool().");
    if (seen.has(name))
      throw invalid(`tools has two with the name "${name}".`, "Give one of them another name.");
    seen.add(name);
  }
}

function unknown(name: string): HermesError {
  return invalid(
    `There is no option "${name}".`,
    did(nearest(name, Object.keys(names))) ?? "See AgentOptions for those that there are.",
  );
}

function did(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean "${name}"?`;
}

function invalid(message: string, hint: string): HermesError {
  return new HermesError(`The agent can't work like this: ${message}`, {
    code: "AGENT_OPTION_INVALID",
    hint,
  });
}
