import type { AgentEvent } from "@hermes/agent-loop";
import type { ScriptedModel } from "@hermes/models";
import type { ApprovalRequest, Approver } from "@hermes/registry";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenSession, Runtime, RuntimeOptions } from "../../src/index.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

export interface FakeTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly annotations?: object;
}

/** A server of the test, whose tools can be changed while it runs. */
export class TestServer {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Its entry, as settings write it. */
  entry(more: object = {}): object {
    const program = join(import.meta.dirname, "tool-server.mjs");
    return { command: process.execPath, args: [program, this.folder], profile: "open", ...more };
  }

  async offer(...tools: readonly FakeTool[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const whole = tools.map((tool) => ({
      description: `Does ${tool.name}.`,
      inputSchema: { type: "object", properties: { to: { type: "string" } } },
      ...tool,
    }));
    await writeFile(join(this.folder, "tools.json"), JSON.stringify(whole));
  }

  async stop(): Promise<void> {
    await writeFile(join(this.folder, "stop"), "now");
  }

  async starts(): Promise<number> {
    return (await this.#lines("starts.log")).length;
  }

  async calls(): Promise<readonly string[]> {
    return await this.#lines("calls.log");
  }

  async #lines(name: string): Promise<readonly string[]> {
    const path = join(this.folder, name);
    return existsSync(path) ? (await readFile(path, "utf8")).trim().split("\n") : [];
  }
}

export interface McpPlace extends TemporaryPlace {
  server(name: string): TestServer;
  configure(servers: Readonly<Record<string, object>>, more?: object): Promise<void>;
  /** Agrees to servers as they are written, and lists them. */
  agree(...names: readonly string[]): Promise<void>;
  open(model: ScriptedModel, options?: Partial<RuntimeOptions>): Promise<OpenedMcp>;
}

export interface OpenedMcp extends AsyncDisposable {
  readonly runtime: Runtime & { readonly warnings: readonly string[] };
  readonly session: OpenSession;
  readonly asked: ApprovalRequest[];
}

export async function mcpPlace(): Promise<McpPlace> {
  const place = await temporaryPlace();
  await mkdir(join(place.project, ".git"), { recursive: true });
  return {
    ...place,
    server: (name) => new TestServer(join(place.root, `server-${name}`)),
    async configure(servers, more = {}) {
      await mkdir(place.home, { recursive: true });
      // JSON is YAML.
      await writeFile(join(place.home, "config.yaml"), JSON.stringify({ mcp_servers: servers, ...more }));
    },
    async agree(...names) {
      const runtime = await runtimeIn(place);
      const mcp = await runtime.mcp();
      for (const name of names) {
        await mcp.allow(name, true);
        await mcp.catalogue(name, { signal: AbortSignal.timeout(30_000) });
      }
      await runtime[Symbol.asyncDispose]();
    },
    async open(model, options = {}) {
      const asked: ApprovalRequest[] = [];
      const runtime = await runtimeIn(place, { model, approver: approverWith("once", asked), ...options });
      const session = await runtime.openSession();
      return {
        ...{ runtime, session, asked },
        [Symbol.asyncDispose]: async () => await runtime[Symbol.asyncDispose](),
      };
    },
    [Symbol.asyncDispose]: async () => await place[Symbol.asyncDispose](),
  };
}

/** Says yes to everything, for so long; keeps what it was asked. */
export function approverWith(
  scope: "once" | "session" | "always" | "no",
  asked: ApprovalRequest[],
): Approver {
  return async (request) => {
    asked.push(request);
    return scope === "no" ? { approved: false, reason: "No." } : { approved: true, scope };
  };
}

/** Waits until something is so; fails after ten seconds. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`It never was: ${what.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function eventsOf(session: OpenSession, words: string): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session.agent.run(words)) events.push(event);
  return events;
}
