import type { ToolCallEnd } from "@hermes/agent-loop";
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

test("a call that failed, one that did not run and an edit are told apart in plain lines, with what they said", () => {
  let shown = "";
  const output = { write: (text: string) => ((shown += text), true) };
  const style = createStyle(false);
  const renderer = new TextRenderer({ screen: new Screen({ stdout: output, stderr: output, style }), style });
  const added = Array.from({ length: 50 }, (_, index) => `+line ${index}`);
  const play = (name: string, over: Partial<ToolCallEnd>): void => {
    renderer.event({ type: "tool-call-start", callId: name, name, emoji: "•", arguments: "{}" });
    const end = { callId: name, name, isError: false, durationMs: 300, content: "{}" };
    renderer.event({ type: "tool-call-end", ...end, ...over });
  };

  play("terminal", { content: '{"output":"a\\nb\\nc\\nd\\ne\\nf","exit_code":124,"timed_out":true}' });
  play("execute_code", { content: '{"status":"timeout","output":"","errors":""}' });
  play("read_file", { isError: true, content: '{"error":"No."}' });
  play("patch", { isError: true, notRun: "planned", content: '{"error":"The mode is plan."}' });
  play("delegate_task", { content: '{"id":"a","status":"failed","error":{"code":"X","message":"No."}}' });
  play("delegate_task", {
    content: '{"results":[{"status":"done"},{"status":"failed"},{"status":"partial"}]}',
  });
  play("delegate_task", { content: '{"id":"a","status":"running"}' });
  play("write_file", { shown: { diff: added.join("\n") } });

  expect(shown.split("\n")).toEqual([
    "┊ • terminal  0.3s timed out",
    "  … 1 more line",
    ...["b", "c", "d", "e", "f"].map((line) => `  ${line}`),
    "┊ • execute_code  0.3s timeout",
    "┊ • read_file  0.3s failed",
    "  No.",
    "┊ • patch  0.3s planned only",
    "  The mode is plan.",
    "┊ • delegate_task  0.3s failed",
    "  No.",
    "┊ • delegate_task  0.3s 1 failed, 1 partial of 3",
    "┊ • delegate_task  0.3s",
    "┊ • write_file  0.3s",
    ...added.slice(0, 40).map((line) => `  ${line}`),
    "  … 10 more lines",
    "",
  ]);
});

test("what the model does not take is told, with what was sent instead", () => {
  let shown = "";
  const output = { write: (text: string) => ((shown += text), true) };
  const style = createStyle(false);
  const renderer = new TextRenderer({ screen: new Screen({ stdout: output, stderr: output, style }), style });

  renderer.event({ type: "unsupported", what: "image", sent: "nothing", detail: "image/png" });
  renderer.event({ type: "unsupported", what: "file", sent: "as-text", detail: "report.pdf" });

  expect(shown).toBe(
    "— The model does not take this image (image/png); it was left out —\n— The model does not take this file (report.pdf); its text was sent —\n",
  );
});
