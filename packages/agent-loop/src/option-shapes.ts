/** What a value of an option has to be, where a slip would show late, or as a fault of something else. */
export interface OptionShape {
  readonly fits: (value: unknown) => boolean;
  readonly hint: string;
}

export type OptionShapes = Readonly<Record<string, OptionShape>>;

const list: OptionShape = { fits: Array.isArray, hint: "Give a list." };
const callback: OptionShape = { fits: (value) => typeof value === "function", hint: "Give a function." };

/** Of what a turn is asked for, and of one step. */
export const turnOptionShapes: OptionShapes = {
  temperature: {
    fits: (value) => isNumber(value) && value >= 0 && value <= 2,
    hint: "Give a number from 0 to 2.",
  },
  topP: {
    fits: (value) => isNumber(value) && value > 0 && value <= 1,
    hint: "Give a number above 0 and at most 1.",
  },
  seed: { fits: Number.isSafeInteger, hint: "Give a whole number." },
  stop: {
    fits: (value) => Array.isArray(value) && value.every((text) => typeof text === "string" && text !== ""),
    hint: "Give a list of texts at which the answer ends, none of them empty.",
  },
  toolChoice: {
    fits: (value) => isOneOf(value, ["auto", "none", "required"]) || has(value, ["tool"], "string"),
    hint: 'Give "auto", "none", "required" or { tool: "its name" }.',
  },
  prepareStep: callback,
  stopWhen: callback,
};

/** Of what only an agent has. Limits are looked at by themselves. */
export const optionShapes: OptionShapes = {
  tools: {
    fits: (value) => Array.isArray(value) || has(value, ["register", "get"], "function"),
    hint: "Give a list of tools, each made with defineTool(), or a ToolRegistry.",
  },
  prompt: {
    fits: (value) => typeof value === "string" || isObject(value),
    hint: "Give a text, or layers as PromptOptions has them.",
  },
  sessionId: { fits: (value) => typeof value === "string", hint: "Give a text." },
  messages: list,
  hooks: list,
  remarks: list,
  journal: {
    fits: (value) => has(value, ["create", "load", "append"], "function"),
    hint: "Give a SessionJournal: memoryJournal(), or the journal that an open store has.",
  },
  approvals: {
    fits: (value) => has(value, ["open", "answer", "find"], "function"),
    hint: "Give an ApprovalLog: memoryApprovals(), or the approvals that an open store has.",
  },
  compressor: {
    fits: (value) => has(value, ["compress"], "function"),
    hint: "Give a Compressor, such as createCompressor() makes.",
  },
  onChangedHead: {
    fits: (value) => isOneOf(value, ["keep", "adopt", "error", "ignore"]),
    hint: 'Give "keep", "adopt", "error" or "ignore".',
  },
  approver: callback,
  promptAfterCompression: callback,
  now: callback,
  onWarning: callback,
  createId: callback,
};

/** A value as an error names it. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100));
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "function") return "a function";
  return isObject(value) ? "an object of another kind" : String(value);
}

function has(value: unknown, fields: readonly string[], type: "function" | "string"): boolean {
  if (!isObject(value)) return false;
  return fields.every((field) => typeof Reflect.get(value, field) === type);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return typeof value === "string" && known.includes(value);
}
