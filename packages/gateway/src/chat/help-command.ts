import { commandKinds, defineSlashCommand, slashCommands } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";

const atTerminal = slashCommands.find(({ name }) => name === "help");

/**
 * `/help` for letters of unequal width and narrow screens: a line for each command, without columns.
 *
 * @param mayRun Whether the person of the chat may type a command; others are not shown.
 */
export function helpCommand(mayRun: (command: string) => Promise<boolean>): SlashCommand {
  return defineSlashCommand({
    ...{ name: "help", kind: "info", hint: "[command]", aliases: ["?"], whileBusy: true },
    summary: "Show these commands, or all about one.",
    async run(context) {
      const { rest, commands, ports } = context;
      if (rest.trim() !== "" && atTerminal !== undefined) return await atTerminal.run(context);
      const allowed = await Promise.all(commands.map(async ({ name }) => await mayRun(name)));
      const shown = commands.filter((_, index) => allowed[index]);
      const skills = (await mayRun("skills")) ? ((await ports.skills?.commands()) ?? []) : [];
      const lines = Object.entries(commandKinds).flatMap(([kind, heading]) => {
        const rows = shown.filter((command) => command.kind === kind);
        return rows.length === 0 ? [] : [heading, ...rows.map(lineOf), ""];
      });
      return {
        lines: [
          ...lines,
          ...(skills.length === 0 ? [] : [`Skills: ${skills.map(({ name }) => `/${name}`).join(", ")}`, ""]),
          "About a command: /help NAME",
        ],
      };
    },
  });
}

function lineOf({ name, hint, summary }: SlashCommand): string {
  return `/${name}${hint === "" ? "" : ` ${hint}`}: ${summary}`;
}
