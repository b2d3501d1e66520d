import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson, type Outcome } from "./support/hermes.ts";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const risky = { command: "git push --force 2>&1; echo pushed >> ledger" };
const turn = [
  { calls: [{ name: "terminal", arguments: risky }] },
  { text: "Pushed." },
  { text: "As you say." },
];

const ledgerOf = ({ project }: ScriptedPerson): string => {
  const path = join(project, "ledger");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly actor?: string;
  readonly request: { readonly summary: string; readonly sessionId: string; readonly action: string };
}

async function listed(person: ScriptedPerson, ...args: string[]): Promise<readonly Listed[]> {
  // What the executable printed.
  return JSON.parse((await hermes(person, ["approvals", "list", "--json", ...args])).stdout) as Listed[];
}

/** A person whose question has ended with one that waits. */
async function personWhoWasAsked(): Promise<{ person: ScriptedPerson; asked: Outcome; id: string }> {
  const person = await personWithModel(turn);
  const asked = await hermes(person, ["-q", "Push it", "--ask-later"]);
  const [waiting] = await listed(person);
  return { person, asked, id: waiting?.id ?? "" };
}

test("a deferred approval ends the run with its own exit code; other processes answer it and continue the turn", async () => {
  const { person, asked, id } = await personWhoWasAsked();

  const list = await hermes(person, ["approvals", "list"]);
  const show = await hermes(person, ["approvals", "show", id]);
  const still = await hermes(person, ["-c"]);
  const yes = await hermes(person, ["approvals", "answer", id, "yes"]);
  const again = await hermes(person, ["approvals", "answer", id, "no"]);
  const before = ledgerOf(person);
  const done = await hermes(person, ["-c"]);

  expect(asked).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(`hermes approvals answer ${id} yes|no`),
  });
  expect(list.stdout).toContain(id);
  expect(show.stdout).toContain("git push --force");
  expect(still.code).toBe(4);
  expect(yes).toMatchObject({ code: 0, stdout: expect.stringContaining("hermes --resume") });
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/closed: cli:\S+ has said yes already/),
  });
  expect(before).toBe("");
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("Pushed.") });
  expect(ledgerOf(person)).toBe("pushed\n");
  expect(await listed(person)).toEqual([]);
  expect(await listed(person, "--all")).toMatchObject([
    { id, status: "answered", actor: expect.stringMatching(/^cli:/), request: { action: "terminal.run" } },
  ]);
  const audit = JSON.parse((await hermes(person, ["audit", "--json"])).stdout) as object[];
  expect(audit).toMatchObject([{ decidedBy: expect.stringMatching(/^person, once \(cli:/) }]);
});

test("a refusal's reason reaches the model; typing a message instead withdraws the question", async () => {
  const { person, id } = await personWhoWasAsked();
  await hermes(person, ["approvals", "answer", id, "no", "--reason", "not on Fridays"]);
  await hermes(person, ["-c", "--output", "jsonl"]);
  const second = await personWhoWasAsked();

  const other = await hermes(second.person, ["-c", "-q", "Never mind"]);
  const late = await hermes(second.person, ["approvals", "answer", second.id, "yes"]);

  expect(JSON.stringify(person.server.requests.at(-1)?.body)).toContain("not on Fridays");
  expect(other.code).toBe(0);
  expect(JSON.stringify(second.person.server.requests.at(-1)?.body)).toContain("said something else");
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining("does not wait for it any more") });
  expect([ledgerOf(person), ledgerOf(second.person)]).toEqual(["", ""]);
});

test.skipIf(!hasTerminals)(
  "a conversation that is opened while its question is open asks it at once (needs `script`)",
  async () => {
    const { person } = await personWhoWasAsked();

    const tab = openTestTerminal(person, ["-c"]);
    await tab.shows("❯ 3. No (n)");
    tab.type("y\r");
    await tab.shows("Pushed.");

    expect(ledgerOf(person)).toBe("pushed\n");
    expect(await listed(person, "--all")).toMatchObject([{ status: "answered", actor: "cli" }]);
  },
);

test.skipIf(!hasTerminals)(
  "a question at a terminal can be answered from another one, and nothing is asked there any more (needs `script`)",
  async () => {
    const person = await personWithModel(turn);
    const tab = openTestTerminal(person, []);
    await tab.ready();
    tab.type("Push it\r");
    await tab.shows("❯ 3. No (n)");

    const [{ id } = { id: "" }] = await listed(person);
    await hermes(person, ["approvals", "answer", id, "yes"]);
    await tab.shows("Pushed.");

    expect(ledgerOf(person)).toBe("pushed\n");
  },
);

test.each([
  [["answer", "0123456789", "yes"], 1, "no approval"],
  [["show", "0123456789"], 1, "no approval"],
  [["answer", "0123456789", "perhaps"], 2, "yes, no"],
  [["answer", "0123456789", "yes", "--reason", "x"], 2, "--reason is for no"],
  [["answer", "0123456789", "no", "--scope", "once"], 2, "--scope is for yes"],
  [["list"], 0, ""],
])("hermes approvals %j ends with %i", async (args, code, message) => {
  const person = newPerson();

  expect(await hermes(person, ["approvals", ...args])).toMatchObject({
    code,
    stderr: expect.stringContaining(message),
  });
  expect(existsSync(join(person.home, "hermes.db"))).toBe(false);
});
