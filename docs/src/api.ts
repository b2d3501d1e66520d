import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Application } from "typedoc";
import { entryPoints, root } from "./entry-points.ts";
import { llmsFullText } from "./llms.ts";

// Writes the reference of everything that can be imported, from the types and their comments: one page for each entry
// point; and all pages as one, `llms-full.txt`. A folder can be named; else `docs/reference/api`, which is not committed.
const points = entryPoints();
const app = await Application.bootstrapWithPlugins({
  plugin: ["typedoc-plugin-markdown"],
  tsconfig: join(root, "tsconfig.check.json"),
  entryPoints: points.map(({ source }) => source),
  name: "API",
  readme: "none",
  disableSources: true,
  skipErrorChecking: true,
  excludeExternals: true,
  excludePrivate: true,
  logLevel: "Error",
  // Options of the plugin, which typedoc's own types do not know.
  ...{
    outputFileStrategy: "modules",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    classPropertiesFormat: "table",
    typeDeclarationFormat: "table",
  },
});
const project = await app.convert();
if (project === undefined) throw new Error("The types could not be read.");
for (const module of project.children ?? []) {
  const point = points.find(({ source }) => source.endsWith(`/packages/${module.name}.ts`));
  const name = point?.name ?? points.find(({ source }) => source.endsWith(`/${module.name}/index.ts`))?.name;
  if (name !== undefined) module.name = name.replace("@hermes/", "");
}
const out = process.argv[2] ?? join(root, "docs/reference/api");
await app.outputs.writeOutput({ name: "markdown", path: out }, project);
await writeFile(join(out, "llms-full.txt"), llmsFullText());
process.stdout.write(`Wrote ${points.length} pages to ${out}\n`);
