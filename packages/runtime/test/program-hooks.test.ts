import type { ApprovalRequest, Approver } from "@hermes/registry";
import { scripted } from "@hermes/models";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { agree, answering, hello, noJail, node, placeWith, turnIn } from "./support/hook-place.ts";
import type { Entry } from "./support/hook-place.ts";
import { callingModel, requestOf, runtimeIn } from "./support/scripted-runtime.ts";

/** Whether a process of this machine sleeps for so long. */
function runs(seconds: string): boolean {
  const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return stdout.split("\n").some((line) => line.trim() === `sleep ${seconds}`);
}

describe("a hook that was agreed to", () => {
  test("blocks a call by JSON, for the tools that its matcher names alone", async () => {
    const place = await placeWith(
      { pre_tool_call: [{ matcher: "terminal|patch", command: node("guard.cjs") }] },
      { "guard.cjs": answering(`{ decision: "block", reason: "no " + event.tool_input.command }`) },
    );
    await agree(place);
    await writeFile(join(place.project, "a.txt"), "text");
    const model = callingModel(hello, { name: "read_file", arguments: { path: "a.txt" } });

    const { results, warnings } = await turnIn(place, { model });

    expect(results[0]).toMatchObject({ error: "no echo hello" });
    expect(JSON.stringify(results[1])).toContain("text");
    expect(warnings).toEqual([]);
  });

  test("blocks by the exit code 2, with its stderr as the reason", async () => {
    const place = await placeWith(
      { PreToolUse: [{ command: "sh ./guard.sh" }] },
      { "guard.sh": "cat > seen.json; echo 'not today' >&2; exit 2\n" },
    );
    await agree(place);

    const { results } = await turnIn(place);

    expect(results).toMatchObject([{ error: "not today" }]);
    expect(JSON.parse(await readFile(join(place.project, "seen.json"), "utf8"))).toMatchObject({
      ...{ hook_event_name: "PreToolUse", cwd: place.project, extra: {} },
      ...{ tool_name: "terminal", tool_input: { command: "echo hello" } },
    });
  });

  test("changes what a tool gets, and what the model sees of its result", async () => {
    const place = await placeWith(
      {
        PreToolUse: [{ command: node("change.cjs") }],
        post_tool_call: [{ command: node("hide.cjs") }],
      },
      {
        "change.cjs": answering(
          `{ hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "echo changed" } } }`,
        ),
        "hide.cjs": answering(`{ tool_response: event.tool_response.replace("changed", "hidden") }`),
      },
    );
    await agree(place);

    const { results } = await turnIn(place);

    expect(results).toMatchObject([{ output: "hidden\n" }]);
  });

  test("adds context to the words of the person, as text that is not theirs", async () => {
    const place = await placeWith(
      { on_session_start: [{ command: "sh start.sh" }], UserPromptSubmit: [{ command: "sh context.sh" }] },
      { "context.sh": "echo 'The build is red.'\n", "start.sh": "echo 'It is Monday.'\n" },
    );
    await agree(place);
    const model = scripted([{ text: "ok" }]);

    const { warnings } = await turnIn(place, { model });

    const [words] = requestOf(model, 0).messages;
    expect(words).toMatchObject({ role: "user", notes: ["It is Monday.", "The build is red."] });
    expect(words).toMatchObject({ provenance: [{ source: "hook" }, { source: "hook" }] });
    expect(warnings).toEqual([]);
  });

  test("that says allow goes past no rule", async () => {
    const place = await placeWith(
      { PreToolUse: [{ command: node("yes.cjs") }] },
      { "yes.cjs": answering(`{ hookSpecificOutput: { permissionDecision: "allow" } }`) },
    );
    await agree(place);
    const model = callingModel({ name: "terminal", arguments: { command: "git push --force" } });

    const { results } = await turnIn(place, { model });

    expect(JSON.stringify(results)).toContain("error");
  });
});

describe("a hook that fails", () => {
  const failing: readonly [string, Entry, string, RegExp][] = [
    ["crashes", {}, "echo broken >&2; exit 7\n", /exit code 7: broken/],
    ["prints rubbish", {}, 'echo \'{"decison": "block"}\'\n', /no answer/],
    ["takes too long", { timeout: 0.3 }, "sleep 30771 & sleep 30771\n", /0\.3 s/],
    ["floods", {}, "head -c 300000 /dev/zero\n", /more than 100 kB/],
  ];

  test.each(failing)(
    "because it %s keeps the call from running, and says why",
    async (_, entry, script, why) => {
      const place = await placeWith(
        { pre_tool_call: [{ command: "sh guard.sh", ...entry }] },
        { "guard.sh": script },
      );
      await agree(place);

      const { results } = await turnIn(place);

      expect(JSON.stringify(results)).toMatch(why);
      expect(results).toMatchObject([{ error: expect.stringContaining("sh guard.sh") }]);
      await expect.poll(() => runs("30771"), { timeout: 5_000 }).toBe(false);
    },
  );

  test("is ended by an interrupt, with all that it started", async () => {
    const place = await placeWith(
      { pre_tool_call: [{ command: "sh guard.sh" }] },
      { "guard.sh": "sleep 30781 &\ntouch began\nsleep 30781\n" },
    );
    await agree(place);
    const runtime = await runtimeIn(place, { model: callingModel(hello) });
    const session = await runtime.openSession();
    const control = new AbortController();

    const turn = session.agent.chat("go", { signal: control.signal }).catch(() => "interrupted");
    await vi.waitFor(() => expect(existsSync(join(place.project, "began"))).toBe(true), 20_000);
    control.abort();
    await turn;

    await expect.poll(() => runs("30781"), { timeout: 5_000 }).toBe(false);
    await runtime[Symbol.asyncDispose]();
  });

  test("is a warning where its entry says so, and where it only watches", async () => {
    const place = await placeWith(
      {
        pre_tool_call: [{ command: "sh guard.sh", on_failure: "allow" }],
        post_tool_call: [{ command: "sh guard.sh" }],
      },
      { "guard.sh": "exit 3\n" },
    );
    await agree(place);

    const { results, warnings } = await turnIn(place);

    expect(results).toMatchObject([{ output: "hello\n" }]);
    expect(warnings).toEqual([
      expect.stringMatching(/^The hook "pre_tool_call: sh guard.sh" failed: .*exit code 3/),
      expect.stringMatching(/^The hook "post_tool_call: sh guard.sh" failed/),
    ]);
  });
});

describe("consent", () => {
  const asking =
    (asked: ApprovalRequest[], approved: boolean): Approver =>
    async (request) => {
      asked.push(request);
      return approved ? { approved, scope: "always" } : { approved, reason: "no" };
    };

  test.skipIf(noJail !== undefined)(
    `is asked for once, and anew when its file changed${noJail === undefined ? "" : ` (${noJail})`}`,
    async () => {
      const place = await placeWith(
        { pre_tool_call: [{ command: "sh guard.sh", hosts: ["example.com"] }] },
        { "guard.sh": "echo one >&2; exit 2\n" },
      );
      const asked: ApprovalRequest[] = [];
      const approver = asking(asked, true);

      const first = await turnIn(place, { approver });
      await turnIn(place, { approver });
      await writeFile(join(place.project, "guard.sh"), "echo two >&2; exit 2\n");
      const changed = await turnIn(place);
      const third = await turnIn(place, { approver });

      expect(asked.map(({ tool, summary }) => [tool, summary])).toEqual([
        ["hooks", "run at pre_tool_call: sh guard.sh"],
        ["hooks", "run at pre_tool_call: sh guard.sh"],
      ]);
      expect(asked[0]?.reason).toContain("writes to the workspace; reaches example.com");
      expect(asked[1]?.reason).toContain("runs other files now");
      expect(first.results).toMatchObject([{ error: "one" }]);
      // The agent could have written into it: a guard must not be gone by that.
      expect(changed.results).toMatchObject([
        { error: expect.stringContaining("not those that were agreed to") },
      ]);
      expect(changed.warnings).toEqual([expect.stringContaining("hermes hooks allow")]);
      expect(third.results).toMatchObject([{ error: "two" }]);
    },
  );

  test("that nobody can give, or a person refused, leaves it out with a sentence", async () => {
    const place = await placeWith(
      { pre_tool_call: [{ command: "sh guard.sh" }] },
      { "guard.sh": "touch ran; exit 2\n" },
    );
    const asked: ApprovalRequest[] = [];

    const alone = await turnIn(place);
    const refused = await turnIn(place, { approver: asking(asked, false) });
    const after = await turnIn(place, { approver: asking(asked, true) });

    expect(alone.results).toMatchObject([{ output: "hello\n" }]);
    expect(alone.warnings).toEqual([expect.stringContaining("hermes hooks allow")]);
    expect(refused.results).toMatchObject([{ output: "hello\n" }]);
    expect(after.results).toMatchObject([{ output: "hello\n" }]);
    expect(asked).toHaveLength(noJail === undefined ? 1 : 0);
    expect(existsSync(join(place.project, "ran"))).toBe(false);
  });

  test("holds for children, and a project can't name hooks", async () => {
    const place = await placeWith(
      { pre_tool_call: [{ matcher: "terminal", command: "sh guard.sh" }] },
      { "guard.sh": "echo 'none here' >&2; exit 2\n" },
    );
    await agree(place);
    await mkdir(join(place.project, ".hermes"), { recursive: true });
    await writeFile(
      join(place.project, ".hermes", "config.yaml"),
      JSON.stringify({ hooks: { on_session_start: [{ command: "touch planted" }] } }),
    );
    const model = scripted([
      { calls: [{ name: "delegate_task", arguments: { goal: "Say hello." } }] },
      { calls: [hello] },
      { text: "It was refused." },
      { text: "Done." },
    ]);

    await turnIn(place, { model });

    expect(JSON.stringify(requestOf(model, 2).messages)).toContain("none here");
    expect(existsSync(join(place.project, "planted"))).toBe(false);
  });
});
