import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startHonchoServer } from "@hermes/memory/testing";
import { openState } from "@hermes/state";
import type { HonchoBehaviour } from "@hermes/memory/testing";
import { expect, onTestFinished, test } from "vitest";

interface Talk {
  readonly folder: string;
  readonly child: ChildProcessWithoutNullStreams;
}

function begin(url: string): Talk {
  const folder = mkdtempSync(join(tmpdir(), "hermes-talk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["project", "home"]) mkdirSync(join(folder, name));
  const config = `memory:\n  provider: honcho\n  honcho:\n    base_url: ${url}\n`;
  writeFileSync(join(folder, "home", "config.yaml"), config);
  const program = fileURLToPath(new URL("talking-program.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@hermes/source", program, folder]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { folder, child };
}

async function talk(url: string): Promise<string> {
  const { child } = begin(url);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.on("exit", resolve));
  return output;
}

test("a program that ends has sent all turns to a slow external memory", async () => {
  await using server = await startHonchoServer();
  server.delayMs = 100;

  const output = await talk(server.url);

  expect(output).toBe("ended\n");
  expect(server.messages.map(({ content }) => content)).toEqual(["One", "Yes.", "Two", "Yes."]);
});

// A wait of a second and a half, and one second at the end; a connection that is left open would take thirty.
const dead: readonly (readonly [string, HonchoBehaviour])[] = [
  ["that never answers", "hangs"],
  ["that stops in the middle of its answers", "stops-in-the-middle"],
];

const isLong = process.env["HERMES_TEST_LONG"] === "1";

test.each(isLong ? dead : dead.slice(1))(
  "a memory %s keeps no program from ending",
  { timeout: 25_000 },
  async (_, behaviour) => {
    await using server = await startHonchoServer();
    server.behaviour = () => behaviour;

    const output = await talk(server.url);

    expect(output).toMatch(
      /^The memory honcho is slow.*\n(?:.*\n)*The memory honcho was not told of 2 messages\.\nended\n$/,
    );
  },
);

test("what a person said is there again, though the program was killed while it asked its memory", async () => {
  await using server = await startHonchoServer();
  const asked = new Promise<void>((resolve) => {
    server.behaviour = ({ query }) => {
      if (query["search_query"] === undefined) return "answers";
      resolve();
      return "hangs";
    };
  });
  const { folder, child } = begin(server.url);
  const ended = once(child, "exit");

  await asked;
  child.kill("SIGKILL");
  await ended;

  await using state = openState({ path: join(folder, "home", "hermes.db") });
  const [session] = state.sessions.list();
  expect(state.journal.load(session?.id ?? "")?.messages).toEqual([
    { role: "user", content: [{ type: "text", text: "One" }] },
  ]);
});
