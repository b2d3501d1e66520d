import type { AgentHooks } from "@hermes/agent-loop";
import type { HookEventName } from "@hermes/plugins/hooks";
import type { RuntimeParts } from "../runtime-parts.ts";
import { pluginsThere } from "./plugins-there.ts";

const answersWithinMs = 10_000;
/** Failures in a row after which a session goes on without them: else one that always fails would refuse every call. */
const mostFailures = 3;

/** What plug-ins do at the steps of one session. */
export async function pluginSessionHooks(parts: RuntimeParts): Promise<readonly AgentHooks[]> {
  const plugins = await pluginsThere(parts);
  const used = plugins?.used.filter(({ description }) => description.hooks.length > 0) ?? [];
  if (plugins === undefined || used.length === 0) return [];
  const { jsonHooks } = await import("@hermes/plugins/hooks");
  return used.map(({ manifest: { name }, description }) => {
    let failures = 0;
    return jsonHooks({
      ...{ name, source: "plugin", cwd: () => parts.cwd },
      // They were checked against the names of the manifest; one that nobody tells of never comes.
      events: description.hooks as readonly HookEventName[],
      // A little more than the call, whose end is the better reason.
      timeoutMs: answersWithinMs + 2_000,
      async ask(event, payload, { signal }) {
        const running = plugins.usedNow(name)?.running;
        if (running === undefined || running.off !== undefined || failures >= mostFailures) return undefined;
        try {
          const { session_id: sessionId, cwd } = payload;
          const call = { signal, sessionId, cwd, timeoutMs: answersWithinMs };
          const answer = await running.call(["hooks", event], payload, call);
          failures = 0;
          return answer;
        } catch (error) {
          failures += 1;
          if (failures < mostFailures) throw error;
          const why = error instanceof Error ? error.message : String(error);
          parts.warn(
            `The hooks of the plug-in "${name}" failed ${mostFailures} times, and this conversation goes on without them. The last time: ${why}`,
          );
          return undefined;
        }
      },
    });
  });
}
