import { expect, test } from "vitest";
import { columnsOf } from "../src/render/fit.ts";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const code = `from hermes_tools import write_file, read_file
write_file("a.txt", "one\\n")
try:
  read_file("missing.txt")
except Exception:
  print("not there")`;

const inner = [
  /┊ write_file {2}\{"content":"one\\n","path":"a\.txt"\} {2}\S+$/m,
  /┊ read_file {2}\{"path":"missing\.txt"\} {2}\S+ failed$/m,
];

test.skipIf(!hasTerminals)(
  "calls made by a script are shown with --verbose, in sessions show and in exports",
  async () => {
    const calls = [{ name: "execute_code", arguments: { code } }];
    const person = await personWithModel([{ calls }, { text: "Done." }]);

    const verbose = await hermes(person, ["-q", "Go", "--yolo", "--verbose"]);
    const shown = await hermes(person, ["sessions", "show", "latest"]);
    const json = await hermes(person, ["sessions", "show", "latest", "--json"]);
    const markdown = await hermes(person, ["sessions", "export", "latest", "--format", "markdown"]);
    const jsonl = await hermes(person, ["sessions", "export", "latest"]);
    const terminal = openTestTerminal(person, ["sessions", "show", "latest"], { columns: 38 });

    expect(verbose).toMatchObject({ code: 0, stdout: "Done.\n" });
    for (const pattern of inner) {
      expect(verbose.stderr).toMatch(pattern);
      expect(shown.stdout).toMatch(pattern);
    }
    expect(verbose.stderr.indexOf("write_file")).toBeLessThan(
      verbose.stderr.indexOf(" execute_code  python"),
    );
    expect(JSON.parse(json.stdout)).toMatchObject({
      messages: [
        {},
        {},
        {
          innerCalls: [
            { tool: "write_file", outcome: "done", durationMs: expect.any(Number) },
            { tool: "read_file", arguments: '{"path":"missing.txt"}', outcome: "failed" },
          ],
        },
        {},
      ],
    });
    expect(markdown.stdout).toMatch(
      /- `write_file` \{.*a\.txt.*\}\n- `read_file` \(failed\) \{"path":"missing\.txt"\}/,
    );
    const lines = jsonl.stdout.trim().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        role: "tool",
        inner_calls: [
          expect.objectContaining({ name: "write_file", outcome: "done" }),
          expect.objectContaining({ name: "read_file", outcome: "failed" }),
        ],
      }),
    );
    expect(await terminal.exitCode).toBe(0);
    const rows = terminal.text().split(/\r?\n/);
    expect(rows.filter((row) => columnsOf(row) > 38)).toEqual([]);
    expect(rows).toContainEqual(expect.stringMatching(/^ {2}┊ read_file .*… {2}\S+ failed$/));
  },
  20_000,
);
