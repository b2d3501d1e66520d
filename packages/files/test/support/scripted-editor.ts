import type { DriftedEdit } from "./drifted-edits.ts";
import { carryOut } from "./drifted-edits.ts";

export type CallTool = (name: string, args: object) => Promise<Record<string, unknown>>;

/** What a model does about an edit: it tries, reads what the error says, and tries once more. */
export async function editAsModel(
  edit: DriftedEdit,
  call: CallTool,
): Promise<{ readonly tries: number; readonly said: boolean }> {
  const first = await call("patch", argumentsFor(edit, edit.block));
  if (first["error"] === undefined) return { tries: 1, said: true };
  const block = await lookAgain(edit, first, call);
  const second = await call("patch", argumentsFor(edit, block));
  return { tries: 2, said: second["error"] === undefined };
}

const readAgain = /changed by something else/;

/** The block as the model knows it after the error: from the nearest place, or from the file where it is to read it. */
async function lookAgain(
  edit: DriftedEdit,
  failure: Record<string, unknown>,
  call: CallTool,
): Promise<readonly string[]> {
  const words = `${String(failure["error"])}\n${String(failure["hint"] ?? "")}`;
  const shown = [...words.matchAll(/^\d+\|(.*)$/gm)].map((match) => match[1] ?? "");
  if (!readAgain.test(words) && shown.length === edit.block.length) return shown;
  const page = await call("read_file", { path: "program.js" });
  // What is unchanged the model has before it.
  const lines =
    page["status"] === "unchanged"
      ? edit.read.split(/\r?\n/)
      : String(page["content"])
          .split("\n")
          .map((line) => line.replace(/^\d+\|/, ""));
  // Where a text is there several times, the lines above tell which one is meant.
  const above = /times|several places/.test(words) ? edit.start : 0;
  return lines.slice(edit.start - above, edit.start + edit.block.length);
}

/** The call that makes the change in what the model takes for the block. */
export function argumentsFor(edit: DriftedEdit, block: readonly string[]): object {
  const at = edit.intent.at + block.length - edit.block.length;
  const changed = carryOut(block, { ...edit.intent, at });
  if (edit.form === "patch") return { mode: "patch", patch: patchOf(block, changed) };
  const [old, becomes] = [block.join("\n"), changed.join("\n")];
  return {
    path: "program.js",
    old_string: edit.drift === "escapes" ? escapeOnce(old) : old,
    new_string: edit.drift === "escapes" ? escapeOnce(becomes) : becomes,
  };
}

function escapeOnce(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function patchOf(block: readonly string[], changed: readonly string[]): string {
  let head = 0;
  while (head < Math.min(block.length, changed.length) && block[head] === changed[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(block.length, changed.length) - head &&
    block.at(-1 - tail) === changed.at(-1 - tail)
  )
    tail += 1;
  return [
    "*** Begin Patch",
    "*** Update File: program.js",
    "@@",
    ...block.slice(0, head).map((line) => ` ${line}`),
    ...block.slice(head, block.length - tail).map((line) => `-${line}`),
    ...changed.slice(head, changed.length - tail).map((line) => `+${line}`),
    ...block.slice(block.length - tail).map((line) => ` ${line}`),
    "*** End Patch",
  ].join("\n");
}
