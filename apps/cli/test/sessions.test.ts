import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { answers, calls, inStore, personWhoTalked, returns, says, storeOf } from "./support/filled-person.ts";
import { hermes, newPerson, type Fixture } from "./support/hermes.ts";

const at = Date.parse("2026-03-01T12:00:00");
const dayMs = 86_400_000;

/** Three sessions; `work` was active last. */
function threeTalks(): Promise<Fixture> {
  return personWhoTalked([
    {
      id: "trip-1",
      title: "Trip to Kraków",
      tags: ["travel"],
      at,
      messages: [says("A hotel in Kraków"), answers("Take the old one.")],
    },
    {
      id: "tele-1",
      platform: "telegram",
      at: at + dayMs,
      messages: [says("Is the hotel paid?"), answers("Yes.")],
    },
    {
      id: "work-1",
      title: "Broken test",
      at: at + 2 * dayMs,
      messages: [
        says("Why does the test fail?"),
        calls("terminal", { command: "npm test" }),
        returns(
          "terminal",
          JSON.stringify({ output: `${"hotel.test.ts failed\n".repeat(30)}`, exit_code: 1 }),
        ),
        answers("It expects the old greeting."),
      ],
    },
  ]);
}

const idsIn = (text: string): readonly string[] => text.match(/\b(trip|tele|work)-1\b/g) ?? [];

test.each([
  [["--platform", "telegram"], ["tele-1"]],
  [["--tag", "travel"], ["trip-1"]],
  [["--until", "2026-03-01"], ["trip-1"]],
  [["--since", "2026-03-02", "--until", "2026-03-02"], ["tele-1"]],
  [
    ["--limit", "1", "--all"],
    ["work-1", "tele-1", "trip-1"],
  ],
])("sessions list %j shows %j", async (options, ids) => {
  const person = await threeTalks();

  const { code, stdout } = await hermes(person, ["sessions", "list", ...options]);

  expect(code).toBe(0);
  expect(idsIn(stdout)).toEqual(ids);
});

test("sessions search groups hits by conversation, with what is needed to read on", async () => {
  const person = await threeTalks();

  const { stdout } = await hermes(person, ["sessions", "search", "hotel", "--role", "user"]);

  expect(idsIn(stdout).toSorted()).toEqual(["tele-1", "trip-1"]);
  const [, number = ""] = /#(\d+) you .*\n +A hotel in Krak/.exec(stdout) ?? [];
  const read = await hermes(person, ["sessions", "show", "trip-1", "--around", number, "--json"]);
  expect(JSON.parse(read.stdout)).toMatchObject({
    session: { id: "trip-1" },
    earlier: 0,
    later: 0,
    messages: [{ id: Number(number), message: says("A hotel in Kraków") }, {}],
  });
});

test.each([
  [["--platform", "telegram"], ["tele-1"]],
  [["--tag", "travel"], ["trip-1"]],
  [["--session", "broken"], ["work-1"]],
  [["--role", "tool"], ["work-1"]],
  [["--until", "2026-03-01"], ["trip-1"]],
])("sessions search %j finds in %j alone", async (options, ids) => {
  const person = await threeTalks();

  const { stdout } = await hermes(person, ["sessions", "search", "hotel", ...options, "--json"]);

  const { sessions } = JSON.parse(stdout) as { sessions: readonly { session: { id: string } }[] };
  expect(sessions.map(({ session }) => session.id)).toEqual(ids);
});

test.each(['"hotel', "NOT AND"])("sessions search takes %j for words", async (query) => {
  const person = await threeTalks();

  expect(await hermes(person, ["sessions", "search", "--", query])).toMatchObject({ code: 0, stderr: "" });
});

test("sessions show reads a conversation by id, by title and as the latest", async () => {
  const person = await threeTalks();

  for (const wanted of [["work"], ["BROKEN", "test"], ["latest"]]) {
    // oxlint-disable-next-line no-await-in-loop -- one start after the other
    const { stdout } = await hermes(person, ["sessions", "show", ...wanted]);
    expect(stdout).toMatch(
      /Broken test\n.*work-1[^]*you #\d+ .*\nWhy does the test fail\?[^]*old greeting\./,
    );
  }
});

test("sessions show cuts long results, and --raw shows them as they were written", async () => {
  const person = await threeTalks();

  const cut = await hermes(person, ["sessions", "show", "work-1"]);
  const raw = await hermes(person, ["sessions", "show", "work-1", "--raw"]);

  expect(cut.stdout.match(/hotel\.test\.ts failed/g)?.length).toBe(11);
  expect(cut.stdout).toContain("20 more lines; --raw shows all");
  expect(raw.stdout).toContain(JSON.stringify("hotel.test.ts failed\n".repeat(30)).slice(1, -1));
});

test("sessions show --limit shows the last messages, and says how to read the earlier ones", async () => {
  const messages = Array.from({ length: 450 }, (_, number) => says(`message ${number}.`));
  const person = await personWhoTalked([
    { id: "other", messages: [says("before")] },
    { id: "long", title: "Long", messages },
    { id: "another", messages: [says("after")] },
  ]);

  const all = await hermes(person, ["sessions", "show", "long"]);
  const last = await hermes(person, ["sessions", "show", "long", "--limit", "3"]);

  expect(all.stdout.match(/^message \d+\.$/gm)).toEqual(messages.map((_, number) => `message ${number}.`));
  expect(last.stdout.match(/^message \d+\.$/gm)).toEqual(["message 447.", "message 448.", "message 449."]);
  const [, earlier = ""] = /447 earlier: --around (\d+)/.exec(last.stdout) ?? [];
  const before = await hermes(person, [
    "sessions",
    "show",
    "long",
    "--around",
    `#${earlier}`,
    "--limit",
    "4",
  ]);
  expect(before.stdout.match(/^message \d+\.$/gm)).toEqual(
    [446, 447, 448, 449].map((number) => `message ${number}.`),
  );
});

test("escape sequences in messages are removed", async () => {
  const person = await personWhoTalked([
    { id: "evil", messages: [says("a\u001b[2Jb\u0007\u001b]0;owned\u0007")] },
  ]);

  for (const args of [["show", "evil"], ["show", "evil", "--raw"], ["search", "owned"], ["list"]]) {
    // oxlint-disable-next-line no-await-in-loop -- one start after the other
    const { stdout } = await hermes(person, ["sessions", ...args]);
    expect(stdout).toContain("b");
    expect(stdout).not.toMatch(/[\u0007\u001b]/);
  }
});

test("sessions rename gives a title, by which the conversation is found", async () => {
  const person = await threeTalks();

  const renamed = await hermes(person, ["sessions", "rename", "tele", "Paid", "hotels"]);

  expect(renamed).toMatchObject({ code: 0, stdout: "tele-1 is now called: Paid hotels\n" });
  expect((await hermes(person, ["sessions", "search", "paid", "hotels"])).stdout).toContain("tele-1");
});

test("sessions tag puts tags on and takes them off", async () => {
  const person = await threeTalks();

  await hermes(person, ["sessions", "tag", "trip", "+work", "urgent"]);
  const { stdout } = await hermes(person, ["sessions", "tag", "trip", "-travel", "+two words", "--json"]);

  expect(JSON.parse(stdout)).toMatchObject({ tags: ["work", "urgent", "two words"] });
  expect((await hermes(person, ["sessions", "tag", "trip"])).stdout).toBe("work urgent two words\n");
});

test.each([
  [["show", "nobody"], 1, 'No conversation has the id or the title "nobody"'],
  [["show", "work-1", "--around", "1"], 1, "There is no message #1 in work-1"],
  [["rename", "work-1", " "], 1, "The title shows no character"],
  [["tag", "work-1", "--force"], 2, "no option --force"],
  [["list", "--since", "yesterday"], 2, "2026-01-31"],
  [["search", "x", "--role", "me"], 2, "user, assistant, tool"],
  [["export"], 2, "--all"],
  [["prune", "--older-than", "0d"], 2, "90d"],
])("sessions %j ends with %i and says %j", async (args, code, words) => {
  const person = await threeTalks();

  const outcome = await hermes(person, ["sessions", ...args]);

  expect(outcome).toMatchObject({ code, stdout: "" });
  expect(outcome.stderr).toContain(words);
  expect(await inStore(person, ({ sessions }) => sessions.list())).toHaveLength(3);
});

test("words that fit several conversations are answered with these, and end with 2", async () => {
  const person = await personWhoTalked([
    { id: "a-1", title: "Paint the fence", messages: [says("x")] },
    { id: "b-1", title: "Paint the door", messages: [says("x")] },
  ]);

  for (const args of [
    ["sessions", "show", "paint"],
    ["--resume", "paint", "-q", "And now?"],
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one start after the other
    const outcome = await hermes(person, args, {
      env: { OPENAI_API_KEY: "key", OPENAI_BASE_URL: "http://127.0.0.1:9" },
    });
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain("  a-1\n    Paint the fence\n");
    expect(outcome.stderr).toContain("  b-1\n    Paint the door\n");
  }
});

test.each([
  [["sessions", "list"], 0],
  [["sessions", "stats"], 0],
  [["insights"], 0],
  [["sessions", "show", "latest"], 1],
  [["sessions", "delete", "latest", "--yes"], 1],
  [["backup"], 1],
])("%j without a store ends with %i, says so in a sentence, and creates nothing", async (args, code) => {
  const person = newPerson();

  const outcome = await hermes(person, args);

  expect(outcome.code).toBe(code);
  expect(outcome.stdout + outcome.stderr).toMatch(/^.+\.? ?.*\n$/);
  expect(existsSync(storeOf(person))).toBe(false);
});
