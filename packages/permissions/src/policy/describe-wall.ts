import type { CallWall } from "@hermes/registry";

/** Where a call runs, to stand behind "runs". */
export function describeWall({ profile, hosts = [] }: CallWall): string {
  if (profile === "open") return "outside the wall";
  const reached = hosts.length === 0 ? "" : `, reaching ${hosts.join(", ")}`;
  return `behind the wall (${profile}${reached})`;
}
