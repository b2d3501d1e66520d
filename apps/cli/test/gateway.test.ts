import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openTelegramServer } from "@hermes/gateway/testing";
import type { TelegramServer, TelegramServerOptions } from "@hermes/gateway/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../src/program.ts";
import { bin, hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { openTerminalHost } from "./support/terminal-host.ts";

const ann = { id: 123, first_name: "Ann", username: "ann" };
const bob = { id: 456, first_name: "Bob", username: "bob" };
const waiting = { timeout: 30_000, interval: 50 };

async function telegramServer(options: TelegramServerOptions = {}): Promise<TelegramServer> {
  const server = await openTelegramServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** What a bot is given by the environment alone. */
function withBot<Person extends Fixture>(person: Person, root: string, allowed?: string): Person {
  const bot = { TELEGRAM_BOT_TOKEN: "123456:for-tests", TELEGRAM_API_ROOT: root };
  const users = allowed === undefined ? {} : { TELEGRAM_ALLOWED_USERS: allowed };
  return { ...person, env: { ...person.env, ...bot, ...users } };
}

interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  line(part: string): Promise<void>;
  /** @returns Its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function runGateway(person: Fixture): Running {
  const child = spawn(process.execPath, [bin, "gateway", "run"], {
    cwd: person.project,
    env: person.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const closed = once(child, "close");
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  return {
    child,
    lines,
    line: async (part) => await vi.waitFor(() => expect(lines.join("\n")).toContain(part), waiting),
    async end(signal) {
      child.kill(signal);
      const [code] = await closed;
      return typeof code === "number" ? code : null;
    },
  };
}

/** The answers in a chat. */
function answers(server: TelegramServer, user: { readonly id: number } = ann): readonly string[] {
  return server.saidIn(user.id).map(({ text }) => text);
}

test("a token in the environment is all that it needs: ready, one answer, SIGTERM is 0", async () => {
  const server = await telegramServer();
  const person = withBot(await personWithModel([{ text: "Hello, Ann." }]), server.root, "123");
  const gateway = runGateway(person);
  await gateway.line("telegram: ready as @hermes_test_bot");
  await gateway.line("/sethome");

  server.say(ann, "Hi");
  await vi.waitFor(() => expect(answers(server)).toEqual(["Hello, Ann."]), waiting);
  const code = await gateway.end("SIGTERM");

  expect(code).toBe(0);
  expect(answers(server)).toEqual(["Hello, Ann."]);
  expect(person.server.requests).toHaveLength(1);
  const log = readFileSync(join(person.home, "logs", "gateway.log"), "utf8");
  expect(log).toContain("The gateway starts.");
  expect(log).not.toContain("for-tests");
});

test(
  "what kill -9 cut off goes on at the next start, and is answered once",
  { timeout: 40_000 },
  async () => {
    const server = await telegramServer();
    const script = [{ stall: "start" as const }, { text: "Back again." }, { text: "Too much." }];
    const person = withBot(await personWithModel(script), server.root, "123");
    const first = runGateway(person);
    await first.line("telegram: ready");
    server.say(ann, "Long work");
    await vi.waitFor(() => expect(person.server.requests).toHaveLength(1), waiting);
    await first.end("SIGKILL");

    const second = runGateway(person);
    await vi.waitFor(() => expect(answers(server).join("\n")).toContain("Back again."), {
      ...waiting,
      timeout: 25_000,
    });

    expect(answers(server).filter((text) => text.includes("Back again."))).toHaveLength(1);
    expect(await second.end("SIGTERM")).toBe(0);
  },
);

test("a wrong token is said with its cure, also in the status, and the local chat is served all the same", async () => {
  const server = await telegramServer({ token: "1:another" });
  const person = withBot(newPerson(), server.root, "123");
  const gateway = runGateway(person);
  await gateway.line("local: ready");
  await gateway.line("telegram: failed:");

  const { stdout } = await hermes(person, ["gateway", "status", "--json"]);
  const report = JSON.parse(stdout);

  expect(report.running).toBe(true);
  const telegram = report.platforms.find(({ name }: { name: string }) => name === "telegram");
  expect(telegram).toMatchObject({ state: "failed", reason: expect.any(String), hint: expect.any(String) });
  expect(stdout).not.toContain("for-tests");
  expect(await gateway.end("SIGTERM")).toBe(0);
});

test("the status shows what the gateway serves, also to a shell without the token", async () => {
  const server = await telegramServer();
  const person = newPerson();
  const gateway = runGateway(withBot(person, server.root, "123"));
  await gateway.line("telegram: ready");

  const { stdout } = await hermes(person, ["gateway", "status"]);

  expect(stdout).toContain("telegram (Telegram): up as @hermes_test_bot");
  expect(await gateway.end("SIGTERM")).toBe(0);
  expect((await hermes(person, ["gateway", "status"])).stdout).not.toContain("telegram");
});

test("a dead root is tried again, and said", async () => {
  const server = await telegramServer();
  await server.close();
  const gateway = runGateway(withBot(newPerson(), server.root, "123"));

  await gateway.line("telegram: tries again:");

  expect(await gateway.end("SIGTERM")).toBe(0);
});

test("a second gateway of a home says who has it", async () => {
  const person = newPerson();
  const gateway = runGateway(person);
  await gateway.line("local: ready");

  const second = await hermes(person, ["gateway", "run"]);

  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`process ${gateway.child.pid}`);
});

test("a stranger is let in by a code, as somebody without tools of the machine", async () => {
  const server = await telegramServer();
  const person = withBot(await personWithModel([{ text: "Welcome." }]), server.root);
  const gateway = runGateway(person);
  await gateway.line("telegram: ready");
  server.say(bob, "Hi");
  await vi.waitFor(() => expect(answers(server, bob)).toHaveLength(1), waiting);
  const [, code = ""] = /code is (\S+?)\.?\s/.exec(answers(server, bob)[0] ?? "") ?? [];

  const wrong = await hermes(person, ["pairing", "approve", "telegram", "AAAAAAAA"]);
  const waits = await hermes(person, ["pairing", "list"]);
  const right = await hermes(person, ["pairing", "approve", "telegram", code]);
  server.say(bob, "Hi again");
  await vi.waitFor(() => expect(answers(server, bob)).toContain("Welcome."), waiting);

  expect(wrong.code).toBe(1);
  expect(waits.stdout).toContain("456");
  expect(right.stdout).toContain("as user");
  const tools = JSON.stringify(person.server.requests[0]?.body["tools"] ?? []);
  expect(tools).not.toContain('"terminal"');
  expect((await hermes(person, ["pairing", "revoke", "telegram", "456"])).code).toBe(0);
});

test("what is sent while nothing runs goes out at the next start", async () => {
  const server = await telegramServer();
  // A bot can't write first: she has written to it some time.
  server.world.chats.set("123", { id: 123, type: "private" });
  const person = withBot(newPerson(), server.root, "123");

  const sent = await hermes(person, ["send", "telegram:123", "The backup is done."]);
  const status = await hermes(person, ["gateway", "status"]);
  const gateway = runGateway(person);
  await gateway.line("telegram: ready");
  await vi.waitFor(() => expect(answers(server)).toEqual(["The backup is done."]), waiting);

  expect(sent.stdout).toContain("when the gateway runs");
  expect(status.stdout).toContain("not running");
  expect(status.stdout).toContain("1 to send");
});

test(
  "a conversation of the terminal goes on in the owner's chat, and knows what was said",
  { timeout: 60_000 },
  async () => {
    const server = await telegramServer();
    const script = [{ text: "Hello, Ann." }, { text: "Noted." }, { text: "Still green." }];
    const config = "memory:\n  save_at_end: false\n";
    const person = withBot(await personWithModel(script, { config }), server.root, "123");
    const gateway = runGateway(person);
    await gateway.line("telegram: ready");
    server.say(ann, "Hi");
    await vi.waitFor(() => expect(answers(server)).toEqual(["Hello, Ann."]), waiting);

    const terminal = openTerminalHost(person, { columns: 80, rows: 24 });
    const over = run([], terminal.host);
    const shows = async (text: string): Promise<void> =>
      await vi.waitFor(async () => expect((await terminal.screen.lines()).shown.join("\n")).toContain(text), {
        ...waiting,
        timeout: 30_000,
      });
    await shows("scripted · ");
    terminal.type("The door is green.\r");
    await shows("Noted.");
    terminal.type("/handoff telegram:123\r");
    const code = await over;
    await vi.waitFor(() => expect(answers(server).join()).toContain("goes on here"), waiting);
    server.say(ann, "Which colour?");
    await vi.waitFor(() => expect(answers(server)).toContain("Still green."), waiting);
    await gateway.end("SIGTERM");

    expect(code).toBe(0);
    expect(JSON.stringify(person.server.requests[2]?.body)).toContain("The door is green.");
  },
);

test("the chat of this machine answers, and whoever takes another name is a stranger", async () => {
  const person = await personWithModel([{ text: "Here I am." }]);
  const gateway = runGateway(person);
  await gateway.line("local: ready");

  const talk = (args: readonly string[], until: string): Promise<string> => {
    const child = spawn(process.execPath, [bin, "gateway", "chat", ...args], {
      cwd: person.project,
      env: person.env,
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.write("Hello\n");
    return new Promise((resolve) => {
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes(until)) resolve(said);
      });
    });
  };

  expect(await talk([], "Here I am.")).toContain("Here I am.");
  expect(await talk(["--as", "ann"], "pairing approve")).toContain("hermes pairing approve local");
});

test("SIGHUP reads the settings again: a platform that was added is served, by the same process", async () => {
  const server = await telegramServer();
  const person = newPerson();
  const gateway = runGateway(person);
  await gateway.line("local: ready");

  writeFileSync(
    join(person.home, "config.yaml"),
    `platforms:\n  telegram:\n    token: "${server.token}"\n    api_root: ${server.root}\n`,
  );
  gateway.child.kill("SIGHUP");
  await gateway.line("telegram: ready as @hermes_test_bot");

  expect(await gateway.end("SIGTERM")).toBe(0);
});

test("words from a pipe are answered, and then the chat ends with 0", async () => {
  const person = await personWithModel([{ text: "Piped answer." }]);
  const gateway = runGateway(person);
  await gateway.line("local: ready");

  const { code, stdout, stderr } = await hermes(person, ["gateway", "chat"], { input: "Hello\n" });

  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout.split("Piped answer.")).toHaveLength(2);
});

test("what came while nobody had the chat open is shown when it is opened, once", async () => {
  const person = await personWithModel([{ text: "Hello to you." }]);
  const before = runGateway(person);
  await before.line("local: ready");
  await hermes(person, ["gateway", "chat"], { input: "Hello\n" });
  await before.end("SIGTERM");
  mkdirSync(join(person.home, "scripts"), { recursive: true });
  writeFileSync(join(person.home, "scripts", "tea.sh"), "echo The tea is ready.");
  const work = ["--script", "tea.sh", "--no-agent", "--deliver", "local:me"];
  await hermes(person, ["cron", "add", "every 1h", "--name", "Tea", ...work]);
  await hermes(person, ["cron", "run", "Tea"]);
  await hermes(person, ["cron", "tick"]);
  const gateway = runGateway(person);
  await gateway.line("local: ready");

  const open = spawn(process.execPath, [bin, "gateway", "chat"], { cwd: person.project, env: person.env });
  onTestFinished(() => void open.kill("SIGKILL"));
  const [first] = await once(open.stdout, "data");
  const later = await hermes(person, ["gateway", "chat"], { input: "" });

  expect(String(first)).toBe("**Tea**\n\nThe tea is ready.\n");
  expect(later.stdout).toBe("");
  expect(await gateway.end("SIGTERM")).toBe(0);
});

test("started in the background it runs until it is stopped", { timeout: 30_000 }, async () => {
  const person = newPerson();

  const started = await hermes(person, ["gateway", "start"]);
  const status = JSON.parse((await hermes(person, ["gateway", "status", "--json", "--deep"])).stdout);
  const stopped = await hermes(person, ["gateway", "stop"]);
  const after = await hermes(person, ["gateway", "status", "--json"]);

  expect(started.stdout).toContain("The gateway runs");
  expect(status).toMatchObject({ running: true, health: "ok" });
  expect(stopped.stdout).toContain("has stopped");
  expect(after.code).toBe(3);
  expect(JSON.parse(after.stdout)).toMatchObject({ running: false });
});

test(
  "the tour shows a stranger, a permission and a crash, and ends by itself",
  { timeout: 60_000 },
  async () => {
    const { code, stdout } = await hermes(newPerson(), ["gateway", "tour"]);

    expect(code).toBe(0);
    expect(stdout).toContain("the model follows a script");
    expect(stdout).toContain("I don't know you yet");
    expect(stdout).toContain("6 times 7 is 42");
    expect(stdout).toContain("The photos are gone.");
    expect(stdout).toContain("The answer is there once.");
  },
);
