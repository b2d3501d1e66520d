import type { Command, Option } from "commander";

/** Every command with its arguments, and its options below it, as people type them. */
export function commandLines(command: Command, path: string = command.name()): string {
  const words = command.registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  const aliases = command.aliases().length === 0 ? [] : [`(also ${command.aliases().join(", ")})`];
  const own = [
    [path, ...words, ...aliases].join(" "),
    ...command.options.map((option) => `  ${optionText(option)}`),
  ];
  const below = command.commands.map((each) => commandLines(each, `${path} ${each.name()}`));
  return [`${own.join("\n")}\n`, ...below].join("\n");
}

function optionText({ flags, argChoices, defaultValue, mandatory }: Option): string {
  return [
    flags,
    ...(argChoices === undefined ? [] : [argChoices.join(" | ")]),
    ...(defaultValue === undefined ? [] : [`default ${JSON.stringify(defaultValue)}`]),
    ...(mandatory ? ["required"] : []),
  ].join(", ");
}

/** Names of the commands that have an option, such as `hermes doctor`. */
export function commandsWith(
  flag: string,
  command: Command,
  path: string = command.name(),
): readonly string[] {
  const below = command.commands.flatMap((each) => commandsWith(flag, each, `${path} ${each.name()}`));
  return command.options.some(({ long }) => long === flag) ? [path, ...below] : below;
}
