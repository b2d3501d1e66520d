import type { ApprovalRequest, StagedRun } from "@hermes/registry";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApprovalQuestion } from "../src/prompt/approval-question.ts";
import { openChoiceView } from "../src/prompt/choices/choice-view.ts";
import type { Outcome } from "../src/prompt/question.ts";
import { columnsOf } from "../src/render/fit.ts";
import { createStyle } from "../src/render/style.ts";
import type { Size } from "../src/screen/picture.ts";
import { propertyRuns } from "./support/property-runs.ts";

const style = createStyle(false);
const up = "\u001b[A";
const down = "\u001b[B";
const escape = "\u001b";
const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;

const push: ApprovalRequest = {
  ...{ id: "a", sessionId: "s", callId: "c", tool: "terminal", action: "terminal.run" },
  summary: "git push --force",
  reason: "It rewrites what others have fetched.",
  rule: "terminal(git push --force)",
};

const staged: StagedRun = {
  output: Array.from({ length: 60 }, (_, line) => `line ${line} 日本語`).join("\n"),
  exitCode: 0,
  changes: Array.from({ length: 80 }, (_, file) => ({ path: `/w/file-${file}`, change: "deleted" })),
};

/** A question as it stands, with what a person sees of it. */
class Asked {
  readonly notes: string[] = [];
  readonly asked: ApprovalQuestion;
  outcome: Outcome | undefined;
  size: Size;
  readonly #view;
  readonly #answered: Promise<Outcome>;

  constructor(request: ApprovalRequest, { size = { columns: 80, rows: 24 }, canTry = true } = {}) {
    this.size = size;
    this.asked = new ApprovalQuestion(request, {
      style,
      signal: new AbortController().signal,
      stage: canTry ? async () => staged : undefined,
    });
    const { view, answered } = openChoiceView(this.asked.question(), {
      style,
      size,
      redraw: () => this.lines(),
      note: (lines) => this.notes.push(...lines),
    });
    this.#view = view;
    this.#answered = answered;
    this.lines();
  }

  lines(): readonly string[] {
    return this.#view.frame(this.size).lines;
  }

  get caret() {
    return this.#view.frame(this.size).caret;
  }

  get text(): string {
    return this.lines().join("\n");
  }

  get highlighted(): string | undefined {
    return this.lines().find((line) => line.startsWith("❯"));
  }

  async press(...sequences: readonly string[]): Promise<void> {
    for (const sequence of sequences) this.#view.press(sequence);
    await this.wait(0);
  }

  /** Lets time go by, and learns the answer if there is one by then. */
  async wait(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    this.outcome ??= await Promise.race([this.#answered, Promise.resolve(undefined)]);
  }

  async type(text: string): Promise<void> {
    await this.press(...text);
  }

  settled(columns = 80): string {
    return this.#view.settled(columns).join("\n");
  }

  get approved(): boolean {
    const answer = this.outcome && this.asked.answerOf(this.outcome);
    return answer?.approved === true;
  }
}

/** One that takes keys. */
async function awake(request = push, options: ConstructorParameters<typeof Asked>[1] = {}): Promise<Asked> {
  const asked = new Asked(request, options);
  await asked.wait(260);
  return asked;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a question shows the call, its reason, the rule that would be kept, and No highlighted", async () => {
  const asked = await awake();

  expect(asked.lines()).toMatchInlineSnapshot(`
    [
      "? terminal wants to do this:",
      "  │ git push --force",
      "  It rewrites what others have fetched.",
      "  1. Yes once (y)",
      "  2. Yes, for this session (s)",
      "  3. Yes, always: terminal(git push --force) (a)",
      "  4. Try it first, on a copy (t)",
      "❯ 5. No (n)",
      "  No, and tell it why: …",
      "  ↑↓ 1–5 · Enter takes · Esc interrupts",
    ]
  `);
});

test("a call of a script says so", async () => {
  const ofScript = await awake({ ...push, byScript: true });

  expect(ofScript.lines()[0]).toBe("? terminal, called by a script, wants to do this:");
});

describe("what is typed", () => {
  test.each([
    [["y", "\r"], { approved: true, scope: "once" }],
    [["y"], { approved: true, scope: "once" }],
    [["S"], { approved: true, scope: "session" }],
    [["3"], { approved: true, scope: "always" }],
    [["a", "\r"], { approved: true, scope: "always" }],
    [["yes", "\r"], { approved: true, scope: "once" }],
    [["\r"], { approved: false, reason: "The person said no." }],
    [["n"], { approved: false, reason: "The person said no." }],
    [[down, "use trash", "\r"], { approved: false, reason: "The person said no: use trash" }],
    [["no, use trash", "\r"], { approved: false, reason: "The person said no: use trash" }],
    [["stop", "\r"], { approved: false, reason: "The person said no: stop" }],
    [["abort", "\r"], { approved: false, reason: "The person said no: abort" }],
    [["1 more thing", "\r"], { approved: false, reason: "The person said no: 1 more thing" }],
    [["yes please", "\r"], { approved: false, reason: "The person said no: yes please" }],
    [[paste("y\n"), "\r"], { approved: false, reason: "The person said no: y" }],
    [["\u001b[121u", "\u001b[121;1:3u"], { approved: true, scope: "once" }],
    [["\u001b[121u", "\u001b[13u"], { approved: true, scope: "once" }],
  ])("%j means %j", async (keys, answer) => {
    const asked = await awake();

    for (const each of keys) await (/^\u001b/.test(each) ? asked.press(each) : asked.type(each));
    await asked.wait(600);

    expect(asked.outcome && asked.asked.answerOf(asked.outcome)).toEqual(answer);
  });

  test("the first quarter of a second counts from the last key, and only Ctrl-C is heard in it", async () => {
    const asked = new Asked(push);

    for (let key = 0; key < 10; key += 1) {
      await asked.wait(200);
      await asked.press("y", "\r", up);
    }
    expect(asked.highlighted).toBeUndefined();
    await asked.wait(240);
    expect(asked.highlighted).toBeUndefined();
    await asked.wait(20);

    expect(asked.highlighted).toContain("No");
    expect(asked.outcome).toBeUndefined();
    const other = new Asked(push);
    await other.press("\u0003");
    expect(other.outcome).toEqual({ type: "interrupt" });
  });

  test("Escape and Ctrl-C while it is tried end the question, and the trial's result is dropped", async () => {
    const asked = await awake();

    asked.press("t", "\r", escape).catch(() => undefined);
    await asked.wait(1);

    expect(asked.outcome).toEqual({ type: "interrupt" });
    expect(asked.settled()).toBe("– not answered: git push --force");
  });
});

test("a dry run takes the place of the call, needs its own yes, and the answer refers to it", async () => {
  const asked = await awake();

  await asked.press("t", "\r");
  await asked.press("y", "\r");
  expect(asked.outcome).toBeUndefined();
  await asked.wait(300);
  expect(asked.highlighted).toContain("No");
  expect(asked.text).toContain("create 0, change 0 and delete 80 files");
  expect(asked.text).toContain("git push --force");
  expect(asked.text).not.toContain("Try it");
  await asked.press("y", "\r");

  expect(asked.outcome && asked.asked.answerOf(asked.outcome)).toEqual({
    approved: true,
    scope: "once",
    staged,
  });
  expect(asked.settled()).toBe("✓ made real: git push --force");
});

test("what is folded is shown whole above the question, where it stays", async () => {
  const summary = Array.from({ length: 100 }, (_, line) => `echo ${line}`).join("\n");
  const asked = await awake({ ...push, summary }, { canTry: false });

  expect(asked.text).toContain("lines are folded away here; v shows them");
  await asked.press("v", "\r");
  await asked.wait(300);

  for (let line = 0; line < 100; line += 1) expect(asked.notes).toContain(`  │ echo ${line}`);
  expect(asked.text).not.toContain("View all");
  expect(asked.highlighted).toContain("No");
});

test.each([
  [["y", "\r"], "✓ allowed once: rm -r build"],
  [["s", "\r"], "✓ allowed for this session: rm -r build"],
  [["\r"], "✗ refused: rm -r build"],
  [[down, "x", "\r"], "✗ refused: rm -r build (x)"],
  [[escape], "– not answered: rm -r build"],
  [[], "– not asked any more: rm -r build"],
])("after %j one line stays: %s", async (keys, line) => {
  const asked = await awake({ ...push, summary: "rm -r build" });

  await asked.press(...keys);

  expect(asked.settled()).toBe(line);
  expect(columnsOf(asked.settled(20))).toBeLessThan(20);
});

const size: fc.Arbitrary<Size> = fc.record({
  columns: fc.integer({ min: 20, max: 140 }),
  rows: fc.integer({ min: 5, max: 50 }),
});
const text = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        "日本語",
        "👩‍👩‍👧",
        "a".repeat(200),
        "مرحبا",
        "\t",
        "\u001b[2J",
        "\n",
        "rm -rf ~/x",
        " ".repeat(40),
      ),
    ),
    { maxLength: 40 },
  )
  .map((all) => all.join(" "));
const request: fc.Arbitrary<ApprovalRequest> = fc
  .record({
    summary: text,
    reason: text,
    rule: fc.option(text, { nil: undefined }),
    diff: fc.option(
      text.map((all) =>
        all
          .split("\n")
          .map((line, index) => `${"+- "[index % 3]}${line}`)
          .join("\n"),
      ),
      { nil: undefined },
    ),
    spans: fc.array(fc.nat({ max: 300 }), { maxLength: 5 }),
  })
  .map(({ spans, ...rest }) => ({
    ...push,
    ...rest,
    findings: spans.map((start) => ({ id: "x", reason: `Why ${start}?`, span: { start, end: start + 9 } })),
  }));
type Action = { readonly key: string } | { readonly wait: number } | { readonly size: Size };
const harmless: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom("\r", "\u001b[200~", "\u001b[13u", "\u001b[99;99~", "\u0000").map((key) => ({ key })),
  fc.constantFrom("y", "yes", "1\r", "y\r\n", "s\n", "a").map((pasted) => ({ key: paste(pasted) })),
  fc.integer({ min: 0, max: 1_000 }).map((wait) => ({ wait })),
  size.map((next) => ({ size: next })),
);
const anything: fc.Arbitrary<Action> = fc.oneof(
  harmless,
  fc.constantFrom(..."ysatvno12345 exk").map((key) => ({ key })),
  fc
    .constantFrom(
      up,
      down,
      "\t",
      "\u001b[Z",
      "\u001b[H",
      "\u001b[F",
      "\u007f",
      "\u0017",
      "\u0015",
      "\u001b[C",
      "\u001b[D",
    )
    .map((key) => ({ key })),
);

async function act(asked: Asked, action: Action): Promise<void> {
  if ("wait" in action) await asked.wait(action.wait);
  else if ("key" in action) await asked.press(action.key);
  else asked.size = action.size;
}

test("Enter, pastes, waiting, resizes and keys that come early never approve", async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      size,
      fc.array(harmless, { maxLength: 25 }),
      fc.string(),
      async (request, size, actions, early) => {
        const asked = new Asked(request, { size });
        await asked.press(...early, "y", "\r", "1");

        for (const action of actions) await act(asked, action);
        await asked.wait(2_000);

        expect(asked.approved).toBe(false);
      },
    ),
    propertyRuns(),
  );
});

test("whatever is pressed, a yes stood highlighted before it was taken, by Enter or by its name alone", async () => {
  let approvals = 0;
  await fc.assert(
    fc.asyncProperty(request, size, fc.array(anything, { maxLength: 25 }), async (request, size, actions) => {
      const asked = await awake(request, { size });
      // What was typed since the last key of another kind.
      let typed = "";
      for (const action of actions) {
        const before = asked.highlighted;
        await act(asked, action);
        if (asked.approved) {
          approvals += 1;
          expect(before).toMatch(/^❯ \d\. Yes/);
          if ("wait" in action) expect(typed.trimStart()).toMatch(/^([yosa123]|yes|once|session|always)$/);
          else expect(action).toMatchObject({ key: expect.stringMatching(/^(\r|\u001b\[13u)$/) });
        }
        if (asked.outcome) return;
        if ("wait" in action) typed = action.wait >= 500 ? "" : typed;
        else if ("key" in action) typed = /^[ -~]$/.test(action.key) ? typed + action.key : "";
      }
    }),
    propertyRuns(),
  );
  expect(approvals).toBeGreaterThan(0);
}, 600_000);

test("whatever is asked and pressed, frames are neither wider nor taller than the terminal, and one row is highlighted", async () => {
  await fc.assert(
    fc.asyncProperty(request, size, fc.array(anything, { maxLength: 12 }), async (request, size, actions) => {
      const asked = await awake(request, { size });
      for (const action of actions) {
        await act(asked, action);
        if (asked.outcome) return;
        const { columns, rows } = asked.size;
        expect(asked.lines().length).toBeLessThanOrEqual(rows);
        for (const line of asked.lines()) {
          expect(columnsOf(line)).toBeLessThan(columns);
          // oxlint-disable-next-line no-control-regex -- nothing of these may reach the terminal
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
        }
        const { caret } = asked;
        if (caret) {
          expect(caret.row).toBeLessThan(asked.lines().length);
          expect(caret.column).toBeLessThan(columns);
        }
      }
    }),
    propertyRuns(),
  );
}, 600_000);
