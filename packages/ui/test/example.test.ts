import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { chatBody, readEvents, words } from "./support/sse-client.ts";

const fromSource = "--conditions=@hermes/source";

test("the example writes the chunks of an answer", async () => {
  const example = fileURLToPath(new URL("../examples/basic.ts", import.meta.url));

  const { stdout } = await promisify(execFile)(process.execPath, [fromSource, example]);

  const types = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual(expect.arrayContaining(["start", "text-delta", "finish"]));
});

test("the chat app of the README asks before it sends a mail", async () => {
  const example = fileURLToPath(new URL("../examples/chat-app.ts", import.meta.url));
  const app = spawn(process.execPath, [fromSource, example, ":memory:", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(app.stdout, "data")) as [Buffer];

    const response = await fetch(`${line.toString().trim()}/api/chat`, chatBody("s", words("Mail Ada.")));

    const chunks: string[] = [];
    for await (const { data } of readEvents(response)) chunks.push(data);
    expect(chunks.join("\n")).toContain('"type":"tool-approval-request"');
    expect(chunks.at(-1)).toBe("[DONE]");
  } finally {
    app.kill("SIGKILL");
  }
});
