import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testContext } from "@hermes/registry/testing";
import { expect, test } from "vitest";
import type { ToolFinding } from "@hermes/registry";
import {
  always,
  call,
  no,
  once,
  personWho,
  session,
  temporaryPlace,
  toolNamed,
} from "./support/temporary-place.ts";
import type { CallOptions } from "./support/temporary-place.ts";

const outside = (path = "/opt/hermes-test.txt") => ({ path, content: "x" });
const terminal = { toolset: "terminal" } as const;

test("where nobody can be asked a call is refused at once with a reason and another way", async () => {
  await using place = await temporaryPlace();

  const verdict = await call(place.open(), "write_file", outside());

  expect(verdict).toMatchObject({
    allow: false,
    reason: expect.stringContaining("nobody can be asked here"),
  });
  expect(verdict).toMatchObject({ reason: expect.stringContaining("Do it in a way that needs none") });
});

const tellTale = {
  async findings(args: unknown): Promise<readonly ToolFinding[]> {
    const severity = JSON.stringify(args).includes("never") ? "refuse" : "ask";
    return [{ id: "test.told", severity, reason: "The tool is against it.", advice: "Do it by hand." }];
  },
};

test("what a tool says against its call is asked, timed and kept like everything else", async () => {
  await using place = await temporaryPlace();
  const person = personWho(once);
  const silent = () => new Promise<never>(() => undefined);
  const run = (more: CallOptions) =>
    call(place.open({ approvalTimeoutMs: 30 }), "noted", {}, { ...tellTale, ...more });

  const asked = await run({ approve: person.approve });
  const waited = await run({ approve: silent });
  const alone = await run({});

  expect([asked.allow, waited.allow, alone.allow]).toEqual([true, false, false]);
  expect(person.requests).toMatchObject([{ findings: [{ id: "test.told" }] }]);
  expect(place.records.map(({ decision, decidedBy }) => `${decision} ${decidedBy}`)).toEqual([
    "allowed person, once",
    "denied nobody",
    "denied nobody",
  ]);
});

test("what a tool refuses is refused before anybody is asked, and told by explain in the same words", async () => {
  await using place = await temporaryPlace();
  const person = personWho(once);
  const permissions = place.open();
  const args = { how: "never" };

  const verdict = await call(permissions, "noted", args, { ...tellTale, approve: person.approve });
  const tool = {
    ...toolNamed("noted", "test"),
    ...tellTale,
    parse: () => ({ ok: true, value: args }) as const,
  };
  const told = await permissions.explain({ tool: "noted", args }, { tools: { get: () => tool } });

  expect(person.requests).toEqual([]);
  expect(verdict).toEqual({ allow: false, reason: `Not done. ${told.reason} ${told.advice}` });
  expect(told).toMatchObject({ verdict: "deny", advice: "Do it by hand." });
  expect(place.records).toMatchObject([{ decision: "denied", decidedBy: "hard limit test.told" }]);
});

test.each(["ask", "auto", "accept-edits", "yolo"] as const)(
  "in the mode %s what untrusted content may have asked for is for the person to agree to",
  async (mode) => {
    await using place = await temporaryPlace();
    const person = personWho(no);
    const findings = async () =>
      [{ id: "untrusted.persist", severity: "ask", reason: "Strangers." }] as const;
    const classifier = async () => "allow" as const;

    const { allow } = await call(
      place.open({ mode, classifier }),
      "memory",
      { action: "add", target: "user", content: "x" },
      { toolset: "memory", findings, approve: person.approve },
    );

    expect([allow, person.requests.length]).toEqual([false, 1]);
  },
);

test("an unanswered question is a refusal after its time limit", async () => {
  await using place = await temporaryPlace();
  const approve = () => new Promise<never>(() => undefined);

  const verdict = await call(place.open({ approvalTimeoutMs: 30 }), "write_file", outside(), { approve });

  expect(verdict).toMatchObject({ allow: false, reason: expect.stringContaining("nobody answered") });
});

test("an approver that fails counts as a refusal, an interrupt as no answer", async () => {
  await using place = await temporaryPlace();
  const control = new AbortController();
  const broken = await call(place.open(), "write_file", outside(), {
    approve: async () => {
      throw new Error("The chat is closed.");
    },
  });
  const interrupted = call(place.open(), "write_file", outside(), {
    signal: control.signal,
    approve: async () => {
      control.abort(new Error("stop"));
      return once;
    },
  });

  expect(broken).toMatchObject({ allow: false, reason: expect.stringContaining("The chat is closed.") });
  await expect(interrupted).rejects.toThrow("stop");
});

test("a person's no comes with its reason", async () => {
  await using place = await temporaryPlace();
  const { approve } = personWho({ approved: false, reason: "Use the backup folder." });

  expect(await call(place.open(), "write_file", outside(), { approve })).toMatchObject({
    allow: false,
    reason: expect.stringContaining("Use the backup folder."),
  });
});

test("a question shows the whole call, each finding, and what an edit would change", async () => {
  await using place = await temporaryPlace();
  await writeFile(join(place.homedir, "notes.txt"), "one\ntwo\n");
  const { approve, requests } = personWho(no);
  const readText = (path: string) => readFile(path, "utf8").catch(() => undefined);

  await call(
    place.open({ readText }),
    "patch",
    { path: "../notes.txt", old_string: "two", new_string: "three" },
    { approve },
  );

  const path = join(place.homedir, "notes.txt");
  expect(requests).toMatchObject([
    {
      tool: "patch",
      summary: `patch ${path}`,
      rule: `file.write(${path})`,
      findings: [{ id: "workspace.outside" }],
    },
  ]);
  expect(requests[0]?.diff).toContain("-two\n+three");
});

test("each path of a patch is judged, moved and deleted ones too", async () => {
  await using place = await temporaryPlace();
  const { approve, requests } = personWho(no);
  const patch = (lines: readonly string[]) => ({
    patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
  });
  const attempts = [
    patch(["*** Add File: ok.txt", "+x", `*** Add File: ${place.homedir}/a.txt`, "+x"]),
    patch([`*** Delete File: ${place.homedir}/a.txt`]),
    patch(["*** Update File: ok.txt", `*** Move to: ${place.homedir}/a.txt`, "@@", "-a", "+b"]),
    patch(["*** Add File: ~/.ssh/authorized_keys", "+x"]),
  ];

  const allowed: boolean[] = [];
  for (const args of attempts)
    allowed.push((await call(place.open({ mode: "ask" }), "patch", args, { approve })).allow);

  expect(allowed).toEqual([false, false, false, false]);
  // The last one is refused without a question.
  expect(requests).toHaveLength(3);
});

test("an approval for once is for one call; one for the session is for the same path in this session alone", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open();
  const ask = async (answer: typeof once, sessionId: string, path?: string) => {
    const person = personWho(answer);
    await call(permissions, "write_file", outside(path), { approve: person.approve, sessionId });
    return person.requests.length;
  };

  expect([await ask(once, "a"), await ask(once, "a")]).toEqual([1, 1]);
  expect([await ask(session, "a"), await ask(session, "a")]).toEqual([1, 0]);
  expect(await ask(once, "a", "/opt/hermes-other.txt")).toBe(1);
  expect(await ask(once, "b")).toBe(1);
  permissions.forget("a");
  expect(await ask(once, "a")).toBe(1);
});

test("always writes what a person can read, keeps their comments, and holds for this and nothing else", async () => {
  await using place = await temporaryPlace();
  await writeFile(place.rulesPath, "# mine\nrules:\n  file.read: allow # all of it\n");
  const person = personWho(always);
  const run = (command: string, options: object = {}) =>
    call(place.open(), "terminal", { command, ...options }, { ...terminal, approve: person.approve });

  await run("npm publish");
  const text = await readFile(place.rulesPath, "utf8");
  await run("npm publish");
  await run("npm publish --tag next");
  await run("npm publish", { workdir: ".." });

  expect(text).toContain("# mine\nrules:\n  file.read: allow # all of it\n");
  expect(text).toContain("allow: terminal(npm publish)");
  expect(text).toContain(`folder: ${place.workspace}`);
  expect(person.requests.map(({ summary }) => summary)).toEqual([
    "npm publish",
    "npm publish --tag next",
    "npm publish",
  ]);
  expect(place.records[1]).toMatchObject({
    decision: "allowed",
    decidedBy: expect.stringContaining("grant terminal(npm publish)"),
  });
});

test.each([
  "python3 -c 'import shutil; shutil.rmtree(\"build\")'",
  "bash deploy.sh",
  "sudo npm publish",
  "env A=1 npm publish",
  "A=1 npm publish",
  "ls | xargs rm -rf",
  "npm publish && rm -rf build",
  "npm publish > log.txt",
])("%s is never allowed for good: the answer counts for the session", async (command) => {
  await using place = await temporaryPlace();
  const person = personWho(always);
  const permissions = place.open({ section: { "terminal.*": "ask" } });
  const run = () => call(permissions, "terminal", { command }, { ...terminal, approve: person.approve });

  await run();
  await run();

  expect(person.requests).toHaveLength(1);
  expect(person.requests[0]?.rule).toBeUndefined();
  await expect(readFile(place.rulesPath, "utf8")).rejects.toMatchObject({ code: "ENOENT" });
});

test("an approval is bound to the scripts that a command runs", async () => {
  await using place = await temporaryPlace();
  const script = join(place.workspace, "deploy.sh");
  await writeFile(script, "echo one\n");
  await chmod(script, 0o755);
  const permissions = place.open({ section: { "terminal.*": "ask" } });
  const person = personWho(session);
  const run = (command: string) =>
    call(permissions, "terminal", { command }, { ...terminal, approve: person.approve });

  for (const command of ["./deploy.sh", "./deploy.sh", "bash deploy.sh", "bash deploy.sh"])
    await run(command);
  expect(person.requests).toHaveLength(2);
  await writeFile(script, "echo two\n");
  for (const command of ["./deploy.sh", "bash deploy.sh"]) await run(command);

  expect(person.requests).toHaveLength(4);
});

test("a script that is swapped while the person decides does not run (TOCTOU)", async () => {
  await using place = await temporaryPlace();
  const script = join(place.workspace, "deploy.sh");
  await writeFile(script, "echo one\n");
  const { approve } = personWho(async () => {
    await writeFile(script, "rm -rf ~\n");
    return session;
  });

  const permissions = place.open({ section: { "terminal.*": "ask" } });
  const verdict = await call(
    permissions,
    "terminal",
    { command: "bash deploy.sh" },
    { ...terminal, approve },
  );

  expect(verdict).toMatchObject({
    allow: false,
    reason: expect.stringContaining("changed since it was approved"),
  });
});

test("a replaced program is asked about again", async () => {
  await using place = await temporaryPlace();
  const bin = join(place.homedir, "bin");
  await mkdir(bin);
  const install = async (folder: string) => {
    await mkdir(join(bin, folder), { recursive: true });
    await writeFile(join(bin, folder, "tool"), "#!/bin/sh\n", { mode: 0o755 });
  };
  await install("second");
  const searchPath = `${join(bin, "first")}:${join(bin, "second")}`;
  const permissions = place.open({ searchPath, section: { "terminal.*": "ask" } });
  const person = personWho(session);
  const run = () =>
    call(permissions, "terminal", { command: "tool go" }, { ...terminal, approve: person.approve });
  await run();
  await run();
  expect(person.requests).toHaveLength(1);

  await install("first");
  await run();

  expect(person.requests).toHaveLength(2);
});

test("a link that is retargeted while the person decides is not written through (TOCTOU)", async () => {
  await using place = await temporaryPlace();
  const [link, harmless, target] = ["link", "harmless", "target"].map((name) => join(place.homedir, name));
  await writeFile(harmless!, "");
  await writeFile(target!, "");
  await symlink(harmless!, link!);
  const { approve } = personWho(async () => {
    await rm(link!);
    await symlink(target!, link!);
    return once;
  });

  const verdict = await call(place.open(), "write_file", outside(link), { approve });

  expect(verdict).toMatchObject({
    allow: false,
    reason: expect.stringContaining("changed since it was approved"),
  });
});

test("right before it is used a path passes as it was approved, and no other does", async () => {
  await using place = await temporaryPlace();
  const [link, approved, other] = ["link", "approved", "other"].map((name) => join(place.homedir, name));
  await writeFile(approved!, "");
  await writeFile(other!, "");
  await symlink(approved!, link!);
  const permissions = place.open();
  const { approve } = personWho(once);
  const context = testContext({ callId: "the-call" });
  await call(permissions, "write_file", outside(link), { approve, callId: "the-call" });
  const check = (path: string, access: "read" | "write" | "delete" = "write", callId = "the-call") =>
    permissions.pathPolicy.check({ path, access, context: { ...context, callId } });

  expect(await check(link!)).toEqual({ ok: true });
  expect(await check(approved!, "read")).toEqual({ ok: true });
  expect(await check(join(place.workspace, "a.txt"))).toEqual({ ok: true });
  expect(await check(link!, "write", "another-call")).toMatchObject({ ok: false });
  expect(await check(link!, "delete")).toMatchObject({ ok: false });
  await rm(link!);
  await symlink(other!, link!);
  expect(await check(link!)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("changed since it was approved"),
  });
  await rm(link!);
  await symlink(join(place.homedir, ".ssh"), link!);
  expect(await check(join(link!, "id_ed25519"), "read")).toMatchObject({
    ok: false,
    reason: expect.stringContaining("credentials"),
  });
});
