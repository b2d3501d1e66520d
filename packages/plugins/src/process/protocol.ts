import { z } from "zod";

/**
 * What a host and the process of a plug-in say to each other: JSON, a line each, on its standard input and output. Bytes are
 * `{ "$bytes": "<base64>" }`. Streams are pulled: the process goes on behind a `yield` when the host has asked for the next one.
 */
export type ToProcess =
  | {
      readonly start: {
        /** Absolute path of the module. */
        readonly main: string;
        readonly folder: string;
        readonly settings: Readonly<Record<string, unknown>>;
        readonly variables: Readonly<Record<string, string>>;
      };
    }
  | {
      readonly id: number;
      /** Kind, name, function: `["tools", "weather", "execute"]`. Of a hook: `["hooks", "pre_tool_call"]`. */
      readonly call: readonly string[];
      readonly params: unknown;
      readonly sessionId?: string | undefined;
      readonly cwd?: string | undefined;
      /** Whether it is a stream: the first item is asked for with the call. */
      readonly stream: boolean;
    }
  | { readonly next: number }
  | { readonly cancel: number };

/** A line of a process. */
export type FromProcess =
  /** Its module is loaded; what it says of its parts. */
  | { readonly ready: unknown }
  /** Its module can't be loaded. */
  | { readonly failed: string }
  /** Without `result`: undefined. */
  | { readonly id: number; readonly result?: unknown }
  | { readonly id: number; readonly item: unknown }
  | { readonly id: number; readonly error: { readonly message: string } }
  | { readonly id: number; readonly progress: string }
  | { readonly log: string };

export const fromProcess: z.ZodType<FromProcess> = z.union([
  z.strictObject({ ready: z.unknown() }),
  z.strictObject({ failed: z.string() }),
  z.strictObject({ id: z.number().int(), result: z.unknown().optional() }),
  z.strictObject({ id: z.number().int(), item: z.unknown() }),
  z.strictObject({ id: z.number().int(), error: z.strictObject({ message: z.string() }) }),
  z.strictObject({ id: z.number().int(), progress: z.string() }),
  z.strictObject({ log: z.string() }),
]);
