import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { jailed, missing, ProfilePlace, run } from "./support/profile-place.ts";
import type { Ended } from "./support/profile-place.ts";
import { gitInside } from "../src/index.ts";
import type { GitInside } from "../src/index.ts";
import { sshRemote } from "../src/git/ssh-remotes.ts";
import { missingForSsh, startSshServer } from "./support/ssh-server.ts";
import type { SshServer } from "./support/ssh-server.ts";

const lacking = missing ?? missingForSsh();

/** A repository whose remote is reached by ssh, with something new there, a submodule beside it, and another repository. */
async function repository(place: ProfilePlace, server: SshServer): Promise<void> {
  place.write("home/.gitconfig", "[user]\n\tname = N\n\temail = e@x\n[init]\n\tdefaultBranch = main\n");
  writeFileSync(place.path("big"), randomBytes(3_000_000));
  const script = `set -e; mkdir $ROOT/remotes; cd $ROOT/remotes; for r in origin lib secret; do git init -q --bare $r.git; done
    git clone -q origin.git ../first 2>/dev/null; cd ../first; git commit -q --allow-empty -m one; git push -q
    git push -q ../remotes/lib.git main; git push -q ../remotes/secret.git main
    cd $WS; rmdir $WS; cd /; git clone -q box:$ROOT/remotes/origin.git $WS
    cd $ROOT/first; cp ../big big; git -c protocol.file.allow=always submodule --quiet add ../lib.git lib
    git add .; git commit -qm two; git push -q`;
  const ended = await run(["bash", "-c", script], { cwd: place.root, env: environment(place, server) });
  if (ended.code !== 0) throw new Error(ended.stderr);
}

function environment(place: ProfilePlace, server: SshServer): Record<string, string> {
  return { ...place.env, GIT_CONFIG_NOSYSTEM: "1", GIT_SSH_COMMAND: server.command, ROOT: place.root };
}

async function opened(place: ProfilePlace, server: SshServer): Promise<GitInside> {
  const env = environment(place, server);
  const inside = await gitInside({ workspace: place.workspace, folder: place.path("git"), env });
  if (inside === undefined) throw new Error("There is no git.");
  return inside;
}

async function inJail(
  place: ProfilePlace,
  server: SshServer,
  inside: GitInside,
  script: string,
): Promise<Ended> {
  return await jailed(place, ["bash", "-c", script], {
    env: { ...environment(place, server), ...inside.environment },
    profile: { ...place.profile, network: "none" },
  });
}

const addresses: readonly string[] = [
  ...[
    "box:a.git",
    "me@box:a b/it's!.git",
    "box:/abs/a.git",
    "box:~me/a",
    "box:/~me/a",
    "[box]:a",
    "[box:22]:a",
    "me@[box:22]:/a",
  ],
  ...[
    "[::1]:a",
    "ssh://box/a",
    "ssh://me@box:2222/a/b.git",
    "ssh://box/~me/a",
    "ssh://box/a%20b",
    "git+ssh://box/a",
    "ssh://[::1]/a",
  ],
  ...[
    "ssh://[::1]:22/a",
    "ssh://me%40x@box/a",
    "ssh://box:/a",
    "ssh+git://me@box/a//b/",
    "me@box:x:y",
    "box.example:a@b",
  ],
];

test.skipIf(missingForSsh() !== undefined)("addresses are read as git reads them", async () => {
  const told = addresses.map(async (address) => {
    const env = {
      PATH: process.env["PATH"] ?? "",
      GIT_SSH_VARIANT: "ssh",
      GIT_SSH_COMMAND: "printf '%s\\n' >&2",
    };
    const { stderr } = await run(["git", "-c", "protocol.version=0", "ls-remote", address], {
      cwd: "/",
      env,
    });
    return { address, words: stderr.split("\nfatal: ")[0] };
  });

  const read = addresses.map((address) => {
    const remote = sshRemote(address);
    const { destination, port, path } = remote ?? { destination: "", port: undefined, path: "" };
    const words = [...(port === undefined ? [] : ["-p", port]), destination, `git-upload-pack ${path}`];
    return { address, words: remote === undefined ? undefined : words.join("\n") };
  });

  const known = read.filter(({ words }) => words !== undefined);
  expect(known).toEqual(
    (await Promise.all(told)).filter(({ address }) => known.some((each) => each.address === address)),
  );
  // Those that are not known are refused, which is no harm.
  expect(known.length).toBeGreaterThanOrEqual(addresses.length - 1);
});

describe.skipIf(lacking !== undefined)(
  `remotes by ssh behind a profile (${lacking ?? "there is a server"})`,
  () => {
    test(
      "git fetches from the remotes of the repository, without network and without the key",
      { timeout: 60_000 },
      async () => {
        using place = new ProfilePlace();
        await using server = await startSshServer(place);
        await repository(place, server);
        const inside = await opened(place, server);
        const sha = createHash("sha256")
          .update(readFileSync(place.path("big")))
          .digest("hex");

        const { code, stdout, stderr } = await inJail(
          place,
          server,
          inside,
          `set -e; git ls-remote -q --heads origin | cut -f2
       GIT_TRACE_PACKET=1 git ls-remote origin 2>&1 | grep -om1 'ls-remote< version 2'; git fetch -q; git pull -q; sha256sum < big | cut -d' ' -f1
       git clone -q box:$ROOT/remotes/origin.git /tmp/clone; git -C /tmp/clone log --format=%s -1; set +e
       cat $HOME/.ssh/id_ed25519; echo "[$SSH_AUTH_SOCK]"; ssh -F $HOME/.ssh/config box true; echo $?`,
        );

        expect(stdout).toBe(`refs/heads/main\nls-remote< version 2\n${sha}\ntwo\n[]\n255\n`);
        expect(stderr).toMatch(/No such file/);
        expect(code).toBe(0);
        expect(inside.takeRefused()).toEqual([]);
        await inside.close();
        // The submodule is listed only since the pull; what runs now is asked about no more than the remote.
        const again = await opened(place, server);
        const { stdout: sub, stderr: errors } = await inJail(
          place,
          server,
          again,
          "git submodule --quiet update --init; git -C lib log --format=%s -1; git -C lib fetch -q && echo fetched",
        );
        expect({ sub, errors }).toEqual({ sub: "one\nfetched\n", errors: "" });
        await again.close();
      },
    );

    test(
      "nothing else is reached: other paths, hosts and services, and options in their place",
      { timeout: 60_000 },
      async () => {
        using place = new ProfilePlace();
        await using server = await startSshServer(place);
        await repository(place, server);
        const inside = await opened(place, server);
        const client = inside.environment["GIT_SSH_COMMAND"] ?? "";
        const upload = `"git-upload-pack '$ROOT/remotes/origin.git'"`;
        const attempts = [
          "git ls-remote box:$ROOT/remotes/secret.git",
          "git ls-remote root@box:$ROOT/remotes/origin.git",
          "git ls-remote ssh://box:1/$ROOT/remotes/origin.git",
          "git ls-remote 127.0.0.1:$ROOT/remotes/origin.git",
          `git ls-remote ssh://127.0.0.1:${server.port}$ROOT/remotes/origin.git`,
          "git push -q origin HEAD:refs/heads/new",
          "git archive --remote=origin HEAD",
          "git ls-remote --upload-pack='touch $WS/pwned; git-upload-pack' origin",
          `${client} box "touch $WS/pwned"`,
          `${client} box`,
          `${client} box ${upload} "touch $WS/pwned"`,
          `${client} -oProxyCommand="touch $WS/pwned" ${upload}`,
          `${client} -o "ProxyCommand=touch $WS/pwned" box ${upload}`,
          `${client} -o SendEnv=GIT_PROTOCOL -F/dev/null box ${upload}`,
          `${client} -p 22 box ${upload}`,
          `${client} -p "22 -oProxyCommand=x" box ${upload}`,
          `${client} box "git-upload-pack '$ROOT/remotes/origin.git'; touch $WS/pwned"`,
          `${client} box "touch $WS/pwned; git-upload-pack '$ROOT/remotes/origin.git'"`,
          `${client} box "git-upload-pack  '$ROOT/remotes/origin.git'"`,
          `${client} box "git-upload-pack --strict '$ROOT/remotes/origin.git'"`,
          "git remote add evil box:$ROOT/remotes/secret.git && git fetch -q evil",
          "git remote set-url origin box:$ROOT/remotes/secret.git && git fetch -q",
        ];

        const { stdout, stderr } = await inJail(
          place,
          server,
          inside,
          attempts.map((attempt) => `${attempt} </dev/null >/dev/null; echo $(($? != 0))`).join("\n"),
        );
        const refused = inside.takeRefused();
        await inside.close();
        // What was added inside is not the person's later either.
        const again = await opened(place, server);
        const later = await inJail(place, server, again, "git fetch -q evil; git fetch -q origin");
        await again.close();

        expect(stdout.trim().split("\n")).toEqual(attempts.map(() => "1"));
        expect(stderr).toContain("a push leaves the jail");
        expect(refused.filter(({ kind }) => kind === "push")).toHaveLength(1);
        expect(refused.filter(({ kind }) => kind === "remote")).toHaveLength(attempts.length - 1);
        expect(inside.remotes).toEqual([`box:${place.root}/remotes/origin.git`]);
        expect(again.remotes).toEqual([]);
        expect(later.code).not.toBe(0);
        expect(later.stderr.match(/is no remote that the person gave/g)).toHaveLength(2);
        expect(Object.keys(place.snapshot("work"))).not.toContain("pwned");
        expect(
          readFileSync(place.path("work/.git/config"), "utf8").match(/addedinside = true/g),
        ).toHaveLength(2);
      },
    );

    test(
      "what is no request, and more connections than are allowed, end; closing ends what runs",
      { timeout: 60_000 },
      async () => {
        using place = new ProfilePlace();
        await using server = await startSshServer(place);
        await repository(place, server);
        const inside = await opened(place, server);
        const socket = place.path("git/socket");
        for (const bad of [
          "\n",
          "{}\n",
          '{"kind":"ssh"}\n',
          "x".repeat(1_100_000),
          '{"kind":"ssh","words":[1]}\n',
        ]) {
          const connection = connect(socket).on("error", () => undefined);
          connection.resume().end(bad);
          await new Promise((resolve) => connection.once("close", resolve));
        }
        const words = ["box", `git-upload-pack '${place.path("remotes/origin.git")}'`];
        const open = Array.from({ length: 9 }, () => connect(socket).on("error", () => undefined));
        const texts = open.map(async (connection) => {
          connection.write(`${JSON.stringify({ kind: "ssh", words })}\n`);
          const [chunk] = await once(connection, "data");
          return String(chunk);
        });
        const said = await Promise.all(texts);
        const before = server.connections();

        await inside.close();

        expect(said.filter((text) => text.includes("8 connections are open"))).toHaveLength(1);
        expect(before).toBeGreaterThanOrEqual(8);
        await vi.waitFor(() => expect(server.connections()).toBe(0), { timeout: 30_000 });
        for (const connection of open) connection.destroy();
        const client = spawn("sh", ["-c", `${inside.environment["GIT_SSH_COMMAND"]} box x`], {
          stdio: "ignore",
        });
        expect((await once(client, "exit"))[0]).not.toBe(0);
      },
    );
  },
);
