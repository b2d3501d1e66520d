import type { Runtime } from "@hermes/runtime";

/** `/mode`: switches how questions of one conversation are handled, or shows it. Gives what to say about it. */
export async function switchMode(runtime: Runtime, sessionId: string, name: string): Promise<string> {
  const [{ modes, modeSentences, parseMode }, permissions] = await Promise.all([
    import("@hermes/permissions"),
    runtime.permissions(),
  ]);
  const typed = name.trim();
  const mode = typed === "" ? permissions.mode(sessionId) : parseMode(typed);
  if (mode === undefined) return `There is no mode "${typed}"; there is ${modes.join(", ")}.`;
  if (typed !== "") permissions.setMode(mode, { sessionId });
  return `mode ${mode}: ${modeSentences[mode]}`;
}
