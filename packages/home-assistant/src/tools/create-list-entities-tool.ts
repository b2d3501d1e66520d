import { defineTool, HermesError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { domainOf, entityStates, friendlyName, type EntityState } from "../entity-state.ts";
import type { HomeClient } from "../home-client.ts";
import { homeRead, toolTimeoutMs, type HomeToolOptions } from "./home-action.ts";

const maxEntities = 200;

const input = z.object({
  domain: z.string().max(100).optional().describe("light, sensor, lock, …"),
  area: z.string().max(200).optional().describe("A room, or part of a name."),
});

// The area is a variable and no part of the template.
const areaTemplate = `{% set found = namespace(ids=[]) %}{% for id in areas() if area in (area_name(id) or "")|lower or area == id %}{% set found.ids = found.ids + (area_entities(id)|list) %}{% endfor %}{{ found.ids|to_json }}`;

/** Lists what there is in the home, with its states. */
export function createListEntitiesTool({ client, host, available }: HomeToolOptions): Tool {
  return defineTool({
    name: "ha_list_entities",
    toolset: "homeassistant",
    description: "List smart home devices (lights, locks, sensors, …) of Home Assistant with their states.",
    emoji: "🏠",
    rare: true,
    input,
    action: homeRead,
    available,
    provenance: { source: "homeassistant", name: host },
    timeoutMs: toolTimeoutMs,
    maxResultChars: 40_000,
    detail: ({ domain, area }) => [domain, area].filter((text) => text !== undefined).join(" "),
    async execute({ domain, area }, { signal }) {
      const wanted = domain?.trim().toLowerCase() ?? "";
      const place = area?.trim().toLowerCase() ?? "";
      const states = await client.ask("/states", { schema: entityStates, signal });
      const ofDomain = states.filter((state) => wanted === "" || domainOf(state.entity_id) === wanted);
      const found = place === "" ? ofDomain : await inArea(client, place, ofDomain, signal);
      const entities = found.slice(0, maxEntities).map((entity) => ({
        entity_id: entity.entity_id,
        state: entity.state.slice(0, 255),
        friendly_name: friendlyName(entity).slice(0, 200),
      }));
      const note = `Only the first ${maxEntities} of ${found.length}: name a domain or an area.`;
      return { result: { count: found.length, entities, ...(found.length > maxEntities && { note }) } };
    },
  });
}

/** By the areas that Home Assistant knows; where there is none of the name, by names of the things. */
async function inArea(
  client: HomeClient,
  area: string,
  states: readonly EntityState[],
  signal: AbortSignal,
): Promise<readonly EntityState[]> {
  const ids = new Set(await idsOfArea(client, area, signal));
  if (ids.size > 0) return states.filter(({ entity_id: id }) => ids.has(id));
  return states.filter((state) => {
    const { area: own } = state.attributes;
    return [friendlyName(state), typeof own === "string" ? own : ""].some((name) =>
      name.toLowerCase().includes(area),
    );
  });
}

async function idsOfArea(client: HomeClient, area: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const body = { template: areaTemplate, variables: { area } };
    return await client.ask("/template", { schema: z.array(z.string()), signal, body });
  } catch (error) {
    // Templates are for administrators, and older ones know no areas.
    if (HermesError.is(error) && error.code !== "HOME_ASSISTANT_UNREACHABLE") return [];
    throw error;
  }
}
