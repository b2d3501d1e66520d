import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import { exampleConfig, findingText, isProblem, type SettingsFinding } from "@hermes/config/editing";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printRemark } from "../../render/print.ts";
import { printWrapped } from "./print-wrapped.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { openEditor } from "../skills/open-editor.ts";
import { changeHome, fromNowOn, loadAll } from "./config-home.ts";

/** `hermes config edit`: a copy in the person's editor, which takes the place of the file once it can be used. */
export async function editConfig(desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  const before = loaded.source?.texts.get(loaded.configPath) ?? "";
  // Whoever has no file yet sees what there is.
  const offered = before === "" ? exampleConfig() : before;
  const draft = join(loaded.home, "drafts", `config-${randomUUID().slice(0, 8)}`, "config.yaml");
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
  writeFileSync(draft, offered, { mode: 0o600 });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the person goes on until it is right
    const written = await edited(draft, offered, desk);
    if (written === undefined) {
      removeDraft(draft);
      printWrapped(host, ["Nothing was changed."]);
      return exitCodes.ok;
    }
    // oxlint-disable-next-line no-await-in-loop
    const findings = await findingsOf(written, loaded);
    say(findings, desk);
    if (!findings.some(isProblem)) {
      // oxlint-disable-next-line no-await-in-loop
      await changeHome(desk, loaded, async (settings) => {
        await settings.replace({ before, after: written });
      }).catch((error: unknown) => {
        throw withDraft(error, draft);
      });
      removeDraft(draft);
      printWrapped(host, [cleanText(`Written: ${loaded.configPath}`), fromNowOn]);
      return exitCodes.ok;
    }
    // oxlint-disable-next-line no-await-in-loop
    if (!(await editsAgain(desk)))
      throw withDraft(
        new HermesError(`${loaded.configPath} was not changed: it would hold a problem.`, {
          code: "CONFIG_INVALID",
        }),
        draft,
      );
  }
}

/** Undefined: the text is as it was. */
async function edited(draft: string, offered: string, { host }: GatewayDesk): Promise<string | undefined> {
  // What is typed there is for the editor, Ctrl-C too.
  const listens = host.onInterrupt(() => undefined);
  try {
    const lend = async <Result>(task: () => Promise<Result>): Promise<Result> => await task();
    await openEditor(draft, { env: host.env, atTerminal: host.stdinIsTerminal, lend });
  } catch (error) {
    if (textOf(draft) !== undefined && textOf(draft) !== offered) throw withDraft(error, draft);
    removeDraft(draft);
    throw noEditor(error);
  } finally {
    listens();
  }
  host.stopped.throwIfAborted();
  const written = textOf(draft);
  return written === offered ? undefined : written;
}

/** What is to be said of the file; what is wrong with variables can't be corrected in it. */
async function findingsOf(
  text: string,
  { source, configPath }: LoadedSettings,
): Promise<readonly SettingsFinding[]> {
  const next = await source?.again(new Map(source.texts).set(configPath, text));
  return (next?.findings ?? []).filter((finding) => finding.source === configPath);
}

function say(findings: readonly SettingsFinding[], { host }: GatewayDesk): void {
  for (const finding of findings) {
    if (finding.kind === "without-effect") continue;
    // The place that the person sees is their draft.
    const { line, column } = finding;
    const place = [
      line === undefined ? [] : `line ${line}`,
      column === undefined ? [] : `column ${column}`,
    ].flat();
    const text = place.length === 0 ? findingText(finding) : `${place.join(", ")}: ${finding.message}`;
    for (const part of wrap(cleanText(text), { columns: host.stderr.columns })) printRemark(host, part);
  }
}

async function editsAgain({ host, choose }: GatewayDesk): Promise<boolean> {
  if (!host.stdinIsTerminal) return false;
  const choices = [
    { id: "yes", key: "y", label: "Yes", typed: "[y]es" },
    { id: "no", key: "n", label: "No, keep the text aside", typed: "[n]o, keep the text aside" },
  ];
  return (await choose("Edit it again?", choices)) === "yes";
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function removeDraft(draft: string): void {
  rmSync(dirname(draft), { recursive: true, force: true });
}

function withDraft(error: unknown, draft: string): unknown {
  if (!HermesError.is(error)) return error;
  const hint = `Your text is kept: ${draft}. ${error.hint ?? ""}`.trimEnd();
  return new HermesError(error.message, { code: error.code, hint, cause: error });
}

function noEditor(error: unknown): unknown {
  if (!HermesError.is(error) || error.code !== "CLI_NO_EDITOR") return error;
  const hint = "Set EDITOR, or change one setting: hermes config set KEY VALUE";
  return new HermesError(error.message, { code: error.code, hint });
}
