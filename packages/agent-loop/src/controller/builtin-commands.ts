import { agentsCommand } from "./commands/agents.ts";
import { backgroundCommand } from "./commands/background.ts";
import { busyCommand } from "./commands/busy.ts";
import { compressCommand } from "./commands/compress.ts";
import { contextCommand } from "./commands/context.ts";
import { continueCommand } from "./commands/continue.ts";
import { helpCommand } from "./commands/help.ts";
import { insightsCommand } from "./commands/insights.ts";
import { effortCommand } from "./commands/effort.ts";
import { modeCommand } from "./commands/mode.ts";
import { modelCommand } from "./commands/model.ts";
import { newCommand } from "./commands/new.ts";
import { queueCommand } from "./commands/queue.ts";
import { quitCommand } from "./commands/quit.ts";
import { skillsCommand } from "./commands/skills.ts";
import { steerCommand } from "./commands/steer.ts";
import { stopCommand } from "./commands/stop.ts";
import { usageCommand } from "./commands/usage.ts";
import type { SlashCommand } from "./slash-command.ts";

/** Every command of a session, in the order of `/help`. */
export const slashCommands: readonly SlashCommand[] = [
  helpCommand,
  newCommand,
  modeCommand,
  modelCommand,
  effortCommand,
  continueCommand,
  skillsCommand,
  steerCommand,
  queueCommand,
  busyCommand,
  stopCommand,
  backgroundCommand,
  agentsCommand,
  compressCommand,
  contextCommand,
  usageCommand,
  insightsCommand,
  quitCommand,
];

/** The table with other commands beside it; one of the same name takes the place of ours. */
export function withCommands(own: readonly SlashCommand[]): readonly SlashCommand[] {
  const replaced = slashCommands.map((command) => own.find(({ name }) => name === command.name) ?? command);
  return [...replaced, ...own.filter((command) => !replaced.includes(command))];
}
