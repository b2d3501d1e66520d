import { findProfileJail } from "@hermes/jail";
import type { Approver } from "@hermes/registry";
import type { ScriptedCall, ScriptedModel } from "@hermes/models";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { callingModel, resultsIn, runtimeIn } from "./scripted-runtime.ts";
import { temporaryPlace } from "./temporary-place.ts";
import type { TemporaryPlace } from "./temporary-place.ts";

const found = await findProfileJail();
found.jail?.close();
/** Why hooks can't be held here. Undefined: they can. */
export const noJail: string | undefined =
  found.jail === undefined
    ? `no jail here: ${found.reason}`
    : found.networks.includes("none")
      ? undefined
      : "no network of its own here";

export type Entry = Readonly<Record<string, unknown>>;

export const hello: ScriptedCall = { name: "terminal", arguments: { command: "echo hello" } };

/** A home whose settings name hooks; `scripts` lie in the project. */
export async function placeWith(
  hooks: Readonly<Record<string, readonly Entry[]>>,
  scripts: Readonly<Record<string, string>> = {},
): Promise<TemporaryPlace> {
  const place = await temporaryPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify({ hooks }));
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(place.project, name), text);
    await chmod(join(place.project, name), 0o755);
  }
  return place;
}

/** A script that reads its event and answers with an expression of it. */
export function answering(expression: string): string {
  return `const event = JSON.parse(require("node:fs").readFileSync(0, "utf8"));\nconsole.log(JSON.stringify(${expression}));\n`;
}

export const node = (name: string): readonly string[] => [process.execPath, name];

/** A person has agreed to all of them; without a jail where there is none. */
export async function agree(place: TemporaryPlace): Promise<void> {
  const runtime = await runtimeIn(place);
  const hooks = await runtime.hooks();
  for (const { key, digest } of await hooks.list())
    await hooks.allow(key, { digest, isHeld: noJail === undefined });
  await runtime[Symbol.asyncDispose]();
}

export interface Turn {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly warnings: readonly string[];
  readonly model: ScriptedModel;
}

export async function turnIn(
  place: TemporaryPlace,
  options: { readonly model?: ScriptedModel; readonly approver?: Approver; readonly env?: Entry } = {},
): Promise<Turn> {
  const model = options.model ?? callingModel(hello);
  const runtime = await runtimeIn(place, {
    model,
    ...(options.approver && { approver: options.approver }),
    ...(options.env && { env: { ...place.env, ...(options.env as Record<string, string>) } }), // given as texts
  });
  const session = await runtime.openSession();
  await session.agent.chat("go");
  await session[Symbol.asyncDispose]();
  await runtime[Symbol.asyncDispose]();
  return { results: resultsIn(model), warnings: runtime.warnings, model };
}
