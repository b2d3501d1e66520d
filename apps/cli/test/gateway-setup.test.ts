import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openTelegramServer } from "@hermes/gateway/testing";
import { expect, onTestFinished, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";

/** A platform that only answers who it is, by the key that it is given. */
const toyPlatform = `export default {
  name: "toy", label: "Toy",
  settings: { safeParse: (data) => ({ success: true, data }) },
  environment: { TOY_KEY: "key", TOY_ROOM: "room" },
  limits: { text: 10, caption: 5, editEveryMs: 1, fileBytes: 1, buttonsPerRow: 1 },
  can: { edit: false, buttons: false, threads: false, files: false, codeBlocks: false },
  progress: "off", length: (text) => text.length, render: (text) => ({ text, plain: text }),
  isConfigured: ({ key }) => key !== undefined,
  setup: {
    steps: ["Ask for a key."],
    questions: [
      { key: "key", question: "The key", secret: true },
      { key: "room", question: "The room", secret: false, optional: true },
    ],
    userId: { hint: "a letter", pattern: /^[a-z]$/ },
    identify: async ({ key }) => {
      if (key === "good") return "toy-bot";
      throw Object.assign(new Error("Toy does not know this key."), { hint: "Ask for another." });
    },
    next: () => ["Put the toy on the table."],
  },
  connect: async () => { throw new Error("Toy is away."); },
};`;

test("setup tries the token at once, and writes only one that works", async () => {
  const server = await openTelegramServer();
  onTestFinished(() => server.close());
  const person = newPerson();
  const env = { TELEGRAM_API_ROOT: server.root };
  const args = ["gateway", "setup", "--allow", "123"];

  const wrong = await hermes(person, args, { env, input: "1:wrong\n" });
  const right = await hermes(person, args, { env, input: `${server.token}\n` });

  expect(wrong.code).toBe(1);
  expect(right.stdout).toContain("@hermes_test_bot");
  expect(right.stdout + right.stderr).not.toContain(server.token);
  const kept = readFileSync(join(person.home, ".env"), "utf8");
  expect(kept).toBe(`TELEGRAM_BOT_TOKEN=${server.token}\nTELEGRAM_ALLOWED_USERS=123\n`);
});

test("setup of what asks nothing names its variables and its page", async () => {
  const { code, stderr } = await hermes(newPerson(), ["gateway", "setup", "webhook"]);

  expect(code).toBe(2);
  expect(stderr).toContain("set WEBHOOK_ENABLED, WEBHOOK_SECRET");
  expect(stderr).toContain("docs/platforms/webhook.md");
});

test("setup of a plug-in asks what the plug-in needs, from a pipe line by line, and writes only what works", async () => {
  const person = newPerson();
  writeFileSync(join(person.home, "toy.mjs"), toyPlatform);
  writeFileSync(join(person.home, "config.yaml"), "platforms:\n  toy:\n    module: ./toy.mjs\n");
  const args = ["gateway", "setup", "toy"];

  const wrong = await hermes(person, args, { input: "bad\n\na\n" });
  const nobody = await hermes(person, args, { input: "good\n\nA7\n" });
  const before = existsSync(join(person.home, ".env"));
  const right = await hermes(person, args, { input: "good\nmy room\na\n" });
  const unknown = await hermes(person, ["gateway", "setup", "pigeon"]);

  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("Toy does not know this key. Ask for another. Nothing was written.");
  expect(nobody.stderr).toContain('"A7" is no id of a user: a letter. Nothing was written.');
  expect(before).toBe(false);
  expect(right.stdout).toContain("It works: toy-bot.");
  expect(right.stdout).toContain("Put the toy on the table.");
  expect(readFileSync(join(person.home, ".env"), "utf8")).toBe(
    "TOY_KEY=good\nTOY_ROOM='my room'\nTOY_ALLOWED_USERS=a\n",
  );
  expect(unknown.stderr).toMatch(/Those that can be set up: .*telegram, .*toy/);
});

test("the manifest of Slack has the commands of chats", async () => {
  const { stdout } = await hermes(newPerson(), ["slack", "manifest", "--name", "Athena"]);

  expect(JSON.parse(stdout)).toMatchObject({
    display_information: { name: "Athena" },
    features: { slash_commands: expect.arrayContaining([expect.objectContaining({ command: "/hermes" })]) },
  });
});

test("linking Signal shows the code, waits for the phone, and keeps the account", async () => {
  const link = "sgnl://linkdevice?uuid=a&pub_key=b";
  const daemon = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { id, method } = JSON.parse(Buffer.concat(parts).toString());
      const result = method === "startLink" ? { deviceLinkUri: link } : { number: "+15550100" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  daemon.listen(0, "127.0.0.1");
  await once(daemon, "listening");
  onTestFinished(() => void daemon.close());
  const { port } = daemon.address() as AddressInfo; // It listens on a port.
  const person = newPerson();

  const { stdout, stderr } = await hermes(person, ["signal", "link"], {
    env: { SIGNAL_HTTP_URL: `http://127.0.0.1:${port}` },
  });

  expect(stderr).toBe("");
  expect(stdout).toContain("█");
  expect(stdout).toContain("Linked: +15550100");
  expect(readFileSync(join(person.home, ".env"), "utf8")).toBe("SIGNAL_ACCOUNT=+15550100\n");
});

test("install --print shows the unit and writes nothing", async () => {
  const person = newPerson();

  const { code, stdout } = await hermes(person, ["gateway", "install", "--print"]);

  expect(code).toBe(0);
  expect(stdout).toContain("gateway");
  expect(stdout).toContain(person.home);
  expect(existsSync(join(person.env["HOME"] ?? "", ".config"))).toBe(false);
});
