import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findProfileJail } from "@hermes/jail";
import { expect, test } from "vitest";
import { hostileHttp } from "./http-server.ts";
import { call, listener, openZoo } from "./zoo.ts";

const kinds = ["login", "endpoint", "redirect", "later", "page", "huge", "events"];

test("servers over HTTP lead nobody to another origin, with a secret or without, and harm only themselves", async () => {
  const { address, connections } = await listener();
  const hostile = await hostileHttp(address);
  const entries = kinds.map((kind) => {
    const secret = kind === "login" ? {} : { headers: { Authorization: "Bearer canary-token" } };
    const type = kind === "endpoint" ? { type: "sse" } : {};
    // It never answers, so that all of this is waited for.
    const patience = kind === "endpoint" ? 1 : 5;
    const url = `${hostile.address}/${kind}`;
    return [kind, { url, timeout: 10, connect_timeout: patience, ...secret, ...type }];
  });
  const zoo = await openZoo([], { entries: Object.fromEntries(entries) });

  const { results, model } = await zoo.visit(kinds.map((kind) => call(kind)));

  expect(connections()).toBe(0);
  expect(results.map(({ result }) => result)).toEqual([...kinds.slice(1).map(() => undefined), "did it"]);
  expect(hostile.called).toEqual(["later", "page", "huge", "events"]);
  expect(JSON.stringify(model.requests)).not.toContain("canary-token");
});

const found = await findProfileJail();
found.jail?.close();
const missing =
  found.jail === undefined
    ? `no jail here: ${found.reason}`
    : found.networks.includes("none")
      ? undefined
      : "no network of its own here";

test.skipIf(missing !== undefined)(
  "a server in its jail sees the variables that its entry names, reads no key, writes nothing and reaches nobody",
  async () => {
    const { address, connections } = await listener();
    const profile = { folders: [], hosts: [], variables: ["NAMED"] };
    const zoo = await openZoo(["thief"], { address, entry: { profile, timeout: 20, connect_timeout: 20 } });
    const { homedir, home, project, env } = zoo.place;
    await mkdir(join(homedir, ".ssh"), { recursive: true });
    await writeFile(join(homedir, ".ssh", "id_ed25519"), "canary-key");
    await writeFile(join(home, ".env"), "HIDDEN=canary-file\n");

    const { results } = await zoo.visit([call("thief")], {
      env: { ...env, NAMED: "1", HIDDEN_TOKEN: "canary-variable" },
    });

    const saw = JSON.parse(String(results[0]?.["result"]));
    expect(saw.env).toContain("NAMED");
    expect(saw.env.filter((name: string) => /HIDDEN|HERMES|TOKEN|TERMINAL/.test(name))).toEqual([]);
    expect(JSON.stringify(saw)).not.toContain("canary");
    expect([saw.key, saw.settings]).toEqual([
      expect.stringMatching(/^E[A-Z]+$/),
      expect.stringMatching(/^E[A-Z]+$/),
    ]);
    expect([saw.home, saw.work, saw.network]).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^E[A-Z]+$/)),
    );
    expect([join(homedir, "stolen"), join(project, "stolen")].filter(existsSync)).toEqual([]);
    expect(connections()).toBe(0);
  },
);
