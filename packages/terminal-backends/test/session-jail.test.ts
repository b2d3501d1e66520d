import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdir, readFile, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jailWall, missing } from "./jail-wall.ts";
import { countProcesses, openJailedPlace, openLocalPlace } from "./local-place.ts";
import { sharedMount } from "./shared-mount.ts";
import { until } from "./until.ts";

const taskId = "task";
const options = { taskId };
const outside = { taskId, wall: { profile: "open" } } as const;
const readOnly = { taskId, wall: { profile: "read-only" } } as const;

function mark(): string {
  return `${process.pid}${Math.floor(Math.random() * 1e9)}`;
}

describe.skipIf(missing !== undefined).concurrent("what a command reaches behind the wall", () => {
  test("it writes to the workspace, not outside of it, and the result says where it failed", async () => {
    await using place = await openJailedPlace();
    const inside = await place.backend.exec("echo a > a && cat a", options);
    const beyond = await place.backend.exec(`echo b > '${place.home}/b'`, options);

    expect([inside.output, inside.notice]).toEqual(["a\n", undefined]);
    expect(beyond.exitCode).toBe(1);
    expect(beyond.notice).toContain(join(place.home, "b"));
    expect(existsSync(join(place.home, "b"))).toBe(false);
  });

  test("keys, the files of other tasks and the processes of the machine are not there", async () => {
    await using place = await openJailedPlace();
    const id = mark();
    await place.backend.exec("echo secret > /tmp/secret; export SECRET=secret", { taskId: "other" });
    const sleeper = spawn("sleep", [`30.${id}`]);
    try {
      const key = await place.backend.exec("cat ~/.ssh/id_ed25519", options);
      const other = await place.backend.exec(
        `cat /tmp/secret; ls -d /tmp/hermes-* '${place.tmpDir}'/*; ls /dev/shm | wc -l; cat /dev/shm/*/1/state/*`,
        options,
      );
      const killed = await place.backend.exec(`kill -9 ${sleeper.pid}; pkill -9 -f 30.${id}`, options);

      expect(key.output).not.toContain("a key");
      expect(other.output).not.toMatch(/secret\n|secret"/);
      expect(killed.exitCode).not.toBe(0);
      expect(await countProcesses(id)).toBe(1);
    } finally {
      sleeper.kill("SIGKILL");
    }
  });

  test("in a read-only place the workspace stays as it is, and scratch files go", async () => {
    await using place = await openJailedPlace();
    const refused = await place.backend.exec("touch a", readOnly);
    const scratch = await place.backend.exec("echo b > /tmp/b && cat /tmp/b", readOnly);

    expect([refused.exitCode, scratch.output]).toEqual([1, "b\n"]);
    expect(refused.notice).toContain(join(place.folder, "a"));
  });

  test("what fails for another reason is not blamed on the wall", async () => {
    await using place = await openJailedPlace();
    const denied = await place.backend.exec(
      "touch a; chmod 0 a; printf '%s: Permission denied\\n' ./a; false",
      options,
    );
    const made = await place.backend.exec(
      "echo 'x /no/such/folder/y: Read-only file system'; false",
      options,
    );

    expect([denied.notice, made.notice]).toEqual([undefined, undefined]);
  });

  test("a command that may leave starts anew: nothing that others left is run, but for the folder", async () => {
    await using place = await openJailedPlace();
    await place.backend.exec(
      "mkdir d; cd d; export PATH=$PWD:$PATH EVIL=1 BASH_ENV=$PWD/env; ls() { touch ../ran; }; export -f ls",
      options,
    );
    await place.backend.exec("printf 'touch ../ran' | tee env ls; chmod +x ls", options);
    const open = await place.backend.exec(
      `ls /; echo "$PWD \${EVIL-none} $(type -t ls)"; export LEFT=1; cd ..`,
      outside,
    );
    const back = await place.backend.exec('echo "$PWD $EVIL ${LEFT-none}"', options);

    expect(open.output).toContain(`${place.folder}/d none file\n`);
    expect(existsSync(join(place.folder, "ran"))).toBe(false);
    expect(back.output).toBe(`${place.folder} 1 none\n`);
    expect((await place.backend.exec(`touch '${place.home}/b'`, outside)).exitCode).toBe(0);
  });
});

describe.skipIf(missing !== undefined).concurrent("who takes the place of the supervisor", () => {
  test("a command that kills the jail ends everything in it, gets an error, and the next one finds files and variables", async () => {
    await using place = await openJailedPlace();
    await place.backend.exec("export A=1; sleep 60 & echo", options);
    const killed = await place.backend.exec("kill -9 $PPID; sleep 60", options);
    const next = await place.backend.exec('echo "$A"; pgrep sleep', options);

    expect([killed.exitCode, killed.signal]).toEqual([null, "SIGKILL"]);
    expect(killed.notice).toContain("was ended");
    expect([next.output, next.notice]).toEqual(["1\n", undefined]);
  });

  test("a stopped supervisor (SIGSTOP) blocks nobody", async () => {
    await using place = await openJailedPlace();
    const id = mark();
    const result = await place.backend.exec(`sleep 0.2; kill -STOP $PPID; sleep 30.${id}`, {
      ...options,
      timeoutMs: 600,
    });

    expect(result.timedOut).toBe(true);
    expect(await countProcesses(id)).toBe(0);
    expect((await place.backend.exec("echo on", options)).output).toBe("on\n");
  });

  test("nothing that jailed code sends the supervisor's channel has an effect outside", async () => {
    const victim = spawn("sleep", [`30.${mark()}`], { detached: true });
    // In answer to each request, whose number is N.
    const say = [
      "no json",
      "[]",
      '{"type":"ready"}',
      '{"type":"started","id":-1,"pid":1}',
      '{"type":"ports","ports":[0,22,80,70000]}',
      '{"type":"ports","ports":[22,80]}',
      '{"type":"started","id":99,"pid":1}',
      '{"type":"gone","id":N}',
      '{"type":"failed","id":N,"reason":"other","text":""}',
      `{"type":"started","id":N,"pid":${victim.pid}}`,
      '{"type":"connect","id":1,"port":22}',
    ];
    const end = ["/root/\\u0000", "relative", "/not/there"].map(
      (cwd) => `{"type":"ended","id":2,"exitCode":0,"signal":null,"cwd":"${cwd}"}`,
    );
    await using place = await openLocalPlace((folder) => {
      const real = jailWall({ workspace: folder, home: folder });
      const answer = `sed "s/N/$n/" <<'END'\n${[...say, ...end].join("\n")}\nEND`;
      const script = `n=0; while read -r line; do n=$((n+1)); ${answer}\ncase $n in 3) head -c 300000 /dev/zero | tr '\\0' x; esac; done`;
      return { wall: { ...real, enter: (_, how) => real.enter(["bash", "-c", script], how) } };
    });
    try {
      const process = await place.backend.spawn("true", options);
      const result = await place.backend.exec("true", options);
      await process.kill();
      await process.exited;
      const open = await place.backend.exec("pwd", outside).catch((error: unknown) => error);

      expect(process.handle).toBeUndefined();
      expect(result.output).toBe("");
      expect(open).toMatchObject({
        code: "BACKEND_DIRECTORY_MISSING",
        message: expect.stringContaining("/not/there"),
      });
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    } finally {
      victim.kill("SIGKILL");
    }
  });

  test("a protected file that is replaced from outside is protected again", async () => {
    await using place = await openLocalPlace((folder) => {
      writeFileSync(join(folder, ".envrc"), "as it was\n");
      return { wall: jailWall({ workspace: folder, home: folder }) };
    });
    const file = join(place.folder, ".envrc");
    await place.backend.exec("export KEPT=1", options);
    writeFileSync(`${file}.new`, "by an editor\n");
    renameSync(`${file}.new`, file);

    const result = await place.backend.exec("echo evil > .envrc; echo $KEPT", options);

    expect(readFileSync(file, "utf8")).toBe("by an editor\n");
    expect(result.output).toContain("1");
    expect(result.notice).toContain("made anew");
  });

  test.skipIf(process.getuid?.() !== 0)(
    "mounts that come and go on the machine, as those of containers do, end nothing behind the wall (needs root)",
    async () => {
      await using place = await openJailedPlace();
      await using mounts = await sharedMount();
      await mounts.add("before");
      await place.backend.exec("sleep 60 & echo $! > sleeper", options);
      await mounts.remove("before");
      await mounts.add("after");
      const next = await place.backend.exec('kill -0 "$(cat sleeper)" && echo runs', options);

      expect([next.output, next.notice]).toEqual(["runs\n", undefined]);
    },
  );

  test("a jail that can't be made is an error that says why", async () => {
    await using place = await openLocalPlace((folder) => {
      const real = jailWall({ workspace: folder, home: folder });
      return { wall: { ...real, enter: () => ["/bin/sh", "-c", "echo no jail today >&2; exit 1"] } };
    });

    await expect(place.backend.exec("true", options)).rejects.toMatchObject({
      code: "BACKEND_START_FAILED",
      hint: "no jail today",
    });
  });
});

describe.skipIf(missing !== undefined).concurrent("the life of a jail", () => {
  test("a jail is made before the first command, for that one to use", async () => {
    await using place = await openJailedPlace({ network: { hosts: [] } });
    await place.backend.prepare?.({ taskId });
    await until(async () => (await jailsIn(place.tmpDir)).length > 0);
    const [pid] = await jailsIn(place.tmpDir);
    await place.backend.exec("true", options);

    expect(await jailsIn(place.tmpDir)).toContain(pid);
  });

  test("a jail that is being prepared when its task is released is not made afterwards", async () => {
    let letIn = (): void => undefined;
    const isReady = new Promise<void>((resolve) => (letIn = resolve));
    let entered = 0;
    await using place = await openLocalPlace((folder) => {
      const real = jailWall({ workspace: folder, home: folder, network: { hosts: [] } });
      const enter: typeof real.enter = (...all) => {
        entered++;
        return real.enter(...all);
      };
      return { wall: { ...real, enter, ready: () => isReady } };
    });
    const preparing = place.backend.prepare?.({ taskId });
    await place.backend.release(taskId);
    letIn();
    await preparing;

    expect(entered).toBe(0);
    expect(await jailsIn(place.tmpDir)).toEqual([]);
  });

  test("a process that is kept is behind the wall too, and what follows it is not in its reach", async () => {
    await using place = await openJailedPlace();
    await symlink("/etc/hostname", join(place.folder, "out"));
    const command = `echo "$A"; cat ~/.ssh/id_ed25519; touch '${place.home}/b'; ls '${place.tmpDir}'; read -r l; echo "got $l"; exit 3`;
    await place.backend.exec("export A=1; cd /tmp", options);
    const kept = await place.backend.spawn(command, { ...options, keepAs: mark() });
    await until(() => kept.output().includes("Read-only"));
    await place.backend.release(taskId);
    await kept.write("hello\n");

    expect(await kept.exited).toEqual({ exitCode: 3 });
    expect(kept.output()).toMatch(/^1\n/);
    expect(kept.output()).toContain("got hello");
    expect(kept.output()).not.toContain("a key");
    expect(kept.output()).not.toContain("hermes-kept");
    await kept.discard?.();
  });

  test("a command in a terminal is behind the wall too", async () => {
    await using place = await openJailedPlace();
    const typed = await place.backend.exec(
      "test -t 1 && stty size; read -r l; echo got $l; touch ~/b; exit 3",
      {
        ...options,
        pty: true,
        stdin: "hé\n",
      },
    );

    expect(typed.output).toContain("30 120\n");
    expect(typed.output).toContain("got hé\n");
    expect([typed.exitCode, existsSync(join(place.home, "b"))]).toEqual([3, false]);
  });

  test.each(["SIGKILL", "exit"])(
    "no process and no folder is left when the program dies by %s",
    async (end) => {
      await using place = await openJailedPlace();
      const state = join(place.folder, "state");
      await mkdir(state);
      const id = mark();
      const source = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
      const program = `
      import { createLocalBackend } from ${source("../src/index.ts")};
      import { jailWall } from ${source("jail-wall.ts")};
      const [folder, home, mark, end] = process.argv.slice(2);
      const backend = createLocalBackend({ cwd: home, env: process.env, tmpDir: folder, wall: jailWall({ workspace: home, home }) });
      await backend.exec(\`env -i setsid sleep 30.\${mark} & sleep 31.\${mark} & echo a > /tmp/a\`, { taskId: "a" });
      await backend.spawn(\`trap '' TERM; sleep 32.\${mark}; sleep 33.\${mark}\`, { taskId: "b" });
      const { output } = await backend.exec("ls -d /dev/shm/hermes-*", { taskId: "a" });
      console.log(output);
      if (end === "exit") process.exit(0);
      setInterval(() => {}, 1000);
    `;
      await writeFile(join(place.folder, "program.mts"), program);
      const child = spawn(
        process.execPath,
        [
          "--conditions=@hermes/source",
          join(place.folder, "program.mts"),
          await realpath(state),
          place.home,
          id,
          end,
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      const exited = new Promise((resolve) => child.once("exit", resolve));
      const folder = String(
        await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve)),
      ).trim();
      expect(folder).toMatch(/^\/dev\/shm\/hermes-\w+$/);
      if (end !== "exit") child.kill("SIGKILL");
      await exited;

      await until(async () => (await countProcesses(id)) === 0 && (await jailsIn(state)).length === 0);
      await until(async () => !existsSync(folder) && (await readdir(state)).length === 0);
    },
  );
});

/** Ids of processes that make a jail with a folder below this one. */
async function jailsIn(folder: string): Promise<readonly string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return ids.filter(
    (_, index) => lines[index]?.startsWith("bwrap\0") === true && lines[index]?.includes(folder),
  );
}
