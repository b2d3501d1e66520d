// What a key costs in the list of conversations, with 10,000 of them in the store.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report } from "@hermes/tooling/bench";
import { openState } from "@hermes/state";
import { openSessionView } from "../src/browse/session-view.ts";
import { createStyle } from "../src/render/style.ts";

const root = mkdtempSync(join(tmpdir(), "hermes-browse-"));
process.once("exit", () => rmSync(root, { recursive: true, force: true }));

const count = 10_000;
const things = ["harbour", "crane", "login", "invoice", "garden", "printer", "schedule", "holiday"];
const thing = (index: number): string => things[index % things.length] ?? "";
const state = openState({ path: join(root, "hermes.db") });
for (let index = 0; index < count; index++) {
  const head = { id: `s${index}`, system: "", tools: [], model: "m", platform: "cli", startedAt: index };
  state.journal.create({ ...head, cwd: `/work/project-${index % 40}` }, [
    { role: "user", content: [{ type: "text", text: `Why does the ${thing(index)} number ${index} fail?` }] },
    {
      role: "assistant",
      content: [{ type: "text", text: `Because of the ${thing(index * 7 + 3)}.` }],
      finishReason: "stop",
    },
  ]);
}
// Built before anybody types.
state.search("harbour");

const size = { columns: 100, rows: 40 };
const style = createStyle(true);
const startedAt = performance.now();
const { view } = openSessionView({
  state,
  folder: "/work/project-1",
  style,
  redraw: () => undefined,
  now: count,
});
view.frame(size);
report({
  figure: `browse ${count.toLocaleString("en-US")} conversations: to the first frame`,
  unit: "ms",
  value: performance.now() - startedAt,
  better: "lower",
  goal: 50,
});

const [tab, down, pageDown, clear] = ["\t", "\u001b[B", "\u001b[6~", "\u0015"];
const typed = ["h", "harbour", "login 99", "zzzz", "project-7", "because of"];
const keys = [tab, ...typed.flatMap((words) => [...words, down, pageDown, clear])];
const times = keys.map((key) => {
  const pressedAt = performance.now();
  view.press(key);
  view.frame(size);
  return performance.now() - pressedAt;
});
report({
  figure: `browse ${count.toLocaleString("en-US")} conversations: key to frame, the slowest`,
  unit: "ms",
  value: Math.max(...times),
  better: "lower",
  goal: 50,
});
state.close();
