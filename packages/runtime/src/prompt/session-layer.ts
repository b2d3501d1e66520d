import type { PromptLayer } from "@hermes/agent-loop";
import type { Origin } from "@hermes/registry";
import type { State } from "@hermes/state";
import { plainLine } from "./plain-line.ts";

export interface SessionLayerOptions {
  readonly origin: Origin;
  readonly cwd: string;
  /** Undefined: nothing was said in this home yet. */
  readonly state: Pick<State, "sessions" | "sourcesOf"> | undefined;
}

/**
 * What the session is: how the person reaches it, and what they did here last. The title of another session is told to the one
 * who had it, and not where others read along; one with untrusted sources is known by its id alone.
 */
export function sessionLayer({ origin, cwd, state }: SessionLayerOptions): PromptLayer {
  const { platform, entryPoint, chatKind } = origin;
  const kind = chatKind === undefined ? "" : `, ${chatKind}`;
  const isShared = chatKind === "group" || chatKind === "channel";
  const before = isShared ? undefined : state?.sessions.latest({ cwd, platform });
  const lines = [`Session: ${plainLine(entryPoint)} on ${plainLine(platform)}${kind}`];
  if (state !== undefined && before !== undefined && before.userId === origin.userId) {
    const isPlain = before.title !== "" && state.sourcesOf([before.id]).length === 0;
    const title = isPlain ? ` ${plainLine(before.title)}` : "";
    lines.push(`Last session in this folder:${title} (${before.id})`);
  }
  return { kind: "session", name: "session", text: lines.join("\n"), elsewhere: "session_search" };
}
