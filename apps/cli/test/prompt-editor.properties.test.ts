import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { keys, openEditor } from "./support/prompt-editor.ts";
import { propertyRuns } from "./support/property-runs.ts";

const commands = [{ name: "mode", summary: "Show how questions are handled." }];

/** Letters of one to two columns, of several code units, and of other directions. */

const letters = fc.constantFrom(..."abc def_xyz.,漢字かな한글שלוםمرحبا", "👍🏽", "👩‍👩‍👧‍👦", "é", "🇩🇪", "é");

/** Wider than a line. */

const wide = fc.constantFrom("ｱﾞﾞﾞﾞﾞﾞﾞﾞ", "क्ष्क्ष्क्ष");

test("for any keys, pastes and sizes: nothing throws, every line fits, and the caret is inside", async () => {
  const size = fc.record({
    columns: fc.integer({ min: 1, max: 120 }),
    rows: fc.integer({ min: 2, max: 50 }),
  });
  const control = fc.integer({ min: 1, max: 31 }).map((code) => String.fromCharCode(code));
  const sequence = fc.constantFrom(
    ...Object.values(keys).filter((key) => typeof key === "string"),
    ...[
      "\u001bb",
      "\u001bf",
      "\u001bd",
      "\u001by",
      "\u001b[3~",
      "\u001b[5~",
      "\u001b[6~",
      "\u001b[13;2u",
      "\u001b[999;99x",
    ],
  );
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .oneof({ weight: 9, arbitrary: letters }, { weight: 1, arbitrary: wide })
        .map((key) => ({ key })),
    },
    {
      weight: 3,
      arbitrary: fc
        .oneof(sequence, control, fc.string({ unit: "binary", maxLength: 3 }))
        .map((key) => ({ key })),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          fc.string({ unit: "binary", maxLength: 200 }),
          fc.array(fc.oneof(letters, wide), { maxLength: 300 }).map((all) => all.join("")),
        )
        .map((paste) => ({ paste })),
    },
    { weight: 1, arbitrary: size.map((given) => ({ size: given })) },
  );
  const setting = await openEditor({ commands: () => commands, files: () => [{ path: "src/a.ts" }] });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { editor } = setting;
      editor.setText("");
      let now = { columns: 40, rows: 20 };
      for (const each of steps) {
        if ("key" in each) editor.press(each.key);
        else if ("paste" in each) editor.paste(each.paste);
        else now = each.size;
        const { lines, caret } = editor.frame(now);
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, now.rows - 1));
        for (const line of lines) {
          expect(columnsOf(line)).toBeLessThanOrEqual(now.columns);
          // oxlint-disable-next-line no-control-regex -- none of these may reach a terminal
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        }
        expect(caret?.row).toBeLessThan(lines.length);
        expect(caret?.column).toBeLessThan(now.columns);
      }
    }),
    propertyRuns(),
  );
}, 600_000);

test("a line separator that is typed breaks the line, as Shift Enter does", async () => {
  const { editor } = await openEditor();

  for (const key of ["a", "\u2028", "b", "\u2029"]) editor.press(key);

  expect(editor.text).toBe("a\nb\n");
  expect(editor.frame({ columns: 40, rows: 20 }).lines.join("|")).not.toMatch(/\n/);
});

test("typing, moving, deleting and breaking lines do what they do to a list of characters", async () => {
  const { editor } = await openEditor();
  const move = fc.constantFrom("left", "right", "home", "end", "backspace", "newLine");
  const step = fc.oneof(
    letters.map((letter) => ({ letter })),
    move.map((name) => ({ name })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      editor.setText("");
      let text: string[] = [];
      let at = 0;
      for (const each of steps) {
        if ("letter" in each) {
          editor.press(each.letter);
          text = text.toSpliced(at++, 0, each.letter);
        } else {
          editor.press(keys[each.name]);
          if (each.name === "left") at = Math.max(0, at - 1);
          if (each.name === "right") at = Math.min(text.length, at + 1);
          if (each.name === "home") at = text.slice(0, at).lastIndexOf("\n") + 1;
          while (each.name === "end" && at < text.length && text[at] !== "\n") at++;
          if (each.name === "newLine") text = text.toSpliced(at++, 0, "\n");
          if (each.name === "backspace" && at > 0) text = text.toSpliced(--at, 1);
        }
      }
      expect(editor.text).toBe(text.join(""));
    }),
    propertyRuns(),
  );
});

test("undo takes back every change, down to the empty line", async () => {
  const { editor, type } = await openEditor();
  fc.assert(
    fc.property(
      fc.array(fc.oneof(letters, fc.constantFrom(keys.newLine, keys.backspace)), { maxLength: 30 }),
      (pressed) => {
        type(keys.enter);
        for (const key of pressed) editor.press(key);
        for (const _ of pressed) editor.press(keys.undo);
        expect(editor.text).toBe("");
      },
    ),
    propertyRuns(),
  );
});

test("what is sent is exactly what was typed and pasted", async () => {
  const { editor } = await openEditor();
  const pasted = fc
    .array(fc.oneof(letters, fc.constantFrom("\n", "\n\n", "\n", "\t", "[Pasted 5 lines]", "$&", "\\")), {
      maxLength: 40,
    })
    .map((all) => ({ paste: all.join("") }));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          letters.map((key) => ({ key })),
          pasted,
        ),
        { maxLength: 12 },
      ),
      (steps) => {
        editor.setText("");
        for (const step of steps) {
          if ("key" in step) editor.press(step.key);
          else editor.paste(step.paste);
        }
        // A backslash at the end would make a line break of Enter.
        for (const key of "/.") editor.press(key);
        const sent = steps.map((step) => ("key" in step ? step.key : step.paste)).join("");

        const action = editor.press(keys.enter);

        const input = action?.type === "submit" ? action.input : undefined;
        const inOne = [{ type: "text", text: `${sent}/.` }];
        expect(typeof input === "string" ? [{ type: "text", text: input }] : input).toEqual(inOne);
      },
    ),
    propertyRuns(),
  );
}, 600_000);
