import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";

// Made by hand: one page, one line.
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 41>>stream
BT /F 12 Tf 20 50 Td (Hello, reader) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`;

test("the command reads a document without anything else to install", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "a.pdf"), pdf);

  const outcome = await hermes(person, ["tools", "call", "read_file", '{"path":"a.pdf"}']);

  expect([outcome.code, outcome.stderr]).toEqual([0, ""]);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    content: expect.stringContaining("Hello, reader"),
    document: "pdf",
  });
});
