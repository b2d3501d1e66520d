import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readOnlyProfile, workspaceProfile } from "../src/index.ts";
import { credentialPlaces, systemPlaces } from "../src/profile/home-places.ts";
import { workspaceTriggers } from "../src/profile/workspace-places.ts";
import { found, isInTmp, jailed, jailedScript, missing, ProfilePlace, run } from "./support/profile-place.ts";

const secrets = ["home/.ssh/id_ed25519", "home/.npmrc"];
const triggers = ["work/.git/hooks/pre-commit", "work/.git/config", "work/.envrc", "work/.vscode/tasks.json"];

function furnished(): ProfilePlace {
  const place = new ProfilePlace();
  for (const name of secrets) place.write(name, "canary\n");
  place.write("home/.ssh/known_hosts", "host key\n");
  place.write("home/.hermes/skills/deploy/SKILL.md", "a skill\n");
  for (const name of triggers) place.write(name, "[core]\n");
  place.write("work/.git/HEAD", "ref: refs/heads/main\n");
  place.write("work/file.txt", "a file\n");
  place.write("outside/file.txt", "outside\n");
  // Links that were there before: to a secret, and from a secret's name to another place.
  symlinkSync(place.path("home/.ssh"), place.path("work/keys"));
  place.write("elsewhere/netrc", "canary\n");
  symlinkSync(place.path("elsewhere/netrc"), place.path("home/.netrc"));
  return place;
}

describe.skipIf(missing !== undefined)(`behind a profile (${missing ?? "there is one"})`, () => {
  // Each prints the secret where nothing holds it back; $S is its path, $D the folder that it is in.
  const readings = {
    directly: 'cat "$S"',
    "by dots": 'cat "$WS/../${S#"$ROOT"/}"',
    "by a link that is made": 'ln -s "$S" "$WS/link"; cat "$WS/link"',
    "by a link to its folder": 'ln -s "$D" "$WS/folder"; cat "$WS/folder/${S##*/}"',
    "through /proc/self/root": 'cat "/proc/self/root$S"',
    "through the root of the first process": 'cat "/proc/1/root$S"',
    "through the root of every process": 'for p in /proc/[0-9]*; do cat "$p/root$S"; done',
    "by a hard link": 'ln "$S" "$WS/hard"; cat "$WS/hard"',
    "after chmod": 'chmod -R u+rwx "$D" "$S"; cat "$S"',
    "after moving its folder": 'mv "$D" "$WS/moved"; cat "$WS/moved/${S##*/}"',
    "after unmounting": 'umount "$S"; umount -l "$D"; cat "$S"',
    "in a user namespace of its own":
      'unshare -Urm sh -c "umount -l \\"$D\\"; umount -l \\"$S\\"; cat \\"$S\\""',
    "in a jail of its own": 'bwrap --bind / / cat "$S"',
    "by mounting its folder elsewhere": 'mkdir "$WS/m"; mount --bind "$D" "$WS/m"; cat "$WS/m/${S##*/}"',
    "by copying": 'cp -r "$D" "$WS/copy"; cat "$WS/copy/${S##*/}"',
    "with tar": 'tar -cf "$WS/all.tar" -C / "${S#/}"; tar -xOf "$WS/all.tar"',
    "with python, opening the folder first":
      'python3 -c "import os, sys; f = os.open(sys.argv[1], os.O_RDONLY); d = os.open(sys.argv[2], os.O_RDONLY, dir_fd=f); print(os.read(d, 99))" "$D" "${S##*/}"',
    "by its handle":
      'python3 -c "import ctypes, sys; c = ctypes.CDLL(None); print(c.open_by_handle_at(-100, None, 0))"; cat "$S"',
    "in the background": '(sleep 0.05; cat "$S") & wait',
  };

  test.for(Object.entries(readings))(
    "what is hidden is not read %s",
    { timeout: 30_000 },
    async ([, script]) => {
      using place = furnished();
      const each = ["home/.ssh/id_ed25519", "home/.npmrc", "elsewhere/netrc"];
      const scripts = each.map((name) => {
        const path = place.path(name);
        return `(S=${path}; D=${join(path, "..")}; ROOT=${place.root}; ${script}; rm -rf "$WS/link" "$WS/folder" "$WS/m")`;
      });
      const before = secrets.map((name) => readFileSync(place.path(name), "utf8"));

      const { stdout, stderr } = await jailedScript(place, ["echo started", ...scripts].join("\n"));

      expect(stdout).toMatch(/^started/);
      expect(stdout + stderr).not.toContain("canary");
      expect(secrets.map((name) => readFileSync(place.path(name), "utf8"))).toEqual(before);
    },
  );

  test("without the jail these ways lead to a secret", async () => {
    for (const way of [
      "directly",
      "by dots",
      "by a link that is made",
      "by a hard link",
      "by copying",
      "with tar",
    ] as const) {
      using place = furnished();
      const path = place.path("home/.ssh/id_ed25519");
      const script = `S=${path}; D=${join(path, "..")}; ROOT=${place.root}; ${readings[way]}`;

      const { stdout } = await run(["bash", "-c", script], { cwd: place.workspace, env: place.env });

      expect({ way, found: stdout.includes("canary") }).toEqual({ way, found: true });
    }
  });

  // Each changes what runs by itself where nothing holds it back.
  const changes = {
    writing:
      "echo bad > $WS/.git/hooks/pre-commit; echo bad >> $WS/.git/config; echo bad > $WS/.envrc; echo bad > $WS/.vscode/tasks.json",
    "a new hook": "echo bad > $WS/.git/hooks/post-checkout",
    deleting: "rm -rf $WS/.git/hooks $WS/.git/config $WS/.envrc $WS/.vscode",
    "putting another in its place":
      "for f in .git/config .envrc .vscode/tasks.json; do echo bad > $WS/new; mv -f $WS/new $WS/$f; done",
    "renaming the folder around it":
      "mv $WS/.git $WS/git2; mkdir -p $WS/.git/hooks; echo bad > $WS/.git/hooks/pre-commit; mv $WS/.vscode $WS/v; mkdir $WS/.vscode; echo bad > $WS/.vscode/tasks.json",
    "exchanging the folder around it":
      "mkdir -p $WS/x/hooks; echo bad > $WS/x/hooks/pre-commit; python3 -c \"import ctypes, os; w = os.environ['WS'].encode(); print(ctypes.CDLL(None).renameat2(-100, w + b'/x', -100, w + b'/.git', 2))\"",
    "renaming the workspace": "mv $WS ${WS}2; mkdir -p $WS/.git/hooks; echo bad > $WS/.git/hooks/pre-commit",
    "links made in its place":
      "ln -sfn $WS/file.txt $WS/.git/hooks/pre-commit; ln -sf file.txt $WS/.envrc; ln -f $WS/file.txt $WS/.git/config",
    "a hard link to it":
      "ln $WS/.git/config $WS/hard; echo bad >> $WS/hard; ln $WS/.envrc $WS/hard2; echo bad >> $WS/hard2",
    chmod: "chmod -R 777 $WS/.git/hooks $WS/.git/config $WS/.envrc $WS/.vscode",
    remounting:
      "mount -o remount,rw,bind $WS/.git/hooks; umount -l $WS/.git/hooks; echo bad > $WS/.git/hooks/pre-commit",
    "a user namespace of its own":
      "unshare -Urm sh -c 'mount -o remount,rw,bind $WS/.git/hooks; umount -l $WS/.git/hooks; echo bad > $WS/.git/hooks/pre-commit'",
    "/proc/self/root":
      "echo bad > /proc/self/root$WS/.git/hooks/pre-commit; echo bad > /proc/1/root$WS/.envrc",
    "the working folder of another process":
      "cd $WS/.git/hooks; sleep 1 & echo bad > /proc/$!/cwd/pre-commit; kill $!",
    "a command of git": "git config --file $WS/.git/config core.hooksPath nowhere",
    truncating: "truncate -s 0 $WS/.git/config $WS/.git/hooks/pre-commit $WS/.envrc",
  };

  test.for(Object.entries(changes))(
    "files that run by themselves (hooks, shell start-up files) can't be changed by %s",
    { timeout: 30_000 },
    async ([, script]) => {
      using place = furnished();
      const of = (): unknown =>
        [".git/hooks", ".git/config", ".envrc", ".vscode"].map((name) => place.snapshot(join("work", name)));
      const before = of();

      const { stdout } = await jailedScript(place, `echo started; ${script}`);

      expect(stdout).toMatch(/^started/);
      expect(of()).toEqual(before);
    },
  );

  test("without the jail each of these changes something", async () => {
    for (const [way, script] of Object.entries(changes)) {
      if (/mount|namespace|exchang/.test(way)) continue; // Those need rights, or python.
      using place = furnished();
      const of = (): string =>
        [".git/hooks", ".git/config", ".envrc", ".vscode"]
          .map((name) =>
            existsSync(place.path(`work/${name}`))
              ? JSON.stringify(place.snapshot(join("work", name)))
              : "gone",
          )
          .join("\n");
      const before = of();
      await run(["bash", "-c", script], { cwd: place.workspace, env: place.env });
      const after = existsSync(place.workspace) ? of() : "gone";
      expect({ way, changed: after !== before }).toEqual({ way, changed: true });
    }
  });

  test("whatever else is on the machine can be read and not written", async () => {
    using place = furnished();
    const script = `cat ${place.path("outside/file.txt")} $HOME/.ssh/known_hosts $HOME/.hermes/skills/deploy/SKILL.md
      echo bad > ${place.path("outside/file.txt")}; echo bad > ${place.path("outside/new")}; echo bad > $HOME/new
      echo bad > $HOME/.ssh/new; echo bad > $HOME/.hermes/new; echo bad > $HOME/.hermes/skills/new; echo bad > /etc/hermes-bad
      echo bad > /usr/hermes-bad; mkdir /hermes-bad; echo bad > /dev/hermes-bad; echo bad > /sys/kernel/uevent_helper
      echo bad > /proc/sys/kernel/hostname; mknod $WS/disk b 8 0; ls -A $HOME/.ssh $HOME/.hermes; echo seen > $WS/written; echo seen > /tmp/mine`;

    const { stdout } = await jailedScript(place, script);

    expect(stdout).toBe(
      `outside\nhost key\na skill\n${place.home}/.hermes:\nskills\n\n${place.home}/.ssh:\nknown_hosts\n`,
    );
    expect(Object.keys(place.snapshot("outside"))).toEqual(["file.txt"]);
    expect(place.snapshot("outside")["file.txt"]).toContain("outside");
    expect(readFileSync(place.path("work/written"), "utf8")).toBe("seen\n");
    for (const path of [
      "/etc/hermes-bad",
      "/usr/hermes-bad",
      "/hermes-bad",
      "/tmp/mine",
      place.path("work/disk"),
    ])
      expect({ path, exists: existsSync(path) }).toEqual({ path, exists: false });
  });

  test("the read-only profile allows writes to scratch folders alone", async () => {
    using place = furnished();
    const script =
      'echo x > $WS/new; echo x > $WS/file.txt; rm -rf $WS/.vscode; echo x > "$0/new"; cat $WS/file.txt';
    const before = place.snapshot("work");

    const { stdout } = await jailed(place, ["sh", "-c", script, place.scratch], {
      profile: readOnlyProfile(place.options),
    });

    expect(stdout).toBe("a file\n");
    expect(place.snapshot("work")).toEqual(before);
    expect(Object.keys(place.snapshot("scratch"))).toEqual(["new"]);
  });

  test("every place of the tables that exists is held", async () => {
    using place = new ProfilePlace();
    // A folder of the table may lie within another one.
    for (const { path } of [...credentialPlaces].sort((one, other) => other.path.length - one.path.length))
      if (!existsSync(place.path(`home/${path}`))) place.write(`home/${path}`, "canary\n");
    for (const path of workspaceTriggers) place.write(`work/${path}`, "as it was\n");
    const before = place.snapshot("work");

    const { stdout, stderr } = await jailedScript(
      place,
      "grep -r canary $HOME; for f in $(find $WS -type f); do echo bad > $f; rm -f $f; done; ls $WS | wc -l",
    );

    expect(stdout).not.toContain("canary");
    expect(stderr).toContain("Permission denied");
    expect(place.snapshot("work")).toEqual(before);
    // Sockets of docker, of containers, of the person's session.
    expect(systemPlaces).toContain("/run");
  });

  test("of places that do not exist nothing is left on the disk", async () => {
    using place = new ProfilePlace();
    const before = [place.snapshot("home"), place.snapshot("work")];

    const { code } = await jailed(place, ["true"]);

    expect(code).toBe(0);
    expect([place.snapshot("home"), place.snapshot("work")]).toEqual(before);
  });

  test("a link that a command makes opens nothing for the next one", async () => {
    using place = furnished();
    place.write("home/.hermes/plugins/x.js", "canary\n");
    place.write("other/file", "as it was\n");
    const profile = {
      ...place.profile,
      writable: [place.workspace, place.path("work/cache"), place.path("work/.git")],
    };
    const readable = [place.path("work/notes")];
    mkdirSync(place.path("work/cache"));
    mkdirSync(place.path("work/notes"));

    await jailedScript(
      place,
      "rm -rf cache notes; ln -s $HOME/.hermes/plugins cache; ln -s $HOME/.hermes/plugins notes",
      { ...profile, protected: [], readable },
    );
    renameSync(place.path("work/.git"), place.path("work/git"));
    symlinkSync(place.path("other"), place.path("work/.git"));
    const next = await jailedScript(
      place,
      "cat cache/* notes/*; echo bad > cache/x.js; echo bad > .git/file; cat .git/file",
      { ...profile, readable },
    );
    const ownProfile = await jailedScript(place, "echo bad > .git/file; cat .git/file");

    expect(next.stdout + ownProfile.stdout).toBe("as it was\nas it was\n");
    expect(readFileSync(place.path("home/.hermes/plugins/x.js"), "utf8")).toBe("canary\n");
  });

  test("a program that replaces a link's target is detected before it runs (TOCTOU)", async () => {
    using place = furnished();
    const idea = place.path("work/.idea");
    mkdirSync(idea);
    if (found?.jail === undefined) throw new Error("There is no jail.");
    // The line is made, and then, before it is started, the folder becomes a link to a hidden one.
    const line = found.jail.enter(place.profile, ["cat", join(place.home, ".ssh/id_ed25519")]);
    renameSync(idea, place.path("work/idea2"));
    symlinkSync("../home/.ssh", idea);

    const { code, stdout, stderr } = await run(line, { cwd: place.workspace, env: place.env });

    expect({ code, stdout }).toEqual({ code: 125, stdout: "" });
    expect(stderr).toContain("changed while the jail was made");
  });

  // Each takes the name of the folder around the workspace, $T, in the temporary folder. Links count from /tmp.
  const leftovers = {
    "a link to what is hidden": "ln -s ..$HOME/.hermes $T",
    "a link to what is protected": "ln -s ..$HOME/.npm/kept $T",
    "a link to a cache": "ln -s ..$HOME/.npm $T",
    "a file": "echo > $T",
  };

  test.for(Object.entries(leftovers))(
    "what a command leaves in the temporary folder leads the next jail nowhere: %s",
    async ([, script]) => {
      using place = new ProfilePlace();
      using around = new ProfilePlace("/tmp");
      const temporary = place.path("temporary");
      mkdirSync(temporary);
      for (const name of [".hermes/file", ".npm/kept/file"]) place.write(`home/${name}`, "as it was\n");
      if (found?.jail === undefined) throw new Error("There is no jail.");
      const own = workspaceProfile({ ...place.options, workspace: around.workspace, temporary });
      const profile = { ...own, protected: [place.path("home/.npm/kept")] };
      const before = place.snapshot("home");
      const options = {
        cwd: around.workspace,
        env: { ...place.env, T: join(temporary, basename(around.root)) },
      };

      const line = found.jail.enter(profile, ["sh", "-c", "echo early > early"]);
      await run(["sh", "-c", script], options);
      const early = await run(line, options);
      const next = await jailed(place, ["sh", "-c", "echo next | tee next; ls /tmp | wc -l"], {
        ...options,
        profile,
      });

      expect(early.code).not.toBe(0);
      expect(next).toMatchObject({ code: 0, stdout: `next\n${isInTmp ? 3 : 2}\n`, stderr: "" });
      expect(Object.keys(around.snapshot("work"))).toEqual(["next"]);
      expect(place.snapshot("home")).toEqual(before);
    },
  );

  test("a temporary folder swapped for a symbolic link is not mounted (TOCTOU)", async () => {
    using place = furnished();
    const temporary = place.path("temporary");
    mkdirSync(temporary);
    if (found?.jail === undefined) throw new Error("There is no jail.");
    const line = found.jail.enter({ ...place.profile, temporary }, [
      "sh",
      "-c",
      "cat /tmp/*; echo x > /tmp/x",
    ]);
    renameSync(temporary, place.path("temporary2"));
    symlinkSync("home/.ssh", temporary);

    const { code, stdout } = await run(line, { cwd: place.workspace, env: place.env });

    expect({ code, stdout }).toEqual({ code: 125, stdout: "" });
    expect(existsSync(place.path("home/.ssh/x"))).toBe(false);
  });

  test("a descriptor that this program was given does not get in", async () => {
    using place = furnished();
    const secret = openSync(place.path("home/.ssh/id_ed25519"), "r");
    const program = fileURLToPath(new URL("support/enter-profile.ts", import.meta.url));
    const script =
      "echo looked; for f in 3 4 5 6 7 8 9 10 19 20 21; do cat /proc/self/fd/$f; done 2>/dev/null; true";
    const stdio = [
      "ignore",
      "pipe",
      "pipe",
      ...Array.from({ length: 4 }, () => "ignore" as const),
      secret,
    ] as const;
    const far = Array.from({ length: 12 }, () => "ignore" as const);

    const outcomes = [];
    for (const each of [stdio, [...stdio, ...far, secret]])
      outcomes.push(
        await run([process.execPath, "--conditions=@hermes/source", program, place.root, script], {
          cwd: place.workspace,
          env: place.env,
          stdio: [...each],
        }),
      );
    closeSync(secret);

    for (const { code, stdout, stderr } of outcomes) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("looked");
      expect(stdout).not.toContain("canary");
    }
  });

  test("a hard link that was there before is not held, as the page says", async () => {
    using place = furnished();
    linkSync(place.path("work/.envrc"), place.path("work/same"));

    await jailedScript(place, "echo bad > $WS/same");

    expect(readFileSync(place.path("work/.envrc"), "utf8")).toBe("bad\n");
  });
});
