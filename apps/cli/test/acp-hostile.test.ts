import fc from "fast-check";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { bin } from "./support/hermes.ts";
import { propertyRuns } from "./support/property-runs.ts";
import { personWithModel } from "./support/scripted-person.ts";

const waiting = { timeout: 60_000, interval: 5 };
const limits = { timeout: 180_000 };

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly sessionId?: string };
  readonly error?: { readonly code: number };
}

const written = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });

/** `hermes acp` with one session, and lines that somebody writes to it. */
async function startAgent() {
  const person = await personWithModel(() => ({ text: "Hello." }));
  const child = spawn(process.execPath, [bin, "acp"], { cwd: person.project, env: person.env });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stderr.resume();
  // Where it ends early, the tests say so.
  child.stdin.on("error", () => undefined);
  const answers: Answer[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message: Answer = JSON.parse(line);
    if ("id" in message) answers.push(message);
  });
  const write = (line: string | Buffer): void => void child.stdin.write(line);
  const first = { method: "initialize", params: { protocolVersion: 1 } };
  const second = { method: "session/new", params: { cwd: person.project, mcpServers: [] } };
  write(`${written({ id: 0, ...first })}\n${written({ id: 1, ...second })}\n`);
  await vi.waitFor(() => expect(answers).toHaveLength(2), waiting);
  const sessionId = answers.splice(0).at(-1)?.result?.sessionId;
  expect(sessionId).toBeTypeOf("string");
  return { child, answers, write, sessionId };
}

const method = fc.oneof(
  fc.constantFrom(
    ...["initialize", "authenticate", "logout", "session/new", "session/load", "session/resume"],
    ...["session/list", "session/close", "session/delete", "session/prompt", "session/set_mode"],
    ...["session/set_config_option", "session/cancel", "$/cancel_request", "session/update"],
    ...["terminal/create", "_own", "", "__proto__"],
  ),
  fc.string(),
);

const block = fc.record(
  {
    type: fc.constantFrom("text", "image", "audio", "resource", "resource_link", "other"),
    ...{ text: fc.string(), data: fc.string(), mimeType: fc.string(), uri: fc.string(), name: fc.string() },
    resource: fc.record(
      { uri: fc.string(), text: fc.string(), blob: fc.string() },
      { requiredKeys: ["uri"] },
    ),
  },
  { requiredKeys: ["type"] },
);

const paramsOf = (sessionId: string | undefined) =>
  fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        sessionId: fc.oneof(fc.constant(sessionId), fc.string(), fc.jsonValue()),
        cwd: fc.oneof(fc.constantFrom("/", "", "..", "/no/such/folder", "\u0000"), fc.jsonValue()),
        prompt: fc.oneof(fc.array(block), fc.jsonValue()),
        ...{ mcpServers: fc.jsonValue(), cursor: fc.jsonValue(), requestId: fc.jsonValue() },
        ...{ protocolVersion: fc.jsonValue(), clientCapabilities: fc.jsonValue(), methodId: fc.jsonValue() },
        ...{ modeId: fc.jsonValue(), configId: fc.jsonValue(), value: fc.jsonValue() },
      },
      { requiredKeys: [] },
    ),
  );

/** A request, or a line to which nobody waits for an answer. */
const lineOf = (sessionId: string | undefined) => {
  const request = fc.record({ method, params: paramsOf(sessionId) });
  return fc.oneof(
    request,
    request,
    request.map(written),
    request.map((message) => written(message).slice(0, -1)),
    fc.record({ result: fc.jsonValue(), id: fc.nat() }).map(written),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.string().map((text) => text.replaceAll(/[\r\n]/g, " ")),
  );
};

test("whatever comes, every request is answered once, and the next one is served", limits, async () => {
  const { child, answers, write, sessionId } = await startAgent();
  let count = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(lineOf(sessionId), { maxLength: 12 }), async (lines) => {
      const asked: string[] = [];
      const ask = (message: object): string => {
        const id = `request-${++count}`;
        asked.push(id);
        return written({ id, ...message });
      };
      for (const line of lines) write(`${typeof line === "string" ? line : ask(line)}\n`);
      write(`${ask({ method: "session/list", params: {} })}\n`);

      await vi.waitFor(() => {
        const known = new Set(answers.map(({ id }) => id));
        expect(asked.filter((id) => !known.has(id))).toEqual([]);
      }, waiting);
      const own = answers.splice(0).filter(({ id }) => typeof id === "string" && asked.includes(id));
      expect(own.map(({ id }) => id).toSorted()).toEqual(asked.toSorted());
      expect(own.find(({ id }) => id === asked.at(-1))).toHaveProperty("result.sessions");
    }),
    propertyRuns(),
  );

  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
});

test("a line that is too long is an error, and what follows it is served", limits, async () => {
  const { child, answers, write } = await startAgent();
  const part = Buffer.alloc(1024 * 1024, "x");

  write('{"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"');
  for (let count = 0; count < 40; count++) write(part);
  write(`"}}\n${written({ id: 3, method: "session/list", params: {} })}\n`);

  await vi.waitFor(() => expect(answers).toHaveLength(2), waiting);
  expect(answers).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: 3, result: { sessions: [] } },
  ]);
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
});
