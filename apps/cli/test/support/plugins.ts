import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlugin } from "@hermes/plugins/host";
import { expect } from "vitest";
import { hermes, type Fixture } from "./hermes.ts";

export interface PluginText {
  /** Of `plugin.yaml`, below name, version and description. */
  readonly manifest?: string | undefined;
  readonly version?: string | undefined;
  /** What the module exports, as source. */
  readonly parts?: string | undefined;
  /** More files, by path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/** A program that greets, and a command after a slash. */
const greeter: Required<Pick<PluginText, "manifest" | "parts">> = {
  manifest: "provides:\n  programs: [greet]\n  commands: [hello]\n",
  parts: `{
    programs: { greet: {
      summary: "Greet somebody",
      usage: "hermes greet [NAME...]",
      async *run({ args, input }) { yield "Hello "; yield \`\${[...args, input].join(" ").trim()}!\\n\`; return args.length; },
    } },
    commands: { hello: { summary: "Say hello", run: ({ args }) => ({ text: \`Hello \${args}!\` }) } },
  }`,
};

/** Writes the folder of a plug-in. @returns Its path. */
export function writePlugin(parent: string, name: string, text: PluginText = {}): string {
  const { version = "1.0.0", manifest = greeter.manifest, parts = greeter.parts, files = {} } = text;
  const folder = join(parent, name);
  const all = {
    "plugin.yaml": `name: ${name}\nversion: ${version}\ndescription: It greets.\n${manifest}`,
    "index.ts": `import { definePlugin } from "@hermes/plugins";\nexport default definePlugin(${parts});\n`,
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Says yes as somebody who has seen it, to a process without a jail, which not every machine has. */
export async function yesTo(folder: string): Promise<readonly string[]> {
  return ["--no-jail", "--yes", "--digest", (await readPlugin(folder)).digest];
}

/** Installs the plug-in of a folder. */
export async function installed(person: Fixture, folder: string): Promise<void> {
  const outcome = await hermes(person, ["plugins", "install", folder, ...(await yesTo(folder))]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
}
