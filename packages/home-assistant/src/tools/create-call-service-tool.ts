import { defineTool, HermesError, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { entityState, type EntityState } from "../entity-state.ts";
import type { HomeClient } from "../home-client.ts";
import { readServiceCall, type ServiceCall } from "../service-call.ts";
import { toolTimeoutMs, type HomeToolOptions } from "./home-action.ts";

const maxEntities = 50;

const input = z.object({
  domain: z.string().max(100).describe("light"),
  service: z.string().max(100).describe("turn_on"),
  entity_id: z
    .union([z.string().max(4_000), z.array(z.string().max(255)).max(200)])
    .optional()
    .describe("light.kitchen"),
  data: z
    .union([z.record(z.string(), z.unknown()), z.string().max(50_000)])
    .optional()
    .describe('Fields: {"brightness_pct": 40}'),
});

const changed = z.array(entityState);
const withResponse = z.object({ changed_states: changed, service_response: z.unknown() });

interface Done {
  readonly states: readonly EntityState[];
  readonly response?: unknown;
}

/** Acts in the home. What is blocked is sent for no answer and in no mode. */
export function createCallServiceTool({ client, host, available }: HomeToolOptions): Tool {
  return defineTool({
    name: "ha_call_service",
    toolset: "homeassistant",
    description:
      "Control smart home devices: turn a light on, set a temperature, lock a door, run a scene, …",
    emoji: "🏠",
    rare: true,
    input,
    action: {
      of: [
        { name: "home.switch", summary: "switch lights, media and other everyday devices" },
        { name: "home.control", summary: "act in the home otherwise: locks, alarms, doors, scenes, scripts" },
      ],
      choose(requested) {
        const read = readServiceCall(requested);
        return read.ok && read.call.isEveryday ? "home.switch" : "home.control";
      },
    },
    argument(requested) {
      const read = readServiceCall(requested);
      return { kind: "text", text: read.ok ? textOf(read.call) : JSON.stringify(requested) };
    },
    needsApproval: true,
    findings(requested) {
      const read = readServiceCall(requested);
      if (read.ok || !read.isBlocked) return [];
      const advice = "Use another service, or let the person do it in Home Assistant.";
      return [{ id: "home.blocked", severity: "refuse", reason: read.problem, advice }];
    },
    available,
    provenance: { source: "homeassistant", name: host },
    timeoutMs: toolTimeoutMs,
    maxResultChars: 40_000,
    detail: ({ domain, service, entity_id: id = "" }) =>
      `${domain}.${service} ${[id].flat().join(",")}`.trim(),
    async execute(requested, { signal }) {
      const read = readServiceCall(requested);
      if (!read.ok) return toolError(read.problem);
      const { domain, service } = read.call;
      try {
        const { states, response } = await act(client, read.call, signal);
        const affected = states.slice(0, maxEntities).map(({ entity_id, state }) => ({ entity_id, state }));
        const result = { success: true, service: `${domain}.${service}`, affected_entities: affected };
        return { result: { ...result, ...(response !== undefined && { response }) } };
      } catch (error) {
        if (!HermesError.is(error)) throw error;
        return toolError(error.message, { hint: hintOf(error, domain) });
      }
    },
  });
}

async function act(client: HomeClient, call: ServiceCall, signal: AbortSignal): Promise<Done> {
  const { domain, service, data: body } = call;
  const path = `/services/${domain}/${service}`;
  try {
    return { states: await client.ask(path, { schema: changed, signal, body }) };
  } catch (error) {
    // It has not run: such a service gives an answer, and has to be asked for it.
    if (!HermesError.is(error) || !isRefusal(error) || !error.message.includes("return_response"))
      throw error;
    const done = await client.ask(`${path}?return_response`, { schema: withResponse, signal, body });
    return { states: done.changed_states, response: done.service_response };
  }
}

function hintOf(error: HermesError, domain: string): string | undefined {
  if (isRefusal(error)) return `ha_list_services with the domain ${domain} gives its services and fields.`;
  if (error.code === "HOME_ASSISTANT_UNAUTHORISED") return error.hint;
  return `It may have been done all the same: look with ha_get_state before it is called again. ${error.hint ?? ""}`.trim();
}

function isRefusal({ code, data }: HermesError): boolean {
  return code === "HOME_ASSISTANT_REFUSED" && data?.["status"] === 400;
}

/** As rules compare it: `light.turn_on light.kitchen {"brightness_pct":40}`. */
function textOf({ domain, service, data: { entity_id: ids, ...rest } }: ServiceCall): string {
  const named = ids === undefined ? [] : [typeof ids === "string" ? ids : JSON.stringify(ids)];
  const fields = Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest)];
  return [`${domain}.${service}`, ...named, ...fields].join(" ");
}
