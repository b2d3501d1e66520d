import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";

const reviewer = `---
description: Reads a change and says what is wrong with it.
tools: read_file, search
---
Read the diff first.
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("hermes agents shows the roles of the home and of the project, and warns of a file that is broken", async () => {
  const person = newPerson();
  const none = await hermes(person, ["agents", "list"]);
  write(join(person.home, "agents", "reviewer.md"), reviewer);
  write(join(person.project, ".claude", "agents", "finder.md"), reviewer.replace("Reads", "\u001B[31mFinds"));
  write(join(person.project, ".claude", "agents", "broken.md"), "---\nname: x\n---\nText");

  const list = await hermes(person, ["agents", "list"]);
  const json = await hermes(person, ["agents", "list", "--json"]);
  const show = await hermes(person, ["agents", "show", "reviewer"]);
  const wrong = await hermes(person, ["agents", "show", "reviwer"]);

  expect(none).toMatchObject({ code: 0, stderr: "" });
  expect(none.stdout).toContain("There is no role yet.");
  expect(list.stdout).toMatch(/^finder +project +.*Finds a change/m);
  expect(list.stdout).toMatch(/^reviewer +home +Reads a change and says what is wrong with it\.$/m);
  expect(list.stdout).not.toContain("\u001B");
  expect(list.stderr).toContain('broken.md is left out: line 1: "description" is missing');
  expect(JSON.parse(json.stdout)).toMatchObject([
    { name: "finder", source: "project" },
    { name: "reviewer", source: "home", tools: ["read_file", "search"], model: null },
  ]);
  expect(show.stdout).toContain("Tools: read_file, search\nModel: that of its parent\n");
  expect(show.stdout).toContain("\n\nRead the diff first.\n");
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain('There is no role "reviwer".');
  expect(wrong.stderr).toContain('Did you mean "reviewer"?');
});
