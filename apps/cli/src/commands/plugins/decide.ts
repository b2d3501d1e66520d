import type { PluginReport } from "@hermes/runtime";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import { usageError } from "../../failure.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printLines } from "../../render/print.ts";
import { changeLines } from "./change-lines.ts";
import { pluginLines } from "./plugin-lines.ts";
import { shellWord } from "./shell-word.ts";
import type { PluginsDesk } from "./plugins-desk.ts";

export interface DecideFlags {
  readonly yes?: boolean | undefined;
  /** Of what was shown before. */
  readonly digest?: string | undefined;
  /** False: `--no-jail`. */
  readonly jail?: boolean | undefined;
}

export interface Deciding {
  readonly plugin: PluginReport;
  /** The one whose place it takes. */
  readonly before?: PluginReport | undefined;
  readonly question: string;
  /** What is typed to say yes beforehand, without its flags. */
  readonly command: readonly string[];
  readonly flags: DecideFlags;
}

/**
 * Shows what a plug-in is and may do, and asks. Somebody who says yes beforehand names the digest of what they have seen.
 *
 * @throws {HermesError} `PLUGIN_CHANGED` where it is another digest; `CLI_NOT_CONFIRMED` where nobody can be asked.
 */
export async function decide(
  { plugin, before, question, command, flags }: Deciding,
  { host, confirm }: PluginsDesk,
  env: Environment,
): Promise<boolean> {
  const { yes, digest, jail } = flags;
  const isHeld = jail !== false;
  const typed = [
    ...command.map(shellWord),
    ...(isHeld ? [] : ["--no-jail"]),
    "--yes",
    "--digest",
    plugin.digest,
  ].join(" ");
  if (yes && digest === undefined)
    throw usageError(`--yes needs the digest of what you agree to. If you have seen it: ${typed}`);
  if (digest !== undefined && digest.toLowerCase() !== plugin.digest)
    throw new HermesError(`${plugin.name} is not what you agree to: its digest is ${plugin.digest}.`, {
      code: "PLUGIN_CHANGED",
      hint: "Nothing was changed. Look at it again.",
    });
  if (plugin.state === "broken")
    throw new HermesError(plugin.problem ?? `${plugin.name} can't be used.`, {
      code: "PLUGIN_BAD_MANIFEST",
      hint: "Nothing was changed.",
    });
  const shown = (columns: number | undefined): readonly string[] => [
    ...pluginLines(plugin, { columns, env }),
    ...(isHeld ? [] : ["", ...paragraph(noJail, { columns })]),
    ...changeLines(plugin, before, columns),
  ];
  if (yes) return true;
  if (host.stdinIsTerminal) return await confirm({ intro: shown(host.stderr.columns), question });
  printLines(host, shown(host.stdout.columns));
  throw new HermesError("This needs a yes, and nobody is at the terminal.", {
    code: "CLI_NOT_CONFIRMED",
    hint: `Nothing was changed. If you agree to what is shown: ${typed}`,
  });
}

const noJail = "NO JAIL: its process runs as you. It can read, change and send all that you can.";
