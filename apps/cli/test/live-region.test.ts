import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { LiveRegion } from "../src/screen/live-region.ts";
import type { Frame, Picture } from "../src/screen/picture.ts";
import { propertyRuns } from "./support/property-runs.ts";
import { VirtualScreen } from "./support/virtual-screen.ts";

const narrowest = 12;
const line = fc
  .array(fc.constantFrom("a", "b c", "字", "👩‍💻", "é", " ", "\u001b[31mred\u001b[39m", "✓"), { maxLength: 8 })
  .map((parts) => parts.join(""))
  .filter((text) => columnsOf(text) <= narrowest);
const frame: fc.Arbitrary<Frame> = fc
  .record({
    lines: fc.array(line, { maxLength: 9 }),
    at: fc.option(fc.nat(8)),
    column: fc.nat(narrowest - 1),
  })
  .map(({ lines, at, column }) => {
    const row = at === null || lines.length === 0 ? undefined : Math.min(at, lines.length - 1);
    return { lines, caret: row === undefined ? undefined : { row, column } };
  });
const step = fc.record({
  settled: fc.array(line, { maxLength: 4 }),
  frame,
  then: fc.constantFrom("draw", "draw", "draw", "soon", "suspend", "wider"),
});

/** What was written on a screen, without the blanks at the ends of lines. */
async function content(screen: VirtualScreen): Promise<readonly string[]> {
  const { scrolled, shown } = await screen.lines();
  return trimmed([...scrolled, ...shown]);
}

function trimmed(lines: readonly string[]): readonly string[] {
  const text = lines.map((each) => stripVTControlCharacters(each).trimEnd()).join("\n");
  return text.replace(/\n+$/, "").split("\n");
}

/** As much of a frame as fits, with the row of the cursor. */
function inSight({ lines, caret }: Frame, rows: number): readonly string[] {
  const start = Math.max(0, Math.min(lines.length - rows, caret?.row ?? Infinity));
  return lines.slice(start, start + rows);
}

test("the scrollback and the screen hold every settled line once, in order, and then the frame", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 2, max: 12 }),
      fc.nat(14),
      async (steps, rows, before) => {
        const screen = new VirtualScreen({ columns: narrowest, rows });
        const said = Array.from({ length: before }, (_, index) => `before ${index}`);
        screen.write(said.map((each) => `${each}\r\n`).join(""));
        let next: Picture = { settled: [], lines: [] };
        const region = new LiveRegion({
          output: screen,
          picture: () => {
            const picture = next;
            said.push(...picture.settled);
            next = { ...picture, settled: [] };
            return picture;
          },
        });

        for (const { settled, frame: drawn, then } of steps) {
          next = { settled: [...next.settled, ...settled], ...drawn };
          if (then === "soon") {
            region.invalidate();
            continue;
          }
          if (then === "suspend") {
            region.suspend();
            expect(await content(screen)).toEqual(trimmed(said));
            said.push("other");
            screen.write("other\r\n");
            region.resume();
          } else if (then === "wider") await screen.resize(screen.columns + 1, screen.rows);
          else region.drawNow();
          expect(await content(screen)).toEqual(trimmed([...said, ...inSight(drawn, rows)]));
          if (drawn.caret !== undefined && drawn.caret.row < rows)
            expect((await screen.cursor()).column).toBe(drawn.caret.column);
        }

        region.close();
        expect(await content(screen)).toEqual(trimmed(said));
        expect((await screen.cursor()).column).toBe(0);
      },
    ),
    propertyRuns(),
  );
}, 600_000);

test("any resize keeps every settled line once, in order, and the whole frame at the end", async () => {
  const size = fc.record({
    columns: fc.integer({ min: 14, max: 40 }),
    rows: fc.integer({ min: 8, max: 20 }),
  });
  const short = fc
    .array(fc.constantFrom("a", "b", "c d", "é"), { maxLength: 3 })
    .map((each) => each.join(""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ size, settled: fc.nat(3), lines: fc.array(short, { maxLength: 5 }) }), {
        maxLength: 10,
      }),
      async (steps) => {
        const screen = new VirtualScreen({ columns: 30, rows: 12 });
        let next: Picture = { settled: [], lines: [] };
        let width = 30;
        const region = new LiveRegion({
          output: screen,
          picture: ({ columns }) => {
            const picture = next;
            next = { ...picture, settled: [] };
            width = columns;
            // Lines as wide as the terminal: what it breaks when it becomes narrower.
            return {
              ...picture,
              lines: picture.lines.map((each) => `${each}${"─".repeat(columns - columnsOf(each))}`),
            };
          },
        });
        let count = 0;
        for (const { size: to, settled, lines } of steps) {
          const fresh = Array.from({ length: settled }, () => `said ${count++}`);
          next = {
            settled: [...next.settled, ...fresh],
            lines,
            caret: lines.length > 0 ? { row: lines.length - 1, column: 0 } : undefined,
          };
          region.drawNow();
          await screen.resize(to.columns, to.rows);
          const all = await content(screen);
          expect(all.filter((each) => each.startsWith("said"))).toEqual(
            Array.from({ length: count }, (_, index) => `said ${index}`),
          );
          const drawn = lines.map((each) => `${each}${"─".repeat(width - columnsOf(each))}`);
          expect(all.slice(all.length - drawn.length)).toEqual(drawn);
        }
        region.close();
      },
    ),
    { ...propertyRuns(), numRuns: propertyRuns().numRuns / 5 },
  );
}, 600_000);

test("only lines that changed are written again", () => {
  const written: string[] = [];
  const output = { columns: 20, rows: 10, write: (text: string) => written.push(text), on() {}, off() {} };
  let lines = ["one", "two", "three"];
  const region = new LiveRegion({ output, picture: () => ({ settled: [], lines }) });
  region.drawNow();
  written.length = 0;

  region.drawNow();
  expect(written).toEqual([]);
  lines = ["one", "TWO", "three"];
  region.drawNow();

  expect(written.join("")).toContain("TWO");
  expect(written.join("")).not.toMatch(/one|three/);
  region.close();
});

test("nothing that a text brings along steers the terminal", () => {
  let written = "";
  const output = { columns: 20, rows: 10, write: (text: string) => (written += text), on() {}, off() {} };
  const link = "\u001b]8;;https://example.org\u001b\\a link\u001b]8;;\u001b\\";
  const text = `\u001b]0;title\u0007\u001b[2J\u001b[31mred\u001b[39m\u202e ${link}`;
  const region = new LiveRegion({ output, picture: () => ({ settled: [text], lines: [text] }) });

  region.drawNow();
  region.close();

  expect(written).not.toContain("\u001b]0;");
  expect(written).not.toContain("\u001b[2J");
  expect(written).not.toContain("\u202e");
  expect(written).toContain("\u001b[31mred\u001b[39m");
  expect(written).toContain(link);
});
