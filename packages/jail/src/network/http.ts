import type * as Http from "node:http";

/**
 * `node:http`, when somebody uses the network. An `import` would load every lazy part of it, the fetch stack among them: as
 * long as all the rest of this package takes.
 */
export function http(): typeof Http {
  return process.getBuiltinModule("node:http");
}
