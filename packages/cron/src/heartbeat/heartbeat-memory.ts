import { z } from "zod";

/** What a look has seen, by which the next one knows what is new. Times are milliseconds since 1970. */
export interface HeartbeatSeen {
  /** Digest of the file; empty: it said nothing. */
  readonly file: string;
  readonly tasks: Readonly<Record<string, SeenTask>>;
  /** Digests of watched paths. */
  readonly watched: Readonly<Record<string, string>>;
  /** Ends of work that a heartbeat was for. */
  readonly ended: readonly string[];
}

export interface SeenTask {
  /** When it was first seen: its times count from then. */
  readonly since: number;
  /** Its times up to then are done with. */
  readonly until: number;
  /** Its first time after that; absent: there is none. */
  readonly next?: number | undefined;
}

/** What is remembered of the heartbeats of a chat. */
export interface HeartbeatMemory {
  readonly seen: HeartbeatSeen;
  /** The last heartbeat. */
  readonly last?: LastHeartbeat | undefined;
  /** How many in a row did not come to their end. */
  readonly failures: number;
}

export interface LastHeartbeat {
  readonly key: string;
  readonly at: number;
  /** What it was for, for people. */
  readonly why: readonly string[];
  /** It is not known yet what became of it: what was seen before it, and who asked for it. */
  readonly open?: { readonly before: HeartbeatSeen; readonly asked: readonly number[] } | undefined;
}

const seen: z.ZodType<HeartbeatSeen> = z.object({
  file: z.string(),
  tasks: z.record(
    z.string(),
    z.object({ since: z.number(), until: z.number(), next: z.number().optional() }),
  ),
  watched: z.record(z.string(), z.string()),
  ended: z.array(z.string()),
});

const memory: z.ZodType<HeartbeatMemory> = z.object({
  ...{ seen, failures: z.number() },
  last: z
    .object({
      ...{ key: z.string(), at: z.number(), why: z.array(z.string()) },
      open: z.object({ before: seen, asked: z.array(z.number()) }).optional(),
    })
    .optional(),
});

/** What was written of a chat; as if nothing was, where it can't be read. */
export function parseHeartbeatMemory(text: string | undefined): HeartbeatMemory {
  try {
    return memory.parse(JSON.parse(text ?? ""));
  } catch {
    return { seen: { file: "", tasks: {}, watched: {}, ended: [] }, failures: 0 };
  }
}
