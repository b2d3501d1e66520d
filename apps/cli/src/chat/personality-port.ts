import type { ControllerPorts, ListedPersonality } from "@hermes/agent-loop/controller";
import type { Personality, Runtime } from "@hermes/runtime";
import { oneLine } from "../render/fit.ts";

/** What `/personality` needs of this home. */
export function personalityPort(
  runtime: Pick<Runtime, "personalities">,
): NonNullable<ControllerPorts["personalities"]> {
  return {
    list: async () => (await (await runtime.personalities()).list()).map(listedPersonality),
    current: async (sessionId) => await (await runtime.personalities()).current(sessionId),
    async choose(sessionId, wanted, { keep }) {
      const personalities = await runtime.personalities();
      const name = await personalities.choose(sessionId, wanted);
      if (!keep) return { name };
      const path = await personalities.keep(name);
      return { name, notes: [`${path} says so now, for new sessions.`] };
    },
  };
}

/** The first sentence of what the model is told. */
function listedPersonality({ name, text }: Personality): ListedPersonality {
  return { name: oneLine(name), summary: oneLine(/^.*?[^.!?:](?=[.!?:](\s|$))/s.exec(text)?.[0] ?? text) };
}
