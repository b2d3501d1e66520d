import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { defineTool } from "@hermes/registry";
import type { Origin } from "@hermes/registry";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { z } from "zod";
import { firstRequest, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const content = `<!doctype html><h1 style="color: red">Costs</h1><img src="https://evil.example/x.png">`;
const show = { name: "canvas", arguments: { action: "show", title: "Costs", content } };
const write = {
  name: "canvas",
  arguments: { action: "show", content: "# Costs", format: "markdown", id: "text" },
};

const readPage = defineTool({
  ...{ name: "read_page", description: "Reads.", readOnly: true, input: z.object({}) },
  provenance: { source: "web", name: "docs.example" },
  execute: () => ({ text: "A page." }),
});

async function draw(place: TemporaryPlace, model: ScriptedModel, origin?: Origin): Promise<void> {
  await using runtime = await runtimeIn(place, { model, tools: [readPage] });
  await using session = await runtime.openSession({ id: "s", origin });
  await session.agent.chat("Draw the costs.");
}

const blind = { abilities: { images: false } };

test("a page is a file for its owner alone, and where no web page shows it the agent is told to name it", async () => {
  await using place = await temporaryPlace();
  const update = { name: "canvas", arguments: { action: "update", content: "<p>Less</p>" } };
  const model = scripted([{ calls: [show] }, { calls: [update] }, { text: "Done." }], blind);

  await draw(place, model);

  const [first, second] = resultsIn(model);
  const path = join(place.home, "canvas", "s", `${first?.["id"]}.html`);
  expect(first).toEqual({
    success: true,
    id: first?.["id"],
    path,
    hint: expect.stringContaining("the path"),
  });
  expect(second).toEqual(first);
  expect(await readFile(path, "utf8")).toBe("<p>Less</p>");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("in the web page the result has no more than what that needs", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ calls: [show] }, { text: "Done." }]);

  await draw(place, model, { platform: "api", userId: "me", entryPoint: "api-websocket" });

  expect(Object.keys(resultsIn(model)[0] ?? {})).toEqual(["success", "id", "path"]);
});

test("a chat gets a picture from the cache, from which files are sent, and a model that sees it gets it too", async (context) => {
  needs(context, "chromium");
  await using place = await temporaryPlace();
  const model = scripted([{ calls: [show, write] }, { text: "Done." }]);

  await draw(place, model, { platform: "telegram", chatId: "2", entryPoint: "chat" });

  const [drawn, written] = resultsIn(model);
  expect(drawn).toMatchObject({ success: true, hint: expect.stringContaining("MEDIA:") });
  const [name = ""] = await readdir(join(place.home, "cache", "images"));
  const path = join(place.home, "cache", "images", name);
  expect(drawn?.["hint"]).toContain(`MEDIA:${path}`);
  const png = await readFile(path);
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16)]).toEqual(["PNG", 900]);
  expect(png.readUInt32BE(20)).toBeLessThan(300);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const images = model.requests
    .at(-1)
    ?.messages.flatMap((each) => (each.role === "tool" && each.images) || []);
  expect(images).toMatchObject([{ mediaType: "image/png", data: png.toString("base64") }]);
  expect(written?.["hint"]).toContain("the path");
});

test("without a browser a chat gets the path", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), "browser: {executable: /nonexistent}\n");
  const model = scripted([{ calls: [show] }, { text: "Done." }]);

  await draw(place, model, { platform: "telegram", chatId: "2", entryPoint: "chat" });

  expect(resultsIn(model)[0]).toMatchObject({ success: true, hint: expect.stringContaining("the path") });
});

test("after a page of the web nothing is drawn that nobody agreed to; text is written all the same", async () => {
  await using place = await temporaryPlace();
  const model = scripted(
    [
      { calls: [show] },
      { calls: [{ name: "read_page", arguments: {} }] },
      { calls: [show, write] },
      { text: "Done." },
    ],
    blind,
  );

  await draw(place, model);

  const [before, , after, text] = resultsIn(model);
  expect(before?.["success"]).toBe(true);
  expect(JSON.stringify(after)).toMatch(/"error".*docs\.example.*hosts that the page names/);
  expect(text?.["success"]).toBe(true);
  expect(await readdir(join(place.home, "canvas", "s"))).toHaveLength(2);
});

test("what is wrong with a call is said, and what it would have replaced stays", async () => {
  await using place = await temporaryPlace();
  const call = (args: Readonly<Record<string, unknown>>) => ({ name: "canvas", arguments: args });
  const model = scripted(
    [
      { calls: [call({ action: "update", content: "x" })] },
      {
        calls: [
          write,
          call({ action: "update", content: "x", format: "svg" }),
          call({ action: "update", content: " " }),
          call({ action: "update", content: "é".repeat(500_001) }),
          call({ action: "update", content: "x", id: "other" }),
          call({ action: "update", content: "x", id: "../../config" }),
          call({ action: "close" }),
        ],
      },
      { text: "Done." },
    ],
    blind,
  );

  await draw(place, model);

  const errors = resultsIn(model).flatMap(({ error }) => (error === undefined ? [] : [String(error)]));
  expect(errors).toEqual([
    "canvas failed: No page was shown yet.",
    'canvas failed: Page "text" is markdown, and can\'t become svg.',
    "canvas failed: update needs content.",
    "canvas failed: The page has 1000002 bytes; at most 1000000 are shown.",
    'canvas failed: There is no page "other" on the canvas.',
    expect.stringContaining("id"),
  ]);
  expect(await readFile(join(place.home, "canvas", "s", "text.md"), "utf8")).toBe("# Costs");
});

test("of a session the newest 50 pages are kept", async () => {
  await using place = await temporaryPlace();
  const calls = Array.from({ length: 52 }, (_, index) => ({
    name: "canvas",
    arguments: { action: "show", id: `p${index}`, content: "x", format: "markdown" },
  }));

  await draw(place, scripted([{ calls }, { text: "Done." }], blind));

  const kept = await readdir(join(place.home, "canvas", "s"));
  expect(kept).toHaveLength(50);
  expect(kept).not.toContain("p0.md");
  expect(kept).toContain("p51.md");
});

test("it waits behind a search: no request describes it", async () => {
  await using place = await temporaryPlace();

  const { request } = await firstRequest(place);

  expect(request.tools?.map(({ name }) => name)).not.toContain("canvas");
  expect(request.tools?.find(({ name }) => name === "tool_search")?.description).toContain("canvas");
});
