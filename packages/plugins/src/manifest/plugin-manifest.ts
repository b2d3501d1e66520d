import { HermesError } from "@hermes/registry";
import { parseDocument } from "yaml";
import { z } from "zod";
import { isHookEvent } from "../hooks/hook-events.ts";
import { pluginKinds } from "./plugin-kinds.ts";
import type { PluginKind } from "./plugin-kinds.ts";
import { fitsSetting, settingWords } from "./plugin-setting.ts";
import type { PluginSetting } from "./plugin-setting.ts";

/** `plugin.yaml`, read: what a plug-in is, what it provides and what it may do. */
export interface PluginManifest {
  /** The same as that of its folder. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author?: string | undefined;
  /** Its module, below its folder. */
  readonly main: string;
  /** Names by kind; its module may give no other ones. */
  readonly provides: Readonly<Record<PluginKind, readonly string[]>>;
  readonly may: {
    /** Hosts that it may reach, `name` or `name:port`; `*`: all; `settings.KEY`: that of an address in its settings. */
    readonly hosts: readonly string[];
    /** Variables of the person that it gets. */
    readonly variables: readonly string[];
    /** Folders that it may write to beside its own; `~` is the person's home. */
    readonly write: readonly string[];
    /** Programs that its backends start outside of the wall, as the person. */
    readonly run: readonly string[];
  };
  readonly settings: Readonly<Record<string, PluginSetting>>;
}

/** Of plug-ins, and of what they provide but tools and hooks. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "a name has small letters, digits and -, and begins with a letter");
const toolName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "a tool's name has small letters, digits and _");
const hostName = z
  .string()
  .regex(
    /^(?:\*|settings\.[a-z][a-z0-9_]*|(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?)$/,
    "a host is name or name:port, * for all, or settings.KEY for the host of an address in its settings",
  );
const variableName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, "a variable has capital letters, digits and _");

const setting = z
  .strictObject({
    type: z.enum(["string", "number", "boolean", "list"]),
    description: z.string().min(1).max(300),
    default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  })
  .refine(({ type, default: value }) => value === undefined || fitsSetting(type, value), {
    path: ["default"],
    error: ({ input }) => `a default of its type: ${settingWords[(input as PluginSetting).type]}`, // it was read before
  });

const hookName = z
  .string()
  .refine(isHookEvent, { error: ({ input }) => `there is no event "${String(input)}"` });

const provides = z.strictObject(
  Object.fromEntries(
    pluginKinds.map((kind) => [
      kind,
      z
        .array(kind === "tools" ? toolName : kind === "hooks" ? hookName : name)
        .max(50)
        .default([]),
    ]),
  ) as Record<PluginKind, z.ZodDefault<z.ZodArray<z.ZodString>>>, // the keys are those of the list
);

const manifestSchema: z.ZodType<PluginManifest> = z.strictObject({
  name,
  version: z.string().regex(/^\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/, "a version is as 1.0.0"),
  description: z.string().min(1).max(300),
  author: z.string().max(200).optional(),
  main: z
    .string()
    .regex(/^(?!\/)(?!.*\.\.)[\w./-]+\.(?:js|mjs|ts|mts)$/, "main is a module below its folder")
    .default("index.ts"),
  provides: provides.prefault({}),
  may: z
    .strictObject({
      hosts: z.array(hostName).max(50).default([]),
      variables: z.array(variableName).max(50).default([]),
      write: z
        .array(z.string().regex(/^(?:~|\/)/, "a folder is absolute or begins with ~"))
        .max(20)
        .default([]),
      run: z
        .array(z.string().regex(/^[\w.+-]+$/, "a program is a name on the PATH"))
        .max(10)
        .default([]),
    })
    .prefault({}),
  settings: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), setting).default({}),
});

/** The file of a plug-in's folder. */
export const manifestFile = "plugin.yaml";

/**
 * Reads a manifest.
 *
 * @throws {HermesError} `PLUGIN_BAD_MANIFEST` with each mistake.
 */
export function parseManifest(text: string, path: string): PluginManifest {
  const { value, problems } = yamlOf(text);
  const read = problems.length > 0 ? undefined : manifestSchema.safeParse(value);
  if (read?.success) return read.data;
  const found = read?.error.issues.map(
    ({ path: at, message }) => `${at.join(".") || "the file"}: ${message}`,
  );
  throw new HermesError(
    `${path} is no manifest of a plug-in: ${(found ?? problems).slice(0, 5).join("; ")}.`,
    {
      code: "PLUGIN_BAD_MANIFEST",
      hint: "Correct the file, or ask its author to. docs/plugins.md says what belongs into it.",
    },
  );
}

function yamlOf(text: string): { readonly value?: unknown; readonly problems: readonly string[] } {
  const document = parseDocument(text, { logLevel: "error" });
  const problems = document.errors.map(({ message }) => message.split("\n")[0] ?? message);
  if (problems.length > 0) return { problems };
  try {
    return { value: document.toJS({ maxAliasCount: 0 }), problems };
  } catch {
    return { problems: ["it has an alias (*name), which is not taken"] };
  }
}
