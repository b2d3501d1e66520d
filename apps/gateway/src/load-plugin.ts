import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Platform } from "@hermes/gateway";
import { z } from "zod";

/** Why a plug-in can't be used, and what to do. */
export interface PluginProblem {
  readonly reason: string;
  readonly hint: string;
}

const loadMs = 10_000;

/**
 * The platform of a module: its default export or its export `platform`, or what that gives as a function. Never throws.
 *
 * @param name Under which the settings have it; the platform has to have the same.
 * @param module A package in `node_modules` of the home, or a path: from the home, `~/…`, or absolute.
 */
export async function loadPlugin(
  name: string,
  module: string,
  home: string,
): Promise<{ readonly platform: Platform } | { readonly problem: PluginProblem }> {
  const found = findModule(module, home);
  if ("problem" in found) return found;
  const ended = new AbortController();
  try {
    const late = pause(loadMs, undefined, { ref: false, signal: ended.signal }).then(() => {
      throw new Error(`it was not loaded within ${loadMs / 1_000} s`);
    });
    return checked(name, await Promise.race([platformOf(found.path), late]));
  } catch (error) {
    const reason = `${module} could not be loaded: ${messageOf(error)}`;
    return { problem: { reason, hint: "Mend the module, or take the line out of the settings." } };
  } finally {
    ended.abort();
  }
}

type Found = { readonly path: string } | { readonly problem: PluginProblem };

function findModule(module: string, home: string): Found {
  const path = module.startsWith("~/") ? join(homedir(), module.slice(2)) : resolve(home, module);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return { path };
  if (/^[.~]/.test(module) || isAbsolute(module)) {
    const hint = "Write a path from the home of Hermes, ~/…, or an absolute one.";
    return { problem: { reason: `There is no file ${path}.`, hint } };
  }
  const folder = join(home, "node_modules", module);
  // What lies in folders above the home, or in NODE_PATH, was not installed for Hermes.
  if (!existsSync(join(folder, "package.json")))
    return {
      problem: {
        reason: `The package ${module} is not installed in ${home}.`,
        hint: `Run: npm install --prefix ${home} ${module}`,
      },
    };
  return { path: entryOf(module, home, folder) };
}

/** @throws where the package has no entry. */
function entryOf(module: string, home: string, folder: string): string {
  try {
    return createRequire(join(home, "package.json")).resolve(module);
  } catch (error) {
    // It has an entry for `import` alone.
    const manifest = z
      .object({ exports: z.record(z.string(), z.unknown()) })
      .safeParse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    const { exports = {} } = manifest.data ?? {};
    const entry = importEntry("." in exports ? exports["."] : exports);
    if (entry === undefined) throw error;
    return join(folder, entry);
  }
}

function importEntry(exported: unknown): string | undefined {
  if (typeof exported === "string") return exported;
  const conditions = z.record(z.string(), z.unknown()).safeParse(exported).data ?? {};
  return ["node", "import", "default"].map((name) => importEntry(conditions[name])).find(Boolean);
}

async function platformOf(path: string): Promise<unknown> {
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  const given = exported["default"] ?? exported["platform"];
  if (given === undefined) throw new Error("it exports neither a default nor platform");
  return typeof given === "function" ? await given() : given;
}

const method = z.custom<() => unknown>((value) => typeof value === "function", "is no function");
const count = z.number("is no number").positive("is not more than 0");
const flag = z.boolean("is neither true nor false");
const progress = ["off", "new", "all", "verbose"] as const;

/** What must be there before anything of it is used. */
const shape = z.looseObject(
  {
    name: z
      .string("is no text")
      .regex(/^[a-z][a-z0-9-]*$/, "has signs other than small letters, digits and -"),
    label: z.string("is no text").min(1, "is empty"),
    settings: z.custom((value) => value instanceof Object && "safeParse" in value, "is no zod schema"),
    environment: z.record(z.string(), z.string("is no text"), "is no object"),
    limits: z.object(
      { text: count, caption: count, editEveryMs: count, fileBytes: count, buttonsPerRow: count },
      "is no object",
    ),
    can: z.object(
      { edit: flag, buttons: flag, threads: flag, files: flag, codeBlocks: flag },
      "is no object",
    ),
    progress: z.enum(progress, `is none of ${progress.join(", ")}`),
    ...{ length: method, render: method, isConfigured: method, connect: method },
    ...{ takesCalls: method.optional(), callPaths: method.optional(), parseChat: method.optional() },
  },
  "is no object",
);

function checked(
  name: string,
  given: unknown,
): { readonly platform: Platform } | { readonly problem: PluginProblem } {
  const parsed = shape.safeParse(given);
  if (!parsed.success) {
    const [{ path = [], message = "is not right" } = {}] = parsed.error.issues;
    const reason = `Its module gives no platform: ${path.length === 0 ? "it" : path.map(String).join(".")} ${message}.`;
    return { problem: { reason, hint: "Mend the module: its export has to be what Platform describes." } };
  }
  if (parsed.data.name !== name)
    return {
      problem: {
        reason: `Its module gives a platform with another name: ${parsed.data.name}.`,
        hint: `Write its settings under platforms.${parsed.data.name}.`,
      },
    };
  // It has the shape; that its functions give what they promise can't be looked at. It is used as it is: methods may need `this`.
  return { platform: given as Platform };
}

/** The stack, and what an error of a module brings besides, is for nobody here. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
