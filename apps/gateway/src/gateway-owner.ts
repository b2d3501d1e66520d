import { readFile, rm } from "node:fs/promises";
import { isGone, processOwner } from "@hermes/agent-loop";
import type { LeaseOwner } from "@hermes/agent-loop";
import { replaceFile, withFileLock } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry";
import { z } from "zod";

/** Who runs the gateway of a home. */
export interface GatewayOwner extends LeaseOwner {
  /** Milliseconds since 1970. */
  readonly since: number;
}

const ownerSchema: z.ZodType<GatewayOwner> = z.object({
  host: z.string(),
  pid: z.int().positive(),
  processStart: z.string().optional(),
  since: z.number(),
});

/** Undefined: nobody runs it, as far as this machine can tell. */
export async function gatewayOwner(path: string): Promise<GatewayOwner | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const owner = ownerSchema.safeParse(jsonOf(text)).data;
  return owner === undefined || isGone(owner) ? undefined : owner;
}

/**
 * Takes the home for this process.
 *
 * @returns Gives it back.
 * @throws {HermesError} `RUNTIME_GATEWAY_RUNNING` with who has it.
 */
export async function holdHome(path: string, now: () => number = Date.now): Promise<() => Promise<void>> {
  const { holder, giveBack } = await tryToHold(path, now);
  if (giveBack !== undefined) return giveBack;
  throw new HermesError(
    `A gateway of this home runs already: process ${holder.pid} on ${holder.host}, since ${new Date(holder.since).toISOString()}.`,
    {
      code: "RUNTIME_GATEWAY_RUNNING",
      hint: "See it with hermes gateway status; end it with hermes gateway stop.",
    },
  );
}

export type Held =
  | { readonly holder: GatewayOwner; readonly giveBack: undefined }
  | { readonly holder: undefined; readonly giveBack: () => Promise<void> };

/** Takes a file for this process, or says which other one has it. */
export async function tryToHold(path: string, now: () => number = Date.now): Promise<Held> {
  const own = processOwner();
  return await withFileLock(
    `${path}.lock`,
    async (): Promise<Held> => {
      const holder = await gatewayOwner(path);
      if (holder !== undefined && holder.pid !== own.pid) return { holder, giveBack: undefined };
      replaceFile(path, `${JSON.stringify({ ...own, since: now() })}\n`, { mode: 0o600 });
      return { holder: undefined, giveBack };
    },
    { code: "RUNTIME_GATEWAY_RUNNING" },
  );

  async function giveBack(): Promise<void> {
    const holder = await gatewayOwner(path);
    if (holder?.pid === own.pid && holder.host === own.host) await rm(path, { force: true });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
