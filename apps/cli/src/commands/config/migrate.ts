import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import type { LoadedSettings } from "@hermes/config";
import { migrateOriginal, secretTexts, type Migration } from "@hermes/config/editing";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printWrapped } from "./print-wrapped.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { diffLines } from "../skills/hub/plan-lines.ts";
import { changeHome, loadAll } from "./config-home.ts";
import { sayProblems } from "./problem-lines.ts";
import { shortValue } from "./shown-value.ts";

export interface MigrateFlags {
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** `hermes config migrate`: a `config.yaml` of the Python original as one of ours. The file as it was stays beside it. */
export async function migrateConfig({ dryRun, yes }: MigrateFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  const { configPath } = loaded;
  const before = loaded.source?.texts.get(configPath);
  if (before === undefined) {
    printWrapped(host, [cleanText(`There is no ${configPath}: nothing to do.`)]);
    return exitCodes.ok;
  }
  const migration = await migrateOriginal(before, configPath);
  if (migration.text === before) {
    printWrapped(host, ["Every setting stands in its place: nothing to do.", ...withoutEffect(loaded, desk)]);
    return exitCodes.ok;
  }
  const style = createStyle(coloured(host.stdout));
  const diff = await diffOf(before, migration.text, configPath);
  const lines = [
    ...diffLines(diff, { style, columns: host.stdout.columns }),
    ...changeLines(migration),
    ...withoutEffect(loaded, desk),
  ];
  if (dryRun) {
    printWrapped(host, [...lines, "Nothing was written."]);
    return exitCodes.ok;
  }
  printWrapped(host, lines);
  if (!(await desk.confirm({ question: "Write it like this?", yes }))) {
    printWrapped(host, ["Nothing was written."]);
    return exitCodes.ok;
  }
  const backup = keepBeside(configPath, before);
  await changeHome(desk, loaded, async (settings) => {
    await settings.replace({ before, after: migration.text });
  });
  printWrapped(host, [cleanText(`Written: ${configPath}`), cleanText(`As it was: ${backup}`)]);
  sayProblems(await loadAll(desk), desk);
  return exitCodes.ok;
}

function changeLines({ moved, renamed }: Migration): readonly string[] {
  const name = (value: unknown): string =>
    value === undefined ? "nothing" : shortValue(typeof value === "string" ? value : String(value));
  return [
    ...moved.map(({ from, to }) => `${from} is ${to} here.`),
    ...renamed.map(({ key, from, to }) => `${key}: ${name(from)} is called ${name(to)} here.`),
  ].map((line) => cleanText(line));
}

/** What stays in the file without being used. */
function withoutEffect({ findings = [] }: LoadedSettings, { host }: GatewayDesk): readonly string[] {
  const unused = findings.filter(({ kind }) => kind === "without-effect" || kind === "unknown");
  if (unused.length === 0) return [];
  const keys = unused.map(({ key = "", line }) => `${key} (line ${line ?? "?"})`);
  return [
    "Without effect here, and left as it is:",
    ...wrap(cleanText(keys.join(", ")), { columns: host.stdout.columns, indent: 2 }),
  ];
}

async function diffOf(before: string, after: string, path: string): Promise<string> {
  const [{ showChanges }, { parse }] = await Promise.all([import("@hermes/permissions"), import("yaml")]);
  const secrets = [...secretTexts(parse(before, { logLevel: "silent", merge: true }))];
  const hide = (text: string): string =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "(not shown)"), text);
  return (await showChanges([{ path, before: hide(before), after: hide(after) }])) ?? "";
}

/** A file that nobody had yet, for its owner alone. */
function keepBeside(path: string, text: string): string {
  for (let number = 1; ; number++) {
    const backup = `${path}.before-migration${number === 1 ? "" : `-${number}`}`;
    if (existsSync(backup)) continue;
    const file = openSync(backup, "wx", 0o600);
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    return backup;
  }
}
