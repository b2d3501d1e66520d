import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import type { Fixture, Outcome } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

const config = `hooks:
  pre_tool_call:
    - matcher: terminal
      command: sh guard.sh
  PostToolUse:
    - command: [sh, note.sh]
      hosts: [example.com]
`;

const guard = "echo 'No shell today.' >&2; exit 2\n";

interface Report {
  readonly key: string;
  readonly state: string;
  readonly canBeHeld: boolean;
  readonly files: readonly string[];
}

function writeHooks({ home, project }: Fixture): void {
  const file = join(home, "config.yaml");
  let before = "";
  try {
    before = readFileSync(file, "utf8");
  } catch {
    // Nothing is set yet.
  }
  writeFileSync(file, `${before}\n${config}`);
  writeFileSync(join(project, "guard.sh"), guard);
  writeFileSync(join(project, "note.sh"), 'echo \'{"hookSpecificOutput":{"additionalContext":"noted"}}\'\n');
}

async function reportsOf(person: Fixture): Promise<readonly Report[]> {
  const { stdout } = await hermes(person, ["hooks", "list", "--json"]);
  return JSON.parse(stdout) as readonly Report[]; // as it is printed
}

/** Agrees to a hook; without a jail where there is none. */
async function allow(person: Fixture, key: string): Promise<Outcome> {
  const held = (await reportsOf(person)).every(({ canBeHeld }) => canBeHeld);
  return await hermes(person, ["hooks", "allow", key, "--yes", ...(held ? [] : ["--no-jail"])]);
}

test("hooks are listed, shown, tried, agreed to and revoked", async () => {
  const person = newPerson();
  writeHooks(person);

  const list = await hermes(person, ["hooks", "list"]);
  const shown = await hermes(person, ["hooks", "show", "2"]);
  const unsure = await hermes(person, ["hooks", "allow"]);
  const allowed = await allow(person, "1");
  const after = await reportsOf(person);
  const revoked = await hermes(person, ["hooks", "revoke", "1"]);
  const unknown = await hermes(person, ["hooks", "show", "9"]);

  expect(list).toMatchObject({ code: 0, stderr: "" });
  expect(list.stdout).toMatch(/^1 +asked +pre_tool_call +sh guard.sh$/m);
  expect(list.stdout).toContain("1: nobody has agreed to it: hermes hooks allow 1");
  expect(shown.stdout).toMatch(/may +writes to the workspace; reaches example.com/);
  expect(shown.stdout).toContain(join(person.project, "note.sh"));
  expect(unsure).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining("sh guard.sh may run") });
  expect(after.map(({ state }) => state)).toEqual(["used", "asked"]);
  expect(revoked.stdout).toContain("does not run");
  expect((await reportsOf(person)).map(({ state }) => state)).toEqual(["asked", "asked"]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no hook "9"') });
});

test("a trial shows what came out, and fails where a hook does", async () => {
  const person = newPerson();
  writeHooks(person);
  const [report] = await reportsOf(person);
  // Without a jail a hook has to be agreed to.
  if (report?.canBeHeld !== true) for (const key of ["1", "2"]) await allow(person, key);

  const blocked = await hermes(person, ["hooks", "test", "PreToolUse"]);
  const quiet = await hermes(person, ["hooks", "test", "pre_tool_call", "--tool", "read_file"]);
  writeFileSync(join(person.project, "note.sh"), "echo oops >&2; exit 4\n");
  if (report?.canBeHeld !== true) await allow(person, "2");
  const broken = await hermes(person, ["hooks", "test", "post_tool_call", "--json"]);
  const unknown = await hermes(person, ["hooks", "test", "pre_tool"]);

  expect(blocked).toMatchObject({ code: 0, stdout: expect.stringContaining("exit code 2") });
  expect(blocked.stdout).toContain('answers {"decision":"block","reason":"No shell today."}');
  expect(quiet.stdout).toBe("No hook hears of pre_tool_call for read_file.\n");
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stdout)).toMatchObject([
    { problem: expect.stringContaining("exit code 4: oops") },
  ]);
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "pre_tool_call"?'),
  });
});

test("a run obeys a hook that was agreed to, and the doctor tells of one that waits", async () => {
  const call = { name: "terminal", arguments: { command: "echo hello" } };
  const person = await personWithModel([{ calls: [call] }, { text: "Done." }]);
  writeHooks(person);
  await allow(person, "1");

  const answer = await hermes(person, ["-q", "Say hello", "--yolo"]);
  const doctor = await hermes(person, ["doctor"]);

  expect(answer).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(answer.stderr).toContain("hermes hooks allow");
  expect(JSON.stringify(person.server.requests[1]?.body)).toContain("No shell today.");
  expect(doctor.stdout).toContain("waits for a yes");
});
