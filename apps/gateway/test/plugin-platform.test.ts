import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import type { Runtime } from "@hermes/runtime";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { diagnoseGateway, gatewayMigrations, knownPlatforms, openGatewayHome } from "../src/index.ts";
import { openChatServer } from "./chat-server.ts";
import type { ChatServer } from "./chat-server.ts";
import { heard, newPerson, serve, waiting } from "./support.ts";
import type { Person } from "./support.ts";

// It keeps how far it is only now and then: what was handed over comes again when its process was killed.
const toy = `import { readFile, writeFile } from "node:fs/promises";
export default { platforms: { toy: {
  label: "Toy chat",
  maxChars: 2000,
  async check(_, { settings, signal }) {
    const answer = await fetch(settings.endpoint + "/me", { signal });
    return { as: (await answer.json()).name };
  },
  async *listen(_, { settings, folder, signal }) {
    let after = Number(await readFile(folder + "/after", "utf8").catch(() => "0"));
    for (;;) {
      const answer = await fetch(settings.endpoint + "/messages?pid=" + process.pid + "&after=" + after, { signal });
      for (const { number, from, text } of await answer.json()) {
        yield { chatId: from, messageId: String(number), chatKind: "dm", sender: { userId: from }, text };
        after = number;
        if (number % 2 === 0) await writeFile(folder + "/after", String(number));
      }
    }
  },
  async send({ chatId, markdown }, { settings, signal }) {
    const body = JSON.stringify({ chat: chatId, text: markdown });
    const answer = await fetch(settings.endpoint + "/send", { method: "POST", body, signal });
    return { status: "sent", messageId: (await answer.json()).id };
  },
} } };
`;

function platform(listen: string, check = "return {};"): string {
  return `
  label: "Bad chat", maxChars: 200,
  async check() { ${check} },
  async *listen() { ${listen} },
  async send() { return { status: "failed", reason: "never" }; },`;
}

async function withRuntime<Value>(
  { env }: Person,
  work: (runtime: Runtime) => Promise<Value>,
): Promise<Value> {
  const loaded = await loadSettings({ env });
  const warnings: string[] = [];
  await using runtime = createRuntime({
    ...{ loaded, env, cwd: env["HOME"] ?? "/", platform: "cli", migrations: gatewayMigrations },
    onWarning: (text) => warnings.push(text),
  });
  return await work(runtime);
}

/** Writes a plug-in and agrees to it, without a jail: it is the gateway that is shown here. */
async function install(person: Person, name: string, source: string, more: object = {}): Promise<void> {
  const folder = join(person.home, "..", "sources", name);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    ...{ name, version: "1.0.0", description: "A chat.", main: "index.mjs", provides: { platforms: [name] } },
    ...more,
  };
  writeFileSync(join(folder, "plugin.yaml"), JSON.stringify(manifest));
  writeFileSync(join(folder, "index.mjs"), source);
  await withRuntime(person, async (runtime) => {
    const plugins = await runtime.plugins();
    const { digest } = await plugins.look(folder);
    await plugins.install(
      folder,
      { digest, source: folder, isHeld: false },
      { signal: AbortSignal.timeout(60_000) },
    );
  });
}

async function personWithToy(
  settings: string,
): Promise<{ readonly person: Person; readonly chat: ChatServer }> {
  const chat = await openChatServer();
  const person = newPerson();
  await install(person, "toy", toy, {
    may: { hosts: ["settings.endpoint"] },
    settings: { endpoint: { type: "string", description: "The server." } },
  });
  const endpoint = `plugins: { settings: { toy: { endpoint: "${chat.url}" } } }\n`;
  person.configure(
    `${endpoint}platforms: { toy: { enabled: true, ${settings} }, nobody: { enabled: true } }\n`,
  );
  return { person, chat };
}

async function sent({ sent: texts }: ChatServer, part: string): Promise<string> {
  await vi.waitFor(() => expect(texts.map(({ text }) => text).join("\n")).toContain(part), waiting);
  return texts.find(({ text }) => text.includes(part))?.text ?? "";
}

test("an owner writes by a platform of a plug-in and is answered, a message is handled once though its process is killed, and a stranger pairs", async () => {
  const { person, chat } = await personWithToy("owners: [ada], unauthorized_dm_behavior: pair");
  const model = scripted([{ text: "**First**." }, { text: "Second." }, { text: "Third." }]);
  const gateway = serve(person, model);
  await gateway.line("toy: ready as the toy bot");

  chat.say("ada", "one");
  expect(await sent(chat, "First")).toBe("**First**.");
  const [pid = 0] = chat.pids;
  process.kill(pid, "SIGKILL");
  chat.say("ada", "two");
  await sent(chat, "Second.");
  chat.say("eve", "let me in");
  const [code = ""] = /\b[A-Z0-9]{8}\b/.exec(await sent(chat, "pairing approve toy")) ?? [];
  await withRuntime(person, async (runtime) => {
    const { pairing } = await openGatewayHome({ runtime });
    expect(await pairing.approve("toy", code, { tier: "user" })).toMatchObject({ type: "approved" });
  });
  chat.say("eve", "and now?");
  await sent(chat, "Third.");
  await gateway.stop();

  const said = model.requests.map(
    ({ messages }) => messages.findLast(({ role }) => role === "user")?.content,
  );
  expect(said.map((content) => /one|two|and now/.exec(JSON.stringify(content))?.[0])).toEqual([
    "one",
    "two",
    "and now",
  ]);
  expect(chat.sent.filter(({ text }) => text === "**First**.")).toHaveLength(1);
  expect(chat.sent.map(({ chat: to }) => to)).toEqual([
    "ada",
    "ada",
    "eve",
    expect.anything(),
    ...chat.sent.slice(4).map(() => expect.anything()),
  ]);
  expect(new Set(chat.pids).size).toBeGreaterThan(1);
  expect(gateway.said.join("\n")).toMatch(/toy: tries again: .*toy/);
});

test("a plug-in that floods is switched off and one that throws is tried again, both with a word, and the other platforms go on", async () => {
  const person = newPerson();
  const flood = platform(`for (;;) try { writeSync(1, "What a day!\\n"); } catch {}`);
  const sour = platform("", `throw new Error("The \\u001b[31mserver is shut.");`);
  await install(
    person,
    "noisy",
    `import { writeSync } from "node:fs";\nexport default { platforms: { noisy: {${flood}} } };`,
  );
  await install(person, "sour", `export default { platforms: { sour: {${sour}} } };`);
  person.configure("platforms: { noisy: { enabled: true }, sour: { enabled: true } }\n");
  const gateway = serve(person, [{ text: "All is well." }]);

  await gateway.line("sour: tries again: Bad chat is not connected:");
  await heard(await gateway.tell("How are you?"), "All is well.");
  await gateway.line('noisy: failed: The plug-in "noisy" is switched off for now');

  expect(gateway.said.join("\n")).toContain("server is shut.");
  expect(gateway.said.join("\n")).not.toContain("\u001b");
});

test("a platform of a plug-in is served once it is switched on, is told by doctor, and a module can't take its name", async () => {
  const person = newPerson();
  await install(person, "toy", toy, {
    settings: { endpoint: { type: "string", description: "The server.", default: "http://127.0.0.1:1" } },
  });
  const look = async (config: string) => {
    person.configure(config);
    return await withRuntime(person, async (runtime) => {
      const { known, served, problems, loaded } = await openGatewayHome({ runtime });
      const rows = await diagnoseGateway(loaded, await (await runtime.plugins()).used());
      return {
        isKnown: known.some(({ name }) => name === "toy"),
        served: served.map(({ platform: { name } }) => name),
        problems: problems.map(({ name, reason }) => `${name}: ${reason}`),
        doctor: rows.filter(({ name }) => name === "toy").map(({ status }) => status),
      };
    });
  };

  expect(await look("{}")).toEqual({ isKnown: true, served: ["local"], problems: [], doctor: [] });
  expect(await look("platforms: { toy: { enabled: true, owners: [ada] } }")).toEqual({
    ...{ isKnown: true, served: ["local", "toy"], problems: [], doctor: ["ok"] },
  });
  expect(await look("platforms: { toy: { enabled: true, module: ./toy.mjs } }")).toMatchObject({
    problems: ["toy: toy comes with a plug-in already."],
  });
  const plugins = await withRuntime(person, async (runtime) => await (await runtime.plugins()).used());
  const [used] = plugins;
  const squatter = used && {
    ...used,
    description: { ...used.description, platforms: { telegram: { label: "Mine", maxChars: 100 } } },
  };
  const { platforms } = await knownPlatforms(await loadSettings({ env: person.env }), squatter && [squatter]);
  expect(platforms.filter(({ name }) => name === "telegram").map(({ label }) => label)).toEqual(["Telegram"]);
});
