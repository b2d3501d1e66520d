// A letter as a Word document and as one HTML file, with a diagram, in a temporary folder.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createDocumentTool } from "@hermes/documents";
import { renderDiagram } from "@hermes/documents/diagrams";
import { ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";

const folder = await mkdtemp(join(tmpdir(), "hermes-example-"));
// Let a person decide here; `createPermissions` of @hermes/permissions is made for it.
const tools = new ToolRegistry({ guard: () => ({ allow: true }) });
tools.register(
  createDocumentTool({
    files: {
      resolve: async (path) => resolve(folder, path),
      readFile: async (path) => await readFile(path),
      writeFile: async (path, data) => await writeFile(path, data),
    },
    drawDiagram: async (format, source, { signal }) =>
      (await renderDiagram(format, source, { env: {}, signal })).svg,
  }),
);

const content = `---
sender: |
  Ada Example
  12 Garden Street
recipient: Mr Ben Sample
date: 2026-11-29
subject: Costs
signature: Ada
---

Dear Mr Sample,

| What | Euro |
| ---- | ---: |
| Tea  |  3.5 |

~~~dot
digraph { tea -> water }
~~~
`;
for (const format of ["docx", "html"]) {
  const args = { format, content, output: `costs.${format}`, template: "letter" };
  const { content: answer } = await tools.dispatch("make_document", args, testContext());
  const { success, warnings } = JSON.parse(answer);
  console.log(format, success, warnings);
}
await rm(folder, { recursive: true });
