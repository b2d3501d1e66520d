import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gitInside } from "../src/index.ts";
import type { GitInside } from "../src/index.ts";
import { jailed, missing, ProfilePlace, run } from "./support/profile-place.ts";
import type { Ended } from "./support/profile-place.ts";

const lacking = missing ?? (spawnSync("git", ["--version"]).status === 0 ? undefined : "needs git");

/** A repository with a remote, branches there, and a submodule to be had. */
async function repository(): Promise<ProfilePlace> {
  const place = new ProfilePlace();
  place.write(
    "home/.gitconfig",
    "[user]\n\tname = N\n\temail = e@x\n[init]\n\tdefaultBranch = main\n[safe]\n\tdirectory = *\n",
  );
  const { code, stderr } = await run(
    [
      "bash",
      "-c",
      `set -e; git init -q --bare ../scratch/origin.git; git init -q ../lib; git -C ../lib commit -q --allow-empty -m lib
       git clone -q --bare ../lib ../scratch/lib.git
       git init -q; echo one > a; git add a; git commit -qm one; git remote add origin "$WS/../scratch/origin.git"
       git push -q origin main main:side main:feature main:topic; git fetch -q; git branch old; git branch done
       git config core.pager cat; git config alias.hi '!echo hi'`,
    ],
    { cwd: place.workspace, env: env(place) },
  );
  if (code !== 0) throw new Error(stderr);
  return place;
}

function env(place: ProfilePlace): Record<string, string> {
  const moment = "2026-01-01T00:00:00Z";
  return { ...place.env, GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_DATE: moment, GIT_COMMITTER_DATE: moment };
}

async function opened(place: ProfilePlace): Promise<GitInside> {
  const inside = await gitInside({ workspace: place.workspace, folder: place.path("git"), env: env(place) });
  if (inside === undefined) throw new Error("There is no git.");
  return inside;
}

async function inJail(place: ProfilePlace, inside: GitInside, script: string): Promise<Ended> {
  return await jailed(place, ["bash", "-c", script], { env: { ...env(place), ...inside.environment } });
}

/** What people type, in an order in which each works. */
const ordinary: readonly string[] = [
  ...["git status --short --branch", "git config user.name Somebody", "git config user.name"],
  ...["git config --local --list", "git config pull.rebase true", "git config --unset pull.rebase"],
  ...["git config --get-regexp '^alias'", "git hi", "git checkout main", "git checkout -b x origin/side"],
  ...["git checkout feature", "git switch --track origin/topic", "git switch -", "git switch -c local"],
  ...["echo two > b && git add b && git commit -qm two", "git branch -m renamed", "git branch -vv"],
  ...["git branch --set-upstream-to=origin/main", "git branch --unset-upstream", "git branch -u origin/main"],
  ...[
    "git branch -d done",
    "git branch -D old",
    "git branch -d renamed",
    "git branch -m x y",
    "git branch -c y z",
  ],
  ...[
    "git remote -v",
    "git remote add second $WS/../scratch/origin.git",
    "git fetch -q second",
    "git remote rename second third",
  ],
  ...[
    "git remote set-url third ../scratch/origin.git",
    "git remote remove third",
    "git remote set-head origin main",
  ],
  ...[
    "git push -q -u origin renamed",
    "git pull -q",
    "git stash list",
    "git tag v1",
    "git log --oneline --all",
  ],
  ...[
    "git -c protocol.file.allow=always submodule --quiet add ../lib.git lib",
    "git submodule status",
    "git commit -qm lib",
  ],
  ...[
    "git submodule deinit -f lib",
    "git submodule init",
    "git -c protocol.file.allow=always submodule --quiet update",
  ],
  ...[
    "cd lib && git checkout -q -b inner && cd ..",
    "git worktree add -q --track -b wt wt origin/side",
    "git -C wt status --short --branch",
  ],
  ...["git -C wt checkout wt", "git -C wt branch -m wt2", "git worktree list", "git worktree remove wt"],
  ...[
    "git checkout -q -B main origin/main",
    "git rebase -q renamed",
    "git bisect start",
    "git bisect reset",
    "git gc -q",
  ],
  ...[
    "git branch -q from-main main",
    "git merge -q side",
    "git clone -q . copy",
    "git -C copy config user.name C",
    "git branch --edit-description",
  ],
  ...[
    "git notes add -m note",
    "git cherry-pick --abort",
    "git branch -d nothing",
    "git remote remove nothing",
    "git config bad",
  ],
  ...[
    "git reset -q --hard HEAD~0",
    "git clean -fdq",
    "git fsck --no-progress",
    "git pack-refs --all",
    "git branch --list",
  ],
];

const sweep = ordinary
  .map((command) => `echo '== ${command.replaceAll("'", "'\\''")}'\n${command}\necho "ended with $?"`)
  .join("\n");
const state =
  "git config --list --local | sort; git branch -avv; git status --short --branch; git worktree list; cat lib/.git";

const harmful: readonly string[] = [
  "git config core.hooksPath evil",
  "git config core.fsmonitor 'touch pwned; false'",
  "git config alias.st '!touch pwned'",
  "git config core.sshCommand 'touch pwned'",
  "git config filter.x.smudge 'touch pwned'",
  "git config diff.x.textconv 'touch pwned'",
  "git config credential.helper '!touch pwned'",
  "git config include.path ../evil",
  "git config includeIf.gitdir:/.path ../evil",
  "git config url.ext::sh.insteadOf https://",
  "git config extensions.worktreeConfig true",
  "git config core.worktree /",
  "git config gpg.program ./evil",
  "git config remote.origin.pushurl git@evil.example:x",
  "git config remote.pushDefault evil",
  "git config remote.origin.uploadpack ./evil",
  "git config remote.origin.vcs evil",
  "git config branch.main.remote 'ext::sh -c touch% pwned'",
  "git config submodule.x.update '!touch pwned'",
  "git config --unset core.pager",
  "git remote add evil 'ext::sh -c touch% pwned'",
  "git remote add evil evil://x/y",
  "git remote add evil ssh://-oProxyCommand=touch/x",
  "git config --rename-section alias credential",
  "git config user.name \"$(printf 'x\\n[core]\\n\\tfsmonitor = evil')\"",
];

describe.skipIf(lacking !== undefined)(`git behind a profile (${lacking ?? "there is one"})`, () => {
  test(
    "ordinary commands end as they do without a jail, and leave the same settings",
    { timeout: 60_000 },
    async () => {
      using outer = await repository();
      using inner = await repository();
      const inside = await opened(inner);
      const script = `exec 2>&1; export GIT_EDITOR='printf "about it\\n" >'; cd $WS; ${sweep}`;

      const [without, within] = await Promise.all([
        run(["bash", "-c", script], { cwd: outer.workspace, env: env(outer) }),
        inJail(inner, inside, script),
      ]);
      const states = await Promise.all(
        [outer, inner].map(
          async (place) => await run(["bash", "-c", state], { cwd: place.workspace, env: env(place) }),
        ),
      );

      const [expected, found] = [
        [without, states[0], outer] as const,
        [within, states[1], inner] as const,
      ].map(([ended, after, place]) =>
        // A message of `branch -d` names the folder through which git saw the settings.
        `${ended.stdout}\n${after?.stdout}`
          .replaceAll(place.root, "ROOT")
          .replaceAll(/\/tmp\/git-settings-\w+/g, "ROOT/work"),
      );
      expect(found?.split("\n== ")).toEqual(expected?.split("\n== "));
      expect(inside.takeRefused()).toEqual([]);
      await inside.close();
    },
  );

  test("what could run a program or send elsewhere stays as it was", { timeout: 30_000 }, async () => {
    using place = await repository();
    const inside = await opened(place);
    const before = place.snapshot("work/.git/config");
    const script = harmful.map((command) => `${command} >/dev/null 2>&1; echo $?`).join("\n");

    const { stdout } = await inJail(place, inside, script);

    expect(stdout.split("\n").map((code, index) => [harmful[index], code])).toEqual(
      [...harmful, undefined].map((command) => [command, command === undefined ? "" : "1"]),
    );
    expect(place.snapshot("work/.git/config")).toEqual(before);
    expect(inside.takeRefused().length).toBeGreaterThanOrEqual(harmful.length);
    const { stderr } = await inJail(place, inside, "git config core.hooksPath evil");
    expect(stderr).toBe(
      "git: core.hookspath stays as it was, since it can make git run programs or send elsewhere; set it outside, which is asked about.\n",
    );
    await inside.close();
  });

  test("settings are changed in place, so that a jail that runs goes on holding them", async () => {
    using place = await repository();
    const inside = await opened(place);
    const file = place.path("work/.git/config");
    const { ino } = statSync(file);

    const { stdout } = await inJail(
      place,
      inside,
      "git config user.name Somebody; git config user.name; echo bad >> .git/config; rm -f .git/config; git remote add o2 https://example.org/x; git remote",
    );

    expect(stdout).toBe("Somebody\no2\norigin\n");
    expect(statSync(file).ino).toBe(ino);
    expect(readFileSync(file, "utf8")).not.toContain("bad");
    await inside.close();
  });

  test("hooks run at a checkout, and may work in another repository", async () => {
    using place = await repository();
    await run(["git", "config", "core.hooksPath", "it's"], { cwd: place.workspace, env: env(place) });
    const inside = await opened(place);
    const hook = place.write(
      "work/it's/post-checkout",
      '#!/bin/sh\necho "hook $3"\ngit init -q "$WS/other"\ncd "$WS/other" && git commit -q --allow-empty -m other -n\n',
    );
    await run(["chmod", "+x", hook], { cwd: "/", env: place.env });

    const { code, stdout, stderr } = await inJail(
      place,
      inside,
      "git checkout -q -b x origin/side; git log --format=%s; git -C other log --format=%s",
    );

    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "one\nother\n", stderr: "hook 1\n" });
    await inside.close();
  });

  test("files that git would trust are created beforehand and protected", async () => {
    using place = await repository();
    const main = { cwd: place.workspace, env: env(place) };
    await run(
      ["bash", "-c", "rm -r .git/hooks; git config extensions.worktreeConfig true; git worktree add -q wt"],
      main,
    );
    const inside = await opened(place);

    const { stdout } = await inJail(
      place,
      inside,
      `mkdir evil; cp -r .git/objects .git/refs evil; printf '[core]\\n\\tfsmonitor = touch pwned; false\\n' | tee evil/config > evil/config.worktree
       for f in commondir config.worktree worktrees/wt/config.worktree; do rm -f .git/$f; echo ../evil > .git/$f; cp evil/config .git/$f; done
       printf '#!/bin/sh\\ntouch pwned\\n' > .git/hooks/post-index-change; chmod +x .git/hooks/*; echo tried`,
    );
    const after = await run(
      ["bash", "-c", "touch a; git status --short; git -C wt status --short; git checkout main; ls"],
      main,
    );

    expect(stdout).toBe("tried\n");
    expect(after).toMatchObject({ code: 0, stdout: "?? evil/\n?? wt/\na\nevil\nwt\n" });
    await inside.close();
  });

  test("in a linked worktree and in a shallow repository the same goes", async () => {
    using place = await repository();
    const setup = `git clone -q --depth 1 --no-single-branch file://${place.scratch}/origin.git ../main; rm -r $WS; cd ../main
      git worktree add -q $WS -b linked`;
    await run(["bash", "-c", setup], { cwd: place.scratch, env: env(place) });
    const inside = await opened(place);

    const { stdout, stderr } = await inJail(
      place,
      inside,
      `set -e; git checkout -q linked; git checkout -q -b x origin/side; git status -sb; git branch -m y; git branch --show-current
       git config pull.ff only; git config pull.ff; git remote rename origin up; git status -sb; git checkout main || echo refused
       git fetch -q --unshallow --set-upstream up main; git rev-parse --is-shallow-repository; git status -sb`,
    );
    const after = await run(
      ["bash", "-c", "git rev-parse --is-shallow-repository; git status -sb; cat .git"],
      {
        cwd: place.workspace,
        env: env(place),
      },
    );

    expect({ stdout, stderr }).toEqual({
      stdout: "## x...origin/side\ny\nonly\n## y...up/side\nrefused\nfalse\n## y...up/main\n",
      stderr: "fatal: 'main' is already checked out at 'ROOT/main'\n".replace("ROOT", place.root),
    });
    expect(after.stdout).toBe(`false\n## y...up/main\ngitdir: ${place.root}/main/.git/worktrees/work\n`);
    await inside.close();
  });

  test("with a forged copy nothing but harmless settings is taken", async () => {
    using place = await repository();
    const inside = await opened(place);
    const before = place.snapshot("work/.git/config");
    const client = `${inside.environment["GIT_SSH_COMMAND"]?.replace(/ ssh$/, "")} settings`;

    const forged = await inJail(
      place,
      inside,
      `printf '' > none; printf '[core]\\n\\tfsmonitor = evil\\n' > some; ${client} $WS/.git none some
       ${client} $WS/.git some none; ${client} $WS none some; cd .git; printf 'x' > bad; ${client} $WS/.git $WS/none bad`,
    );

    expect(forged.code).not.toBe(0);
    expect(place.snapshot("work/.git/config")).toEqual(before);
    expect(existsSync(place.path("work/.git/config.lock"))).toBe(false);
    await inside.close();
  });
});
