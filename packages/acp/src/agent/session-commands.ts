import { slashCommands } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";

/**
 * What an editor does by itself: it opens, lists and closes sessions, and knows each by one id, so that nothing may put another
 * session in its place. What is about a terminal is left out, too.
 */
const left: ReadonlySet<string> = new Set([
  ...["new", "clear", "resume", "sessions", "branch", "undo", "retry", "quit"],
  ...["busy", "copy", "handoff", "redraw"],
]);

export const sessionCommands: readonly SlashCommand[] = slashCommands.filter(({ name }) => !left.has(name));
