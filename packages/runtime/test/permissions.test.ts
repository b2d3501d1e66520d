import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovalRequest, Approver, ToolContext } from "@hermes/registry";
import { expect, onTestFinished, test } from "vitest";
import type { RuntimeFlags } from "../src/index.ts";
import { asked, refusedAlways, silent } from "./support/commands.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

interface Attempt {
  readonly outcome: "done" | "refused" | "not permitted" | "nobody to ask" | "never";
  /** Whether a person was asked, and what. */
  readonly requests: readonly ApprovalRequest[];
}

interface TrialOptions {
  readonly flags?: RuntimeFlags;
  /** What the person says; undefined: nobody is there. */
  readonly answer?: Awaited<ReturnType<Approver>>;
}

/** Sends calls through the real registry, one after another. */
async function trial(place: TemporaryPlace, { flags, answer }: TrialOptions = {}) {
  const runtime = await runtimeIn(place, { flags });
  const registry = await runtime.tools();
  const requests: ApprovalRequest[] = [];
  const approve: Approver | undefined = answer && (async (request) => (requests.push(request), answer));
  const context = contextOf(approve);
  return {
    runtime,
    async call(tool: string, args: object): Promise<Attempt> {
      requests.length = 0;
      const { content } = await registry.dispatch(tool, args, context);
      return { outcome: outcomeOf(content), requests: [...requests] };
    },
    /** In a folder that does not exist nothing is run: what comes back is the guard's word or the missing folder. */
    async command(command: string): Promise<Attempt> {
      return await this.call("terminal", {
        command: `${command}\n`,
        workdir: join(place.project, "not-there"),
      });
    },
    /** Each command with what became of it, and how often it was asked about. */
    async commands(list: readonly string[]): Promise<readonly Row[]> {
      const rows: Row[] = [];
      for (const command of list) {
        const attempt = await this.command(command);
        rows.push([command, attempt.outcome, attempt.requests.length]);
      }
      return rows;
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  };
}

function contextOf(approve: Approver | undefined): ToolContext {
  const origin = { platform: "cli", entryPoint: "test" };
  return {
    taskId: "t1",
    sessionId: "s1",
    callId: "c1",
    signal: new AbortController().signal,
    origin,
    approve,
  };
}

type Row = readonly [command: string, outcome: Attempt["outcome"], questions: number];

function outcomeOf(content: string): Attempt["outcome"] {
  const { error = "" }: { readonly error?: string } = JSON.parse(content);
  if (error.includes("Nothing can allow this here.")) return "never";
  if (error.includes("It was not permitted: No.")) return "not permitted";
  if (error.includes("forbids it.")) return "refused";
  if (error.includes("nobody can be asked here")) return "nobody to ask";
  if (error === "" || error.includes("There is no folder")) return "done";
  throw new Error(`Neither the guard nor the missing folder said: ${error}`);
}

const all = (commands: readonly string[], outcome: Attempt["outcome"], questions: number): readonly Row[] =>
  commands.map((command) => [command, outcome, questions]);
const no = { approved: false, reason: "No." } as const;

test("dangerous commands are asked about, whatever they are wrapped in", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: no });

  expect(await guarded.commands(asked)).toEqual(all(asked, "not permitted", 1));
});

test("what is approved runs", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: { approved: true, scope: "once" } });

  expect(await guarded.commands(asked)).toEqual(all(asked, "done", 1));
});

test("where nobody can be asked a dangerous command is refused with a reason and another way", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place);
  const registry = await guarded.runtime.tools();

  const { content } = await registry.dispatch(
    "terminal",
    { command: "git reset --hard" },
    contextOf(undefined),
  );

  expect(content).toContain("Not done. ");
  expect(content).toContain("Do it in a way that needs none");
  expect(await guarded.commands(asked)).toEqual(all(asked, "nobody to ask", 0));
});

test("yolo lets dangerous commands run without a question", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { flags: { yolo: true }, answer: no });

  expect(await guarded.commands(asked)).toEqual(all(asked, "done", 0));
});

test("hard limits and credentials are refused with approval and with yolo", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  for (const flags of [{}, { yolo: true }]) {
    await using guarded = await trial(place, { flags, answer: { approved: true, scope: "session" } });
    expect(await guarded.commands(refusedAlways)).toEqual(all(refusedAlways, "never", 0));
  }
});

test("everyday commands, and those that only mention danger, run without a question", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: no });

  expect(await guarded.commands(silent)).toEqual(all(silent, "done", 0));
});

test("an approval for the session holds for the same command in the same folder and for no other", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: { approved: true, scope: "session" } });

  expect((await guarded.command("rm -rf src")).requests).toHaveLength(1);
  expect((await guarded.command("rm -rf src")).requests).toHaveLength(0);
  expect((await guarded.command("rm -rf lib")).requests).toHaveLength(1);
  expect((await guarded.command("rm -rf src && npm publish")).requests).toHaveLength(1);
});

test("an approval for once is forgotten", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: { approved: true, scope: "once" } });

  expect((await guarded.command("rm -rf src")).requests).toHaveLength(1);
  expect((await guarded.command("rm -rf src")).requests).toHaveLength(1);
});

test("the person is shown the whole command with the place of what speaks against it", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: no });

  const { requests } = await guarded.command("echo start\nrm -rf src");

  const [request] = requests;
  expect(request).toMatchObject({ callId: "c1", tool: "terminal", summary: "echo start\nrm -rf src\n" });
  const [finding] = request?.findings ?? [];
  expect(request?.summary.slice(finding?.span?.start, finding?.span?.end)).toContain("rm");
});

test("what is approved is written where it was approved, and nowhere else", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  const [kept, target, link] = ["kept", "target", "link"].map((name) => join(place.homedir, name));
  await writeFile(kept!, "kept");
  await writeFile(target!, "old");
  await symlink(target!, link!);
  await using runtime = await runtimeIn(place);
  const registry = await runtime.tools();
  const swap = async () => {
    await rm(link!);
    await symlink(kept!, link!);
    return { approved: true, scope: "once" } as const;
  };
  const say = async () => ({ approved: true, scope: "once" }) as const;

  const written = await registry.dispatch("write_file", { path: link!, content: "new" }, contextOf(say));
  const swapped = await registry.dispatch("write_file", { path: link!, content: "new" }, contextOf(swap));

  expect(written).toMatchObject({ isError: false });
  expect(swapped).toMatchObject({
    isError: true,
    content: expect.stringContaining("changed since it was approved"),
  });
  expect([await readFile(target!, "utf8"), await readFile(kept!, "utf8")]).toEqual(["new", "kept"]);
});

test("every decision of a call is in the store", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial(place, { answer: no });
  await guarded.command("rm -rf src");
  await writeFile(join(place.project, "a.txt"), "text");
  await guarded.call("read_file", { path: "a.txt" });

  const store = await guarded.runtime.existingStore();
  expect(store?.audit.list()).toMatchObject([
    { tool: "read_file", decision: "allowed", decidedBy: "mode ask" },
    { tool: "terminal", decision: "denied", decidedBy: "person", request: "rm -rf src\n", sessionId: "s1" },
  ]);
});

test("settings hold rules, and the original's allowlist is read as some", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await mkdir(place.home);
  const settings =
    'permissions:\n  "terminal(git status*)": deny\ncommand_allowlist: ["npm publish", "recursive delete"]\n';
  await writeFile(join(place.home, "config.yaml"), settings);
  await using guarded = await trial(place, { answer: no });

  expect((await guarded.command("git status --short")).outcome).toBe("refused");
  expect(await guarded.command("npm publish")).toMatchObject({ outcome: "done", requests: [] });
  expect(await guarded.command("rm -rf src")).toMatchObject({ outcome: "done", requests: [] });
  expect((await guarded.command("npm publish && git push --force")).outcome).toBe("not permitted");
});

test("credential files are refused by every tool, through links and .. too", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  const ssh = join(place.homedir, ".ssh");
  await mkdir(ssh, { recursive: true });
  await mkdir(place.home, { recursive: true });
  await writeFile(join(ssh, "id_ed25519"), "KEY");
  await writeFile(join(ssh, "id_ed25519.pub"), "PUBLIC");
  await writeFile(join(place.homedir, ".netrc"), "KEY");
  await writeFile(join(place.home, ".env"), "KEY=1");
  await writeFile(join(place.home, "auth.json"), "KEY");
  await symlink(ssh, join(place.project, "keys"));
  await symlink(join(place.homedir, ".netrc"), join(place.project, "link.txt"));
  await using guarded = await trial(place, {
    flags: { yolo: true },
    answer: { approved: true, scope: "session" },
  });
  const attempts: readonly (readonly [tool: string, args: object])[] = [
    ["read_file", { path: "~/.ssh/id_ed25519" }],
    ["read_file", { path: "../.ssh/id_ed25519" }],
    ["read_file", { path: "keys/id_ed25519" }],
    ["read_file", { path: "link.txt" }],
    ["read_file", { path: join(place.home, ".env") }],
    ["read_file", { path: "/proc/self/environ" }],
    ["write_file", { path: "link.txt", content: "x" }],
    ["write_file", { path: "keys/authorized_keys", content: "x" }],
    ["write_file", { path: "../.ssh/rc", content: "x" }],
    ["patch", { path: "keys/id_ed25519", old_string: "KEY", new_string: "x" }],
    ["search", { pattern: "KEY", path: "keys" }],
    ["search", { pattern: "KEY", path: place.home }],
    ["search", { pattern: "KEY", path: "../.ssh" }],
    ["terminal", { command: "cat keys/id_ed25519" }],
    ["terminal", { command: "cat link.txt" }],
  ];

  const outcomes: unknown[] = [];
  for (const [tool, args] of attempts) outcomes.push([tool, args, (await guarded.call(tool, args)).outcome]);
  expect(outcomes).toEqual(attempts.map(([tool, args]) => [tool, args, "never"]));
  expect((await guarded.call("read_file", { path: "keys/id_ed25519.pub" })).outcome).toBe("done");
});

test("files within the workspace and in scratch folders are written without a question, others are asked about", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await mkdir(join(place.homedir, "other"));
  await symlink(join(place.homedir, "other"), join(place.project, "out"));
  await using guarded = await trial(place, { answer: no });
  const write = (path: string) => guarded.call("write_file", { path, content: "x" });

  onTestFinished(() => rm(join(tmpdir(), "hermes-guard-test.txt"), { force: true }));
  expect(await write("a/b.txt")).toEqual({ outcome: "done", requests: [] });
  expect(await write(join(tmpdir(), "hermes-guard-test.txt"))).toEqual({ outcome: "done", requests: [] });
  const outside = [
    "out/b.txt",
    "../b.txt",
    "/etc/hermes-guard-test.conf",
    "/usr/lib/x",
    "/hermes-guard-test",
  ];
  const rows: Row[] = [];
  for (const path of outside) {
    const { outcome, requests } = await write(path);
    rows.push([path, outcome, requests.length]);
  }
  expect(rows).toEqual(all(outside, "not permitted", 1));
});

test("files that programs read when they start are asked about even within the workspace", async () => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using guarded = await trial({ ...place, project: place.homedir }, { answer: no });

  const { requests } = await guarded.call("write_file", { path: ".bashrc", content: "x" });
  const plain = await guarded.call("write_file", { path: "notes.txt", content: "x" });

  expect(requests).toMatchObject([{ reason: expect.stringContaining("read by programs when they start") }]);
  expect(plain.requests).toHaveLength(0);
});
