import { scripted } from "@hermes/models";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { approverWith } from "../mcp/mcp-place.ts";
import { callingModel, resultsIn } from "../support/scripted-runtime.ts";
import { missingJail, oneTool, pluginPlace, writePlugin } from "./plugin-place.ts";
import type { PluginPlace } from "./plugin-place.ts";

const signal = (): AbortSignal => AbortSignal.timeout(60_000);

/** Opens and closes a session. */
async function begin(place: PluginPlace, scope?: "once" | "always" | "no") {
  const asked: Parameters<typeof approverWith>[1] = [];
  const approver = scope === undefined ? undefined : approverWith(scope, asked);
  const { runtime } = await place.open(scripted([]), { approver });
  const [report] = await (await runtime.plugins()).list();
  await runtime[Symbol.asyncDispose]();
  return { asked, warnings: runtime.warnings, state: report?.state };
}

describe.skipIf(missingJail !== undefined)(
  `agreeing to plug-ins (${missingJail ?? "there is a jail"})`,
  () => {
    test("a plug-in that was changed is not started, neither before the session nor in it, until it is agreed to anew", async () => {
      const place = await pluginPlace();
      const body = `await (await import("node:fs/promises")).writeFile(context.folder + "/ran", "1"); return "acted";`;
      await place.install(await writePlugin(place.source, "box", oneTool(body)));
      const installed = join(place.home, "plugins", "box", "index.mjs");
      const ran = join(place.home, "plugin-data", "box", "ran");
      const model = callingModel({ name: "act" });
      const { session, runtime } = await place.open(model);
      await appendFile(installed, "// more\n");

      await session.agent.chat("Go.");

      expect(resultsIn(model)).toMatchObject([
        {
          error: expect.stringContaining("its files have changed"),
          hint: expect.stringContaining("hermes plugins enable box"),
        },
      ]);
      expect(runtime.warnings).toContainEqual(expect.stringContaining("hermes plugins enable box"));
      await runtime[Symbol.asyncDispose]();
      const next = await begin(place, "always");
      expect(next).toMatchObject({ asked: [], state: "changed" });
      expect(next.warnings).toContainEqual(expect.stringContaining("has changed since you agreed to it"));
      expect(existsSync(ran)).toBe(false);
      await place.plugins(async (plugins) => {
        const [report] = await plugins.list();
        const old = { digest: "0".repeat(64), isHeld: true };
        await expect(plugins.enable("box", old, { signal: signal() })).rejects.toMatchObject({
          code: "PLUGIN_CHANGED",
        });
        const plan = await plugins.enable(
          "box",
          { digest: report?.digest ?? "", isHeld: true },
          { signal: signal() },
        );
        expect(plan).toMatchObject({
          state: "used",
          gives: ["tool act"],
          description: { tools: { act: {} } },
        });
      });
    });

    test("a plug-in of the project is asked about once, is remembered, and is used as it was agreed to whatever the project holds since", async () => {
      const place = await pluginPlace();
      const folder = join(place.project, ".hermes", "plugins");
      const may = { hosts: ["tea.example"], variables: ["TEA_KEY"] };
      await writePlugin(folder, "tea", oneTool(`return "poured";`, { may }));
      const asked: Parameters<typeof approverWith>[1] = [];
      const model = callingModel({ name: "act" });
      const { session, runtime } = await place.open(model, { approver: approverWith("always", asked) });
      await writeFile(join(folder, "tea", "index.mjs"), "process.exit(1)");

      await session.agent.chat("Go.");
      await runtime[Symbol.asyncDispose]();
      await writePlugin(folder, "tea", oneTool(`return "poured";`, { may }));
      const second = await begin(place, "always");
      await writePlugin(folder, "tea", oneTool(`return "spilled";`, { may }));
      const third = await begin(place, "no");
      const fourth = await begin(place, "always");

      expect(asked[0]).toMatchObject({
        action: "plugin.start",
        summary: expect.stringContaining(`use the plug-in "tea" 1.0.0 of this project`),
        reason: expect.stringMatching(/gives tool act.*reaches tea\.example; gets TEA_KEY/),
      });
      expect(model.requests.at(-1)?.messages.at(-1)).toMatchObject({
        content: expect.stringContaining("poured"),
      });
      expect([second, third, fourth].map(({ asked: questions, state }) => [questions.length, state])).toEqual(
        [
          [0, "used"],
          [1, "refused"],
          [0, "refused"],
        ],
      );
    });

    test("a yes for once holds for this run alone, and where nobody can be asked the way to agree is said once", async () => {
      const place = await pluginPlace();
      await writePlugin(join(place.project, ".hermes", "plugins"), "tea", oneTool(`return "poured";`));
      await writePlugin(join(place.home, "plugins"), "own", oneTool(`return "acted";`));

      const nobody = await place.open(scripted([]), { approver: undefined });
      await nobody.runtime.openSession();
      const once = await begin(place, "once");
      const again = await begin(place, "once");

      const told = (name: string) =>
        nobody.runtime.warnings.filter((text) => text.includes(`hermes plugins enable ${name}`));
      expect([told("tea").length, told("own").length]).toEqual([1, 1]);
      expect([once.asked.length, again.asked.length]).toEqual([1, 1]);
    });

    test("what is not as its manifest says, or has a name of another, is not installed, and what was there before stays", async () => {
      const place = await pluginPlace();
      await place.install(await writePlugin(place.source, "box", oneTool(`return "first";`)));
      const sources = join(place.root, "others");
      const lie = oneTool(`return 1;`, { provides: { tools: ["act"], commands: ["pour"] } });
      const parts = (kind: string, name: string, value: string) => `{ ${kind}: { "${name}": ${value} } }`;
      const folders = [
        await writePlugin(join(sources, "1"), "box", lie),
        await writePlugin(join(sources, "2"), "box", { parts: `(() => { throw new Error("No."); })()` }),
        await writePlugin(join(sources, "3"), "other", oneTool(`return 1;`)),
        await writePlugin(join(sources, "4"), "shell", {
          provides: { tools: ["terminal"] },
          parts: parts("tools", "terminal", "{}"),
        }),
        await writePlugin(join(sources, "5"), "slash", {
          provides: { commands: ["new"] },
          parts: parts("commands", "new", "{}"),
        }),
        await writePlugin(join(sources, "6"), "models", {
          provides: { models: ["openai"] },
          parts: parts("models", "openai", "{}"),
        }),
        await writePlugin(
          join(sources, "7"),
          "into",
          oneTool(`return 1;`, { may: { write: [join(place.home, "plugins")] } }),
        ),
      ];

      const codes = await place.plugins(
        async (plugins) =>
          await Promise.all(
            folders.map(async (folder) => {
              const { digest } = await plugins.look(folder);
              try {
                await plugins.install(folder, { digest, source: folder, isHeld: true }, { signal: signal() });
                return "installed";
              } catch (error) {
                return error instanceof Error && "code" in error ? error.code : error;
              }
            }),
          ),
      );

      expect(codes).toEqual([
        "PLUGIN_BAD_MODULE",
        expect.stringMatching(/^PLUGIN_(?:FAILED|BAD_MODULE|ENDED)$/),
        ...Array.from({ length: 4 }, () => "PLUGIN_NAME_TAKEN"),
        "PLUGIN_BAD_MANIFEST",
      ]);
      expect(await readFile(join(place.home, "plugins", "box", "index.mjs"), "utf8")).toContain("first");
      expect((await readdir(join(place.home, "plugins"))).toSorted()).toEqual(["box"]);
      expect((await begin(place)).state).toBe("used");
    });

    test("one is updated, switched off, taken up again by hand and by settings, and removed with what it kept", async () => {
      const place = await pluginPlace();
      await place.install(await writePlugin(place.source, "box", oneTool(`return "first";`)));
      const next = await writePlugin(
        join(place.root, "next"),
        "box",
        oneTool(`return "second";`, { version: "1.1.0" }),
      );
      await place.install(next);

      await place.plugins(async (plugins) => {
        const call = async () =>
          await (
            await plugins.used()
          )[0]?.running.call(["tools", "act", "execute"], {}, { signal: signal() });
        expect(await call()).toBe("second");
        const [report] = await plugins.list();
        expect(report).toMatchObject({ state: "used", source: next, manifest: { version: "1.1.0" } });
        await plugins.disable("box");
        expect((await plugins.list())[0]?.state).toBe("refused");
        expect(await plugins.used()).toEqual([]);
        await plugins.enable("box", { digest: report?.digest ?? "", isHeld: true }, { signal: signal() });
        expect(await call()).toBe("second");
        await expect(plugins.disable("bax")).rejects.toMatchObject({
          code: "PLUGIN_UNKNOWN",
          hint: expect.stringContaining("box"),
        });
      });
      await writeFile(join(place.home, "config.yaml"), "plugins: { disabled: [box] }\n");
      await place.plugins(async (plugins, runtime) => {
        expect(await plugins.list()).toMatchObject([
          { state: "refused", problem: expect.stringContaining("plugins.disabled") },
        ]);
        const rows = await runtime.diagnose();
        expect(rows.filter(({ name }) => name === "plugins")).toEqual([]);
        await plugins.remove("box");
        expect(await plugins.list()).toEqual([]);
        expect(
          existsSync(join(place.home, "plugins", "box")) ||
            existsSync(join(place.home, "plugin-data", "box")),
        ).toBe(false);
      });
    });

    test("a folder that a project links in from elsewhere is no plug-in, and one of a name that the home has is not used", async () => {
      const place = await pluginPlace();
      await place.install(await writePlugin(place.source, "box", oneTool(`return "ours";`)));
      const folder = join(place.project, ".hermes", "plugins");
      await writePlugin(folder, "box", oneTool(`return "theirs";`));
      await mkdir(join(place.root, "elsewhere"));
      await writePlugin(join(place.root, "elsewhere"), "far", oneTool(`return 1;`));
      const { symlink } = await import("node:fs/promises");
      await symlink(join(place.root, "elsewhere", "far"), join(folder, "far"));

      const { asked, state } = await begin(place, "always");
      const names = await place.plugins(async (plugins) =>
        (await plugins.list()).map(({ name, from }) => [name, from]),
      );

      expect([asked, state]).toEqual([[], "used"]);
      expect(names).toEqual([["box", "home"]]);
    });
  },
);
