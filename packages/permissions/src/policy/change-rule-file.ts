import { readFile, realpath } from "node:fs/promises";
import { replaceFile, withFileLock } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry";
import type { Document } from "yaml";
import type { RuleEffect, RuleScope } from "./rule.ts";
import { knownNames } from "./known-actions.ts";
import type { ToolSource } from "./tool-source.ts";
import { parseRules } from "./rule-file.ts";
import type { KnowNames } from "./rule-file.ts";
import { chatKindKeys, isTable } from "./rule-sections.ts";
import type { RuleWriting } from "../seal/sealed-rules.ts";

/** `permissions.yaml` as something to change. */
export interface RuleFile {
  /** Sets a rule, or changes the one of the same name. */
  set(rule: {
    readonly text: string;
    readonly effect: RuleEffect;
    readonly scope?: RuleScope | undefined;
  }): Promise<void>;
  /** Takes a rule away, or the grants of that text. Gives false when there is none. */
  remove(rule: { readonly text: string; readonly scope?: RuleScope | undefined }): Promise<boolean>;
  /** Keeps an approval for good. */
  grant(grant: FileGrant): Promise<void>;
}

export interface RuleFileOptions {
  /** The tools that there are, whose actions a rule may name. @default none but what every call is by its argument */
  readonly tools?: (() => Promise<ToolSource>) | undefined;
  /** @default the file as it is is changed, whoever wrote it */
  readonly writing?: RuleWriting | undefined;
}

export interface FileGrant {
  /** What a person reads: `terminal(npm publish)`. */
  readonly allow: string;
  readonly folder: string;
  readonly backend: string;
  readonly digest: string;
}

/**
 * Changes the file at a path as a whole, one change after another. Comments and order stay; the file is made, with its
 * folder, where it is missing.
 *
 * @throws {HermesError} `PERMISSIONS_INVALID` when the file can't be understood; it is then left as it is.
 * `PERMISSIONS_LOCKED` when another program keeps holding it; `PERMISSIONS_CHANGED` when it holds what does not count.
 */
export function openRuleFile(path: string, { tools, writing }: RuleFileOptions = {}): RuleFile {
  let last: Promise<unknown> = Promise.resolve();
  const change = async (edit: (document: Document) => void): Promise<void> => {
    const next = last.then(() => changeNow({ path, writing, known: () => knownNames(tools) }, edit));
    last = next.catch(() => undefined);
    await next;
  };
  return {
    set: ({ text, effect, scope = {} }) =>
      change((document) => document.setIn(pathOf(document, text, scope), effect)),
    async remove({ text, scope = {} }) {
      let found = false;
      await change((document) => {
        found = document.deleteIn(pathOf(document, text, scope));
        if (scope.platform === undefined) found = removeGrants(document, text) || found;
      });
      return found;
    },
    grant: (grant) =>
      change((document) => {
        if (!document.has("grants") || document.get("grants") === null)
          document.set("grants", document.createNode([]));
        document.addIn(["grants"], document.createNode(grant));
      }),
  };
}

function removeGrants(document: Document, text: string): boolean {
  const data: unknown = document.toJS();
  const list: unknown = isTable(data) ? data["grants"] : undefined;
  if (!Array.isArray(list)) return false;
  const indices = list.flatMap((entry: unknown, index) =>
    isTable(entry) && entry["allow"] === text ? [index] : [],
  );
  for (const index of indices.toReversed()) document.deleteIn(["grants", index]);
  return indices.length > 0;
}

/** Where a rule stands, or where a new one is put. */
function pathOf(
  document: Document,
  text: string,
  { platform, chatKind, chatId }: RuleScope,
): readonly string[] {
  const kinds = Object.entries(chatKindKeys).flatMap(([key, kind]) => (kind === chatKind ? [key] : []));
  if (platform === undefined)
    return kinds.length > 0 ? [...kinds, text] : document.has(text) ? [text] : ["rules", text];
  const section = ["platforms", platform, ...(chatId === undefined ? kinds : [])];
  return chatId === undefined ? [...section, text] : [...section, "chats", chatId, text];
}

interface ChangedFile {
  readonly path: string;
  readonly known: KnowNames;
  readonly writing: RuleWriting | undefined;
}

async function changeNow(changed: ChangedFile, edit: (document: Document) => void): Promise<void> {
  const { path } = changed;
  const file = await realpath(path).catch(() => path);
  // Another Hermes may write at the same time: neither edit may be lost.
  await withFileLock(`${file}.lock`, () => changeLocked(changed, file, edit), { code: "PERMISSIONS_LOCKED" });
}

async function changeLocked(
  { path, known, writing }: ChangedFile,
  file: string,
  edit: (document: Document) => void,
): Promise<void> {
  const { parseDocument } = await import("yaml");
  const text = await (writing?.read() ?? readText(file));
  const { problems } = await parseRules(text, known);
  if (problems.length > 0) throw notUnderstood(path, problems);
  const document = parseDocument(text, { schema: "core" });
  edit(document);
  const written = document.toString({ lineWidth: 0 });
  const after = await parseRules(written, known);
  if (after.problems.length > 0) throw notUnderstood(path, after.problems);
  replaceFile(file, written);
  await writing?.wrote(written);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function notUnderstood(path: string, problems: readonly string[]): HermesError {
  return new HermesError(`${path} was not changed, because it can't be understood. ${problems.join(" ")}`, {
    code: "PERMISSIONS_INVALID",
    hint: "Correct what is named and try again.",
  });
}
