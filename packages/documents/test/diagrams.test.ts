import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { testContext } from "@hermes/registry/testing";
import { lacks, needs } from "@hermes/tooling/prerequisites";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDiagramTool, renderDiagram } from "../src/diagrams/index.ts";
import type { DiagramFormat, RenderDiagramOptions } from "../src/diagrams/index.ts";
import { openPages } from "./support/drawing-page.ts";
import type { OpenPages } from "./support/drawing-page.ts";
import { mermaidSamples } from "./support/mermaid-samples.ts";

const timeout = 240_000;
const isLong = process.env["HERMES_TEST_LONG"] === "1";
const { signal } = new AbortController();

async function render(format: DiagramFormat, source: string, options: Partial<RenderDiagramOptions> = {}) {
  return await renderDiagram(format, source, { env: process.env, signal, ...options });
}

describe("Mermaid", () => {
  let pages: OpenPages | undefined;
  beforeAll(async () => {
    if (lacks("chromium") === undefined) pages = await openPages();
  }, timeout);
  beforeEach((context) => needs(context, "chromium"));
  afterAll(async () => await pages?.[Symbol.asyncDispose]());
  const draw = async (source: string) => await render("mermaid", source, { withPage: pages?.withPage });

  // Those whose words Mermaid would rather draw as HTML, or not where they belong.
  const often = ["flowchart", "journey", "kanban", "state"];
  const samples = Object.entries(mermaidSamples).filter(([name]) => isLong || often.includes(name));

  test.each(samples)(
    "%s is drawn with its words, and without HTML and scripts",
    { timeout },
    async (_, [source, word]) => {
      const { svg, width, height, warnings } = await draw(source);

      expect(svg.replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, "")).toContain(word);
      expect(svg).not.toMatch(/foreignObject|<script|\son\w+=|javascript:/i);
      expect(Math.min(width, height)).toBeGreaterThan(20);
      expect(warnings).toEqual([]);
    },
  );

  test("an arrow has a head, and the word of a state is in its middle", { timeout }, async () => {
    const { svg } = await draw("stateDiagram-v2\n  Still --> Moving");

    const [, head] = /marker-end="url\(#([^)]+)\)"/.exec(svg) ?? [];
    expect(svg).toContain(`<marker id="${head}"`);
    const [, left] = /translate\((-[\d.]+), [^)]*\)"[^>]*>(?:(?!<text)[^])*<text[^]*?>Still</.exec(svg) ?? [];
    // Half of a short word, and not half of the box around it.
    expect(Number(left)).toBeGreaterThan(-30);
  });

  test("words of a label are one text, which every program shows with its spaces", { timeout }, async () => {
    const { svg } = await draw('flowchart LR\n  A["One two three"]');

    expect(svg).toContain(">One two three<");
  });

  test.each([
    ["---\ntitle: A\n---\n%% a note\nflowchart LR\n  A --> B\n  B --->>-> C[\n", 7, "B --->>-> C["],
    ["sequenceDiagram\n  Alice->>Bob: hi\n  foo bar\n", 3, "foo bar"],
    ['pie\n  "Dogs" : 3\n  "Cats" 4\n', 3, '"Cats" 4'],
  ])("an error of Mermaid is told with its line: %j", { timeout }, async (source, line, words) => {
    const error = await draw(source).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: "DIAGRAM_SYNTAX" });
    expect(String(error)).toMatch(new RegExp(`Mermaid, line ${line}\\b`));
    expect(String(error)).toContain(`\n${line} | `);
    expect(String(error)).toContain(words);
  });
});

test("Mermaid without a browser says what to install", async () => {
  await expect(render("mermaid", "pie")).rejects.toMatchObject({
    code: "DIAGRAM_NEEDS_BROWSER",
    hint: expect.stringMatching(/apt install chromium.*npm install playwright-core/),
  });
});

test("DOT is drawn with letters of every script, in the fonts that are there", async () => {
  const { svg, warnings } = await render(
    "graphviz",
    'digraph { 開始 -> "مرحبا" [label="次へ"]; a [fontname=Courier] }',
  );

  for (const word of ["開始", "مرحبا", "次へ"]) expect(svg).toContain(`>${word}<`);
  expect(svg).toMatch(/font-family="Open Sans, Noto Sans,[^"]*sans-serif"/);
  expect(svg).toContain('font-family="Courier,monospace"');
  expect(warnings).toEqual([]);
});

test("what Graphviz leaves out is a warning, and it reads no file", async () => {
  const { svg, warnings } = await render("graphviz", 'digraph { a [image="/etc/passwd" shape=nonsense] }');

  expect(warnings.join("\n")).toMatch(/unknown shape nonsense[^]*passwd|passwd[^]*unknown shape nonsense/);
  expect(svg).not.toMatch(/<image|passwd/);
});

test.each([
  ["digraph {\n  a -> b\n  b -> [\n}", "Graphviz, line 3: syntax error near '['\n3 |   b -> ["],
  ["graph {\n  a -> b\n}", "Graphviz, line 2: syntax error near '->'\n2 |   a -> b"],
  ["digraph { layout=nonsense; a }", 'Graphviz: Layout type: "nonsense" not recognized'],
  ["  \n", "The source is empty"],
])("an error of DOT is told with its line: %j", async (source, told) => {
  const error = await render("graphviz", source).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: "DIAGRAM_SYNTAX" });
  expect(String(error)).toContain(told);
});

describe.skipIf(process.platform === "win32")("PlantUML", () => {
  /** A program of this shape: https://plantuml.com/command-line */
  async function withPlantuml<Value>(
    body: string,
    use: (folder: string) => Promise<Value>,
    version = "1.2025.8",
  ) {
    const folder = await mkdtemp(join(tmpdir(), "hermes-plantuml-"));
    const program = join(folder, "plantuml");
    await writeFile(
      program,
      `#!/bin/sh\ncd "$(dirname "$0")"\n[ "$1" = -version ] && echo "PlantUML version ${version} (Mon)" && exit\n${body}\n`,
    );
    await chmod(program, 0o755);
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const envOf = (folder: string) => ({
    PATH: [folder, process.env["PATH"]].join(delimiter),
    API_KEY: "secret",
  });

  test("PlantUML is asked for SVG, may read and reach nothing, and gets no secret", async () => {
    await withPlantuml(
      `env > env.txt; cat > in.txt; echo '<svg width="80px" height="40px" viewBox="0 0 80 40"><text>Bob</text></svg>'`,
      async (folder) => {
        const drawn = await render("plantuml", "Alice -> Bob", { env: envOf(folder) });

        expect(drawn).toMatchObject({ width: 80, height: 40, svg: expect.stringContaining("Bob") });
        expect(await readFile(join(folder, "in.txt"), "utf8")).toBe("@startuml\nAlice -> Bob\n@enduml\n");
        const env = await readFile(join(folder, "env.txt"), "utf8");
        expect(env).toContain("PLANTUML_SECURITY_PROFILE=SANDBOX");
        expect(env).not.toContain("secret");
      },
    );
  });

  test("errors of PlantUML have the line of the source", async () => {
    await withPlantuml(
      `echo '<svg/>'; printf 'ERROR\\n3\\nSyntax Error?\\n' >&2; exit 200`,
      async (folder) => {
        const env = envOf(folder);

        await expect(render("plantuml", "A -> B\n\nfoo", { env })).rejects.toThrow(
          "PlantUML, line 3: Syntax Error?\n3 | foo",
        );
        await expect(render("plantuml", "\n@startuml\nA -> B\n\nfoo\n@enduml", { env })).rejects.toThrow(
          "PlantUML, line 5: Syntax Error?\n5 | foo",
        );
      },
    );
  });

  test("a PlantUML that can't be kept from files gets no source", async () => {
    await withPlantuml(
      `touch started`,
      async (folder) => {
        await expect(render("plantuml", "A -> B", { env: envOf(folder) })).rejects.toMatchObject({
          code: "DIAGRAM_NO_PLANTUML",
          message: expect.stringContaining("1.2020.02"),
        });
        await expect(readFile(join(folder, "started"))).rejects.toThrow();
      },
      "1.2020.02",
    );
  });

  test("a PlantUML that does not end is ended, with what it started", async () => {
    await withPlantuml(`sleep 600 & echo $! > child; wait`, async (folder) => {
      const drawing = render("plantuml", "A -> B", { env: envOf(folder), timeoutMs: 5_000 });

      await expect(drawing).rejects.toMatchObject({ code: "DIAGRAM_TOO_LONG" });
      const child = Number(await readFile(join(folder, "child"), "utf8"));
      await expect.poll(() => isRunning(child), { timeout: 10_000 }).toBe(false);
    });
  }, 60_000);

  test("where there is no PlantUML, that is said", async () => {
    await expect(render("plantuml", "A -> B", { env: { PATH: "" } })).rejects.toMatchObject({
      code: "DIAGRAM_NO_PLANTUML",
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("the tool", () => {
  async function use(source: string, output: string): Promise<Readonly<Record<string, unknown>>> {
    const folder = await mkdtemp(join(tmpdir(), "hermes-diagrams-"));
    try {
      const tool = createDiagramTool({
        env: process.env,
        files: {
          resolve: async (path) => resolve(folder, path),
          readFile: async (path) => await readFile(path),
          writeFile: async (path, data) => await writeFile(path, data),
        },
      });
      const result = await tool.execute({ format: "graphviz", source, output }, testContext());
      const file = await readFile(resolve(folder, output)).catch(() => undefined);
      const picture = file && output.endsWith("png") ? await sharp(file).metadata() : undefined;
      // What render_diagram answers.
      return { ...(result as Readonly<Record<string, unknown>>), isWritten: file !== undefined, picture };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  test("a PNG has two pixels for each of the SVG", async () => {
    const svg = await use("digraph { a -> b }", "a.svg");
    const png = await use("digraph { a -> b }", "a.PNG");

    expect(svg).toMatchObject({ success: true, isWritten: true });
    expect(png).toMatchObject({ success: true, isWritten: true });
    expect(Number(png["width"]) / Number(svg["width"])).toBeCloseTo(2, 1);
  });

  test("a large PNG is drawn smaller, and a giant one not at all", async () => {
    const large = await use("digraph { a [width=200 height=100] }", "a.png");
    const giant = await use("digraph { a [width=100000 height=100000] }", "a.png");

    expect(large).toMatchObject({ success: true });
    expect(Number(large["width"]) * Number(large["height"])).toBeLessThanOrEqual(41_000_000);
    expect(giant).toMatchObject({ error: expect.stringMatching(/too large/), isWritten: false });
  });

  test("a source that is wrong leaves no file", async () => {
    expect(await use("digraph {", "a.svg")).toMatchObject({ error: expect.any(String), isWritten: false });
  });
});
