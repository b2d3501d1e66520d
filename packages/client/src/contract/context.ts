import * as z from "zod";

/** What fills the window of a session's model, in tokens. */
export interface ContextInfo {
  readonly model: string;
  readonly contextWindow: number;
  readonly tokens: number;
  /** Whether the provider counted them; otherwise they are an estimate. */
  readonly counted: boolean;
  /** From so many on, older messages are condensed; absent: never. */
  readonly condenseAt?: number | undefined;
  readonly parts: readonly { readonly group: string; readonly name: string; readonly tokens: number }[];
}

export const contextInfo: z.ZodType<ContextInfo> = z.object({
  model: z.string(),
  contextWindow: z.number(),
  tokens: z.number(),
  counted: z.boolean(),
  condenseAt: z.number().optional(),
  parts: z.array(z.object({ group: z.string(), name: z.string(), tokens: z.number() })),
});
