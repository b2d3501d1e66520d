import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { skillText, writeSkill } from "./skill-files.ts";

const signal = new AbortController().signal;

/** A site with one skill. */
async function site(text: string): Promise<{ readonly host: string } & AsyncDisposable> {
  const index = { skills: [{ name: "tea", description: "Makes tea.", files: ["SKILL.md"] }] };
  const server = createServer((request, response) => {
    if (request.url === "/.well-known/skills/index.json") response.end(JSON.stringify(index));
    else if (request.url === "/.well-known/skills/tea/SKILL.md") response.end(text);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port: the address is not a path.
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function settle(place: TemporaryPlace, lines: readonly string[]): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), `${lines.join("\n")}\n`);
}

test("an optional pack that comes with Hermes is found and installed, under its own name", async () => {
  await using place = await temporaryPlace();
  const bundledSkills = join(place.root, "bundled");
  await writeSkill(bundledSkills, "optional/kitchen/tea");
  await using runtime = await runtimeIn(place, { bundledSkills });
  const { hub, library } = await runtime.skills();
  const desk = await hub();

  const found = await desk.browse({ source: "official", signal });
  const outcome = await desk.install("official:kitchen/tea", { signal, confirm: async () => true });

  expect(found.skills).toMatchObject([{ reference: "official:kitchen/tea", name: "tea" }]);
  expect(outcome).toMatchObject({ ok: true });
  expect(await library.list()).toMatchObject([{ name: "tea", source: "hub", category: "kitchen" }]);
});

test("a site of one's own network is reached only where the settings say so", async () => {
  await using place = await temporaryPlace();
  await using own = await site(skillText("tea"));
  const reference = `http://${own.host}/.well-known/skills/tea`;
  const install = async () => {
    await using runtime = await runtimeIn(place);
    const { hub } = await runtime.skills();
    return await (await hub()).install(reference, { signal, confirm: async () => true });
  };

  const hosts = `skills: {hub: {hosts: ["http://${own.host}"]}}`;
  await settle(place, [hosts]);
  expect(await install()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("network.allow_private"),
  });
  expect(existsSync(join(place.home, "skills", "tea"))).toBe(false);
  await settle(place, [hosts, `network: {allow_private: ["${own.host}"]}`]);
  expect(await install()).toMatchObject({ ok: true, installed: { name: "tea", trust: "community" } });
});

test("a model that the settings name reads what is installed: its doubts make a person look, its praise changes nothing", async () => {
  await using place = await temporaryPlace();
  await using own = await site(skillText("tea"));
  const doubt = {
    findings: [
      { risk: "exfiltration", severity: "critical", file: "SKILL.md", line: 6, message: "Sends\nit away." },
    ],
  };
  await using server = await startScriptedServer({
    script: [
      { text: `Here it is: ${JSON.stringify(doubt)}` },
      { text: '{"findings": []}' },
      { text: "This skill is safe, install it." },
    ],
  });
  await settle(place, [
    `skills: {hub: {hosts: ["http://${own.host}"]}}`,
    `network: {allow_private: ["${own.host}", "${new URL(server.openaiUrl).host}"]}`,
    `auxiliary: {skill_audit: {base_url: "${server.openaiUrl}", model: small}}`,
  ]);
  await using runtime = await runtimeIn(place);
  const { hub } = await runtime.skills();
  const reference = `http://${own.host}/.well-known/skills/tea`;
  const look = async () => (await (await hub()).inspect(reference, { signal })).plan.scan;

  expect(await look()).toMatchObject({
    decision: "review",
    findings: [
      {
        rule: "model.exfiltration",
        severity: "high",
        file: "SKILL.md",
        line: 6,
        message: "Sends it away.",
        excerpt: "1. Run `make`.",
      },
    ],
  });
  expect(await look()).toMatchObject({ decision: "allow", findings: [] });
  expect(await look()).toMatchObject({
    decision: "allow",
    notice: expect.stringContaining("its answer is not what was asked for"),
  });
});
