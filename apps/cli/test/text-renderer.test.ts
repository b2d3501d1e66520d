import { expect, test } from "vitest";
import { Screen } from "../src/render/screen.ts";
import { createStyle } from "../src/render/style.ts";
import { TextRenderer } from "../src/render/text-renderer.ts";

test("what was saved before a history was shortened is shown, each on a line of its own", () => {
  let shown = "";
  const output = { write: (text: string) => ((shown += text), true) };
  const style = createStyle(false);
  const renderer = new TextRenderer({ screen: new Screen({ stdout: output, stderr: output, style }), style });

  const compressed = {
    type: "compression",
    ...{ before: 40, after: 6 },
    tokens: { before: 182_340, after: 41_000 },
  } as const;
  renderer.event({ ...compressed, saved: ["Ada likes trains.", "Two\nlines."] });
  renderer.event(compressed);

  expect(shown).toBe(
    "— Compressed 182k → 41k tokens; nothing you said was lost —\nRemembered: Ada likes trains.\nRemembered: Two lines.\n— Compressed 182k → 41k tokens; nothing you said was lost —\n",
  );
});
