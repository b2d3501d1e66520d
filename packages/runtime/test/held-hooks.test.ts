import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { describe, expect, onTestFinished, test } from "vitest";
import { agree, noJail, node, placeWith, turnIn } from "./support/hook-place.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";

test("a hook folder with a function of the original in Python is asked about commands", async (context) => {
  needs(context, "python3");
  const place = await placeWith({});
  const folder = join(place.home, "hooks", "py");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "HOOK.yaml"), 'events: ["command:*"]\n');
  const handler = `async def handle(event, context):
    if context["args"]: return {"decision": "handled", "text": event + " " + context["args"][0]}
`;
  await writeFile(join(folder, "handler.py"), handler);
  await agree(place);
  const runtime = await runtimeIn(place);
  const warnings: string[] = [];
  const { signal } = new AbortController();
  const hooks = await (await runtime.hooks()).gateway({ signal, warn: (message) => warnings.push(message) });

  const verdict = await hooks.command("deploy", { args: ["now"] });
  const quiet = await hooks.command("deploy", { args: [] });
  await writeFile(join(folder, "handler.py"), `${handler}# changed\n`);
  const changed = await hooks.command("deploy", { args: ["now"] });

  expect([verdict, quiet, changed]).toEqual([
    { decision: "handled", text: "command:deploy now" },
    undefined,
    undefined,
  ]);
  expect(warnings).toEqual([expect.stringContaining("not those that were agreed to")]);
  await runtime[Symbol.asyncDispose]();
});

describe.skipIf(noJail !== undefined)(`the jail${noJail === undefined ? "" : ` (${noJail})`}`, () => {
  test("keeps a hook to its workspace, without a network, secrets and variables", async () => {
    const server = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on an address
    const { port } = server.address() as AddressInfo;
    const script = `
const { readFileSync, writeFileSync } = require("node:fs");
const { homedir } = require("node:os");
const attempt = (work) => { try { return work() ?? "done"; } catch (error) { return error.code; } };
const report = async () => {
  const network = await fetch("http://127.0.0.1:${port}").then(() => "reached", () => "closed");
  return {
    network,
    key: attempt(() => readFileSync(homedir() + "/.ssh/id_ed25519", "utf8")),
    inside: attempt(() => writeFileSync("written", "x")),
    outside: attempt(() => writeFileSync(homedir() + "/written", "x")),
    variables: Object.keys(process.env).filter((name) => /KEY|HERMES/.test(name)).sort(),
    project: process.env.HERMES_PROJECT_DIR,
  };
};
report().then((it) => console.log(JSON.stringify({ decision: "block", reason: JSON.stringify(it) })));
`;
    const place = await placeWith(
      { pre_tool_call: [{ command: node("reach.cjs") }] },
      { "reach.cjs": script },
    );
    await mkdir(join(place.homedir, ".ssh"));
    await writeFile(join(place.homedir, ".ssh", "id_ed25519"), "canary-key\n");
    await agree(place);

    const { results } = await turnIn(place, { env: { OPENAI_API_KEY: "sk-canary" } });

    expect(JSON.parse(String(results[0]?.["error"]))).toEqual({
      ...{ network: "closed", key: "ENOENT", inside: "done", outside: "EROFS" },
      variables: ["HERMES_HOOK_EVENT", "HERMES_PROJECT_DIR", "HERMES_SESSION_ID"],
      project: place.project,
    });
  });

  test("opens the hosts of its entry, and closes the workspace where it says so", async () => {
    const server = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on an address
    const { port } = server.address() as AddressInfo;
    const script = `
const { writeFileSync } = require("node:fs");
let wrote = "done";
try { writeFileSync("written", "x"); } catch (error) { wrote = error.code; }
fetch("http://127.0.0.1:${port}/").then((answer) => answer.text()).then((text) =>
  console.log(JSON.stringify({ decision: "block", reason: text + " " + wrote })));
`;
    const entry = { command: node("reach.cjs"), hosts: [`127.0.0.1:${port}`], write: "nothing" };
    const place = await placeWith({ pre_tool_call: [entry] }, { "reach.cjs": script });
    await agree(place);

    const { results } = await turnIn(place);

    expect(results).toMatchObject([{ error: "hello EROFS" }]);
  });
});
