import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { assertStablePrefix } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { firstRequest, requestOf, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const long = "Some words to leave out of a long conversation. ".repeat(400);
const talk = Array.from({ length: 12 }, (_, index) => ({ text: `Answer ${index}. ${long}` }));

async function placeWith(config: string): Promise<TemporaryPlace> {
  const place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), config);
  return place;
}

test("a chosen personality stands behind SOUL.md in the prompt of a new session, and an own one takes the place of ours", async () => {
  await using place = await placeWith(
    "agent: {personalities: {Pirate: {system_prompt: Speak like MY pirate., tone: salty}}}\ndisplay: {personality: pirate}\n",
  );
  await writeFile(join(place.home, "SOUL.md"), "You are Ada.");

  const { request, warnings } = await firstRequest(place);

  expect(request.system).toMatch(
    /^You are Ada\.[^]*# How you speak: Pirate\nSpeak like MY pirate\.\nTone: salty\n/,
  );
  expect(warnings).toEqual([]);
});

test("one that does not exist is a warning, and the built-in identity stays beside one that does", async () => {
  await using place = await placeWith("display: {personality: corsair}\n");
  await using other = await placeWith("display: {personality: noir}\n");

  const { request, warnings } = await firstRequest(place);
  const second = await firstRequest(other);

  expect(request.system).not.toContain("How you speak");
  expect(warnings).toEqual([expect.stringContaining('no personality "corsair"')]);
  expect(second.request.system).toContain("# How you speak: noir\n");
  expect(second.request.system.replace(/\n\n# How you speak[^]*?stay as they are\./, "")).toBe(
    request.system.replaceAll(place.root, other.root),
  );
});

test.each([
  ["a job", { origin: { platform: "cron", entryPoint: "cron" } }],
  ["a program", { origin: { platform: "api", entryPoint: "openai-chat" } }],
  ["a run without a person", { unattended: true }],
])("%s has none", async (_, open) => {
  await using place = await placeWith("display: {personality: pirate}\n");

  const { request } = await firstRequest(place, { open });

  expect(request.system).not.toContain("How you speak");
});

test("changed within a session it changes no byte of what was sent: the next message says it once, and what was not told yet is taken back", async () => {
  await using place = await placeWith("display: {personality: teacher}\n");
  const model = scripted(talk);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  const personalities = await runtime.personalities();
  expect(await personalities.current(session.id)).toBe("teacher");
  await session.agent.chat("One");
  await personalities.choose(session.id, "surfer");
  await personalities.choose(session.id, "PIRATE");
  expect(await personalities.current(session.id)).toBe("pirate");
  await session.agent.chat("Two");
  await session.agent.chat("Three");
  await personalities.choose(session.id, "none");
  expect(await personalities.current(session.id)).toBeUndefined();
  await session.agent.chat("Four");

  assertStablePrefix(model.requests);
  const said = JSON.stringify(requestOf(model, 3).messages);
  expect(said.match(/chose the personality pirate from now on/g)).toHaveLength(1);
  expect(said).not.toContain("surfer");
  expect(said.match(/chose no personality from now on/g)).toHaveLength(1);
  expect(JSON.stringify((await runtime.store()).journal.load(session.id)?.messages)).toContain("Arr");
});

test("the prompt after a compression has what was chosen, also where another start of the program has the session", async () => {
  await using place = await placeWith("compression: {threshold: 0.5}\n");
  const model = scripted(talk);
  let id = "";
  {
    await using runtime = await runtimeIn(place, { model });
    await using session = await runtime.openSession();
    id = session.id;
    await session.agent.chat("One");
    await (await runtime.personalities()).choose(id, "noir");
    for (const text of ["Two", "Three", "Four"]) await session.agent.chat(text);
  }
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession({ resume: id });
  expect(await (await runtime.personalities()).current(id)).toBe("noir");
  const before = session.agent.head?.system;

  const compressed = [];
  for await (const event of session.agent.compress()) compressed.push(event);
  await session.agent.chat("Five");

  expect(compressed.at(-1)).toMatchObject({ type: "compression" });
  expect(before).not.toContain("How you speak");
  expect(model.requests.at(-1)?.system).toContain("# How you speak: noir\n");
  expect(await (await runtime.personalities()).current(id)).toBe("noir");
});

test("kept, it is written with the comments around it, and the next session of the same process begins with it", async () => {
  await using place = await placeWith("# mine\ndisplay:\n  notify: off # quiet\n");
  const model = scripted(talk);
  await using runtime = await runtimeIn(place, { model });
  const personalities = await runtime.personalities();
  await using first = await runtime.openSession();
  await first.agent.chat("One");

  const path = await personalities.keep(await personalities.choose(first.id, "hype"));
  await using second = await runtime.openSession();
  await second.agent.chat("Two");

  expect(await readFile(path, "utf8")).toBe("# mine\ndisplay:\n  notify: off # quiet\n  personality: hype\n");
  expect(requestOf(model, 1).system).toContain("# How you speak: hype\n");
});

test("a name that is mistyped is refused with the nearest, and the session speaks as before", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { model: scripted(talk) });
  await using session = await runtime.openSession();
  const personalities = await runtime.personalities();

  await expect(personalities.choose(session.id, "pirat")).rejects.toMatchObject({
    code: "RUNTIME_UNKNOWN_PERSONALITY",
    hint: expect.stringContaining("Did you mean pirate?"),
  });
  expect(await session.agent.waitingNotices()).toEqual([]);
  expect((await personalities.list()).map(({ name }) => name)).toEqual([
    ...["helpful", "concise", "technical", "creative", "teacher", "kawaii", "catgirl", "pirate"],
    ...["shakespeare", "surfer", "noir", "uwu", "philosopher", "hype"],
  ]);
});
