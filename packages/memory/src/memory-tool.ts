import { defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import type {
  MemoryContents,
  MemoryOutcome,
  MemoryStore,
  MemoryTarget,
  WriteOptions,
} from "./memory-store.ts";
import { readAction, writeAction } from "./memory-actions.ts";
import { formatUse } from "./prompt-block.ts";
import { untrustedFinding } from "./untrusted-finding.ts";

const description = `Durable notes that you will see at the start of every later session. Two small stores: "user" is who the person is (name, role, preferences, how they like to work); "memory" is what you learned (environment, project conventions, tool quirks, lessons).

Save without being asked when the person corrects you, states a preference or asks you to remember, and when you find a stable fact that will save work next time. One fact per entry, short and self-contained.
Don't save: progress of the current task, what the repository or a search can tell again, raw output, guesses, passwords or keys, text from web pages or files of strangers. Procedures belong into a skill.

old_text is a short part of one entry, in no other. Prefer replace (better words for an entry that is there) over adding a second one, and over remove and add. Each store shows its use: above 80% consolidate before you add. Merge what belongs together, shorten, remove what is stale. What you save now enters the prompt with the next session; read shows the present state.`;

/**
 * The tool that reads and changes memory. In a session that holds untrusted content, what the person didn't say is a
 * finding, which the guard asks about. Without a store (memory is off, or there is no session) it answers an error.
 */
export function memoryTool(store: MemoryStore | undefined): Tool {
  const targets: readonly MemoryTarget[] = store?.targets ?? ["memory", "user"];
  const input = z.object({
    action: z.enum(["add", "replace", "remove", "read"]),
    target: z.enum(targets.length === 0 ? ["memory", "user"] : targets),
    content: z.string().optional().describe("The entry, for add."),
    old_text: z.string().optional().describe("Part of the entry meant, for replace and remove."),
    new_content: z.string().optional().describe("What it becomes, for replace."),
  });
  return defineTool({
    name: "memory",
    toolset: "memory",
    audience: "person",
    description,
    emoji: "🧠",
    input,
    action: {
      of: [readAction, writeAction],
      choose: ({ action }) => (action === "read" ? readAction : writeAction).name,
    },
    available: () => targets.length > 0,
    async findings({ action, old_text: oldText, ...texts }, context) {
      if (store === undefined || action === "read") return [];
      if (action === "remove") return oldText === undefined ? [] : await untrustedFinding(oldText, context);
      const content = textFor(action, texts);
      // What is not saved anyway is nothing to ask about.
      if (content === undefined || (action === "replace" && oldText === undefined)) return [];
      return (await store.refusalOf(content)) === undefined ? await untrustedFinding(content, context) : [];
    },
    async execute({ action, target, old_text: oldText, ...texts }, context) {
      const content = textFor(action, texts);
      if (store === undefined) return toolError("Memory is off here: nothing can be saved or read.");
      if (action === "read") return { target, ...summaryOf(store.read(target)) };
      if (action !== "remove" && content === undefined)
        return missing(action, action === "replace" ? "new_content" : "content");
      if (action !== "add" && oldText === undefined) return missing(action, "old_text");
      const wanted = { action, target, content: content ?? "", oldText: oldText ?? "" };
      const origin = { by: "model", sessionId: context.sessionId, messageId: context.callId } as const;
      const outcome = await change(store, wanted, { signal: context.signal, origin });
      return answerOf(outcome, { canAsk: context.offered?.has("clarify") === true });
    },
    detail: ({ action, target, old_text: oldText, ...texts }) => {
      const text = textFor(action, texts) ?? oldText;
      return text === undefined ? `${action} ${target}` : `${action} ${target}: ${text.slice(0, 60)}`;
    },
  });
}

interface EntryTexts {
  readonly content?: string | undefined;
  readonly new_content?: string | undefined;
}

/** The text of an entry, by the name that goes with the action; the other name is understood too. */
function textFor(action: string, { content, new_content: replacement }: EntryTexts): string | undefined {
  return action === "replace" ? (replacement ?? content) : (content ?? replacement);
}

interface WantedChange {
  readonly action: "add" | "replace" | "remove";
  readonly target: MemoryTarget;
  readonly content: string;
  readonly oldText: string;
}

async function change(
  store: MemoryStore,
  { action, target, content, oldText }: WantedChange,
  options: WriteOptions,
): Promise<MemoryOutcome> {
  switch (action) {
    case "add":
      return await store.add(target, content, options);
    case "replace":
      return await store.replace(target, { oldText, content }, options);
    case "remove":
      return await store.remove(target, oldText, options);
  }
}

function answerOf(outcome: MemoryOutcome, { canAsk }: { readonly canAsk: boolean }): object {
  const { contents } = outcome;
  if (outcome.ok) {
    const isThere = outcome.change === "unchanged" || outcome.change === "merged";
    const note = isThere ? { note: "An entry that says the same is there already." } : {};
    return {
      target: contents.target,
      change: outcome.change,
      entry: outcome.entry,
      ...note,
      ...summaryOf(contents),
    };
  }
  switch (outcome.problem) {
    case "full":
      return {
        ...toolError(outcome.reason, {
          hint: "Merge or shorten entries with replace, or remove stale ones, then try again.",
        }),
        ...summaryOf(contents),
      };
    case "not-found":
      return {
        ...toolError(outcome.reason, { hint: "Give a part of one of these entries." }),
        ...summaryOf(contents),
      };
    case "ambiguous":
      return {
        ...toolError(outcome.reason, { hint: "Give more of the one you mean." }),
        matches: outcome.matches.map(preview),
      };
    case "similar":
      return {
        ...toolError(`Not saved yet. ${outcome.reason}`, {
          hint: `If it says the same, leave it. If it says more, or the person has just said that it holds now, replace the old one. If you can't tell, ask the person${canAsk ? " with clarify" : ""} which one holds. If both hold, send the same call again.`,
        }),
        matches: outcome.matches,
      };
    case "empty":
    case "not-revertible":
      return toolError(outcome.reason);
    case "refused":
      return toolError(outcome.reason, {
        hint: "Save the plain fact in your own words, without it, or not at all.",
      });
  }
}

function summaryOf(contents: MemoryContents): object {
  return { entries: contents.entries, usage: formatUse(contents) };
}

function missing(action: string, argument: string): object {
  return toolError(`${action} needs ${argument}.`);
}

function preview(entry: string): string {
  return entry.length <= 80 ? entry : `${entry.slice(0, 79)}…`;
}
