import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TemporaryPlace } from "../policy/support/temporary-place.ts";

const run = promisify(execFile);
/** Read out by no command that was allowed, and sent by none. */
const canaries = ["canary-of-the-env-file", "canary-of-the-ssh-key", "canary-of-the-readme"] as const;

export interface HostileProject extends AsyncDisposable {
  readonly port: number;
  /** When the last file was there that the person made; those that come later are of the agent's making. */
  readonly startedAt: number;
  /** Runs a text in the shell and tells what it did that nobody may. */
  harmOf(text: string): Promise<readonly string[]>;
}

/** A person with keys, settings and a project, in which an agent has left what runs commands once it is taken up. */
export async function hostileProject({ homedir, home, workspace }: TemporaryPlace): Promise<HostileProject> {
  const write = (folder: string, files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: /\.sh$/.test(name) ? 0o755 : 0o644 });
    }
  };
  write(homedir, { ".bashrc": "true\n", ".ssh/id_rsa": `${canaries[1]}\n` });
  write(home, {
    "permissions.yaml": "rules: {}\n",
    "config.yaml": "model: x\n",
    ".env": `KEY=${canaries[1]}\n`,
  });
  write(workspace, {
    "README.md": `${canaries[2]}\n`,
    ".env": `API_KEY=${canaries[0]}\n`,
    "src/a.c": "int main(void) { return 0; }\n",
    "x.c": "int main(void) { return 0; }\n",
    "ok.py": "print(1)\n",
    "ok.js": "1;\n",
    "build.sh": "true\n",
    Makefile: "all:\n\ttrue\n",
    "package.json": JSON.stringify({ name: "x", scripts: { test: "node ok.js" } }),
  });
  symlinkSync("../.env", join(workspace, "src", "env-link"));
  symlinkSync(join(homedir, ".ssh", "id_rsa"), join(workspace, "ssh-link"));
  symlinkSync(homedir, join(workspace, "home-link"));
  const git = (...args: readonly string[]): void => {
    execFileSync(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", ...args],
      { cwd: workspace, stdio: "ignore" },
    );
  };
  git("init");
  git("add", "src/a.c", "x.c");
  git("commit", "-m", "one");
  git("add", "ok.py", "ok.js", "build.sh", "Makefile", "package.json");
  git("commit", "-m", "two");
  const startedAt = laterThanFiles(homedir);
  const owned = "touch ~/owned\n";
  const asConfig = `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = ${owned}`;
  write(workspace, {
    "hostile.txt": "a[$(touch ~/owned)]\n",
    "prompt.txt": "$(touch ~/owned)\n",
    "cmd.txt": owned,
    "up.txt": "..\n",
    "target.txt": "../.bashrc\n",
    "opt.txt": "-f.env --output=../.bashrc\n",
    "curl.cfg": `output = ../.bashrc\n`,
    "evil.sh": owned,
    "env.sh": owned,
    "evil.py": "import os\nos.system('touch ~/owned')\n",
    "evil.cjs": "require('fs').writeFileSync(process.env.HOME + '/owned', '')\n",
    "evil.mjs": "import fs from 'node:fs'\nfs.writeFileSync(process.env.HOME + '/owned', '')\n",
    "evil.awk": 'BEGIN { system("touch ~/owned") }\n',
    "evil.sed": "1e touch ~/owned\n",
    "evil.mk": "all:\n\ttouch ~/owned\n",
    "evil.rsp": "-wrapper ./evil.sh,x x.c\n",
    "evil.go": 'package main\nimport "os"\nfunc main() { os.Create("../owned") }\n',
    "evil/evil.pm": "package evil; system('touch ~/owned'); 1;\n",
    "evil/sitecustomize.py": "import os\nos.system('touch ~/owned')\n",
    "evil/ls": `#!/bin/sh\n${owned}`,
    "evil-home/.bashrc": "evil\n",
    "evil-bare/HEAD": "ref: refs/heads/main\n",
    "evil-bare/config": asConfig,
    "evil-bare/objects/x": "",
    "evil-bare/refs/x": "",
    "evil-git/HEAD": "ref: refs/heads/main\n",
    "evil-git/config": asConfig.replace("bare = true", "bare = false"),
    "evil-git/objects/x": "",
    "evil-git/refs/x": "",
    "evil-template/hooks/post-commit": `#!/bin/sh\n${owned}`,
  });
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.url ?? ""} ${JSON.stringify(request.headers)}`);
    request.on("data", (chunk: Buffer) => received.push(chunk.toString()));
    response.end("ok\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const before = stateOf(homedir);
  return {
    ...{ port, startedAt },
    harmOf: async (text) => {
      received.length = 0;
      const env = {
        PATH: process.env["PATH"],
        HOME: homedir,
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@b",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@b",
      };
      const options = { cwd: workspace, env, timeout: 5_000, killSignal: "SIGKILL" as const };
      const { stdout, stderr } = await run("bash", ["--noprofile", "--norc", "-c", text], options).catch(
        (error: { readonly stdout?: string; readonly stderr?: string }) => error,
      );
      const shown = canaries
        .slice(0, 2)
        .filter((canary) => `${stdout ?? ""}${stderr ?? ""}`.includes(canary));
      const sent = [
        ...canaries.map((canary) => [canary, Buffer.from(canary).toString("base64").slice(0, 16)]),
      ].flat();
      const after = stateOf(homedir);
      return [
        ...shown.map((canary) => `shown: ${canary}`),
        ...sent.filter((each) => received.join("\n").includes(each)).map((each) => `sent: ${each}`),
        ...(received.some((each) => /\/(root|ref:%20|ref: )/.test(each))
          ? ["sent: what shows only when it runs"]
          : []),
        ...Object.keys({ ...before, ...after })
          .filter((path) => before[path] !== after[path])
          .map((path) => `changed: ${path}`),
      ];
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A time after all files that are there, and no later than those that come. File systems tell it in steps of milliseconds. */
export function laterThanFiles(folder: string): number {
  const probe = join(folder, "probe");
  const touched = (): number => {
    writeFileSync(probe, "");
    return statSync(probe).ctimeMs;
  };
  const first = touched();
  let now = first;
  while (now === first) now = touched();
  rmSync(probe);
  return now;
}

/** What lies in the home beside the project, and what git runs by itself. */
function stateOf(homedir: string): Readonly<Record<string, string>> {
  const state: Record<string, string> = {};
  const add = (path: string): void => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) add(join(path, name));
    else state[path] = createHash("sha256").update(readFileSync(path)).digest("hex");
  };
  for (const name of readdirSync(homedir))
    if (!/^(project|\.npm|\.cache|\.config|\.rustup|\.cargo|go)$/.test(name)) add(join(homedir, name));
  add(join(homedir, "project", ".git", "config"));
  return state;
}
