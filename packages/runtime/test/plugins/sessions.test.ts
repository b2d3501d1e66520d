import { scripted } from "@hermes/models";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callingModel, requestOf, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { approverWith } from "../mcp/mcp-place.ts";
import { missingJail, oneTool, pluginPlace, writePlugin } from "./plugin-place.ts";

describe.skipIf(missingJail !== undefined)(
  `plug-ins in a session (${missingJail ?? "there is a jail"})`,
  () => {
    test("a tool is called with its arguments, once the person has said yes to the call, and what it says is untrusted", async () => {
      const place = await pluginPlace();
      const body = `return { got: args.many + 1, on: args.on, session: context.sessionId, cwd: context.cwd };`;
      await place.install(await writePlugin(place.source, "box", oneTool(body)));
      const model = callingModel({ name: "act", arguments: { on: "it", many: "3" } });
      const { session, asked } = await place.open(model);

      await session.agent.chat("Go.");

      const result = { got: 4, on: "it", session: session.id, cwd: place.project };
      expect(resultsIn(model)).toMatchObject([result]);
      expect(asked).toMatchObject([{ action: "plugin.call", tool: "act" }]);
      expect(requestOf(model, 0).tools?.map(({ name }) => name)).toContain("act");
      expect(session.agent.messages.find(({ role }) => role === "tool")).toMatchObject({
        provenance: [{ source: "plugin", name: "box" }],
      });
    });

    test("a rule decides by plug-in and tool", async () => {
      const place = await pluginPlace();
      await place.install(await writePlugin(place.source, "box", oneTool(`return "acted";`)));
      await writeFile(join(place.home, "permissions.yaml"), `"plugin.call(box/*)": deny\n`);
      const model = callingModel({ name: "act" });
      const { session, asked } = await place.open(model);

      await session.agent.chat("Go.");

      expect(resultsIn(model)).toMatchObject([{ error: expect.stringContaining("plugin.call(box/*)") }]);
      expect(asked).toEqual([]);
    });

    test("a tool that hangs or throws is an error with its name, and the session goes on with the next call", async () => {
      const place = await pluginPlace();
      const body = `if (args.on === "hang") while (true); if (args.on === "throw") throw new Error("No tea."); return "tea";`;
      await place.install(await writePlugin(place.source, "box", oneTool(body)));
      const model = scripted([
        ...["throw", "hang", "pour"].map((on) => ({ calls: [{ name: "act", arguments: { on } }] })),
        { text: "Done." },
      ]);
      const { session } = await place.open(model);

      const answer = await session.agent.chat("Go.");

      expect(answer).toBe("Done.");
      const results = model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
      expect(results.map(({ content }) => String(content))).toEqual([
        expect.stringContaining("No tea."),
        expect.stringMatching(/box.*3 s/),
        expect.stringContaining("tea"),
      ]);
    });

    test("a section is in the prompt of a new session, asked once, and a resumed session begins with the same bytes", async () => {
      const place = await pluginPlace();
      const parts = `{ sections: {
        now: { text: ({ platform }) => "On " + platform + " at " + process.hrtime.bigint() },
        long: { maxChars: 10, text: () => "x".repeat(11) },
      } }`;
      const provides = { sections: ["now", "long"] };
      await place.install(await writePlugin(place.source, "clock", { provides, parts }));
      const model = scripted([{ text: "One." }, { text: "Two." }]);
      const { session, runtime } = await place.open(model);
      await session.agent.chat("Hi.");
      await session[Symbol.asyncDispose]();

      const again = await runtime.openSession({ resume: session.id });
      await again.agent.chat("Hi again.");

      const [first, second] = [requestOf(model, 0), requestOf(model, 1)];
      expect(first.system).toMatch(/What the plug-in "clock" says:\n\nOn cli at \d+/);
      expect(second.system).toBe(first.system);
      expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
      expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
      expect(first.system).not.toContain("xxxxxxxxxx");
      expect(runtime.warnings).toContainEqual(
        expect.stringContaining(`The section "long" of the plug-in "clock"`),
      );
    });

    test("a hook refuses a call with its reason; one that always fails is left out after three failures", async () => {
      const place = await pluginPlace();
      const parts = `{ hooks: { pre_tool_call: (event) => {
        if (event.tool_input.command?.includes("fail")) throw new Error("It broke.");
        return event.tool_input.command?.includes("secret") ? { decision: "block", reason: "Not that." } : undefined;
      } } }`;
      const provides = { hooks: ["pre_tool_call"] };
      await place.install(await writePlugin(place.source, "watch", { provides, parts }));
      const commands = ["echo secret", "echo fail 1", "echo fail 2", "echo fail 3"];
      const model = scripted([
        ...commands.map((command) => ({ calls: [{ name: "terminal", arguments: { command } }] })),
        { text: "Done." },
      ]);
      const { session, runtime } = await place.open(model);

      await session.agent.chat("Go.");

      const results = model.requests.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
      expect(results.map(({ content }) => String(content))).toEqual([
        expect.stringContaining("Not that."),
        expect.stringContaining("It broke."),
        expect.stringContaining("It broke."),
        expect.stringContaining("fail 3"),
      ]);
      expect(runtime.warnings).toContainEqual(
        expect.stringContaining(`The hooks of the plug-in "watch" failed 3 times`),
      );
    });

    test("a command answers the person or speaks for them, and settings and data are its own", async () => {
      const place = await pluginPlace();
      const parts = `{ commands: { count: { summary: "Counts.", async run({ args }, context) {
        const { readFile, writeFile } = await import("node:fs/promises");
        const file = context.folder + "/count";
        const count = Number(await readFile(file, "utf8").catch(() => "0")) + 1;
        await writeFile(file, String(count));
        return args === "" ? { text: context.settings.word + " " + count } : { prompt: args };
      } } } }`;
      const settings = { word: { type: "string", description: "Before the number.", default: "No." } };
      await place.install(
        await writePlugin(place.source, "tally", { provides: { commands: ["count"] }, parts, settings }),
      );
      const config = { plugins: { settings: { tally: { word: "Number" } } } };
      await writeFile(join(place.home, "config.yaml"), JSON.stringify(config));
      await using runtime = await runtimeIn(place);
      const { pluginCommands } = runtime;
      const options = { signal: AbortSignal.timeout(30_000) };

      expect(await pluginCommands.commands()).toEqual([
        { name: "count", summary: "Counts.", plugin: "tally" },
      ]);
      expect(await pluginCommands.run("count", "", options)).toMatchObject({ text: "Number 1" });
      expect(await pluginCommands.run("count", "", options)).toMatchObject({ text: "Number 2" });
      expect(await pluginCommands.run("count", "Say hi.", options)).toEqual({
        prompt: "Say hi.",
        provenance: [{ source: "plugin", name: "tally" }],
      });
      expect(await pluginCommands.run("other", "", options)).toBeUndefined();
      expect(await readFile(join(place.home, "plugin-data", "tally", "count"), "utf8")).toBe("3");
    });

    test("a child has the tools of plug-ins that it was given, and hooks of plug-ins see its calls", async () => {
      const place = await pluginPlace();
      const parts = `{
        tools: { act: { description: "Acts.", parameters: { type: "object" }, execute: () => "acted" } },
        hooks: { pre_tool_call: (event) => event.tool_name === "todo" ? { decision: "block", reason: "No lists." } : undefined },
      }`;
      const provides = { tools: ["act"], hooks: ["pre_tool_call"] };
      await place.install(await writePlugin(place.source, "box", { provides, parts }));
      const task = (tools: readonly string[]) => ({
        name: "delegate_task",
        arguments: { goal: "Act.", toolsets: tools },
      });
      const model = scripted([
        { calls: [task(["plugin-box", "todo"])] },
        { calls: [{ name: "act" }, { name: "todo", arguments: {} }] },
        { text: "Acted." },
        { text: "Done." },
      ]);
      const { session } = await place.open(model);

      await session.agent.chat("Go.");

      const ofChild = requestOf(model, 2).messages.filter(({ role }) => role === "tool");
      expect(requestOf(model, 1).tools?.map(({ name }) => name)).toContain("act");
      expect(ofChild.map(({ content }) => String(content))).toEqual([
        expect.stringContaining("acted"),
        expect.stringContaining("No lists."),
      ]);
    });

    test("the doctor tells which plug-ins are used, and what is wrong with the others", async () => {
      const place = await pluginPlace();
      await place.install(await writePlugin(place.source, "box", oneTool(`return 1;`)));
      const folder = join(place.home, "plugins");
      await writePlugin(folder, "waits", oneTool(`return 1;`));
      await mkdir(join(folder, "empty"));
      await using runtime = await runtimeIn(place);

      const rows = (await runtime.diagnose()).filter(({ name }) => name === "plugins");

      expect(rows).toMatchObject([
        { status: "ok", message: "box can be used" },
        { status: "warning", message: expect.stringContaining("empty can't be used") },
        { status: "warning", message: "waits waits for a yes", hint: "hermes plugins enable waits" },
      ]);
    });

    test("the agent can't write into the plug-ins of the home, whatever the person says to other files", async () => {
      const place = await pluginPlace();
      const folder = join(place.home, "plugins", "mine");
      const path = join(folder, "plugin.yaml");
      await mkdir(folder, { recursive: true });
      const model = callingModel({ name: "write_file", arguments: { path, content: "name: mine" } });
      const asked: Parameters<typeof approverWith>[1] = [];
      const { session } = await place.open(model, { approver: approverWith("no", asked) });

      await session.agent.chat("Go.");

      expect(resultsIn(model)).toMatchObject([{ error: expect.any(String) }]);
      await expect(readFile(path)).rejects.toThrow("ENOENT");
    });
  },
);
