import { mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Environment } from "@hermes/registry";
import { clientProgram } from "./client-program.ts";
import { findGit } from "./find-git.ts";
import { gitProgram } from "./git-program.ts";
import { openGitBroker } from "./open-git-broker.ts";
import type { GitRefusal } from "./run-ssh.ts";
import { shellQuote } from "./shell-quote.ts";

export interface GitInsideOptions {
  /** Folder of the work, absolute. */
  readonly workspace: string;
  /** Folder for the broker's socket and programs, absolute, short, and not below one that jails have of their own. It is made. */
  readonly folder: string;
  /** The person's own. */
  readonly env: Environment;
  /** A Node that jailed commands can run. @default that of this program */
  readonly node?: string | undefined;
}

export interface GitInside {
  /** For jailed commands, over what they have else. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * For a profile under which the repository may be changed: to be read, and by no means written. Under other profiles it is
   * to be hidden, since whoever reaches the socket can change settings.
   */
  readonly readable: readonly string[];
  /** Addresses of remotes that the person gave, as git uses them: none that a jailed command added, now or before. */
  readonly remotes: readonly string[];
  /** What was refused since this was last asked. */
  takeRefused(): readonly GitRefusal[];
  close(): Promise<void>;
}

/**
 * Lets git work behind a profile: harmless settings are taken up, and remotes of the repository are fetched from by the
 * person's ssh, which stays outside.
 *
 * @returns Undefined where there is no git.
 */
export async function gitInside(options: GitInsideOptions): Promise<GitInside | undefined> {
  const { workspace, folder, env, node = process.execPath } = options;
  const git = findGit(env["PATH"] ?? "");
  if (git === undefined) return undefined;
  const programs = join(folder, "bin");
  const client = join(folder, "client.cjs");
  const folders = join(folder, "folders");
  const askpass = join(folder, "askpass");
  await mkdir(programs, { recursive: true, mode: 0o700 });
  const broker = await openGitBroker({ socket: join(folder, "socket"), workspace, env, git });
  await Promise.all([
    writeFile(client, clientProgram),
    writeFile(folders, broker.folders.map((each) => `${each}\n`).join("")),
    writeFile(askpass, noPassword, { mode: 0o755 }),
    writeFile(join(programs, "git"), gitProgram({ git, node, client, folders }), { mode: 0o755 }),
  ]);
  return {
    environment: {
      PATH: [programs, ...(env["PATH"] === undefined ? [] : [env["PATH"]])].join(delimiter),
      GIT_SSH_COMMAND: [node, client].map(shellQuote).join(" ") + " ssh",
      GIT_SSH_VARIANT: "ssh",
      GIT_ASKPASS: askpass,
      GIT_TERMINAL_PROMPT: "0",
    },
    readable: [folder],
    remotes: broker.remotes,
    takeRefused: () => broker.takeRefused(),
    async close() {
      await broker.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const noPassword = `#!/bin/sh
echo 'git: this remote wants a name and a password, which are not in the jail; run it outside, which is asked about.' >&2
exit 1
`;
