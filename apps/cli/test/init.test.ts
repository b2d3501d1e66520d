import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

const writing = {
  calls: [{ name: "write_file", arguments: { path: "AGENTS.md", content: "# Shop\n\nRun `make test`.\n" } }],
};

test("hermes init has the agent write AGENTS.md, with what the person adds", async () => {
  const person = await personWithModel([writing, { text: "Written." }]);
  const path = join(person.project, "AGENTS.md");

  const outcome = await hermes(person, ["init", "--mode", "accept-edits", "only", "the", "backend"]);

  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining("Written.") as string });
  const asked = JSON.stringify(person.server.requests[0]?.body);
  expect(asked).toContain("/init only the backend");
  expect(asked).toContain("at most 150 lines");
  expect(asked).toContain("What a person wrote stays");
  expect(readFileSync(path, "utf8")).toBe("# Shop\n\nRun `make test`.\n");
});

test("hermes init writes nothing that the mode does not let it write, and -q /init asks for the same", async () => {
  const person = await personWithModel([writing, { text: "Here is the text." }, { text: "Again." }]);

  const refused = await hermes(person, ["init", "--mode", "plan"]);
  const typed = await hermes(person, ["-q", "/init"]);

  expect(refused.stdout).toContain("Here is the text.");
  expect(existsSync(join(person.project, "AGENTS.md"))).toBe(false);
  expect(typed.stdout).toContain("Again.");
  expect(JSON.stringify(person.server.requests[2]?.body)).toContain("at most 150 lines");
});
