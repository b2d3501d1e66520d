import { once } from "node:events";
import type { UsedPlugin } from "@hermes/runtime";
import { readPiped } from "../../chat/piped-input.ts";
import { exitCodes, type Host } from "../../host.ts";
import { CleanStream, cleanText } from "../../render/clean-text.ts";
import { findPlugin } from "./find-plugin.ts";
import type { PluginsDesk } from "./plugins-desk.ts";

/** A command of `hermes` that a plug-in gives. */
export interface PluginProgram {
  readonly name: string;
  readonly plugin: string;
  readonly summary: string;
  readonly usage: string | undefined;
}

/** Those of the plug-ins that are used; none of them is started. One that can't be told is left out: it was not asked for. */
export async function listPrograms({ withPlugins }: PluginsDesk): Promise<readonly PluginProgram[]> {
  let programs: readonly PluginProgram[] = [];
  await withPlugins(
    async ({ plugins }) => {
      programs = (await plugins.used()).flatMap(programsOf);
      return exitCodes.ok;
    },
    { isQuiet: true },
  );
  return programs;
}

function programsOf({ manifest, description }: UsedPlugin): readonly PluginProgram[] {
  return Object.entries(description.programs).map(([name, { summary, usage }]) => ({
    ...{ name, plugin: manifest.name },
    summary: cleanText(summary),
    usage: usage === undefined ? undefined : cleanText(usage),
  }));
}

/** A program may work for long before it says something; Ctrl-C ends it. */
const silenceMs = 600_000;

/** `hermes NAME`: what it yields is written as it comes. Gives its exit code. */
export async function runProgram(
  { name, plugin }: PluginProgram,
  args: readonly string[],
  { host, withPlugins }: PluginsDesk,
): Promise<number> {
  const input = host.stdinPipe === undefined ? "" : await readPiped(host);
  return await withPlugins(async ({ plugins, signal, waitFor, arrived }) => {
    const used = (await plugins.used()).find(({ manifest }) => manifest.name === plugin);
    if (used === undefined) {
      await findPlugin(plugins, plugin);
      return exitCodes.failed;
    }
    const output = used.running.stream(
      ["programs", name, "run"],
      { args, input },
      { signal, cwd: host.cwd, timeoutMs: silenceMs, onProgress: waitFor },
    );
    const clean = host.stdout.isTTY ? new CleanStream() : undefined;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const { done, value } = await output.next();
      arrived();
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await write(host, done ? (clean?.end() ?? "") : textOf(value, clean), signal);
      if (done) return codeOf(value);
    }
  });
}

function textOf(value: unknown, clean: CleanStream | undefined): string {
  const text = typeof value === "string" ? value : "";
  return clean === undefined ? text : clean.push(text);
}

/** Bytes: into a pipe goes what the program says, as it is. */
async function write({ stdout }: Host, text: string, signal: AbortSignal): Promise<void> {
  if (text === "") return;
  const goesOn = stdout.write(stdout.isTTY ? text : Buffer.from(text));
  if (!goesOn) await once(stdout, "drain", { signal });
}

function codeOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255
    ? value
    : exitCodes.ok;
}
