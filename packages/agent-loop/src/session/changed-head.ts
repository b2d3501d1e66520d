import type { ToolDefinition } from "@hermes/models";
import { HermesError, untrustedSources } from "@hermes/registry";
import type { HeadChanged } from "../agent-event.ts";
import { withHead } from "../journal/session-journal.ts";
import type { SessionHead } from "../journal/session-journal.ts";

/**
 * What happens where a session is resumed by code whose prompt or tools are others than those that it began with. `keep`: it goes on
 * with what it began with. `adopt`: with those of the code, from the next request on. `error`: it is not opened. `ignore`: as
 * `keep`, and they are not even compared; for a program whose prompt changes by itself.
 */
export type OnChangedHead = "keep" | "adopt" | "error" | "ignore";

/** What differs; undefined: nothing that a request carries. */
export function compareHeads(
  stored: Pick<SessionHead, "system" | "tools">,
  built: Pick<SessionHead, "system" | "tools">,
): Pick<HeadChanged, "prompt" | "tools"> | undefined {
  const prompt = stored.system !== built.system;
  if (!prompt && JSON.stringify(stored.tools) === JSON.stringify(built.tools)) return undefined;
  const [before, now] = [byName(stored.tools), byName(built.tools)];
  const added = [...now.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !now.has(name));
  const changed = [...now].flatMap(([name, text]) =>
    before.has(name) && before.get(name) !== text ? [name] : [],
  );
  // The same tools in another order are no change that anybody has to know of.
  if (!prompt && added.length + removed.length + changed.length === 0) return undefined;
  return { prompt, tools: { added, removed, changed } };
}

/** The head of the code in a session that has a past: what was untrusted in the prompt before it stays in the history. */
export function adoptedHead(stored: SessionHead, built: SessionHead): SessionHead {
  const provenance = untrustedSources(stored.provenance, built.provenance);
  return withHead(stored, { ...built, provenance: provenance.length === 0 ? undefined : provenance });
}

/** A session is not opened, because its prompt or its tools are not those of the code. */
export class HeadChangedError extends HermesError {
  readonly change: HeadChanged;

  constructor(sessionId: string, change: Omit<HeadChanged, "type" | "adopted">) {
    super(`The session "${sessionId}" began with ${describe(change)}.`, {
      code: "SESSION_HEAD_CHANGED",
      hint: 'Open it with onChangedHead: "keep" to go on with what it began with, or "adopt" to go on with what the code has now.',
    });
    this.name = "HeadChangedError";
    this.change = { type: "head-changed", ...change, adopted: false };
  }
}

function describe({ prompt, tools }: Pick<HeadChanged, "prompt" | "tools">): string {
  const names = [...tools.added, ...tools.removed, ...tools.changed].join(", ");
  if (names === "") return "another prompt";
  return `${prompt ? "another prompt and other tools" : "other tools"} (${names})`;
}

function byName(tools: readonly ToolDefinition[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [tool.name, JSON.stringify(tool)]));
}
