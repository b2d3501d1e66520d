import type { AgentEvent } from "@hermes/agent-loop";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import { loadMarkdown } from "../src/screen/markdown/load-markdown.ts";
import { Transcript, type TranscriptOptions } from "../src/screen/transcript.ts";
import { propertyRuns } from "./support/property-runs.ts";

const plain = createStyle(false);
const coloured = createStyle(true);
const markdown = await loadMarkdown();
const usage = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** A transcript whose clock stands still until it is moved. */
function open(options: Partial<TranscriptOptions> = {}) {
  let now = 0;
  const transcript = new Transcript({ style: plain, now: () => now, markdown, ...options });
  const play = (...events: readonly AgentEvent[]): void => {
    for (const event of events) transcript.event(event);
  };
  return { transcript, play, pass: (ms: number) => void (now += ms) };
}

function everything(transcript: Transcript, columns = 80): readonly string[] {
  return [...transcript.settle(columns), ...transcript.live(columns, 1_000)];
}

const begin: AgentEvent = { type: "turn-start", sessionId: "s", turn: 1 };
const request = (round = 1): AgentEvent => ({ type: "request-start", round });
const say = (text: string): AgentEvent => ({ type: "text-delta", text });
const requestEnd: AgentEvent = { type: "request-end", round: 1, finishReason: "stop", usage };
const start = (callId: string, name = "terminal", detail = "ls"): AgentEvent => ({
  ...{ type: "tool-call-start", callId, name, emoji: "💻", detail, arguments: "{}" },
});
const end = (
  callId: string,
  over: Partial<Extract<AgentEvent, { type: "tool-call-end" }>> = {},
): AgentEvent => ({
  ...{ type: "tool-call-end", callId, name: "terminal", isError: false, durationMs: 300, content: "{}" },
  ...over,
});
const done = (over: Partial<Extract<AgentEvent, { type: "turn-end" }>> = {}): AgentEvent => ({
  ...{ type: "turn-end", reason: "answered", text: "", rounds: 1, usage },
  ...over,
});

describe("a call", () => {
  test("a command that failed shows its exit code and its last lines, and the whole output at Ctrl-O", () => {
    const { transcript, play } = open();
    const output = Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n");

    play(begin, start("a"), end("a", { content: JSON.stringify({ output, exit_code: 2 }) }));

    expect(transcript.settle(80)).toEqual([
      "┊ 💻 terminal  ls  0.3s ✗ exit 2",
      "  … 15 more lines (Ctrl-O)",
      ...[15, 16, 17, 18, 19].map((index) => `  line ${index}`),
    ]);
    expect(transcript.unfold(80)).toEqual(expect.arrayContaining(["  line 0", "  line 19"]));
    expect(transcript.unfold(80)).toBeUndefined();
  });

  test.each([
    ["refused", { notRun: "refused" }, "– refused"],
    ["planned", { notRun: "planned" }, "– planned only"],
    ["invalid", { notRun: "invalid" }, "– invalid call"],
    ["failed", {}, "✗ failed"],
  ] as const)("one that is %s reads so, with the reason of its tool", (_name, over, ending) => {
    const { transcript, play } = open();

    play(begin, start("a"), end("a", { isError: true, content: '{"error":"Because."}', ...over }));

    expect(transcript.settle(80)).toEqual([`┊ 💻 terminal  ls  0.3s ${ending}`, "  Because."]);
  });

  test("the newest lines stand beside a command that runs, and the time that a person is asked does not count", () => {
    const { transcript, play, pass } = open();
    play(begin, start("a"));
    pass(3_000);
    const asked = {
      id: "1",
      sessionId: "s",
      callId: "a",
      tool: "terminal",
      action: "x",
      summary: "",
      reason: "",
    };
    play({ type: "approval-request", request: asked });
    expect(everything(transcript)[0]).toBe("┊ 💻 terminal  ls … waits for your answer");
    pass(60_000);
    play({ type: "approval-end", id: "1", callId: "a", waitedMs: 60_000 });
    pass(2_000);

    play({ type: "tool-call-progress", callId: "a", name: "terminal", text: "two", lines: ["one", "two"] });

    expect(everything(transcript)).toEqual([
      "┊ 💻 terminal  ls … 5.0s",
      "  one",
      "  two",
      "* working 1m 5s · esc to interrupt",
    ]);
  });

  test("an edit shows its diff, cut to forty lines and whole at Ctrl-O", () => {
    const { transcript, play } = open();
    const added = Array.from({ length: 60 }, (_, index) => `+line ${index}`);
    const diff = ["--- a.txt", "+++ a.txt", "@@ -0,0 +1,60 @@", ...added].join("\n");

    play(begin, start("a", "write_file", "a.txt"), end("a", { name: "write_file", shown: { diff } }));

    const lines = transcript.settle(80);
    expect(lines.length).toBeLessThan(50);
    expect(lines.at(-1)).toMatch(/… \d+ more lines \(Ctrl-O\)/);
    expect(transcript.unfold(80)?.join("\n")).toContain("line 59");
  });

  test("each child has one line, which says what it did last", () => {
    const { transcript, play } = open();
    const tell = (subject: string, text: string): AgentEvent => ({
      ...{ type: "tool-call-progress", callId: "a", name: "delegate_task", text, subject },
    });

    play(
      begin,
      start("a", "delegate_task", "two things"),
      tell("c1", "reads"),
      tell("c2", "reads"),
      tell("c1", "writes"),
    );

    expect(everything(transcript).slice(1, 3)).toEqual(["  ├ c1  writes", "  ├ c2  reads"]);
  });

  test("one that waits for permission says so when the turn ends", () => {
    const { transcript, play } = open();

    play(begin, start("a"), done({ reason: "awaiting-approval", awaiting: ["ap1"] }));

    expect(transcript.settle(80)).toEqual([
      expect.stringMatching(/^┊ 💻 terminal {2}ls {2}1ms – waits for permission$/),
      "— waits for permission: ap1 —",
      "hermes approvals show ap1; hermes approvals answer ap1 yes|no",
    ]);
  });
});

test("the task list is updated in place and stands once when the turn ends", () => {
  const { transcript, play } = open();
  const todos = (
    ...statuses: readonly string[]
  ): Partial<Extract<AgentEvent, { type: "tool-call-end" }>> => ({
    ...{
      name: "todo",
      content: JSON.stringify({ todos: statuses.map((status, id) => ({ id, content: `do ${id}`, status })) }),
    },
  });
  play(begin, start("a", "todo"), end("a", todos("in_progress", "pending")));
  expect(everything(transcript).slice(0, 2)).toEqual(["  ▶ do 0", "  ☐ do 1"]);

  play(start("b", "todo"), end("b", todos("completed", "in_progress")));
  expect(everything(transcript).slice(0, 2)).toEqual(["  ☑ do 0", "  ▶ do 1"]);
  play(done());

  expect(everything(transcript)).toEqual(["  ☑ do 0", "  ▶ do 1"]);
  expect(everything(transcript)).toEqual([]);
});

test("the tries of a request are one line that is updated", () => {
  const { transcript, play } = open();
  const retry = (attempt: number): AgentEvent => ({
    type: "retry",
    attempt,
    delayMs: 2_000,
    reason: "HTTP 529.",
  });

  play(begin, request(), retry(1), retry(2));
  expect(everything(transcript)[0]).toBe("— HTTP 529; try 2 in 2.0s —");
  play(say("Hello"), requestEnd, done());

  expect(everything(transcript)).toEqual(["— HTTP 529; try 2 in 2.0s —", "", "Hello"]);
});

test("a thought is folded to the time it took, and told at Ctrl-O, after what is newer", () => {
  const { transcript, play, pass } = open();
  play(begin, request(), { type: "reasoning-delta", text: "Let me see." });
  pass(4_000);
  play(say("Hello"), requestEnd, start("a"), end("a", { content: '{"output":"x","exit_code":0}' }), done());

  expect(everything(transcript)).toEqual([
    "┊ thought 4.0s",
    "",
    "Hello",
    "",
    "┊ 💻 terminal  ls  0.3s ✓",
    "  x",
  ]);
  expect(transcript.unfold(80)?.[0]).toContain("terminal");
  expect(transcript.unfold(80)).toEqual(["┊ thought 4.0s", "  Let me see."]);
  expect(transcript.unfold(80)).toBeUndefined();
});

test("a remark that comes amid an answer stands beneath it and does not break it", () => {
  const { transcript, play } = open();

  play(
    begin,
    request(),
    say("Hello "),
    { type: "notice", id: "n", text: "the build is done" },
    say("world"),
    requestEnd,
  );

  expect(transcript.settle(80)).toEqual(["Hello world", "", "— the build is done —"]);
});

test("what a person sees is complete: no escape sequence, no tab and no line that is too wide", () => {
  const { transcript, play } = open();
  const evil = "\u001b]0;title\u0007a\tb\u001b[2J";

  transcript.said(evil);
  play(begin, request(), { type: "reasoning-delta", text: evil }, say(evil), requestEnd);
  play(start(evil, evil, evil), {
    type: "tool-call-progress",
    callId: evil,
    name: evil,
    text: evil,
    lines: [evil],
  });
  const during = everything(transcript).join("\n");
  play(
    end(evil, { isError: true, content: JSON.stringify({ error: evil }), shown: { diff: `+${evil}` } }),
    done(),
  );

  const shown =
    during +
    everything(transcript).join("\n") +
    transcript.unfold(80)?.join("\n") +
    transcript.unfold(80)?.join("\n");
  // oxlint-disable-next-line no-control-regex -- these must not be there
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(shown).not.toContain("title");
});

test("an answer of which nothing could be drawn yet is complete once all is loaded", async () => {
  let changes = 0;
  const changed = (): void => void changes++;
  const late = new Transcript({ style: coloured, changed });
  for (const each of [begin, request(), say("**Hello** world"), requestEnd, done()]) late.event(each);
  expect(late.settle(80)).toEqual([]);
  expect(late.live(80, 10)).toEqual(["**Hello** world"]);

  late.close();
  await late.ready();

  expect(late.settle(80)).toEqual([`${coloured.bold("Hello")} world`]);
  expect(changes).toBe(1);
});

/** Words that are counted; each is there once. */
class Words {
  readonly said: string[] = [];

  next(): string {
    const word = `w${this.said.length}x`;
    this.said.push(word);
    return word;
  }
}

type Step =
  | "reason"
  | "say"
  | "line"
  | "wide"
  | "retry"
  | "restart"
  | "notice"
  | "note"
  | "said"
  | "warning"
  | "call"
  | "progress"
  | "ask"
  | "end"
  | "todo"
  | "next-request"
  | "turn-end";

const steps = fc.array(
  fc.record({
    step: fc.constantFrom<Step>(
      ...([
        "reason",
        "say",
        "say",
        "say",
        "line",
        "wide",
        "retry",
        "restart",
        "notice",
        "note",
        "said",
        "warning",
      ] as const),
      ...(["call", "call", "progress", "ask", "end", "end", "todo", "next-request", "turn-end"] as const),
    ),
    pick: fc.nat(10),
    columns: fc.integer({ min: 20, max: 140 }),
    drawn: fc.boolean(),
  }),
  { maxLength: 60 },
);

const answers = fc.constantFrom("render", "strip", "raw");

test("whatever happens, every word is there once, in order, in lines that fit, and nothing is left at the end", () => {
  fc.assert(
    fc.property(steps, fc.boolean(), answers, (all, showReasoning, kind) => {
      const { transcript, play, pass } = open({ showReasoning, answers: kind });
      const words = new Words();
      const running: string[] = [];
      const settled: string[] = [];
      const spoken: string[] = [];
      const answer = (): string => {
        const word = words.next();
        spoken.push(word);
        return word;
      };
      let calls = 0;
      const fits = (lines: readonly string[], columns: number): readonly string[] => {
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        return lines;
      };
      const check = (lines: readonly string[]): void => {
        const found = lines.join(" ").match(/w\d+x/g) ?? [];
        expect([...found].sort()).toEqual([...words.said].sort());
        expect(found.filter((word) => spoken.includes(word))).toEqual(spoken);
      };
      play(begin, request());
      for (const { step, pick, columns, drawn } of all) {
        pass(700);
        const callId = running[pick % Math.max(1, running.length)];
        if (step === "reason")
          play({ type: "reasoning-delta", text: showReasoning ? `${words.next()} ` : "hm " });
        if (step === "say") play(say(`${answer()} `));
        if (step === "line") play(say(`${answer()}\n\n`));
        if (step === "wide") play(say(`漢字👩‍👩‍👧 ${answer()} `));
        if (step === "retry") play({ type: "retry", attempt: pick, delayMs: 10, reason: "HTTP 500" });
        if (step === "restart") play({ type: "text-restart", reason: words.next() });
        if (step === "notice") play({ type: "notice", id: "n", text: words.next() });
        if (step === "note") transcript.note([words.next(), words.next()]);
        if (step === "said") transcript.said(words.next());
        if (step === "warning") play({ type: "warning", code: "X", message: words.next() });
        if (step === "call") {
          running.push(`c${calls}`);
          play(start(`c${calls++}`));
        }
        if (callId !== undefined) {
          if (step === "progress")
            play({ type: "tool-call-progress", callId, name: "terminal", text: "x", lines: ["x"] });
          if (step === "end") {
            running.splice(running.indexOf(callId), 1);
            play(end(callId, { content: JSON.stringify({ output: words.next(), exit_code: pick }) }));
          }
        }
        if (step === "todo") play(start("t", "todo"), end("t", { name: "todo", content: '{"todos":[]}' }));
        if (step === "next-request") play(requestEnd, request(2));
        if (step === "turn-end") {
          running.length = 0;
          play(done());
        }
        if (!drawn) continue;
        settled.push(...fits(transcript.settle(columns), columns));
        check([...settled, ...fits(transcript.live(columns, 10_000), columns)]);
        expect(fits(transcript.live(columns, 5), columns).length).toBeLessThanOrEqual(5);
      }
      play(done({ reason: "interrupted" }));
      settled.push(...fits(transcript.settle(40), 40));
      expect(transcript.live(40, 100)).toEqual([]);
      expect(transcript.settle(40)).toEqual([]);
      check(settled);
      for (let lines = transcript.unfold(33); lines !== undefined; lines = transcript.unfold(33))
        fits(lines, 33);
    }),
    propertyRuns(),
  );
});

/** A turn with something of everything. */
function conversation(options: Partial<TranscriptOptions> = {}): {
  readonly transcript: Transcript;
  readonly finish: () => void;
} {
  const { transcript, play, pass } = open(options);
  const failing = { output: "FAIL test/a.test.ts\n  1 failed, 41 passed\n", exit_code: 1 };
  const diff = [
    "--- src/größe.ts",
    "+++ src/größe.ts",
    "@@ -3,3 +3,3 @@",
    " const a = 1;",
    "-const b = '漢字';",
    '+const b = "漢字";',
    " const c = 3;",
  ].join("\n");
  transcript.said("Fix the failing test in src/größe.ts, and tell me in 日本語 what was wrong 🙏");
  play(begin, request(), { type: "reasoning-delta", text: "Look first." });
  pass(4_200);
  play(
    say("I'll run the tests first, to see which of them fails and what it says about the file.\n"),
    requestEnd,
  );
  play(
    start("a", "terminal", "pnpm vitest run --reporter=dot test/a.test.ts"),
    end("a", { content: JSON.stringify(failing), durationMs: 12_000 }),
  );
  play(
    { ...start("b", "patch", "src/größe.ts"), emoji: "🔧" } as AgentEvent,
    end("b", { name: "patch", shown: { diff }, durationMs: 31 }),
  );
  play(
    start("c", "terminal", "rm -rf build"),
    end("c", {
      isError: true,
      notRun: "refused",
      content: '{"error":"Not done. It would delete build. It was not permitted: Keep it."}',
    }),
  );
  play(
    start("t", "todo"),
    end("t", {
      name: "todo",
      content:
        '{"todos":[{"id":"1","content":"find the fault","status":"completed"},{"id":"2","content":"say it in 日本語","status":"in_progress"}]}',
    }),
  );
  play({ type: "retry", attempt: 2, delayMs: 2_000, reason: "HTTP 529." });
  play(start("d", "terminal", "pnpm build"), {
    type: "tool-call-progress",
    callId: "d",
    name: "terminal",
    text: "done",
    lines: ["building größe.ts", "done"],
  });
  pass(3_000);
  return {
    transcript,
    finish: () =>
      play(
        end("d", { content: '{"output":"building\\ndone\\n","exit_code":0}', durationMs: 3_000 }),
        say("文字列の引用符が原因でした。"),
        requestEnd,
        done(),
      ),
  };
}

test.each([40, 60, 80, 120])("a conversation at %i columns", (columns) => {
  const { transcript, finish } = conversation();
  const during = { settled: transcript.settle(columns), live: transcript.live(columns, 30) };
  finish();

  expect(
    [...during.settled, "~~~ live", ...during.live, "~~~ settled later", ...transcript.settle(columns)].join(
      "\n",
    ),
  ).toMatchSnapshot();
});

test("a conversation in colours says the same", () => {
  const [without, within] = [
    conversation(),
    conversation({ style: createStyle(true), spinner: { faces: ["*"] } }),
  ].map(({ transcript, finish }) => {
    finish();
    // oxlint-disable-next-line no-control-regex -- colours
    return everything(transcript)
      .join("\n")
      .replace(/\u001b\[[0-9;]*m/g, "");
  });
  expect(within).toBe(without);
});
