import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, readFile, readdir, realpath, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { childEnvironment, createLocalBackend } from "../src/index.ts";
import { countProcesses, openLocalPlace } from "./local-place.ts";
import { randomRuns } from "./random-runs.ts";

const taskId = "task";

describe("the environment of commands", () => {
  const env = {
    PATH: process.env["PATH"],
    LANG: "C.UTF-8",
    HTTP_PROXY: "http://proxy:8080",
    HTTPS_PROXY: "http://user:hunter2@proxy:8080",
    OPENAI_API_KEY: "sk-1",
    GITHUB_TOKEN: "gh-1",
    DB_PASSWORD: "p",
    UNHEARD_OF: "u",
    HERMES_HOME: "/h",
    NODE_OPTIONS: "--inspect",
    LC_SECRET: "s",
  };

  test("only what is known as harmless reaches a command, and nothing of Hermes", async () => {
    await using place = await openLocalPlace({ env });
    await place.backend.exec("true", { taskId });
    for (const id of [taskId, "fresh"]) {
      const { output } = await place.backend.exec("env | sort", { taskId: id });
      const names = output
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0]);
      expect(
        names.filter((name) => !["_", "OLDPWD", "PWD", "SHLVL", "_hermes_call"].includes(name ?? "")),
      ).toEqual(["HTTP_PROXY", "LANG", "PATH"]);
    }
  });

  test("what is passed on by name reaches it, unless it is said to be secret", () => {
    const passThrough = ["UNHEARD_OF", "GITHUB_TOKEN", "HERMES_HOME"];

    expect(Object.keys(childEnvironment(env, { passThrough }))).toEqual([
      "PATH",
      "LANG",
      "HTTP_PROXY",
      "GITHUB_TOKEN",
      "UNHEARD_OF",
    ]);
    const isSecretName = (name: string) => name === "GITHUB_TOKEN" || name === "LANG";
    expect(Object.keys(childEnvironment(env, { passThrough, isSecretName }))).not.toContain("GITHUB_TOKEN");
    expect(Object.keys(childEnvironment(env, { passThrough, isSecretName }))).not.toContain("LANG");
  });

  test.each([
    "AWS_SECRET_ACCESS_KEY",
    "npm_config__authToken",
    "PGPASSWORD",
    "SENTRY_AUTH",
    "X_PAT",
    "SSH_PRIVATE",
  ])("%s is not handed on under a harmless prefix", (name) => {
    expect(childEnvironment({ [`LC_${name}`]: "1" })).toEqual({});
  });

  test("any exported text survives any number of commands", async () => {
    await using place = await openLocalPlace();
    const unit = fc.constantFrom(
      "a",
      " ",
      "'",
      '"',
      "$",
      "`",
      "\\",
      "\n",
      "\r",
      "\t",
      "!",
      "é",
      "😀",
      "\x01",
      "\x7f",
      "*",
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 12 }), async (value) => {
        await place.backend.exec("export VALUE", { taskId, env: {} });
        await place.backend.exec(`export VALUE='${value.replaceAll("'", "'\\''")}'`, { taskId });
        await place.backend.exec("true", { taskId });
        const { output } = await place.backend.exec('printf %s "$VALUE"', { taskId });

        expect(output).toBe(value);
      }),
      { ...randomRuns(1_000), ...(process.env["HERMES_TEST_LONG"] === "1" ? {} : { numRuns: 40 }) },
    );
  }, 120_000);

  test("exported functions stay in bash", async () => {
    await using place = await openLocalPlace();
    await place.backend.exec('greet() { echo "hello $1"; }; export -f greet', { taskId });
    await place.backend.exec("true", { taskId });

    expect((await place.backend.exec("greet you; bash -c 'greet me'", { taskId })).output).toBe(
      "hello you\nhello me\n",
    );
  });

  test("line numbers in the shell's messages are those of the command", async () => {
    await using place = await openLocalPlace();
    const { output } = await place.backend.exec("true\ntrue\nmissing-program", { taskId });

    expect(output).toBe("bash: line 3: missing-program: command not found\n");
  });
});

describe("what is on the disk", () => {
  test("nothing is made before the first command, and one folder for the owner alone after it", async () => {
    await using place = await openLocalPlace();
    await place.backend.resolve("a", { taskId });
    expect(await place.leftovers()).toEqual([]);

    await place.backend.exec("umask 000; export A=1", { taskId });

    const [folder = "", ...others] = await place.leftovers();
    expect(others).toEqual([]);
    expect((await stat(join(place.tmpDir, folder))).mode & 0o777).toBe(0o700);
  });

  test("a hundred commands leave one state and no more open files than one does", async () => {
    await using place = await openLocalPlace();
    await place.backend.exec("true", { taskId });
    const before = await openFiles();
    const commands = Array.from({ length: 100 }, (_, index) => `export A=${index}`);
    for (const command of commands) await place.backend.exec(command, { taskId });

    const [folder = ""] = await place.leftovers();
    expect((await readdir(join(place.tmpDir, folder, "1"))).length).toBe(1);
    expect(await openFiles()).toBe(before);
  });

  test("a write to a full disk fails with its name, and the old file and no other is left", async (context) => {
    await using place = await openLocalPlace();
    const disk = join(place.folder, "disk");
    await mkdir(disk);
    if (!canMount(disk, "size=64k")) return context.skip("mounting a small disk needs root");
    try {
      await writeFile(join(disk, "file"), "old");
      const failure = await place.backend
        .writeFile("disk/file", new Uint8Array(200_000), { taskId })
        .catch((error: unknown) => error);

      expect(failure).toMatchObject({
        code: "FILE_NO_SPACE",
        message: expect.stringContaining("the disk is full"),
      });
      expect(await readFile(join(disk, "file"), "utf8")).toBe("old");
      expect(await readdir(disk)).toEqual(["file"]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });

  test("a write to a read-only disk fails with its name", async (context) => {
    await using place = await openLocalPlace();
    const disk = join(place.folder, "disk");
    await mkdir(disk);
    if (!canMount(disk, "ro")) return context.skip("mounting a disk needs root");
    try {
      const failure = await place.backend
        .writeFile("disk/a", new Uint8Array(1), { taskId })
        .catch((error: unknown) => error);

      expect(failure).toMatchObject({ code: "FILE_ACCESS" });
    } finally {
      execFileSync("umount", [disk]);
    }
  });

  test.skipIf(process.getuid?.() === 0)(
    "a file that is protected against writing is not replaced",
    async () => {
      await using place = await openLocalPlace();
      await writeFile(join(place.folder, "a"), "old");
      await chmod(join(place.folder, "a"), 0o444);

      await expect(place.backend.writeFile("a", new Uint8Array(1), { taskId })).rejects.toMatchObject({
        code: "FILE_ACCESS",
      });
    },
  );

  test.skipIf(process.getuid?.() !== 0)(
    "a file of somebody else stays theirs when root writes it",
    async () => {
      await using place = await openLocalPlace();
      await place.backend.exec("echo old > a; chown 12345:12346 a; chmod 640 a", { taskId });
      await place.backend.writeFile("a", new TextEncoder().encode("new"), { taskId });

      expect((await place.backend.exec("stat -c '%u %g %a' a", { taskId })).output).toBe("12345 12346 640\n");
    },
  );
});

describe.concurrent("the death of the program", () => {
  const program = `
    import { createLocalBackend } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    const [folder, mark, end] = process.argv.slice(2);
    const backend = createLocalBackend({ cwd: folder, env: process.env, tmpDir: folder });
    await backend.exec(\`setsid sleep 30.\${mark} & sleep 31.\${mark} & echo\`, { taskId: "a" });
    await backend.spawn(\`trap '' TERM; sleep 32.\${mark}; sleep 33.\${mark}\`, { taskId: "b" });
    void backend.exec(\`sleep 34.\${mark}\`, { taskId: "c" });
    setTimeout(() => {
      console.log("ready");
      if (end === "exit") process.exit(0);
      if (end === "crash") throw new Error("crash");
      setInterval(() => {}, 1000);
    }, 300);
  `;

  test.each(["SIGKILL", "SIGTERM", "exit", "crash"])("no child and no file is left after %s", async (end) => {
    await using place = await openLocalPlace();
    const script = join(place.folder, "program.mts");
    const state = join(place.folder, "state");
    await mkdir(state);
    await writeFile(script, program);
    const mark = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
    const child = spawn(
      process.execPath,
      ["--conditions=@hermes/source", script, await realpath(state), mark, end],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const exited = new Promise((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => child.stdout.once("data", resolve));
    if (end.startsWith("SIG")) {
      expect(await countProcesses(mark)).toBe(process.platform === "linux" ? 4 : 0);
      child.kill(end as NodeJS.Signals); // One of the two names above.
    }
    await exited;

    await eventually(async () => (await countProcesses(mark)) === 0 && (await readdir(state)).length === 0);
  });
});

describe("a pseudo terminal", () => {
  test("a command sees a terminal, keeps the state, and gives its exit code", async () => {
    await using place = await openLocalPlace();
    const result = await place.backend.exec("test -t 0 && test -t 1 && stty size; export A=1; cd /; exit 3", {
      taskId,
      pty: true,
    });
    const next = await place.backend.exec('echo "$A $PWD"', { taskId });

    expect([result.output, result.exitCode, next.output]).toEqual(["30 120\n", 3, "1 /\n"]);
  });

  test("input is typed and then ends, and a timeout ends the command", async () => {
    await using place = await openLocalPlace();
    const typed = await place.backend.exec("read -r line; echo got $line; cat", {
      taskId,
      pty: true,
      stdin: "hé\n",
    });
    const late = await place.backend.exec("sleep 30", { taskId, pty: true, timeoutMs: 200 });

    expect(typed.output).toContain("got hé\n");
    expect(late.timedOut).toBe(true);
  });
});

test("on Windows making a backend says what to do instead", () => {
  const real = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  Object.defineProperty(process, "platform", { ...real, value: "win32" });
  try {
    expect(() => createLocalBackend({ cwd: "/", env: {} })).toThrow(
      expect.objectContaining({ code: "BACKEND_UNSUPPORTED", hint: expect.stringContaining("WSL") }),
    );
  } finally {
    Object.defineProperty(process, "platform", real);
  }
});

async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isSo()) return;
    await delay(25);
  }
  throw new Error("It did not come to that within ten seconds.");
}

async function openFiles(): Promise<number> {
  return process.platform === "linux" ? (await readdir("/proc/self/fd")).length : 0;
}

function canMount(folder: string, options: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
