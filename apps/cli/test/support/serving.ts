import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished, vi } from "vitest";
import { bin } from "./hermes.ts";
import type { Fixture } from "./hermes.ts";

export const ownerToken = "owner-token-0123456789";

export interface Serving {
  readonly child: ChildProcess;
  /** Of standard error so far. */
  readonly lines: readonly string[];
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** @returns Its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** `hermes serve` in a process of its own, ready. */
export async function startServing(
  person: Fixture,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = { HERMES_API_TOKEN: ownerToken },
  command: "serve" | "web" = "serve",
): Promise<Serving> {
  const child = spawn(
    process.execPath,
    [bin, command, ...(args.includes("--port") ? [] : ["--port", "0"]), ...args],
    {
      cwd: person.project,
      env: { ...person.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const closed = once(child, "close");
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const url = await vi.waitFor(
    () => {
      const [, address] = /Listening on (\S+)/.exec(lines.join("\n")) ?? [];
      if (address === undefined) throw new Error(`It does not listen: ${lines.join("\n")}`);
      return address;
    },
    { timeout: 30_000, interval: 20 },
  );
  return {
    ...{ child, lines, url },
    async end(signal) {
      child.kill(signal);
      const [code] = await closed;
      return typeof code === "number" ? code : null;
    },
  };
}

/** Whatever it is: a test looks into it, and fails where it is something else. */
export type Json = ReturnType<typeof JSON.parse>;

export async function ask(
  url: string,
  path: string,
  body?: unknown,
  token: string = ownerToken,
): Promise<Json> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

export interface ReadOptions {
  readonly cursor?: string | undefined;
  /** Stops with the event after which this is true. @default at the end of the turn */
  readonly until?: ((events: readonly Json[]) => boolean) | undefined;
  readonly onEvent?: ((events: readonly Json[]) => void) | undefined;
}

export interface ReadEvents {
  readonly events: readonly Json[];
  /** Of the last one. */
  readonly cursor: string | undefined;
  /** The connection broke, or it was enough: the turn has not ended. */
  readonly isCut: boolean;
}

/** The events of a session behind a cursor, as far as they come. */
export async function readEvents(
  url: string,
  sessionId: string,
  { cursor, until, onEvent }: ReadOptions = {},
): Promise<ReadEvents> {
  const events: Json[] = [];
  let at = cursor;
  try {
    const response = await fetch(`${url}/api/sessions/${sessionId}/events`, {
      headers: {
        authorization: `Bearer ${ownerToken}`,
        ...(cursor === undefined ? {} : { "last-event-id": cursor }),
      },
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    let waiting = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const parts = `${waiting}${decoder.decode(chunk, { stream: true })}`.split("\n\n");
      waiting = parts.pop() ?? "";
      for (const part of parts) {
        const [, data] = /^data: (.*)$/m.exec(part) ?? [];
        if (data === undefined) continue;
        at = /^id: (.*)$/m.exec(part)?.[1] ?? at;
        events.push(JSON.parse(data));
        if (events.at(-1).type === "turn-end") return { events, cursor: at, isCut: false };
        onEvent?.(events);
        if (until?.(events) === true) return { events, cursor: at, isCut: true };
      }
    }
  } catch (error) {
    // The process was killed.
    if (!(error instanceof TypeError)) throw error;
  }
  return { events, cursor: at, isCut: true };
}

/** The words as a reader has them that follows what the events say. */
export function shown(events: readonly Json[]): string {
  let text = "";
  for (const event of events) {
    if (event.type === "text-restart") text = "";
    if (event.type === "text-delta") text += event.text;
  }
  return text;
}
