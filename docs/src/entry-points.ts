import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** What can be imported from a public package. */
export interface EntryPoint {
  /** As it is imported: `@hermes/agent-loop/controller`. */
  readonly name: string;
  readonly source: string;
  readonly description: string;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | { readonly "@hermes/source": string }>>;
}

/** By the `exports` of the public packages, in the order of their names. */
export function entryPoints(): readonly EntryPoint[] {
  const packages = join(root, "packages");
  return readdirSync(packages)
    .toSorted()
    .flatMap((folder) => {
      // Written by us, and checked by `pnpm check`.
      const manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")) as Manifest;
      if (manifest.private === true) return [];
      return Object.entries(manifest.exports).flatMap(([path, target]) =>
        typeof target === "string"
          ? []
          : [
              {
                name: `${manifest.name}${path.slice(1)}`,
                source: join(packages, folder, target["@hermes/source"]),
                description: manifest.description,
              },
            ],
      );
    });
}
