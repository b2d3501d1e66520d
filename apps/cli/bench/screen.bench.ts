// What the live face costs while an answer comes, and how soon a key is on the screen after a long conversation.
import { EventEmitter } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { report } from "@hermes/tooling/bench";
import type { Host } from "../src/host.ts";
import { PromptEditor, type EditorAction } from "../src/input/prompt-editor.ts";
import { imageSource } from "../src/input/read-image.ts";
import { SavedPastes } from "../src/input/saved-pastes.ts";
import { CleanStream } from "../src/render/clean-text.ts";
import { createStyle } from "../src/render/style.ts";
import { footerLines } from "../src/screen/footer-lines.ts";
import { LiveTerminal } from "../src/screen/live-terminal.ts";
import { loadMarkdown } from "../src/screen/markdown/load-markdown.ts";
import { Transcript } from "../src/screen/transcript.ts";

const chars = 200_000;
const deltaChars = 4;
const deltasPerSecond = 5_000;
/** Deltas come in pieces of so many, as from a socket. */
const deltasPerPiece = 50;

const prose =
  "Some **bold words** and `code` in a [link](https://example.com), as models write them, for a while. ";
const code = "export function sum(a: number, b: number): number {\n  return a + b; // the sum\n}\n";
const answer = `## Heading\n\n${prose.repeat(5)}\n\n- one\n- two **three**\n- four\n\n| a | b |\n|---|---|\n| 1 | ${prose} |\n\n\`\`\`ts\n${code.repeat(4)}\`\`\`\n\n`;
const text = answer.repeat(Math.ceil(chars / answer.length)).slice(0, chars);
const deltas = Array.from({ length: chars / deltaChars }, (_, at) =>
  text.slice(at * deltaChars, (at + 1) * deltaChars),
);

const root = mkdtempSync(join(tmpdir(), "hermes-screen-"));
const nowhere = openSync("/dev/null", "w");
process.once("exit", () => {
  closeSync(nowhere);
  rmSync(root, { recursive: true, force: true });
});
const style = createStyle(true);
const markdown = await loadMarkdown();

/** A conversation at a terminal of 100 x 40 that takes what is written at once, as a real one does. */
function openTerminal() {
  const stdin = Object.assign(new EventEmitter(), { resume() {}, pause() {} });
  let written = 0;
  const write = (piece: string): boolean => (written += writeSync(nowhere, piece)) > 0;
  const stdout = Object.assign(new EventEmitter(), { columns: 100, rows: 40, isTTY: true, write });
  const host = {
    ...{ stdin: () => stdin, stdout, stdinIsTerminal: true },
    ...{ onContinue: () => () => undefined, onExit: () => () => undefined },
  };
  const transcript = new Transcript({ style, markdown, changed: () => terminal.changed() });
  const editor = new PromptEditor({
    style,
    history: { entries: [], add: async () => undefined },
    pastes: new SavedPastes(join(root, "pastes")),
    images: imageSource({ cwd: root, env: {} }),
    takesImages: () => true,
    completions: {},
    redraw: () => terminal.changed(),
    remark: () => undefined,
  });
  const state = { mode: "ask", model: "sonnet", context: { tokens: 68_200, window: 200_000 }, cost: 0.4 };
  const terminal: LiveTerminal<EditorAction> = new LiveTerminal<EditorAction>({
    // Of a host a terminal uses these parts alone.
    host: host as unknown as Host,
    transcript,
    input: editor,
    footer: (columns) => footerLines(state, { columns, style }),
    onInterrupt: () => undefined,
    onEnd: () => undefined,
  });
  return {
    transcript,
    terminal,
    press: (key: string) => stdin.emit("data", Buffer.from(key)),
    written: () => written,
  };
}

/** Processor time of a whole stream at its pace, as a share of a core. */
async function share(push: (delta: string) => void): Promise<number> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let at = 0; at < deltas.length; at += deltasPerPiece) {
    for (const delta of deltas.slice(at, at + deltasPerPiece)) push(delta);
    const ahead = startedAt + ((at + deltasPerPiece) / deltasPerSecond) * 1000 - performance.now();
    // oxlint-disable-next-line no-await-in-loop -- the pace of a model
    if (ahead > 0) await pause(ahead);
  }
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / (performance.now() - startedAt)) * 100;
}

const turnEnd = {
  type: "turn-end",
  reason: "answered",
  text: "",
  rounds: 1,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
} as const;

{
  const { transcript, terminal, written } = openTerminal();
  transcript.event({ type: "turn-start", sessionId: "s", turn: 1 });
  // The first stream of the process: nothing of it was compiled before.
  const drawn = await share((delta) => {
    transcript.event({ type: "text-delta", text: delta });
    terminal.changed();
  });
  transcript.event(turnEnd);
  terminal[Symbol.dispose]();
  if (written() < chars) throw new Error("Not all was drawn.");
  const clean = new CleanStream();
  const printed = await share((delta) => void writeSync(nowhere, clean.push(delta)));
  report({
    figure: "screen: a core for 5,000 deltas a second, beyond plain printing",
    unit: "%",
    value: drawn - printed,
    better: "lower",
    goal: 10,
    floor: { name: "plain printing", value: printed },
  });
}

{
  const { transcript, terminal, press, written } = openTerminal();
  for (let message = 0; message < 10_000; message += 2) {
    transcript.said(`Question ${message}`);
    transcript.event({ type: "turn-start", sessionId: "s", turn: message });
    transcript.event({ type: "text-delta", text: answer });
    transcript.event(turnEnd);
    if (message % 100 === 0) terminal.redraw();
  }
  terminal.redraw();
  const typed = "The quick brown fox jumps over the lazy dog 漢字 👍 and goes home. ".repeat(15);
  const keys = [...typed].map((key) => {
    const startedAt = performance.now();
    const before = written();
    press(key);
    if (written() === before) throw new Error(`The key ${key} was not drawn.`);
    return performance.now() - startedAt;
  });
  terminal[Symbol.dispose]();
  report({
    figure: "screen: key to frame after 10,000 messages, slowest 5 % begin at",
    unit: "ms",
    value: keys.toSorted((one, other) => one - other)[Math.floor(keys.length * 0.95)] ?? NaN,
    better: "lower",
    goal: 8,
  });
}
