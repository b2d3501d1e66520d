import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { collect } from "@hermes/agent-loop/testing";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { writeSkill } from "./skill-files.ts";

async function writeBundle(place: TemporaryPlace, name: string, text: string): Promise<void> {
  await mkdir(join(place.home, "skill-bundles"), { recursive: true });
  await writeFile(join(place.home, "skill-bundles", `${name}.yaml`), text);
}

test("every skill that is offered is a command, and bundles come before skills of their name", async () => {
  await using place = await temporaryPlace();
  const skills = join(place.home, "skills");
  for (const name of ["deploy", "review", "tea"]) await writeSkill(skills, name);
  await writeFile(join(place.home, "config.yaml"), "skills: {disabled: [tea]}\n");
  await writeBundle(place, "review", "description: Look, then ship.\nskills: [deploy, review]\n");
  await writeBundle(place, "lost", "skills: [nowhere]\n");
  await writeBundle(place, "broken", "skills: 3\n");
  await using runtime = await runtimeIn(place);
  const { commands } = await runtime.skills();

  const found = await commands();
  await commands();

  expect(found).toEqual([
    { name: "review", summary: "Look, then ship.", skills: ["deploy", "review"] },
    { name: "deploy", summary: "Does deploy. Use when deploy is wanted.", skills: ["deploy"] },
  ]);
  expect(runtime.warnings).toEqual([
    expect.stringMatching(/^A bundle of skills can't be used: broken\.yaml: /),
    'The bundle /lost names "nowhere", which is no skill that is offered.',
    expect.stringContaining('/review is a bundle, not the skill "review"'),
  ]);
});

test("a command becomes a message with the skills it loads, which counts as their use", async () => {
  await using place = await temporaryPlace();
  const skills = join(place.home, "skills");
  await writeSkill(skills, "deploy", { files: { "scripts/run.sh": "true\n" } });
  await writeSkill(skills, "review");
  await writeBundle(place, "ship", "skills: [deploy, review]\ninstruction: Be careful.\n");
  await using runtime = await runtimeIn(place);
  const { messageOf, use } = await runtime.skills();

  const [one, both, none] = [
    await messageOf("deploy", "to staging"),
    await messageOf("ship", "now"),
    await messageOf("unknown", ""),
  ];

  expect(one).toEqual({
    content: [{ type: "text", text: "/deploy to staging" }],
    notes: [expect.stringMatching(/^Use the skill "deploy" for this\.[^]*`make`[^]*scripts\/run\.sh/)],
  });
  expect(both).toEqual({
    content: [{ type: "text", text: "/ship now" }],
    notes: [expect.stringMatching(/"deploy", "review" for this\.[^]*Be careful\.$/)],
  });
  expect(none).toBeUndefined();
  const summaries = await use.summaries();
  expect([summaries.get("deploy")?.uses, summaries.get("review")?.uses]).toEqual([2, 1]);
});

test.each([
  ["fix the harbour cranes", "/deploy fix the harbour cranes"],
  ["", "/deploy"],
])(
  "a conversation that begins with a command is titled and found by what was typed: %j",
  async (args, typed) => {
    await using place = await temporaryPlace();
    await writeSkill(join(place.home, "skills"), "deploy", { body: "Zebras and giraffes. ".repeat(20) });
    await using runtime = await runtimeIn(place, { model: scripted([{ text: "Done." }]) });
    const message = await (await runtime.skills()).messageOf("deploy", args);
    const session = await runtime.openSession();
    await collect(session.agent.run(message ?? ""));
    await session[Symbol.asyncDispose]();

    const store = await runtime.store();
    const stored = store.sessions.get(session.id);

    expect(stored?.title).toBe(typed);
    expect(JSON.stringify([stored?.summary, stored?.keywords])).not.toMatch(/zebra/i);
    expect([store.search("deploy").sessions.length, store.search("zebras").sessions.length]).toEqual([1, 0]);
  },
);
