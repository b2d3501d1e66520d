import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";
import { blockedDomains } from "../service-call.ts";
import { homeRead, toolTimeoutMs, type HomeToolOptions } from "./home-action.ts";

const maxServices = 150;

const input = z.object({ domain: z.string().max(100).optional().describe("light, climate, …") });

const field = z.object({ description: z.string().catch("") });
const service = z.object({
  description: z.string().catch(""),
  fields: z.record(z.string(), field.catch({ description: "" })).catch({}),
});
const answer = z.array(z.object({ domain: z.string(), services: z.record(z.string(), service) }));

/** Lists what can be done with the home. */
export function createListServicesTool({ client, host, available }: HomeToolOptions): Tool {
  return defineTool({
    name: "ha_list_services",
    toolset: "homeassistant",
    description: "Services (actions) of Home Assistant with their fields, for ha_call_service.",
    emoji: "🏠",
    rare: true,
    input,
    action: homeRead,
    available,
    provenance: { source: "homeassistant", name: host },
    timeoutMs: toolTimeoutMs,
    maxResultChars: 60_000,
    detail: ({ domain }) => domain,
    async execute({ domain }, { signal }) {
      const wanted = domain?.trim().toLowerCase() ?? "";
      const all = (await client.ask("/services", { schema: answer, signal })).filter(
        (each) => !blockedDomains.includes(each.domain) && (wanted === "" || each.domain === wanted),
      );
      let room = maxServices;
      const domains = all.map((each) => {
        const services = Object.entries(each.services).slice(0, room);
        room -= services.length;
        return { domain: each.domain, services: Object.fromEntries(services.map(described)) };
      });
      const note = `Only ${maxServices} services are described: name a domain.`;
      return { result: { count: all.length, domains, ...(room === 0 && { note }) } };
    },
  });
}

function described([name, { description, fields }]: readonly [string, z.infer<typeof service>]): [
  string,
  object,
] {
  const told = Object.entries(fields).slice(0, 40);
  return [
    name,
    {
      description: description.slice(0, 300),
      fields: Object.fromEntries(told.map(([key, each]) => [key, each.description.slice(0, 200)])),
    },
  ];
}
