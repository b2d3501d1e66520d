import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";

test("a document whose reader is not installed is answered with the command that installs it", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "a.pdf"), "%PDF-1.4\n");

  const outcome = await hermes(person, ["tools", "call", "read_file", '{"path":"a.pdf"}']);

  expect(JSON.parse(outcome.stdout)).toEqual({
    error: "pdf files are read by unpdf, which is not installed.",
    hint: "Install it beside Hermes: npm install unpdf",
  });
});
