import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";

const patch =
  "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n*** Add File: b/c.txt\n+new\n*** End Patch\n";

test("patch applies a patch from standard input and says what changed", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "a.txt"), "one\ntwo\n");

  const outcome = await hermes(person, ["patch"], { input: patch });

  expect(outcome).toEqual({ code: 0, stdout: "updated a.txt\nadded b/c.txt\n", stderr: "" });
  expect(readFileSync(join(person.project, "a.txt"), "utf8")).toBe("1\ntwo\n");
  expect(readFileSync(join(person.project, "b/c.txt"), "utf8")).toBe("new\n");
});

test("patch --dry-run of a file shows the change and makes none", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "a.txt"), "one\ntwo\n");
  writeFileSync(join(person.project, "change.patch"), patch);

  const outcome = await hermes(person, ["patch", "change.patch", "--dry-run"]);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(outcome.stdout).toContain("would be updated a.txt\nwould be added b/c.txt\n");
  expect(outcome.stdout).toContain("-one\n+1\n");
  expect(readFileSync(join(person.project, "a.txt"), "utf8")).toBe("one\ntwo\n");
  expect(existsSync(join(person.project, "b"))).toBe(false);
});

test("patch that does not apply changes nothing, reports every problem and exits with 1", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "a.txt"), "other\n");

  const outcome = await hermes(person, ["patch", "-"], { input: `${patch}*** Delete File: gone.txt\n` });
  const json = await hermes(person, ["patch", "--json"], { input: patch });

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("expected nothing after *** End Patch");
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toEqual({
    ok: false,
    problems: [expect.stringContaining("line 3: The lines of the hunk are not in a.txt.")],
    dryRun: false,
  });
  expect(existsSync(join(person.project, "b"))).toBe(false);
});

test("patch --cwd begins paths elsewhere, and asks nobody", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, ".env"), "KEY=one\n");
  const input = "*** Update File: .env\n@@\n-KEY=one\n+KEY=two\n*** End Patch\n";

  const outcome = await hermes(person, ["patch", "--cwd", person.project, "--json"], { input, cwd: "/" });

  expect(outcome.code).toBe(0);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    ok: true,
    changes: [{ change: "update", path: ".env" }],
    syntaxErrors: [],
  });
  expect(readFileSync(join(person.project, ".env"), "utf8")).toBe("KEY=two\n");
});

test("patch can't write outside its folder, by path traversal or symbolic links", async () => {
  const person = newPerson();
  symlinkSync("..", join(person.project, "up"));
  writeFileSync(join(person.project, "a.txt"), "one\n");
  const places = ["../out.txt", join(person.project, "..", "out.txt"), "up/out.txt", "~/out.txt"];

  for (const place of places) {
    const outcome = await hermes(person, ["patch"], {
      input: `*** Update File: a.txt\n@@\n-one\n+two\n*** Add File: ${place}\n+x\n*** End Patch\n`,
    });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("outside of");
  }
  const inside = await hermes(person, ["patch"], {
    input: `*** Add File: ${join(person.project, "b/c.txt")}\n+x\n*** End Patch\n`,
  });

  expect(inside.code).toBe(0);
  expect(existsSync(join(person.project, "..", "out.txt"))).toBe(false);
  expect(readFileSync(join(person.project, "a.txt"), "utf8")).toBe("one\n");
});

test("patch reports a syntax error that it introduces", async () => {
  const person = newPerson();

  const outcome = await hermes(person, ["patch"], {
    input: "*** Add File: a.ts\n+let a = ;\n*** End Patch\n",
  });

  expect(outcome.code).toBe(0);
  expect(outcome.stderr).toContain("new syntax error in a.ts, line 1");
});

test("patch of a file that is not there is a wrong use", async () => {
  const outcome = await hermes(newPerson(), ["patch", "none.patch"]);

  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain("none.patch");
});
