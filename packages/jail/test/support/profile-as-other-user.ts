// Run by another user: tries what a profile holds, in a jail that a normal user makes. Prints what came of it.
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gitInside, workspaceProfile } from "../../src/index.ts";
import { found, jailed, jailedScript, missing, ProfilePlace, run } from "./profile-place.ts";

const place = new ProfilePlace("/tmp");
try {
  const temporary = place.path("temporary");
  mkdirSync(temporary);
  const secret = place.write("home/.ssh/id_ed25519", "canary\n");
  const hook = place.write("work/.git/hooks/pre-commit", "as it was\n");
  chmodSync(secret, 0o600);
  const script = `id -u; cat ${secret} /proc/1/root${secret} $HOME/.ssh/*; umount -l $HOME/.ssh; cat ${secret}
    unshare -Urm umount -l $HOME/.ssh; echo bad > ${hook}; mv .git aside; echo bad > $HOME/new
    echo written > file; cat file; echo x > /tmp/seen; grep CapEff /proc/self/status`;
  const { stdout, code } =
    missing === undefined
      ? await jailedScript(place, script, { ...place.profile, temporary })
      : { stdout: missing, code: 1 };
  const env = { ...place.env, GIT_CONFIG_NOSYSTEM: "1" };
  await run(["git", "init", "-q", "--template=", "sub"], { cwd: place.root, env });
  const workspace = place.path("sub");
  const inside = await gitInside({ workspace, folder: place.path("git"), env });
  const profile = workspaceProfile({ ...place.options, workspace });
  const git = await jailed(
    place,
    ["sh", "-c", "git config user.name Somebody; git config user.name; git config core.fsmonitor evil 2>&1"],
    {
      cwd: workspace,
      env: { ...env, ...inside?.environment },
      profile: { ...profile, readable: [...profile.readable, ...(inside?.readable ?? [])] },
    },
  );
  await inside?.close();
  console.log(
    JSON.stringify({
      git: git.stdout.split("\n").map((line) => line.split(",")[0]),
      stdout,
      code,
      hook: readFileSync(hook, "utf8"),
      home: Object.keys(place.snapshot("home")),
      temporary: readFileSync(join(temporary, "seen"), "utf8"),
    }),
  );
  found?.jail?.close();
} finally {
  place[Symbol.dispose]();
}
