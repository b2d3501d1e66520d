import { createRequire } from "node:module";
import { dirname } from "node:path";
import { chooseIsolation } from "@hermes/jail";
import type { ChooseIsolation } from "../../src/index.ts";

/** Folder of the Deno that npm brought for this system; undefined: npm has none for it. */
export const denoFolder: string | undefined = ((): string | undefined => {
  const { platform, arch } = process;
  const name = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}/package.json`;
  try {
    const deno = createRequire(import.meta.resolve("deno/package.json"));
    return dirname(deno.resolve(name));
  } catch {
    return undefined;
  }
})();

export const lacksDeno: string | undefined =
  denoFolder === undefined ? "npm has no Deno for this system" : undefined;

/** A machine without a jail, whatever this one has. */
export const withoutJail: ChooseIsolation = async (choice) => {
  const missing = {
    withoutJail: "bubblewrap is not installed",
    hint: "Install it: apt-get install bubblewrap.",
  };
  if (choice === "jail") return { refused: missing.withoutJail, hint: missing.hint };
  const plain = await chooseIsolation("process");
  return choice === "process" ? plain : { ...plain, ...missing };
};
