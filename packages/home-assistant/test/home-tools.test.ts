import { ToolRegistry } from "@hermes/registry";
import type { ToolResult } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { expect, test } from "vitest";
import { createHomeClient, homeTools } from "../src/index.ts";
import { startHomeServer, state, token, type HomeServer } from "./support/home-server.ts";

interface Options {
  readonly token?: string;
  readonly timeoutMs?: number;
}

async function call(
  { url }: Pick<HomeServer, "url">,
  name: string,
  args: object,
  { token: given = token, timeoutMs }: Options = {},
): Promise<ToolResult> {
  const tools = new ToolRegistry({ guard: () => ({ allow: true }) });
  const client = createHomeClient({ url, token: given, timeoutMs });
  tools.register(...homeTools({ client, host: "home" }));
  return await tools.dispatch(name, args, testContext());
}

function valueOf({ content }: ToolResult): unknown {
  return JSON.parse(content);
}

test("entities are listed by domain and by area, and what they say is untrusted", async () => {
  await using server = await startHomeServer();

  const lights = await call(server, "ha_list_entities", { domain: "light" });
  const kitchen = await call(server, "ha_list_entities", { area: "Kitchen" });

  expect(lights.content).toContain('"count":2');
  expect(lights.content).toContain("Kitchen ceiling");
  expect(lights.provenance).toEqual([{ source: "homeassistant", name: "home" }]);
  expect(kitchen.content).toContain("sensor.kitchen_temperature");
  expect(kitchen.content).not.toContain("light.hall");
});

test("where no area has the name, or templates are refused, names are searched", async () => {
  await using server = await startHomeServer();
  await using strict = await startHomeServer({
    fault: ({ path }, response) => path === "/api/template" && response.writeHead(401).end() !== undefined,
  });

  for (const each of [server, strict])
    expect((await call(each, "ha_list_entities", { area: "front" })).content).toContain("lock.front_door");
});

test("an area is a variable of the template, never a part of it", async () => {
  await using server = await startHomeServer();

  await call(server, "ha_list_entities", { area: `x") }}{{ states("lock.front_door") }}` });

  const body = server.requests.find(({ path }) => path === "/api/template")?.body;
  expect(body).toMatchObject({ variables: { area: `x") }}{{ states("lock.front_door") }}` } });
  expect((body as { template: string }).template).not.toContain("front_door");
});

test("of 10,000 entities 200 are told, with how many there are", async () => {
  const states = Array.from({ length: 10_000 }, (_, index) => state(`sensor.s${index}`, "1", `S ${index}`));
  await using server = await startHomeServer({ states });

  const { content } = await call(server, "ha_list_entities", {});

  expect(content).toContain('"count":10000');
  expect(content.match(/"entity_id"/g)).toHaveLength(200);
  expect(content).toContain("Only the first 200 of 10000");
});

test("a state comes with its attributes, and an unknown id with those that are like it", async () => {
  await using server = await startHomeServer();

  expect(valueOf(await call(server, "ha_get_state", { entity_id: "Light.Kitchen " }))).toMatchObject({
    result: { entity_id: "light.kitchen", state: "off", attributes: { friendly_name: "Kitchen ceiling" } },
  });
  const missing = await call(server, "ha_get_state", { entity_id: "light.kitchn" });
  expect(missing.isError).toBe(true);
  expect(missing.content).toContain("There is no entity light.kitchn.");
  expect(missing.content).toContain("Like it: light.kitchen");
  const odd = await call(server, "ha_get_state", { entity_id: "../services" });
  expect(odd.content).toContain("is no entity id");
  expect(server.requests.map(({ path }) => path)).not.toContain("/api/services");
});

test("services are described, without those that are blocked", async () => {
  await using server = await startHomeServer();

  const { content } = await call(server, "ha_list_services", {});

  expect(content).toContain(
    '"turn_on":{"description":"Turns on a light.","fields":{"brightness_pct":"Percent."}}',
  );
  expect(content).not.toContain("shell_command");
});

test.each([{ brightness_pct: 40 }, '{"brightness_pct":40}'])(
  "a service is called with data %j",
  async (data) => {
    await using server = await startHomeServer();
    const args = { domain: "light", service: "turn_on", entity_id: "light.kitchen", data };

    const done = await call(server, "ha_call_service", args);

    expect(valueOf(done)).toEqual({
      result: {
        success: true,
        service: "light.turn_on",
        affected_entities: [{ entity_id: "light.kitchen", state: "on" }],
      },
    });
    expect(server.requests).toEqual([
      {
        method: "POST",
        path: "/api/services/light/turn_on",
        body: { entity_id: "light.kitchen", brightness_pct: 40 },
      },
    ]);
  },
);

test("a service that answers is asked for its answer", async () => {
  await using server = await startHomeServer();

  const done = await call(server, "ha_call_service", { domain: "weather", service: "get_forecasts" });

  expect(done.content).toContain('"response":{"weather.home"');
});

test("a service that there is not is told with what to do", async () => {
  await using server = await startHomeServer();

  const done = await call(server, "ha_call_service", { domain: "light", service: "explode" });

  expect(done.isError).toBe(true);
  expect(done.content).toContain("ha_list_services with the domain light");
});

test("a token that is refused is told, and how to have another one", async () => {
  await using server = await startHomeServer();

  const refused = await call(server, "ha_list_entities", {}, { token: "wrong" });

  expect(refused.isError).toBe(true);
  expect(refused.content).toContain("refuses the token");
  expect(refused.content).not.toContain("wrong");
});

test.each([
  [500, "<html><b>Internal</b> trouble</html>", "Home Assistant answers 500: Internal trouble"],
  [200, "<html>Log in</html>", "is no JSON"],
  [200, '{"states":1}', "of another form than is known"],
  [302, "", "a redirect (302)"],
])("an answer %i %j is told in plain words", async (status, body, message) => {
  await using server = await startHomeServer({
    fault: (_, response) =>
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body) !== undefined,
  });

  const failed = await call(server, "ha_list_entities", {});

  expect(failed.isError).toBe(true);
  expect(failed.content).toContain(message);
});

test("a home that says nothing is given up; of a call it is said that it may have been done", async () => {
  await using server = await startHomeServer({ fault: () => true });

  const listed = await call(server, "ha_list_entities", {}, { timeoutMs: 50 });
  const called = await call(
    server,
    "ha_call_service",
    { domain: "light", service: "turn_on" },
    { timeoutMs: 50 },
  );

  expect(listed.content).toContain("no answer within 0.05 s");
  expect(called.content).toContain("may have been done all the same");
});

test("a home that is not there is told with its address", async () => {
  const gone = await startHomeServer();
  await gone[Symbol.asyncDispose]();

  expect((await call(gone, "ha_list_entities", {})).content).toContain(`can't be reached at ${gone.url}`);
});
