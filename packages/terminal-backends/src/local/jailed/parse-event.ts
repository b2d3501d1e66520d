import { isAbsolute } from "node:path";
import { z } from "zod";
import type { SupervisorEvent } from "../supervisor/messages.ts";

const id = z.int().nonnegative();
/** Linux has no longer ones. */
const maxPathChars = 4_096;
const withoutNul = /^[^\0]*$/;
const path = z
  .string()
  .max(maxPathChars)
  .regex(withoutNul)
  .refine((text) => isAbsolute(text));
/** As many as are ever opened: more is not looked at. */
const maxPorts = 4_096;

const event: z.ZodType<SupervisorEvent> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("started"), id, pid: z.int().positive() }),
  z.object({
    type: z.literal("failed"),
    id,
    reason: z.enum(["directory", "pty", "start"]),
    text: z.string().max(maxPathChars).regex(withoutNul),
  }),
  z.object({
    type: z.literal("ended"),
    id,
    exitCode: z.int().min(0).max(255).nullable(),
    signal: z
      .string()
      .regex(/^SIG[A-Z0-9]+$|^signal \d+$/)
      .max(20)
      .nullable(),
    cwd: path.nullable(),
  }),
  z.object({ type: z.literal("gone"), id }),
  z.object({ type: z.literal("ports"), ports: z.array(z.int().min(1).max(65_535)).max(maxPorts) }),
]);

/** What was said from within a jail. Undefined: nothing that a supervisor says. */
export function parseEvent(line: string): SupervisorEvent | undefined {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return undefined;
  }
  return event.safeParse(said).data;
}
