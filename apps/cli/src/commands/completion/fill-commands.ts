import type { Command } from "commander";

/**
 * Has the commands of a group declared that waits to be asked for: as when its help is asked for, which is then shown to
 * nobody.
 *
 * @param path The words that lead to it.
 */
export async function fillCommands(
  program: Command,
  command: Command,
  path: readonly string[],
): Promise<void> {
  const isBare =
    command.commands.length === 0 && command.options.length === 0 && command.registeredArguments.length === 0;
  if (!isBare || path.length === 0) return;
  quiet(program);
  // It always ends with an error of commander's, as help ends the program.
  await program.parseAsync([...path, "--help"], { from: "user" }).catch(() => undefined);
}

function quiet(command: Command): void {
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  command.commands.forEach(quiet);
}
