import { quoteShellWord } from "../shell-script.ts";

export interface SshTarget {
  readonly host: string;
  readonly user?: string | undefined;
  /** @default what the client's configuration says, else 22 */
  readonly port?: number | undefined;
  /** Path of a private key. Undefined: what the client's configuration and agent offer. */
  readonly keyFile?: string | undefined;
  /** `strict`: only hosts that are known. `accept-new`: a host that was never seen is remembered; a changed key is refused. */
  readonly hostKeys: "strict" | "accept-new";
  /** Undefined: those of the client. */
  readonly knownHostsFile?: string | undefined;
  /** Undefined: those of the client; `none`: no file at all. */
  readonly configFile?: string | undefined;
  readonly connectTimeoutSeconds: number;
}

/** Options of every connection: never a question, nothing forwarded, a dead connection noticed within a minute. */
export function connectionArguments(target: SshTarget): readonly string[] {
  const { user, port, keyFile, hostKeys, knownHostsFile, configFile, connectTimeoutSeconds } = target;
  const options = [
    "BatchMode=yes",
    `StrictHostKeyChecking=${hostKeys === "strict" ? "yes" : "accept-new"}`,
    ...(knownHostsFile === undefined ? [] : [`UserKnownHostsFile="${knownHostsFile}"`]),
    `ConnectTimeout=${connectTimeoutSeconds}`,
    "ServerAliveInterval=15",
    "ServerAliveCountMax=3",
    "ControlPersist=no",
    "ForwardAgent=no",
    "ForwardX11=no",
    "ClearAllForwardings=yes",
    "PermitLocalCommand=no",
    "RemoteCommand=none",
    "LogLevel=ERROR",
    "EscapeChar=none",
  ];
  return [
    ...(configFile === undefined ? [] : ["-F", configFile]),
    ...options.flatMap((option) => ["-o", option]),
    ...(keyFile === undefined ? [] : ["-i", keyFile, "-o", "IdentitiesOnly=yes"]),
    ...(port === undefined ? [] : ["-p", String(port)]),
    ...(user === undefined ? [] : ["-l", user]),
  ];
}

/**
 * A script as the command line of a login shell: any POSIX shell, or fish, which takes a backslash within quotes
 * otherwise.
 */
export function loginCommand(script: string): string {
  const parts = script.split("\\").map((part) => (part === "" ? "" : quoteShellWord(part)));
  return `exec sh -c ${parts.join(`"\\\\"`) || "''"}`;
}
