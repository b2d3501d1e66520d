import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import { writeAtomically } from "../../../files/write-atomically.ts";
import { exitCodes } from "../../../host.ts";
import type { SkillsContext } from "../skills-context.ts";
import { safe } from "../safe-text.ts";
import { installGate } from "./confirm-install.ts";
import { explained, say, type InstallFlags } from "./install.ts";

/** `hermes skills snapshot export`: what is installed, as JSON. */
export async function exportSnapshot(
  file: string | undefined,
  { force }: { readonly force?: boolean | undefined },
  context: SkillsContext,
): Promise<number> {
  const snapshot = (await context.skills.hub()).snapshot();
  if (file === undefined) context.json(snapshot);
  else {
    const text = `${JSON.stringify(snapshot, null, 2)}\n`;
    await writeAtomically(resolve(context.cwd, file), [text], { force, signal: context.signal });
    context.note([`Written: ${safe(file)}`]);
  }
  return exitCodes.ok;
}

/** `hermes skills snapshot import`: installs what a snapshot names, each with its scan and question. */
export async function importSnapshot(
  file: string,
  { yes, json, force }: InstallFlags,
  context: SkillsContext,
): Promise<number> {
  const snapshot = await readJson(resolve(context.cwd, file));
  const hub = await context.skills.hub();
  using gate = installGate(context, { yes });
  gate.waitFor("fetching");
  const restored = await hub.restore(snapshot, { force, signal: context.signal, confirm: gate.confirm });
  gate[Symbol.dispose]();
  const results = restored.map(({ reference, outcome }) => {
    const refusal = gate.refusals.find(({ plan }) => plan.remote.reference === reference)?.reason;
    return { reference, outcome: explained(outcome, refusal) };
  });
  if (json) context.json(results.map(({ reference, outcome }) => ({ reference, ...outcome })));
  // oxlint-disable-next-line no-await-in-loop -- one after the other, in order
  else for (const { reference, outcome } of results) await say(outcome, reference, context);
  return results.every(({ outcome }) => outcome.ok) ? exitCodes.ok : exitCodes.failed;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no JSON";
    throw new HermesError(`"${safe(path)}" can't be read (${code}).`, {
      code: "CLI_FILE_FAILED",
      hint: "Name a file that `hermes skills snapshot export` wrote. Nothing was changed.",
      cause: error,
    });
  }
}
