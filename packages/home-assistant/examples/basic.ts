import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHomeClient, homeTools } from "@hermes/home-assistant";
import { ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";

// In place of a Home Assistant: two of its paths.
const lamp = { entity_id: "light.desk", state: "off", attributes: { friendly_name: "Desk lamp" } };
const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  const isCall = request.url === "/api/services/light/turn_on";
  response.end(JSON.stringify([isCall ? { ...lamp, state: "on" } : lamp]));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

const client = createHomeClient({ url: `http://${host}`, token: "long-lived-access-token" });
// Let a person decide here; `createPermissions` of @hermes/permissions is made for it.
const tools = new ToolRegistry({ guard: () => ({ allow: true }) });
tools.register(...homeTools({ client, host }));

const context = testContext();
const calls = [
  ["ha_list_entities", { domain: "light" }],
  ["ha_call_service", { domain: "light", service: "turn_on", entity_id: "light.desk" }],
  ["ha_call_service", { domain: "Shell_Command", service: "reboot" }],
] as const;
for (const [name, args] of calls) console.log((await tools.dispatch(name, args, context)).content);
server.close();
