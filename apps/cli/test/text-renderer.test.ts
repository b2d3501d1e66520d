import { expect, test } from "vitest";
import { Screen } from "../src/render/screen.ts";
import { createStyle } from "../src/render/style.ts";
import { TextRenderer } from "../src/render/text-renderer.ts";

test("what was saved before a history was shortened is shown, each on a line of its own", () => {
  let shown = "";
  const output = { write: (text: string) => ((shown += text), true) };
  const style = createStyle(false);
  const renderer = new TextRenderer({ screen: new Screen({ stdout: output, stderr: output, style }), style });

  renderer.event({ type: "compression", before: 40, after: 6, saved: ["Ada likes trains.", "Two\nlines."] });
  renderer.event({ type: "compression", before: 40, after: 6 });

  expect(shown).toBe(
    "— older messages were condensed: 40 → 6 —\nRemembered: Ada likes trains.\nRemembered: Two lines.\n— older messages were condensed: 40 → 6 —\n",
  );
});
