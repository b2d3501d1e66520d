/**
 * `node:http`, when somebody uses the network. An `import` would load every lazy part of it, the fetch stack among them: as
 * long as all the rest of this package takes.
 */
export function http(): typeof import("node:http") {
  return process.getBuiltinModule("node:http");
}
