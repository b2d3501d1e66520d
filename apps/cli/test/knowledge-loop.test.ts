import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerStep } from "@hermes/models/testing";
import { describe, expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { skillText } from "./support/skills.ts";
import { hasTerminals, openTestTerminal, type TestTerminal } from "./support/terminal.ts";

const arrowDown = "\u001b[B";

const calls = (name: string, args: Readonly<Record<string, unknown>>): ServerStep => ({
  calls: [{ name, arguments: args }],
});
const runs = (command: string): ServerStep => calls("terminal", { command });
const asks = (question: string, choices: readonly string[]): ServerStep =>
  calls("clarify", { question, choices });

const review = "yes, but let me review it first";
const text = skillText(
  "pack-release",
  "Pack a release of this project. Use when somebody wants a release or an archive of it.",
  "1. Run `LANG=C sh pack.sh`: without LANG=C it stops with exit code 3.\n\n## Verify\n\n`ls release.tar` shows the archive.\n",
);

/** A task that is hard at first: the command fails, the reason is found, and then it works. */
const firstTime: readonly ServerStep[] = [
  runs("sh pack.sh"),
  runs("cat pack.sh"),
  runs("LANG=C sh pack.sh && ls release.tar"),
  asks("The archive is there. How was the result?", ["good", "not what I wanted"]),
  asks("Shall I keep how this is done as a skill?", ["yes", review, "no"]),
  calls("skill_manage", { action: "create", name: "pack-release", content: text, preview: true }),
  asks(`This would be saved:\n${text}\nSave it?`, ["save it", "no"]),
  calls("skill_manage", { action: "create", name: "pack-release", content: text }),
  { text: "It is kept as pack-release." },
];

const secondTime: readonly ServerStep[] = [
  calls("skill_view", { name: "pack-release" }),
  runs("LANG=C sh pack.sh && ls release.tar"),
  asks("Packed as the skill says. How was the result?", ["good", "not what I wanted"]),
  calls("skill_manage", { action: "rate", name: "pack-release", helped: true }),
  { text: "Packed again." },
];

/** Takes the choice that is so many below the first one. @returns What the terminal showed before. */
async function chooses(terminal: TestTerminal, question: string, downs = 0): Promise<string> {
  const shown = await terminal.shows(question);
  // Until then keys are taken as meant for something else.
  await terminal.shows("Enter takes");
  terminal.type(`${arrowDown.repeat(downs)}\r`);
  return shown;
}

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  test("a solved task is kept as a skill, found in a new session, used, and counted", async () => {
    const person = await personWithModel([...firstTime, ...secondTime]);
    const script = join(person.project, "pack.sh");
    writeFileSync(
      script,
      '[ "${LANG:-}" = C ] || { echo "bad locale" >&2; exit 3; }\ntar cf release.tar pack.sh\n',
    );
    chmodSync(script, 0o755);

    const first = openTestTerminal(person, []);
    await first.ready();
    first.type("Pack a release\r");
    await chooses(first, "How was the result?");
    await chooses(first, "as a skill?", 1);
    const preview = await chooses(first, "Save it?");
    const approval = await first.shows("❯ 3. No (n)");
    first.type("y\r");
    await first.shows("It is kept as pack-release.");
    await first.ready();
    first.type("/quit\r");
    expect(await first.exitCode).toBe(0);

    for (const shown of [preview, approval]) expect(shown).toContain("without LANG=C it stops");
    const { requests } = person.server;
    const said = (request: number): string => JSON.stringify(requests[request]?.body["messages"]);
    expect(said(5)).toContain(review);
    // The session that made it goes on with the prompt it began with.
    expect(systemOf(requests[8]?.body)).toBe(systemOf(requests[0]?.body));
    expect(systemOf(requests[0]?.body)).not.toContain("pack-release");

    const second = openTestTerminal(person, []);
    await second.ready();
    second.type("Please pack a release again\r");
    await chooses(second, "How was the result?");
    await second.shows("Packed again.");
    await second.ready();
    second.type("/quit\r");
    expect(await second.exitCode).toBe(0);

    const begun = firstTime.length;
    expect(systemOf(requests[begun]?.body)).toContain("pack-release");
    expect(said(begun + 1)).toContain("without LANG=C it stops");
    expect(said(begun + 2)).toContain("release.tar");
    const listed = await hermes(person, ["skills", "list", "--source", "user", "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: "pack-release", uses: 1, successes: 1, problems: [] },
    ]);
  });
});

function systemOf(body: Readonly<Record<string, unknown>> | undefined): string {
  const messages = body?.["messages"];
  return JSON.stringify(Array.isArray(messages) ? messages[0] : undefined);
}
