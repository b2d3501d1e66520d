import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test, vi } from "vitest";
import { skillText, writeSkill } from "../skills/skill-files.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { jsonOf, say, serveApi } from "./support.ts";
import type { Json, ServedHome } from "./support.ts";

const waiting = { timeout: 20_000, interval: 25 };

test("what was decided is told in pages, the newest first, without secrets", async () => {
  await using place = await temporaryPlace();
  const key = `sk-ant-api03-${"Ab3dE6gH9".repeat(10)}`;
  const run = (command: string) => ({ name: "terminal", arguments: { command } });
  const model = scripted([{ calls: [run("echo two")] }, { calls: [run("echo three")] }, { text: "Done." }]);
  await using served = await serveApi(place, { model, flags: { yolo: true } });
  // As an older version may have kept it.
  (await served.runtime.store()).audit.record({
    ...{ at: 1, platform: "cli", tool: "terminal", decision: "allowed", decidedBy: "rule" },
    ...{ request: `echo ${key}`, reason: `It names ${key}.` },
  });
  const sessionId = await say(served, "Go");

  const first = await jsonOf(served.get("/api/audit?limit=2"));
  const rest = await jsonOf(served.get(`/api/audit?limit=2&before=${first.items[1].id}`));
  const denied = await jsonOf(served.get("/api/audit?decision=denied"));
  const ofOther = await jsonOf(served.get("/api/audit?sessionId=none"));

  expect(first.items.map(({ request }: Json) => request)).toEqual(["echo three", "echo two"]);
  expect(first.items[0]).toMatchObject({ sessionId, tool: "terminal", decision: "allowed", platform: "api" });
  expect([first.more, rest.more, rest.items.length]).toEqual([true, false, 1]);
  expect(rest.items[0].request).toMatch(/^echo /);
  expect(JSON.stringify(rest)).not.toContain(key);
  expect([denied.items, ofOther.items]).toEqual([[], []]);
  expect((await served.get("/api/audit", served.tokens.user)).status).toBe(403);
});

test("what was used is told by day, oldest first, and only since the time that is asked for", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted(() => ({ text: "Hello." })) });
  const id = await say(served, "Hi");
  const { usage } = await served.runtime.store();
  const at = Date.now() - 3 * 86_400_000;
  const spent = { inputTokens: 7, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0 };
  usage.record({
    ...{ sessionId: id, kind: "model", name: "scripted", at, durationMs: 1, failed: false },
    usage: { ...spent, reasoningTokens: 0 },
  });

  const whole = await jsonOf(served.get("/api/insights"));
  const today = await jsonOf(served.get(`/api/insights?from=${Date.now() - 86_400_000}`));

  expect(whole.days.map(({ calls }: Json) => calls)).toEqual([1, 1]);
  expect(whole.days[0].key < whole.days[1].key).toBe(true);
  expect(whole.days[0]).toMatchObject({ tokens: 10, failed: 0, costUsd: 0 });
  expect(whole).toMatchObject({
    sessions: 1,
    messages: 2,
    calls: 2,
    models: [{ key: "scripted", calls: 2 }],
  });
  expect(today.days).toHaveLength(1);
});

/** A home in which a command runs in the background of a session. */
async function withProcess(place: TemporaryPlace, command: string) {
  const call = { name: "terminal", arguments: { command, background: true } };
  const model = scripted([{ calls: [call] }, { text: "It runs." }]);
  const served = await serveApi(place, { model, flags: { yolo: true } });
  const id = await say(served, "Start it");
  return { served, id, path: `/api/sessions/${id}/processes/p1` };
}

test("the newest output of a process is told while no turn runs, and it is ended", async () => {
  await using place = await temporaryPlace();
  const command = `head -c 100000 /dev/zero | tr '\\0' x; printf '\\033[31mup\\033[0m\\a\\n'; exec sleep 60`;
  const { served, path } = await withProcess(place, command);
  await using _served = served;

  const running = await vi.waitFor(async () => {
    const found = await jsonOf(served.get(path));
    expect(found.output).toMatch(/up\n$/);
    return found;
  }, waiting);
  const refused = await served.send(`${path}/stop`, {}, { token: served.tokens.reader });
  const stopped = await jsonOf(served.send(`${path}/stop`, {}));
  const after = await jsonOf(served.get(path));

  expect(running.process).toMatchObject({ id: "p1", state: "running", command });
  expect(running.output).toHaveLength(64_000);
  expect(running.output).toMatch(/^x+up\n$/);
  expect(refused.status).toBe(403);
  expect(stopped).toMatchObject({ id: "p1", state: "exited" });
  expect(after.process.endedAt).toBeGreaterThan(0);
  expect((await served.get(path.replace("p1", "p2"))).status).toBe(404);
});

test("of a process that an earlier server ran only the record is told, and it can't be stopped before its session is open", async () => {
  await using place = await temporaryPlace();
  const { served: first, id, path } = await withProcess(place, "echo up; exec sleep 60");
  await first[Symbol.asyncDispose]();
  await using served = await serveApi(place, { model: scripted([{ text: "I see." }]) });

  const found = await jsonOf(served.get(path));
  const stopped = await served.send(`${path}/stop`, {});
  await say(served, "Well?", id);
  const opened = await jsonOf(served.get(path));

  expect(found.process).toMatchObject({ id: "p1", command: "echo up; exec sleep 60" });
  for (const each of [found, opened]) expect(each).not.toHaveProperty("output");
  expect(opened.process).toMatchObject({ id: "p1", state: "exited" });
  expect([stopped.status, (await jsonOf(stopped)).error.code]).toEqual([404, "API_NOT_FOUND"]);
});

const reference = "official:kitchen/tea";

/** A home that brings a pack, which the test can change. */
async function withPack(place: TemporaryPlace, files: Readonly<Record<string, string>>) {
  const bundledSkills = join(place.root, "bundled");
  await writeSkill(bundledSkills, "optional/kitchen/tea", { files });
  return {
    served: await serveApi(place, { model: scripted([]), bundledSkills }),
    write: async (path: string, text: string) =>
      await writeFile(join(bundledSkills, "optional", "kitchen", "tea", path), text),
  };
}

async function inspect(served: ServedHome): Promise<Json> {
  return await jsonOf(served.send("/api/hub/inspect", { reference }));
}

test("a skill of others is found, looked at, installed as it was shown, listed and taken away", async () => {
  await using place = await temporaryPlace();
  const { served } = await withPack(place, { "steps.md": "Boil it.\n" });
  await using _served = served;

  const browsed = await jsonOf(served.get("/api/hub?q="));
  const searched = await jsonOf(served.get("/api/hub?q=tea"));
  const plan = await inspect(served);
  const again = await inspect(served);
  const installed = await jsonOf(served.send("/api/hub/install", { reference, digest: plan.digest }));

  for (const { items } of [browsed, searched])
    expect(items.map((each: Json) => each.reference)).toContain(reference);
  expect(plan).toMatchObject({
    skill: { reference, name: "tea", source: "official" },
    ...{ folder: "kitchen/tea", text: skillText("tea"), decision: "allow", findings: [], needs: [] },
  });
  expect(plan.files.map(({ path }: Json) => path).toSorted()).toEqual(["SKILL.md", "steps.md"]);
  expect([plan.digest, plan]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), again]);
  expect(plan).not.toHaveProperty("diff");
  expect(installed).toMatchObject({ name: "tea", reference, source: "official" });
  expect((await jsonOf(served.get("/api/hub/installed"))).items).toEqual([installed]);
  const remove = async () => await served.send("/api/hub/installed/tea", undefined, { method: "DELETE" });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect(existsSync(join(place.home, "skills", "kitchen", "tea"))).toBe(false);
});

test("a skill that was changed since somebody looked at it is not installed, even where its size is the same", async () => {
  await using place = await temporaryPlace();
  const { served, write } = await withPack(place, { "steps.md": "Boil it.\n" });
  await using _served = served;
  const { digest } = await inspect(served);

  await write("steps.md", "Fry it!!\n");
  const refused = await served.send("/api/hub/install", { reference, digest });
  const seen = await inspect(served);
  const installed = await served.send("/api/hub/install", { reference, digest: seen.digest });

  expect([refused.status, (await jsonOf(refused)).error.code]).toEqual([409, "HUB_CHANGED"]);
  expect([seen.digest === digest, installed.status]).toEqual([false, 200]);
});

test("a site that shows one thing and hands out another has nothing installed", async () => {
  await using place = await temporaryPlace();
  let given = 0;
  const steps = ["Boil it.\n", "Fry it!!\n"];
  const index = { skills: [{ name: "tea", description: "Makes tea.", files: ["SKILL.md", "steps.md"] }] };
  const server = createServer((request, response) => {
    if (request.url === "/.well-known/skills/index.json") response.end(JSON.stringify(index));
    else if (request.url?.endsWith("/SKILL.md") === true) response.end(skillText("tea"));
    else if (request.url?.endsWith("/steps.md") === true) response.end(steps[given++]);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens on a port: the address is not a path.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await mkdir(place.home, { recursive: true });
  const hub = `skills: {hub: {hosts: ["http://${host}"]}}\nnetwork: {allow_private: ["${host}"]}\n`;
  await writeFile(join(place.home, "config.yaml"), hub);
  await using served = await serveApi(place, { model: scripted([]) });
  const site = `http://${host}/.well-known/skills/tea`;

  const { digest } = await jsonOf(served.send("/api/hub/inspect", { reference: site }));
  const refused = await served.send("/api/hub/install", { reference: site, digest });
  server.closeAllConnections();
  server.close();

  expect([refused.status, (await jsonOf(refused)).error.code, given]).toEqual([409, "HUB_CHANGED", 2]);
  expect((await jsonOf(served.get("/api/hub/installed"))).items).toEqual([]);
  expect(existsSync(join(place.home, "skills", "tea"))).toBe(false);
});

test("a skill that is not taken is refused with the reason", async () => {
  await using place = await temporaryPlace();
  const { served } = await withPack(place, {});
  await using _served = served;
  const plan = await inspect(served);
  await writeSkill(join(place.home, "skills"), "kitchen/tea");

  const refused = await served.send("/api/hub/install", { reference, digest: plan.digest });
  const unknown = await served.send("/api/hub/inspect", { reference: "official:kitchen/none" });

  const { error } = await jsonOf(refused);
  expect([refused.status, error.code]).toEqual([422, "HUB_REFUSED"]);
  expect(error.message).toContain("tea");
  expect([unknown.status, (await jsonOf(unknown)).error.code]).toEqual([404, "HUB_NOT_FOUND"]);
});
