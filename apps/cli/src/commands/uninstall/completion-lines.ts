import { lstatSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import type { Environment } from "@hermes/registry";

/** A line by which a shell reads the completion. */
export interface CompletionLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Hermes takes it out; false: the file is a link, such as one into a folder of settings that is kept elsewhere. */
  readonly isOurs: boolean;
}

/** As the help of `hermes completion` has it, and nothing else. */
const ours = /^\s*(?:source <\(hermes completion (?:bash|zsh)\)|hermes completion fish \| source)\s*$/;

export function findCompletionLines(env: Environment): readonly CompletionLine[] {
  const person = env["HOME"] || homedir();
  const config = env["XDG_CONFIG_HOME"] || join(person, ".config");
  const files = [
    ...[".bashrc", ".bash_profile", ".profile"].map((name) => join(person, name)),
    join(env["ZDOTDIR"] || person, ".zshrc"),
    join(config, "fish", "config.fish"),
  ];
  return files.flatMap((path) => {
    const isOurs = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
    return linesOf(path).flatMap((text, index) =>
      ours.test(text) ? [{ path, line: index + 1, isOurs }] : [],
    );
  });
}

/** Takes these lines out of a file; everything else stays as it is. */
export function removeCompletionLines(path: string): void {
  const { mode } = lstatSync(path);
  const kept = linesOf(path).filter((text) => !ours.test(text));
  replaceFile(path, kept.join("\n"), { mode: mode & 0o777 });
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}
