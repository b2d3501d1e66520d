/** One release of Deno on npm. */
export interface DenoRelease {
  /** Three numbers. */
  readonly version: string;
  /** The package of each system, such as `linux-x64`, with the hash that npm holds it to. */
  readonly packages: Readonly<Record<string, DenoPackage>>;
}

export interface DenoPackage {
  readonly name: string;
  /** Subresource integrity: `sha512-` and Base64. */
  readonly integrity: string;
}

/** The release that is fetched where the person has none: https://www.npmjs.com/package/deno */
export const pinnedDeno: DenoRelease = {
  version: "2.9.5",
  packages: {
    "linux-x64": {
      name: "@deno/linux-x64-glibc",
      integrity:
        "sha512-TDqcnoLe3jlgqYEQm7H7MK6q0JOth+o8iSZzknRODnVkJfPiNnjVn1M1Zc6vnp+ipkyb6Av1/CUlHgHtlq59Gw==",
    },
    "linux-arm64": {
      name: "@deno/linux-arm64-glibc",
      integrity:
        "sha512-IuYjsz9PGl7CJcNXMuN27KNDB8Q40brK3SG3l+TXMDVW61ZKwcn0fQHBHnXFiiygEwI8by/fKnASEluhZB1atw==",
    },
    "darwin-x64": {
      name: "@deno/darwin-x64",
      integrity:
        "sha512-gbdlxWZuAZFiJiZtTT00Mv/aC7f/31+pyqJGQKlZr5X33WeTo5B0GG+efcX3P1UZceRKHuPEAQ1B/M2oRt8r9Q==",
    },
    "darwin-arm64": {
      name: "@deno/darwin-arm64",
      integrity:
        "sha512-SX98qSdBT1lw9x6NwGwx2xIayl1kRimdRnFohYlJ6nt3mLKzTKHHKQwQs5D2pEY7mbUGGbYe9brM2kfN75pPkg==",
    },
  },
};
