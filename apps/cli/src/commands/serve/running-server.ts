import { isGone, processOwner } from "@hermes/agent-loop";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** A server of a home that runs, and where. */
export interface RunningServer {
  readonly origin: string;
  readonly pid: number;
}

const stored = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  host: z.string(),
  pid: z.int().positive(),
  processStart: z.string().optional(),
});

/** Leaves word of a server for other commands of this home, until it is disposed. */
export async function registerServer(home: string, origin: string): Promise<AsyncDisposable> {
  const { replaceFile } = await import("@hermes/atomic-files");
  const own = processOwner();
  replaceFile(pathOf(home), `${JSON.stringify({ origin, ...own })}\n`, { mode: 0o600 });
  return {
    async [Symbol.asyncDispose]() {
      // Another one may have begun meanwhile.
      if ((await runningServer(home))?.pid === own.pid) await rm(pathOf(home), { force: true });
    },
  };
}

/** The server that was started last and still runs on this machine. */
export async function runningServer(home: string): Promise<RunningServer | undefined> {
  const text = await readFile(pathOf(home), "utf8").catch(() => undefined);
  const found = stored.safeParse(text === undefined ? undefined : parsed(text)).data;
  return found === undefined || isGone(found) ? undefined : found;
}

function pathOf(home: string): string {
  return join(home, "api-server.json");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
