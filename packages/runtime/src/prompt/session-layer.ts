import type { PromptLayer } from "@hermes/agent-loop";
import type { Origin } from "@hermes/registry";
import type { State } from "@hermes/state";
import { plainLine } from "./plain-line.ts";

export interface SessionLayerOptions {
  readonly origin: Origin;
  readonly cwd: string;
  /** Undefined: nothing was said in this home yet. */
  readonly state: Pick<State, "sessions"> | undefined;
}

/**
 * What the session is: how the person reaches it, and the id of the one that they had here before, where nobody else reads along.
 * Not its title: a session begins without words of another.
 */
export function sessionLayer({ origin, cwd, state }: SessionLayerOptions): PromptLayer {
  const { platform, entryPoint, chatKind } = origin;
  const kind = chatKind === undefined ? "" : `, ${chatKind}`;
  const isShared = chatKind === "group" || chatKind === "channel";
  const before = isShared ? undefined : state?.sessions.latest({ cwd, platform });
  const lines = [`Session: ${plainLine(entryPoint)} on ${plainLine(platform)}${kind}`];
  if (before !== undefined && before.userId === origin.userId)
    lines.push(`Last session in this folder: ${before.id}`);
  return { kind: "session", name: "session", text: lines.join("\n"), elsewhere: "session_search" };
}
