import { z } from "zod";
import { amount, choice, type Field, flag, names, seconds, text, whole } from "./field.ts";
import type { AuxiliarySettings, ModelOverride, Settings } from "./settings.ts";

/** A field for every setting, in sections like the settings themselves. */
export type FieldsOf<Part> = {
  readonly [Key in keyof Part]-?: Part[Key] extends Leaf
    ? Field<Part[Key]>
    : string extends keyof Part[Key]
      ? Field<Part[Key]>
      : FieldsOf<Part[Key]>;
};

type Leaf = string | number | boolean | readonly string[] | undefined;

/** Every setting with its type, default and description: what loading checks and what the docs are made from. */
// oxfmt-ignore
export const settingsFields: FieldsOf<Settings> = {
  model: {
    default: text("Name of the model, as its provider calls it. Without one, the provider's default."),
    provider: text("Where the model is had: openrouter, anthropic, openai, local, … Without one, it is found by the keys that are set."),
    base_url: text("Address of the server, such as http://127.0.0.1:8000/v1."),
    api_key: text("Key for the server; better kept in .env."),
    context_length: whole("Tokens that fit into one request, when the catalogue is wrong."),
    max_tokens: whole("Longest answer in tokens."),
    reasoning_effort: choice(["minimal", "low", "medium", "high"], "How hard the model thinks, where it can be told."),
  },
  models: {
    default: {},
    schema: () => z.record(z.string(), modelOverride()).describe("Corrections of the model catalogue, by name of the model."),
  },
  agent: {
    max_turns: whole("Requests to the model that one message may cause.", 90),
    ignore_rules: flag("Leave out AGENTS.md, SOUL.md and memory.", false),
  },
  toolsets: names("Toolsets that are switched on. Without any, those of the platform."),
  disabled_toolsets: names("Toolsets that are switched off, whatever is on.", []),
  terminal: {
    backend: choice(["local"], "Where commands run.", "local"),
    cwd: text("Folder to work in. Without one, the folder in which Hermes is started."),
    timeout: seconds("Seconds that a command may take.", 180),
    env_passthrough: names("Variables that commands get to see beside the harmless ones.", []),
  },
  approvals: {
    mode: choice(["ask", "accept-edits", "plan", "auto", "yolo"], "ask: what is risky asks; accept-edits: edits don't; plan: nothing is changed; auto: a model decides; yolo: nothing asks.", "ask"),
    timeout: whole("Seconds that a question waits; then it is a no. Without it, as long as it takes."),
  },
  permissions: {
    default: {},
    schema: () => z.record(z.string(), permissionRule()).describe("Rules such as terminal.*: ask, as in permissions.yaml."),
  },
  command_allowlist: names("Kinds of command that are allowed for good; read from files of the Python original.", []),
  display: {
    show_reasoning: flag("Show what the model thinks, where the provider tells.", false),
  },
  memory: {
    memory_enabled: flag("Keep notes across conversations.", true),
    user_profile_enabled: flag("Keep notes about the user across conversations.", true),
    memory_char_limit: whole("Characters that the notes may have.", 2_200),
    user_char_limit: whole("Characters that the notes about the user may have.", 1_375),
  },
  tool_output: {
    max_bytes: whole("Longest output of a command that a model sees, in characters.", 50_000),
    max_lines: whole("Most lines of a file in one reading.", 2_000),
    max_line_length: whole("Characters of a line; more is cut.", 2_000),
  },
  tool_loop_guardrails: {
    warnings_enabled: flag("Tell the model when it goes in circles.", true),
    hard_stop_enabled: flag("End the turn when it goes on in circles.", false),
    warn_after: {
      exact_failure: whole("Failures of the same call.", 2),
      same_tool_failure: whole("Failures of the same tool.", 3),
      idempotent_no_progress: whole("Identical results of the same reading call.", 2),
    },
  },
  auxiliary: {
    default: {},
    schema: () => z.record(z.string(), auxiliarySettings()).describe("Models of side tasks such as compression. Without an entry, a task does without a model."),
  },
  state: {
    synchronous: choice(["normal", "full"], "What a message survives. full: a power cut, at half the speed; normal: the program's end.", "normal"),
  },
};

function modelOverride(): z.ZodType<ModelOverride> {
  return z.object({
    context_length: entry(whole("Tokens that fit into one request.")),
    max_tokens: entry(whole("Longest answer in tokens.")),
    price: z
      .object({
        input: amount("US dollars per million input tokens.").schema(),
        output: amount("US dollars per million output tokens.").schema(),
        cache_read: entry(amount("US dollars per million tokens read from the cache.")),
        cache_write: entry(amount("US dollars per million tokens written to the cache.")),
      })
      .optional(),
  });
}

function permissionRule(): z.ZodType<unknown> {
  const rule = z.union([z.enum(["allow", "ask", "deny"]), z.record(z.string(), z.unknown())]);
  return rule.describe("What holds for it: allow, ask or deny. Under platforms: rules for each.");
}

function auxiliarySettings(): z.ZodType<AuxiliarySettings> {
  return z.object({
    provider: entry(text("As model.provider; none: the task does without a model.")),
    model: entry(text("Name of the model.")),
    base_url: entry(text("Address of the server.")),
    api_key: entry(text("Key for the server; better kept in .env.")),
  });
}

function entry<Value>(field: Field<Value>): z.ZodOptional<z.ZodType<NonNullable<Value>>> {
  return field.schema().optional();
}
