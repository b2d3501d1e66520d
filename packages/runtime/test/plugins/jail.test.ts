import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { FolderPlugins } from "../../src/plugins/folder-plugins.ts";
import type { PluginConsent } from "../../src/plugins/plugin-consents.ts";
import { missingJail, pluginPlace, writePlugin } from "./plugin-place.ts";
import type { PluginFiles, PluginPlace } from "./plugin-place.ts";

async function listening(): Promise<number> {
  const server = createServer((_, response) => response.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on an address
  return (server.address() as AddressInfo).port;
}

/** A tool that does what it is told, and gives what came of it or the code of what went wrong. */
const reaching: PluginFiles = {
  provides: { tools: ["reach"] },
  parts: `{ tools: { reach: { description: "Reaches.", parameters: { type: "object" }, async execute({ what, on }, context) {
    const { readFile, writeFile } = await import("node:fs/promises");
    try {
      if (what === "environment") return { env: process.env, variables: context.variables };
      if (what === "read") return await readFile(on, "utf8");
      if (what === "write") { await writeFile(on, "x"); return "written"; }
      if (what === "own") { await writeFile(context.folder + "/own", "x"); return context.folder; }
      if (what === "fetch") { const got = await fetch(on, { signal: AbortSignal.timeout(5000) }); return got.ok ? await got.text() : "refused " + got.status; }
    } catch (error) { return String(error.cause?.cause?.message ?? error.cause?.message ?? error.code ?? error.message); }
  } } } }`,
};

type Reach = (what: string, on?: string) => Promise<unknown>;

/** Installs it, and gives its tool. */
async function reachOf(
  place: PluginPlace,
  more: Partial<PluginFiles>,
  work: (reach: Reach) => Promise<void>,
): Promise<void> {
  await place.install(await writePlugin(place.source, "box", { ...reaching, ...more }));
  await place.plugins(async (plugins) => {
    const [used] = await plugins.used();
    const signal = AbortSignal.timeout(60_000);
    await work(
      async (what, on) => await used?.running.call(["tools", "reach", "execute"], { what, on }, { signal }),
    );
  });
}

describe.skipIf(missingJail !== undefined)(
  `the jail of a plug-in (${missingJail ?? "there is a jail"})`,
  () => {
    test("of the variables it gets those that its manifest names and the harmless ones, and no key of the home", async () => {
      const place = await pluginPlace();
      Object.assign(place.env, { NAMED_TOKEN: "yes", OPENAI_API_KEY: "canary", SOMETHING: "canary" });
      await mkdir(place.home, { recursive: true });
      await writeFile(join(place.home, ".env"), "OTHER_KEY=canary\nFROM_FILE=named\n");
      const may = { variables: ["NAMED_TOKEN", "FROM_FILE", "NOT_SET"] };

      await reachOf(place, { may }, async (reach) => {
        const got = await reach("environment");

        expect(got).toMatchObject({
          variables: { NAMED_TOKEN: "yes", FROM_FILE: "named" },
          env: { HOME: place.homedir },
        });
        expect(JSON.stringify(got)).not.toContain("canary");
        expect(JSON.stringify((got as { env: object }).env)).not.toContain("yes");
      });
    });

    test("it writes to its own folder and to those of its manifest, and reads no credentials and no home of Hermes", async () => {
      const place = await pluginPlace();
      await mkdir(join(place.homedir, ".ssh"), { recursive: true });
      await writeFile(join(place.homedir, ".ssh", "id_ed25519"), "canary");
      await writeFile(join(place.project, "README.md"), "The project.");
      await mkdir(join(place.homedir, "notes"));
      await mkdir(join(place.home, "skills"), { recursive: true });
      await writeFile(join(place.home, "skills", "secret.md"), "canary");

      await reachOf(place, { may: { write: ["~/notes"] } }, async (reach) => {
        const read = await Promise.all(
          [
            join(place.project, "README.md"),
            join(place.home, "plugins", "box", "index.mjs"),
            join(place.homedir, ".ssh", "id_ed25519"),
            join(place.home, "hermes.db"),
            join(place.home, "skills", "secret.md"),
          ].map(async (path) => await reach("read", path)),
        );
        const written = await Promise.all(
          [
            join(place.homedir, "notes", "file"),
            join(place.project, "file"),
            join(place.homedir, "file"),
            join(place.home, "plugins", "box", "index.mjs"),
            join(place.home, "config.yaml"),
          ].map(async (path) => await reach("write", path)),
        );

        expect(read.slice(0, 2)).toEqual(["The project.", expect.stringContaining("export default")]);
        expect(read.slice(2).filter((each) => !["ENOENT", "EACCES"].includes(String(each)))).toEqual([]);
        expect(written[0]).toBe("written");
        expect(written.slice(1).filter((each) => !/^E(ROFS|ACCES|PERM|NOENT)$/.test(String(each)))).toEqual(
          [],
        );
        expect(await reach("own")).toBe(join(place.home, "plugin-data", "box"));
        expect(await readFile(join(place.home, "plugin-data", "box", "own"), "utf8")).toBe("x");
      });
    });

    test("it reaches the hosts of its manifest, that of an address in its settings, and no other", async () => {
      const place = await pluginPlace();
      const [named, set, other] = [await listening(), await listening(), await listening()];
      await mkdir(place.home, { recursive: true });
      const config = { plugins: { settings: { box: { base_url: `http://127.0.0.1:${set}/v1` } } } };
      await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
      const settings = { base_url: { type: "string", description: "Where it is." } };
      const may = { hosts: [`localhost:${named}`, "settings.base_url"] };

      await reachOf(place, { may, settings }, async (reach) => {
        expect(await reach("fetch", `http://localhost:${named}/`)).toBe("hello");
        expect(await reach("fetch", `http://127.0.0.1:${set}/`)).toBe("hello");
        expect(await reach("fetch", `http://localhost:${other}/`)).toContain("403");
      });
      await reachOf(place, { version: "1.0.1", settings }, async (reach) => {
        expect(await reach("fetch", `http://localhost:${named}/`)).toContain("ECONNREFUSED");
      });
    });
  },
);

test("where there is no jail one that is to be held is not started, and one that need not be is", async () => {
  const place = await pluginPlace();
  const folder = await writePlugin(join(place.home, "plugins"), "box", reaching);
  const warnings: string[] = [];
  let consent: PluginConsent | undefined;
  await using plugins = new FolderPlugins({
    ...{
      home: place.home,
      cwd: place.project,
      homedir: place.homedir,
      env: place.env,
      disabled: [],
      settings: {},
    },
    consents: {
      of: () => consent,
      keep: async (_, kept) => void (consent = kept),
      keepForNow: (_, kept) => void (consent = kept),
      forget: async () => void (consent = undefined),
    },
    search: async () => ({ jail: undefined, reason: "nothing is installed", hint: "Install it." }),
    taken: async () => [],
    warn: (message) => warnings.push(message),
  });
  await plugins.load();
  const { digest } = plugins.need("box");
  const signal = AbortSignal.timeout(30_000);

  // As where a session asks.
  const asked = plugins.once("ask", async () => {
    await plugins.agree(plugins.need("box"), { digest, isHeld: true, signal });
  });
  await expect(asked).rejects.toMatchObject({
    code: "PLUGIN_NO_JAIL",
    hint: expect.stringContaining("--no-jail"),
  });
  expect(consent).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("nothing is installed")]);
  await plugins.agree(plugins.need("box"), { digest, isHeld: false, signal });
  await plugins.load();

  expect(plugins.report(plugins.need("box")).reach).toEqual(["runs as you: no jail holds it"]);
  const read = await plugins
    .usedNow("box")
    ?.running.call(
      ["tools", "reach", "execute"],
      { what: "read", on: join(folder, "plugin.yaml") },
      { signal },
    );
  expect(read).toContain("box");
});
