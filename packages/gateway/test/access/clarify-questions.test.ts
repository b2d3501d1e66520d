import { expect, test } from "vitest";
import type { Chat } from "../../src/store/chat-store.ts";
import { messageOf, openWorld, pressOf } from "./access-world.ts";
import type { World } from "./access-world.ts";

const owner = { userId: "1", name: "Ann", isBot: false };
const user = { userId: "2", name: "Bob", isBot: false };

const settings = { platforms: { telegram: { owners: ["1", "11"], allowed_users: ["2"] } } };

const direct = chatOf({ chatId: "1" }, "dm");
const group = chatOf({ chatId: "-100" }, "group");

function chatOf(at: { readonly chatId: string }, kind: Chat["kind"], userId: string | undefined = "1"): Chat {
  return {
    ...{ key: `k:${at.chatId}`, at: { platform: "telegram", ...at }, kind, userId },
    ...{ tier: "owner", lastActiveAt: 0 },
  };
}

const signal = new AbortController().signal;

async function clarify(
  world: World,
  chat: Chat,
  question = { question: "Which?", choices: ["Red", "Blue"], allowFreetext: true },
) {
  const { clarifier } = await world.access.grant(chat);
  const answer = clarifier?.(question, { signal });
  const questions = async () =>
    world.state.read((tables) => tables.all("SELECT id FROM questions WHERE state = 'open'"));
  await expect.poll(async () => (await questions()).length).toBe(1);
  const [row] = await questions();
  await expect
    .poll(async () => await world.store.outbox.get(`question:${String(row?.["id"])}:0`))
    .toBeDefined();
  return { answer, id: String(row?.["id"]) };
}

test.for<[text: string, answer: string]>([
  ["2", "Blue"],
  ["red", "Red"],
  ["something else", "something else"],
])("%j answers a question of the agent", async ([text, answer]) => {
  await using world = openWorld({ settings });
  const chat = { ...direct, tier: "user", userId: "2" } as const;
  const asked = await clarify(world, chat);

  expect(await world.access.reply(messageOf({ sender: user, text }), chat)).toEqual({ type: "taken" });

  expect(await asked.answer).toEqual({ answered: true, answer });
  const shown = (await world.store.outbox.get(`question:${asked.id}:0`))?.text;
  expect(shown).toContain("Answer with a button, its number or your own words within");
  expect(shown?.endsWith(`✓ ${answer}, by Bob.`)).toBe(true);
});

test("in a group the one who was asked answers, and no other member: theirs are words like all others", async () => {
  await using world = openWorld({
    settings: { platforms: { telegram: { owners: ["1"], allowed_users: ["2", "4"] } } },
  });
  const chat = { ...group, tier: "user", userId: "2" } as const;
  const asked = await clarify(world, chat);
  const other = { userId: "4", isBot: false };

  expect(
    await world.access.reply(messageOf({ at: group.at, sender: other, text: "1" }), chat),
  ).toBeUndefined();
  const data = `q:${asked.id}:1`;
  expect(await world.access.press(pressOf({ at: group.at, sender: other, data }))).toMatchObject({
    type: "taken",
    text: expect.any(String),
  });
  await world.access.press(pressOf({ at: group.at, sender: user, data }));

  expect(await asked.answer).toEqual({ answered: true, answer: "Blue" });
  const again = await world.access.press(pressOf({ at: group.at, sender: user, data: `q:${asked.id}:0` }));
  expect(again).toMatchObject({ type: "taken", text: "This was answered before." });
});

test("without own words only a choice is an answer", async () => {
  await using world = openWorld({ settings });
  const asked = await clarify(world, direct, { question: "Which?", choices: ["Red"], allowFreetext: false });

  expect(await world.access.reply(messageOf({ sender: owner, text: "green" }), direct)).toBeUndefined();
  await world.access.reply(messageOf({ sender: owner, text: "1" }), direct);

  expect(await asked.answer).toEqual({ answered: true, answer: "Red" });
});

test("a question of the agent that nobody answers ends, and the message says so", async () => {
  await using world = openWorld({ settings, clarifyWaitsMs: 30 });
  const asked = await clarify(world, direct);

  expect(await asked.answer).toEqual({ answered: false, reason: "nobody answered within 1 second" });
  await expect
    .poll(async () => (await world.store.outbox.get(`question:${asked.id}:0`))?.text)
    .toMatch(/Nobody answered in time\.$/);
  const late = await world.access.press(pressOf({ sender: owner, data: `q:${asked.id}:0` }));
  expect(late).toMatchObject({ type: "taken", text: expect.any(String) });
});
