import type { AgentEvent } from "@hermes/agent-loop";
import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import type { Transcript, TranscriptOptions } from "../src/screen/transcript.ts";
import { propertyRuns } from "./support/property-runs.ts";
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
      const { transcript, play, pass } = openTranscript({ showReasoning, answers: kind });
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
  const { transcript, play, pass } = openTranscript(options);
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
