import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { testContext } from "@hermes/registry/testing";
import { expect, onTestFinished, test } from "vitest";
import { callingModel, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "./support/temporary-place.ts";

/** A home that has one lamp; what was asked of it, with the token. */
async function startHome(): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.end(JSON.stringify([{ entity_id: "light.desk", state: "on", attributes: {} }]));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // The address of a server that listens on a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function configure(place: TemporaryPlace, config: object): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
}

const lamp = { domain: "light", service: "turn_on", entity_id: "light.desk" };

test("the tools have the token and the address of the platform; looking is not asked about, acting is", async () => {
  await using place = await temporaryPlace();
  const { url, asked } = await startHome();
  await configure(place, { platforms: { homeassistant: { token: "of-the-file", url } } });
  await using runtime = await runtimeIn(place);
  const tools = await runtime.tools();

  const listed = await tools.dispatch("ha_list_entities", {}, testContext());
  const called = await tools.dispatch("ha_call_service", lamp, testContext());

  expect(listed.content).toContain("light.desk");
  expect(listed.provenance).toEqual([{ source: "homeassistant", name: new URL(url).host }]);
  expect(called).toMatchObject({ isError: true, notRun: "refused" });
  expect(asked).toEqual(["/api/states Bearer of-the-file"]);
});

test("a rule for lamps lets no door open, and no mode lets a blocked service through", async () => {
  await using place = await temporaryPlace();
  const { url, asked } = await startHome();
  await configure(place, {});
  await writeFile(join(place.home, "permissions.yaml"), "rules:\n  home.switch: allow\n");
  const env = { HASS_TOKEN: "of-the-variable", HASS_URL: url };
  await using runtime = await runtimeIn(place, { env });
  await using bold = await runtimeIn(place, { env, flags: { yolo: true } });
  const [tools, all] = await Promise.all([runtime.tools(), bold.tools()]);
  const call = (args: object) => tools.dispatch("ha_call_service", args, testContext());

  expect((await call(lamp)).content).toContain('"success":true');
  expect(await call({ domain: "lock", service: "unlock" })).toMatchObject({ notRun: "refused" });
  const blocked = { domain: "Shell_Command", service: "reboot" };
  expect(await all.dispatch("ha_call_service", blocked, testContext())).toMatchObject({ notRun: "refused" });
  expect(asked).toEqual(["/api/services/light/turn_on Bearer of-the-variable"]);
});

test("without a token the tools are not offered, what is missing is said, and nothing is sent", async () => {
  await using place = await temporaryPlace();
  const { url, asked } = await startHome();
  await using runtime = await runtimeIn(place, { env: { HASS_URL: url } });
  const tools = await runtime.tools();

  const offered = (await tools.available()).map(({ name }) => name);
  const { content } = await tools.dispatch("ha_list_entities", {}, testContext());

  expect(offered.filter((name) => name.startsWith("ha_"))).toEqual([]);
  expect(content).toContain("HASS_TOKEN");
  expect(asked).toEqual([]);
});

test("the token of the file is redacted in what a command prints", async () => {
  await using place = await temporaryPlace();
  await configure(place, {
    platforms: { homeassistant: { token: "eyJhbGciOi" } },
    api: { key: "key-of-the-api" },
  });
  const model = callingModel({
    name: "terminal",
    arguments: { command: `cat ${join(place.home, "config.yaml")}` },
  });
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Show the settings.");

  const output = String(resultsIn(model)[0]?.["output"]);
  expect(output).toContain("homeassistant");
  expect(output).not.toMatch(/eyJhbGciOi|key-of-the-api/);
});
