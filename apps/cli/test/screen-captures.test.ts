import type { AgentEvent } from "@hermes/agent-loop";
import type { ApprovalRequest } from "@hermes/registry";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Conversation } from "../src/chat/face.ts";
import { LiveFace } from "../src/chat/live-face.ts";
import { createApprovalPrompt } from "../src/prompt/approval-prompt.ts";
import { createClarifyPrompt } from "../src/prompt/clarify-prompt.ts";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle, type Style } from "../src/render/style.ts";
import { bannerLines } from "../src/screen/banner-lines.ts";
import { footerLines } from "../src/screen/footer-lines.ts";
import { newPerson } from "./support/hermes.ts";
import { openEditor } from "./support/prompt-editor.ts";
import { openTerminalHost } from "./support/terminal-host.ts";
import { begin, done, end, openTranscript, request, requestEnd, say, start } from "./support/transcript.ts";

const signal = new AbortController().signal;
const facts = {
  ...{ version: "0.1.0", model: "sonnet", provider: "anthropic", sessionId: "20260301_140500_abcdef" },
  ...{ folder: "~/work/project", mode: "ask", backend: "local, sandboxed", tools: 24, skills: 3 },
};
const footer = {
  ...{ mode: "ask", model: "sonnet", context: { tokens: 68_200, window: 200_000 }, tokens: 12_300 },
  ...{ cost: 0.42, branch: "main", jobs: 1, children: 2, durationMs: 185_000 },
};
const answer = `## What was wrong

The quotes in \`src/größe.ts\` were **single** ones, and the linter wants double ones. See [the rule](https://example.org/quotes).

1. First the test is run, to see what it says about the file and its neighbours.
2. Then the line is mended.

| file | lines | why |
| --- | ---: | --- |
| src/größe.ts | 1 | quotes |
| test/a.test.ts | 12 | it asks for 漢字 too |

\`\`\`ts
export const b = "漢字"; // the sum
\`\`\`
`;
const diff = [
  "--- src/größe.ts",
  "+++ src/größe.ts",
  "@@ -3,3 +3,4 @@",
  " const a = 1;",
  "-const b = '漢字';",
  '+const b = "漢字";',
  "+const d = 4;",
  " const c = 3;",
].join("\n");
const push: ApprovalRequest = {
  ...{ id: "1", sessionId: "s", callId: "a", tool: "terminal", action: "terminal.run" },
  summary: "git push --force origin main",
  reason: "It rewrites what others have fetched.",
  rule: "terminal(git push --force)",
};
const named = (event: AgentEvent, emoji: string): AgentEvent => ({ ...event, emoji }) as AgentEvent;

/** A terminal with the whole face, and a clock that stands still. */
async function openFace(columns: number, style: Style, attention: "bell" | "desktop" | "off" = "off") {
  const terminal = openTerminalHost(newPerson(), { columns, rows: 24 });
  const opened = openTranscript({ style });
  const { editor } = await openEditor({
    commands: () => [
      { name: "model", hint: "[name]", summary: "Shows the model, or chooses another." },
      { name: "mode", hint: "[name]", summary: "Shows what may be done without asking, or changes it." },
      { name: "memory", summary: "Shows what is remembered from one conversation to the next." },
    ],
  });
  const queued: string[] = [];
  const face = new LiveFace({
    ...{ host: terminal.host, style, transcript: opened.transcript, editor },
    footer: (width) => footerLines(footer, { columns: width, style }),
    onInterrupt: () => undefined,
    attention,
  });
  onTestFinished(() => face[Symbol.dispose]());
  // Of a conversation the face draws what waits.
  face.open({ queued, busy: true } as unknown as Conversation);
  const asked: unknown[] = [];
  const rows = async (): Promise<string> => {
    const { scrolled, shown } = await terminal.screen.lines();
    return [...scrolled, ...shown].join("\n");
  };
  const ask = (answer: Promise<unknown>): void => void asked.push(answer);
  return {
    ...{ ...opened, ...terminal, face, queued, ask, style },
    /** All rows, the scrolled ones too. A question first takes no keys for a moment. */
    async capture(): Promise<readonly string[]> {
      if (asked.length > 0)
        await vi.waitFor(async () => expect(await rows()).toMatch(/^❯ \d/m), { timeout: 30_000 });
      face.terminal.redraw();
      return (await rows()).split("\n");
    },
  };
}

type Face = Awaited<ReturnType<typeof openFace>>;

const scenes: Readonly<Record<string, (face: Face) => void | Promise<void>>> = {
  "a banner, and an answer with a table and code": ({ face, transcript, play, screen, style }) => {
    for (const line of bannerLines(facts, { columns: screen.columns, style })) face.note(line);
    transcript.said("What was wrong?");
    play(begin, request(), say(answer), requestEnd, done());
  },
  "an answer under way": ({ play, pass }) => {
    play(begin, request(), { type: "reasoning-delta", text: "Look first." });
    pass(4_000);
    play(say(answer.slice(0, 420)));
  },
  "a command that runs, beside one that failed": ({ play, pass }) => {
    const output = Array.from({ length: 9 }, (_, index) => `test ${index} failed`).join("\n");
    play(begin, request(), start("a", "terminal", "pnpm vitest run --reporter=dot test/a.test.ts"));
    play(end("a", { content: JSON.stringify({ output, exit_code: 1 }), durationMs: 12_000 }));
    play(start("b", "terminal", "pnpm build"));
    const lines = ["building größe.ts", "\u001b[32mdone\u001b[0m in 漢字 🙏"];
    play({ type: "tool-call-progress", callId: "b", name: "terminal", text: "done", lines });
    pass(3_000);
  },
  "an edit": ({ play }) => {
    play(begin, request(), named(start("a", "patch", "src/größe.ts"), "🔧"));
    play(end("a", { name: "patch", shown: { diff }, durationMs: 31 }), done());
  },
  "an approval": ({ face, play, ask, style }) => {
    play(begin, request(), start("a", "terminal", push.summary), { type: "approval-request", request: push });
    ask(
      createApprovalPrompt({ questions: face.questions, style, onInterrupt: () => undefined })(push, {
        signal,
      }),
    );
  },
  "a question of the model": ({ face, play, ask }) => {
    play(begin, request(), named(start("a", "clarify", "Which way?"), "❓"));
    const choices = [
      "Rewrite it, 日本語 and all",
      "Mend the one line that is wrong, and leave all others as they are",
    ];
    const asked = { question: "Which way shall it be done?", choices, allowFreetext: true };
    ask(createClarifyPrompt({ questions: face.questions, onInterrupt: () => undefined })(asked, { signal }));
  },
  "a task list, children and what waits": ({ play, queued }) => {
    const todos = [
      { id: "1", content: "find the fault", status: "completed" },
      {
        id: "2",
        content: "say it in 日本語, at such a length that it must be broken",
        status: "in_progress",
      },
      { id: "3", content: "rest", status: "pending" },
    ];
    play(
      begin,
      request(),
      start("t", "todo"),
      end("t", { name: "todo", content: JSON.stringify({ todos }) }),
    );
    play(named(start("d", "delegate_task", "two reviews"), "👥"));
    for (const [subject, text] of [
      ["c1", "Look at the style · read_file src/a.ts · round 2 · 1,200 tokens · 4 s"],
      [
        "c2",
        "Look at the tests · terminal pnpm test --reporter=dot --run everything there is · round 9 · 31,000 tokens · 75 s",
      ],
    ] as const)
      play({ type: "tool-call-progress", callId: "d", name: "delegate_task", text, subject });
    queued.push(
      "and then the docs",
      "a longer message that waits until all of this is done, however long it takes",
    );
  },
  "the menu of commands": ({ type }) => type("/m"),
  "several scripts in one line": ({ transcript, play, type }) => {
    transcript.said("日本語 👩‍💻 שלום עולם, مرحبا é");
    play(
      begin,
      request(),
      say("שלום **עולם**: 漢字かな交じり文は、折り返しの位置が難しい。🙏🏽 مرحبا بالعالم"),
      requestEnd,
      done(),
    );
    type("漢字 👍 שלום");
  },
};

test.each([
  ["bell", ["bell"]],
  ["desktop", ["notification: Hermes asks you something."]],
  ["off", []],
] as const)("with %s a question calls the person by %j", async (attention, calls) => {
  const { ask, face, screen, capture } = await openFace(60, createStyle(false), attention);
  const asked = { question: "Which way?", choices: ["left", "right"], allowFreetext: false };
  ask(createClarifyPrompt({ questions: face.questions, onInterrupt: () => undefined })(asked, { signal }));

  await capture();

  expect(await screen.calls()).toEqual(calls);
});

const layouts = [
  { columns: 40, colours: true },
  { columns: 60, colours: true },
  { columns: 80, colours: true },
  { columns: 120, colours: true },
  { columns: 80, colours: false },
];

test("what a person sees in four widths, and without colours", async () => {
  await Promise.all(
    layouts.map(async ({ columns, colours }) => {
      const captures = await Promise.all(
        Object.entries(scenes).map(async ([name, play]) => {
          const face = await openFace(columns, createStyle(colours));
          await play(face);
          const lines = await face.capture();
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
          const shown = lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
          return [`=== ${name} `.padEnd(columns, "="), ...shown, ""].join("\n");
        }),
      );
      const file = `captures/${columns}-columns${colours ? "" : "-no-color"}.txt`;
      await expect(captures.join("\n")).toMatchFileSnapshot(file);
    }),
  );
});
