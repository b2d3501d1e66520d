import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { readOnlyProfile, workspaceProfile } from "../src/index.ts";
import { found, jailed, jailedScript, missing, ProfilePlace, run } from "./support/profile-place.ts";

function isThere(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

describe.skipIf(missing !== undefined)(`work behind a profile (${missing ?? "there is one"})`, () => {
  const git = "git -c user.name=N -c user.email=e@x -c safe.directory=*";

  test.skipIf(!isThere("git"))("git commits, branches and merges in a repository", async () => {
    using place = new ProfilePlace();
    await run(["git", "init", "-q", "-b", "main"], { cwd: place.workspace, env: place.env });
    const script = `set -e
      echo one > a; ${git} add a; ${git} commit -qm one; ${git} switch -qc side; echo two >> a; ${git} commit -qam two
      ${git} switch -q main; ${git} merge -q side; ${git} stash list; ${git} gc -q; ${git} status --short --branch; ${git} log --format=%s`;

    const { code, stdout, stderr } = await jailedScript(place, script);

    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "## main\ntwo\none\n", stderr: "" });
  });

  test.skipIf(!isThere("git"))(
    "in a linked worktree git commits, and what it runs by itself stays as it is",
    async () => {
      using place = new ProfilePlace();
      const main = place.path("main");
      const setup = `git init -q -b main ${main}; cd ${main}; ${git} commit -q --allow-empty -m first; rmdir ${place.workspace}; ${git} worktree add -q ${place.workspace}`;
      await run(["bash", "-c", setup], { cwd: place.root, env: place.env });

      const { stdout, stderr } = await jailedScript(
        place,
        `echo one > a; ${git} add a; ${git} commit -qm one && ${git} log --format=%s -1
         echo bad > ${main}/.git/hooks/pre-commit; echo bad >> ${main}/.git/config; echo bad > ${main}/new; echo bad > $WS/.git; rm -f $WS/.git`,
      );

      expect(stdout).toBe("one\n");
      expect(stderr).toContain("Read-only file system");
      expect(existsSync(join(main, ".git/hooks/pre-commit"))).toBe(false);
      expect(readFileSync(join(main, ".git/config"), "utf8")).not.toContain("bad");
      expect(existsSync(join(main, "new"))).toBe(false);
      expect(readFileSync(place.path("work/.git"), "utf8")).toContain("gitdir: ");
    },
  );

  test("a file .git that names a folder of somebody else makes nothing writable", () => {
    using place = new ProfilePlace();
    place.write("other/HEAD", "ref: refs/heads/main\n");
    place.write("other/config", "[core]\n");
    place.write("work/.git", `gitdir: ${place.path("other")}\n`);

    expect(workspaceProfile(place.options).writable).not.toContain(place.path("other"));
  });

  test("hooks, attributes and settings of submodules are protected, and what settings name", () => {
    using place = new ProfilePlace();
    place.write("work/.git/HEAD", "");
    place.write("work/.git/config", "[core]\n\thooksPath = tools/hooks\n");
    place.write("work/.git/modules/libs/a/HEAD", "");
    place.write("work/.git/modules/libs/a/config", "[core]\n\tworktree = ../../../../libs/a\n");

    const closed = workspaceProfile(place.options).protected;

    for (const name of [
      "tools/hooks",
      ".git/modules/libs/a/hooks",
      ".git/modules/libs/a/config",
      "libs/a/.git",
    ])
      expect(closed).toContain(place.path(`work/${name}`));
  });

  test.skipIf(!isThere("npm"))("npm and node write into node_modules and the cache", async () => {
    using place = new ProfilePlace();
    place.write("work/package.json", '{ "name": "x", "version": "1.0.0" }');
    place.write("work/lib/package.json", '{ "name": "lib", "version": "1.0.0" }');
    place.write("home/.npm/.keep", "");
    place.write("home/.npmrc", "//registry.invalid/:_authToken=canary\n");

    const { code, stdout, stderr } = await jailedScript(
      place,
      // npm looks for a newer npm now and then, and says so.
      "export npm_config_update_notifier=false; npm --version && npm install --offline --no-audit --no-fund ./lib >/dev/null && node -p 'require(\"lib/package.json\").version' && npm cache ls && ls -A $HOME/.npm",
    );

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n1\.0\.0\n/);
    expect(stdout).toContain("_logs");
    expect(existsSync(place.path("work/node_modules/lib"))).toBe(true);
  });

  test.skipIf(!isThere("python3"))("python writes __pycache__, tar packs, make makes", async () => {
    using place = new ProfilePlace();
    place.write("work/mod.py", "print('mod')\n");
    place.write("work/Makefile", "out: mod.py\n\tcp mod.py out\n");

    const { stdout } = await jailedScript(
      place,
      "python3 -c 'import mod'; ls __pycache__ | wc -l; tar -cf a.tar mod.py && tar -tf a.tar; ! command -v make >/dev/null || make -s; cat /proc/self/comm; echo $HOME; id -u",
    );

    expect(stdout).toBe(`mod\n1\nmod.py\ncat\n${place.home}\n${process.getuid?.() ?? ""}\n`);
    if (isThere("make")) expect(existsSync(place.path("work/out"))).toBe(true);
  });

  test("temporary files are in one folder, and seen by every command that has it", async () => {
    for (const folder of ["/var/tmp", "/tmp"]) {
      using place = new ProfilePlace(folder);
      const temporary = place.path("temporary");
      mkdirSync(temporary);
      place.write("work/.git/hooks/pre-commit", "as it was\n");
      place.write("work/deep/er/file", "here\n");
      const options = { ...place.options, writable: [place.path("home/cache")], temporary };
      mkdirSync(place.path("home/cache"));
      const profile = workspaceProfile(options);

      const first = await jailedScript(place, "echo one > /tmp/file; mktemp; echo $TMPDIR", profile);
      const second = await jailedScript(
        place,
        `cat /tmp/file; echo two > $WS/new; cat $WS/deep/er/file; echo x > ${place.scratch}/x; echo x > $HOME/cache/x
         echo bad > $WS/.git/hooks/pre-commit; ls ${temporary} 2>/dev/null | grep -c file`,
        profile,
      );
      const looking = readOnlyProfile({ ...options, writable: [] });
      const third = await jailedScript(
        place,
        "cat /tmp/file $WS/deep/er/file; echo 3 > /tmp/third; echo x > $WS/new",
        looking,
      );

      expect(first.stdout).toMatch(/^\/tmp\/tmp\.\w+\n\/tmp\n$/);
      expect(second.stdout).toBe(`one\nhere\n${folder === "/tmp" ? 0 : 1}\n`);
      expect(third.stdout).toBe("one\nhere\n");
      expect(readFileSync(place.path("work/new"), "utf8")).toBe("two\n");
      expect(readFileSync(place.path("work/.git/hooks/pre-commit"), "utf8")).toBe("as it was\n");
      expect(Object.keys(place.snapshot("home/cache"))).toEqual(["x"]);
      // Of what is mounted within it, the folder itself has the names alone.
      const left = Object.keys(place.snapshot("temporary"));
      expect(left).toEqual(expect.arrayContaining(["file", "third"]));
      expect(left.filter((name) => /new|hooks|deep/.test(name))).toEqual([]);
    }
  });

  test("with a workspace that holds /tmp or is it, /tmp is that of the machine", async () => {
    using place = new ProfilePlace("/tmp");
    mkdirSync(place.path("temporary"));
    const profile = workspaceProfile({
      ...place.options,
      workspace: "/tmp",
      temporary: place.path("temporary"),
    });

    const { stdout } = await jailedScript(place, `echo here > ${place.path("work/file")}; pwd`, profile);

    expect(stdout).toBe(`${place.workspace}\n`);
    expect(readFileSync(place.path("work/file"), "utf8")).toBe("here\n");
  });

  test.skipIf(spawnSync("unshare", ["-m", "true"]).status !== 0)(
    "places may be mounts of this machine (needs rights to mount)",
    async () => {
      using place = new ProfilePlace();
      place.write("work/x", "");
      const setup = `set -e; mount -t tmpfs none $WS; mkdir -p $WS/.husky $WS/.git/hooks $HOME/.ssh $HOME/.npm
        mount -t tmpfs none $WS/.husky; mount -t tmpfs none $HOME/.ssh; echo canary > $HOME/.ssh/key
        mount --bind $WS/.husky $WS/.git/hooks; mount --bind $WS $HOME/.npm; exec "$0" "$@"`;
      const script =
        "echo started; cat $HOME/.ssh/key; echo x > $WS/y && cat $HOME/.npm/y; echo bad > $WS/.husky/x; echo bad > $WS/.git/hooks/x; ls $WS/.husky $WS/.git/hooks | wc -l";

      const { stdout, stderr } = await run(
        [
          ...["unshare", "-m", "sh", "-c", setup, process.execPath, "--conditions=@hermes/source"],
          ...[fileURLToPath(new URL("support/enter-profile.ts", import.meta.url)), place.root, script],
        ],
        { cwd: "/", env: place.env },
      );

      expect({ stdout, stderr }).toMatchObject({ stdout: "started\nx\n3\n" });
    },
  );

  test("input passes, and so do exit code and both streams", async () => {
    using place = new ProfilePlace();

    const ended = await jailed(place, ["sh", "-c", "cat; echo no >&2; exit 42"], { input: "in\0put" });

    expect(ended).toEqual({ code: 42, signal: null, stdout: "in\0put", stderr: "no\n" });
    expect(await jailedScript(place, "kill -SEGV $$")).toMatchObject({ code: 128 + 11 });
    expect((await jailed(place, ["no-such-program"])).code).not.toBe(0);
  });

  test("words of a command stay words, whatever is in them", async () => {
    using place = new ProfilePlace();
    const words = ["a b", "", "$HOME", "'\"", "--", "new\nline", "=x", "*"];
    place.write("work/odd=name", '#!/bin/sh\nprintf "[%s]" "$@"\n');
    const program = place.path("work/odd=name");

    const { stdout } = await jailed(place, ["sh", program, ...words]);
    await run(["chmod", "+x", program], { cwd: "/", env: place.env });

    expect(stdout).toBe(words.map((word) => `[${word}]`).join(""));
    expect((await jailed(place, [program, ...words])).stdout).toBe(stdout);
  });

  test("a signal to the group reaches the command, which may end in its own way", async () => {
    using place = new ProfilePlace();
    if (found?.jail === undefined) throw new Error("There is no jail.");
    const script = "trap 'echo tidied; exit 3' TERM; echo ready; while :; do sleep 0.05; done";
    const [program = "", ...args] = found.jail.enter(place.profile, ["bash", "-c", script]);
    const child = spawn(program, args, { cwd: place.workspace, env: place.env, detached: true });
    const output = text(child.stdout);
    await once(child.stdout, "readable");

    process.kill(-(child.pid ?? 0), "SIGTERM");
    const [code] = await once(child, "exit");

    expect(code).toBe(3);
    expect(await output).toBe("ready\ntidied\n");
  });

  test.for([false, true])(
    "children in the background end with this program unless they may outlive it: %s",
    async (outlivesParent) => {
      using place = new ProfilePlace();
      if (found?.jail === undefined) throw new Error("There is no jail.");
      const beat = place.path("work/beat");
      const script =
        "(while :; do date +%s%N > $WS/beat; sleep 0.02; [ ! -e $WS/stop ] || exit; done) & wait";
      const line = found.jail.enter(place.profile, ["bash", "-c", script], { outlivesParent });
      // A program between, which is killed.
      const parent = spawn(
        process.execPath,
        [
          "-e",
          "const [p, ...a] = JSON.parse(process.argv[1]); require('child_process').spawn(p, a, { detached: true, stdio: 'ignore' }); setInterval(() => {}, 1e6)",
          JSON.stringify(line),
        ],
        { cwd: place.workspace, env: place.env, stdio: "ignore" },
      );
      await vi.waitFor(() => expect(existsSync(beat)).toBe(true), { timeout: 30_000 });
      const read = (): string => readFileSync(beat, "utf8");

      parent.kill("SIGKILL");
      await once(parent, "exit");

      if (outlivesParent) {
        const last = read();
        await vi.waitFor(() => expect(read()).not.toBe(last), { timeout: 30_000 });
      } else {
        await vi.waitFor(
          async () => {
            const last = read();
            await new Promise((resolve) => setTimeout(resolve, 150));
            expect(read()).toBe(last);
          },
          { timeout: 30_000 },
        );
      }
      writeFileSync(place.path("work/stop"), "");
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
  );

  test.skipIf(!isThere("script"))(
    "in a terminal it has a terminal, and Ctrl-C is for the command",
    async () => {
      using place = new ProfilePlace();
      if (found?.jail === undefined) throw new Error("There is no jail.");
      const command = [
        "bash",
        "-c",
        "trap 'echo interrupted; exit 9' INT; test -t 0 && echo terminal; while :; do sleep 0.05; done",
      ];
      const quoted = found.jail
        .enter(place.profile, command)
        .map((word) => `'${word.replaceAll("'", "'\\''")}'`);
      const child = spawn("script", ["-qec", `exec ${quoted.join(" ")}`, "/dev/null"], {
        cwd: place.workspace,
        env: { ...place.env, SHELL: "/bin/sh" },
      });
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await vi.waitFor(() => expect(output).toContain("terminal"), { timeout: 30_000 });

      child.stdin.write("\x03");
      const [code] = await once(child, "exit");

      expect(output).toContain("interrupted");
      expect(code).toBe(9);
    },
  );

  test.skipIf(!isThere("python3"))(
    "with the network of the host servers are reached, without it none",
    async () => {
      using place = new ProfilePlace();
      const server = createServer((_, response) => response.end("hello"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      // A server that listens has an address with a port.
      const { port } = server.address() as AddressInfo;
      const command = [
        "python3",
        "-c",
        `import urllib.request as u; print(u.urlopen("http://127.0.0.1:${port}").read())`,
      ];
      try {
        const host = await jailed(place, command, { profile: { ...place.profile, network: "host" } });
        const none = await jailed(place, command, { profile: { ...place.profile, network: "none" } });

        expect(found).toMatchObject({ networks: ["none", "host"] });
        expect(host.stdout).toBe("b'hello'\n");
        expect(none.stdout).toBe("");
        expect(none.stderr).toContain("Connection refused");
      } finally {
        server.close();
      }
    },
  );

  test.skipIf(!isThere("python3"))(
    "a debugger may trace its children, and nobody sees other processes",
    async () => {
      using place = new ProfilePlace();
      const trace = `import ctypes, os
pid = os.fork()
if pid == 0:
    print(ctypes.CDLL(None).ptrace(0, 0, 0, 0), flush=True); os._exit(0)
os.waitpid(pid, 0); print(len([p for p in os.listdir("/proc") if p.isdigit()]) < 8)`;

      const { stdout } = await jailed(place, ["python3", "-c", trace]);

      expect(stdout).toBe("0\nTrue\n");
    },
  );

  test("environment variables that move a cache or a key are followed", async () => {
    using place = new ProfilePlace();
    place.write("moved/cargo/credentials.toml", "canary\n");
    place.write("moved/cargo/registry/index", "");
    place.write("moved/config/gh/hosts.yml", "canary\n");
    symlinkSync(place.path("moved/cargo"), place.path("cargo"));
    const env = {
      CARGO_HOME: place.path("cargo"),
      XDG_CONFIG_HOME: place.path("moved/config"),
      HISTFILE: "/dev/null",
    };

    const { stdout, stderr } = await jailedScript(
      place,
      `cat ${place.path("moved/cargo/credentials.toml")} ${place.path("moved/config/gh/hosts.yml")}; echo x > ${place.path("cargo/registry/new")} && echo written; echo x > /dev/null && echo thrown away`,
      workspaceProfile({ ...place.options, env }),
    );

    expect(stdout).toBe("written\nthrown away\n");
    expect(stderr).not.toContain("canary");
  });
});
