import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { SshRequest } from "./broker-request.ts";
import type { RepositoryFacts } from "./repository-facts.ts";

export interface GitRefusal {
  /** `push`: to a known remote. `remote`: what no remote of the repository is. `setting`: a key that may do harm. */
  readonly kind: "push" | "remote" | "setting";
  /** Place and path of a remote, or the key. */
  readonly subject: string;
}

export type SshCommand =
  | { readonly program: string; readonly args: readonly string[] }
  | { readonly refusal: GitRefusal };

/** Settings that come before the person's own: no questions, and no way for the other side to reach anything here. */
const options: readonly string[] = [
  "BatchMode=yes",
  "ClearAllForwardings=yes",
  "ForwardAgent=no",
  "ForwardX11=no",
  "PermitLocalCommand=no",
  "ControlMaster=no",
  "RequestTTY=no",
];

/** The command line that fetches from a remote of the repository; nothing in it comes from inside but what was compared. */
export function sshCommand({ words, protocol }: SshRequest, known: RepositoryFacts): SshCommand {
  const asked = parseWords(words);
  const subject = asked === undefined ? words.join(" ") : `${asked.destination} ${asked.command}`;
  const remote = known.sshRemotes.find(
    ({ destination, port, path }) =>
      destination === asked?.destination && port === asked.port && asked.command.endsWith(` ${path}`),
  );
  const service = remote === undefined ? undefined : asked?.command.slice(0, -remote.path.length - 1);
  if (remote === undefined || (service !== "git-upload-pack" && service !== "git-receive-pack"))
    return { refusal: { kind: "remote", subject } };
  if (service === "git-receive-pack") return { refusal: { kind: "push", subject } };
  const args = [
    ...[...options, ...(protocol === undefined ? [] : ["SendEnv=GIT_PROTOCOL"])].flatMap((each) => [
      "-o",
      each,
    ]),
    ...(remote.port === undefined ? [] : ["-p", remote.port]),
    "--",
    remote.destination,
    `git-upload-pack ${remote.path}`,
  ];
  // As git does: the person's command is a text for the shell, and the arguments are words.
  return known.sshCommand === undefined
    ? { program: "ssh", args }
    : { program: "sh", args: ["-c", `${known.sshCommand} "$@"`, "ssh", ...args] };
}

interface Asked {
  readonly destination: string;
  readonly port: string | undefined;
  readonly command: string;
}

/** @see https://git-scm.com/docs/git-config#Documentation/git-config.txt-sshvariant */
function parseWords(words: readonly string[]): Asked | undefined {
  let rest = words;
  let port: string | undefined;
  for (;;) {
    const [first, second = ""] = rest;
    if (first === "-4" || first === "-6") rest = rest.slice(1);
    else if (first === "-o" && second === "SendEnv=GIT_PROTOCOL") rest = rest.slice(2);
    else if (first === "-p" && /^\d{1,5}$/.test(second)) {
      port = second;
      rest = rest.slice(2);
    } else break;
  }
  const [destination, command] = rest;
  return destination === undefined || command === undefined || rest.length > 2
    ? undefined
    : { destination, port, command };
}

/** Carries a fetch of any length; whoever relays its streams ends it. */
export function startSsh(
  { program, args }: { readonly program: string; readonly args: readonly string[] },
  env: Readonly<Record<string, string>>,
): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn(program, args, { cwd: "/", env, stdio: "pipe", detached: true });
}
