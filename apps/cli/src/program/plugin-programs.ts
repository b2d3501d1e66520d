import type { Command } from "commander";
import type { Host } from "../host.ts";
import type { PluginProgram } from "../commands/plugins/programs.ts";
import { mayHavePlugins } from "./may-have-plugins.ts";

/**
 * Declares the commands that plug-ins give, where one of them or the whole list is asked for. Where there is no folder for plug-ins
 * that costs a look at the disk.
 */
export async function addPluginPrograms(
  program: Command,
  args: readonly string[],
  { host, end }: { readonly host: Host; readonly end: (code: number) => void },
): Promise<void> {
  if (!mayMeanOne(program, args) || !mayHavePlugins(host)) return;
  const [{ listPrograms, runProgram }, { pluginsDesk }] = await Promise.all([
    import("../commands/plugins/programs.ts"),
    import("../commands/plugins/plugins-desk.ts"),
  ]);
  const desk = pluginsDesk(host);
  const known = wordsOf(program);
  const programs = await listPrograms(desk).catch((error: unknown) => {
    // Whoever asks for help has it, also where settings are broken.
    if (isHelp(args[0])) return [];
    throw error;
  });
  for (const found of programs) {
    if (known.has(found.name)) continue;
    program
      .command(found.name)
      .description(found.summary)
      .helpGroup("Commands of plug-ins:")
      .argument("[args...]")
      // All that stands behind the name is for it.
      .allowUnknownOption()
      .passThroughOptions()
      .configureHelp({ formatHelp: () => helpText(found) })
      .action(async (given: readonly string[]) => {
        end(await runProgram(found, given, desk));
      });
  }
}

function helpText({ name, plugin, summary, usage }: PluginProgram): string {
  return `Usage: ${usage ?? `hermes ${name} [args...]`}\n\n${summary}\n\nIt belongs to the plug-in ${plugin}.\n`;
}

function mayMeanOne(program: Command, [first, second]: readonly string[]): boolean {
  if (first === undefined) return false;
  if (isHelp(first)) return true;
  if (first === "help") return mayMeanOne(program, second === undefined ? [] : [second]);
  return /^[a-z][a-z0-9-]{0,39}$/.test(first) && !wordsOf(program).has(first);
}

function isHelp(first: string | undefined): boolean {
  return first === "-h" || first === "--help";
}

function wordsOf(program: Command): ReadonlySet<string> {
  return new Set(program.commands.flatMap((command) => [command.name(), ...command.aliases()]));
}
