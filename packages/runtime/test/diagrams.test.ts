import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

interface Drawing {
  readonly format: string;
  readonly source: string;
  readonly output: string;
}

const mermaid = { format: "mermaid", source: "flowchart LR\n  Tea --> Cup" };
const dot = { format: "graphviz", source: "digraph { Tea -> Cup }" };

async function draw(
  place: TemporaryPlace,
  drawings: readonly Drawing[],
  { sees = false }: { readonly sees?: boolean } = {},
): Promise<ScriptedModel> {
  const calls = drawings.map((each) => ({ name: "render_diagram", arguments: { ...each } }));
  const model = scripted([{ calls }, { text: "Done." }], { abilities: { images: sees } });
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Draw.");
  return model;
}

/** Width and height of a PNG. */
async function sizeOf(path: string): Promise<readonly [number, number]> {
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

async function withoutBrowser(place: TemporaryPlace): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), "browser:\n  executable: /nowhere/chromium\n");
}

test(
  "a session draws Mermaid and DOT into files of its workspace, as SVG and PNG",
  { timeout: 240_000 },
  async (context) => {
    needs(context, "chromium");
    await using place = await temporaryPlace();
    const drawings = [mermaid, dot].flatMap((each) => [
      { ...each, output: `out/${each.format}.svg` },
      { ...each, output: `out/${each.format}.png` },
    ]);

    const model = await draw(place, drawings);

    const results = resultsIn(model);
    expect(results).toHaveLength(4);
    for (const [index, { output }] of drawings.entries()) {
      const path = join(place.project, output);
      const bytes = await readFile(path);
      expect(results[index]).toMatchObject({ success: true, path, bytes: bytes.length });
      if (output.endsWith(".svg")) expect(bytes.toString()).toMatch(/^<svg [^]*Tea[^]*Cup/);
      else expect(await sizeOf(path)).toEqual([results[index]?.["width"], results[index]?.["height"]]);
    }
  },
);

test(
  "a model that sees is shown what was drawn; another one gets its size alone",
  { timeout: 120_000 },
  async () => {
    await using place = await temporaryPlace();
    await withoutBrowser(place);
    const imagesIn = (model: ScriptedModel): readonly unknown[] =>
      (model.requests.at(-1)?.messages ?? []).flatMap((message) =>
        message.role === "tool" ? (message.images ?? []) : [],
      );

    const seeing = await draw(place, [{ ...dot, output: "a.svg" }], { sees: true });
    const blind = await draw(place, [{ ...dot, output: "b.svg" }]);

    expect(imagesIn(seeing)).toEqual([
      expect.objectContaining({ mediaType: "image/png", data: expect.stringMatching(/^iVBOR/) }),
    ]);
    expect(imagesIn(blind)).toEqual([]);
    expect(resultsIn(blind)).toEqual([expect.objectContaining({ success: true, width: expect.any(Number) })]);
  },
);

test(
  "without a browser Mermaid says what to install, and DOT is drawn all the same",
  { timeout: 120_000 },
  async () => {
    await using place = await temporaryPlace();
    await withoutBrowser(place);

    const model = await draw(place, [
      { ...mermaid, output: "a.svg" },
      { ...dot, output: "b.png" },
    ]);

    const [first, second] = resultsIn(model);
    expect(first).toMatchObject({
      error: expect.stringMatching(/browser/),
      hint: expect.stringMatching(/chromium/),
    });
    expect(await sizeOf(join(place.project, "b.png"))).toEqual([second?.["width"], second?.["height"]]);
  },
);

test("what lies behind a link is judged, as by write_file", { timeout: 120_000 }, async () => {
  await using place = await temporaryPlace();
  const kept = join(place.homedir, ".bashrc");
  await writeFile(kept, "# mine\n");
  await symlink(kept, join(place.project, "a.svg"));

  const model = await draw(place, [{ ...dot, output: "a.svg" }]);

  expect(resultsIn(model)).toEqual([expect.objectContaining({ error: expect.stringMatching(/\.bashrc/) })]);
  expect(await readFile(kept, "utf8")).toBe("# mine\n");
});
