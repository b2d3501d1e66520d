import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { approvalText, stagedText } from "../src/prompt/approval-text.ts";
import { createApprovalPrompt } from "../src/prompt/approval-prompt.ts";
import { plainQuestions } from "../src/prompt/plain-questions.ts";
import { fold, markedCommand } from "../src/prompt/marked-command.ts";
import { createStyle } from "../src/render/style.ts";
import { columnsOf } from "../src/render/fit.ts";
import { visibleText } from "../src/render/visible-text.ts";
import { propertyRuns } from "./support/property-runs.ts";

const style = createStyle(false);
const request = {
  ...{ id: "a", sessionId: "s", callId: "c", tool: "terminal", action: "terminal.run" },
  reason: "It deletes folders.",
};

function shown(
  summary: string,
  options: { readonly columns?: number; readonly whole?: boolean } = {},
): string {
  const space = { style, columns: 80, rows: Infinity, whole: false };
  return approvalText({ ...request, summary }, { ...space, ...options }).lines.join("\n");
}

test.each([
  ["an escape sequence", "ls\u001b[2K\u001b[1Grm -rf ~", "⟨escape⟩[2K"],
  ["a return to the start of the line", "rm -rf ~\rls", "⟨return⟩ls"],
  ["text that is turned around", "echo \u202etxt.exe", "⟨U+202E turns the text around⟩"],
  ["a mark without a width", "rm\u200b -rf", "rm⟨U+200B⟩ -rf"],
  ["a blank that is none", "rm\u00a0-rf", "rm⟨U+00A0⟩-rf"],
  ["tag characters", "ls \u{e0072}\u{e006d}", "⟨U+E0072⟩⟨U+E006D⟩"],
  ["a bell", "ls\u0007", "⟨U+0007⟩"],
  ["a tab", "ls\t-a", "⟨tab⟩"],
  ["half a character", "ls \ud800", "⟨U+D800⟩"],
])("%s is made visible", (_what, command, sign) => {
  expect(shown(command)).toContain(sign);
});

test("everyday text of any language is shown as it is", () => {
  for (const text of ["echo Grüße, мир, 世界, مرحبا 🎉 | sort", "git commit -m 'naïve café'"])
    expect(visibleText(text)).toBe(text);
});

test.each([
  ["blanks", `echo ok${" ".repeat(5_000)}; rm -rf ~/precious`],
  ["empty lines", `echo ok${"\n".repeat(5_000)}rm -rf ~/precious`],
  ["long words", `echo ${"a".repeat(50_000)}; rm -rf ~/precious`],
  ["many lines", `${"echo ok\n".repeat(5_000)}rm -rf ~/precious`],
])("the end of a command is seen behind any number of %s", (_what, command) => {
  const text = shown(command, { columns: 60 });

  expect(text.replaceAll(/\n {2}┆ /g, "")).toContain("rm -rf ~/precious");
  expect(text.split("\n").length).toBeLessThan(40);
});

test("whatever the command, no row is wider than the terminal, controls are gone and the last words are there", () => {
  const command = fc.string({
    unit: fc.constantFrom(..."ab $\"'\n\t\r\u001b[m", "世", "🎉", "\u202e", " ".repeat(40)),
    maxLength: 400,
  });
  fc.assert(
    fc.property(command, fc.integer({ min: 24, max: 120 }), (text, columns) => {
      const rows = markedCommand(`${text}THE-END`, { spans: [], columns, style });
      const { rows: folded } = fold(rows, { most: 10, hint: "" });
      for (const row of folded) {
        expect(columnsOf(row)).toBeLessThanOrEqual(
          Math.max(columns, 20) + 40 * Number(row.startsWith("  …")),
        );
        // oxlint-disable-next-line no-control-regex -- these must not be there
        expect(row).not.toMatch(/[\u0000-\u001f\u202e]/);
      }
      expect(
        folded
          .slice(-10)
          .map((row) => row.slice(4))
          .join(""),
      ).toContain("THE-END");
    }),
    propertyRuns(),
  );
});

test("findings are marked below the part of the command they are about, on any line", () => {
  const summary = "echo start\nrm -rf build && echo done";
  const findings = [{ id: "delete.recursive", reason: "It deletes build.", span: { start: 11, end: 23 } }];
  const { lines } = approvalText(
    { ...request, reason: "It deletes build.", summary, findings },
    { style, columns: 80, rows: Infinity, whole: false },
  );

  expect(lines).toEqual([
    "  │ echo start",
    "  │ rm -rf build && echo done",
    "  ┆ ^^^^^^^^^^^^",
    "  ! It deletes build.",
  ]);
});

test("a part with a finding is never folded", () => {
  const filler = "echo ok\n".repeat(200);
  const summary = `${filler}rm -rf build\n${filler}`;
  const span = { start: filler.length, end: filler.length + 12 };
  const { lines, folded } = approvalText(
    { ...request, summary, findings: [{ id: "x", reason: "Why.", span }] },
    { style, columns: 80, rows: Infinity, whole: false },
  );

  expect(folded).toBe(true);
  expect(lines).toContain("  │ rm -rf build");
  expect(lines.some((line) => line.includes("lines are folded away here"))).toBe(true);
});

test("an edit is shown as a diff whose text can't imitate the prompt's own lines", () => {
  const diff = "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-old\n+new\u001b[2J";
  const { lines } = approvalText(
    { ...request, summary: "patch a", diff },
    { style, columns: 80, rows: Infinity, whole: false },
  );

  expect(lines).toContain("  1 - old");
  expect(lines).toContain("  1 + new⟨escape⟩[2J");
});

test("a script that is run is shown line by line, whatever it holds", () => {
  const diff = "@@ /w/run.sh @@\n #!/bin/sh\n \trm\u200b -rf ~\n --- a\n \n end";
  const { lines } = approvalText(
    { ...request, summary: "sh run.sh", diff },
    { style, columns: 80, rows: Infinity, whole: false },
  );

  for (const line of ["@@ /w/run.sh @@", " #!/bin/sh", "     rm⟨U+200B⟩ -rf ~", " --- a", " end"])
    expect(lines).toContain(`  ${line}`);
});

const staged = {
  output: "gone\u001b[2J\n",
  exitCode: 0,
  changes: [
    { path: "/w/a", change: "deleted" },
    { path: "/w/b", change: "created" },
  ],
} as const;

test("a dry run lists what would be created, changed and deleted", () => {
  const space = { style, columns: 80, rows: Infinity, whole: false };
  const text = stagedText({ summary: "tidy" }, staged, space).lines.join("\n");

  expect(text).toContain("create 1, change 0 and delete 1 files");
  expect(text).toContain("- deleted /w/a");
  expect(text).toContain("gone⟨escape⟩[2J");
});

interface Session {
  readonly answers: readonly string[];
  readonly rule?: string;
  readonly canStage?: boolean;
}

async function ask({ answers, rule, canStage = false }: Session) {
  const prompts: string[] = [];
  const waiting = [...answers];
  const questions = plainQuestions({
    style,
    columns: () => 80,
    ask: async ({ intro, prompt }) => {
      prompts.push(stripVTControlCharacters([...intro, prompt].join("\n")));
      return { type: "line", text: waiting.shift() ?? "" };
    },
  });
  const approve = createApprovalPrompt({ questions, style, onInterrupt: () => undefined });
  const stage = canStage ? async () => staged : undefined;
  const answer = await approve(
    { ...request, summary: "rm -rf build", rule },
    { signal: AbortSignal.timeout(5_000), stage },
  );
  return { answer, prompts };
}

test.each([
  ["y", { approved: true, scope: "once" }],
  ["once", { approved: true, scope: "once" }],
  ["S", { approved: true, scope: "session" }],
  ["", { approved: false, reason: "The person said no." }],
  ["n", { approved: false, reason: "The person said no." }],
  ["no, use trash", { approved: false, reason: "The person said no: use trash" }],
  ["yes please do", { approved: false, reason: "The person said no: yes please do" }],
  ["yy", { approved: false, reason: "The person said no: yy" }],
])("%j is answered with %j", async (typed, expected) => {
  expect((await ask({ answers: [typed] })).answer).toEqual(expected);
});

test('"always" is offered only with the rule it would write', async () => {
  const offered = await ask({ answers: ["a"], rule: "terminal(npm publish)" });
  const missing = await ask({ answers: ["a", "n"] });

  expect(offered.answer).toEqual({ approved: true, scope: "always" });
  expect(offered.prompts[0]).toContain("  always: terminal(npm publish)");
  expect(missing.prompts[0]).not.toContain("[a]lways");
  expect(missing.prompts[1]).toContain("can't be allowed for good");
  expect(missing.answer).toMatchObject({ approved: false });
});

test("a dry run is shown before it is committed, and the answer refers to it", async () => {
  const { answer, prompts } = await ask({ answers: ["t", "y"], canStage: true });

  expect(prompts[0]).toContain("[t]ry it first");
  expect(prompts[1]).toContain("- deleted /w/a");
  expect(prompts[1]).toContain("[y]es, make it real");
  expect(answer).toEqual({ approved: true, scope: "once", staged });
});

test("a discarded dry run counts as a refusal", async () => {
  expect((await ask({ answers: ["t", ""], canStage: true })).answer).toMatchObject({ approved: false });
});
