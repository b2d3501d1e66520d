import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeSettings, changeVariables } from "@hermes/config";
import { builtinPlatforms } from "@hermes/gateway";
import type { Host } from "../../host.ts";
import { copyFiles } from "./copy-files.ts";
import { countingTexts } from "./counting-texts.ts";

export interface CloneOptions {
  readonly from: string;
  readonly to: string;
  /** All that is not of one home alone, with what messengers sign in with. */
  readonly all: boolean;
}

/** What a clone has beside its settings. */
const cloned: readonly string[] = ["SOUL.md", "skills", "memories"];

/**
 * What belongs to one home alone: the store and what it grew from, what runs, what was told or kept of it, and rules, which each
 * profile has of its own.
 */
const ofOneHome =
  /^(?:hermes\.db.*|state\.db.*|config\.yaml|\.env|permissions\.yaml|sessions|backups|state-snapshots|checkpoints|cache|logs|gateway|run|processes|results|staging|drafts|pastes|history|chats|jobs|pending|profiles|active_profile|api-server\.json|.*\.(?:pid|lock|tmp))$/;

/** Fills an empty home from another one. @returns What is to be said about it. */
export async function cloneHome({ from, to, all }: CloneOptions, host: Host): Promise<readonly string[]> {
  const { config, variables } = await countingTexts(from, host);
  const write = (name: string, text: string): void => writeFileSync(join(to, name), text, { mode: 0o600 });
  const ownConfig =
    config === undefined || all ? config : await withoutPlatforms(config, join(from, "config.yaml"));
  const ownVariables = variables === undefined || all ? variables : changeVariables(variables, signIns());
  if (ownConfig !== undefined) write("config.yaml", ownConfig);
  if (ownVariables !== undefined) write(".env", ownVariables);
  const names = all ? readdirSync(from).filter((name) => !ofOneHome.test(name)) : cloned;
  const leftOut = copyFiles(from, to, names);
  return [
    ...(all
      ? [
          "Messengers and sign-ins were copied too: one bot answers in one gateway only. Give this profile bots of its own with: hermes gateway setup",
        ]
      : ownConfig === config && ownVariables === variables
        ? []
        : ["What messengers sign in with was left out: one bot answers in one gateway only."]),
    ...(leftOut.length === 0 ? [] : [`Left out, since they are links or no files: ${leftOut.join(", ")}`]),
  ];
}

async function withoutPlatforms(config: string, path: string): Promise<string> {
  if (!/^platforms\s*:/m.test(config)) return config;
  return await changeSettings(config, [{ path: ["platforms"], value: undefined }], path);
}

/** The variables of messengers, each to be taken away. */
function signIns(): Readonly<Record<string, undefined>> {
  const names = builtinPlatforms().flatMap(({ environment }) => Object.keys(environment));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
