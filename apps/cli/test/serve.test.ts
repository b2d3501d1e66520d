import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import OpenAI from "openai";
import { expect, onTestFinished, test, vi } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { ask, ownerToken, readEvents, shown, startServing } from "./support/serving.ts";
import type { Json } from "./support/serving.ts";

test("OpenAI's own client talks to the built command, in one piece and in a stream", async () => {
  const person = await personWithModel([{ text: "Hello, Ann." }, { text: "Word by word." }]);
  const { url, end } = await startServing(person);
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: ownerToken });

  const whole = await client.chat.completions.create({
    model: "hermes",
    messages: [{ role: "user", content: "Hi, I am Ann." }],
  });
  let streamed = "";
  for await (const chunk of await client.chat.completions.create({
    ...{ model: "hermes", stream: true },
    messages: [{ role: "user", content: "Again" }],
  }))
    streamed += chunk.choices[0]?.delta.content ?? "";

  expect(whole.choices[0]?.message.content).toBe("Hello, Ann.");
  expect(whole.usage?.completion_tokens).toBeGreaterThan(0);
  expect(streamed).toBe("Word by word.");
  expect((await client.models.list()).data.map(({ id }) => id)).toContain("scripted");
  expect(await end("SIGTERM")).toBe(0);
});

test("a stranger gets health and nothing else", async () => {
  const { url } = await startServing(newPerson());

  const health = await fetch(`${url}/health`);
  const refused = await fetch(`${url}/v1/models`);

  expect([health.status, refused.status]).toEqual([200, 401]);
  expect(refused.headers.get("www-authenticate")).toContain("Bearer");
});

test("without a token one is made, kept for its owner alone, and shown again on demand", async () => {
  const person = newPerson();
  const first = await startServing(person, [], {});
  const shownOnce = await hermes(person, ["serve", "--show-token"]);
  const token = shownOnce.stdout.trim();
  const file = join(person.home, "credentials", "api-token");

  expect(await ask(first.url, "/api/whoami", undefined, token)).toEqual({ name: "owner", role: "owner" });
  expect(first.lines.join("\n")).not.toContain(token);
  expect([readFileSync(file, "utf8").trim(), statSync(file).mode & 0o777]).toEqual([token, 0o600]);
  await first.end("SIGTERM");
  const second = await startServing(person, [], {});
  expect((await ask(second.url, "/api/whoami", undefined, token)).role).toBe("owner");
});

test("a link from the terminal lets a browser in once", async () => {
  const { url, lines } = await startServing(newPerson());
  const link = await vi.waitFor(() => {
    const [found] = /http\S+\/link\/\S+/.exec(lines.join("\n")) ?? [];
    if (found === undefined) throw new Error(`It shows no link: ${lines.join("\n")}`);
    return found;
  }, 30_000);

  const entered = await fetch(link, { redirect: "manual" });
  const again = await fetch(link, { redirect: "manual" });

  const cookie = entered.headers.getSetCookie()[0] ?? "";
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
  expect(cookie).toMatch(/HttpOnly.*SameSite=Strict/);
  expect(again.status).toBe(403);
  const [own = ""] = cookie.split(";");
  expect((await fetch(`${url}/api/whoami`, { headers: { cookie: own } })).status).toBe(200);
});

test("tokens of others are added, listed and removed from the terminal", async () => {
  const person = await personWithModel([{ text: "Hello." }]);
  const added = await hermes(person, ["serve", "token", "add", "phone", "--role", "user"]);
  const token = added.stdout.trim();
  const taken = await hermes(person, ["serve", "token", "add", "phone"]);
  const { url, end } = await startServing(person);

  const started = await ask(url, "/api/runs", { input: "Hi" }, token);

  expect([added.code, taken.code]).toEqual([0, 1]);
  expect(await ask(url, "/api/whoami", undefined, token)).toEqual({ name: "phone", role: "user" });
  expect((await ask(url, `/api/sessions/${started.sessionId}`)).userId).toBe("phone");
  await end("SIGTERM");
  expect((await hermes(person, ["serve", "token", "list"])).stdout).toMatch(/^phone +user /);
  expect((await hermes(person, ["serve", "token", "remove", "phone"])).code).toBe(0);
  const later = await startServing(person);
  await expect(ask(later.url, "/api/whoami", undefined, token)).rejects.toThrow("401");
});

test("Ctrl-C interrupts what runs: its reader gets the end, the words are kept, and the exit code is 0", async () => {
  const person = await personWithModel([{ chunks: ["One ", "two ", "three."], stall: "deltas" }]);
  const { url, end } = await startServing(person);
  const { sessionId, cursor } = await ask(url, "/api/runs", { input: "Count" });
  let ended: Promise<number | null> | undefined;

  const { events } = await readEvents(url, sessionId, {
    cursor,
    onEvent: (so) => void (shown(so) === "One two three." && (ended ??= end("SIGINT"))),
  });

  expect(await ended).toBe(0);
  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "interrupted" });
  const kept = await hermes(person, ["sessions", "export", sessionId]);
  expect(kept.stdout).toContain("One two three.");
});

test("what can't be served is said in one sentence, and the exit code is 2", async () => {
  const busy = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void busy.close());
  await once(busy, "listening");
  const port = String((busy.address() as AddressInfo).port);
  const person = newPerson();
  writeFileSync(join(person.project, "bad.pem"), "no certificate");
  const tries: readonly (readonly [readonly string[], string])[] = [
    [["--port", port], port],
    [["--token", "short"], "16"],
    [["--host", "0.0.0.0"], "--insecure"],
    [["--tls-cert", "bad.pem"], "--tls-key"],
    [["--tls-cert", "bad.pem", "--tls-key", "none.pem"], "none.pem"],
    [["--tls-cert", "bad.pem", "--tls-key", "bad.pem"], "certificate"],
    [["--port", "70000"], "65535"],
  ];

  for (const [args, named] of tries) {
    const outcome = await hermes(person, ["serve", ...args]);
    expect([args, outcome.code]).toEqual([args, 2]);
    expect(outcome.stderr.trim().split("\n")).toHaveLength(1);
    expect(outcome.stderr).toContain(named);
    expect(outcome.stderr).not.toContain("    at ");
  }
});

test("with a certificate it speaks HTTPS, also on an address that others reach", async ({ skip }) => {
  const person = newPerson();
  const file = (name: string): string => join(person.project, name);
  const made = spawnSync(
    "openssl",
    [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
      ...["-keyout", file("key.pem"), "-out", file("cert.pem")],
    ],
    { stdio: "ignore" },
  );
  if (made.status !== 0) return skip("There is no openssl here to make a certificate.");
  const tls = ["--tls-cert", "cert.pem", "--tls-key", "key.pem", "--host", "0.0.0.0"];
  const { url } = await startServing(person, tls);
  const { port } = new URL(url);

  const get = async (host: string): Promise<number | undefined> => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/health",
        headers: { host },
        ca: readFileSync(file("cert.pem")),
        servername: "localhost",
      },
      (response) => response.resume(),
    ).end();
    const [response] = await once(sent, "response");
    return response.statusCode;
  };

  expect(url).toMatch(/^https:/);
  expect(await get(`localhost:${port}`)).toBe(200);
  expect(await get("evil.example")).toBe(421);
});

test("two servers and a conversation in the terminal work on one home", async () => {
  const person = await personWithModel(() => ({ text: "Hello." }));
  const [one, other] = await Promise.all([startServing(person), startServing(person)]);
  const started = await ask(one.url, "/api/runs", { input: "Hi from one" });
  await readEvents(one.url, started.sessionId, { cursor: started.cursor });
  const second = await ask(other.url, "/api/runs", { input: "Hi from the other" });
  const read = await readEvents(other.url, second.sessionId, { cursor: second.cursor });
  const fromTerminal = await hermes(person, ["-q", "Hi from here"]);

  const listed = await ask(one.url, "/api/sessions");

  expect(fromTerminal.code).toBe(0);
  expect(shown(read.events)).toBe("Hello.");
  expect(listed.items.map(({ platform }: Json) => platform).toSorted()).toEqual(["api", "api", "cli"]);
  const seen = await readEvents(other.url, started.sessionId);
  expect(shown(seen.events)).toBe("Hello.");
});

test("a question about permission outlives the server: answered after a kill, the turn goes on", async () => {
  const command = {
    name: "terminal",
    arguments: { command: "git push --force 2>&1; echo pushed > ../pushed" },
  };
  const person = await personWithModel([{ calls: [command] }, { text: "Pushed." }]);
  const first = await startServing(person);
  const started = await ask(first.url, "/api/runs", { input: "Push it" });
  const asked = await readEvents(first.url, started.sessionId, {
    cursor: started.cursor,
    until: (events) => events.at(-1).type === "approval-request",
  });
  await first.end("SIGKILL");
  const second = await startServing(person);
  const { items } = await ask(second.url, "/api/approvals?status=open");

  await ask(second.url, `/api/approvals/${items[0].id}/answer`, { decision: "once" });
  const rest = await readEvents(second.url, started.sessionId, { cursor: asked.cursor });

  expect(items).toHaveLength(1);
  expect(shown(rest.events)).toBe("Pushed.");
  expect(readFileSync(join(person.project, "..", "pushed"), "utf8")).toBe("pushed\n");
});
