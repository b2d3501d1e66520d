import { defineTool, HermesError, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { domainOf, entityIdPattern, entityState, entityStates } from "../entity-state.ts";
import type { HomeClient } from "../home-client.ts";
import { similarNames } from "../similar-names.ts";
import { homeRead, toolTimeoutMs, type HomeToolOptions } from "./home-action.ts";

const input = z.object({ entity_id: z.string().max(255).describe("light.kitchen") });

/** Gives the state of one thing with everything that is known of it. */
export function createGetStateTool({ client, host, available }: HomeToolOptions): Tool {
  return defineTool({
    name: "ha_get_state",
    toolset: "homeassistant",
    description: "State and attributes of one smart home device: temperature, brightness, open or locked, …",
    emoji: "🏠",
    rare: true,
    input,
    action: homeRead,
    available,
    provenance: { source: "homeassistant", name: host },
    timeoutMs: toolTimeoutMs,
    maxResultChars: 40_000,
    detail: ({ entity_id: id }) => id,
    async execute({ entity_id: written }, { signal }) {
      const id = written.trim().toLowerCase();
      if (!entityIdPattern.test(id))
        return toolError(`${JSON.stringify(id)} is no entity id such as light.kitchen.`, {
          hint: "ha_list_entities gives the ids.",
        });
      try {
        return { result: await client.ask(`/states/${id}`, { schema: entityState, signal }) };
      } catch (error) {
        if (!HermesError.is(error) || error.data?.["status"] !== 404) throw error;
        return toolError(`There is no entity ${id}.`, { hint: await hintFor(client, id, signal) });
      }
    },
  });
}

async function hintFor(client: HomeClient, id: string, signal: AbortSignal): Promise<string> {
  const states = await client.ask("/states", { schema: entityStates, signal });
  const near = similarNames(
    id,
    states.map((state) => state.entity_id),
  );
  return near.length > 0
    ? `Like it: ${near.join(", ")}.`
    : `ha_list_entities with the domain ${domainOf(id)} gives those there are.`;
}
