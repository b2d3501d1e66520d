import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedCall, ScriptedModel } from "@hermes/models";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { RuntimeOptions } from "../../../src/index.ts";
import { resultsIn } from "../../support/scripted-runtime.ts";
import { mcpPlace } from "../mcp-place.ts";
import type { McpPlace, OpenedMcp } from "../mcp-place.ts";

/** Hostile servers by their kind, and a good one that has the name `good` and the tool `move`. */
export interface Zoo {
  readonly place: McpPlace;
  /** What a server has seen, oldest first. */
  seen(kind: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Shows its second face from now on. */
  turn(kind: string): Promise<void>;
  /** One session that makes these calls, and one of the good server after each; see `Visit`. */
  visit(calls: readonly ScriptedCall[], options?: VisitOptions): Promise<Visit>;
}

export interface VisitOptions extends Partial<RuntimeOptions> {
  /** Whether the good server is left out, whose words would be a reason to ask. @default false */
  readonly alone?: boolean;
  /** What the model says when a server has it asked. */
  readonly thoughts?: readonly string[];
}

export interface Visit extends Pick<OpenedMcp, "asked" | "runtime" | "session"> {
  readonly model: ScriptedModel;
  /** Of the calls, without those of the good server. */
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly warnings: readonly string[];
}

export interface ZooOptions {
  /** @default none */
  readonly address?: string;
  /** More of the entries of the hostile ones. */
  readonly entry?: object;
  readonly entries?: Readonly<Record<string, object>>;
}

export const call = (kind: string, tool = "look", args: ScriptedCall["arguments"] = {}): ScriptedCall => ({
  name: `mcp_${kind.replaceAll("-", "_")}_${tool}`,
  arguments: args,
});

const good = call("good", "move", { to: "attic" });

/** Only who never answers is soon given up: on a busy machine all others may take long. */
const patience: Readonly<Record<string, object>> = {
  silent: { timeout: 2 },
  version: { connect_timeout: 3 },
  crasher: { connect_timeout: 3 },
};

export async function openZoo(
  kinds: readonly string[],
  { address = "", entry = {}, entries = {} }: ZooOptions = {},
): Promise<Zoo> {
  const place = await mcpPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const server = place.server("good");
  await server.offer({ name: "move" });
  const program = join(import.meta.dirname, "hostile-server.mjs");
  const folderOf = (kind: string): string => join(place.root, kind);
  const hostile = kinds.map((kind) => [
    kind,
    {
      ...{ command: process.execPath, args: [program, folderOf(kind), kind, address], profile: "open" },
      ...{ timeout: 20, connect_timeout: 20, ...patience[kind], ...entry },
    },
  ]);
  await place.configure(
    { good: server.entry(), ...Object.fromEntries(hostile), ...entries },
    { tools: { max_tokens: 20_000 } },
  );
  await agree(place, ["good", ...kinds, ...Object.keys(entries)]);
  return {
    place,
    async seen(kind) {
      const path = join(folderOf(kind), "seen.log");
      const lines = existsSync(path) ? (await readFile(path, "utf8")).trim().split("\n") : [];
      return lines.map((line) => JSON.parse(line));
    },
    async turn(kind) {
      await mkdir(folderOf(kind), { recursive: true });
      await writeFile(join(folderOf(kind), "second"), "");
    },
    async visit(calls, { alone = false, thoughts = [], ...options } = {}) {
      const before = (await server.calls()).length;
      const model = scripted([
        ...calls.flatMap((each) => [
          { calls: [each] },
          ...thoughts.map((text) => ({ text })),
          ...(alone ? [] : [{ calls: [good] }]),
        ]),
        { text: "Done." },
      ]);
      const opened = await place.open(model, options);
      onTestFinished(() => opened[Symbol.asyncDispose]());
      await opened.session.agent.chat("Go.");
      const { runtime, session } = opened;
      const all = resultsIn(model);
      const asked = opened.asked.filter(({ tool }) => tool !== good.name);
      const visit = { asked, runtime, session, model, warnings: runtime.warnings };
      if (alone) return { ...visit, results: all };
      const [theirs, ours] = [0, 1].map((part) => all.filter((_, index) => index % 2 === part));
      // Whatever the others do, the good one is there.
      expect(ours?.map(({ result }) => result)).toEqual(calls.map(() => 'move: {"to":"attic"}'));
      expect((await server.calls()).length - before).toBe(calls.length);
      return { ...visit, results: theirs ?? [] };
    },
  };
}

/** What can't be listed is agreed to all the same. */
async function agree(place: McpPlace, names: readonly string[]): Promise<void> {
  const opened = await place.open(scripted([]));
  const mcp = await opened.runtime.mcp();
  await Promise.all(
    names.map(async (name) => {
      await mcp.allow(name, true);
      await mcp.catalogue(name, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined);
    }),
  );
  await opened[Symbol.asyncDispose]();
}

/** Everything that a model was sent, as one text. */
export const sentTo = ({ requests }: ScriptedModel): string => JSON.stringify(requests);

/** The same, of what servers had a part in. */
export const toldOfServers = ({ requests }: ScriptedModel): readonly unknown[] =>
  requests.map(({ messages, tools }) => [messages, tools.filter(({ name }) => name.startsWith("mcp_"))]);

export const offeredTo = (request: ModelRequest | undefined): readonly string[] =>
  (request?.tools ?? []).map(({ name }) => name);

/** What does something to a terminal, or is read by a model and not seen by a person; also where JSON writes it as an escape. */
const unseen =
  /\\u00(?:0[0-8bef]|1[0-9a-f]|7f|[89][0-9a-f])|[\u007F-\u009F\u202A-\u202E]|[\u{E0000}-\u{E007F}]/iu;

/** The first of it with what is around it. */
export function hiddenIn(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  const found = unseen.exec(text);
  return found === null
    ? undefined
    : JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20));
}

/** Listens, and counts who comes. */
export async function listener(): Promise<{ readonly address: string; readonly connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // It listens, so it has one.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, connections: () => count };
}
