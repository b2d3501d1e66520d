import * as z from "zod";

/** A part of what a person says. Pictures and files are given by base64 `data` or by an `https:` address. */
export type InputPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly data: string }
  | { readonly type: "image"; readonly mediaType: string; readonly url: string }
  | {
      readonly type: "file";
      readonly mediaType: string;
      readonly name?: string | undefined;
      readonly data: string;
    };

/** What a person says: a text, or parts. */
export type RunInput = string | readonly InputPart[];

const mediaType = z.string().regex(/^[\w.+-]+\/[\w.+-]+$/);
const base64 = z.base64();

const inputPart: z.ZodType<InputPart> = z.union([
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({ type: z.literal("image"), mediaType, data: base64 }),
  z.strictObject({ type: z.literal("image"), mediaType, url: z.url({ protocol: /^https$/ }) }),
  z.strictObject({
    type: z.literal("file"),
    mediaType,
    name: z.string().max(255).optional(),
    data: base64,
  }),
]);

const runInput: z.ZodType<RunInput> = z.union([z.string().min(1), z.array(inputPart).min(1).max(1_000)]);

/** What happens to words that come while a turn runs: an error, after its end, into it, or in its place. */
export type WhenBusy = "refuse" | "queue" | "steer" | "interrupt";

const whenBusy: z.ZodType<WhenBusy> = z.enum(["refuse", "queue", "steer", "interrupt"]);

/** What a page on the canvas has sent when the person used it. */
export interface CanvasInput {
  /** Of the page, as the tool `canvas` gave it. */
  readonly id: string;
  /** JSON, at most 8 kB of it. */
  readonly json: string;
}

/** Of what a page on the canvas sends, as UTF-8. */
const maxCanvasDataBytes = 8_192;

const canvasInput: z.ZodType<CanvasInput> = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  json: z
    .string()
    .max(maxCanvasDataBytes)
    .refine((json) => new TextEncoder().encode(json).length <= maxCanvasDataBytes, "Too long.")
    .refine(isJson, "No JSON."),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export interface RunRequest {
  /** One that there is goes on; any other id names a new session. @default a new id */
  readonly sessionId?: string | undefined;
  /** Absent: a turn that was cut off, or waits for an answer, goes on. */
  readonly input?: RunInput | undefined;
  /** In place of `input`: it is told as data whose source is untrusted, after the turn that runs. */
  readonly canvas?: CanvasInput | undefined;
  /** @default that of the session, or of the settings */
  readonly model?: string | undefined;
  /** A layer over the agent's own prompt, for a session that begins. */
  readonly instructions?: string | undefined;
  /** @default "refuse" */
  readonly whenBusy?: WhenBusy | undefined;
}

/** Ids of sessions go into paths and files. */
export const sessionId: z.ZodType<string> = z.string().regex(/^[\w-][\w.:-]{0,127}$/);

export const runRequest: z.ZodType<RunRequest> = z.strictObject({
  sessionId: sessionId.optional(),
  input: runInput.optional(),
  canvas: canvasInput.optional(),
  model: z.string().min(1).max(200).optional(),
  instructions: z.string().max(100_000).optional(),
  whenBusy: whenBusy.optional(),
});

export interface RunStarted {
  readonly sessionId: string;
  /** Its events come behind it. Absent: the words went into the turn that runs. */
  readonly cursor?: string | undefined;
}

export const runStarted: z.ZodType<RunStarted> = z.object({
  sessionId: z.string(),
  cursor: z.string().optional(),
});

/** A turn that is under way. */
export interface RunningTurn {
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

export const runningTurn: z.ZodType<RunningTurn> = z.object({
  sessionId: z.string(),
  startedAt: z.number(),
});
