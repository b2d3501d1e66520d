/** Why there is no jail and what to do, in words for a person. */
export interface MissingJail {
  readonly reason: string;
  readonly hint: string;
}

/** @param message What the program of the jail said when it was tried; empty where none was. */
export function explainMissingJail(platform: NodeJS.Platform, message: string): MissingJail {
  if (platform === "darwin")
    return {
      reason: `sandbox-exec does not work here: ${message}`,
      hint: "It is a part of macOS; look at its message.",
    };
  if (platform !== "linux")
    return { reason: `There is no jail for ${platform}.`, hint: "Linux and macOS have one." };
  const found = causes.find(({ says }) => says.test(message));
  return found === undefined
    ? {
        reason: `bubblewrap does not work here: ${message}`,
        hint: "Look at its message; `bwrap --ro-bind / / true` tries it.",
      }
    : { reason: `${found.reason} (${message})`, hint: found.hint };
}

const causes: readonly { readonly says: RegExp; readonly reason: string; readonly hint: string }[] = [
  {
    says: /bwrap.*(ENOENT|not found)|ENOENT.*bwrap/,
    reason: "bubblewrap is not installed",
    hint: "Install it: apt-get install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap or apk add bubblewrap.",
  },
  {
    says: /execvp (setpriv|prlimit)/,
    reason: "setpriv or prlimit is missing",
    hint: "Install util-linux, which has both.",
  },
  {
    says: /setting up uid map|Operation not permitted|Permission denied|No permissions|namespace/i,
    reason: "bubblewrap may not make namespaces here",
    hint:
      "On Ubuntu 23.10 and newer: an AppArmor profile for bwrap, or sysctl kernel.apparmor_restrict_unprivileged_userns=0. " +
      "On others: sysctl kernel.unprivileged_userns_clone=1 or user.max_user_namespaces above 0. In a container: allow them " +
      "with --security-opt seccomp=unconfined, or take that container for the jail.",
  },
];
