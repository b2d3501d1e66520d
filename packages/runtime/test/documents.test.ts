import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScriptedModel } from "@hermes/models";
import { expect, test } from "vitest";
import { callingModel, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const content = "---\ntitle: Costs\n---\n\nTea is **dear**.";

async function ask(place: TemporaryPlace, model: ScriptedModel): Promise<void> {
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Make a document.");
}

test.each(["docx", "pptx", "html"])("a session makes a document that read_file reads: %s", async (format) => {
  await using place = await temporaryPlace();
  const output = `out/costs.${format}`;
  const make = callingModel({ name: "make_document", arguments: { format, content, output } });
  const read = callingModel({ name: "read_file", arguments: { path: output } });

  await ask(place, make);
  await ask(place, read);

  const bytes = await readFile(join(place.project, output));
  expect(resultsIn(make)).toEqual([
    expect.objectContaining({
      success: true,
      path: join(place.project, output),
      bytes: bytes.length,
      warnings: [],
    }),
  ]);
  expect(String(resultsIn(read)[0]?.["content"])).toMatch(/Costs[^]*Tea is .*dear/);
});

test("a protected path is refused before anything is made, as by write_file", async () => {
  await using place = await temporaryPlace();
  const model = callingModel(
    ...[".ssh/authorized_keys", ".hermes/config.yaml", ".bashrc"].map((name) => ({
      name: "make_document",
      arguments: { format: "html", content, output: join(place.homedir, name) },
    })),
  );

  await ask(place, model);

  expect(resultsIn(model)).toHaveLength(3);
  for (const result of resultsIn(model)) expect(JSON.stringify(result)).toMatch(/"error"/);
  for (const name of [".ssh/authorized_keys", ".bashrc"])
    await expect(access(join(place.homedir, name))).rejects.toThrow();
});

test("a picture that may not be read is left out of the document, and that is said", async () => {
  await using place = await temporaryPlace();
  const secret = join(place.homedir, ".ssh", "id_ed25519");
  const model = callingModel({
    name: "make_document",
    arguments: { format: "html", content: `![key](${secret})`, output: "a.html" },
  });

  await ask(place, model);

  expect(resultsIn(model)[0]?.["warnings"]).toEqual([expect.stringMatching(/id_ed25519.* may not be read/)]);
  expect(await readFile(join(place.project, "a.html"), "utf8")).toContain("<em>key</em>");
});

test("a diagram within a session's document is a picture", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({
    name: "make_document",
    arguments: { format: "html", content: "```dot\ndigraph { tea -> water }\n```", output: "a.html" },
  });

  await ask(place, model);

  expect(resultsIn(model)[0]).toMatchObject({ success: true, warnings: [] });
  const html = await readFile(join(place.project, "a.html"), "utf8");
  expect(html).toContain('src="data:image/png;base64,');
  expect(html).not.toContain("digraph");
});
