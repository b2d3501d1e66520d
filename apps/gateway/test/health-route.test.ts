import { expect, test, vi } from "vitest";
import { gatewayPaths, readGatewayState } from "../src/index.ts";
import { newPerson, serve, waiting } from "./support.ts";
import type { Person } from "./support.ts";

async function healthOf(person: Person): Promise<string> {
  const gateway = serve(person);
  await gateway.line("local: ready");
  return await vi.waitFor(async () => {
    const state = await readGatewayState(gatewayPaths(person.home).state);
    if (state?.healthUrl === undefined || state.state !== "running") throw new Error("not yet");
    return state.healthUrl;
  }, waiting);
}

test("/health is open and says a word; details need the token", async () => {
  const url = await healthOf(newPerson({ HERMES_GATEWAY_TOKEN: "a-long-token-for-tests" }));

  const open = await fetch(url);
  const refused = await fetch(`${url}/detailed`);
  const detailed = await fetch(`${url}/detailed`, {
    headers: { authorization: "Bearer a-long-token-for-tests" },
  });

  expect(await open.json()).toEqual({ status: "ok", state: "running" });
  expect(refused.status).toBe(401);
  expect(await refused.text()).not.toContain("platforms");
  expect(await detailed.json()).toMatchObject({
    state: "running",
    platforms: [{ name: "local", state: "up" }],
  });
});

test("without a token no details are served", async () => {
  const url = await healthOf(newPerson());

  const answer = await fetch(`${url}/detailed`);

  expect(await answer.text()).not.toContain("platforms");
});
