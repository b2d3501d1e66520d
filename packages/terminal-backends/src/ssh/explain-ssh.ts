import { HermesError } from "@hermes/registry";
import type { SshTarget } from "./ssh-arguments.ts";

/** What `ssh` says about a connection that it can't make, as an error with a way out. */
export function sshFailure(errors: string, target: SshTarget): HermesError {
  const { host, user, port } = target;
  const name = `${user === undefined ? "" : `${user}@`}${host}${port === undefined ? "" : `:${port}`}`;
  const reason = errors.trim().split("\n").at(-1) ?? "";
  const known = hints.find(({ pattern }) => pattern.test(errors));
  const command = [
    "ssh",
    ...(port === undefined ? [] : ["-p", port]),
    user === undefined ? host : `${user}@${host}`,
  ];
  return new HermesError(`Cannot connect to ${name}: ${known?.reason ?? (reason || "no reason given")}.`, {
    code: known?.code ?? "BACKEND_UNREACHABLE",
    hint: known?.hint.replace("%c", command.join(" ")),
  });
}

const hints: readonly {
  readonly pattern: RegExp;
  readonly code?: string;
  readonly reason?: string;
  readonly hint: string;
}[] = [
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED|host key .* has changed/i,
    code: "BACKEND_HOST_KEY",
    reason: "its host key is another one than before",
    hint: "Somebody may be in between. When the host was set up anew, remove the old key with ssh-keygen -R.",
  },
  {
    pattern: /host key verification failed|no .* host key is known/i,
    code: "BACKEND_HOST_KEY",
    reason: "its host key is not known",
    hint: "Connect once by hand to check and keep it (%c), or set terminal.ssh_host_keys to accept-new.",
  },
  {
    pattern:
      /permission denied|too many authentication failures|no such identity|invalid format|bad permissions/i,
    code: "BACKEND_LOGIN_REFUSED",
    reason: "it does not let this user in without a question",
    hint: "Passwords are never asked for: use a key (terminal.ssh_key) or an agent, and try %c -o BatchMode=yes.",
  },
  {
    pattern: /session open refused/i,
    reason: "it takes fewer sessions at once than are needed",
    hint: "Raise MaxSessions of its sshd to 10, the default.",
  },
  { pattern: /could not resolve|name or service not known/i, hint: "Check terminal.ssh_host." },
  {
    pattern: /connection refused|timed out|no route|network is unreachable|closed by|reset by/i,
    hint: "Check that the host is up and that terminal.ssh_port is right.",
  },
  {
    pattern: /ENOENT|ssh: (command )?not found/,
    reason: "there is no ssh here",
    code: "BACKEND_PROGRAM_MISSING",
    hint: "Install OpenSSH.",
  },
];
