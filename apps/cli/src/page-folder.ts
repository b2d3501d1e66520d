import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The page that comes with Hermes: beside the built command, else where it was built. Undefined where neither is. */
export function pageFolder(): string | undefined {
  return ["./page", "../../web/dist"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(`${folder}/index.html`));
}
