import { z } from "zod";

type Named<Facts> = Readonly<Record<string, Facts>>;
interface Titled {
  readonly title: string;
}

/** What the module of a plug-in says of its parts: its own data, without its functions. Kept with what was agreed to. */
export interface PluginDescription {
  readonly tools: Named<{
    readonly description: string;
    readonly parameters: { readonly [key: string]: unknown };
    readonly readOnly?: boolean | undefined;
    readonly timeoutMs?: number | undefined;
  }>;
  /** Names of events. */
  readonly hooks: readonly string[];
  readonly commands: Named<{ readonly summary: string }>;
  readonly programs: Named<{ readonly summary: string; readonly usage?: string | undefined }>;
  readonly sections: Named<{ readonly maxChars?: number | undefined }>;
  readonly models: Named<{
    readonly label: string;
    readonly models: readonly {
      readonly id: string;
      readonly contextWindow: number;
      readonly maxOutputTokens?: number | undefined;
    }[];
  }>;
  readonly memory: Named<Readonly<Record<string, never>>>;
  readonly search: Named<Titled & { readonly maxResults?: number | undefined }>;
  readonly speakers: Named<Titled & { readonly maxChars?: number | undefined }>;
  readonly transcribers: Named<Titled>;
  readonly backends: Named<Titled>;
  readonly platforms: Named<{ readonly label: string; readonly maxChars: number }>;
  readonly contextEngines: Named<Titled>;
}

const line = z.string().min(1).max(300);
const titled = z.object({ title: line });

export const pluginDescription: z.ZodType<PluginDescription> = z.object({
  tools: z
    .record(
      z.string(),
      z.object({
        description: z.string().min(1).max(2_000),
        parameters: z.looseObject({ type: z.literal("object") }),
        readOnly: z.boolean().optional(),
        timeoutMs: z.number().int().min(100).max(3_600_000).optional(),
      }),
    )
    .default({}),
  hooks: z.array(z.string()).default([]),
  commands: z.record(z.string(), z.object({ summary: line })).default({}),
  programs: z
    .record(z.string(), z.object({ summary: line, usage: z.string().max(4_000).optional() }))
    .default({}),
  sections: z
    .record(z.string(), z.object({ maxChars: z.number().int().min(1).max(4_000).optional() }))
    .default({}),
  models: z
    .record(
      z.string(),
      z.object({
        label: line,
        models: z
          .array(
            z.object({
              id: line,
              contextWindow: z.number().int().min(1_000),
              maxOutputTokens: z.number().int().min(1).optional(),
            }),
          )
          .min(1)
          .max(500),
      }),
    )
    .default({}),
  memory: z.record(z.string(), z.object({})).default({}),
  search: z
    .record(z.string(), titled.extend({ maxResults: z.number().int().min(1).max(100).optional() }))
    .default({}),
  speakers: z.record(z.string(), titled.extend({ maxChars: z.number().int().min(1).optional() })).default({}),
  transcribers: z.record(z.string(), titled).default({}),
  backends: z.record(z.string(), titled).default({}),
  platforms: z.record(z.string(), z.object({ label: line, maxChars: z.number().int().min(100) })).default({}),
  contextEngines: z.record(z.string(), titled).default({}),
});
