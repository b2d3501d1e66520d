import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { findProfileJail } from "@hermes/jail";
import type { ApprovalRequest, Approver, ToolContext } from "@hermes/registry";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { RuntimeFlags } from "../src/index.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const found = await findProfileJail();
found.jail?.close();
const missing =
  found.jail === undefined
    ? `no wall here: ${found.reason}`
    : found.networks.includes("none")
      ? undefined
      : "no network of its own here";

type Result = Readonly<Record<string, unknown>>;

interface Person {
  /** What the person says; undefined: nobody is there. */
  readonly answer?: Awaited<ReturnType<Approver>>;
  readonly flags?: RuntimeFlags;
}

/** Calls of one session, through the real guard and the real jail. */
async function behindWall(place: TemporaryPlace, { answer, flags }: Person = {}) {
  const env = { ...place.env, TERMINAL_WALL: "workspace" };
  const runtime = await runtimeIn(place, { env, loaded: await place.settings(env), ...(flags && { flags }) });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const registry = await runtime.tools();
  const requests: ApprovalRequest[] = [];
  const approve: Approver | undefined = answer && (async (request) => (requests.push(request), answer));
  const context: ToolContext = {
    ...{ taskId: "t", sessionId: "s", callId: "c", signal: new AbortController().signal },
    ...{ origin: { platform: "cli", entryPoint: "test" }, approve },
  };
  const call = async (tool: string, args: object): Promise<Result> =>
    JSON.parse((await registry.dispatch(tool, args, context)).content);
  return {
    runtime,
    requests,
    call,
    run: async (command: string, more: object = {}) => await call("terminal", { command, ...more }),
  };
}

/** A person with a key and start-up files, and a project that is a repository. */
async function personWithKey(): Promise<TemporaryPlace> {
  const place = await temporaryPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  await mkdir(join(place.homedir, ".ssh"), { recursive: true });
  await writeFile(join(place.homedir, ".ssh", "id_ed25519"), "canary-key\n");
  await writeFile(join(place.homedir, ".bashrc"), "as it was\n");
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "permissions.yaml"), "rules: {}\n");
  for (const folder of ["objects", "refs/heads", "hooks"])
    await mkdir(join(place.project, ".git", folder), { recursive: true });
  await writeFile(join(place.project, ".git", "HEAD"), "ref: refs/heads/main\n");
  return place;
}

describe.skipIf(missing !== undefined)(`behind the wall (${missing ?? "there is one"})`, () => {
  test("what nobody has read does nothing beyond the workspace, and nobody is asked", async () => {
    const place = await personWithKey();
    const { run, requests } = await behindWall(place, { answer: { approved: false, reason: "no" } });
    const victim = spawn("sleep", ["60"]);
    onTestFinished(() => void victim.kill());
    const program = `
import os, pathlib
home = pathlib.Path(os.environ["HOME"])
for path in [home/"."/"ssh".join(["." , ""])/"id_ed25519", home/".hermes"/"permissions.yaml"]:
    try: print(path.read_text())
    except OSError as error: print(type(error).__name__)
for path in [home/".bashrc", home/".hermes"/"permissions.yaml", home/"new", pathlib.Path(".git/hooks/pre-commit")]:
    try: path.write_text("changed")
    except OSError as error: print(type(error).__name__)
try: os.kill(${victim.pid}, 9)
except OSError as error: print(type(error).__name__)
pathlib.Path("made.txt").write_text("made")
`;
    await writeFile(join(place.project, "look.py"), program);

    const result = await run("python3 look.py; x='a[$(echo got > ~/by-arithmetic)]'; (( x )); echo done");

    expect(result).toMatchObject({ exit_code: 0, output: expect.stringContaining("done") });
    expect(result["output"]).not.toContain("canary");
    expect(await readFile(join(place.homedir, ".bashrc"), "utf8")).toBe("as it was\n");
    expect(await readFile(join(place.home, "permissions.yaml"), "utf8")).toBe("rules: {}\n");
    for (const path of [
      join(place.homedir, "new"),
      join(place.homedir, "by-arithmetic"),
      join(place.project, ".git/hooks/pre-commit"),
    ])
      expect(existsSync(path)).toBe(false);
    expect(await readFile(join(place.project, "made.txt"), "utf8")).toBe("made");
    expect(victim.signalCode).toBe(null);
    expect(requests).toEqual([]);
  });

  test("leaving is one question: a yes runs the command outside, nobody there is a no", async () => {
    const place = await personWithKey();
    const outside = join(place.homedir, "made-outside");
    const alone = await behindWall(place);

    const refused = await alone.run(`touch ${outside}`, { outside: true, why: "the note belongs there" });
    expect(refused["error"]).toContain("outside the wall");
    expect(existsSync(outside)).toBe(false);

    const { run, requests } = await behindWall(place, { answer: { approved: true, scope: "once" } });
    const kept = await run(`touch ${outside}`);
    expect(kept).toMatchObject({ exit_code: 1, notice: expect.stringContaining("made-outside") });
    const left = await run(`touch ${outside}; cat ~/.bashrc`, {
      outside: true,
      why: "the note belongs there",
    });
    expect(left).toMatchObject({ exit_code: 0, output: "as it was\n" });
    expect(existsSync(outside)).toBe(true);
    expect(requests.at(-1)?.reason).toContain('"the note belongs there"');
  });

  test("what a command left of its shell is not there outside", async () => {
    const place = await personWithKey();
    const { run } = await behindWall(place, { answer: { approved: true, scope: "once" } });

    await run(`mkdir -p bin sub && printf '#!/bin/sh\\necho evil\\n' > bin/id && chmod +x bin/id`);
    await run(`export PATH="$PWD/bin:$PATH" BASH_ENV="$PWD/evil"; ls() { echo evil; }; export -f ls; cd sub`);
    const inside = await run("id");
    const out = await run("id -u; ls -d .; pwd; echo $BASH_ENV", { outside: true, why: "to see" });

    expect(inside["output"]).toBe("evil\n");
    expect(out["output"]).toBe(`${process.getuid?.()}\n.\n${join(place.project, "sub")}\n\n`);
  });

  test("in the mode plan a command that can't be read runs, and changes nothing", async () => {
    const place = await personWithKey();
    const { run } = await behindWall(place, { flags: { mode: "plan" } });
    await writeFile(join(place.project, "change.py"), "print('ran'); open('changed', 'w')\n");

    const result = await run("python3 change.py");

    expect(result["output"]).toContain("ran");
    expect(result["output"]).toContain("Read-only file system");
    expect(existsSync(join(place.project, "changed"))).toBe(false);
  });

  test("a host that is not open is named, and reached after a yes for it", async () => {
    const place = await personWithKey();
    const server = createServer((_, response) => response.end("here"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // it listens on a port
    const { run, requests } = await behindWall(place, { answer: { approved: true, scope: "once" } });

    const direct = await run(`curl -sS --max-time 5 http://127.0.0.1:${port}/`);
    const closed = await run("curl -sS --max-time 5 http://closed.example/");
    const opened = await run(`curl -sS --max-time 5 http://127.0.0.1:${port}/`, {
      hosts: [`localhost:${port}`],
      why: "the person's own server",
    });

    expect(direct["exit_code"]).not.toBe(0);
    expect(closed["notice"]).toContain("closed.example:80");
    expect(opened).toMatchObject({ exit_code: 0, output: "here" });
    expect(requests.at(-1)?.findings?.map(({ id }) => id)).toContain("wall.host");
  });

  test("temporary files, servers and processes of one call are there for the next one", async () => {
    const place = await personWithKey();
    const { run, call } = await behindWall(place);

    await run("echo kept > /tmp/kept.txt");
    const again = await run("cat /tmp/kept.txt");
    const read = await call("read_file", { path: "/tmp/kept.txt" });
    const started = await call("terminal", {
      command: "python3 -m http.server 18923 --bind 127.0.0.1",
      background: true,
    });
    const asked = await run(
      "for i in $(seq 50); do curl -sf http://127.0.0.1:18923/ >/dev/null && break; sleep 0.1; done; echo $?",
    );

    expect(again["output"]).toBe("kept\n");
    expect(JSON.stringify(read)).toContain("kept");
    expect(existsSync("/tmp/kept.txt")).toBe(false);
    expect(started).toMatchObject({ status: "running" });
    expect(asked["output"]).toBe("0\n");
    // The person reaches it too.
    await vi.waitFor(async () => expect((await fetch("http://127.0.0.1:18923/")).status).toBe(200), 5_000);
  });

  test("git works behind the wall, and its hooks and settings that run programs stay", async () => {
    const place = await personWithKey();
    const { run } = await behindWall(place);

    const result = await run(
      "git config user.name Ada && git config user.email ada@example.com && echo x > a && git add a && git commit -qm one && git checkout -q -b next && git config user.name",
    );
    const evil = await run("git config core.fsmonitor evil");

    expect(result).toMatchObject({ exit_code: 0, output: "Ada\n" });
    expect(await readFile(join(place.project, ".git", "config"), "utf8").catch(() => "")).not.toContain(
      "evil",
    );
    expect(evil["exit_code"]).not.toBe(0);
  });
});

test("a person who wants no wall has none", async () => {
  const place = await personWithKey();
  const runtime = await runtimeIn(place);
  onTestFinished(() => runtime[Symbol.asyncDispose]());

  const findings = await runtime.diagnose();

  expect(findings.find((each) => each.name === "wall")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("terminal.wall is open"),
  });
});
