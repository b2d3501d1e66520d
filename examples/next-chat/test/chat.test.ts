import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

const next = new URL("../node_modules/next/dist/bin/next", import.meta.url).pathname;
const cwd = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "next-chat-"));
const env = {
  ...process.env,
  ...{ NEXT_TELEMETRY_DISABLED: "1", DATABASE: join(folder, "chat.db"), OPENAI_API_KEY: "" },
};
let url = "";
let stop = async (): Promise<void> => {};

before(async () => {
  const built = spawnSync(process.execPath, [next, "build"], { cwd, env, encoding: "utf8" });
  assert.equal(built.status, 0, built.stdout + built.stderr);
  const server = spawn(process.execPath, [next, "start", "-p", "0"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(server, "close");
  for await (const text of server.stdout) {
    url = /http:\/\/localhost:\d+/.exec(String(text))?.[0] ?? "";
    if (url !== "") break;
  }
  stop = async () => {
    server.kill("SIGTERM");
    await closed;
  };
});
after(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Chunks of the AI SDK's UI message stream. */
async function post(message: object): Promise<readonly Record<string, unknown>[]> {
  const response = await fetch(`${url}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: "trip", messages: [message], trigger: "submit-message" }),
  });
  assert.equal(response.status, 200);
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

const said = (chunks: readonly Record<string, unknown>[]): string =>
  chunks.map(({ type, delta }) => (type === "text-delta" ? delta : "")).join("");

test("a question is asked, allowed, and answered; the page that is loaded then shows it", async () => {
  const asked = await post({ id: "m1", role: "user", parts: [{ type: "text", text: "Book a trip." }] });
  const approval = asked.find(({ type }) => type === "tool-approval-request");
  const { messageId } = asked.find(({ type }) => type === "start") ?? {};
  const call = {
    type: "tool-book",
    toolCallId: approval?.["toolCallId"],
    state: "approval-responded",
    input: {},
  };
  const part = { ...call, approval: { id: approval?.["approvalId"], approved: true } };

  const answered = await post({ id: messageId, role: "assistant", parts: [part] });
  const page = await (await fetch(`${url}/chat/trip`)).text();

  assert.equal(said(answered), "It is booked.");
  assert.match(page, /It is booked\./);
});
