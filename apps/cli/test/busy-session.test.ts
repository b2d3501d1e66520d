import { expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal, type TestTerminal } from "./support/terminal.ts";

const answers = ["Hello.", "Two.", "Three.", "Four."].map((text) => ({ text }));

/** A session that stays open in a terminal. */
async function openTab(): Promise<{ readonly person: ScriptedPerson; readonly tab: TestTerminal }> {
  const person = await personWithModel(answers);
  const tab = openTestTerminal(person, []);
  await tab.ready();
  tab.type("Good morning\r");
  await tab.shows("Hello.");
  return { person, tab };
}

async function sessionsOf(
  person: ScriptedPerson,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  // What the executable printed.
  return JSON.parse((await hermes(person, ["sessions", "list", "--one-shots", "--json"])).stdout) as {
    readonly id: string;
    readonly title: string;
  }[];
}

const where = /open elsewhere: in process \d+ on \S+, since/;

test.skipIf(!hasTerminals)(
  "where nobody can be asked, a conversation that is open elsewhere is refused with what to do (needs `script`)",
  async () => {
    const { person, tab } = await openTab();

    const refused = await hermes(person, ["-c", "-q", "And now?"]);
    const json = await hermes(person, ["-c", "-q", "And now?", "--output", "jsonl"]);
    const copy = await hermes(person, ["-c", "-q", "In a copy?", "--branch"]);

    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(where) });
    expect(refused.stderr).toMatch(/--branch.*--take-over/);
    expect(json).toMatchObject({ code: 1, stdout: expect.stringContaining("SESSION_BUSY") });
    expect(copy).toMatchObject({ code: 0, stdout: "Two.\n" });
    tab.type("And here?\r");
    await tab.shows("Three.");
    const bodies = person.server.requests.map(({ body }) => JSON.stringify(body));
    expect(bodies[1]).toMatch(/Good morning.*Hello.*In a copy/);
    expect(bodies[2]).not.toContain("In a copy");
    expect((await sessionsOf(person)).map(({ title }) => title).toSorted()).toEqual([
      "Good morning",
      "Good morning (branch)",
    ]);
  },
);

test.skipIf(!hasTerminals)(
  "at a terminal the person is told where it is open; taken over, it goes on here, and there nothing more is kept (needs `script`)",
  async () => {
    const { person, tab } = await openTab();

    const cancelled = openTestTerminal(person, ["-c"]);
    await cancelled.shows(/This conversation is open in process \d+ on \S+, since [-\d]+ [:\d]+\./);
    await cancelled.shows("❯ 3. Leave it where it is");
    cancelled.type("\r");
    expect(await cancelled.exitCode).toBe(1);
    const second = openTestTerminal(person, ["-c"]);
    await second.shows("❯ 3. Leave it where it is");
    second.type("t");
    await second.shows("Hello.");
    await second.ready();
    second.type("Here now\r");
    await second.shows("Two.");
    tab.type("And there?\r");
    await tab.shows("is open elsewhere: in process");

    const [session] = await sessionsOf(person);
    const shown = await hermes(person, ["sessions", "show", session?.id ?? "", "--json"]);
    expect(shown.stdout).toContain("Here now");
    expect(shown.stdout).not.toContain("And there?");
    expect(person.server.requests).toHaveLength(2);
  },
);

test.skipIf(!hasTerminals)(
  "a conversation whose process was killed is gone on with without a question (needs `script`)",
  async () => {
    const { person, tab } = await openTab();
    await tab.kill();

    expect(await hermes(person, ["-c", "-q", "Still there?"])).toMatchObject({ code: 0, stdout: "Two.\n" });
  },
);

test.each([
  [["--branch"], "need a conversation"],
  [["--take-over", "-q", "x"], "need a conversation"],
  [["-c", "--branch", "--take-over", "-q", "x"], "Choose one"],
])("hermes %j is a wrong command line", async (args, message) => {
  const person = await personWithModel([]);

  expect(await hermes(person, [...args, "-q", "x"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});
