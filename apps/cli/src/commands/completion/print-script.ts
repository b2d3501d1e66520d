import { exitCodes, type Host } from "../../host.ts";
import { bashScript } from "./scripts/bash-script.ts";
import { fishScript } from "./scripts/fish-script.ts";
import { zshScript } from "./scripts/zsh-script.ts";
import type { Shell } from "./shells.ts";

const scripts: Readonly<Record<Shell, string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `hermes completion`. */
export function printScript(shell: Shell, { stdout }: Pick<Host, "stdout">): number {
  stdout.write(scripts[shell]);
  return exitCodes.ok;
}
