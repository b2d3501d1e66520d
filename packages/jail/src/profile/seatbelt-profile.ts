import type { JailProfile } from "./jail-profile.ts";
import type { ProfileJail } from "./profile-jail.ts";
import { profilePlaces } from "./profile-places.ts";
import type { ProfilePlace } from "./profile-places.ts";
import { quote } from "../seatbelt.ts";

/** Profiles of macOS around any command. Not tried on macOS yet. */
export function seatbeltProfiles(): ProfileJail {
  return {
    name: "seatbelt",
    gaps: [
      "It has not been tried on macOS.",
      "Other programs can be seen, and a command may outlive this program when that is killed.",
      "Commands share the loopback of this machine: they reach the proxy there and nothing else, and other programs reach both.",
    ],
    enter: (profile, command) => [
      ...["sandbox-exec", "-p", seatbeltRules(profile)],
      ...(profile.temporary === undefined ? [] : inTemporary(profile.temporary)),
      ...command,
    ],
    close: () => undefined,
  };
}

/** Seatbelt shows every path as it is, so `/tmp` can't be another folder: programs are told where theirs is. */
function inTemporary(folder: string): readonly string[] {
  return ["/bin/sh", "-c", 'export TMPDIR="$0"; exec "$@"', folder];
}

/** The last rule that fits decides, so the deepest paths come last. */
export function seatbeltRules(profile: JailProfile): string {
  const { writable, temporary } = profile;
  const places = profilePlaces(
    temporary === undefined ? profile : { ...profile, writable: [...writable, temporary] },
  );
  return [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    `(allow file-write-data ${devices.map((path) => `(literal ${quote(path)})`).join(" ")})`,
    '(allow file-write* (regex #"^/dev/tty"))',
    ...places.map(rule),
    // A folder that is renamed takes along what is protected, and leaves its name free for another.
    ...places.map(({ path }) => `(deny file-write-unlink (literal ${quote(path)}))`),
    // What the system would start in its own name is not held.
    "(deny appleevent-send) (deny lsopen) (deny job-creation)",
    ...(profile.network === "none" ? ["(deny network*)", ...loopback(profile)] : []),
    "",
  ].join("\n");
}

const devices: readonly string[] = ["/dev/null", "/dev/zero", "/dev/dtracehelper"];

/** Names of hosts are looked up by the proxy alone. */
function loopback({ proxyPort }: JailProfile): readonly string[] {
  if (proxyPort === undefined) return [];
  return [
    `(allow network-outbound (remote ip "localhost:${proxyPort}"))`,
    '(allow network-bind network-inbound (local ip "localhost:*"))',
  ];
}

function rule({ path, access }: ProfilePlace): string {
  const within = `(subpath ${quote(path)})`;
  if (access === "write") return `(allow file-read* file-write* ${within})`;
  if (access === "none") return `(deny file-read* file-write* ${within})`;
  // Pipes can be written where no file can, as on a file system that is mounted for reading.
  const pipes = `(allow file-write-data (require-all ${within} (vnode-type FIFO)))`;
  return `(allow file-read* ${within}) (deny file-write* ${within}) ${pipes}`;
}
