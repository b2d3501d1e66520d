import { once } from "node:events";
import { request as send } from "node:http";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryPlace } from "../support/temporary-place.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { serveHome } from "./support.ts";

async function statusFor(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  const request = send(url, { method: "POST", headers }).end("{}");
  const [response] = await once(request, "response");
  response.resume();
  return response.statusCode;
}

test("nobody gets in without the token, by another name, or from a page of another origin", async () => {
  await using place = await temporaryPlace();
  await using home = await serveHome(place);
  const authorization = `Bearer ${home.token}`;
  const type = { "content-type": "application/json" };

  expect(home.url.hostname).toBe("127.0.0.1");
  expect(await statusFor(home.url, type)).toBe(401);
  expect(await statusFor(home.url, { ...type, authorization: "Bearer wrong" })).toBe(401);
  expect(await statusFor(home.url, { ...type, authorization, host: "evil.example" })).toBe(421);
  expect(await statusFor(home.url, { ...type, authorization, origin: "https://evil.example" })).toBe(403);
  expect(await statusFor(home.url, { ...type, authorization })).toBe(400);
});

test("health is told to anyone, and says nothing of the person", async () => {
  await using place = await temporaryPlace();
  await using home = await serveHome(place);

  const response = await fetch(new URL("/health", home.url));

  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
});

test("a token that was given is the one that counts", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  await using server = await runtime.mcpServer({ version: "1.0.0" });

  const { url, token } = await server.serveHttp({ token: "a-token-of-my-own" });

  expect(token).toBe("a-token-of-my-own");
  const json = { "content-type": "application/json" };
  expect(await statusFor(url, { ...json, authorization: "Bearer a-token-of-my-own" })).toBe(400);
  expect(await statusFor(url, { ...json, authorization: "Bearer a-token-of-your-own" })).toBe(401);
});

test("without a token it is served on loopback alone", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { http: { host: "0.0.0.0", allowedHosts: ["box.lan"] } });
  await using server = await runtime.mcpServer({ version: "1.0.0" });

  await expect(server.serveHttp({ noAuth: true })).rejects.toMatchObject({ code: "RUNTIME_MCP_OPEN" });
});

test("read-only offers nothing that changes anything", async () => {
  await using place = await temporaryPlace();
  await using home = await serveHome(place, { readOnly: true });

  const { tools } = await home.request("tools/list");

  expect(tools.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["conversations_list", "events_wait", "permissions_list_open"]),
  );
  for (const { name, annotations } of tools) expect([name, annotations.readOnlyHint]).toEqual([name, true]);
  await expect(home.call("ask_hermes", { prompt: "Hi" })).rejects.toThrow("ask_hermes");
});

test("exposed tools are those of the setting, run under the guard, and what would be asked is refused", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), "mcp_server:\n  expose_tools: [read_file, terminal]\n");
  await writeFile(join(place.project, "note.txt"), "The note.");
  await using home = await serveHome(place);

  const { tools } = await home.request("tools/list");
  const read = await home.call("read_file", { path: "note.txt" });
  const refused = await home.call("terminal", { command: "rm -rf ../project" });
  const bad = await home.call("read_file", { path: 7, no: "such" });

  const names = tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["read_file", "terminal", "ask_hermes"]));
  expect(names).not.toContain("write_file");
  expect(read.text).toContain("The note.");
  expect(refused).toMatchObject({ isError: true });
  expect(refused.text).toMatch(/nobody can be asked/);
  expect(bad.isError).toBe(true);
});

test("without the setting no tool of the agent is exposed", async () => {
  await using place = await temporaryPlace();
  await using home = await serveHome(place);

  await expect(home.call("terminal", { command: "echo hi" })).rejects.toThrow("terminal");
});
