import { estimateTokens } from "@hermes/models";
import type { Message, ToolCallPart } from "@hermes/models";
import * as z from "zod";
import type { CallArgument } from "@hermes/registry";
import type { CompressionInput } from "../compressor.ts";
import { isNoteToModel, textOf } from "../session/message-parts.ts";
import { todosOf } from "../todo/todo-item.ts";
import { todoToolName } from "../todo/todo-list.ts";
import type { RecordedFacts } from "./create-compressor.ts";
import { callsOf } from "./prune-results.ts";
import type { Facts } from "./summary-message.ts";

const maxLineChars = 300;

export interface CollectFactsOptions extends Pick<CompressionInput, "describe"> {
  /** Those of an earlier compression. */
  readonly earlier: Facts | undefined;
  /** Of the record beside the history. */
  readonly recorded: RecordedFacts;
  readonly redact: (text: string) => string;
  readonly maxTokens: number;
  readonly ids: ReadonlyMap<Message, number | undefined>;
}

/** What the calls of these messages did, as their tools say it, together with what was known before. Reads no prose. */
export function collectFacts(messages: readonly Message[], options: CollectFactsOptions): Facts {
  const { earlier, recorded, redact, describe, maxTokens, ids } = options;
  const answeredQuestion = z.object({ question: z.string(), answer: z.string() });
  const calls = callsOf(messages);
  const questions = [...(earlier?.questions ?? [])];
  const written = new Set(earlier?.files_written);
  const read = new Set(earlier?.files_read);
  const done = [...(earlier?.done ?? [])];
  const notes = [...(earlier?.notes ?? [])];
  let todo = earlier?.todo;
  for (const message of messages) {
    if (message.role === "user" && isNoteToModel(textOf(message)))
      notes.push([...[ids.get(message) ?? []].flat(), clip(redact(textOf(message)))].join(": "));
    if (message.role !== "tool" || message.standsFor === "not-run") continue;
    if (message.name === todoToolName) todo = todosOf(message.content)?.slice() ?? todo;
    const question =
      message.name === "clarify" ? answeredQuestion.safeParse(parse(message.content)) : undefined;
    if (question?.success === true) questions.push(question.data);
    const call = calls.get(message.callId);
    const known = call === undefined ? undefined : describe(call);
    if (call === undefined || known === undefined) continue;
    const { action, argument } = known;
    if (argument.kind === "path" && message.isError !== true)
      for (const { path, access } of argument.paths)
        addNewest(access === "read" ? read : written, clip(redact(path)));
    else if (action.readOnly !== true)
      done.push(`${clip(redact(doneBy(call, argument)))}${outcomeOf(message)}`);
  }
  const record = Object.entries(recorded).filter(([, each]) => each.length > 0);
  const kept = new Room(maxTokens, earlier?.left_out);
  return {
    ...(todo === undefined || todo.length === 0 ? {} : { todo }),
    ...kept.newest("questions", questions, ({ question, answer }) => question + answer),
    ...kept.newest("files_written", [...written]),
    ...(record.length === 0
      ? {}
      : {
          record: Object.fromEntries(
            record.map(([kind, each]) => [
              kind,
              kept.all(
                kind,
                each.map((line) => clip(redact(line))),
              ),
            ]),
          ),
        }),
    ...kept.newest("done", done),
    ...kept.newest("files_read", [...read]),
    ...kept.newest("notes", notes),
    ...kept.leftOut(),
  };
}

/** Gives each list a share of the room, to its newest entries. */
class Room {
  readonly #share: number;
  readonly #leftOut: Record<string, number>;

  constructor(maxTokens: number, leftOut: Facts["left_out"]) {
    this.#share = maxTokens / 4;
    this.#leftOut = { ...leftOut };
  }

  newest<Kind extends string, Item>(
    kind: Kind,
    list: readonly Item[],
    textOf: (item: Item) => string = String,
  ): { readonly [Key in Kind]?: Item[] } {
    // Computed keys lose their literal type.
    return list.length === 0 ? {} : ({ [kind]: this.fit(kind, list, textOf) } as { [Key in Kind]: Item[] });
  }

  fit<Item>(kind: string, list: readonly Item[], textOf: (item: Item) => string = String): Item[] {
    let left = this.#share;
    let from = list.length;
    for (; from > 0; from--) {
      const item = list[from - 1];
      if (item !== undefined) left -= estimateTokens(textOf(item)) + 3;
      if (left < 0) break;
    }
    if (from > 0) this.#leftOut[kind] = (this.#leftOut[kind] ?? 0) + from;
    return list.slice(from);
  }

  /** Of a list that is whole each time. */
  all(kind: string, list: readonly string[]): string[] {
    delete this.#leftOut[kind];
    return this.fit(kind, list);
  }

  leftOut(): Pick<Facts, "left_out"> {
    return Object.keys(this.#leftOut).length === 0 ? {} : { left_out: this.#leftOut };
  }
}

function addNewest(list: Set<string>, item: string): void {
  list.delete(item);
  list.add(item);
}

function doneBy({ name, arguments: raw }: ToolCallPart, argument: CallArgument): string {
  switch (argument.kind) {
    case "command":
      return `${name}: ${argument.text}`;
    case "path":
      return `${name}: ${argument.paths.map(({ path }) => path).join(", ")}`;
    case "url":
      return `${name}: ${argument.urls.join(", ")}`;
    case "text":
      return `${name}: ${argument.shown ?? raw}`;
  }
}

function outcomeOf({ isError, standsFor }: Extract<Message, { role: "tool" }>): string {
  if (standsFor === "unknown-outcome") return " (outcome unknown)";
  return isError === true ? " (failed)" : "";
}

function clip(text: string): string {
  return text.length <= maxLineChars
    ? text
    : `${text.slice(0, maxLineChars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
