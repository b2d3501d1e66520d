import { expect, test } from "vitest";
import { newPerson, serve } from "./support.ts";

const key = "owner-token-0123456789";

test("the API is on the gateway's listener where the settings say so, beside its own routes", async () => {
  const person = newPerson({ API_SERVER_KEY: key });
  person.configure("api:\n  enabled: true\n");
  const gateway = serve(person, [{ text: "Hello from the gateway." }]);
  await gateway.line("api: ready at ");
  const [url = ""] = /http:\/\/\S+/.exec(gateway.said.find((line) => line.startsWith("api: ")) ?? "") ?? [];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

  const refused = await fetch(`${url}/api/sessions`);
  const health = await fetch(`${url}/health`);
  const answer = await fetch(`${url}/v1/chat/completions`, {
    ...{ method: "POST", headers },
    body: JSON.stringify({ model: "hermes", messages: [{ role: "user", content: "Hi" }] }),
  });
  const status = await fetch(`${url}/api/gateway`, { headers });
  const pairings = await fetch(`${url}/api/pairings`, { headers });
  const log = await fetch(`${url}/api/gateway/log?limit=5`, { headers });

  expect(refused.status).toBe(401);
  expect(await health.json()).toMatchObject({ state: "running" });
  expect(await answer.json()).toMatchObject({
    choices: [{ message: { content: "Hello from the gateway." } }],
  });
  expect(await status.json()).toMatchObject({ state: "running", pid: process.pid });
  expect(await pairings.json()).toEqual({ pending: [], approved: [] });
  expect(JSON.stringify(await log.json())).toContain("The gateway starts.");
});

test("without that setting it is not served", async () => {
  const gateway = serve(newPerson({ API_SERVER_KEY: key }));
  await gateway.line("local: ready");

  expect(gateway.said.join("\n")).not.toContain("api: ready");
});

test("on an address that others reach it is not served, and a line says why", async () => {
  const person = newPerson({ API_SERVER_ENABLED: "1" });
  person.configure("gateway:\n  host: 0.0.0.0\n  allowed_hosts: [box.lan]\n");
  const gateway = serve(person);

  await gateway.line("The API is not served on 0.0.0.0");
});
