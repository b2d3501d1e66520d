import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@hermes/tooling/prerequisites";
import type { ScriptedServerOptions, ServerStep } from "@hermes/models/testing";
import { expect, test, vi } from "vitest";
import { hermes, newPerson, outcomeOf, startHermes, type Fixture } from "./support/hermes.ts";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";

/** A step that waits for nothing. */
type Answer = Exclude<ServerStep, (...args: never[]) => unknown>;
type ServerScript = ScriptedServerOptions["script"];

function git(person: Fixture, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: person.project,
    env: { ...person.env, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
  }).trimEnd();
}

/** A person in a repository with one commit on `main`. */
async function inRepository(script: ServerScript): Promise<ScriptedPerson> {
  const person = await personWithModel(script);
  writeFileSync(join(person.env["HOME"] ?? "", ".gitconfig"), "[user]\nname = Me\nemail = me@example.org\n");
  git(person, "init", "--quiet", "-b", "main");
  writeFileSync(join(person.project, "a.txt"), "a\n");
  git(person, "add", "-A");
  git(person, "commit", "--quiet", "-m", "first");
  return person;
}

function runs(command: string): Answer {
  return { calls: [{ name: "terminal", arguments: { command } }] };
}

function worktrees(person: Fixture): readonly string[] {
  const folder = join(person.project, ".worktrees");
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

const branches = (person: Fixture): string => git(person, "branch", "--format=%(refname:short)");

/** As if nobody had been there for a day. */
function age(person: Fixture, id: string): void {
  const before = Date.now() / 1_000 - 25 * 3_600;
  const own = join(person.project, ".git", "worktrees", `hermes-${id}`);
  for (const path of [
    join(own, "index"),
    join(own, "HEAD"),
    join(person.project, ".worktrees", `hermes-${id}`),
  ])
    utimesSync(path, before, before);
}

test("a worktree in which nothing was changed is gone at the end with its branch, and no file of the person was touched", async () => {
  const person = await inRepository([runs("pwd; git branch --show-current"), { text: "Looked." }]);
  mkdirSync(join(person.project, "src"));
  writeFileSync(join(person.project, "src", "b.txt"), "b\n");
  git(person, "add", "-A");
  git(person, "commit", "--quiet", "-m", "second");

  const outcome = await hermes(person, ["-w", "-q", "Look"], { cwd: join(person.project, "src") });

  const [, path, id] =
    /Working in (\S+\.worktrees\/hermes-([0-9a-f]{8})\/src), on the branch/.exec(outcome.stderr) ?? [];
  expect(outcome).toMatchObject({ code: 0, stdout: "Looked.\n" });
  expect(outcome.stderr).toContain("Nothing was changed in the worktree; it is removed");
  const asked = JSON.stringify(person.server.requests[1]?.body);
  expect(asked).toContain(`${path}\\\\nhermes/hermes-${id}`);
  expect(worktrees(person)).toEqual([]);
  expect(branches(person)).toBe("main");
  expect(git(person, "status", "--porcelain", "--ignored")).toBe("");
  expect(existsSync(join(person.project, ".gitignore"))).toBe(false);
});

test("one with changes stays and says how to go on, and the conversation goes on in it", async () => {
  const person = await inRepository([
    runs("echo b > b.txt"),
    { text: "Done." },
    runs("cat b.txt; git add -A; git commit -qm more"),
    { text: "Committed." },
    runs("git log --oneline | wc -l"),
    { text: "Counted." },
  ]);

  const first = await hermes(person, ["-w", "fix", "-q", "Make it"]);
  const left = git(person, "status", "--porcelain");
  const again = await hermes(person, ["-c", "-q", "Commit it"]);
  const named = await hermes(person, ["-w", "fix", "-c", "-q", "Count"]);

  const path = join(person.project, ".worktrees", "hermes-fix");
  expect(first.stderr).toContain(`The worktree stays, with 1 changed file: ${path}`);
  expect(first.stderr).toContain("git merge hermes/hermes-fix");
  expect(left).toBe("");
  expect(existsSync(join(person.project, "b.txt"))).toBe(false);
  expect(again.stderr).toContain(`Working in ${path}, on the branch hermes/hermes-fix.`);
  expect(again.stderr).toContain(`The worktree stays, with 1 commit: ${path}`);
  expect(named).toMatchObject({ code: 0, stdout: "Counted.\n" });
  expect(git(person, "log", "--format=%s", "hermes/hermes-fix")).toBe("more\nfirst");
});

test("what was left for a day goes with the next start when all of it is merged, and never before", async () => {
  const person = await inRepository(() => ({ text: "Hello." }));
  const make = async (id: string): Promise<void> => {
    git(person, "worktree", "add", "--quiet", "-b", `hermes/hermes-${id}`, `.worktrees/hermes-${id}`);
  };
  const inside = (id: string, ...args: readonly string[]): string =>
    git(person, "-C", join(".worktrees", `hermes-${id}`), ...args);
  for (const id of ["fresh", "clean", "merged", "ahead", "changed", "new", "detached", "merging"])
    await make(id);
  for (const id of ["merged", "ahead", "detached"]) {
    if (id === "detached") inside(id, "switch", "--quiet", "--detach");
    inside(id, "commit", "--quiet", "--allow-empty", "-m", id);
  }
  git(person, "merge", "--quiet", "hermes/hermes-merged");
  writeFileSync(join(person.project, ".worktrees", "hermes-changed", "a.txt"), "other\n");
  writeFileSync(join(person.project, ".worktrees", "hermes-new", "new.txt"), "new\n");
  writeFileSync(
    join(person.project, ".git", "worktrees", "hermes-merging", "MERGE_HEAD"),
    `${git(person, "rev-parse", "HEAD")}\n`,
  );
  for (const id of ["clean", "merged", "ahead", "changed", "new", "detached", "merging"]) age(person, id);

  const outcome = await hermes(person, ["-w", "-q", "Hello"]);

  expect(outcome).toMatchObject({ code: 0 });
  expect(worktrees(person)).toEqual(
    ["ahead", "changed", "detached", "fresh", "merging", "new"].map((id) => `hermes-${id}`),
  );
  expect(branches(person)).not.toMatch(/clean|merged/);
  expect(branches(person)).toContain("hermes/hermes-ahead");
});

test("one whose process was killed goes with the next start, and with work in it it stays", async () => {
  const steps: readonly Answer[] = [{ stall: "start" }, runs("echo b > b.txt"), { stall: "start" }];
  const person = await inRepository((_request, index) => steps[index] ?? { text: "Hello." });
  const kill = async (id: string, requests: number): Promise<void> => {
    const child = startHermes(person, ["-w", id, "-q", "Wait"]);
    const ended = outcomeOf(child);
    await person.server.received(requests);
    child.kill("SIGKILL");
    await ended;
  };
  await kill("idle", 1);
  await kill("busy", 3);
  const left = worktrees(person);

  const outcome = await hermes(person, ["-w", "-q", "Hello"]);

  expect(left).toEqual(["hermes-busy"]);
  expect(outcome).toMatchObject({ code: 0 });
  expect(worktrees(person)).toEqual(["hermes-busy"]);
  expect(readFileSync(join(person.project, ".worktrees", "hermes-busy", "b.txt"), "utf8")).toBe("b\n");
  expect(branches(person)).toBe("hermes/hermes-busy\nmain");
});

test("two at once work apart, and one that is in use is not taken", async () => {
  const person = await inRepository((request, index) => {
    if (index < 2) return { stall: "start" };
    return JSON.stringify(request.body).includes("tool_call_id") ? { text: "Done." } : runs("echo x > x.txt");
  });
  const children = ["one", "two"].map((id) => startHermes(person, ["-w", id, "-q", "Wait"]));
  const ends = children.map(outcomeOf);
  await vi.waitFor(() => expect(worktrees(person)).toEqual(["hermes-one", "hermes-two"]), 30_000);
  await person.server.received(2);

  const taken = await hermes(person, ["-w", "one", "-q", "Me too"]);
  const third = await hermes(person, ["-w", "three", "-q", "Write"]);
  for (const child of children) child.kill("SIGTERM");
  const outcomes = await Promise.all(ends);

  expect(taken).toMatchObject({ code: 1 });
  expect(taken.stderr).toContain('Somebody works in the worktree "one" already');
  expect(third).toMatchObject({ code: 0 });
  expect(outcomes.map(({ code }) => code)).toEqual([143, 143]);
  expect(worktrees(person)).toEqual(["hermes-three"]);
  expect(branches(person)).toBe("hermes/hermes-three\nmain");
});

test(".worktreeinclude brings ignored files along, and nothing else", async () => {
  const person = await inRepository([runs("cat my.ini conf/local.json; ls -A"), { text: "Read." }]);
  const write = (path: string, text: string): void => writeFileSync(join(person.project, path), text);
  mkdirSync(join(person.project, "conf"));
  write(".gitignore", "*.ini\n*.json\n*.log\n");
  write(".worktreeinclude", "# for work\n*.ini\nconf/*.json\nnotes.txt\n");
  git(person, "add", "-A");
  git(person, "commit", "--quiet", "-m", "ignore");
  write("my.ini", "KEY=1\n");
  write("conf/local.json", "{}\n");
  write("big.log", "log\n");
  write("notes.txt", "not ignored\n");

  const outcome = await hermes(person, ["-w", "-q", "Read"]);

  const asked = JSON.stringify(person.server.requests[1]?.body);
  expect(outcome).toMatchObject({ code: 0 });
  expect(asked).toContain("KEY=1");
  expect(asked).not.toContain("big.log");
  expect(asked).not.toContain("notes.txt");
  expect(worktrees(person)).toEqual([]);
});

test("where no worktree can be made, it says why, and nothing is left", async () => {
  const person = newPerson();
  const refused = async (cwd = person.project): Promise<string> => {
    const { code, stderr } = await hermes(person, ["-w", "-q", "Hello"], { cwd });
    expect(code).toBe(1);
    return stderr;
  };

  expect(await refused()).toContain("is in no git repository");
  git(person, "init", "--quiet", "-b", "main");
  expect(await refused()).toContain("has no commit yet");
  git(
    person,
    "-c",
    "user.name=Me",
    "-c",
    "user.email=me@example.org",
    "commit",
    "--quiet",
    "--allow-empty",
    "-m",
    "first",
  );
  git(person, "init", "--quiet", "--bare", "bare.git");
  expect(await refused(join(person.project, "bare.git"))).toContain("bare repository");
  expect(await refused(join(person.project, ".git"))).toContain("within git's own folder");
  git(person, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", person.project, "sub");
  expect(await refused(join(person.project, "sub"))).toContain("is a submodule of");
  git(person, "switch", "--quiet", "--detach");
  expect(await refused()).toContain("detached HEAD");
  expect(await hermes(person, ["-w", "fix the tests", "-q", "x"])).toMatchObject({ code: 2 });
  expect(worktrees(person)).toEqual([]);
});

test("git commits behind the wall, and nothing outside of the worktree can be written", async (context) => {
  needs(context, "bwrap");
  const person = await inRepository([
    runs(
      "echo b > b.txt && git add -A && git commit -qm inside && git log --format=%s -1; echo no > ../../a.txt; git switch -qc other && git branch --show-current",
    ),
    { text: "Done." },
  ]);

  const outcome = await hermes(person, ["-w", "walled", "-q", "Commit"], {
    env: { TERMINAL_WALL: "workspace" },
  });

  expect(outcome).toMatchObject({ code: 0 });
  expect(git(person, "log", "--format=%s", "hermes/hermes-walled")).toBe("inside\nfirst");
  expect(readFileSync(join(person.project, "a.txt"), "utf8")).toBe("a\n");
  expect(branches(person)).toContain("other");
  expect(outcome.stderr).toContain("Its branch is hermes/hermes-walled; it is on other.");
  expect(outcome.stderr).toContain("git merge other");
});
