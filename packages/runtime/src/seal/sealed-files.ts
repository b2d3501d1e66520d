import { join, relative } from "node:path";
import type { RuntimeOptions } from "../runtime.ts";
import type { SealedFile } from "./home-seal.ts";
import type { SealedForm } from "./sealed-form.ts";
import { variables, wholeText } from "./sealed-form.ts";

export function rulesPathIn(home: string): string {
  return join(home, "permissions.yaml");
}

/** The files of a home that give the agent power, and those that the program names. */
export function sealedFiles({
  loaded,
  sealed = [],
}: Pick<RuntimeOptions, "loaded" | "sealed">): readonly SealedFile[] {
  const { home, configPath, envPath } = loaded;
  const file = (path: string, form: SealedForm = wholeText): SealedFile => {
    const name = relative(home, path);
    return { name: name.startsWith("..") ? path : name, path, form };
  };
  return [
    file(configPath),
    file(envPath, variables),
    file(rulesPathIn(home)),
    ...sealed.map((path) => file(path)),
  ];
}
