import { z } from "zod";
import type { AuxiliarySettings, ModelOverride, ModelSettings, Settings } from "./settings.ts";
import { toFlag } from "./to-flag.ts";

/** Every setting with its type, default and description: what loading checks and what the docs are made from. */
export function settingsSchema(): z.ZodType<Settings> {
  return section({
    model: modelSection(),
    models: z
      .record(z.string(), modelOverride())
      .default({})
      .describe("Corrections of the model catalogue, by name of the model."),
    agent: section({
      max_turns: whole("Requests to the model that one message may cause.").default(90),
      ignore_rules: flag("Leave out AGENTS.md, SOUL.md and memory.").default(false),
    }),
    toolsets: names("Toolsets that are switched on. Without any, those of the platform.").optional(),
    disabled_toolsets: names("Toolsets that are switched off, whatever is on.").default([]),
    terminal: section({
      backend: z.enum(["local"]).default("local").describe("Where commands run."),
      cwd: text("Folder to work in. Without one, the folder in which Hermes is started."),
      timeout: z
        .preprocess(toNumber, z.number().positive())
        .default(180)
        .describe("Seconds that a command may take."),
      env_passthrough: names("Variables that commands get to see beside the harmless ones.").default([]),
    }),
    approvals: section({
      mode: z
        .enum(["manual", "off"])
        .default("manual")
        .describe("manual: dangerous commands ask; off: they run."),
    }),
    display: section({
      show_reasoning: flag("Show what the model thinks, where the provider tells.").default(false),
    }),
    memory: section({
      memory_enabled: flag("Keep notes across conversations.").default(true),
      user_profile_enabled: flag("Keep notes about the user across conversations.").default(true),
      memory_char_limit: whole("Characters that the notes may have.").default(2_200),
      user_char_limit: whole("Characters that the notes about the user may have.").default(1_375),
    }),
    tool_output: section({
      max_bytes: whole("Longest output of a command that a model sees.").default(50_000),
      max_lines: whole("Most lines of a file in one reading.").default(2_000),
      max_line_length: whole("Characters of a line; more is cut.").default(2_000),
    }),
    tool_loop_guardrails: section({
      warnings_enabled: flag("Tell the model when it goes in circles.").default(true),
      hard_stop_enabled: flag("End the turn when it goes on in circles.").default(false),
      warn_after: section({
        exact_failure: whole("Failures of the same call.").default(2),
        same_tool_failure: whole("Failures of the same tool.").default(3),
        idempotent_no_progress: whole("Identical results of the same reading call.").default(2),
      }),
    }),
    auxiliary: z
      .record(z.string(), auxiliarySection())
      .default({})
      .describe("Models of side tasks such as compression. Without an entry, a task does without a model."),
    state: section({
      synchronous: z
        .enum(["normal", "full"])
        .default("normal")
        .describe(
          "What a message survives. full: a power cut, at half the speed; normal: the program's end.",
        ),
    }),
  });
}

function modelSection(): z.ZodType<ModelSettings> {
  return section({
    default: text("Name of the model, as its provider calls it. Without one, the provider's default."),
    provider: text(
      "Where the model is had: openrouter, anthropic, openai, local, … Without one, it is found by the keys that are set.",
    ),
    base_url: text("Address of the server, such as http://127.0.0.1:8000/v1."),
    api_key: text("Key for the server; better kept in .env."),
    context_length: whole("Tokens that fit into one request, when the catalogue is wrong.").optional(),
    max_tokens: whole("Longest answer in tokens.").optional(),
    reasoning_effort: z
      .enum(["minimal", "low", "medium", "high"])
      .optional()
      .describe("How hard the model thinks, where it can be told."),
  });
}

function modelOverride(): z.ZodType<ModelOverride> {
  return z.object({
    context_length: whole("Tokens that fit into one request.").optional(),
    max_tokens: whole("Longest answer in tokens.").optional(),
    price: z
      .object({
        input: amount("US dollars per million input tokens."),
        output: amount("US dollars per million output tokens."),
        cache_read: amount("US dollars per million tokens read from the cache.").optional(),
        cache_write: amount("US dollars per million tokens written to the cache.").optional(),
      })
      .optional(),
  });
}

function auxiliarySection(): z.ZodType<AuxiliarySettings> {
  return z.object({
    provider: text("As model.provider; none: the task does without a model."),
    model: text("Name of the model."),
    base_url: text("Address of the server."),
    api_key: text("Key for the server; better kept in .env."),
  });
}

/** An object that is there with all its defaults even when nobody wrote it. */
function section<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodPrefault<z.ZodObject<Shape>> {
  // With all keys optional or with a default, the empty object is an input; the shape's type can't say so.
  return z.object(shape).prefault({} as never);
}

function text(description: string): z.ZodOptional<z.ZodString> {
  return z.string().optional().describe(description);
}

function flag(description: string): z.ZodType<boolean> {
  return z.preprocess(toFlag, z.boolean()).describe(description);
}

function whole(description: string): z.ZodType<number> {
  return z.preprocess(toNumber, z.int().min(1)).describe(description);
}

function amount(description: string): z.ZodType<number> {
  return z.preprocess(toNumber, z.number().min(0)).describe(description);
}

function names(description: string): z.ZodType<readonly string[]> {
  return z.preprocess(toList, z.array(z.string())).describe(description);
}

function toNumber(value: unknown): unknown {
  return typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toList(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
