import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connectLocalChat } from "@hermes/gateway";
import { gatewayPaths } from "@hermes/gateway-app";
import { loadSettings } from "@hermes/config";
import { createRuntime } from "@hermes/runtime";
import { openState } from "@hermes/state";
import { expect, onTestFinished, test, vi } from "vitest";
import { newSession, openEditor, say } from "./support/acp-editor.ts";
import { bin, hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import type { ScriptedPerson } from "./support/scripted-person.ts";
import { ask, readEvents, startServing } from "./support/serving.ts";

const task = "Write one line into note.txt and read it again.";
const waiting = { timeout: 60_000, interval: 50 };

/** Carries the task out by one way in. */
type EntryPoint = (person: ScriptedPerson) => Promise<void>;

const entryPoints = {
  "one-shot": async (person) => {
    expect(await hermes(person, ["-q", task])).toMatchObject({
      code: 0,
      stdout: "I write.\nIt says hello.\n",
    });
  },
  library: async (person) => {
    const loaded = await loadSettings({ env: person.env });
    await using runtime = createRuntime({
      loaded,
      cwd: person.project,
      env: person.env,
      platform: "library",
    });
    await using session = await runtime.openSession();
    expect(await session.agent.chat(task)).toBe("It says hello.");
  },
  gateway: async (person) => {
    const child = spawn(process.execPath, [bin, "gateway", "run"], {
      cwd: person.project,
      env: { ...person.env, MESSAGING_CWD: person.project },
      stdio: "ignore",
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const chat = await vi.waitFor(
      async () => await connectLocalChat({ socket: gatewayPaths(person.home).socket }),
      waiting,
    );
    await chat.say(task);
    for await (const event of chat.events)
      if (event.type === "message" && event.message.text.includes("It says hello.")) break;
    chat.close();
    child.kill("SIGTERM");
    await once(child, "close");
  },
  acp: async (person) => {
    const editor = await openEditor(person);
    expect(await say(editor, await newSession(editor, person.project), task)).toBe("end_turn");
    await editor.leave();
  },
  api: async (person) => {
    const { url, end } = await startServing(person);
    const { sessionId, cursor } = await ask(url, "/api/runs", { input: task });
    await readEvents(url, sessionId, { cursor });
    await end("SIGTERM");
  },
  "openai-api": async (person) => {
    const { url, end } = await startServing(person);
    const messages = [{ role: "user", content: task }];
    const answer = await ask(url, "/v1/chat/completions", { model: "hermes", messages });
    expect(answer.choices[0].message.content).toContain("It says hello.");
    await end("SIGTERM");
  },
} satisfies Readonly<Record<string, EntryPoint>>;

async function journalBy(entryPoint: EntryPoint): Promise<object> {
  const person = await personWithModel([
    {
      text: "I write.",
      calls: [{ id: "c1", name: "write_file", arguments: { path: "note.txt", content: "hello\n" } }],
    },
    { calls: [{ id: "c2", name: "terminal", arguments: { command: "cat note.txt" } }] },
    { text: "It says hello." },
  ]);
  mkdirSync(join(person.project, ".git"));
  await entryPoint(person);
  expect(readFileSync(join(person.project, "note.txt"), "utf8")).toBe("hello\n");
  using state = opened(join(person.home, "hermes.db"));
  const [session, ...others] = state.sessions.list({ limit: 10 });
  expect(others).toEqual([]);
  if (session === undefined) throw new Error("Nothing was written.");
  const { title, model, toolCallCount, modelCallCount, usage, endReason } = session;
  const messages = state.messages(session.id).map(({ message }) => message);
  expect(messages.map(({ role }) => role)).toEqual([
    "user",
    ...["assistant", "tool", "assistant", "tool", "assistant"],
  ]);
  const calls = state.audit.list({ sessionId: session.id }).map(({ tool, decision }) => ({ tool, decision }));
  const journal = {
    title,
    model,
    toolCallCount,
    modelCallCount,
    endReason,
    messages,
    calls,
    output: usage.outputTokens,
  };
  // Folders of the person have other names each time; so long took the commands.
  const text = JSON.stringify(journal).replaceAll(person.project, "PROJECT");
  return JSON.parse(text.replaceAll(/("?duration_?[mM]?s\\?"?:) ?[\d.]+/g, "$1 0"));
}

function opened(path: string) {
  const state = openState({ path });
  return Object.assign(state, { [Symbol.dispose]: () => state.close() });
}

test("one task leaves the same journal behind, whichever way it came in", async () => {
  const { library, ...others } = entryPoints;
  const expected = await journalBy(library);

  for (const [name, entryPoint] of Object.entries(others))
    expect({ name, ...(await journalBy(entryPoint)) }).toEqual({ name, ...expected });
}, 300_000);
