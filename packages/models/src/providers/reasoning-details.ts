import { isRecord, type JsonRecord, textAt } from "../transport/json-fields.ts";

const joined = ["text", "summary", "data"] as const;

/**
 * OpenRouter's `reasoning_details`: streamed in pieces, wanted back whole. Pieces of the same kind and index belong
 * together; their texts are joined, of everything else the last word counts.
 */
export class ReasoningDetails {
  readonly #items: Record<string, unknown>[] = [];

  add(details: readonly unknown[]): void {
    for (const detail of details) {
      if (!isRecord(detail)) continue;
      const last = this.#items.at(-1);
      if (last !== undefined && belongsTo(last, detail)) append(last, detail);
      else this.#items.push({ ...detail });
    }
  }

  /** What of it people can read; undefined when nothing. */
  textOf(details: readonly unknown[]): string | undefined {
    let text = "";
    for (const detail of details) {
      if (isRecord(detail)) text += textAt(detail, "text") ?? textAt(detail, "summary") ?? "";
    }
    return text === "" ? undefined : text;
  }

  merged(): readonly JsonRecord[] {
    return this.#items;
  }
}

function belongsTo(last: JsonRecord, detail: JsonRecord): boolean {
  const [before, id] = [textAt(last, "id"), textAt(detail, "id")];
  // Gemini's signatures of several calls differ in their ids alone.
  const isOther = before !== undefined && id !== undefined && before !== id;
  return !isOther && last["type"] === detail["type"] && last["index"] === detail["index"];
}

function append(last: Record<string, unknown>, detail: JsonRecord): void {
  for (const [key, value] of Object.entries(detail)) {
    if (value === null || value === undefined) continue;
    const before = last[key];
    const joins =
      joined.some((name) => name === key) && typeof before === "string" && typeof value === "string";
    last[key] = joins ? before + value : value;
  }
}
