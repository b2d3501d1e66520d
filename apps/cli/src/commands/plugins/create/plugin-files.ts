import type { PluginKind } from "@hermes/plugins/host";
import { stringify } from "yaml";
import { partTemplates } from "./part-templates.ts";

export interface PluginFilesOptions {
  readonly name: string;
  readonly kinds: readonly PluginKind[];
  /** JavaScript instead of TypeScript. */
  readonly js: boolean;
}

export interface PluginFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a new plug-in, which works as it is. */
export function pluginFiles(options: PluginFilesOptions): readonly PluginFile[] {
  const { kinds, name } = options;
  return [
    { path: "plugin.yaml", text: manifestText(options) },
    { path: moduleOf(options), text: moduleText(options) },
    { path: "examples.json", text: examplesText(options) },
    { path: "README.md", text: readmeText(options) },
    { path: "package.json", text: packageText(options) },
    ...(kinds.includes("skins") ? [{ path: `skins/${name}.yaml`, text: skinText }] : []),
  ];
}

const partKinds = Object.keys(partTemplates) as (keyof typeof partTemplates)[]; // the keys are those of the table

function parts({ kinds }: PluginFilesOptions): readonly (keyof typeof partTemplates)[] {
  return partKinds.filter((kind) => kinds.includes(kind));
}

const moduleOf = ({ js }: PluginFilesOptions): string => (js ? "index.mjs" : "index.ts");

const description = "What it is for, in one sentence.";

function manifestText(options: PluginFilesOptions): string {
  const { name, kinds, js } = options;
  const provides = [
    ...parts(options).map((kind) => [kind, [partTemplates[kind].name(name)]]),
    ...(kinds.includes("skins") ? [["skins", [name]]] : []),
  ];
  const run = parts(options).flatMap((kind) => partTemplates[kind].run ?? []);
  const fields = stringify({
    ...{ name, version: "0.1.0", description },
    ...(js && { main: moduleOf(options) }),
    provides: Object.fromEntries(provides),
    ...(run.length > 0 && { may: { run } }),
  });
  return `${fields}${run.length > 0 ? moreMay : `# What it may do: nothing but compute, until it is said here. A person sees it before they agree.\n# may:\n${moreMay}`}`;
}

const moreMay = `#   hosts: [api.example.com]
#   variables: [EXAMPLE_KEY]
#   write: [~/notes]
`;

function moduleText(options: PluginFilesOptions): string {
  const { name } = options;
  const used = parts(options).map((kind) => ({ kind, ...partTemplates[kind] }));
  const imports = [
    ...used.flatMap((part) => part.imports ?? []),
    'import { definePlugin } from "@hermes/plugins";',
  ];
  const given = used
    .map(({ kind, code, name: named }) => `  ${kind}: {\n    ${code(named(name))}\n  },\n`)
    .join("");
  const exported = `export default definePlugin({\n${given}});\n`;
  return [imports.join("\n"), ...used.flatMap(({ helpers }) => helpers ?? []), exported].join("\n\n");
}

/** What `hermes plugins test` calls. */
function examplesText(options: PluginFilesOptions): string {
  const examples = parts(options).flatMap((kind) => {
    const { name, example } = partTemplates[kind];
    if (example === undefined) return [];
    const { function: called, ...rest } = example;
    return [{ call: [kind, name(options.name), called], ...rest }];
  });
  return `${JSON.stringify(examples, null, 2)}\n`;
}

function packageText(options: PluginFilesOptions): string {
  const { name } = options;
  const fields = {
    ...{ name: `hermes-plugin-${name}`, version: "0.1.0", description, type: "module" },
    keywords: ["hermes-plugin"],
    files: ["plugin.yaml", moduleOf(options), ...(options.kinds.includes("skins") ? ["skins"] : [])],
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

function readmeText(options: PluginFilesOptions): string {
  const { name, kinds } = options;
  const tries = [
    ...parts(options).map((kind) => partTemplates[kind].tryIt(partTemplates[kind].name(name))),
    ...(kinds.includes("skins") ? [`/skin ${name}`] : []),
  ];
  return `# ${name}

${description}

\`\`\`sh
hermes plugins test .
hermes plugins install .
\`\`\`

Then:

${tries.map((text) => `- \`${text}\``).join("\n")}

\`plugin.yaml\` names what it gives and what it may do; \`${moduleOf(options)}\` is what it does; \`examples.json\` has the calls that the
test makes. After a change, install it again.

\`npm publish\` makes it a package: \`hermes plugins install npm:hermes-plugin-${name}\`.
`;
}

const skinText = `description: A beginning.
extends: default
colors:
  accent: "#7fb069"
`;
