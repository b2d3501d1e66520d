// Run by another user: tries what a profile holds, in a jail that a normal user makes. Prints what came of it.
import { chmodSync, readFileSync } from "node:fs";
import { found, jailedScript, missing, ProfilePlace } from "./profile-place.ts";

const place = new ProfilePlace();
try {
  const secret = place.write("home/.ssh/id_ed25519", "canary\n");
  const hook = place.write("work/.git/hooks/pre-commit", "as it was\n");
  chmodSync(secret, 0o600);
  const script = `id -u; cat ${secret} /proc/1/root${secret} $HOME/.ssh/*; umount -l $HOME/.ssh; cat ${secret}
    unshare -Urm umount -l $HOME/.ssh; echo bad > ${hook}; mv .git aside; echo bad > $HOME/new
    echo written > file; cat file; grep CapEff /proc/self/status`;
  const { stdout, code } =
    missing === undefined ? await jailedScript(place, script) : { stdout: missing, code: 1 };
  console.log(
    JSON.stringify({
      stdout,
      code,
      hook: readFileSync(hook, "utf8"),
      home: Object.keys(place.snapshot("home")),
    }),
  );
  found?.jail?.close();
} finally {
  place[Symbol.dispose]();
}
