import { HermesError, isToolName, nearest } from "@hermes/registry";
import type { DataSchema, Tool } from "@hermes/registry";
import type { AgentOptions } from "./agent-options.ts";
import type { ContinueOptions, RunOptions } from "./run-options.ts";
import { optionShapes, shown, turnOptionShapes } from "./option-shapes.ts";
import type { OptionShapes } from "./option-shapes.ts";
import { turnOptionNames } from "./turn-options.ts";
import type { StepChoice, TurnOptions } from "./turn-options.ts";

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
    maxImageBytes: true,
    children: true,
  },
};

const limits = [
  "maxRounds",
  "maxResultChars",
  "maxTurnResultChars",
  "maxOutputTokens",
  "maxMediaBytes",
  "maxImageBytes",
] as const;

/** What the options are called elsewhere. */
const otherNames: Readonly<Record<string, keyof AgentOptions>> = {
  ...{ system: "prompt", systemPrompt: "prompt", instructions: "prompt", maxSteps: "maxRounds" },
  ...{ maxTokens: "maxOutputTokens", activeTools: "prepareStep", schema: "output" },
};

const stepNames: Readonly<Record<keyof StepChoice, true>> = {
  ...{ model: true, tools: true, toolChoice: true, reasoningEffort: true },
  ...{ temperature: true, topP: true, seed: true, stop: true },
};

/** Everything that a turn may be given. */
const turnNames: Readonly<Record<keyof RunOptions | keyof ContinueOptions, true>> = {
  ...turnOptionNames,
  signal: true,
  mentions: true,
  becauseOfNotices: true,
};

/** @throws {HermesError} `AGENT_OPTION_INVALID`, for programs that no compiler has read, too. */
export function checkAgentOptions(options: AgentOptions<Tool, DataSchema | undefined>): void {
  // A program without a compiler may give none.
  if (typeof (options as unknown) !== "object" || (options as unknown) === null)
    throw invalid("There are no options.", "Give them as new Agent({ model, tools }).");
  checkNames(options, names, "AgentOptions");
  checkModel(options.model);
  checkShapes(options, optionShapes);
  const { sessionId, tools } = options;
  if (sessionId?.trim() === "")
    throw invalid("sessionId is blank.", "Name the session, or leave sessionId out for a new one.");
  if (Array.isArray(tools)) checkTools(tools);
  for (const limit of limits) {
    const value = options[limit];
    if (value !== undefined && !(typeof value === "number" && value > 0))
      throw invalid(`${limit} is ${shown(value)}.`, "Give a number greater than 0.");
  }
  checkShapes(options, turnOptionShapes);
}

/** @throws {HermesError} `AGENT_OPTION_INVALID` */
export function checkTurnOptions(options: TurnOptions): void {
  checkNames(options, turnNames, "RunOptions");
  checkShapes(options, turnOptionShapes);
}

/** @throws {HermesError} `AGENT_OPTION_INVALID` */
export function checkSignal(signal: AbortSignal | undefined): void {
  // A program without a compiler may give the controller.
  const given: unknown = signal;
  if (given !== undefined && !(typeof given === "object" && given !== null && "aborted" in given))
    throw invalid(`signal is ${shown(given)}.`, "Give the signal of an AbortController.");
}

/**
 * Looks at what `prepareStep` gave.
 *
 * @throws {HermesError} `AGENT_OPTION_INVALID`
 */
export function checkStepChoice(choice: StepChoice): void {
  checkNames(choice, stepNames, "StepChoice");
  if (choice.model !== undefined) checkModel(choice.model);
  checkShapes(choice, turnOptionShapes);
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

function checkNames(given: object, known: Readonly<Record<string, true>>, type: string): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue;
    const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
    const meant =
      other !== undefined && Object.hasOwn(known, other) ? other : nearest(name, Object.keys(known));
    throw invalid(`There is no option "${name}".`, did(meant) ?? `See ${type} for those that there are.`);
  }
}

function checkShapes(given: object, shapes: OptionShapes): void {
  for (const [name, value] of Object.entries(given)) {
    const shape = value === undefined || !Object.hasOwn(shapes, name) ? undefined : shapes[name];
    if (shape !== undefined && !shape.fits(value)) throw invalid(`${name} is ${shown(value)}.`, shape.hint);
  }
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
