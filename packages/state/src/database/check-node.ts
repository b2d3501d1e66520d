import { HermesError } from "@hermes/registry/errors";

const needed = [22, 18] as const;

/**
 * Before the driver is loaded: its native code ends an older Node with a segmentation fault, which says nothing.
 *
 * @throws {HermesError} `STATE_NODE_TOO_OLD`.
 */
export function checkNode(): void {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  throw new HermesError(`The store needs Node ${needed.join(".")} or newer; this is Node ${version}.`, {
    code: "STATE_NODE_TOO_OLD",
    hint: "Install a newer Node from https://nodejs.org, or put one on the PATH before this one.",
  });
}
