import type { AgentEvent } from "@hermes/agent-loop";
import { describe, expect, test } from "vitest";
import { createStyle } from "../src/render/style.ts";
import { Transcript } from "../src/screen/transcript.ts";
import {
  begin,
  done,
  end,
  everything,
  openTranscript,
  request,
  requestEnd,
  say,
  start,
} from "./support/transcript.ts";

const coloured = createStyle(true);

describe("a call", () => {
  test("a command that failed shows its exit code and its last lines, and the whole output at Ctrl-O", () => {
    const { transcript, play } = openTranscript();
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
    const { transcript, play } = openTranscript();

    play(begin, start("a"), end("a", { isError: true, content: '{"error":"Because."}', ...over }));

    expect(transcript.settle(80)).toEqual([`┊ 💻 terminal  ls  0.3s ${ending}`, "  Because."]);
  });

  test("the newest lines stand beside a command that runs, and the time that a person is asked does not count", () => {
    const { transcript, play, pass } = openTranscript();
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

  test("what it was given and what came of it are read by field, lists and what they hold beneath", () => {
    const { transcript, play } = openTranscript();
    const results = [
      { id: "c1", status: "done", tokens: { input: 5, output: 1 } },
      { id: "c2", left: [] },
    ];

    play(begin, start("a"), end("a", { content: JSON.stringify({ results, note: "two\nlines" }) }));

    expect(
      transcript
        .unfold(80)
        ?.slice(1)
        .map((line) => line.slice(2)),
    ).toEqual([
      ...["→", "results:", "  - id: c1", "    status: done", "    tokens:", "      input: 5"],
      ...["      output: 1", "  - id: c2", "    left: (none)", "note:", "two", "lines"],
    ]);
  });

  test("a question to the person has no line of its own, unless it could not be put", () => {
    const { transcript, play } = openTranscript();

    play(begin, start("a", "clarify"), end("a", { name: "clarify", content: '{"answer":"yes"}' }));
    play(start("b", "clarify"), end("b", { name: "clarify", isError: true, content: '{"error":"Nobody."}' }));

    expect(transcript.settle(80)).toEqual(["┊ 💻 clarify  ls  0.3s ✗ failed", "  Nobody."]);
  });

  test("nothing is said to work while the person is asked", () => {
    const { transcript, play } = openTranscript();

    play(begin, start("a"));

    expect(transcript.live(80, 10).join("\n")).toContain("working");
    expect(transcript.live(80, 10, true).join("\n")).not.toContain("working");
  });

  test("an edit shows its diff, cut to forty lines and whole at Ctrl-O", () => {
    const { transcript, play } = openTranscript();
    const added = Array.from({ length: 60 }, (_, index) => `+line ${index}`);
    const diff = ["--- a.txt", "+++ a.txt", "@@ -0,0 +1,60 @@", ...added].join("\n");

    play(begin, start("a", "write_file", "a.txt"), end("a", { name: "write_file", shown: { diff } }));

    const lines = transcript.settle(80);
    expect(lines.length).toBeLessThan(50);
    expect(lines.at(-1)).toMatch(/… \d+ more lines \(Ctrl-O\)/);
    expect(transcript.unfold(80)?.join("\n")).toContain("line 59");
  });

  test("each child has one line, which says what it did last", () => {
    const { transcript, play } = openTranscript();
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

    expect(everything(transcript).slice(1, 3)).toEqual(["  ├ writes", "  ├ reads"]);
  });

  test("one that waits for permission says so when the turn ends", () => {
    const { transcript, play } = openTranscript();

    play(begin, start("a"), done({ reason: "awaiting-approval", awaiting: ["ap1"] }));

    expect(transcript.settle(80)).toEqual([
      expect.stringMatching(/^┊ 💻 terminal {2}ls {2}1ms – waits for permission$/),
      "— waits for permission: ap1 —",
      "hermes approvals show ap1; hermes approvals answer ap1 yes|no",
    ]);
  });
});

test("the task list is updated in place and stands once when the turn ends", () => {
  const { transcript, play } = openTranscript();
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

test("beneath what was drawn on the canvas stands its file", () => {
  const { transcript, play } = openTranscript();
  const content = '{"success":true,"id":"page-1","path":"/h/canvas/s/page-1.html"}';

  play(begin, start("a", "canvas"), end("a", { name: "canvas", content }));

  expect(everything(transcript).slice(0, 2)).toEqual([
    expect.stringMatching(/ canvas /),
    "  /h/canvas/s/page-1.html",
  ]);
});

test("the tries of a request are one line that is updated", () => {
  const { transcript, play } = openTranscript();
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
  const { transcript, play, pass } = openTranscript();
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
  const { transcript, play } = openTranscript();

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
  const { transcript, play } = openTranscript();
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

test("a remark that is not known yet has its place, and holds nothing back once it can't be", async () => {
  const { transcript } = openTranscript();
  const facts = Promise.withResolvers<string>();

  transcript.later(facts.promise);
  transcript.later(Promise.reject(new Error("No store.")));
  transcript.remark("next");
  expect(transcript.settle(80)).toEqual([]);
  facts.resolve("3 skills");
  await facts.promise;
  await Promise.resolve();

  expect(transcript.settle(80)).toEqual(["3 skills", "", "— next —"]);
});

test("a remark that never became known does not keep a transcript open", async () => {
  const { transcript } = openTranscript();

  transcript.later(new Promise(() => undefined));
  transcript.remark("last");
  transcript.close();
  await transcript.ready();

  expect(transcript.settle(80)).toEqual(["", "— last —"]);
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
