import { readFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

async function draw(
  drawings: readonly { readonly format: string; readonly source: string; readonly output: string }[],
) {
  const calls = drawings.map((each) => ({ name: "render_diagram", arguments: each }));
  const person = await personWithModel(({ body }) =>
    JSON.stringify(body).includes('"role":"tool"') ? { text: "Drawn." } : { calls },
  );
  const outcome = await hermes(person, ["-q", "Draw."]);
  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining("Drawn.") });
  return (output: string): Buffer => readFileSync(join(person.project, output));
}

test("the installed command lays out graphs by itself", { timeout: 120_000 }, async () => {
  const file = await draw([{ format: "graphviz", source: "digraph { Tea -> Cup }", output: "a.svg" }]);

  expect(file("a.svg").toString()).toMatch(/^<svg [^]*>Tea<[^]*>Cup</);
});

test("the installed command brings Mermaid along", { timeout: 240_000 }, async (context) => {
  needs(context, "chromium");
  const source = "flowchart LR\n  Tea --> Cup";
  const file = await draw([
    { format: "mermaid", source, output: "a.svg" },
    { format: "mermaid", source, output: "a.png" },
  ]);

  expect(file("a.svg").toString()).toMatch(/^<svg [^]*>Tea<[^]*>Cup</);
  expect(file("a.png").subarray(1, 4).toString()).toBe("PNG");
});
