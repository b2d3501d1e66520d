import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { RefusedChange, SkillChangeOutcome } from "@hermes/skills";
import type { SkillsContext } from "./skills-context.ts";
import { openEditor } from "./open-editor.ts";
import { choose } from "./questions.ts";
import { safe } from "./safe-text.ts";

export type Saved = Extract<SkillChangeOutcome, { readonly ok: true }>;

export interface DraftOptions {
  readonly name: string;
  readonly text: string;
  /** Puts the text in place, or says why it can't be. */
  readonly save: (text: string) => Promise<SkillChangeOutcome>;
}

export type DraftResult =
  | { readonly result: "saved"; readonly outcome: Saved }
  | { readonly result: "unchanged" }
  /** The text stays where it is. */
  | { readonly result: "kept"; readonly file: string };

/** Lets the person write a text in their editor until it is right, or until they have enough of it. */
export async function writeDraft(
  { name, text, save }: DraftOptions,
  context: SkillsContext,
): Promise<DraftResult> {
  // Beside the skills and not among them: a draft is no skill.
  const home = dirname(context.skills.library.folders.user);
  const file = join(home, "drafts", `${name}-${randomUUID().slice(0, 8)}`, "SKILL.md");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the person goes on until it is right
    await openEditor(file, { ...context, atTerminal: context.questions !== undefined }).catch(
      (error: unknown) => {
        throw kept(error, file, text);
      },
    );
    context.signal.throwIfAborted();
    const written = textOf(file);
    if (written === undefined) throw noText(file);
    if (written === text) {
      rmSync(dirname(file), { recursive: true });
      return { result: "unchanged" };
    }
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await save(written);
    if (outcome.ok) {
      rmSync(dirname(file), { recursive: true });
      return { result: "saved", outcome };
    }
    context.note(refusalLines(outcome, context));
    // oxlint-disable-next-line no-await-in-loop
    if (!(await editsAgain(context))) return { result: "kept", file };
  }
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** An editor that failed may have written all the same: what is as it was before is no text of the person. */
function kept(error: unknown, file: string, before: string): unknown {
  const written = textOf(file);
  if (written === undefined || written === before) rmSync(dirname(file), { recursive: true });
  else if (HermesError.is(error)) {
    const hint = `Your text is kept: ${file}. ${error.hint ?? ""}`.trimEnd();
    return new HermesError(error.message, { code: error.code, hint, cause: error });
  }
  return error;
}

function noText(file: string): HermesError {
  rmSync(dirname(file), { recursive: true });
  return new HermesError("The editor left no file.", {
    code: "CLI_EDITOR_FAILED",
    hint: "Nothing was changed.",
  });
}

async function editsAgain(context: SkillsContext): Promise<boolean> {
  if (context.questions === undefined) return false;
  const choices = [
    { id: "yes", key: "y", label: "Yes", typed: "[y]es" },
    { id: "no", key: "n", label: "No, keep the text aside", typed: "[n]o, keep the text aside" },
  ];
  const question = { question: "Edit it again?", choices, preset: "yes", escape: "says yes" };
  return (await choose(context, question)) === "yes";
}

/** Why a change was not made, with the lines that are meant. */
export function refusalLines(
  { reason, details }: RefusedChange,
  { remarks: { style } }: SkillsContext,
): readonly string[] {
  const listed = [details?.["problems"], details?.["findings"]].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  const output = typeof details?.["output"] === "string" ? details["output"].split("\n").slice(-10) : [];
  return [
    style.red(safe(reason)),
    ...listed.map((each: unknown) => `  ${safe(typeof each === "string" ? each : describeFinding(each))}`),
    ...output.map((line) => `  │ ${safe(line)}`),
  ];
}

function describeFinding(finding: unknown): string {
  if (typeof finding !== "object" || finding === null) return String(finding);
  const { severity, file, line, message } = finding as Readonly<Record<string, unknown>>; // Only shown.
  return `${String(severity)}  ${String(file)}:${String(line)}  ${String(message)}`;
}
